"""Sentences that are in no data file: each is read as its line says, or refused."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from qsr.errors import ParseError
from qsr.language import english
from qsr.story import Statement, Story

LINES = [
    line
    for line in Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def shown(story: Story, statement: Statement) -> str:
    head, tail = (story.entities[entity] for entity in statement.args)
    text = f"{statement.relation}({head}, {tail})"
    unit = statement.property("unit", "")
    if distance := statement.property("distance"):
        text += f"[{', '.join(f'{value}{unit}' for value in distance)}]"
    if statement.property("measured") == "centres":
        text += "~"
    if statement.property("relations") == "complete":
        text = f"!{text}"
    return f"not {text}" if statement.property("negated") else text


def exact(expected: str) -> str:
    """Write the distances of an expectation as fractions, as `shown` does."""
    return re.sub(r"\[([^\]]*)\]", lambda match: f"[{', '.join(_fraction(x) for x in match[1].split(', '))}]", expected)


def _fraction(text: str) -> str:
    number, unit = re.fullmatch(r"([\d./]+)(m?)", text).groups()  # type: ignore[union-attr]
    return f"{Fraction(number)}{unit}"


def test_there_are_two_hundred_of_them() -> None:
    assert len(LINES) >= 200
    assert len({line.split(" => ")[0] for line in LINES}) == len(LINES)


@pytest.mark.parametrize("line", LINES)
def test_sentence(line: str) -> None:
    sentence, expected = line.split(" => ")
    if expected == "REFUSED":
        with pytest.raises(ParseError) as caught:
            english.read([sentence])
        assert caught.value.message
        assert 0 <= caught.value.start <= len(sentence)
    else:
        story = english.read([sentence])
        assert "; ".join(shown(story, statement) for statement in story.statements) == exact(expected)
        assert all(story.quote(statement.id) == sentence for statement in story.statements)


@pytest.mark.parametrize("line", [line for line in LINES if not line.endswith("REFUSED")])
def test_the_cache_changes_nothing(line: str) -> None:
    """Reading a sentence a second time, by its shape, gives what the first reading gave."""
    sentence = line.split(" => ")[0]
    assert english.read([sentence]) == english.read([sentence])
