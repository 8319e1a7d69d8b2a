"""States of things on which nothing in a story hangs: that a door is locked says nothing of where anything is.

They are left out of the story, and kept for a question that is asked later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from qsr.logic import Atom, leaves
from qsr.relations import STATE
from qsr.story import Question, Statement, Story

__all__ = ["joined", "kept"]


def kept(statements: Sequence[Statement], questions: Sequence[Question]) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Return the statements that a story has, without those of states on which nothing hangs, and all of states."""
    if not any(one.relation.startswith(STATE) for one in statements):
        return tuple(statements), ()
    formulas: list[Any] = [one.compound for one in statements if one.compound is not None]
    formulas += [formula for asked in questions for formula in (*asked.formulas, asked.hypothesis) if formula is not None]
    hanging = {cast("Atom", atom).relation for formula in formulas for atom in leaves(formula)}
    states = tuple(one for one in statements if one.relation.startswith(STATE))
    return _numbered(one for one in statements if one not in states or one.relation in hanging), states


def joined(story: Story) -> list[Statement]:
    """Return the statements of a story with those of states on which nothing hung so far."""
    known = {(one.span, one.said) for one in story.statements}
    states = story.referents.idle if story.referents is not None else ()
    idle = [one for one in states if (one.span, one.said) not in known]
    return [*_numbered(sorted((*story.statements, *idle), key=lambda one: one.span))] if idle else list(story.statements)


def _numbered(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(replace(one, id=number) for number, one in enumerate(statements))
