"""The published row of one context and question: targets from the theory, the reasoning path, the symbolic fields.

Everything is computed from the text. The row's context is read as the data set ``sparp`` reads it, and whatever drew it or
labelled it before plays no part.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qsr import datasets, explain
from qsr.datasets.protocol import BadRow, Item, Row
from qsr.datasets.sparp.dataset import choices_of
from qsr.errors import UnsupportedQuestion
from qsr.explain import Derivation
from qsr.generate.frame import canary
from qsr.generate.protocol import Line
from qsr.relations import DIRECTIONS, DISTANCES, parts
from qsr.settings import PROPERTY_SETS
from qsr.story import Story

__all__ = ["Draft", "draft", "facts", "read_row", "row"]

CANARY: Final = canary("5b0f2c1e-8d44-4e0b-9a57-3c6f1d2e7ab9")
#: Words for the properties of a set; the data set `sparp` knows a row's property set by them.
_PROPERTY_WORDS: Final = {
    ("objects", "points"): "point objects",
    ("objects", "extended"): "extended objects",
    ("relations", "complete"): "relation-complete",
    ("relations", "incomplete"): "relation-incomplete",
    ("quantities", "specified"): "quantitatively specified",
    ("quantities", "unspecified"): "quantitatively unspecified",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A context and a question as text, where they come from, and what they read as."""

    context_id: str
    question_id: str
    context: str
    question: str
    property_set: str
    source: str
    item: Item

    @property
    def story(self) -> Story:
        """The story that the text reads as."""
        return self.item.story


def read_row(line: Line, property_set: str) -> Item | BadRow:
    """Read a row's text as `qsr eval sparp` would; nothing but the text reaches the story."""
    payload = {key: line.get(key) for key in ("context", "question", "target_choices", "num_hop", "source_data")}
    identity = f"{line['context_id']}:{line['question_id']}"
    return datasets.get("sparp").item(Row(identity, "", 0, payload), {"property-set": property_set})


def draft(context_id: str, question_id: str, context: str, question: str, property_set: str, source: str) -> Draft | str:
    """Return a context and its question as read, or why they cannot be read."""
    line = {"context_id": context_id, "question_id": question_id, "context": context, "question": question}
    item = read_row({**line, "target_choices": list(choices_of(property_set))}, property_set)
    if isinstance(item, BadRow):
        return item.error
    if item.defective:
        return item.defective
    return Draft(context_id, question_id, context, question, property_set, source, item)


def facts(story: Story) -> set[tuple[str, str, str, object]]:
    """Return what a story states: name, label, name, and the distance or None."""
    found = set()
    for statement in story.statements:
        head, tail = (story.entities[entity] for entity in statement.args)
        labels = parts(statement.relation)
        distances = statement.property("distance") or (None,) * len(labels)
        found |= {(head, label, tail, distance) for label, distance in zip(labels, distances, strict=True)}
    return found


def row(of: Draft) -> tuple[Line, Derivation] | str:
    """Return the row and its derivation, not yet verified, or why there is none."""
    story, question = of.story, of.item.question
    try:
        derivation = explain.derive(story, question, of.property_set)
    except UnsupportedQuestion as error:
        return str(error)
    if derivation is None or len(derivation.path) < 2:
        return "the text does not connect the two entities"
    symbols = [f"e{index + 1}" for index in range(len(story.entities))]
    offered = choices_of(of.property_set)
    targets = [label for label in offered if label in derivation.labels]
    line: Line = {
        "context": of.context,
        "question": of.question,
        "targets": targets,
        "target_choices": list(offered),
        "target_scores": [int(label in derivation.labels) for label in offered],
        "reasoning": "\n".join(explain.sentences(story, derivation)),
        "source_data": of.source,
        "context_id": of.context_id,
        "question_id": of.question_id,
        "symbolic_context": json.dumps(_links(story, symbols), ensure_ascii=False),
        "symbolic_entity_map": json.dumps(dict(zip(symbols, story.entities, strict=True)), ensure_ascii=False),
        "symbolic_question": [symbols[entity] for entity in question.args],
        "symbolic_reasoning": json.dumps(_steps(derivation, symbols), ensure_ascii=False),
        "num_context_entities": len({entity for statement in story.statements for entity in statement.args}),
        "num_question_entities": len(set(question.args)),
        "num_hop": len(derivation.path) - 1,
        "question_type": "FR",
        "reasoning_types": _reasoning_types(derivation),
        "spatial_types": [*(_PROPERTY_WORDS[pair] for pair in PROPERTY_SETS[of.property_set]), *_kinds(derivation)],
        "commonsense_question": False,
        "canary": CANARY,
        "comments": [f"property set {of.property_set}"],
    }
    return line, derivation


def _links(story: Story, symbols: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for statement in story.statements:
        head, tail = (symbols[entity] for entity in statement.args)
        found.setdefault(f"{head}-->{tail}", []).extend(parts(statement.relation))
    return found


def _steps(derivation: Derivation, symbols: Sequence[str]) -> list[dict[str, object]]:
    """Return the steps as data: number, kind, the pair, its labels and the steps it follows from."""
    return [
        {
            "step": step.number,
            "kind": step.kind,
            "relation": f"{symbols[step.head]}-->{symbols[step.tail]}",
            "labels": list(step.labels),
            "from": list(step.sources),
        }
        for step in derivation.steps
    ]


def _reasoning_types(derivation: Derivation) -> list[str]:
    kinds = {step.kind for step in derivation.steps}
    names = (("given", "retrieval"), ("reversed", "converse"), ("inferred", "composition"))
    return [name for kind, name in names if kind in kinds]


def _kinds(derivation: Derivation) -> list[str]:
    labels = {label for _, _, said in derivation.links for label in said} | derivation.labels
    found = []
    if labels.intersection(DIRECTIONS):
        found.append("directional")
    if labels.intersection(DISTANCES):
        found.append("distance")
    if labels.difference(DIRECTIONS, DISTANCES):
        found.append("topological")
    return found
