"""Changes of a story that change nothing: mirrored, renamed, reordered, turned round, repeated, joined, asked elsewhere.

QSR_STORIES sets the number of stories; the figures of an issue are made with 10,000.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby

import pytest

import qsr
from everyday_stories import NAMES, Fact, drawn, question, sentence, text
from qsr.errors import ParseError

STORIES = int(os.environ.get("QSR_STORIES", "150"))
#: A part of the stories at a time, so that a failure names few and the parts run side by side.
PARTS = 10


def answered(story: str, asked: str, theory: str) -> tuple[str, object]:
    answer = qsr.solve(story, asked, theory=theory)
    return answer.status, answer.value


def joined(facts: list[Fact], names: tuple[str, ...]) -> str:
    """Say facts about one thing in one sentence: "the park is left of the wood and is above the barn"."""
    said = []
    for _, group in groupby(facts, key=lambda fact: fact.head):
        own = list(group)
        plain = all(not fact.denied and fact.relation != "containing" for fact in own)
        if len(own) == 1 or not plain:
            said += [sentence(fact, names) for fact in own]
        else:
            first = sentence(own[0], names).rstrip(".")
            said.append(first + "".join(f" and is {fact.relation} {names[fact.tail]}" for fact in own[1:]) + ".")
    return " ".join(said)


def changed(pick: random.Random, facts: list[Fact], asked: Fact, names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield what was changed, the story and the question."""
    again = question(asked, names)
    yield "mirror", text([fact.mirrored() for fact in facts], names), question(asked.mirrored(), names)
    for others in pick.sample(NAMES, 2):
        yield "rename", text(facts, others), question(asked, others)
    yield "reorder", text(pick.sample(facts, len(facts)), names), again
    yield "converse", text([fact.turned() if pick.random() < 0.5 else fact for fact in facts], names), again
    yield "converse of the question", text(facts, names), question(asked.turned(), names)
    yield "repeat", text([*facts, pick.choice(facts)], names), again
    yield "irrelevant", f'{text(facts, names)} "Quux" is left of "Quuz".', again
    yield "join", joined(facts, names), again


@pytest.mark.parametrize("part", range(PARTS))
def test_what_changes_nothing_changes_no_answer(part: int) -> None:
    for number in range(part, STORIES, PARTS):
        pick = random.Random(number)
        facts, asked = drawn(pick)
        names = pick.choice(NAMES)
        theory = pick.choice(("exact", "exact", "sound"))
        plain, again = text(facts, names), question(asked, names)
        expected = answered(plain, again, theory)
        in_file = qsr.parse(f"{plain}\n? {again}")
        answer = qsr.solve(in_file, theory=theory)
        assert (answer.status, answer.value) == expected, (plain, again)
        for what, story, other in changed(pick, facts, asked, names):
            assert answered(story, other, theory) == expected, (what, theory, plain, again, story, other)


READ = """
import sys, qsr
from qsr.errors import ParseError
from qsr.language import english
for line in sys.stdin:
    try:
        story = english.read([line.strip()]) if sys.argv[1] == "rows" else qsr.parse(line.strip())
        print([story.entities, [(s.relation, s.args, s.properties) for s in story.statements]])
    except ParseError as error:
        print(error.message)
"""


@pytest.mark.parametrize("reader", ["rows", "stories"])
def test_what_was_read_before_changes_no_reading(reader: str) -> None:
    # "A stand" is a noun with its article, "Y stand" a name with its verb: the same letters otherwise.
    pick = random.Random(5)
    verbs = ("stand", "is", "lie", "set", "rest", "present", "face", "line", "are", "block is", "touch", "take")
    places = ("above {}", "left of {} and below {}", "to the left of {}, too", "3 m below {}", "left")
    lines = []
    for _ in range(300):
        letters = pick.choices("AABXYZIM", k=4)
        verb, place = pick.choice(verbs), pick.choice(places).format(*letters[2:])
        lines.append(f"{letters[0]} and {letters[1]} {verb} {place}." if pick.random() < 0.5 else f"{letters[0]} {verb} {place}.")

    def read(order: list[str]) -> dict[str, str]:
        run = subprocess.run(
            [sys.executable, "-c", READ, reader], input="\n".join(order), capture_output=True, text=True, check=True
        )
        return dict(zip(order, run.stdout.splitlines(), strict=True))

    lines = list(dict.fromkeys(lines))
    whole = read(lines)
    assert read(lines[::-1]) == whole
    assert read(pick.sample(lines, len(lines))) == whole
    middle = len(lines) // 2
    assert read(lines[:middle]) | read(lines[middle:]) == whole
    assert read(lines + lines) == whole


@pytest.mark.parametrize("letter", ["A", "B", "I", "Z"])
def test_a_letter_is_read_alike_before_and_after_its_neighbours(letter: str) -> None:
    def told(said: str) -> object:
        try:
            story = qsr.parse(said)
        except ParseError as error:
            return error.message
        return story.entities, [(one.relation, one.args) for one in story.statements]

    said = f"X and {letter} stand above Q."
    before = told(said)
    told("X and Y stand above Q.")
    assert told(said) == before
