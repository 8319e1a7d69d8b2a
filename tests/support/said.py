"""What a text states, in a notation that a person can write: one line for each statement, without as whose view it is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from qsr.logic import And, Atom, Count, Formula, If, Not
from qsr.story import Statement, Story

__all__ = ["said", "shown"]

#: Values of properties that say no more than the relation in general English, and that the formula repeats.
_SILENT: Final = {"negated": (True,), "everyday": (True,), "compass": ()}


def shown(formula: Formula[Atom], names: Sequence[str]) -> str:
    """Return a formula: ``left(cup, pen)``, ``not ...``, ``if ... then ...``, ``or[..., ...]``, ``1-2 of [..., ...]``."""
    if isinstance(formula, Atom):
        return f"{formula.relation}({', '.join(names[one] for one in formula.args)})"
    if isinstance(formula, Not):
        return f"not {shown(formula.part, names)}"
    if isinstance(formula, If):
        return f"if {shown(formula.condition, names)} then {shown(formula.consequence, names)}"
    inner = ", ".join(shown(part, names) for part in formula.parts)
    if isinstance(formula, Count):
        return f"{formula.low}-{formula.high} of [{inner}]"
    return f"{'and' if isinstance(formula, And) else 'or'}[{inner}]"


def said(story: Story) -> list[str]:
    """Return what a story states, each statement as a line with the properties that change what it means."""
    return [_line(story, one) for one in story.statements]


def _line(story: Story, statement: Statement) -> str:
    told = [pair for pair in statement.properties if pair[0] != "view"]
    marks = [f"{name}={_value(value)}" for name, value in told if not _is_silent(name, value)]
    return " ".join((shown(statement.formula, story.entities), *marks))


def _is_silent(name: str, value: Any) -> bool:
    return value in _SILENT.get(name, ()) or (name == "compass" and not value)


def _value(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)
