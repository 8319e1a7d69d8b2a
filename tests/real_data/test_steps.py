"""Steps of published chains of thought and of paths through published stories, where they are at hand: ../shared/data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import qsr
from qsr import datasets
from qsr.datasets.protocol import Item
from qsr.datasets.stepgame.dataset import LABELS
from qsr.explain import derive, sentences
from qsr.oracle.steps import StepReport, StepTheory, check_steps, step_summary
from qsr.oracle.steps.model import REVERSED, WRONG_RETRIEVAL
from qsr.relations import CONVERSE, OVERLAPPING

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data"
CHAINS = DATA / "stepgame" / "answers" / "Our_CoT_gpt-4.jsonl"
pytestmark = pytest.mark.skipif(not CHAINS.is_file(), reason="the published files are not at ../shared/data")

#: Line -> number and kind of the first wrong step, as found by reading the chains.
READ_BY_HAND = {
    37: (2, REVERSED),
    38: (6, WRONG_RETRIEVAL),
    64: (18, WRONG_RETRIEVAL),
    67: (17, WRONG_RETRIEVAL),
    68: (25, ""),
    69: (2, REVERSED),
    72: (13, ""),
    77: (6, REVERSED),
    80: (33, ""),
}


def items(name: str, path: Path) -> Iterator[Item]:
    dataset = datasets.get(name)
    for row in dataset.rows(path, {}):
        item = dataset.item(row, {})
        if isinstance(item, Item) and item.question.form == "relation":
            yield item


@pytest.fixture(scope="module")
def chains() -> list[tuple[Item, StepReport]]:
    theory = StepTheory.open("exact")
    found = [(item, check_steps(item.story, item.question, item.given or "", theory)) for item in items("stepgame", CHAINS)]
    theory.close()
    return found


def test_nearly_all_relational_sentences_are_read(chains: list[tuple[Item, StepReport]]) -> None:
    counts = step_summary(report for _, report in chains)
    assert counts["chains"] == 91
    assert counts["chains_without_steps"] == 4
    assert counts["steps"] > 1100
    assert counts["steps_by_verdict"]["not read"] < 0.01 * counts["steps"]
    assert counts["steps_by_verdict"]["undecided"] == 0


def test_first_wrong_steps_are_those_that_a_reader_finds(chains: list[tuple[Item, StepReport]]) -> None:
    found = {item.line: report.first_error for item, report in chains if report.first_error is not None}
    assert {line: (error.number, error.kind) for line, error in found.items()} == READ_BY_HAND


def test_a_chain_without_a_wrong_step_arrives_at_the_label(chains: list[tuple[Item, StepReport]]) -> None:
    """By the coordinates that it ends with, read here by arithmetic and compared with the label alone."""
    compared = 0
    for item, report in chains:
        ends = re.findall(r"considering (\w)\(0,0\) and \w\((-?\d+),(-?\d+)\)", item.given or "")
        if report.first_wrong is not None or not ends:
            continue
        first, *numbers = ends[-1]
        x, y = map(int, numbers)
        labels = {name for name, holds in (("left", x > 0), ("right", x < 0), ("below", y > 0), ("above", y < 0)) if holds}
        if first != item.story.entities[item.question.args[0]]:
            labels = {CONVERSE[label] for label in labels}
        assert (labels or {OVERLAPPING}) == LABELS[str(item.gold)], item.id
        compared += 1
    assert compared >= 65


def test_answers_are_judged_as_without_steps(chains: list[tuple[Item, StepReport]]) -> None:
    dataset = datasets.get("stepgame")
    for item, report in chains:
        reading = dataset.extract(item, item.given or "")
        assert report.answer is not None, item.id
        assert (report.answer.verdict == "entailed") == (reading.value == item.gold), item.id


def test_paths_through_published_stories_have_no_wrong_step() -> None:
    scenes = StepTheory.open("spartun")
    for item in islice(items("spartun", DATA / "spartun" / "spartun_dev.json"), 200):
        path = derive(item.story, item.question, "PS1")
        if path is not None:
            report = check_steps(item.story, item.question, "\n".join(sentences(item.story, path)), scenes)
            assert report.first_wrong is None, item.id
    for property_set in ("PS2", "PS3", "PS4"):
        theory = StepTheory.open(f"paper-{property_set.lower()}")
        for item in islice(items("stepgame", DATA / "stepgame" / "json" / "noise" / "qa6_valid.json"), 100):
            path = derive(item.story, item.question, property_set)
            if path is not None:
                report = check_steps(item.story, item.question, "\n".join(sentences(item.story, path)), theory)
                assert {step.verdict for step in report.steps} == {"entailed"}, item.id
