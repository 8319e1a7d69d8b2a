"""``qsr eval grasp``, ``qsr check grasp`` and ``qsr solve`` on a grid, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.cli import main
from qsr.theories.gridworld.text.drawing import draw_grid
from rows import lines, written

GRIDS = (
    {(1, 1): "A", (0, 1): "E", (1, 0): "E", (2, 2): "E"},
    {(0, 0): "A", (0, 2): "E", (2, 2): "E", (1, 1): "O"},
    {(2, 1): "A"},
)
STORY = "theory: gridworld, moves: 4, cost: 0.25\n" + draw_grid(1, 3, {(0, 0): "A", (0, 1): "E", (0, 2): "2"})


@pytest.fixture
def grids(tmp_path: Path) -> Path:
    rows = [
        {"index": index, "energy": "random", "obstacle": "block", "start_position": "inner", "grid": draw_grid(3, 3, held)}
        for index, held in enumerate(GRIDS)
    ]
    return written(tmp_path / "grids.jsonl", rows)


def asked(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> dict[str, Any]:
    assert main([str(argument) for argument in (*arguments, "--json")]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_eval_plans_every_combination(grids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = grids.with_name("predictions.jsonl")
    report = asked(capsys, "eval", "grasp", grids, "--out", out)
    assert (report["items"], report["answered"], report["profile"]) == (24, 24, "intended")
    assert report["statuses"] == {"determined": 24}
    found = {line["id"]: line for line in lines(out)}
    assert list(found) == [
        f"grids.jsonl-{index}-{moves}-{limit}-{cost}"
        for index in range(3)
        for moves in (0, 1)
        for limit in (0, 1)
        for cost in (0, 1)
    ]
    best = found["grids.jsonl-0-1-0-1"]
    assert (best["energy"], best["steps"], best["proved"]) == (pytest.approx(0.3), 9, True)
    assert best["plan"] == best["answer"]
    assert found["grids.jsonl-2-0-0-0"]["plan"] == []
    assert report["plans"]["all"]["plans"] == report["plans"]["all"]["proved"] == 24
    energies = [line["energy"] for line in found.values() if line["id"].endswith("-1-1-1")]
    assert report["plans"]["8 moves, 2 Units, 0.3 Unit"]["energy"] == pytest.approx(sum(energies) / 3)


def test_annotation_reaches_no_plan(grids: Path) -> None:
    """The plans of a file are the same where everything but the drawings and their numbers is taken out."""
    bare = grids.with_name("bare")
    bare.mkdir()
    written(bare / "grids.jsonl", [{"index": row["index"], "grid": row["grid"]} for row in lines(grids)])
    for file, out in ((grids, "with.jsonl"), (bare / "grids.jsonl", "without.jsonl")):
        assert main(["eval", "grasp", str(file), "--out", str(grids.with_name(out))]) == 0
    assert grids.with_name("with.jsonl").read_bytes() == grids.with_name("without.jsonl").read_bytes()


def test_an_interrupted_run_goes_on(grids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, cut = grids.with_name("whole.jsonl"), grids.with_name("cut.jsonl")
    whole = asked(capsys, "eval", "grasp", grids, "--out", out)
    cut.write_bytes(out.read_bytes()[: out.stat().st_size // 2])
    again = asked(capsys, "eval", "grasp", grids, "--out", cut, "--resume", "--workers", "2")
    assert cut.read_bytes() == out.read_bytes()
    assert again["plans"] == whole["plans"]
    assert again["answered"] == 24


def test_constraints_narrow_a_run(grids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = asked(capsys, "eval", "grasp", grids, "--moves", "8", "--carry", "none", "--cost", "0.1", "--max-steps", "4")
    assert report["items"] == 3
    assert report["plans"]["8 moves, No Limit, 0.1 Unit"]["energy"] == pytest.approx((0.6 + 0 + 0) / 3)
    assert main(["eval", "grasp", str(grids), "--moves", "5"]) == 3
    assert main(["eval", "grasp", str(grids), "--profile", "repo-head"]) == 2


def test_plans_of_eval_are_optimal_answers(grids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = grids.with_name("predictions.jsonl")
    asked(capsys, "eval", "grasp", grids, "--out", out)
    for optimum in ([], ["--optimum", out]):
        report = asked(capsys, "check", "grasp", grids, "--answers", out, *optimum, "--fail-on-wrong")
        assert (report["compared"], report["optimal"], report["regret"]) == (24, 1.0, 0.0)
        assert report["rules"] == {"actions": 24}
    report = asked(capsys, "check", "grasp", grids, "--answers", out, "--optimum", "none")
    assert (report["compared"], report["optimum_from"]) == (0, "none")


def test_answers_are_scored_and_their_errors_counted(grids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = written(
        grids.with_name("answers.jsonl"),
        [
            {"id": "grids.jsonl-0-0-0-0", "answer": "[UP, TAKE, DOWN, DROP]"},
            {"id": "grids.jsonl-0-0-0-1", "answer": "1. UP\n2. TAKE\n3. DROP"},
            {"id": "grids.jsonl-1-0-0-0", "answer": "I cannot say."},
            {"id": "grids.jsonl-9-0-0-0", "answer": "[UP]"},
        ],
    )
    report = asked(capsys, "check", "grasp", grids, "--answers", answers)
    assert (report["profile"], report["optimum_from"]) == ("intended", "planner")
    verdicts = {line["id"]: line for line in report["verdicts"]}
    assert verdicts["grids.jsonl-0-0-0-0"]["regret"] == 2
    assert verdicts["grids.jsonl-0-0-0-1"]["errors"] == ["not_back_at_start", "delivered_zero", "drop_elsewhere"]
    assert verdicts["grids.jsonl-1-0-0-0"]["errors"] == ["delivered_zero", "missing_list"]
    assert report["rules"] == {"list": 1, "none": 1, "numbered lines": 1}
    assert report["items_without_answer"] == 21
    assert report["answers_without_item"] == {"count": 1, "first": ["grids.jsonl-9-0-0-0"]}
    assert asked(capsys, "check", "grasp", grids, "--answers", answers, "--fail-on-wrong", code=1)["optimal"] == 0
    assert main(["check", "grasp", str(grids), "--answers", str(answers), "--profile", "paper-table2"]) == 0
    text = capsys.readouterr().out
    assert "profile paper-table2" in text
    assert "missing_list" in text


def test_a_check_goes_on_where_it_ended(grids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers, out = grids.with_name("answers.jsonl"), grids.with_name("verdicts.jsonl")
    written(answers, [{"id": f"grids.jsonl-{index}-0-0-0", "answer": "[UP, TAKE, DOWN, DROP]"} for index in range(3)])
    arguments = ("check", "grasp", grids, "--answers", answers, "--out", out)
    whole = asked(capsys, *arguments)
    kept = out.read_bytes()
    out.write_bytes(kept[: len(kept) // 2])
    assert asked(capsys, *arguments, "--resume") == whole
    assert out.read_bytes() == kept
    # Verdicts under another profile are not mixed in, and no input is overwritten.
    assert main([*map(str, arguments), "--resume", "--profile", "repo-head"]) == 3
    assert main(["check", "grasp", str(grids), "--answers", str(answers), "--out", str(answers)]) == 3
    assert lines(answers)[0]["answer"] == "[UP, TAKE, DOWN, DROP]"


@pytest.mark.parametrize("arguments", [(), ("--answers", "a", "--steps"), ("--answers", "a", "--resume")])
def test_a_check_that_makes_no_sense_is_refused(grids: Path, arguments: tuple[str, ...]) -> None:
    assert main(["check", "grasp", str(grids), *arguments]) == 2


def test_a_story_is_solved_with_its_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, picture = tmp_path / "row.story", tmp_path / "row.svg"
    path.write_text(STORY, encoding="utf-8")
    assert main(["solve", str(path), "--explain", "--draw", str(picture)]) == 0
    text = capsys.readouterr().out
    assert "RIGHT TAKE RIGHT TAKE TAKE LEFT LEFT DROP" in text
    assert "energy    1 with 8 steps, proved best" in text
    assert "carries 3" in text
    assert "<svg" in picture.read_text(encoding="utf-8")
    found = asked(capsys, "solve", path, "--explain")["stories"][0]["questions"][0]
    assert (found["status"], found["value"]["energy"], found["value"]["proved"]) == ("determined", 1.0, True)
    assert len(found["trace"]["place"]) >= 8
    path.write_text(STORY.replace("| E |", "| F |"), encoding="utf-8")
    assert main(["solve", str(path)]) == 3
    assert f"{path}:4:9" in capsys.readouterr().err
