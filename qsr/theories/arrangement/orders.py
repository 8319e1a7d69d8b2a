"""What relations of an order mean: the one place where places on an axis are compared. No solver and no text is known here.

An axis is a name: age, price, rank, time, or x, y, z of the directions. It runs from what comes earlier to what comes later; x to
the right, y upwards, z towards the viewer. So left is before on x and right its converse, below is before on y and above its
converse, behind is before on z and in front its converse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, NamedTuple, TypeAlias

from qsr.errors import NotCovered
from qsr.logic import And, Atom, Formula, If, Relation, leaves
from qsr.relations import AXES, DIRECTIONS, parts
from qsr.story import MARKS, Question, Statement, Story
from qsr.theories.answers import quote
from qsr.theories.everyday import Manner

__all__ = [
    "AHEAD",
    "BACK",
    "BEFORE",
    "KINDS",
    "LEFT",
    "NAMED",
    "NEXT",
    "OF_A_THIRD",
    "PLANES",
    "RIGHT",
    "SAME",
    "SIDES",
    "TURN",
    "Order",
    "Places",
    "Turn",
    "holds",
    "labels",
    "laws",
    "meant",
    "refuse_others",
    "supposing",
    "things",
]

#: Relation of three things: where the head is for who stands at the second and looks at the third.
TURN: Final = "turn"
LEFT, RIGHT, AHEAD, BACK = SIDES = ("left", "right", "ahead", "back")
BEFORE, NEXT, SAME = KINDS = ("before", "next before", "same")
#: Relation of which nothing is known but the word that is its parameter, and whether it is `MUTUAL`: opposite, along, at.
NAMED, MUTUAL = "named", "mutual"
#: Orders of which each third thing has its own -> what they are called: the head is nearer to
#: it than the tail is, or comes sooner on it.
OF_A_THIRD: Final = {"nearer": "distance from", "sooner": "way along"}
_SIDED: Final = [(side,) for side in SIDES]
#: Parameters of a side of a line behind the side -> the axes of its plane: that of the directions, or one without a known north.
PLANES: Final[dict[tuple[Any, ...], tuple[str, str]]] = {(): AXES[:2], ("apart",): ("across", "along")}
#: The head lies lower than the tail.
HIGHER: Final = f"{BEFORE}:altitude"
#: Relation with the name of an axis as its parameter -> its kind, and whether head and tail change places.
RELATIONS: Final = {BEFORE: (BEFORE, False), "after": (BEFORE, True), NEXT: (NEXT, False), SAME: (SAME, False)}

#: Axis -> thing -> its place there, as a number.
Places: TypeAlias = Mapping[str, Mapping[int, int | Fraction]]


class Order(NamedTuple):
    """On an axis the head lies before the tail, directly before it, or at the same place."""

    kind: str
    axis: str
    head: int
    tail: int


class Turn(NamedTuple):
    """In the plane of two axes the head lies on one of `SIDES`, strictly, for who stands at the start and looks at the end.

    Left and right are those of the line through start and end, ahead and back those of its perpendicular through the start.
    """

    side: str
    head: int
    start: int
    end: int
    axes: tuple[str, str] = AXES[:2]


def meant(atom: Atom) -> tuple[Order | Turn, ...]:
    """Return what a relation says, all of which holds where it does; raise NotCovered for one that is no order of two things.

    A relation of which nothing is known but its name has an axis of its own for each pair, on which the head lies before the
    tail where it holds: nothing follows from it but itself and, where it is mutual, its converse. It never holds of a thing and
    itself.

    >>> meant(Atom(Relation("before", "age"), (0, 1))), meant(Atom(Relation("above"), (0, 1)))
    ((Order(kind='before', axis='age', head=0, tail=1),), (Order(kind='before', axis='y', head=1, tail=0),))
    """
    relation, args = atom.relation, atom.args
    if len(args) == 2:
        match relation.parameters:
            case (str(axis),) if axis and relation.name in RELATIONS:
                kind, turned = RELATIONS[relation.name]
                return (Order(kind, axis, *(args[::-1] if turned else args)),)
            case (str(word), *mutual) if relation.name == NAMED and mutual in ([], [MUTUAL]):
                one, other = sorted(args) if mutual else args
                return (Order(BEFORE, f"{word} ({one}, {other})", one, other),)
            case () if all(name in DIRECTIONS for name in parts(relation)):
                found = (DIRECTIONS[name] for name in parts(relation))
                return tuple(Order(BEFORE, AXES[axis], *(args if sign < 0 else args[::-1])) for axis, sign in found)
    if len(args) == 3 and relation in OF_A_THIRD:
        return (Order(BEFORE, f"{OF_A_THIRD[relation]} ({args[2]})", *args[:2]),)
    if len(args) == 3 and relation.name == TURN and relation.parameters[:1] in _SIDED and relation.parameters[1:] in PLANES:
        return (Turn(str(relation.parameters[0]), *args, PLANES[relation.parameters[1:]]),)
    raise NotCovered(f"not covered: {str(relation)!r} of {len(args)} is no order of two things")


def holds(order: Order | Turn, places: Places) -> bool:
    """Tell whether an order holds; whatever has a place on an axis may lie between. KeyError for a thing without one."""
    if isinstance(order, Turn):
        x, y = (places[axis] for axis in order.axes)
        east, north = x[order.end] - x[order.start], y[order.end] - y[order.start]
        over, up = x[order.head] - x[order.start], y[order.head] - y[order.start]
        left, front = east * up - north * over, east * over + north * up
        return {LEFT: left > 0, RIGHT: left < 0, AHEAD: front > 0, BACK: front < 0}[order.side]
    at = places[order.axis]
    head, tail = at[order.head], at[order.tail]
    if order.kind == SAME:
        return head == tail
    return head < tail and not (order.kind == NEXT and any(head < between < tail for between in at.values()))


def things(orders: Iterable[Order | Turn]) -> dict[str, list[int]]:
    """Return the things that have a place on each axis, ascending: those that an order on it speaks of."""
    found: dict[str, set[int]] = {}
    for order in orders:
        for axis in order.axes if isinstance(order, Turn) else (order.axis,):
            found.setdefault(axis, set()).update(order[1:4] if isinstance(order, Turn) else (order.head, order.tail))
    return {axis: sorted(on) for axis, on in found.items()}


def laws(story: Story, question: Question | None = None) -> tuple[Formula[Atom], ...]:
    """Return that what is above something is higher as well, of all that a story and a question put on the upward axis.

    There is no such law where nobody speaks of who is higher, nor where points of the compass may lie on that axis.
    """
    said = [atom for one in story.statements for atom in leaves(one.formula)]
    if question is not None:
        said += [atom for one in (*question.formulas, question.hypothesis) if one is not None for atom in leaves(one)]
        named = question.candidates if len(question.args) == 2 and not question.formulas else ()
        said += [Atom(Relation.of(name), question.args) for name in named]
    if HIGHER not in {str(atom.relation) for atom in said} or any(one.property("compass") for one in story.statements):
        return ()
    upright = things(order for atom in said for order in meant(atom)).get(AXES[1], [])
    return tuple(If(Atom(Relation(BEFORE, AXES[1]), pair), Atom(Relation.of(HIGHER), pair)) for pair in permutations(upright, 2))


def supposing(story: Story, question: Question | None) -> Question | None:
    """Return a question with its labels, which supposes beside its own what is always so; raise NotCovered for what is no order.

    No statement answers for what is supposed.
    """
    refuse_others(story, question)
    if question is not None and question.form == "relation" and not question.candidates:
        question = replace(question, candidates=labels(story))
        if not question.candidates:
            raise NotCovered("not covered: the story speaks of no order, and the question names none")
    if always := laws(story, question):
        question = question or Question(0, "which", ())
        own = () if question.hypothesis is None else (question.hypothesis,)
        question = replace(question, hypothesis=And((*always, *own)))
    return question


def labels(story: Story) -> tuple[str, ...]:
    """Return how two things may lie on the axes of a story, but for those of a name alone; raise NotCovered."""
    found: list[str] = []
    known = [atom for one in story.statements for atom in leaves(one.formula) if atom.relation.name != NAMED]
    for axis in things(order for atom in known for order in meant(atom)):
        named = [name for name, (number, _) in DIRECTIONS.items() if AXES[number] == axis]
        found += named or [Relation(name, axis) for name in (BEFORE, SAME, "after")]
    return tuple(found)


def refuse_others(story: Story, question: Question | None) -> None:
    """Raise NotCovered, naming the statement, for all that is no formula of orders, and for properties other than a denial."""
    for statement in story.statements:
        try:
            _plain(statement, ("negated",))
            for atom in leaves(statement.formula):
                meant(atom)
        except NotCovered as refusal:
            raise NotCovered(f"{refusal!s}: {quote(story, statement.id)}") from refusal
    if question is not None:
        _plain(question, ("negated",) if question.form == "yes_no" else ())
    if Manner(story, question).own_axis:
        raise NotCovered("not covered: points of the compass and heights in one arrangement")


def _plain(said: Statement | Question, known: tuple[str, ...]) -> None:
    other = [key for key, value in said.properties if value and key not in MARKS and key not in known]
    if other:
        raise NotCovered(f"not covered: {other[0]} in an arrangement")
