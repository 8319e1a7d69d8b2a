"""Labels that choose among options, against what holds in every layout of the text.

An option belongs in the label where it holds in every layout, and nowhere else. An option in the label that no layout allows is
shown by a minimal set of conditions that excludes it, one that only some allow by a layout in which it fails; an option that the
label leaves out by a minimal set of conditions that entails it. The classes are those of all audits: a text that
contradicts itself is `inconsistent`, and a label that some layout bears out but not all is `undetermined` where nothing else
is wrong with it and no option holds in every layout.
"""

from __future__ import annotations

from functools import partial

from qsr.datasets.hooks import CLASSES, Finding
from qsr.datasets.protocol import Auditable, Item
from qsr.plain import in_words
from qsr.story import Answer, Witness
from qsr.theories.evidence import Maker
from qsr.theories.protocol import Session, stated

__all__ = ["CLASSES", "audit_options"]


def audit_options(dataset: Auditable, session: Session, item: Item, answer: Answer) -> Finding | None:
    """Return what is wrong with the label of an item, or None where every layout bears it out.

    Items without a label, and those that the theory does not cover or decide, are no findings.
    """
    if item.gold is None or answer.status in ("unknown", "not_covered"):
        return None
    value = dataset.native(item, answer)
    finding = partial(Finding.of, item, value)
    if answer.status == "inconsistent":
        return finding("inconsistent", stated(session.core(item.story)), "the conditions contradict each other")
    said, label = dataset.labels(value or ()), dataset.labels(item.gold)
    if said == label:
        return None
    none = dict(item.question.properties).get("none", ())
    statements: list[int] = []
    reasons: list[str] = []
    maker = Maker(session, item.story, item.question)
    for letter in sorted(label - said):
        against = maker.excluded(letter)
        statements += () if against is None else against.statements
        if letter in none:
            reasons.append(f"{letter} says that no option holds")
        else:
            reasons.append(_against(maker, letter) if against is None else f"{letter} holds in no layout")
    for letter in sorted(said - label):
        follows = maker.entailed(letter)
        statements += () if follows is None else follows.statements
        reasons.append(f"{letter} says that no option holds" if letter in none else f"{letter} holds in every layout")
    kind = "contradicts" if said or not label <= answer.possible else "undetermined"
    says = f"the text says {in_words(value)}" if value else "no option holds in every layout"
    return finding(kind, sorted(set(statements)), f"{says}, the label {in_words(item.gold)}: {'; '.join(reasons)}")


def _against(maker: Maker, letter: str) -> str:
    """Return a layout in which an option of the label fails, in words."""
    where = maker.failing(letter).layout
    return f"{letter} fails in the layout {_names(where)}" if where is not None else f"{letter} does not hold in every layout"


def _names(layout: Witness) -> str:
    """Return the names of a layout in the order of their places."""
    ordered = sorted(layout.place.items(), key=lambda entry: entry[1])
    return ", ".join(f"{layout.names.get(entity, entity)} at {place}" for entity, place in ordered)
