"""Instructions and chat messages.

An instruction says the task, the three properties of a property set (with the unit that is understood, or that there is
none), the fixed point of view, the labels and the form of the answer. Task, properties and point of view have five wordings each
in `grammars/sparp_generation.toml`; the seed chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from qsr.datasets.sparp.dataset import choices_of
from qsr.datasets.sparp.generator.names import words
from qsr.generate.protocol import Line
from qsr.settings import PROPERTY_SETS

__all__ = ["instruction", "messages"]


def instruction(random: Random, property_set: str) -> str:
    """Return a system prompt for a property set."""
    table = words()
    parts = [
        random.choice(table["instruction"]["task"]),
        *(random.choice(table["properties"][name]) for _, name in PROPERTY_SETS[property_set]),
        random.choice(table["instruction"]["viewpoint"]),
        table["instruction"]["choices"].format(choices=", ".join(choices_of(property_set))),
        table["instruction"]["answer"],
    ]
    return "\n".join(parts)


def messages(line: Line, system: str, examples: Sequence[Line], *, answered: bool) -> Line:
    """Return a row as chat messages: the instruction, worked examples, the question and, where `answered`, its reasoning."""
    turns = [{"role": "system", "content": system}]
    for number, shown in enumerate((*examples, line)):
        turns.append({"role": "user", "content": f"{shown['context']}\n{shown['question']}"})
        if answered or number < len(examples):
            turns.append({"role": "assistant", "content": shown["reasoning"]})
    kept = ("context_id", "question_id", "targets", "target_choices", "num_hop", "canary")
    return {**{key: line[key] for key in kept}, "messages": turns}
