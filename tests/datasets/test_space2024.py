"""SpaCE 2024's rows: tasks, kinds, bad rows, labels that never reach a story, groups, options of the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets import choose, get, read
from qsr.datasets.protocol import BadRow, Item
from qsr.datasets.space2024.dataset import TASKS, Space2024
from qsr.errors import DatasetError, UnknownName
from qsr.run import Job, evaluate
from qsr.story import Answer

RING = (
    "甲一、乙二、丙三、丁四、戊五、己六六个人围坐在圆桌边吃饭，人人面朝桌子中心，座位间隔相等。已知：乙二在甲一左边数起第1个位置，"
    "丙三在乙二左边数起第1个位置，丁四在丙三左边数起第1个位置，戊五在丁四左边数起第1个位置。"
)
TABLE = (
    "Ann, Bob, Cy and Di sit around a round table, facing the center. Bob is immediately to the left of Ann. Cy is opposite Ann."
)


def row(qid: str = "4-own-s-1", **changes: Any) -> dict[str, Any]:
    return {
        "qid": qid,
        "text": RING,
        "question": "()在甲一左边数起第2个位置。",
        "option": {"A": "丙三", "B": "丁四", "C": "戊五", "D": "以上选项都不是"},
        "answer": ["A"],
        **changes,
    }


def written(folder: Path, *rows: object) -> Path:
    path = folder / "own.jsonl"
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows), encoding="utf-8")
    return path


def items(folder: Path, *rows: object, **options: str) -> list[Item | BadRow]:
    return list(read("space2024", written(folder, *rows), **options))


def item(folder: Path, one: object, **options: str) -> Item:
    (found,) = items(folder, one, **options)
    assert isinstance(found, Item), found
    return found


def test_tasks_and_kinds_are_those_of_the_qid(tmp_path: Path) -> None:
    found = items(tmp_path, *(row(f"{digit}-own-{kind}-1") for digit in TASKS for kind in "sm"))
    assert [one.groups[:2] for one in found] == [(task, kind) for task in TASKS.values() for kind in ("single", "multi")]
    assert [one.id for one in found] == [f"{digit}-own-{kind}-1" for digit in TASKS for kind in "sm"]


def test_a_problem_about_positions_is_read_and_grouped(tmp_path: Path) -> None:
    found = item(tmp_path, row())
    assert dict(found.story.settings)["layout"] == "ring 6 inward"
    assert found.groups == ("SPR", "single", "layout ring 6 inward", "4 conditions", "6 names", "without compass")
    assert found.gold == ("A",)
    assert found.choices == (("A", "丙三"), ("B", "丁四"), ("C", "戊五"), ("D", "以上选项都不是"))


def test_english_is_read_too(tmp_path: Path) -> None:
    options = {"A": "Cy", "B": "Di", "C": "none of the above"}
    found = item(tmp_path, row(text=TABLE, question="() is immediately to the right of Ann.", option=options, answer=["B"]))
    assert dict(found.story.settings)["layout"] == "ring 4 inward"


def test_other_tasks_keep_their_text_and_are_not_covered(tmp_path: Path) -> None:
    report = evaluate(Job(dataset="space2024"), [written(tmp_path, *(row(f"{digit}-own-s-1") for digit in "1235"))])
    assert report["statuses"] == {"not_covered": 4}
    assert report["answered"] == 0
    found = item(tmp_path, row("2-own-s-1"))
    assert (found.story.text, found.story.settings) == (RING, ())


def test_text_that_no_reader_understands_is_not_covered_for_a_reason(tmp_path: Path) -> None:
    found = item(tmp_path, row(text="甲一想起了从前，那时大家住得不远。", question="甲一住在()。"))
    assert found.story.unread
    assert found.story.unread[0][1]
    report = evaluate(Job(dataset="space2024"), [tmp_path / "own.jsonl"])
    assert report["statuses"] == {"not_covered": 1}


def statuses(folder: Path, *rows: object, **options: str) -> list[tuple[str, Any]]:
    out = folder / "out.jsonl"
    evaluate(Job(dataset="space2024", options=options), [written(folder, *rows)], out=out)
    return [(line["status"], line["answer"]) for line in map(json.loads, out.read_text(encoding="utf-8").splitlines())]


CONTRADICTORY = RING.removesuffix("。") + "，己六在戊五右边数起第1个位置。"


def test_the_four_statuses(tmp_path: Path) -> None:
    open_ended = RING.replace("，丙三在乙二左边数起第1个位置", "")
    rows = [
        row(),
        row("4-own-m-2", question="()和甲一不相邻。", option={"A": "丙三", "B": "乙二", "C": "丁四"}, answer=["A", "C"]),
        row("4-own-s-3", question="()在甲一左边数起第1个位置。"),
        row("4-own-s-4", text=open_ended, option={"A": "丙三", "B": "丁四", "C": "戊五"}, answer=["A"]),
        row("4-own-s-5", text=CONTRADICTORY),
        row("1-own-s-6"),
    ]
    assert statuses(tmp_path, *rows) == [
        ("ok", ["A"]),
        ("ok", ["A", "C"]),
        ("ok", ["D"]),
        ("undetermined", []),
        ("contradictory", []),
        ("not_covered", None),
    ]


def test_an_option_that_holds_in_some_layouts_does_not_block_none(tmp_path: Path) -> None:
    open_ended = RING.replace("，丙三在乙二左边数起第1个位置", "")
    assert statuses(tmp_path, row(text=open_ended)) == [("ok", ["D"])]


def test_repair_is_opt_in_and_scored_apart(tmp_path: Path) -> None:
    path = written(tmp_path, row(), row("4-own-s-2", text=CONTRADICTORY))
    plain = evaluate(Job(dataset="space2024"), [path])
    assert "repaired" not in plain["groups"]
    out = tmp_path / "out.jsonl"
    report = evaluate(Job(dataset="space2024", options={"repair": "yes"}), [path], out=out)
    assert (report["correct"], report["statuses"]) == (plain["correct"], plain["statuses"])
    assert report["groups"]["repaired"]["items"] == 1
    line = json.loads(out.read_text(encoding="utf-8").splitlines()[1])
    assert (line["status"], line["answer"]) == ("contradictory", [])
    assert line["repaired"] == {"answer": ["A"], "flipped": [["己六在戊五右边数起第1个位置"]]}
    # What an interrupted run has written counts again in the same place.
    again = evaluate(Job(dataset="space2024", options={"repair": "yes"}), [path], out=out, resume=True)
    assert again["groups"] == report["groups"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"qid": 4}, "qid"),
        ({"qid": "4-own-x-1"}, "qid"),
        ({"qid": "6-own-s-1"}, "qid"),
        ({"text": ""}, "text"),
        ({"text": None}, "text"),
        ({"question": 7}, "question"),
        ({"option": []}, "option"),
        ({"option": {}}, "option"),
        ({"option": {"a": "x"}}, "option"),
        ({"option": {"A": None}}, "option A"),
        ({"option": {"A": True}}, "option A"),
        ({"option": {"A": " "}}, "option A"),
        ({"option": {"A": ["x"]}}, "option A"),
        ({"answer": "A"}, "answer"),
        ({"answer": ["E"]}, "answer"),
        ({"answer": ["a"]}, "answer"),
        ({"answer": [1]}, "answer"),
        ({"answer": ["A", "A"]}, "answer"),
        ({"answer": {"A": 1}}, "answer"),
    ],
)
def test_malformed_rows_are_bad_rows_with_their_place(tmp_path: Path, changes: dict[str, Any], why: str) -> None:
    good, bad, after = items(tmp_path, row(), row() | {"qid": "4-own-s-2"} | changes, row("4-own-s-3"))
    assert isinstance(good, Item)
    assert isinstance(after, Item)
    assert isinstance(bad, BadRow)
    assert (bad.line, bad.unread) == (2, False)
    assert bad.error.startswith(why)


def test_rows_that_are_no_objects_and_qids_that_stand_twice(tmp_path: Path) -> None:
    found = items(tmp_path, row(), [1], row())
    assert [type(one) for one in found] == [Item, BadRow, BadRow]
    assert "twice" in found[2].error  # type: ignore[union-attr]


@pytest.mark.parametrize("label", [None, [], "", "leave out"])
def test_a_row_may_have_no_label(tmp_path: Path, label: object) -> None:
    one = row(answer=label)
    if label == "leave out":
        del one["answer"]
    assert item(tmp_path, one).gold is None


def test_options_may_be_numbers(tmp_path: Path) -> None:
    found = item(tmp_path, row("2-own-s-1", option={"A": 1.0, "B": 2, "C": 2.5}, answer=["C"]))
    assert found.choices == (("A", "1"), ("B", "2"), ("C", "2.5"))
    assert item(tmp_path, row(option={"A": 1.0, "B": "丙三"}, question="甲一和()坐在一起。", answer=["B"])).gold == ("B",)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda part: st.lists(part) | st.dictionaries(st.text(), part)
    )
)
def test_any_value_in_any_field_gives_an_item_or_a_bad_row(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    folder = tmp_path_factory.mktemp("rows")
    for field in ("qid", "text", "question", "option", "answer"):
        (found,) = items(folder, row("2-own-s-1") | {field: value})
        assert isinstance(found, (Item, BadRow))


def test_labels_do_not_reach_the_predictions(tmp_path: Path) -> None:
    rows = [row(), row("4-own-s-2", text=CONTRADICTORY), row("1-own-s-3")]
    assert statuses(tmp_path, *rows) == statuses(tmp_path, *(one | {"answer": ["B"]} for one in rows))
    assert statuses(tmp_path, *rows) == statuses(tmp_path, *({key: one[key] for key in one if key != "answer"} for one in rows))


def test_baselines_are_chosen_by_name_and_never_solve(tmp_path: Path) -> None:
    training = tmp_path / "training.jsonl"
    training.write_text("".join(json.dumps(row(f"4-train-s-{n}", answer=["B"])) + "\n" for n in range(2)), encoding="utf-8")
    assert statuses(tmp_path, row(), row("1-own-s-2"), baseline=f"majority:{training}") == [("baseline", ["B"])] * 2
    text, options = "他先去书店，再去银行取钱。", {"A": "书店", "B": "银行", "C": "以上选项都不是"}
    near = row("2-own-s-1", text=text, question="他在()取钱。", option=options, answer=["B"])
    assert statuses(tmp_path, near, baseline="nearest") == [("baseline", ["B"])]
    report = evaluate(Job(dataset="space2024", options={"baseline": "nearest"}), [tmp_path / "own.jsonl"])
    assert report["theory"] == "none, baseline nearest"


def test_a_baseline_that_cannot_be_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, row())
    for baseline in ("random", "majority:", "majority:missing.jsonl", f"majority:{path}"):
        with pytest.raises(DatasetError):
            evaluate(Job(dataset="space2024", options={"baseline": baseline}), [path])
    unlabelled = tmp_path / "unlabelled.jsonl"
    unlabelled.write_text(json.dumps(row(answer=None)) + "\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="no labels"):
        evaluate(Job(dataset="space2024", options={"baseline": f"majority:{unlabelled}"}), [path])


def test_options_of_the_reader() -> None:
    assert choose("space2024", {}) == {"repair": "no", "strict": "no"}
    with pytest.raises(UnknownName):
        choose("space2024", {"strict": "perhaps"})


def test_strict_reading_of_answers(tmp_path: Path) -> None:
    dataset = Space2024()
    assert dataset.read_answer(item(tmp_path, row()), "a").value == ("A",)
    assert dataset.read_answer(item(tmp_path, row(), strict="yes"), "a").value is None
    assert dataset.read_answer(item(tmp_path, row(), strict="yes"), ["B", "A"]).value == ("A", "B")
    assert dataset.extract(item(tmp_path, row()), "答案是丙三。").value == ("A",)


def test_a_limit_is_no_status_of_the_benchmark_and_gives_no_answer(tmp_path: Path) -> None:
    one, dataset = item(tmp_path, row()), Space2024()
    assert dataset.status(one, Answer("unknown", "seating")) == "unknown"
    assert dataset.native(one, Answer("unknown", "seating")) is None


def test_rewriting_keeps_every_other_line(tmp_path: Path) -> None:
    path, target = written(tmp_path, row(), row("4-own-s-2"), row("4-own-s-3")), tmp_path / "copy.jsonl"
    path.write_bytes(path.read_bytes() + b"no row\n")
    get("space2024").rewrite(path, target, {"4-own-s-2": ("B", "A"), "4-own-s-3": None}, {})  # type: ignore[attr-defined]
    before, after = path.read_bytes().splitlines(), target.read_bytes().splitlines()
    assert after[0] == before[0]
    assert json.loads(after[1]) == row("4-own-s-2", answer=["A", "B"])
    assert after[2:] == before[3:]


@pytest.mark.parametrize(
    "name", ["x). :- not y(", "#show.", "左边", "乙二的左边", "()", "A", '"', "{0}", "%*", "已知：", "在", "，", "。"]
)
def test_a_strange_name_changes_no_answer(tmp_path: Path, name: str) -> None:
    """The answer of the plain names, or none at all; never another one."""
    one = row(text=RING.replace("丙三", name), option={"A": name, "B": "丁四", "C": "戊五", "D": "以上选项都不是"})
    ((status, answer),) = statuses(tmp_path, one)
    assert (status, answer) in (("ok", ["A"]), ("not_covered", None))


def test_names_that_hold_words_of_the_grammar_are_names(tmp_path: Path) -> None:
    for name in ("x). :- not y(", "#show.", "左边侠", "A"):
        one = row(text=RING.replace("丙三", name), option={"A": name, "B": "丁四", "C": "戊五", "D": "以上选项都不是"})
        assert statuses(tmp_path, one) == [("ok", ["A"])]
