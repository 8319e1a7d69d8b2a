"""Labels that list what a room leaves possible, against the text of the room.

Such a label claims something of every candidate: those it lists are possible, the others are not. A candidate listed though
impossible is shown by a minimal set of clauses that excludes it, one missing though possible by a layout in which it holds. The
classes are those of all audits, and one more:

contradicts
    the label lists what the text excludes, or lacks what it allows, or two columns of the row have different labels;
inconsistent
    the clauses contradict each other, so that nothing is possible, and the label lists something;
defective
    a column of the row holds a label that is none of the data set's;
conflict
    the text and the facts that the row gives beside it differ, and the label is what at least one of them says.

No label is `undetermined`, because every text determines what it leaves possible. One that lists nothing is right where the
clauses contradict each other, and so there is a correction for every finding, save where a limit came first.

Which relations a room leaves possible depends on its grid and on the mode. A label that another room would bear out says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, Protocol

from qsr.datasets import hooks
from qsr.datasets.hooks import Finding, ListsPossible
from qsr.datasets.protocol import Auditable, Item, Row
from qsr.datasets.roomspace.domains import DOMAINS, in_domains
from qsr.plain import in_words
from qsr.story import Answer, Story, Value
from qsr.theories.evidence import NEEDS_NONE, Evidence, Maker
from qsr.theories.protocol import Limits, Session
from qsr.theories.quotes import quotes
from qsr.theories.room.domain import SETTINGS, Domain, domain_of

__all__ = ["CLASSES", "RoomLabels", "audit_room"]

CLASSES: Final = (*hooks.CLASSES, "conflict")
_NONE_NEEDED: Final = "no clause is needed: it is impossible in such a room"
_POSSIBLE: Final = "no clauses were found that exclude it"
#: Seconds for an answer in each other room, where the user sets none.
_SECONDS: Final = 5.0


class RoomLabels(Auditable, ListsPossible, Protocol):
    """A data set about rooms whose labels list what is possible, and whose rows may give facts beside the text."""

    def forms(self, row: Row, item: Item) -> Mapping[str, Value | None]:
        """Return the same label from further columns of the row, by their names; None for one that cannot be read."""

    def stated(self, row: Row, item: Item) -> Story | None:
        """Return the item's story as the facts beside its text have it; None where there are none or they say the same."""


def audit_room(
    dataset: RoomLabels,
    session: Session,
    row: Row,
    item: Item,
    answer: Answer,
    limits: Limits | None = None,
    settings: Mapping[str, str] | None = None,
) -> Finding | None:
    """Return what is wrong with the label of an item, or None where the text supports it.

    Items without a label, and those that the theory does not cover, are no findings. What a limit left open refutes no label.
    `limits` and `settings` are those of the session.
    """
    if item.gold is None or answer.status == "not_covered":
        return None
    labels = {"": item.gold, **dataset.forms(row, item)}
    wrong = [name for name, label in labels.items() if label is None or _refuted(dataset, item, answer, label)]
    facts = dataset.stated(row, item)
    if not wrong and facts is None:
        return None
    column = wrong[0] if wrong else ""
    label, value = labels[column], dataset.native(item, answer)
    by_facts = dataset.native(item, session.answer(facts, item.question)) if facts is not None else None
    differing = tuple(_differing(item.story, facts)) if facts is not None else ()
    finding = Finding(item.id, item.file, item.line, "conflict", label, value, differing, "", item.defective, value)
    if not wrong:
        reason = f"the text supports the label, and the row's facts differ from it: {item.defective}"
        if by_facts is not None and by_facts != item.gold:
            reason += f"; they say {in_words(by_facts)}"
        # The label stands, also where a limit came before the text's own answer.
        return replace(finding, reason=reason, correction=label)
    if label is None:
        return replace(
            finding, kind="defective", reason=f"{column}: a label that is none of the data set's", correction=item.gold
        )
    room = domain_of({**dict(item.story.settings), **(settings or {})})
    finding = _contradicted(dataset, session, item, answer, label, room, finding)
    reason = f"{column}: {finding.reason}" if column else finding.reason
    if facts is not None and label == by_facts:
        finding = replace(finding, kind="conflict")
        reason += f"; the label is what the row's facts say: {item.defective}"
    elif facts is not None:
        reason += f"; the row's facts differ from the text too: {item.defective}"
    holds_in = tuple(_bearing_out(dataset, item, label, limits or Limits()))
    if holds_in:
        reason += f"; the label is right in {'; in '.join(holds_in)}"
    return replace(finding, reason=reason, holds_in=holds_in)


