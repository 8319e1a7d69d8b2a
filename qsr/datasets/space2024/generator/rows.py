"""The row of a problem: the published fields, and what is known of it under one key of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from qsr.datasets.space2024.generator.problems import Problem
from qsr.datasets.space2024.generator.wording import Wording
from qsr.generate.frame import canary
from qsr.generate.protocol import Line
from qsr.seats import Claim

__all__ = ["CANARY", "OWN", "Worded", "line", "options", "worded"]

#: The key of what the published rows do not have.
OWN: Final = "generated"
CANARY: Final = canary("5f1d0b1e-8d0a-4c63-9a0f-6a6c1f7c2b94")


@dataclass(frozen=True, slots=True)
class Worded:
    """A problem in words; `clauses` are in the order of its conditions."""

    lead: str
    clauses: tuple[str, ...]
    question: str
    none: str


def worded(random: Random, problem: Problem, wording: Wording, unlike: Worded | None = None) -> Worded:
    """Put a problem into words; where `unlike` is given into other ones, save for the lead-in."""
    scene, asked = problem.scene, problem.asked
    names, layout = scene.names, scene.layout
    lead = wording.lead(random, layout, names) if unlike is None else unlike.lead
    before = unlike.clauses if unlike is not None else ("",) * len(problem.conditions)
    clauses = tuple(
        wording.say(random, condition, names, layout, old) for condition, old in zip(problem.conditions, before, strict=True)
    )
    question = wording.question(random, asked, names, layout, "" if unlike is None else unlike.question)
    return Worded(lead, clauses, question, wording.none(random) if unlike is None else unlike.none)


def options(problem: Problem, words: Worded) -> dict[str, str]:
    """Return the options by letter."""
    asked = problem.asked
    texts = [problem.scene.names[name] for name in asked.offered] + ([words.none] if asked.none else [])
    return dict(zip(asked.letters, texts, strict=True))


def line(identity: str, problem: Problem, words: Worded, wording: Wording, known: dict[str, Any]) -> Line:
    """Return the row; `known` is what else is said of it under its own key."""
    scene, asked, names = problem.scene, problem.asked, problem.scene.names
    return {
        "qid": identity,
        "text": wording.text(words.lead, words.clauses),
        "question": words.question,
        "option": options(problem, words),
        "answer": list(asked.answer),
        OWN: {
            "layout": str(scene.layout),
            "places": dict(zip(names, scene.places, strict=True)),
            "conditions": [[_told(claim, names) for claim in condition] for condition in problem.conditions],
            "asked": {
                letter: _told(asked.option(name), names) for letter, name in zip(asked.letters, asked.offered, strict=False)
            },
            "distractors": sorted(problem.distractors),
            **known,
            "canary": CANARY,
        },
    }


def _told(claim: Claim, names: Sequence[str]) -> list[str]:
    """Return a claim with the names that it is about; the relation of a denied one begins with "not"."""
    return [f"{'not ' if claim.denied else ''}{claim.relation}", *(names[arg] for arg in claim.args)]
