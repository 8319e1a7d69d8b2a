"""Derivations in English, in the form of SpaRP's reasoning (Rizvi, Zhu and Gurevych, Findings of ACL 2024)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from qsr.language.verbalise import noun_phrase
from qsr.settings import PROPERTY_SETS
from qsr.story import Answer, Question, Story
from qsr.theories.derivations import Derivation, Step, spoken

__all__ = ["closing", "conclusion", "fact", "sentences"]

#: Labels that are not said as they are written.
_PHRASES: Final = {"left": "left of", "right": "right of", "in front": "in front of", "far": "far from"}
_VERBS: Final = ("contains", "contains and touches")


def sentences(story: Story, derivation: Derivation) -> list[str]:
    """Return a line per step and the closing line."""
    return [*(_step(story, derivation, step) for step in derivation.steps), closing(derivation.labels)]


def closing(labels: Iterable[str]) -> str:
    """Return the last line: what the answer is.

    >>> closing({"left", "above"}), closing({"left"})
    ('Hence, the answer is above, and left.', 'Hence, the answer is left.')
    >>> closing(())
    'Hence, none of the relations follow.'
    """
    names = spoken(labels)
    if not names:
        return "Hence, none of the relations follow."
    if len(names) == 1:
        return f"Hence, the answer is {names[0]}."
    return f"Hence, the answer is {', '.join(names[:-1])}, and {names[-1]}."


def conclusion(answer: Answer, question: Question, derivation: Derivation) -> str:
    """Return what steps come to for a question: the answer, or that it stays open."""
    if answer.status != "determined":
        return f"So much follows: {', '.join(spoken(derivation.labels)) or 'nothing'}. The answer stays open."
    return "Hence, the answer is yes." if question.form == "yes_no" else closing(derivation.labels)


def fact(story: Story, step: Step) -> str:
    """Return what a step with labels says, without a full stop: ``"A is below and 2 unit right of D"``."""
    distances = step.distances or (None,) * len(step.labels)
    said = list(zip(step.labels, distances, strict=True))
    verbs = [label for label, _ in said if label in _VERBS]
    places = [f"{_amount(distance)}{_PHRASES.get(label, label)}" for label, distance in said if label not in _VERBS]
    predicates = [_listed(verbs)] if verbs else []
    if places:
        predicates.append(f"is {_listed(places)}")
    head, tail = (noun_phrase(story.entities[entity]) for entity in (step.head, step.tail))
    return f"{head} {', and '.join(predicates)} {tail}"


def _step(story: Story, derivation: Derivation, step: Step) -> str:
    start = f"Step {step.number}: "
    if step.kind == "given":
        return f"{start}It is given that {fact(story, step)}."
    start += f"From step {_listed(map(str, step.sources))}, "
    if not step.labels:
        head, tail = (noun_phrase(story.entities[entity]) for entity in (step.head, step.tail))
        return f"{start}none of the relations of {head} to {tail} follow."
    # Of points "A is above C" means that the two are level otherwise; where they need not be, the step says so.
    points = dict(PROPERTY_SETS[derivation.property_set])["objects"] == "points"
    ending = ", whatever the other axes do" if points and step.partial else ""
    return f"{start}it can be inferred that {fact(story, step)}{ending}."


def _amount(distance: Fraction | None) -> str:
    return "" if distance is None or distance == 1 else f"{distance} unit "


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
