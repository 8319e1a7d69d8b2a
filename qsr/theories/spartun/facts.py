"""A story as the rules see it: triples of head, tail and label number, each with the statements that say it."""

from __future__ import annotations

from typing import Final, TypeAlias

from qsr.relations import LABELS, parts
from qsr.story import Story

__all__ = ["NUMBER", "Fact", "Facts", "read_facts", "uncovered"]

#: Label -> its number, for `encodings/spartun.lp` and for the tables of `rules`.
NUMBER: Final[dict[str, int]] = {label: number for number, label in enumerate(LABELS)}
#: Head, tail and label number.
Fact: TypeAlias = tuple[int, int, int]
#: The ids of the statements that a fact stands in, none of them twice.
Facts: TypeAlias = dict[Fact, list[int]]

#: What a sentence may say beyond a relation and SpaRTUN has no rule for.
_UNREAD: Final = ("negated", "distance", "measured")


def uncovered(story: Story) -> str:
    """Return which statement the rules have no meaning for, and why; empty where they cover the story."""
    for statement in story.statements:
        fault = ""
        if len(statement.args) != 2:
            fault = "a statement that is not about two entities"
        elif not NUMBER.keys() >= set(parts(statement.relation)):
            fault = f"the relation {statement.relation!r}"
        else:
            said = [name for name in _UNREAD if _says(statement.property(name))]
            fault = f"what is {said[0]}" if said else ""
        if fault:
            return f"not covered: {fault} in {story.quote(statement.id) or f'statement {statement.id}'!r}"
    return ""


def _says(value: object) -> bool:
    return any(part is not None for part in value) if isinstance(value, tuple) else bool(value)


def read_facts(story: Story) -> Facts:
    """Return the facts of a story that `uncovered` has no fault with.

    A statement that relates an entity to itself asserts nothing: SpaRTUN's rules for "not" exclude every relation of an
    entity to itself.
    """
    facts: Facts = {}
    for statement in story.statements:
        head, tail = statement.args
        if head != tail:
            for label in parts(statement.relation):
                facts.setdefault((head, tail, NUMBER[label]), []).append(statement.id)
    return facts
