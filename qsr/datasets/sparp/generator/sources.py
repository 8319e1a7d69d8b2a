"""Contexts and questions of other data sets: StepGame for property sets 2 to 4, SpaRTUN for set 1.

Only the text is taken. A row whose text is broken, asks no relation, or reads otherwise as one running text gives no
item; the report counts such rows by reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from qsr import datasets
from qsr.datasets.protocol import BadRow, Item
from qsr.datasets.sparp.generator.rows import Draft, draft, facts
from qsr.generate.protocol import Report

__all__ = ["drafts"]

_SOURCE_NAMES: Final = {"stepgame": "StepGame", "spartun": "SpaRTUN"}


def drafts(files: Sequence[str], property_set: str, report: Report) -> Iterator[Draft]:
    """Yield what the files hold, in their order; raise DatasetError for a file that is not of the data set."""
    name = "spartun" if property_set == "PS1" else "stepgame"
    for file in files:
        for item in datasets.read(name, file):
            found = _draft(item, name, property_set)
            if isinstance(found, Draft):
                yield found
            else:
                report.passed_over[found] += 1


def _draft(item: Item | BadRow, name: str, property_set: str) -> Draft | str:
    """Return a row's context and question as read, or why it gives no item."""
    if isinstance(item, BadRow):
        return "the row cannot be read"
    if item.defective:
        return "a sentence is broken"
    if item.question.form != "relation":
        return "the question does not ask for relations"
    context = item.story.text[: item.question.span[0]].strip()
    if name == "stepgame":
        context = " ".join(context.split("\n"))
        context_id, question_id = f"{Path(item.file).name}-{item.id.removeprefix(f'{item.file}:')}", "0"
    else:
        context_id, _, question_id = item.id.rpartition(":")
    found = draft(context_id, question_id, context, item.question.text, property_set, _SOURCE_NAMES[name])
    if isinstance(found, str) or facts(found.story) != facts(item.story):
        return "the context reads otherwise as one running text"
    return found
