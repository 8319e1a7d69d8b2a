"""Logical form: relations with parameters, and formulas over them.

A formula says something of entities, which are numbers here: an `Atom`, or a combination of formulas. What the relations mean is
up to a theory; the functions of this module know connectives only. Solvers take formulas whose leaves are numbers of their own
(`mapped` makes them).

Examples
--------
>>> left, right = Atom(Relation("left"), (0, 1)), Atom(Relation("left"), (1, 0))
>>> one = Count((left, right), 1, 1)
>>> evaluated(one, {left: True, right: False}.__getitem__), evaluated(one, {left: True, right: True}.__getitem__)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

__all__ = [
    "And",
    "Atom",
    "Count",
    "Formula",
    "If",
    "Not",
    "Or",
    "Relation",
    "evaluated",
    "leaves",
    "mapped",
    "parts_of",
    "plain",
    "settled",
]

Leaf = TypeVar("Leaf")
Other = TypeVar("Other")
_MARK: Final = ":"


class Relation(str):
    """A relation by its name and its parameters: how many places, how many degrees, which signs.

    It is at the same time the label under which answers and tables know it, its name and parameters between colons, so that
    nobody has to take a label apart.

    Parameters
    ----------
    name
        The relation's name.
    parameters
        Whole numbers and words.

    Examples
    --------
    >>> Relation("faces", 90), Relation("left").parameters, Relation.of("layer above:2").parameters
    ('faces:90', (), (2,))
    """

    __slots__ = ("name", "parameters")
    name: str
    parameters: tuple[int | str, ...]

    def __new__(cls, name: str, *parameters: int | str) -> Relation:
        """Make the label."""
        made = super().__new__(cls, _MARK.join((name, *map(str, parameters))))
        made.name, made.parameters = name, parameters
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Make it again from its parts."""
        return Relation, (self.name, *self.parameters)

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(label: str) -> Relation:
        """Return the relation of a label; digits are whole numbers."""
        name, *parameters = label.split(_MARK)
        return Relation(name, *(int(one) if one.isascii() and one.isdigit() else one for one in parameters))


class Atom(NamedTuple):
    """A relation of entities; `time` is the step at which it holds, None where the text speaks of one moment only."""

    relation: Relation
    args: tuple[int, ...]
    time: int | None = None


@dataclass(frozen=True, slots=True)
class Not(Generic[Leaf]):
    """The part does not hold."""

    part: Formula[Leaf]


@dataclass(frozen=True, slots=True)
class And(Generic[Leaf]):
    """All parts hold; true where there are none."""

    parts: tuple[Formula[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Or(Generic[Leaf]):
    """Some part holds; false where there are none."""

    parts: tuple[Formula[Leaf], ...]


@dataclass(frozen=True, slots=True)
class If(Generic[Leaf]):
    """The consequence holds, or the condition does not."""

    condition: Formula[Leaf]
    consequence: Formula[Leaf]


@dataclass(frozen=True, slots=True)
class Count(Generic[Leaf]):
    """At least `low` of the parts hold, and at most `high`; None is no bound."""

    parts: tuple[Formula[Leaf], ...]
    low: int = 0
    high: int | None = None


#: A leaf, which is none of the classes of this module but `Atom`, or a combination.
Formula: TypeAlias = Leaf | Not[Leaf] | And[Leaf] | Or[Leaf] | If[Leaf] | Count[Leaf]


def parts_of(formula: Any) -> tuple[Any, ...] | None:
    """Return the parts of a combination in order; None for a leaf."""
    if isinstance(formula, Not):
        return (formula.part,)
    if isinstance(formula, If):
        return (formula.condition, formula.consequence)
    return formula.parts if isinstance(formula, (And, Or, Count)) else None


def leaves(formula: Formula[Leaf]) -> Iterator[Leaf]:
    """Yield the leaves from left to right, as often as they occur."""
    parts = parts_of(formula)
    if parts is None:
        yield formula  # type: ignore[misc]
        return
    for part in parts:
        yield from leaves(part)


def mapped(formula: Formula[Leaf], change: Callable[[Leaf], Formula[Other]]) -> Formula[Other]:
    """Return the formula with other leaves."""
    parts = parts_of(formula)
    if parts is None:
        return change(formula)  # type: ignore[arg-type]
    return _with_parts(formula, tuple(mapped(part, change) for part in parts))  # type: ignore[no-any-return]


def _with_parts(formula: Any, parts: tuple[Any, ...]) -> Any:
    """Return a combination like this one, of other parts."""
    if isinstance(formula, Count):
        return Count(parts, formula.low, formula.high)
    return type(formula)(*parts) if isinstance(formula, (Not, If)) else type(formula)(parts)


def plain(formula: Formula[Leaf]) -> Formula[Leaf]:
    """Return an equal formula of leaves, `Not`, `And` and `Or` alone; counting k of n parts takes as many as choosing does."""
    of = parts_of(formula)
    if of is None:
        return formula
    parts = tuple(map(plain, of))
    if isinstance(formula, If):
        return Or((Not(parts[0]), parts[1]))
    if not isinstance(formula, Count):
        return _with_parts(formula, parts)  # type: ignore[no-any-return]
    enough: Formula[Leaf] = Or(tuple(And(some) for some in combinations(parts, max(0, formula.low))))
    if formula.high is None or formula.high >= len(parts):
        return enough
    more: Formula[Leaf] = Or(tuple(And(some) for some in combinations(parts, max(0, formula.high + 1))))
    return And((enough, Not(more)))


def evaluated(formula: Formula[Leaf], holds: Callable[[Leaf], bool]) -> bool:
    """Return the truth of a formula where `holds` tells that of its leaves."""
    if isinstance(formula, Not):
        return not evaluated(formula.part, holds)
    if isinstance(formula, If):
        return not evaluated(formula.condition, holds) or evaluated(formula.consequence, holds)
    if isinstance(formula, And):
        return all(evaluated(part, holds) for part in formula.parts)
    if isinstance(formula, Or):
        return any(evaluated(part, holds) for part in formula.parts)
    if isinstance(formula, Count):
        many = sum(evaluated(part, holds) for part in formula.parts)
        return formula.low <= many and (formula.high is None or many <= formula.high)
    return holds(formula)


def settled(formula: Formula[Leaf], value: Callable[[Leaf], bool | None]) -> bool | None:
    """Return the truth of a formula where `value` tells that of some leaves only; None where it hangs on the others (Kleene)."""
    if isinstance(formula, Not):
        inner = settled(formula.part, value)
        return None if inner is None else not inner
    if isinstance(formula, (And, Or)):
        parts = [settled(part, value) for part in formula.parts]
        decisive = isinstance(formula, Or)
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    if isinstance(formula, (If, Count)):
        return settled(plain(formula), value)
    return value(formula)
