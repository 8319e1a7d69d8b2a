"""What sentences about a tower mean: the one place where floors are compared. No solver and no text is known here.

A floor is a whole number from 1, the lowest, upwards. Relations: ``floor`` with a number, of one person; ``above`` and ``below``,
with or without a number of floors, and ``level``, on the same floor, of two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from qsr.errors import NotCovered
from qsr.logic import Relation
from qsr.settings import Setting
from qsr.story import Question, Statement, Story
from qsr.theories.answers import quote

__all__ = ["COMPARISONS", "HIGHEST", "SETTINGS", "Clause", "asked", "holds", "labels", "read", "stated", "tower_of"]

#: Of two people exactly one of these holds.
COMPARISONS: Final = ("above", "level", "below")
#: As many floors as a tower may have: both solvers go through all of them.
HIGHEST: Final = 60

SETTINGS: Final[Mapping[str, Setting]] = {
    "floors": Setting(
        ("6",), f"WHOLE NUMBER up to {HIGHEST}", lambda text: text.isascii() and text.isdigit() and 0 < int(text) <= HIGHEST
    ),
    "sharing": Setting(("yes", "no")),
}


class Clause(NamedTuple):
    """The floor of `head`, less that of `tail` (-1 for the ground, below all floors), lies between two bounds, or does not."""

    head: int
    tail: int
    low: int
    high: int
    denied: bool = False


def tower_of(settings: Mapping[str, str]) -> tuple[int, bool]:
    """Return how many floors there are, and whether several people may live on one."""
    values = {key: settings.get(key, setting.values[0]) for key, setting in SETTINGS.items()}
    for key, setting in SETTINGS.items():
        if not setting.takes(values[key]):
            raise NotCovered(f"not covered: {key}: {values[key]}")
    return int(values["floors"]), values["sharing"] == "yes"


def clause(relation: Relation, args: tuple[int, ...], denied: bool = False) -> Clause | None:
    """Return what a relation says, None for one that has no meaning in a tower."""
    name, numbers = relation.name, relation.parameters
    if not all(isinstance(number, int) and 0 < number <= HIGHEST for number in numbers):
        return None
    match name, len(args), numbers:
        case "floor", 1, (int(number),):
            return Clause(args[0], -1, number, number, denied)
        case "level", 2, ():
            return Clause(args[0], args[1], 0, 0, denied)
        case "above" | "below", 2, () | (int(),):
            low, high = (int(numbers[0]),) * 2 if numbers else (1, HIGHEST)
            head, tail = args if name == "above" else args[::-1]
            return Clause(head, tail, low, high, denied)
    return None


def stated(story: Story, statement: Statement) -> Clause:
    """Return what a statement says; raise NotCovered, naming it."""
    denied = bool(statement.property("negated"))
    known = {key for key, _ in statement.properties} <= {"negated"} and statement.compound is None
    found = clause(statement.relation, statement.args, denied) if known else None
    if found is None:
        raise NotCovered(f"not covered: {quote(story, statement.id)}")
    return found


def read(story: Story) -> list[Clause]:
    """Return what all statements say; raise NotCovered."""
    return [stated(story, statement) for statement in story.statements]


def labels(question: Question, floors: int) -> tuple[str, ...]:
    """Return what a question about one person or two can be answered with."""
    if question.candidates:
        return question.candidates
    one = tuple(Relation("floor", number) for number in range(1, floors + 1))
    return one if len(question.args) == 1 else COMPARISONS if len(question.args) == 2 else ()


def asked(question: Question, floors: int) -> dict[str, Clause]:
    """Return what each candidate claims, of a yes/no question ``"yes"``; raise NotCovered."""
    names = dict.fromkeys(("yes",), question.candidates[0]) if question.form == "yes_no" and question.candidates else {}
    if question.form == "relation":
        names = {label: label for label in labels(question, floors)}
    denied = bool(dict(question.properties).get("negated"))
    found = {name: clause(Relation.of(label), question.args, denied) for name, label in names.items()}
    if not found or question.formulas or question.hypothesis is not None or None in found.values():
        raise NotCovered("not covered: a question about other things than floors")
    return {name: claim for name, claim in found.items() if claim is not None}


def holds(claim: Clause, floor: Mapping[int, int]) -> bool:
    """Tell whether a clause holds where people live on these floors."""
    difference = floor[claim.head] - (0 if claim.tail < 0 else floor[claim.tail])
    return (claim.low <= difference <= claim.high) != claim.denied
