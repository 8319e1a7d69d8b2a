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
Labels that list what a room leaves possible are judged by `qsr.oracle.audits.rooms`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from qsr.datasets.protocol import Auditable, Item
from qsr.errors import DatasetError
from qsr.oracle.check import in_words
from qsr.oracle.evidence import Evidence, Maker
from qsr.plain import plain_value
from qsr.story import Answer, Value
from qsr.theories.protocol import Session, stated

__all__ = ["CLASSES", "Finding", "audit_item", "corrected_path", "corrections", "finding_of", "summary"]

CLASSES: Final = ("contradicts", "inconsistent", "undetermined", "defective")


@dataclass(frozen=True, slots=True)
class Finding:
    """One label that its text does not support.

    `text_answer` is what the text says in the benchmark's form (None where it says nothing definite), `derivation`
    the sentences that show it, `reason` the finding in words; `correction` is the label that the text supports, None where it
    supports none. `evidence` and `holds_in`, the rooms in which the label would be right, are those of `qsr.oracle.audits.rooms`.
    """

    id: str
    file: str
    line: int
    kind: str
    label: Value | None
    text_answer: Value | None
    derivation: tuple[str, ...]
    reason: str
    defective: str = ""
    correction: Value | None = None
    evidence: tuple[Evidence, ...] = ()
    holds_in: tuple[str, ...] = ()

    def line_of_report(self) -> dict[str, Any]:
        """Return the finding as plain data, a line of the report."""
        more = {"evidence": [one.plain() for one in self.evidence], "holds_in": list(self.holds_in)}
        return {
            "id": self.id,
            "line": self.line,
            "class": self.kind,
            "label": plain_value(self.label),
            "text_answer": plain_value(self.text_answer),
            "derivation": list(self.derivation),
            "reason": self.reason,
            "defective": self.defective or None,
            **{name: part for name, part in more.items() if part},
        }


def finding_of(item: Item, value: Value | None, kind: str, statements: Iterable[int], reason: str) -> Finding:
    """Return a finding that quotes statements; a label that contradicts them is corrected to `value`, the text's own answer."""
    quotes = tuple(dict.fromkeys(item.story.quote(statement) for statement in statements))
    correction = value if kind == "contradicts" else None
    return Finding(item.id, item.file, item.line, kind, item.gold, value, quotes, reason, item.defective, correction)


def audit_item(dataset: Auditable, session: Session, item: Item, answer: Answer) -> Finding | None:
    """Return what is wrong with the label of an item, or None where the text supports it.

    Items without a label, and those that the theory does not cover or decide, are no findings.
    """
    if item.gold is None or answer.status in ("unknown", "not_covered"):
        return None
    value = dataset.native(item, answer)

    finding = partial(finding_of, item, value)
    if answer.status == "inconsistent":
        return finding("inconsistent", stated(session.core(item.story)), "the sentences contradict each other")
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
