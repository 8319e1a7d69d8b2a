"""What random worlds of several theories share: an item with all its worlds, and formulas, drawn and evaluated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from qsr.logic import And, Atom, Count, Formula, If, Not, Or
from qsr.story import Question, Story, Witness

Draw: TypeAlias = Callable[[], Atom]
#: A world as it can be compared; what makes one of a witness.
World = Hashable


@dataclass
class Item:
    """A story and a question with all worlds that there are.

    Parameters
    ----------
    theory
        The name of the theory.
    story, question
        What is told and asked.
    claims
        Candidate -> whether it holds in a world; of a yes/no question ``"yes"``.
    worlds
        The worlds in which given statements are true, and what the question supposes as well if that is asked for.
    every
        All models of the story alone, as `shown` makes them of witnesses; None where they are too many to list.
    shown
        What makes a world of a witness.
    is_world
        Whether a witness is a world in which given statements are true, and something else holds.
    is_covered
        Whether the question has a meaning at all.
    seen
        What was compared.
    """

    theory: str
    story: Story
    question: Question
    claims: dict[str, Callable[[Any], bool]]
    worlds: Callable[[Sequence[int]], Iterable[Any]]
    every: set[World] | None
    shown: Callable[[Witness], World]
    is_world: Callable[[Witness, Sequence[int], Callable[[Any], bool]], bool]
    is_covered: bool = True
    seen: Counter[str] = field(default_factory=Counter)


def atoms_of(formula: Formula[Atom]) -> Iterator[Atom]:
    match formula:
        case Atom():
            yield formula
        case Not(part):
            yield from atoms_of(part)
        case If(condition, consequence):
            yield from (*atoms_of(condition), *atoms_of(consequence))
        case And(inner) | Or(inner) | Count(inner):
            for part in inner:
                yield from atoms_of(part)


def is_true(formula: Formula[Atom], holds: Callable[[Atom], bool]) -> bool:
    """Tell whether a formula holds, given which atoms do."""
    match formula:
        case Atom():
            return holds(formula)
        case Not(part):
            return not is_true(part, holds)
        case If(condition, consequence):
            return is_true(consequence, holds) or not is_true(condition, holds)
        case And(inner):
            return all(is_true(part, holds) for part in inner)
        case Or(inner):
            return any(is_true(part, holds) for part in inner)
        case Count(inner, low, high):
            many = sum(is_true(part, holds) for part in inner)
            return low <= many and (high is None or many <= high)
    raise TypeError(formula)


def formula(pick: Random, atom: Draw, depth: int) -> Formula[Atom]:
    kind = pick.choice(("atom", "not", "and", "or", "if", "count", "count")) if depth else pick.choice(("atom", "atom", "not"))
    if kind == "atom":
        return atom()
    if kind == "not":
        return Not(formula(pick, atom, depth - 1) if depth else atom())
    if kind == "if":
        return If(formula(pick, atom, depth - 1), formula(pick, atom, depth - 1))
    inner = tuple(formula(pick, atom, depth - 1) for _ in range(pick.randint(1, 3)))
    if kind == "count":
        low = pick.randint(0, len(inner))
        return Count(inner, low, pick.choice((None, low, min(low + 1, len(inner)))))
    return And(inner) if kind == "and" else Or(inner)
