"""The backend ``"direct"``: headings by propagation and trial, places by exact sums; shares no rule with the encoding.

A *scene* gives every pointer its heading. Most stories have one; a heading that the text leaves open is tried at every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, TypeAlias

from qsr.errors import LimitReached, NotCovered
from qsr.solvers.protocol import Deadline
from qsr.theories.headings.facts import STEPS, Facts
from qsr.theories.headings.offsets import Surd, sine
from qsr.theories.protocol import Limits

__all__ = ["Direct", "Outcome", "Scene", "breaches", "scenes"]

#: Pointer -> its heading in steps.
Scene: TypeAlias = dict[int, int]

#: Scenes that are tried for one question.
_MOST: Final = 20_000
_HALF: Final = STEPS // 2
_QUARTER: Final = STEPS // 4
#: Signs of the way from one place to another that legs of unknown length leave open, under trial.
_Open: TypeAlias = Mapping[tuple[int, int, int], int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether there is a scene, and the letters that hold in some and in every one."""

    consistent: bool
    possible: frozenset[str] = frozenset()
    entailed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Direct:
    """Decides the options of a question."""

    limits: Limits

    def __call__(self, facts: Facts) -> Outcome:
        """Return what holds; raise NotCovered where an option's words are too vague for the scene, LimitReached at a limit."""
        found: list[frozenset[int]] = []
        for scene in scenes(facts, Deadline(self.limits.seconds)):
            places = _Places(facts, scene)
            if len(found) > _MOST:
                raise LimitReached(f"more than {_MOST} scenes; the text leaves too many headings open")
            keys = sorted(key for key in _axes_asked(facts) if places.side(*key) is None)
            for signs in product((-1, 0, 1), repeat=len(keys)):
                true = _claims(facts, scene, places, dict(zip(keys, signs, strict=True)))
                found.append(
                    frozenset(
                        place
                        for (place,) in facts.rows["letter"]
                        if all(true[key] for letter, key in facts.rows["needs"] if letter == place)
                        and not any(true[key] for letter, key in facts.rows["denies"] if letter == place)
                    )
                )
        if not found:
            return Outcome(False)
        possible, entailed = frozenset.union(*found), frozenset.intersection(*found)
        return Outcome(True, *(frozenset(facts.letters[place] for place in chosen) for chosen in (possible, entailed)))


# ---------------------------------------------------------------- headings


def scenes(facts: Facts, deadline: Deadline | None = None) -> Iterator[Scene]:
    """Yield every scene of the statements, in ascending order of the headings first left open."""
    pointers = sorted(pointer for (pointer,) in facts.rows["pointer"])

    def search(scene: Scene) -> Iterator[Scene]:
        (deadline or Deadline()).check()
        _propagate(facts, scene)
        unset = next((pointer for pointer in pointers if pointer not in scene), None)
        if unset is not None:
            for heading in range(STEPS):
                if not breaches(facts, extended := {**scene, unset: heading}):
                    yield from search(extended)
        elif not breaches(facts, scene):
            yield scene

    yield from search({})


def _propagate(facts: Facts, scene: Scene) -> None:
    """Add the headings that follow from those known."""
    rows = facts.rows
    before = -1
    while before < len(scene):
        before = len(scene)
        for _, x, heading in rows["heads"]:
            scene.setdefault(x, heading)
        for _, x, y, turn in rows["turned"]:
            if y in scene:
                scene.setdefault(x, (scene[y] + turn) % STEPS)
            elif x in scene:
                scene[y] = (scene[x] - turn) % STEPS
        for _, x, y, mirror in rows["image"]:
            if mirror in scene and (x in scene) != (y in scene):
                known, other = (x, y) if x in scene else (y, x)
                scene[other] = (2 * scene[mirror] + _HALF - scene[known]) % STEPS
        for _, x, y, turn in rows["looks"]:
            if x not in scene and (way := _direction(facts, scene, y, x)) is not None:
                scene[x] = (way - turn) % STEPS


def breaches(facts: Facts, scene: Scene) -> list[int]:
    """Return the ids of the statements that a scene breaks, as far as it goes.

    Raise NotCovered where a complete scene leaves open in which direction that lies what somebody looks at.
    """
    rows = facts.rows
    complete = len(scene) == len(rows["pointer"])
    broken = [row[0] for row in rows["heads"] if scene.get(row[1], row[2]) != row[2]]
    broken += [row[0] for row in rows["towards"] if row[1] in scene and not _within(row[2], scene[row[1]])]
    for key, x, y, turn in rows["turned"]:
        if x in scene and y in scene and (scene[y] + turn - scene[x]) % STEPS:
            broken.append(key)
    for key, x, y, mirror in rows["image"]:
        if x in scene and y in scene and mirror in scene and (2 * scene[mirror] + _HALF - scene[x] - scene[y]) % STEPS:
            broken.append(key)
    for key, x, y, turn in rows["looks"]:
        way = _direction(facts, scene, y, x)
        if way is None and complete:
            raise NotCovered("not covered: somebody faces what lies in a direction that the text leaves open")
        if way is not None and x in scene and (scene[x] + turn - way) % STEPS:
            broken.append(key)
    return broken


def _within(point: int, heading: int) -> bool:
    """Tell whether a heading lies in a compass point: an axis exactly, a slanted one between its axes."""
    return heading == point if point % _QUARTER == 0 else heading // _QUARTER == point // _QUARTER and heading % _QUARTER != 0


# ---------------------------------------------------------------- places


