"""How Chinese texts about seats begin: the names, and the clauses that tell the layout.

The clauses are read by the patterns of the table ``lead`` in `grammars/seating_chinese.toml`, each of which stands for one fact,
such as "in a circle" or "two on each side". What no pattern knows may be scenery, but only where it has no word of place in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from typing import Final

from qsr.errors import ParseError
from qsr.seats import COMPASS, Layout
from qsr.theories.seating.text.bearings import start_of
from qsr.theories.seating.text.chinese_words import table, value

__all__ = ["DIRECTIONS", "POINTS", "lead_layout", "names_of"]

#: Chinese names of directions, as in 面朝东南, and their bearings.
POINTS: Final = {word: name for name, words in table()["meant"]["COMPASS"].items() if name in COMPASS for word in words}
DIRECTIONS: Final = {word: COMPASS[name] for word, name in POINTS.items()}
_NUMBER: Final = r"(?:[0-9]{1,2}|[一二三四五六七八九十两]{1,3})"
#: Signs of Chinese only: a name may hold those of other languages.
_END: Final = re.compile(r"[，。；：\n！？]")
_AND: Final = re.compile(r"以及|和|与|及|跟")


# ---------------------------------------------------------------- names


def names_of(text: str, file: str | None = None) -> tuple[tuple[str, ...], int, int]:
    """Return the names that a text lists, and where the list begins and ends.

    The names stand in the first clause that has a list, separated by 、. The last one ends where their number is given, as in
    甲、乙、丙三人, or else before the verb; so a name may hold numerals, as in 王处一六位, which are six.

    Raises
    ------
    ParseError
        Where there is no list, where the number given is not that of the names, or where a name comes twice.
    """
    at = 0
    while True:
        end = _END.search(text, at)
        stop = len(text) if end is None else end.start()
        if "、" in text[at:stop]:
            break
        if end is None:
            raise ParseError("a list of names was expected, separated by 、", text, 0, len(text), file=file)
        at = end.end()
    clause = text[at:stop]
    begin = at + len(clause) - len(clause.lstrip())
    for opening in ("分别是", "他们是", "她们是", "它们是", "分别为", "他们分别是"):
        if text.startswith(opening, begin):
            begin += len(opening)
    pieces = text[begin:stop].split("、")
    rest = stop - len(pieces[-1])
    names, finish = _ended([piece.strip() for piece in pieces[:-1]], text[rest:stop], rest, text, file)
    if "" in names or len(set(names)) < len(names):
        raise ParseError("the list has to name different ones", text, begin, finish, file=file)
    return names, begin, finish


def _ended(before: list[str], last: str, at: int, text: str, file: str | None) -> tuple[tuple[str, ...], int]:
    """Return all names and where the last one ends, given those before the last 、 and the words behind it."""
    counted = re.compile(rf"({_NUMBER})(?:{table()['lead']['counters']})")
    given = False
    for start in range(1, len(last)):
        found = counted.match(last, start)
        if found is None:
            continue
        given, number = True, value(found[1])
        if number == len(before) + 1:
            return (*before, last[:start].strip()), at + start
        pair = _split(last[:start])
        if number == len(before) + 2 and pair is not None:
            return (*before, *pair), at + start
    if given:
        raise ParseError(f"the number given is not that of the names, {len(before) + 1}", text, at, at + len(last), file=file)
    verb = re.compile(rf"{table()['lead']['verbs']}|[,.;:!?]").search(last, 1)
    end = verb.start() if verb else len(last)
    pair = _split(last[:end])
    return ((*before, *pair) if pair else (*before, last[:end].strip())), at + end


def _split(last: str) -> tuple[str, str] | None:
    """Return the two names of 丙和丁; the last 和 that has something on both sides divides them."""
    for found in reversed(list(_AND.finditer(last))):
        if found.start() > 0 and found.end() < len(last):
            return last[: found.start()].strip(), last[found.end() :].strip()
    return None


# ---------------------------------------------------------------- the layout


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    direction = "(?:正?(?:东南|东北|西南|西北|[东南西北]))"
    directions = f"{direction}(?:方向|方|边|面)?(?:(?:、|和|与|以及){direction}(?:方向|方|边|面)?)+"
    signs = {"#": ("number", _NUMBER), "D": ("direction", direction), "L": ("list", directions)}
    order = count()

    def group(sign: re.Match[str]) -> str:
        name, pattern = signs[sign.group()]
        return f"(?P<{name}{next(order)}>{pattern})"

    found = []
    for name, pattern in table()["lead"]["patterns"].items():
        written = re.sub("[#DL]", group, pattern)
        found.append((name, re.compile(written)))
    return tuple(found)


@dataclass(slots=True)
class _Facts:
    """What the clauses of a lead-in say, by the names of the patterns."""

    said: set[str] = field(default_factory=set)
    numbers: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    directions: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    axis: str = ""

    def note(self, name: str, match: re.Match[str]) -> None:
        """Record one match of a pattern."""
        self.said.add(name)
        groups = {key: text for key, text in match.groupdict().items() if text}
        numbers = tuple(value(text) or 0 for key, text in groups.items() if key.startswith("number"))
        if numbers:
            self.numbers.setdefault(name, []).append(numbers)
        bearings = tuple(DIRECTIONS[text.removeprefix("正")] for key, text in groups.items() if key.startswith("direction"))
        if bearings:
            self.directions.setdefault(name, []).append(bearings)
        for listed in (text for key, text in groups.items() if key.startswith("list")):
            names = re.split("、|和|与|以及", listed)
            self.lists[name] = tuple(re.sub("(?:方向|[方边面正])", "", each) for each in names)
        self.axis = groups.get("axis", self.axis)

    def one(self, name: str) -> tuple[int, ...] | None:
        """Return the numbers that a pattern found; raise _Clash where it found different ones."""
        found = set(self.numbers.get(name, []))
        if len(found) > 1:
            raise _Clash("two different numbers are given for the same thing")
        return found.pop() if found else None


class _Clash(Exception):
    """Clauses that no one layout fits."""


@lru_cache(maxsize=4096)
def lead_layout(clauses: Sequence[str], people: int, chosen: Layout | None = None) -> Layout:
    """Return the layout that the clauses of a lead-in describe.

    Parameters
    ----------
    clauses
        The clauses without the names; the first begins behind the list of names.
    people
        How many names there are.
    chosen
        A layout that is known from elsewhere; the clauses are then only looked through for words that are not understood.

    Raises
    ------
    ParseError
        For words of place that are not understood, for a text that tells no layout and for one that tells two. Its text is the
        clauses joined by ，.
    """
    facts, text, at = _Facts(), "，".join(clauses), 0
    for clause in clauses:
        rest = clause
        for name, pattern in _patterns():
            while (match := pattern.search(rest)) and match.group():
                facts.note(name, match)
                rest = f"{rest[: match.start()]}＃{rest[match.end() :]}"
        if left := re.search(table()["lead"]["place"], rest):
            found = clause.find(left.group())
            start = at + max(found, 0)
            raise ParseError("these words of the lead-in are not understood", text, start, start + len(left.group()))
        at += len(clause) + 1
    if chosen is not None:
        return chosen
    try:
        return _layout(facts, people)
    except _Clash as clash:
        raise ParseError(str(clash), text, 0, len(text)) from None


def _layout(facts: _Facts, people: int) -> Layout:
    said = facts.said
    shelf = "grid" in said or "layers" in said or "per" in said
    around = bool(said & {"ring", "polygon"})
    # "One at each side" is also said of a square table.
    rows = not shelf and bool(said & {"rows", "table", "sides", "across"} or ("each" in said and not around))
    ring = not shelf and not rows and bool(around or said & {"inward", "outward"})
    if around and (shelf or rows):
        raise _Clash("a ring and rows or layers are spoken of at once")
    if shelf:
        return _shelf(facts)
    if rows:
        return _rows(facts, people)
    if ring:
        return _ring(facts, people)
    if "line" in said:
        return _row(facts, people)
    raise _Clash("no layout was understood; expected one such as 围成一圈, 分两排面对面坐, 坐成一排 or 三层，每层两格")


def _shelf(facts: _Facts) -> Layout:
    grid, layers, per = facts.one("grid"), facts.one("layers"), facts.one("per")
    if grid is None and (layers is None or per is None):
        raise _Clash("of a shelf, the number of layers and of places on each layer are expected")
    counts = grid or ((layers or (0,))[0], (per or (0,))[0])
    ends = {bearing % 360 for (bearing,) in facts.directions.get("left", [])}
    ends |= {(bearing + 180) % 360 for (bearing,) in facts.directions.get("right", [])}
    # Whoever looks at a shelf that faces north, or stands at a south wall, has east at the left.
    seen = {(bearing + 90) % 360 for (bearing,) in facts.directions.get("facing", [])}
    seen |= {(bearing + 270) % 360 for (bearing,) in facts.directions.get("wall", [])}
    if len(ends | seen) > 1:
        raise _Clash("left and right do not fit the directions of the compass")
    known = ends | seen
    return Layout("shelf", (counts[0], counts[1]), "viewer", Fraction(known.pop()) if known else None)


def _rows(facts: _Facts, people: int) -> Layout:
    each, seats = facts.one("each"), facts.one("seats")
    total = seats[0] if seats else people
    if each is None and total % 2:
        raise _Clash(f"{total} do not fill two rows; expected how many sit in each")
    if not facts.said & {"across", "table", "sides"} or "ahead" in facts.said:
        raise _Clash("two rows that face each other are expected")
    bearings = set()
    for side, way in facts.directions.get("sides", []):
        if (side - way) % 360 != 180:
            raise _Clash("two rows that face each other look away from their own side")
        bearings.add(side % 180)
    if facts.axis:
        bearings.add(0 if facts.axis == "南北" else 90)
    if len(bearings) > 1:
        raise _Clash("the rows cannot lie north and south, and east and west")
    axis = None if not bearings else Fraction(90 if bearings.pop() else 180)
    return Layout("rows", (each[0] if each else total // 2,), "own", axis)


def _row(facts: _Facts, people: int) -> Layout:
    seats = facts.one("seats")
    view = "viewer" if "viewer" in facts.said else "own"
    ways = {bearing for (bearing,) in facts.directions.get("facing", [])}
    if len(ways) > 1:
        raise _Clash("those in one row look the same way")
    bearing = None if not ways else Fraction((ways.pop() + (90 if view == "viewer" else 270)) % 360)
    return Layout("row", (seats[0] if seats else people,), view, bearing)


def _ring(facts: _Facts, people: int) -> Layout:
    numbers = {found[0] for name in ("seats", "polygon") for found in facts.numbers.get(name, [])}
    if len(numbers) > 1:
        raise _Clash("two different numbers of places are given")
    places = numbers.pop() if numbers else people
    if places < 3:
        raise _Clash("a ring has at least three places")
    if {"inward", "outward"} <= facts.said:
        raise _Clash("all look inward, or all look outward")
    if "ahead" in facts.said:
        raise _Clash("those in a ring look inward or outward")
    # Those who sit around something look at it unless the text says otherwise.
    view = "outward" if "outward" in facts.said else "inward"
    listed = facts.lists.get("facings") or facts.lists.get("bearings")
    if listed is None:
        return Layout("ring", (places,), view)
    turned = 180 if "facings" in facts.lists and view == "inward" else 0
    start = start_of([POINTS[word] for word in listed], places)
    if start is None:
        raise _Clash(f"these directions do not belong to {places} places at equal angles")
    return Layout("ring", (places,), view, (start + turned) % Fraction(360, places))
