"""Where "neither follows nor is excluded" would claim too much: words that a scene of relations alone does not decide.

A model in which something holds and one in which it fails show that the laws leave it open, but the laws say less than the
words do: what lies between two places of a continent is in it, and whoever looks out of a garden hardly looks at somebody in
it. Each rule names the words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from qsr.story import Question, Story
from qsr.theories.locatives.reading import Scene

__all__ = ["about"]


def about(story: Story, question: Question, scene: Scene) -> str:
    """Return why an open question is not covered, or an empty string."""
    asked = {(literal.relation, literal.args) for part in scene.asked or () for one in part for literal in one}
    said = {
        (literal.relation, literal.args)
        for condition in scene.statements
        for part in condition
        for one in part
        for literal in one
    }
    return next((doubt for rule in _RULES if (doubt := rule(asked, said, story))), "")


_Pairs = set[tuple[str, tuple[int, ...]]]


def _between_and_in(asked: _Pairs, said: _Pairs, _: Story) -> str:
    names = {relation for relation, _ in said}
    if "between" in names and "in" in names and any(relation in ("in", "at") for relation, _ in asked):
        return "whether what lies between two things in a place is in it"
    return ""


def _near_and_in(asked: _Pairs, said: _Pairs, _: Story) -> str:
    joined = {frozenset(args) for relation, args in said if relation in ("in", "at", "on")}
    if any(relation in ("near", "far", "beside", "opposite") and frozenset(args) in joined for relation, args in asked):
        return "whether what is in or at a thing is near it"
    return ""


def _seen_from(asked: _Pairs, _: _Pairs, story: Story) -> str:
    for statement in story.statements:
        seen, place = statement.property("seen", ()), statement.args[1:2]
        if any(args[0] in seen and args[1:2] == place for _, args in asked):
            return '"from" leaves open whether what is seen is elsewhere'
    return ""


def _past(asked: _Pairs, _: _Pairs, story: Story) -> str:
    for statement in story.statements:
        if statement.property("passing", False) and any(
            relation in ("at", "on") and args == statement.args for relation, args in asked
        ):
            return '"past" leaves open what counts as at or on'
    return ""


_RULES: Final[tuple[Callable[[_Pairs, _Pairs, Story], str], ...]] = (_between_and_in, _near_and_in, _seen_from, _past)
