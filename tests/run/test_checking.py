"""Runs over somebody's answers: workers, resumption, rows and answers that are at fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qsr.cli import main
from qsr.errors import DatasetError
from qsr.oracle import judge
from qsr.run import Job
from qsr.run.checking import CheckRun, check

JOB = Job(dataset="stepgame")
QUESTION = "What is the relation of the agent P to the agent R?"
GIVEN = ("above", "left", "I cannot say.", "P is below R.", "hm", ["above", "left", "above"])


def row(number: int) -> dict[str, Any]:
    story = ["P is above Q.", "Q is above R."] if number % 3 else ["P is to the left of Q.", "Q is above R."]
    return {"story": story, "question": QUESTION, "label": "above" if number % 3 else "upper-left", "k": 2}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows: list[Any] = [row(number) for number in range(150)]
    rows[40] = {"story": ["P wugs."], "question": QUESTION, "label": "left"}
    rows[41] = {"story": 5}
    path = tmp_path_factory.mktemp("checking") / "rows.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows) + "{\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def answers(data: Path) -> dict[str, tuple[str, ...]]:
    given = {
        f"{data}:{number}": tuple(one if isinstance(one, list) else [one])
        for number in range(1, 160)
        for one in [GIVEN[number % len(GIVEN)]]
        if number % 10
    }
    return {**given, "nobody:1": ("left",)}


def counts(found: CheckRun) -> dict[str, Any]:
    lists = {"unread": found.checked.unread.report(), "failed": found.checked.failed.report(), "unmatched": found.unmatched}
    return {**found.checked.report(), **lists}


@pytest.fixture(scope="module")
def whole(data: Path, answers: Any) -> tuple[bytes, dict[str, Any]]:
    out = data.with_name("whole.jsonl")
    found = check(JOB, [data], answers, out=out)
    return out.read_bytes(), counts(found)


def test_every_answer_and_every_row_at_fault_has_its_line(data: Path, whole: tuple[bytes, dict[str, Any]]) -> None:
    lines = [json.loads(line) for line in whole[0].splitlines()]
    numbers = [int(line["id"].rpartition(":")[2]) for line in lines]
    assert numbers == [number for number in range(1, 152) if number % 10 or number == 151]
    assert [line["place"] for line in lines if "place" in line] == [f"{data}:{number}" for number in (41, 42, 151)]
    assert whole[1]["unread"]["count"] == 3
    assert [one["line"] for one in whole[1]["unread"]["first"]] == [41, 42, 151]
    assert whole[1]["items_without_answer"] == 15
    assert whole[1]["answers"] == len(lines) - 3
    assert whole[1]["unmatched"][-1] == "nobody:1"
    assert whole[1]["against_text"]["right"] == sum(line["sound"] is True for line in lines) > 0
    assert any(line["evidence"] for line in lines)


@pytest.mark.parametrize("more", [{"workers": 2}, {"holding": True}])
def test_workers_change_nothing(
    data: Path, answers: Any, whole: tuple[bytes, dict[str, Any]], tmp_path: Path, more: dict[str, Any]
) -> None:
    found = check(JOB, [data], answers, out=tmp_path / "out.jsonl", **more)
    assert (tmp_path / "out.jsonl").read_bytes() == whole[0]
    assert counts(found) == whole[1]
    verdicts = [json.loads(line) for line in whole[0].splitlines()]
    assert found.held == ([line for line in verdicts if "place" not in line] if "holding" in more else [])


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 1))
def test_a_run_cut_anywhere_goes_on_to_the_same_end(
    share: float, data: Path, answers: Any, whole: tuple[bytes, dict[str, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "cut.jsonl"
    out.write_bytes(whole[0][: int(share * len(whole[0]))])
    found = check(JOB, [data], answers, out=out, resume=True)
    assert out.read_bytes() == whole[0]
    assert counts(found) == whole[1]


def test_a_finished_verdict_is_not_judged_again(
    data: Path, answers: Any, whole: tuple[bytes, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("judged again")

    monkeypatch.setattr(judge, "judged", never)
    (tmp_path / "out.jsonl").write_bytes(whole[0])
    assert counts(check(JOB, [data], answers, out=tmp_path / "out.jsonl", resume=True)) == whole[1]


def test_verdicts_of_another_run_are_not_resumed(
    data: Path, answers: Any, whole: tuple[bytes, dict[str, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole[0])
    for more in ({"digest": "other"}, {"evidence": False}):
        with pytest.raises(DatasetError, match="not resumed"):
            check(JOB, [data], answers, out=out, resume=True, **more)  # type: ignore[arg-type]
    other = tmp_path / "other.jsonl"
    other.write_bytes(data.read_bytes())
    with pytest.raises(DatasetError, match="belong to none of these rows"):
        check(JOB, [other], {f"{other}:1": ("above",)}, out=out, resume=True)
    assert out.read_bytes() == whole[0]
    with pytest.raises(ValueError, match="steps"):
        check(JOB, [data], answers, out=out, resume=True, steps=True)


def test_a_fault_of_the_program_does_not_stop_the_run(
    data: Path, answers: Any, whole: tuple[bytes, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = judge.judged

    def faulty(session: Any, theory: Any, item: Any, *more: Any, **named: Any) -> Any:
        if item.line in (5, 6):
            raise ZeroDivisionError("a fault")
        return right(session, theory, item, *more, **named)

    monkeypatch.setattr(judge, "judged", faulty)
    out = tmp_path / "out.jsonl"
    found = check(JOB, [data], answers, out=out)
    assert [one["line"] for one in found.checked.failed.first] == [5, 6]
    assert found.checked.failed.count == 2
    lines = out.read_bytes().splitlines()
    assert len(lines) == whole[0].count(b"\n")
    assert [line for line in lines if b"ZeroDivisionError: a fault" in line] == lines[4:6]
    kept = out.read_bytes()
    out.write_bytes(b"".join(line + b"\n" for line in lines[:60]))
    assert counts(check(JOB, [data], answers, out=out, resume=True)) == counts(found)
    assert out.read_bytes() == kept


def test_the_command(data: Path, answers: dict[str, tuple[str, ...]], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = tmp_path / "answers.jsonl"
    given.write_text("".join(json.dumps({"id": key, "answers": list(one)}) + "\n" for key, one in answers.items()), "utf-8")
    out = tmp_path / "out.jsonl"
    arguments = ["check", "stepgame", str(data), "--answers", str(given), "--out", str(out), "--json"]
    assert main(arguments) == 0
    first, lines = json.loads(capsys.readouterr().out), out.read_bytes()
    out.write_bytes(lines[:5000])
    assert main([*arguments, "--resume", "--workers", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert out.read_bytes() == lines
    assert main(arguments[:-1]) == 0
    assert f"{data}:42: story is missing" in capsys.readouterr().out
    assert main([*arguments, "--steps"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--steps", "--workers", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == alone
    assert alone["steps"]["chains"] > 0
    assert main([*arguments, "--resume", "--steps"]) == 2
    assert main(["check", "stepgame", str(data), "--resume"]) == 2
