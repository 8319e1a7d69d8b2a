"""Checkers: for each theory that can be certified, what judges a witness by arithmetic and re-asks a set of statements.

A checker looks at the story as it was read again, never at what a certificate says of it. Witnesses meet no solver here, save
where a theory's witness fixes headings or senses only; sets of statements go to two solvers, so that one of them at least is not
the one that found them, whichever that was.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from qsr.errors import UnsupportedQuestion
from qsr.story import Question, Story
from qsr.theories import get
from qsr.theories.checking import Checker, Unchecked

__all__ = ["CERTIFIED", "Checker", "Unchecked", "backends_of", "checker_of", "meaning_of"]

#: Theory -> where its checker stands; plans have no labels and are checked apart.
CERTIFIED: Final[Mapping[str, tuple[str, str]]] = {
    "exact": ("property_sets", "ExactChecker"),
    "sound": ("sound", "SoundChecker"),
    "room": ("room", "RoomChecker"),
    "seating": ("seating", "SeatingChecker"),
    "headings": ("headings", "HeadingsChecker"),
    "babi": ("paths", "GridChecker"),
    "prepositions": ("prepositions", "SensesChecker"),
    "gridworld": ("gridworld", ""),
}
#: The settings under which `sound` speaks of regions; all other stories it hands to `exact`.
_REGIONS: Final = {"objects": "extended", "relations": "incomplete", "quantities": "unspecified"}


def meaning_of(theory: str, settings: Mapping[str, str], story: Story) -> str:
    """Return the theory that gives a story its meaning: `theory`, or the one that it hands the story to.

    Raise UnsupportedQuestion for a theory whose answers cannot be certified.
    """
    said = {**dict(story.settings), **settings}
    if theory == "seats-and-headings":
        theory = dict(story.settings).get("theory", "")
    if theory == "sound" and not all(said.get(name, value) == value for name, value in _REGIONS.items()):
        theory = "exact"
    if theory == "prepositions-and-locatives":
        theory = "locatives" if dict(story.settings).get("theory") == "locatives" else "prepositions"
    if theory == "locatives":
        raise UnsupportedQuestion(
            "answers of the theory 'locatives' cannot be certified: it has one solver, and no other could check that one; "
            f"these can be: {', '.join(CERTIFIED)}"
        )
    if theory not in CERTIFIED:
        raise UnsupportedQuestion(
            f"answers of the theory {theory[:40]!r} cannot be certified: it applies forward rules along a path, which no single "
            f"model bears out; these can be: {', '.join(CERTIFIED)}"
        )
    return theory


def backends_of(theory: str) -> list[str]:
    """Return the solvers of a theory; which of them can express a story, each finds out from its statements."""
    return [name for name in get(theory).backends if name != "auto"]


def checker_of(
    theory: str, story: Story, question: Question, settings: Mapping[str, str], backends: list[str], seconds: float | None
) -> Checker:
    """Return the checker of one question; raise UnsupportedQuestion where the theory does not cover story or question."""
    module, name = CERTIFIED[theory]
    if theory == "babi" and question.form == "path":
        name = "RouteChecker"
    made = getattr(import_module(f"qsr.theories.{module}.checker"), name)
    checker: Checker = made(story, question, dict(settings), backends, seconds)
    return checker
