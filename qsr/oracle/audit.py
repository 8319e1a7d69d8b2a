"""Labels against their own texts.

Every item whose label its text does not support is a finding of one of four classes:

contradicts
    the text determines one answer, and the label is another;
inconsistent
    the sentences contradict each other, so that they support no label;
undetermined
    the text does not determine an answer (the asked pair is not connected, or more than one answer is possible);
defective
    a sentence of the text is broken, and none of the above holds for a stronger reason.

Each finding quotes the sentences it rests on: the derivation of the text's own answer, or a minimal set that contradicts itself.
A data set whose labels claim something else brings an audit of its own (`qsr.datasets.hooks.Audited`).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from qsr.datasets.hooks import CLASSES, Finding
from qsr.datasets.protocol import AnyText, Auditable, Item
from qsr.errors import DatasetError
from qsr.plain import in_words
from qsr.story import Answer, Value
from qsr.theories.evidence import Maker
from qsr.theories.protocol import Session, stated

__all__ = ["audit_item", "corrected_path", "corrections", "summary"]


def audit_item(dataset: Auditable, session: Session, item: Item, answer: Answer) -> Finding | None:
    """Return what is wrong with the label of an item, or None where the text supports it.

    Items without a label, and those that the theory does not cover or decide, are no findings.
    """
    if item.gold is None or answer.status in ("unknown", "not_covered"):
        return None
    value = dataset.native(item, answer)
    finding = partial(Finding.of, item, value)
    contradiction = dataset.contradiction(item) if isinstance(dataset, AnyText) else None
    said_so = contradiction is not None and item.gold == contradiction
    if answer.status == "inconsistent":
        if said_so:
            return None
        return finding("inconsistent", stated(session.core(item.story)), "the sentences contradict each other")
    if said_so and value != item.gold:
        return finding("contradicts", (), "the sentences do not contradict each other, and the label says that they do")
    if value is not None and value != item.gold:
        said, label = dataset.labels(value), dataset.labels(item.gold)
        if answer.status == "ambiguous" and answer.entailed <= label <= answer.possible:
            return finding("undetermined", (), answer.reason)
        reason = f"the text says {in_words(value)}, the label {in_words(item.gold)}"
        return finding("contradicts", _evidence(session, item, said, label), reason)
    if item.defective:
        return finding("defective", (), item.defective)
    if value is None:
        return finding("undetermined", (), answer.reason or "the text does not determine the answer")
    return None


def _evidence(session: Session, item: Item, said: frozenset[str], label: frozenset[str]) -> tuple[int, ...]:
    """Return the statements that rule out what the label claims; where it claims too little, those that entail what it lacks."""
    maker = Maker(session, item.story, item.question)
    lacked = sorted(said - label) if item.question.form == "relation" else ()
    makers = (*(partial(maker.excluded, one) for one in sorted(label - said)), *(partial(maker.entailed, one) for one in lacked))
    shown = (make() for make in makers)
    return next((found.statements for found in shown if found is not None and found.statements), ())


def summary(findings: Iterable[Finding], items: int, classes: Iterable[str] = CLASSES) -> dict[str, Any]:
    """Return how many items were read and how many findings there are of each class."""
    counts = Counter(finding.kind for finding in findings)
    return {"items": items, "findings": sum(counts.values()), "classes": {kind: counts[kind] for kind in classes}}


def corrected_path(original: Path, place: Path, originals: Iterable[Path]) -> Path:
    """Return where the corrected copy of a file goes.

    A folder takes a file of the same name, or `<stem>.corrected<suffix>` where that would be one of the originals. Raise
    DatasetError where the place is an original itself.
    """
    folder = place.is_dir()
    taken = list(originals)
    if not folder and len(taken) > 1:
        raise DatasetError(f"{place}: name an existing folder for the corrected copies of several files")
    target = place / original.name if folder else place
    if folder and any(_same(target, one) for one in taken):
        target = place / f"{original.stem}.corrected{original.suffix}"
    if any(_same(target, one) for one in taken):
        raise DatasetError(f"{target}: the corrected copy would overwrite an original")
    return target


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other) or (one.exists() and other.exists() and one.samefile(other))


def corrections(findings: Iterable[Finding], file: str) -> Iterator[tuple[str, Value | None]]:
    """Yield id and new label (None: leave the item out) for the findings of one file whose label changes."""
    for finding in findings:
        if finding.file == file and (finding.correction is None or finding.correction != finding.label):
            yield finding.id, finding.correction
