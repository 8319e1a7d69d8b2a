"""A story as the rules see it: triples of head, tail and label number, each with the statements that say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from qsr.errors import NotCovered
from qsr.relations import CONVERSE, LABELS, parts
from qsr.story import Statement, Story

__all__ = ["INVERSE", "NUMBER", "Fact", "Facts", "read_facts"]

#: Label -> its number, for `encodings/spartun.lp` and for the tables of `rules`.
NUMBER: Final[dict[str, int]] = {label: number for number, label in enumerate(LABELS)}
#: Number of a label -> that of its converse.
INVERSE: Final = [NUMBER[CONVERSE[label]] for label in LABELS]
#: Head, tail and label number.
Fact: TypeAlias = tuple[int, int, int]
#: The ids of the statements that a fact stands in, none of them twice.
Facts: TypeAlias = dict[Fact, list[int]]

#: What a sentence may say beyond a relation and SpaRTUN has no rule for.
_UNREAD: Final = ("negated", "distance", "measured")


def _fault(statement: Statement, numbers: Mapping[str, int]) -> str:
    """Return why rules for these relations have no meaning for a statement; empty where they have one."""
    if len(statement.args) != 2:
        return "a statement that is not about two entities"
    if not numbers.keys() >= set(parts(statement.relation)):
        return f"the relation {statement.relation!r}"
    return next((f"what is {name}" for name in _UNREAD if _says(statement.property(name))), "")


def _says(value: object) -> bool:
    return any(part is not None for part in value) if isinstance(value, tuple) else bool(value)


def read_facts(story: Story, numbers: Mapping[str, int] = NUMBER) -> Facts:
    """Return the facts of a story, by the numbers of the relations for which there are rules.

    Raise NotCovered, with the words at fault, where these have no meaning for a statement.

    A statement that relates an entity to itself asserts nothing: SpaRTUN's rules for "not" exclude every relation of an
    entity to itself.
    """
    facts: Facts = {}
    for statement in story.statements:
        if fault := _fault(statement, numbers):
            raise NotCovered(f"not covered: {fault} in {story.quote(statement.id) or f'statement {statement.id}'!r}")
        head, tail = statement.args
        if head != tail:
            for label in parts(statement.relation):
                facts.setdefault((head, tail, numbers[label]), []).append(statement.id)
    return facts