def _contradicted(
    dataset: RoomLabels, session: Session, item: Item, answer: Answer, label: Value, room: Domain, finding: Finding
) -> Finding:
    """Return the finding about a label that the text refutes, with what shows it."""
    if answer.status == "inconsistent":
        found = Maker(session, item.story, item.question).contradiction()
        sentences, note = ((), _POSSIBLE) if found is None else (found.sentences, found.note)
        reason = f"the clauses contradict each other ({room}), the label says {in_words(label)}"
        return replace(finding, kind="inconsistent", reason=reason, derivation=_once(finding.derivation, sentences or [note]))
    evidence = tuple(_evidence(dataset, session, item, answer, label))
    # Where a limit left the text's answer open, what is known of it refutes the label all the same.
    said = f"says {in_words(finding.text_answer)}" if finding.text_answer is not None else "refutes the label"
    return replace(
        finding,
        kind="contradicts",
        reason=f"the text {said} ({room}), the label {in_words(label)}",
        derivation=_once(finding.derivation, (sentence for one in evidence for sentence in one.sentences)),
        evidence=evidence,
    )


def _once(*parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sentence for part in parts for sentence in part))


def _claimed(dataset: RoomLabels, item: Item, label: Value) -> frozenset[str]:
    """Return the candidates that a label says are possible; of a yes/no question that is "yes" or none."""
    candidates = dataset.labels(label)
    return candidates & {"yes"} if item.question.form == "yes_no" else candidates


def _refuted(dataset: RoomLabels, item: Item, answer: Answer, label: Value) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return which candidates are listed though impossible, and which are missing though possible; None where there are none."""
    claimed = _claimed(dataset, item, label)
    possible = answer.possible & {"yes"} if item.question.form == "yes_no" else answer.possible
    impossible, missing = claimed - possible - answer.undecided, possible - claimed
    return (impossible, missing) if impossible or missing else None


def _evidence(dataset: RoomLabels, session: Session, item: Item, answer: Answer, label: Value) -> Iterator[Evidence]:
    impossible, missing = _refuted(dataset, item, answer, label) or (frozenset(), frozenset())
    maker = Maker(session, item.story, item.question)
    for candidate in (*sorted(impossible), *sorted(missing)):
        found = maker.excluded(candidate) if candidate in impossible else maker.holding(candidate)
        # What is listed though impossible has no model, so that there is always something to say of it.
        yield _noted(found or Evidence(candidate, listed=True, note=_POSSIBLE), dataset.word(item, candidate))


def _noted(found: Evidence, word: str) -> Evidence:
    return replace(found, candidate=word, note=_NONE_NEEDED if found.note == NEEDS_NONE else found.note)


def _differing(story: Story, facts: Story) -> list[str]:
    """Return the clauses of a text that are none of its facts."""
    said = {(one.relation, one.args) for one in facts.statements}
    return quotes(None, story, [one.id for one in story.statements if (one.relation, one.args) not in said])


def _bearing_out(dataset: RoomLabels, item: Item, label: Value, limits: Limits) -> Iterator[str]:
    """Yield the rooms in which the text supports a label: other modes, the published grids, the continuous room."""
    grid = dict(item.story.settings).get("grid", DOMAINS[0][1])
    rooms = [*((mode, grid) for mode in SETTINGS["mode"].values), *(room for room in DOMAINS if room[0] != "real")]
    timed = replace(limits, seconds=limits.seconds or _SECONDS)
    for domain, answer in in_domains(item.story, item.question, list(dict.fromkeys(rooms)), timed):
        if dataset.native(item, answer) == label:
            yield str(domain)
