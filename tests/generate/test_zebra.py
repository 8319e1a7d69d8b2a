"""Generated zebra puzzles: read, solved, repeatable, minimal; their sizes and numbers of solutions are those asked for."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from qsr import generate, stories, theories
from qsr.datasets.zebra.generator import Puzzle, Said, Wanted, drawn, text_of
from qsr.generate import ImpossibleRequest, Request
from qsr.generate.protocol import Line
from qsr.run import Job, evaluate


def made(seed: int, count: int, **options: object) -> list[Line]:
    return [line for _, line in generate.get("zebra").generate(Request(seed=seed, count=count, options=options))]


def one(size: int, seed: int) -> tuple[Puzzle, list[Said]]:
    found = drawn(Wanted(0, (), (size, size), (4, 4), "one"), 0, Random(seed))
    assert not isinstance(found, str)
    puzzle, clues, is_open = found
    assert not is_open
    return puzzle, clues


def test_the_file_is_read_and_answered_as_it_says(tmp_path: Path) -> None:
    lines = made(4, 4, solutions="mixed")
    path = tmp_path / "puzzles.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    report = evaluate(Job(dataset="rows"), [path])
    assert (report["items"], report["accuracy"]) == (4, 1.0)
    assert [line["generated"]["solutions"] > 1 for line in lines] == [False, True, False, True]


@pytest.mark.parametrize("size", [4, 6])
def test_the_solution_is_the_only_model_of_the_text(size: int) -> None:
    puzzle, clues = one(size, 9)
    story = stories.whole_story(text_of(puzzle, clues))
    assert theories.chosen(story) == "arrangement"
    (world,) = theories.get("arrangement").open().worlds(story, 2)
    at = {thing: place - 1 for thing, place in world.axes()["x"].items()}  # type: ignore[attr-defined]
    assert [at[story.entities.index(name.removeprefix("the "))] for name in puzzle.names] == list(puzzle.at)


def test_no_clue_can_be_left_out() -> None:
    puzzle, clues = one(4, 2)
    for left_out in clues[1:]:
        story = stories.whole_story(text_of(puzzle, [other for other in clues if other != left_out]))
        assert len([*theories.get("arrangement").open().worlds(story, 2)]) == 2


def test_requests() -> None:
    assert made(3, 2) == made(3, 2)
    lines = made(1, 2, places=(5, 5), attributes=(4, 4))
    assert {(line["generated"]["places"], line["generated"]["attributes"]) for line in lines} == {(5, 4)}
    wrong: list[dict[str, object]] = [{"places": (3, 3)}, {"attributes": (4, 8)}, {"solutions": "none"}]
    for options in wrong:
        with pytest.raises(ImpossibleRequest):
            made(0, 1, **options)
