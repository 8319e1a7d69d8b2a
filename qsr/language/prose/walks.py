"""What a story comes to in which somebody walks: where the places are that he came to, where he is, and which way he looks.

The steps (`qsr.language.prose.walking`) are added up by plain arithmetic, per walker and between places with names: of each the
story then says how it lies from the one before, exactly where all is known of an axis, the direction where no more is, and
nothing where legs of unknown lengths lead both ways. So what is told of a walk and where other things are share one map. A walker
of whom no point of the compass is told has a map of his own, as he looks at the end: ahead of him, behind him, left and right.

Where more happens than walks (something is taken, carried, put down), and where it is asked in which place he is, or was, his
steps are events as all others: he comes to places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from qsr.language import kinds
from qsr.language.prose.viewers import CLOCK, by_quarters, facing
from qsr.language.words import head_of, noun_key
from qsr.logic import Relation
from qsr.relations import EVENTS, join, parts
from qsr.story import Span, Statement

__all__ = ["POINTS", "START", "WALK", "begun", "is_step", "unwalked", "walked"]

WALK: Final = "walk"
#: What the place is called where a walk begins of which nobody says where.
START: Final = "starting place"
POINTS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
#: Directions of the eighths of a full turn, to the right and up the map; on the axes of a map, and of somebody who looks up it.
_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_MAP: Final = (("left", "right"), ("below", "above"))
_OWN: Final = (("left", "right"), ("in front", "behind"))
_RELATIVE: Final = {"": 0, "ahead": 0, "right": 2, "back": 4, "left": 6}
_BOARD: Final = {"up": 0, "right": 2, "down": 4, "left": 6}
#: Where somebody is who is said to be there before he sets out.
_AT: Final = frozenset({"named:at", "named:on", "above"})
_GOES: Final = frozenset({"goes to", "moves to"})
_AWAY: Final = frozenset({"leaves", "goes away", "strays"})
_CONCLUDED: Final = ("view", ())
#: Looking so he has what he looks at straight before him, unless that is a place that he is in.
_AHEAD: Final = frozenset({"named:face", "named:look at", "named:look towards", "named:watch"})
_AROUND: Final = frozenset({"place", "region", "road", "room"})
_HOLDING: Final = frozenset({"region", "room"})


def is_step(statement: Statement) -> bool:
    """Tell whether a statement is a step of a walk."""
    return statement.compound is None and statement.relation.name == WALK


@dataclass(slots=True)
class _Along:
    """How far on an axis: a number, and whether unknown lengths are added, or taken away."""

    known: Fraction = Fraction(0)
    plus: bool = False
    minus: bool = False

    @property
    def sign(self) -> int | None:
        """Return 1, 0 or -1, None where it is open."""
        if self.plus and self.minus:
            return None
        if self.plus:
            return 1 if self.known >= 0 else None
        if self.minus:
            return -1 if self.known <= 0 else None
        return (self.known > 0) - (self.known < 0)

    @property
    def length(self) -> Fraction | None:
        """Return how far it is, None where that is open."""
        return None if self.plus or self.minus else abs(self.known)


@dataclass(slots=True)
class _Walker:
    """A walker as he goes; `heading` is counted in eighths clockwise on the map `frame`: of the compass, a board, or his own."""

    who: int
    names: Sequence[str]
    frame: str = ""
    heading: int | None = None
    anchor: int | None = None
    axes: tuple[_Along, _Along] = field(default_factory=lambda: (_Along(), _Along()))
    last: int | None = None
    moved: bool = False
    open_: bool = False
    unit: str = ""
    span: Span = (0, 0)
    moves: int = 0
    #: Where he was first; what he faced, with his heading then; what he had on his sides, beside what; what else was so of him.
    first: int | None = None
    been: list[int] = field(default_factory=list)
    faced: list[tuple[Statement, int]] = field(default_factory=list)
    seen: list[tuple[Statement, int, int | None, int]] = field(default_factory=list)
    besides: list[tuple[Statement, int]] = field(default_factory=list)
    #: What is said of places on his map: head, tail, axes, unit, span; it is told when his last heading is known.
    told: list[tuple[int, int, tuple[_Along, _Along], str, Span, bool]] = field(default_factory=list)

    def step(self, one: Statement) -> None:
        """Take a step."""
        self.span = one.span
        _, kind, *rest = str(one.relation).split(":")
        place = one.args[1] if one.args[1] != self.who else None
        if kind == "start":
            self.is_at(one.args[1], begins=True)
        elif kind == "face":
            self._turn_to("compass", POINTS.index(rest[0]))
        elif kind == "turn":
            self._own()
            self.heading = None if self.heading is None else (self.heading + int(rest[0])) % 8
        elif kind == "at":
            if self.anchor != one.args[1] or self._is_away():
                if not self.open_:
                    self._go(self.heading, "", "")
                self.is_at(one.args[1])
        elif kind == "reach":
            self.is_at(one.args[1])
        else:
            way, length, unit = rest
            self._go(self._way(way), length, unit)
            if place is not None:
                self.is_at(place)

    def _own(self) -> None:
        """See to it that he has a heading: on a map of his own where no other is told."""
        if not self.frame:
            self._turn_to("own", 0)

    def _way(self, way: str) -> int | None:
        """Return in which direction a leg leads, and turn him that way where he goes by the compass."""
        if way in POINTS:
            self._turn_to("compass", POINTS.index(way))
            return self.heading
        if way in ("up", "down") or (self.frame == "board" and way in _BOARD):
            if self.frame not in ("", "board"):
                return None
            self.frame = "board"
            return _BOARD[way]
        if way not in _RELATIVE:
            self.heading = None
            return None
        self._own()
        if self.heading is None:
            return None
        if way == "back" and self.last is not None and self.heading in (self.last, (self.last + 4) % 8):
            self.heading, found = None if self.heading == self.last else self.heading, (self.last + 4) % 8
            return found
        found = (self.heading + _RELATIVE[way]) % 8
        if way == "back":
            self.heading = None  # whether he turned round is open
        return found

    def _turn_to(self, frame: str, heading: int) -> None:
        if self.frame not in ("", frame):
            # What he did before lies on another map.
            if self._is_away():
                self._lose()
            self.told.clear()
            self.faced.clear()
            self.last = None
        self.frame, self.heading = frame, heading

    def _go(self, direction: int | None, length: str, unit: str) -> None:
        self.moved, self.moves = True, self.moves + 1
        self.open_ = not length
        self.last = direction
        if direction is None:
            self._lose()
            return
        if length and self.unit and unit != self.unit:
            length = ""
        elif length:
            self.unit = unit
        straight = direction % 2 == 0
        for axis, sign in zip(self.axes, _STEPS[direction], strict=True):
            if length and straight:
                axis.known += sign * Fraction(length)
            elif sign:
                axis.plus, axis.minus = axis.plus or sign > 0, axis.minus or sign < 0

    def _lose(self) -> None:
        """Forget how he lies from the last place."""
        for axis in self.axes:
            axis.plus = axis.minus = True

    def _is_away(self) -> bool:
        return any(axis.sign != 0 for axis in self.axes)

    def is_at(self, place: int, *, begins: bool = False) -> None:
        """Have him come to a place, or set out from there."""
        if self.anchor is not None and not (begins and place != self.anchor and not self._is_away() and not self.moved):
            self._tell(place)
        self.anchor, self.axes, self.open_ = place, (_Along(), _Along()), False
        self.been.append(place)
        self.first = place if self.first is None or not self.moved else self.first

    def _tell(self, head: int) -> None:
        if self.anchor is not None and (self.anchor != head or self._is_away()):
            moved = self.anchor != head
            self.told.append((head, self.anchor, self.axes, self.unit, self.span, moved))

    def event(self, one: Statement) -> None:
        """Have him go somewhere, nobody says which way."""
        self.span = one.span
        if one.relation == "leaves":
            self.is_at(one.args[1], begins=True)
        elif one.relation in _GOES:
            self.heading = None
            self._go(None, "", "")
            self.is_at(one.args[1])
        else:
            self.heading = None
            self._go(None, "", "")

    def sees(self, one: Statement) -> None:
        """Take note of what he has on a side where he is now."""
        _, tail, _ = one.args
        landmark = self.anchor if tail == self.who and self.moved and self.anchor is not None and not self._is_away() else tail
        self.seen.append((one, landmark, self.heading, self.moves))

    def looks(self, one: Statement) -> None:
        """Take note of what he faces: a point of the compass, or a thing, as long as he does not turn."""
        name = self.names[one.args[1]]
        if name in POINTS:
            self._turn_to("compass", POINTS.index(name))
        else:
            self._own()
            self.faced.append((one, -1 if self.heading is None else self.heading))

    def is_so(self, one: Statement) -> None:
        """Take note of what else is so of him, until he moves."""
        self.besides.append((one, self.moves))

    def ended(self) -> Iterator[Statement]:
        """Yield what his walk comes to."""
        self._tell(self.who)
        for place in dict.fromkeys((self.anchor, *self.been)):
            if place is not None and (self.moved or place == self.anchor):
                denied = (("negated", True),) if place != self.anchor or self._is_away() else ()
                properties = tuple(sorted((*denied, _CONCLUDED)))
                if not denied or self._is_apart(place):
                    yield Statement(0, Relation("named", "at"), (self.who, place), self.span, properties)
        yield from (one for one, moves in self.besides if moves == self.moves)
        for one, heading in self.faced:
            if heading == self.heading and not self.moved:
                yield one
            elif heading >= 0 and self.heading is not None and heading != self.heading:
                properties = tuple(sorted((("negated", True), _CONCLUDED)))
                yield Statement(0, one.relation, one.args, one.span, properties)
            seen = set(kinds.kinds(head_of(self.names[one.args[1]])))
            within = set() if self.first is None else set(kinds.kinds(head_of(self.names[self.first])))
            places = _AROUND & seen or _HOLDING & within  # what he looks at may be in the room where he is
            if heading >= 0 and self.first is not None and one.relation in _AHEAD and not places:
                axes = _Along(), _Along()
                for axis, sign in zip(axes, _STEPS[heading], strict=True):
                    axis.plus, axis.minus = sign > 0, sign < 0
                yield from self._lies(one.args[1], self.first, axes, "", one.span, apart=True)
        for head, tail, axes, unit, span, apart in self.told:
            yield from self._lies(head, tail, axes, unit, span, apart=apart)
        for one, landmark, looking, moves in self.seen:
            if landmark != self.who or moves == self.moves:
                yield from self._sided(one, landmark, looking)
        if self.frame == "compass" and self.heading is not None and POINTS[self.heading] in self.names:
            bearing = self.names.index(POINTS[self.heading])
            yield Statement(0, Relation("named", "face"), (self.who, bearing), self.span, (_CONCLUDED,))

    def _is_apart(self, place: int) -> bool:
        """Tell whether he is surely not at a place where he has been."""
        sums = [_Along(), _Along()]
        for head, tail, axes, *_ in reversed(self.told):
            for total, axis in zip(sums, axes, strict=True):
                total.known += axis.known
                total.plus, total.minus = total.plus or axis.plus, total.minus or axis.minus
            if tail == place and head != place:
                return any(axis.sign not in (0, None) for axis in sums)
        return False

    def _sided(self, one: Statement, landmark: int, heading: int | None) -> Iterator[Statement]:
        """Yield on which side of him, or of something, he had a thing, on his map as it is at the end."""
        if not self.frame and landmark == one.args[1]:
            yield one
        elif heading is not None and heading % 2 == 0 and self.frame in ("compass", "own"):
            last: int | None = 0
            if self.frame == "own":
                last = self.heading
            if last is None or last % 2:
                return
            turned = by_quarters(str(one.relation.parameters[0]), (heading - last) // 2)
            on_map = dict(zip(CLOCK, ("above", "right", "below", "left"), strict=True))
            label = turned if self.frame == "own" else join(on_map[part] for part in parts(turned) if part in on_map)
            given = [pair for pair in one.properties if pair[0] not in ("compass", "view")]
            yield self._said(label, (one.args[0], landmark), one.span, given)

    def _lies(
        self, head: int, tail: int, axes: tuple[_Along, _Along], unit: str, span: Span, *, apart: bool
    ) -> Iterator[Statement]:
        """Yield how one place lies from another."""
        signs, lengths = [axis.sign for axis in axes], [axis.length for axis in axes]
        sides = _OWN if self.frame == "own" else _MAP
        if self.frame == "own":
            if self.heading is None or self.heading % 2:
                return
            signs, lengths = _turned(signs, lengths, self.heading // 2)
        if not apart or not any(signs) or None in signs:
            # One at a time: an axis on which they are level, or nothing is known.
            for sign, length, pair in zip(signs, lengths, sides, strict=True):
                if sign == 0:
                    for label in pair:
                        yield self._said(label, (head, tail), span, (("negated", True),))
                elif sign is not None and apart:
                    far: list[tuple[str, Any]] = [] if length is None else [("distance", (length,)), *_unit(unit)]
                    yield self._said(pair[sign > 0], (head, tail), span, far)
            return
        found = {pair[sign > 0]: length for sign, length, pair in zip(signs, lengths, sides, strict=True) if sign}
        label = join(found)
        distances = tuple(found[part] for part in parts(label))
        given: list[tuple[str, Any]] = [("relations", "complete")]
        if any(one is not None for one in distances):
            given += [("distance", distances), *_unit(unit)]
        yield self._said(label, (head, tail), span, given)

    def _said(self, label: str, pair: tuple[int, int], span: Span, given: Iterable[tuple[str, Any]]) -> Statement:
        properties = [*given, _CONCLUDED]
        if self.frame == "own":
            return Statement(0, Relation("view", label), (*pair, self.who), span, tuple(sorted(properties)))
        if self.frame == "compass":
            properties.append(("compass", parts(label)))
        return Statement(0, Relation.of(label), pair, span, tuple(sorted(properties)))


def _turned(signs: list[int | None], lengths: list[Fraction | None], quarters: int) -> tuple[list[Any], list[Any]]:
    """Return offsets to the right and ahead of somebody who has turned by so many quarters clockwise."""
    for _ in range(quarters % 4):
        signs = [None if signs[1] is None else -signs[1], signs[0]]
        lengths = [lengths[1], lengths[0]]
    return signs, lengths


def _unit(unit: str) -> tuple[tuple[str, str], ...]:
    return (("unit", "m"),) if unit == "m" else ()


def _other_events(statements: Sequence[Statement], walkers: Iterable[int]) -> bool:
    """Tell whether more happens than that walkers come and go."""
    own = set(walkers)
    return any(
        one.relation in EVENTS and not (one.relation in _GOES | _AWAY and one.args[0] in own) for one in statements
    ) or any(one.property("ended") for one in statements)


def walked(statements: Sequence[Statement], names: Sequence[str], *, events: bool = False) -> list[Statement]:
    """Return the statements of a story with what its walks come to in place of their steps; with `events` these as such."""
    walkers = {one.args[0]: _Walker(one.args[0], names) for one in statements if is_step(one)}
    if not walkers:
        return list(statements)
    found: list[Statement] = []
    eventful = events or _other_events(statements, walkers)
    for one in statements:
        walker = walkers.get(one.args[0]) if one.args and one.compound is None else None
        beside = next((walkers[entity] for entity in one.args if entity in walkers), None)
        seen = walkers.get(one.args[-1]) if one.compound is None and one.relation.name == "view" else None
        if eventful:
            found += _event(one) if is_step(one) else [one]
        elif seen is not None:
            seen.sees(one)
        elif beside is None:
            found.append(one)
        elif walker is None or one.property("negated"):
            beside.is_so(one)
        elif is_step(one):
            walker.step(one)
        elif one.relation in _GOES | _AWAY:
            walker.event(one)
        elif one.relation in facing():
            walker.looks(one)
        elif one.relation in _AT and not walker.moved and len(one.args) == 2:
            walker.is_at(one.args[1], begins=True)
        elif one.relation in _AT:
            walker.is_at(one.args[1])
        else:
            walker.is_so(one)
    if not eventful:
        found += (one for walker in walkers.values() for one in walker.ended())
    return found


def _event(one: Statement) -> list[Statement]:
    """Return a step as an event: that he comes to a place, or is somewhere else."""
    kind = str(one.relation).split(":")[1]
    there = one.args[1] != one.args[0]
    if kind in ("turn", "face") or (kind == "start" and not there):
        return []
    relation = "named:at" if kind == "start" else "goes to" if there else "strays"
    args = one.args if there else (one.args[0], one.args[0])
    how = (("how", "at"),) if relation == "goes to" else ()
    return [Statement(0, Relation.of(relation), args, one.span, tuple(sorted((*how, _CONCLUDED))))]


def unwalked(statements: Sequence[Statement], settled: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return the statements of a story that are not among those of what it comes to."""
    kept = {id(one) for one in settled}
    return tuple(one for one in statements if id(one) not in kept)


def begun(found: Sequence[Statement], told: Sequence[Statement], entities: Any) -> list[Statement]:
    """Return the statements of a sentence with where a walk begins of which nobody said where."""
    made: list[Statement] = []
    for one in found:
        if is_step(one):
            who = one.args[0]
            for point in POINTS:
                entities.enter(point, point)
            name = f"{entities.names[who]}'s {START}"
            places = [said.args[1] for said in (*told, *made) if said.args[:1] == (who,) and _is_placed(said)]
            if places and not entities.is_known(noun_key(name)):
                entities.also_called(noun_key(name), places[0])
            elif not places and _kind(one) == "go":
                made.append(Statement(0, Relation(WALK, "start"), (who, entities.enter(noun_key(name), name)), one.span))
            elif not places and _is_placed(one):
                entities.also_called(noun_key(name), one.args[1])
        made.append(one)
    return made


def _kind(step: Statement) -> str:
    return str(step.relation).split(":")[1]


def _is_placed(one: Statement) -> bool:
    """Tell whether somebody is at a place by a statement, or comes there."""
    if one.compound is not None or one.property("negated") or len(one.args) != 2 or one.args[0] == one.args[1]:
        return False
    return is_step(one) or one.relation in _AT | _GOES or one.relation == "leaves"
