from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import DatasetError, QsrError, UnknownName
from qsr.run import Job, evaluate
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.protocol import Limits

JOB = Job(dataset="stepgame")
WORDS = ("above", "below", "to the left of", "to the right of")
LABELS = ("above", "below", "left", "right")


def rows(count: int) -> list[dict[str, Any]]:
    question = "What is the relation of the agent P to the agent Q?"
    return [
        {
            "story": [f"P is {WORDS[number % 4]} Q.", "R is above Q."],
            "question": question,
            "label": LABELS[number // 2 % 4],
            "k": number % 3 + 1,
        }
        for number in range(count)
    ]


def write(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), encoding="utf-8")
    return path


def without_seconds(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "seconds"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    broken: list[Any] = [
        "{",
        {"story": ["P wugs."], "question": "What is the relation of the agent P to the agent Q?", "label": "left"},
    ]
    return write(tmp_path_factory.mktemp("run") / "rows.jsonl", [*rows(90), *broken, *rows(60)])


@pytest.fixture(scope="module")
def whole(data: Path) -> tuple[bytes, dict[str, Any]]:
    out = data.parent / "whole.jsonl"
    report = evaluate(JOB, [data], out=out)
    return out.read_bytes(), without_seconds(report)


def test_every_row_has_its_line_in_order(data: Path, whole: tuple[bytes, dict[str, Any]]) -> None:
    lines = [json.loads(line) for line in whole[0].splitlines()]
    assert [line["id"] for line in lines] == [f"{data}:{number}" for number in range(1, 153)]
    assert lines[0]["answer"] == "above"
    assert lines[0]["correct"] is True
    assert (lines[90]["status"], lines[90]["answer"]) == ("bad_row", None)
    assert (lines[91]["status"], lines[91]["answer"]) == ("unread", None)
    report = whole[1]
    assert (report["items"], report["answered"]) == (151, 150)
    assert report["correct"] == sum(line["correct"] is True for line in lines)
    assert report["unparsed"]["count"] == report["bad_rows"]["count"] == 1


def test_the_number_of_workers_changes_nothing(data: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    report = evaluate(JOB, [data], out=out, workers=2)
    assert out.read_bytes() == whole[0]
    assert without_seconds(report) == whole[1]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 1))
def test_a_run_cut_anywhere_goes_on_to_the_same_end(
    share: float, data: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "cut.jsonl"
    out.write_bytes(whole[0][: int(share * len(whole[0]))])
    report = evaluate(JOB, [data], out=out, resume=True)
    assert out.read_bytes() == whole[0]
    assert without_seconds(report) == whole[1]


def test_finished_rows_are_not_solved_again(
    data: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole[0])
    monkeypatch.setattr(theories, "get", lambda *_: _Theory(whole[1]["theory"], whole[1]["fingerprint"]))
    evaluate(JOB, [data], out=out, resume=True)
    assert out.read_bytes() == whole[0]


@pytest.mark.parametrize(
    "other",
    [
        Job(dataset="stepgame", options={"reading": "convention"}),
        Job(dataset="stepgame", theory="paper-ps3"),
        Job(dataset="stepgame", limits=Limits(seconds=5)),
    ],
)
def test_the_file_of_another_run_is_not_resumed(
    data: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path, other: Job
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole[0])
    with pytest.raises(DatasetError, match="not resumed"):
        evaluate(other, [data], out=out, resume=True)
    assert out.read_bytes() == whole[0]


@pytest.mark.parametrize("content", ["a note\nand another\n", '{"id": "x"}\n'])
def test_a_file_that_is_no_prediction_file_is_left_alone(data: Path, tmp_path: Path, content: str) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text(content, encoding="utf-8")
    with pytest.raises(DatasetError, match="not resumed"):
        evaluate(JOB, [data], out=out, resume=True)
    assert out.read_text(encoding="utf-8") == content


def test_other_files_are_not_resumed(data: Path, whole: tuple[bytes, dict[str, Any]], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole[0])
    with pytest.raises(DatasetError, match="where this run has"):
        evaluate(JOB, [write(tmp_path / "other.jsonl", rows(3))], out=out, resume=True)


def test_predictions_never_overwrite_the_data(data: Path) -> None:
    before = data.read_bytes()
    with pytest.raises(DatasetError, match="overwrite"):
        evaluate(JOB, [data], out=data)
    assert data.read_bytes() == before


def test_blank_labels_leave_the_predictions_as_they_are(tmp_path: Path) -> None:
    def predicted(name: str, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        folder = tmp_path / name
        folder.mkdir()
        out = folder / "out.jsonl"
        evaluate(JOB, [write(folder / "rows.jsonl", items)], out=out)
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        return [{**line, "id": line["id"].rpartition(":")[2], "correct": None} for line in lines]

    labelled = predicted("labelled", rows(40))
    assert predicted("blank", [{**row, "label": ""} for row in rows(40)]) == labelled
    assert predicted("wrong", [{**row, "label": "overlap"} for row in rows(40)]) == labelled
    bare = [{key: value for key, value in row.items() if key in ("story", "question")} for row in rows(40)]
    assert predicted("bare", bare) == labelled


def test_limit_takes_the_first_items_over_all_files(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.jsonl", rows(3)), write(tmp_path / "b.jsonl", rows(9))
    assert evaluate(JOB, [first, second], limit=5)["items"] == 5


class _Session:
    def answer(self, story: Story, question: Question) -> Answer:
        if story.statements[0].relation == "below":
            raise ZeroDivisionError("a fault")
        return Answer("determined", "faulty", frozenset({"above"}))

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        return None

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        return None

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        return iter(())

    def close(self) -> None:
        pass


class _Theory:
    backends = ("direct",)

    def __init__(self, name: str = "faulty", fingerprint: str = "0") -> None:
        self.name, self.fingerprint = name, fingerprint

    def open(self, backend: str | None = None, limits: Limits | None = None) -> _Session:
        return _Session()

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        return ()


def test_a_fault_in_one_item_does_not_stop_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theories, "get", lambda *_: _Theory())
    out = tmp_path / "out.jsonl"
    report = evaluate(JOB, [write(tmp_path / "a.jsonl", rows(8))], out=out)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["status"] for line in lines] == ["determined", "error", "determined", "determined"] * 2
    assert lines[1]["error"] == "ZeroDivisionError: a fault"
    assert lines[1]["correct"] is False
    assert report["failed"]["count"] == 2
    assert report["items"] == 8
    assert without_seconds(evaluate(JOB, [tmp_path / "a.jsonl"], out=out, resume=True)) == without_seconds(report)


def test_a_worker_that_cannot_start_is_an_error_and_not_a_hang(tmp_path: Path) -> None:
    with pytest.raises(QsrError):
        evaluate(Job(dataset="stepgame", backend="no such solver"), [write(tmp_path / "a.jsonl", rows(2))], workers=2)


@pytest.mark.parametrize(
    "job",
    [Job(dataset="no set"), Job(dataset="stepgame", theory="no theory"), Job(dataset="stepgame", options={"reading": "free"})],
)
def test_unknown_names(tmp_path: Path, job: Job) -> None:
    with pytest.raises(UnknownName):
        evaluate(job, [write(tmp_path / "a.jsonl", rows(1))])


def test_no_progress_bar_without_a_terminal(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluate(JOB, [data], limit=3)
    assert capsys.readouterr() == ("", "")
    assert not sys.stderr.isatty()
