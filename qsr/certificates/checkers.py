"""Checkers: what judges a witness by arithmetic and re-asks a set of statements, for each theory that brings one.

A checker looks at the story as it was read again, never at what a certificate says of it. Witnesses meet no solver here, save
where a theory's witness fixes headings or senses only; sets of statements go to two solvers, so that one of them at least is not
the one that found them, whichever that was.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from qsr import theories
from qsr.errors import UnsupportedQuestion
from qsr.story import Question, Story
from qsr.theories.checking import Checker, Unchecked
from qsr.theories.protocol import Handing, Theory

__all__ = ["Checker", "Unchecked", "checker_of", "meaning_of"]

_FORWARD = "it applies forward rules along a path, which no single model bears out"


def meaning_of(theory: Theory, story: Story) -> Theory:
    """Return the theory that gives a story its meaning: this one, or the one that it hands the story to.

    Raise UnsupportedQuestion for a theory whose answers cannot be certified.
    """
    meant = theory.meant(story) if isinstance(theory, Handing) else theory
    if not hasattr(meant, "checker"):
        can = ", ".join(name for name in theories.names() if hasattr(theories.get(name), "checker"))
        why = getattr(meant, "uncertified", _FORWARD)
        raise UnsupportedQuestion(f"answers of the theory {meant.name!r} cannot be certified: {why}; these can be: {can}")
    return meant


def checker_of(
    theory: Theory, story: Story, question: Question, settings: Mapping[str, str], backends: list[str], seconds: float | None
) -> Checker:
    """Return the checker of one question; raise UnsupportedQuestion where the theory does not cover story or question."""
    module, _, name = str(getattr(theory, "checker", "")).partition(":")
    checker: Checker = getattr(import_module(module), name)(story, question, dict(settings), backends, seconds)
    return checker
