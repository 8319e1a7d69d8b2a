"""What the first sentences of an English text say about the layout, and the layout that follows from it.

A sentence is scanned from left to right for the phrases of the table, longest first. A word between them is scenery ("for
dinner"), save where it is a word of place, direction or number: then the sentence is refused, since what it says would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final, TypeAlias

from qsr.errors import ParseError
from qsr.seats import COMPASS, Layout
from qsr.theories.seating.text.bearings import bearing_of, quarter
from qsr.theories.seating.text.building import SIGN
from qsr.theories.seating.text.english_table import expanded, frames, nouns, number_word, table, vocabulary, words

__all__ = ["Facts", "brings_in", "facts_of", "layout_from"]

#: What the text says, by the slots and settings of the table.
Facts: TypeAlias = Mapping[str, Any]

_NUMBERS: Final = ("crowd", "size", "first", "second")
_BEARINGS: Final = ("looks", "axis", "other", "end")
_SLOT: Final = re.compile(r"\{([^{}]+)\}")
#: Words of place that hold a sentence together as well.
_HARMLESS: Final = frozenset(
    re.findall(
        "[a-z]+", "the a an of to in on at is are it its and as by from with than there for them each one takes has have be"
    )
)
_NAMES, _NAME = "@@", "@"


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """A phrase of the table, as a pattern over words joined by one blank.

    `first` is its first word, empty where that is a slot; `sets` is what it says besides its slots.
    """

    first: str
    pattern: re.Pattern[str]
    sets: tuple[tuple[str, Any], ...]


# ---------------------------------------------------------------- phrases


@cache
def _numbers() -> dict[str, int]:
    return {word: number for number, word in enumerate(table()["numbers"], 1)}


@cache
def _compass() -> dict[str, str]:
    return {" ".join(word for word, _, _ in words(text)): name for name, texts in table()["compass"].items() for text in texts}


def _any(texts: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, texts), key=lambda text: (-len(text), text))) + ")"


@cache
def _slot(name: str) -> str:
    compass = _any(_compass())
    if name in _NUMBERS:
        return rf"(?P<{name}>{_any(_numbers())}|[0-9]{{1,3}})"
    if name in _BEARINGS:
        return rf"(?P<{name}>(?:due )?{compass})"
    if name == "list":
        return rf"(?P<list>{compass}(?: , {compass})+(?: ,)? and {compass}|{compass} and {compass})"
    if name == "stands":
        return r"(?:north south|south north|east west|west east)"
    if name == "degrees":
        return r"(?P<degrees>[0-9]{1,3}(?: / [0-9]{1,2})?)"
    if name == "names":
        return _NAMES
    if name == "word":
        return rf"(?!{_any(_of_place())}\b)[a-z]+"
    noun = {"seats": "seat", "layers": "layer", "people": "person"}.get(name, name)
    return _any((*nouns(noun)[0], *nouns(noun)[1]))


@cache
def _arrangements() -> tuple[_Arrangement, ...]:
    found = []
    for entry in table()["arrangements"]:
        for text in dict.fromkeys(choice for phrase in entry["say"] for choice in expanded(phrase)):
            pattern = "".join(_slot(part) if at % 2 else re.escape(part) for at, part in enumerate(_SLOT.split(text)))
            first = text.partition(" ")[0]
            fixed = "" if "{" in first else first
            found.append(
                _Arrangement(fixed, re.compile(pattern.replace(r"\ ", " ") + "(?= |$)"), tuple(entry.get("sets", {}).items()))
            )
    return tuple(found)


@cache
def _beginning() -> dict[str, tuple[_Arrangement, ...]]:
    """Return first word -> the phrases that may begin with it; under the empty one those that begin with a slot."""
    known = _arrangements()
    return {first: tuple(one for one in known if one.first in ("", first)) for first in {"", *(one.first for one in known)}}


@cache
def _of_place() -> frozenset[str]:
    """Return the words that scenery may not have: those of the table's phrases, directions and numbers."""
    phrases = [element.text for frame in frames() for row in (*frame.say, *frame.deny) for element in row]
    phrases += [
        " ".join(row) for row, (terminal, _) in vocabulary().items() if terminal in ("SIDE", "TURN", "UP", "UPPER", "COMPASS")
    ]
    phrases += [_SLOT.sub(" ", text) for entry in table()["arrangements"] for phrase in entry["say"] for text in expanded(phrase)]
    found = {word for phrase in phrases for word, _, _ in words(phrase)} | set(_numbers()) | set(table()["ordinals"])
    forms = (*table()["verbs"]["affirmed"], *table()["verbs"]["denied"])
    verbs = {word for both in forms for text in both for word, _, _ in words(text)}
    return frozenset(
        (found - verbs - _HARMLESS | set(table()["lists"]["narrowing"]))
        - {"all", "those", "everyone", "people", ",", "'s", "'", "house", "building", "table"}
    )


