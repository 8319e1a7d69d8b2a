"""The commands `eval`, `check` and `audit` on rows of SpaCE 2024."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import run, run_json
from qsr.cli import main

ROW = (
    "赵大、钱二、孙三、李四、周五、吴六六个人围坐在圆桌边吃饭，人人面朝桌子中心，座位间隔相等。已知：钱二在赵大左边数起第1个位置，"
    "孙三在钱二左边数起第1个位置，李四在孙三左边数起第1个位置，周五在李四左边数起第1个位置。"
)
OPTIONS = {"A": "孙三", "B": "李四", "C": "周五", "D": "以上选项都不是"}


def row(number: int, question: str = "()在赵大左边数起第2个位置。", answer: str = "A", **changes: Any) -> dict[str, Any]:
    return {"qid": f"4-own-s-{number}", "text": ROW, "question": question, "option": OPTIONS, "answer": [*answer], **changes}


#: The third asks what the first does, in other words; the fourth has the options in another order.
ROWS = [
    row(1),
    row(2, "()和赵大不相邻。", "ABC"),
    row(3, "赵大在()右边数起第2个位置。"),
    row(4, option={"A": "李四", "B": "孙三", "C": "周五", "D": "以上选项都不是"}, answer="B"),
    row(5, "()在赵大左边数起第2个位置。"),
    row(6, "()在赵大左边数起第3个位置。", "A"),
]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in rows), encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "own.jsonl", ROWS)


def answers(folder: Path, *given: Any) -> Path:
    return write(folder / "answers.jsonl", [{"id": f"4-own-s-{number}", "answer": one} for number, one in enumerate(given, 1)])


def test_eval_reports_tasks_kinds_and_the_groups_of_the_paper(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(capsys, "eval", "space2024", data)
    assert (report["items"], report["correct"], report["statuses"]) == (6, 5, {"ok": 6})
    assert set(report["groups"]) == {"SPR", "single", "layout ring 6 inward", "4 conditions", "6 names", "without compass"}
    assert run_json(capsys, "eval", "space2024", data, "--repair")["correct"] == 5


def test_switches_take_no_value(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "eval", "space2024", "--repair", data)["repair"] == "yes"
    assert main(["eval", "space2024", str(data), "--repair=no"]) == 2


def test_check_counts_missing_answers_as_wrong(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(capsys, "check", "space2024", data, "--answers", answers(tmp_path, ["A"], ["A", "B"]))
    assert report["scores"]["items"] == 6
    assert report["scores"]["correct"] == 1
    assert report["items_without_answer"] == 4
    assert report["scores"]["groups"]["SPR"] == {"items": 6, "correct": 1, "accuracy": 1 / 6}
    assert report["malformed"]["count"] == 0


def test_malformed_answers_are_reported_and_stop_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = answers(tmp_path, "A", "答案是A和B、C", None, [["b"]], 3, ["A", "A"])
    write(tmp_path / "more.jsonl", [*file.read_text(encoding="utf-8").splitlines(), "{", {"id": "4-own-s-9", "answer": "A"}])
    report = run_json(capsys, "check", "space2024", data, "--answers", tmp_path / "more.jsonl")
    assert report["scores"]["correct"] == 4
    assert [entry["id"] for entry in report["malformed"]["items"]] == [f"4-own-s-{number}" for number in range(1, 7)]
    assert [entry["repaired"] for entry in report["malformed"]["items"]] == [True, True, False, True, False, True]
    assert report["malformed"]["lines"]["first"][0]["line"] == 7
    assert report["answers_without_item"]["first"] == ["4-own-s-9"]
    text = run(capsys, "check", "space2024", data, "--answers", tmp_path / "more.jsonl")
    assert "answers in another form than the published one: 6" in text
    assert "repeated letters: 1" in text


def test_strict_takes_what_the_published_scorer_takes(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = answers(tmp_path, ["A"], "ABC", ["a"], ["B"], ["A "], ["B"])
    assert run_json(capsys, "check", "space2024", data, "--answers", file)["scores"]["correct"] == 5
    strict = run_json(capsys, "check", "space2024", data, "--answers", file, "--strict")
    assert strict["scores"]["correct"] == 2
    assert all("not" in entry["rule"] for entry in strict["malformed"]["items"])


def test_consistency_over_the_groups_that_a_file_shows(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(
        capsys, "check", "space2024", data, "--answers", answers(tmp_path, ["A"], ["A"], ["A"], ["B"], ["C"], ["A"])
    )
    found = report["consistency"]
    assert (found["groups"], found["consistent"]) == (1, 0)
    assert found["inconsistent"]["first"] == [["4-own-s-1", "4-own-s-3", "4-own-s-4", "4-own-s-5"]]
    assert [(found[kind]["groups"], found[kind]["consistent"]) for kind in ("repeated", "reworded", "switched")] == [
        (1, 0),
        (1, 0),
        (1, 0),
    ]
    alike = answers(tmp_path, ["A"], ["A"], ["A"], ["B"], ["A"], ["A"])
    assert run_json(capsys, "check", "space2024", data, "--answers", alike)["consistency"]["share"] == 1.0


def test_consistency_over_named_groups(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    groups = write(tmp_path / "groups.jsonl", [{"ids": ["4-own-s-1", "4-own-s-2"]}])
    file = answers(tmp_path, ["A"], ["A"])
    found = run_json(capsys, "check", "space2024", data, "--answers", file, "--groups", groups)["consistency"]
    assert (found["groups"], found["share"]) == (1, 1.0)
    assert "asked again" in run(capsys, "check", "space2024", data, "--answers", file, "--groups", groups)


def test_check_says_what_is_sound(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(
        capsys, "check", "space2024", data, "--answers", answers(tmp_path, ["B"], ["A", "B", "C"], ["A"], ["B"], [], ["B"])
    )
    verdicts = {verdict["id"]: verdict for verdict in report["verdicts"]}
    assert [verdicts[f"4-own-s-{number}"]["sound"] for number in range(1, 7)] == [False, True, True, True, False, True]
    # The label of the last item is wrong about its text.
    assert verdicts["4-own-s-6"]["gold"] is False


def test_audit_names_the_label_the_reason_and_the_conditions(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = run_json(capsys, "audit", "space2024", data, "--corrected", tmp_path / "corrected.jsonl")
    assert report["classes"]["contradicts"] == report["findings"] == 1
    (finding,) = report["report"]
    assert (finding["id"], finding["label"], finding["text_answer"]) == ("4-own-s-6", ["A"], ["B"])
    assert len(finding["derivation"]) == 3
    corrected = [json.loads(line) for line in (tmp_path / "corrected.jsonl").read_text(encoding="utf-8").splitlines()]
    assert corrected == [*ROWS[:5], ROWS[5] | {"answer": ["B"]}]
    assert run_json(capsys, "audit", "space2024", tmp_path / "corrected.jsonl")["findings"] == 0


def test_a_baseline_says_that_it_is_one(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    training = write(tmp_path / "training.jsonl", [row(7, answer="A")])
    report = run_json(capsys, "eval", "space2024", data, "--baseline", f"majority:{training}")
    assert report["statuses"] == {"baseline": 6}
    assert report["theory"].startswith("none, baseline majority:")
    assert main(["eval", "space2024", str(data), "--baseline", "guess"]) == 3
