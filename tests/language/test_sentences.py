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
    names = [story.entities[entity] for entity in statement.args]
    kinds = statement.property("kinds", (None, None))
    head, tail = (f"{name} as {kind}" if kind else name for name, kind in zip(names, kinds, strict=True))
    text = f"{statement.relation}({head}, {tail})"
    unit = statement.property("unit", "")
    if margins := statement.property("margins"):
        text += f"{{{', '.join(f'{side} {distance}{unit}' for side, distance in margins)}}}"
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


MIRRORED = {
    0: {"left": "right", "lefthand": "righthand", "east": "west", "eastern": "western"},
    1: {"above": "below", "top": "bottom", "upper": "lower", "over": "under", "north": "south", "up": "down", "atop": "beneath"},
}
#: An hour on the mirrored clock: 3 and 9 change places, or 12 and 6.
HOURS = {0: lambda hour: (12 - hour) % 12 or 12, 1: lambda hour: (18 - hour) % 12 or 12}
FLIPPED = {0: ("left", "right"), 1: ("above", "below")}


def mirror(sentence: str, axis: int) -> str:
    table = MIRRORED[axis] | {other: one for one, other in MIRRORED[axis].items()}
    sentence = re.sub(r"\bover there\b", "there", sentence)
    if axis == 1:
        sentence = re.sub(r"\b(?:on top of|higher than)\b", "above", sentence).replace("underneath", "below")
        sentence = sentence.replace("on top", "at the top")
    compound = "|".join(sorted(table, key=len, reverse=True))
    pattern = rf"\b(?:(?:north|south|east|west)[- ]?(?:east|west)|{compound})(?:ern|hand)?\b"

    def turned(match: re.Match[str]) -> str:
        return re.sub(compound, lambda word: table[word[0].lower()], match[0], flags=re.IGNORECASE)

    sentence = re.sub(pattern, turned, sentence, flags=re.IGNORECASE)
    if between := re.search(r"between (\d+) and (\d+)", sentence):
        first, second = (HOURS[axis](int(hour)) for hour in between.groups())
        return sentence.replace(between[0], f"between {second} and {first}")
    return re.sub(r"\b(\d+)(?= o'clock|:00)", lambda hour: str(HOURS[axis](int(hour[1]))), sentence)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mirrored_sentence_says_the_mirrored_thing(axis: int) -> None:
    """What holds of one side holds of the other: no wording is known for a single direction only."""
    checked = 0
    for line in LINES:
        sentence, expected = line.split(" => ")
        if expected == "REFUSED" or re.search(r"\b(?:left box|three o'clock|lower than|right above|right behind)\b", sentence):
            continue
        one, other = FLIPPED[axis]
        flipped = re.sub(rf"\b(?:{one}|{other})\b", lambda word, a=one, b=other: b if word[0] == a else a, exact(expected))
        story = english.read([mirror(sentence, axis)])
        said = "; ".join(shown(story, statement) for statement in story.statements)
        assert (said, sentence) == (flipped, sentence)
        checked += said != exact(expected)
    assert checked > 50