# ---------------------------------------------------------------- sentences


def brings_in(text: str, names: int) -> bool:
    """Tell whether a masked sentence is about the layout: it has no name, or a list of all of them, more than two."""
    if SIGN.search(text) is None:
        return True
    return names > 2 and any(word == _NAMES and len(SIGN.findall(text[start:end])) >= names for word, start, end in _row(text))


def facts_of(text: str) -> Facts:
    """Return what a masked sentence says about the layout; raise ParseError, with the place in it, for what is not understood."""
    row = _row(text)
    found, fault = _scanned(" ".join(word for word, _, _ in row))
    if fault is not None:
        at, reason = fault
        start, end = row[at][1:]
        said = f"{text[start:end].lower()!r} is not understood in a sentence about the layout"
        raise ParseError(reason or said, text, start, end)
    return dict(found)


def _row(text: str) -> list[tuple[str, int, int]]:
    """Return words and signs with their places; names that follow each other in a list are one sign."""
    names: list[tuple[str, int, int]] = []
    row: list[tuple[str, int, int]] = []
    position = 0
    for name in (*SIGN.finditer(text), None):
        stop = len(text) if name is None else name.start()
        row += [(word, start + position, end + position) for word, start, end in words(text[position:stop])]
        if name is not None:
            row.append((_NAME, name.start(), name.end()))
            position = name.end()
    row = [word for word in row if word[0] not in ('"', "“", "”", ".")]
    between = {",", "and", "&", *table()["lists"]["articles"]}
    at = 0
    while at < len(row):
        if row[at][0] != _NAME:
            names.append(row[at])
            at += 1
            continue
        last = at
        ahead = at + 1
        while ahead < len(row) and (row[ahead][0] == _NAME or row[ahead][0] in between):
            last = ahead if row[ahead][0] == _NAME else last
            ahead += 1
        while names and names[-1][0] in table()["lists"]["articles"]:
            names.pop()
        names.append((_NAMES if last > at else _NAME, row[at][1], row[last][2]))
        at = last + 1
    return names


@lru_cache(maxsize=4096)
def _scanned(text: str) -> tuple[tuple[tuple[str, Any], ...], tuple[int, str] | None]:
    """Return the facts of words joined by blanks, and the number of the first word that is not understood, with a reason."""
    facts: dict[str, Any] = {}
    position, row, beginning = 0, text.split(" "), _beginning()
    starts = accumulate((len(word) + 1 for word in row), initial=0)
    for at, (word, start) in enumerate(zip(row, starts, strict=False)):
        if start < position:
            continue
        best: tuple[re.Match[str], _Arrangement] | None = None
        for arrangement in beginning.get(word, beginning[""]):
            found = arrangement.pattern.match(text, start)
            if found is not None and (best is None or found.end() > best[0].end()):
                best = found, arrangement
        if best is None:
            if word == _NAME:
                return (), (at, "one name by itself cannot stand in a sentence about the layout")
            if word in _of_place() or word.isdigit():
                return (), (at, "")
            continue
        position = best[0].end()
        said = {key: _value(key, value) for key, value in best[0].groupdict().items() if value is not None} | dict(best[1].sets)
        if "floor" in best[0].group() or "store" in best[0].group():
            said["counted"] = True
        for key, value in said.items():
            if facts.get(key, value) != value:
                return (), (at, f"{best[0].group()!r} contradicts what stands before it")
        facts |= said
    return tuple(facts.items()), None


