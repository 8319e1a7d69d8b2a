"""A story of headings as rows of integers, which both backends read.

Statements, X the first argument. Angles are in degrees, multiples of 15, clockwise from north; a *pointer* is whatever has a
heading: a person, a vehicle, a hand that points, a mirror (the way its glass looks).

``heads:90``, ``towards:north-east``
    X heads exactly that way; by a compass point, where a slanted one means all between its two axes.
``turned:270``
    X heads so many degrees clockwise of Y.
``looks at``, ``looks away``
    X faces Y, or has Y behind.
``lies:270``, ``bearing:90``
    X lies from Y in the direction so many degrees clockwise of where Y heads, or of north. The property `distance` is a
    `Fraction`; without it the length is not known. Distance 0 says that both are in one place.
``raised:0``
    X hangs at Y in an upright plane, so many degrees from straight up; `distance` as before. A story has either such places or
    the others.
``image``
    X is what the mirror Z shows of Y.
``at``
    X is at the properties `latitude` and `longitude`, `Fraction` degrees, north and east positive.

Claims of options: ``heads`` and ``towards`` as above; ``north-east`` (X beyond Y on both axes), ``due north`` (the
other coordinate the same), ``north`` (nearer to that axis than to any other of the eight; see `encodings/headings.lp`),
``higher``, ``lower``, ``level``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Final, TypeAlias

from qsr.errors import NotCovered
from qsr.logic import Relation
from qsr.seats import COMPASS, Claim
from qsr.story import Question, Statement, Story
from qsr.theories.answers import quote

__all__ = ["STEP", "STEPS", "Facts", "Row", "read_facts"]

Row: TypeAlias = tuple[int, ...]

#: Degrees of one step of an angle, and how many steps make a turn.
STEP: Final = 15
STEPS: Final = 360 // STEP
#: Degrees of the globe are counted in parts this fine at most: half seconds.
_FINEST: Final = 7_200
_HEIGHTS: Final = {"lower": -1, "level": 0, "higher": 1}
_AXES: Final = {"east": (0, 1), "west": (0, -1), "north": (1, 1), "south": (1, -1)}
#: Relation -> how many entities it takes; those with an angle, and those that make their first argument a pointer.
_ARITY: Final = {
    "heads": 1,
    "towards": 1,
    "at": 1,
    "turned": 2,
    "looks at": 2,
    "looks away": 2,
    "lies": 2,
    "bearing": 2,
    "raised": 2,
    "image": 3,
}
_PROPERTIES: Final = {"lies": {"distance"}, "bearing": {"distance"}, "raised": {"distance"}, "at": {"latitude", "longitude"}}
#: Relation -> which of its arguments have headings.
_POINTERS: Final = {"heads": (0,), "towards": (0,), "turned": (0, 1), "looks at": (0,), "looks away": (0,), "lies": (1,)}


@dataclass(slots=True)
class Facts:
    """Rows by predicate of `encodings/headings.lp`; `letters` are all options in order, `none` those that deny the others."""

    rows: defaultdict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    letters: tuple[str, ...] = ()
    none: frozenset[str] = frozenset()


def read_facts(story: Story, question: Question | None = None, statements: Iterable[Statement] | None = None) -> Facts:
    """Return the rows of statements, the story's own if none are given, and of a question's options.

    Raise NotCovered for what has no meaning here.
    """
    facts = Facts()
    said = list(story.statements if statements is None else statements)
    for statement in said:
        if set(dict(statement.properties)) - _PROPERTIES.get(statement.relation.name, set()):
            raise NotCovered(f"not covered: what {quote(story, statement.id)} adds to its relation")
    lengths = [length for one in said if (length := _length(one)) is not None]
    if any(length < 0 for length in lengths):
        raise NotCovered("not covered: lengths below zero")
    denominators = lcm(*(length.denominator for length in lengths))
    unit = Fraction(denominators, gcd(*(int(length * denominators) for length in lengths)) or 1)
    degrees = [angle for one in said if one.relation == "at" for _, angle in one.properties]
    grain = 2 * lcm(*(angle.denominator for angle in degrees))
    if grain > _FINEST:
        raise NotCovered("not covered: degrees finer than seconds")
    facts.rows["turn"] = [(360 * grain,)] if degrees else []
    for statement in said:
        _state(facts, story, statement, unit, grain)
    _hang(facts)
    if len({one.relation.name == "raised" for one in said if one.relation.name in ("lies", "bearing", "raised")}) > 1:
        raise NotCovered("not covered: heights beside places on a plan")
    if question is not None:
        _ask(facts, question)
    pointers = {row[0] for row in facts.rows.pop("pointer", [])}
    facts.rows["pointer"] = [(pointer,) for pointer in sorted(pointers)]
    return facts


def _state(facts: Facts, story: Story, statement: Statement, unit: Fraction, grain: int) -> None:
    name, detail = statement.relation.name, _detail(statement.relation)
    key, args = statement.id, statement.args
    if _ARITY.get(name) != len(args) or len(set(args)) != len(args) or not _fits(name, detail):
        raise NotCovered(f"not covered: {quote(story, key)}, which says {statement.relation!r}")
    rows = facts.rows
    rows["pointer"] += [(args[place],) for place in _POINTERS.get(name, range(3) if name == "image" else ())]
    length = _length(statement)
    match name:
        case "heads":
            rows[name].append((key, *args, _steps(detail)))
        case "towards":
            rows[name].append((key, *args, COMPASS[detail] // STEP))
        case "turned":
            rows[name].append((key, *args, _steps(detail)))
        case "looks at" | "looks away":
            rows["looks"].append((key, *args, 0 if name == "looks at" else STEPS // 2))
        case "lies" | "bearing":
            rows[name].append((key, *args, _steps(detail), -1 if length is None else int(length * unit)))
        case "raised":
            # The second axis, which is north on a plan, is up in an upright plane.
            rows["bearing"].append((key, *args, _steps(detail), -1 if length is None else int(length * unit)))
        case "at":
            latitude, longitude = statement.property("latitude"), statement.property("longitude")
            if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:
                raise NotCovered(f"not covered: {quote(story, key)}, which names no place on the globe")
            rows[name].append((key, *args, int(latitude * grain), int(longitude * grain)))
        case _:
            rows[name].append((key, *args))


def _length(statement: Statement) -> Fraction | None:
    """Return how far apart the places of a statement are, where it says so."""
    (length,) = statement.property("distance") or (None,)
    return length if isinstance(length, Fraction) else None


def _detail(relation: str) -> str:
    """Return the parameter of a relation, as written; empty where it has none."""
    return "".join(map(str, (relation if isinstance(relation, Relation) else Relation.of(relation)).parameters))


def _fits(name: str, detail: str) -> bool:
    if name in ("heads", "turned", "lies", "bearing", "raised"):
        return detail.isdecimal() and len(detail) <= 3 and int(detail) < 360 and int(detail) % STEP == 0
    if name == "towards":
        return detail in COMPASS
    return not detail


def _steps(detail: str) -> int:
    return int(detail) // STEP


def _hang(facts: Facts) -> None:
    """Raise NotCovered unless the places form trees, each hanging on one other, apart from those on the globe."""
    legs = {row[1]: row[2] for row in facts.rows["lies"] + facts.rows["bearing"]}
    if len(legs) < len(facts.rows["lies"]) + len(facts.rows["bearing"]):
        raise NotCovered("not covered: a place that is said to lie from two others")
    for start in legs:
        seen, place = {start}, legs[start]
        while place in legs and place not in seen:
            seen.add(place)
            place = legs[place]
        if place in seen:
            raise NotCovered("not covered: places that lie from each other in a circle")
    placed = [row[1] for row in facts.rows["at"]]
    if len(set(placed)) < len(placed) or {*legs, *legs.values()}.intersection(placed):
        raise NotCovered("not covered: a place on the globe that is given twice")


def _ask(facts: Facts, question: Question) -> None:
    properties = dict(question.properties)
    if question.form != "options" or "claims" not in properties:
        raise NotCovered(f"not covered: a question of form {question.form!r} without claims")
    claims: dict[str, Sequence[Claim]] = dict(properties["claims"])
    facts.letters = question.candidates
    facts.none = frozenset(properties.get("none", ()))
    numbered: dict[tuple[str, tuple[int, ...]], int] = {}
    for place, letter in enumerate(question.candidates):
        if letter in facts.none:
            continue
        if not claims.get(letter):
            raise NotCovered(f"not covered: option {letter} claims nothing")
        facts.rows["letter"].append((place,))
        for claim in claims[letter]:
            key = (claim.relation, claim.args)
            if key not in numbered:
                numbered[key] = len(numbered)
                _claim(facts, numbered[key], claim)
            facts.rows["denies" if claim.denied else "needs"].append((place, numbered[key]))


def _claim(facts: Facts, key: int, claim: Claim) -> None:
    name, detail = Relation.of(claim.relation).name, _detail(claim.relation)
    args, rows = claim.args, facts.rows
    signs = _signs(name.removeprefix("due ")) if name.removeprefix("due ") in _AXES or name in COMPASS else None
    if len(set(args)) == len(args) == 1 and name in ("heads", "towards") and _fits(name, detail):
        value = _steps(detail) if name == "heads" else COMPASS[detail] // STEP
        rows[f"claims_{name}"].append((key, *args, value))
        rows["pointer"].append(args)
    elif len(set(args)) == len(args) == 2 and name in _HEIGHTS and not detail:
        rows["claims_side"].append((key, *args, 1, _HEIGHTS[name]))
    elif len(set(args)) == len(args) == 2 and signs is not None and not detail:
        if name in _AXES:
            rows["claims_near"].append((key, *args, *_AXES[name]))
        else:
            rows["claims_signs"].append((key, *args, *signs))
    else:
        raise NotCovered(f"not covered: an option that claims {claim.relation!r} of {len(args)}")
    if len(args) == 2:
        _joined(facts, args)


def _joined(facts: Facts, args: tuple[int, ...]) -> None:
    """Raise NotCovered unless both places are on the globe, or hang on the same place."""
    legs = {row[1]: row[2] for row in facts.rows["lies"] + facts.rows["bearing"]}
    globe = {row[1] for row in facts.rows["at"]}
    roots = []
    for place in args:
        while place in legs:
            place = legs[place]
        roots.append(place)
    if not globe.issuperset(args) and roots[0] != roots[1]:
        raise NotCovered("not covered: two places of which the text never says how they lie")


def _signs(point: str) -> tuple[int, int]:
    """Return the signs east and north of a compass point.

    >>> _signs("south-east"), _signs("west")
    ((1, -1), (-1, 0))
    """
    signs = dict(_AXES[name] for name in point.split("-"))
    return signs.get(0, 0), signs.get(1, 0)