def _legs(facts: Facts, scene: Scene) -> dict[int, tuple[int, int | None, int]]:
    """Return place -> the place it hangs on, the bearing from there (None where a heading is open), the length or -1."""
    legs: dict[int, tuple[int, int | None, int]] = {x: (y, way, length) for _, x, y, way, length in facts.rows["bearing"]}
    for _, x, y, turn, length in facts.rows["lies"]:
        legs[x] = (y, (scene[y] + turn) % STEPS if y in scene else None, length)
    return legs


def _path(facts: Facts, scene: Scene, x: int, y: int) -> list[tuple[int | None, int]] | None:
    """Return bearings and lengths of the legs that lead from Y to X; None where nothing joins them."""
    legs = _legs(facts, scene)

    def down(place: int) -> dict[int, tuple[int | None, int]]:
        taken: dict[int, tuple[int | None, int]] = {}
        while place in legs:
            parent, way, length = legs[place]
            taken[place] = (way, length)
            place = parent
        return {**taken, -1: (place, 0)}

    to_x, to_y = down(x), down(y)
    if to_x.pop(-1) != to_y.pop(-1):
        return None
    path = [leg for place, leg in to_x.items() if place not in to_y]
    for place, (way, length) in to_y.items():
        if place not in to_x:
            path.append((None if way is None else (way + _HALF) % STEPS, length))
    return path


def _direction(facts: Facts, scene: Scene, x: int, y: int) -> int | None:
    """Return the bearing of X from Y where all the legs between them run one way; None otherwise."""
    path = _path(facts, scene, x, y)
    ways = {way for way, length in path or () if length != 0}
    return ways.pop() if len(ways) == 1 else None


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the places of one scene lie from each other."""

    facts: Facts
    scene: Scene

    def length(self, x: int, y: int, axis: int) -> Surd | None:
        """Return how far X lies from Y along an axis (0 east, 1 north); None where lengths are not known."""
        globe = {place: (longitude, latitude) for _, place, latitude, longitude in self.facts.rows["at"]}
        if x in globe:
            there = globe[x][axis] - globe[y][axis]
            if axis == 0:
                turn = self.facts.rows["turn"][0][0]
                there = (there + turn // 2) % turn - turn // 2
            return Surd((Fraction(there), Fraction(0), Fraction(0), Fraction(0)))
        path = _path(self.facts, self.scene, x, y) or []
        return None if any(length < 0 for _, length in path) else _sum(path, axis)

    def is_half_way(self, x: int, y: int) -> bool:
        """Tell whether two places are half way round the globe from each other, so that neither is the more eastern."""
        turn = self.facts.rows["turn"]
        across = self.length(x, y, 0) if turn else None
        return across is not None and abs(across.parts[0]) * 2 == turn[0][0] and any(row[1] == x for row in self.facts.rows["at"])

    def side(self, x: int, y: int, axis: int) -> int | None:
        """Return the sign of that length; None where it is open."""
        known = self.length(x, y, axis)
        if known is not None:
            return known.sign
        path = _path(self.facts, self.scene, x, y) or []
        pulls = {_along(way, axis).sign for way, length in path if length < 0} - {0}
        pulls |= {_sum([leg for leg in path if leg[1] >= 0], axis).sign} - {0}
        return pulls.pop() if len(pulls) == 1 else None if pulls else 0


def _along(way: int | None, axis: int) -> Surd:
    return sine((way or 0) + axis * _QUARTER)


def _sum(path: list[tuple[int | None, int]], axis: int) -> Surd:
    return sum((_along(way, axis).times(length) for way, length in path), start=Surd())


# ---------------------------------------------------------------- claims


def _axes_asked(facts: Facts) -> set[tuple[int, int, int]]:
    both = facts.rows["claims_signs"] + facts.rows["claims_near"]
    asked = {(x, y, axis) for _, x, y, _, _ in both for axis in (0, 1)}
    return asked | {(x, y, axis) for _, x, y, axis, _ in facts.rows["claims_side"]}


def _claims(facts: Facts, scene: Scene, places: _Places, tried: _Open) -> dict[int, bool]:
    rows = facts.rows

    def side(x: int, y: int, axis: int) -> int:
        known = places.side(x, y, axis)
        return tried[x, y, axis] if known is None else known

    true = {key: scene[x] == heading for key, x, heading in rows["claims_heads"]}
    true |= {key: _within(point, scene[x]) for key, x, point in rows["claims_towards"]}
    halved = rows["claims_signs"] + rows["claims_near"] + [row for row in rows["claims_side"] if row[3] == 0]
    if any(places.is_half_way(x, y) for _, x, y, _, _ in halved):
        raise NotCovered("not covered: which of two places half way round the globe from each other is the more eastern")
    true |= {key: side(x, y, 0) == east and side(x, y, 1) == north for key, x, y, east, north in rows["claims_signs"]}
    true |= {key: side(x, y, axis) == sign for key, x, y, axis, sign in rows["claims_side"]}
    for key, x, y, axis, sign in rows["claims_near"]:
        true[key] = side(x, y, axis) == sign and _near(places, x, y, axis, side(x, y, 1 - axis))
    return true


def _near(places: _Places, x: int, y: int, axis: int, across: int) -> bool:
    """Tell whether a side is nearer to its axis than to any other of the eight compass points."""
    if across == 0:
        return True
    ahead, aside = places.length(x, y, axis), places.length(x, y, 1 - axis)
    if ahead is None or aside is None:
        raise NotCovered("not covered: whether a slanted direction of unknown lengths still counts as along one axis")
    ahead, aside = abs(ahead), abs(aside)
    if (ahead.times_root_of_two() - ahead - aside).sign > 0:
        return True
    if (aside.times_root_of_two() - aside - ahead).sign > 0:
        return False
    raise NotCovered("not covered: whether a slanted direction still counts as along one axis")