def _value(key: str, text: str) -> Any:
    if key in _NUMBERS:
        return _numbers()[text] if text in _numbers() else int(text)
    if key in _BEARINGS:
        return _compass()[text.removeprefix("due ")]
    if key == "degrees":
        return Fraction(text.replace(" ", ""))
    if key == "list":
        return tuple(_compass()[found] for found in re.findall(_any(_compass()), text))
    return text


# ---------------------------------------------------------------- the layout


def layout_from(facts: Facts, names: int) -> tuple[Layout, bool]:
    """Return the layout of so many names, and whether the text says which way people look; raise ValueError for no layout.

    People around a table look at it unless the text says otherwise; of a ring without a table nothing is assumed.
    """
    if facts.get("crowd", names) != names:
        raise ValueError(f"the text speaks of {number_word(facts['crowd'])} and gives {names} names")
    if facts.get("shelf") or ("first" in facts and not facts.get("two_rows")):
        return _shelf(facts), True
    if facts.get("two_rows"):
        return _rows(facts, names), True
    if facts.get("kind") == "ring":
        return _ring(facts, names)
    if facts.get("kind") == "row":
        return _row_of(facts, names), True
    raise ValueError("the text does not say how they are placed: around a table, in a circle, in a row, in two rows, on a shelf")


def _ring(facts: Facts, names: int) -> tuple[Layout, bool]:
    size, view = facts.get("size", names), facts.get("view", "inward")
    bearing = facts.get("degrees")
    if "looks" in facts or facts.get("across"):
        raise ValueError("people in a circle face the centre, or away from it")
    if "list" in facts:
        bearing = bearing_of(facts["list"], size, view)
    return Layout("ring", (size,), view, bearing), "view" in facts or facts.get("table", False)


def _row_of(facts: Facts, names: int) -> Layout:
    view = "viewer" if facts.get("viewer") else "own"
    if "view" in facts or facts.get("across"):
        raise ValueError("people in a row do not face each other or a centre")
    bearing = None
    if "looks" in facts:
        # The left hand of whoever looks north is in the west; to somebody who looks at them it is the other way round.
        bearing = Fraction((COMPASS[facts["looks"]] + (90 if view == "viewer" else 270)) % 360)
    if "end" in facts:
        end = Fraction(COMPASS[facts["end"]])
        if bearing not in (None, end):
            raise ValueError("the left end does not lie to the left of those who look that way")
        bearing = end
    return Layout("row", (facts.get("size", names),), view, bearing)


def _rows(facts: Facts, names: int) -> Layout:
    if not facts.get("across"):
        raise ValueError("two rows are understood where they face each other")
    total = facts.get("size", 2 * facts["second"] if "second" in facts else names)
    if total % 2:
        raise ValueError(f"{total} places do not make two equal rows")
    if facts.get("second", total // 2) != total // 2:
        raise ValueError("the numbers of places do not fit each other")
    bearing = None
    if "looks" in facts:
        bearing = Fraction((COMPASS[facts["looks"]] + 180) % 360)
        if facts.get("axis") not in (None, quarter(bearing)):
            raise ValueError("whoever sits in two rows face to face looks away from the own side")
        if facts.get("other") not in (None, quarter(bearing)):
            raise ValueError("the other row looks the opposite way")
    return Layout("rows", (total // 2,), "own", bearing)


def _shelf(facts: Facts) -> Layout:
    first = 2 if facts.get("two_rows") else facts.get("first")
    if first is None or "second" not in facts:
        raise ValueError("the text does not say how many layers the shelf has, and how many places each")
    bearing = Fraction(COMPASS[facts["end"]]) if "end" in facts else None
    return Layout("shelf", (first, facts["second"]), "viewer", bearing)
