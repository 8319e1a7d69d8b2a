"""Sentences that invite a misreading: each is read as its line says, or refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qsr.errors import ParseError
from qsr.relations import CONVERSE
from qsr.stories import parse_story
from said import said

LINES = [
    line.split("\t")
    for line in Path(__file__).with_name("treacherous.tsv").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
_ATOM = re.compile(r"((?:in )?\w+)\(([^(),]+), ([^(),]+)\)")
_BETWEEN = re.compile(r"between\(([^,]+), ([^,]+), ([^)]+)\)")


def between(match: re.Match[str]) -> str:
    one, first, second = match.groups()
    ways = [
        f"and[{label}({one}, {a}), {label}({b}, {one})]"
        for label in ("left", "in front", "above")
        for a, b in ((first, second), (second, first))
    ]
    return f"or[{', '.join(ways)}]"


def turned(match: re.Match[str]) -> str:
    """Return an atom with the direction of the two that is first in the alphabet."""
    label, head, tail = match.groups()
    other = CONVERSE.get(label, label)
    return f"{other}({tail}, {head})" if other < label else match.group()


def plain(reading: str) -> frozenset[str]:
    return frozenset(_ATOM.sub(turned, _BETWEEN.sub(between, reading)).split("; "))


def test_there_are_five_hundred_of_them() -> None:
    assert len({text for text, *_ in LINES}) == len(LINES) >= 500


@pytest.mark.parametrize(("text", "readings"), [(text, readings) for text, *readings in LINES], ids=[line[0] for line in LINES])
def test_a_treacherous_sentence_is_read_rightly_or_refused(text: str, readings: list[str]) -> None:
    try:
        story = parse_story(text)
    except ParseError:
        return
    reading = "; ".join(said(story)) or "nothing"
    assert not story.questions, reading
    assert plain(reading) in [plain(one) for one in readings if one != "refused"]
