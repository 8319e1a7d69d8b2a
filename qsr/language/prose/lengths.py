"""Questions of stories of walks: how far one place is from another, and where somebody began."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Final

from qsr.errors import ParseError
from qsr.language import words
from qsr.language.words import UNIT
from qsr.logic import And, Atom, Formula, Not, Relation
from qsr.relations import DIRECTIONS, parts
from qsr.story import Question, Span, Statement

__all__ = ["far", "in_words", "offsets", "unit_of"]

#: Where somebody began to walk, and who is back there.
_BEGAN: Final = re.compile(
    r"(?:(?P<at>from|to|at|of) )?(?:the (?:\w+ )?(?:place|point|tile|square|spot|position) )?(?:from )?(?:where|from which) "
    r"(?P<who>he|she|it|they|i|we|you|[A-Z]\w+|the \w+) (?:had )?(?:first )?"
    r"(?:began|begins|started|starts|start|sets? (?:out|off))(?: from)?",
    re.IGNORECASE,
)
_WHOSE: Final = {"he": "his", "she": "her", "it": "its", "they": "their", "i": "my", "we": "our", "you": "your"}
_START: Final = re.compile(r"(?<=\b(?:his|her|its|our) )(?:start|starting p\w+)\b|(?<=(?:my|'s) )(?:start|starting p\w+)\b")
_BACK: Final = re.compile(r"\bback (?:at |to |in )")


def in_words(text: str) -> str:
    """Return a question of a story of walks with where somebody began as a place of his.

    >>> in_words("How far is it from the tile where it began?"), in_words("Is Ann back where she started?")
    ('How far is it from its starting place?', 'Is Ann at her starting place?')
    """

    def his(match: re.Match[str]) -> str:
        whose = _WHOSE.get(match["who"].lower(), f"{match['who']}'s")
        return f"{match['at'] or 'at'} {whose} starting place"

    text = _START.sub("starting place", _BEGAN.sub(his, text))
    return _BACK.sub("at ", text).replace("back at ", "at ")


def unit_of(story: str) -> str:
    """Return the first unit of length that a story speaks of; nothing where it speaks of steps, or of none."""
    spoken = (word.lower() for word in re.findall(r"[A-Za-z]+", story))
    return next((word for word in spoken if words.units().get(word, (0, UNIT))[1] == "m" and len(word) > 1), "")


def far(
    pair: tuple[int, ...], unit: str, statements: Sequence[Statement], number: int, text: str, span: Span, *, counted: bool
) -> Question:
    """Return the question how far two things are apart, or how many units, with the one answer that there can be.

    It is known where both lie on one map as far as the legs between them have it; otherwise it is open.
    """
    if pair[0] == pair[1]:
        raise ParseError("how far are which two things?", text, 0, len(text))
    found = _between(pair[0], pair[1], statements)
    open_ = Atom(Relation("named", "so far from"), pair)
    if found is None:
        return Question(number, "which", pair, ("some distance",), text, span, (), (open_,))
    offset, measure = found
    said = tuple(_lies_so(label, sign, offset.get(axis, Fraction(0)), pair) for label, (axis, sign) in DIRECTIONS.items())
    square = sum((part * part for part in offset.values()), Fraction(0))
    scale = words.units().get(unit, (Fraction(1), measure or UNIT))
    if (scale[1] == "m") != (measure == "m") and unit:
        raise ParseError("the story tells no such lengths", text, 0, len(text))
    name = _root(square / (scale[0] * scale[0] if unit else 1))
    name = f"{name} {unit}" if measure == "m" and not counted else name
    spoken = tuple(one for label, one in zip(DIRECTIONS, said, strict=True) if DIRECTIONS[label][0] in offset)
    given = (("compass", tuple(DIRECTIONS)[2:4]),) if any(one.property("compass") for one in statements) else ()
    return Question(number, "which", pair, (name,), text, span, given, (And(spoken),))


def _lies_so(label: str, sign: int, offset: Fraction, pair: tuple[int, ...]) -> Formula[Atom]:
    atom = Atom(Relation(label), pair)
    return atom if offset * sign > 0 else Not(atom)


def _root(square: Fraction) -> str:
    """Return a square root, exactly where it is a fraction, to two places where it is none."""
    one, other = isqrt(square.numerator), isqrt(square.denominator)
    if one * one == square.numerator and other * other == square.denominator:
        exact = Fraction(one, other)
        return str(exact) if exact.denominator == 1 else f"{float(exact):g}"
    return f"about {float(square) ** 0.5:.2f}"


def _between(head: int, tail: int, statements: Sequence[Statement]) -> tuple[dict[int, Fraction], str] | None:
    """Return how far a thing lies from another along each axis of the story, with the unit; None where that is open."""
    found, unit = offsets(tail, statements)
    return None if unit is None or head not in found else (found[head], unit)


def offsets(tail: int, statements: Sequence[Statement]) -> tuple[dict[int, dict[int, Fraction]], str | None]:
    """Return how far all things lie from one, along each axis, where that is known exactly, and the unit; None for two units."""
    steps: dict[int, list[tuple[int, dict[int, Fraction]]]] = {}
    level: dict[tuple[int, ...], set[str]] = {}
    units = set[str]()
    for one in statements:
        if one.compound is not None or len(one.args) != 2 or not all(part in DIRECTIONS for part in parts(one.relation)):
            continue
        if one.property("negated"):
            level.setdefault(one.args, set()).add(str(one.relation))
        lengths = one.property("distance")
        if one.property("negated") or one.property("relations") != "complete" or not lengths or None in lengths:
            continue
        units.add(str(one.property("unit", "")))
        offset = {
            DIRECTIONS[part][0]: DIRECTIONS[part][1] * length for part, length in zip(parts(one.relation), lengths, strict=True)
        }
        steps.setdefault(one.args[1], []).append((one.args[0], offset))
        steps.setdefault(one.args[0], []).append((one.args[1], {axis: -length for axis, length in offset.items()}))
    for (one_, other), labels in level.items():
        if any(labels >= set(four) for four in (("left", "right", "above", "below"), ("left", "right", "in front", "behind"))):
            steps.setdefault(one_, []).append((other, {}))
            steps.setdefault(other, []).append((one_, {}))
    found: dict[int, dict[int, Fraction]] = {tail: {}}
    left = [tail]
    while left:
        here = left.pop()
        for there, offset in steps.get(here, ()):
            if there not in found:
                whole = found[here]
                found[there] = {axis: whole.get(axis, Fraction(0)) + offset.get(axis, Fraction(0)) for axis in {*whole, *offset}}
                left.append(there)
    return found, None if len(units) > 1 else units.pop() if units else ""
