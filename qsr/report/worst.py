"""Which items a report shows: of each kind of error some, from as many groups as there are.

Kinds compare an answer with what the text makes right; they are ours, and every answer that is not sound has exactly one. What is
kept is bounded: of each kind in each group a few, those that weigh most and of equals the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from qsr.datasets.protocol import Dataset, Item, PartlyRight
from qsr.story import Value, Verdict

__all__ = ["LABEL_FAULTS", "Buckets", "Candidate", "error_class", "label_fault"]

#: How many items of one kind and group are kept; a report shows no more of them.
_KEPT: Final = 16
NOT_READABLE: Final = "not readable"
NOT_DECIDED: Final = "not decided by the theory"
#: What a label may be beside its text.
LABEL_FAULTS: Final = {
    "other": "the text says something else",
    "partial": "the text says more",
    "open": "the text determines no answer",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item that may be shown: what was answered as it was given, the verdict, and how much it weighs."""

    item: Item
    given: str
    verdict: Verdict
    kind: str
    weight: float = 0.0


def error_class(verdict: Verdict) -> str:
    """Return what is wrong with an answer that is not sound, in words; empty for a sound one."""
    if verdict.sound:
        return ""
    if verdict.sound is None:
        return NOT_DECIDED if verdict.read else NOT_READABLE
    if verdict.rule == "abstention":
        return "abstains though the text decides"
    if verdict.rule == "denial":
        return "denies what the text says"
    if not verdict.right:
        return "claims what the text leaves open"
    if len(verdict.right) == 1 and isinstance(verdict.value, (frozenset, tuple)):
        return _sets(frozenset(verdict.value), verdict.right[0])
    return "another answer"


def _sets(said: frozenset[str], right: Value) -> str:
    wanted = frozenset(right) if isinstance(right, (frozenset, tuple)) else frozenset({str(right)})
    if said < wanted:
        return "leaves some out"
    if said > wanted:
        return "claims some too many"
    return "some right, some not" if said & wanted else "another answer"


def label_fault(item: Item, verdict: Verdict, dataset: Dataset) -> str | None:
    """Return which of `LABEL_FAULTS` the item's label has; None where its text supports it, or nobody can tell."""
    gold = item.gold
    if gold is None:
        return None
    if not verdict.right:
        return "open" if verdict.sound is not None and gold else None
    if gold in verdict.right:
        return None
    return "partial" if isinstance(dataset, PartlyRight) and dataset.holds(gold, verdict.right[0]) else "other"


@dataclass(slots=True)
class Buckets:
    """Candidates by kind and group, a few of each; the first group that an item names is the one it stands for."""

    kept: dict[tuple[str, str], list[Candidate]] = field(default_factory=dict)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, candidate: Candidate) -> None:
        """Take one candidate."""
        key = (candidate.kind, candidate.item.groups[0] if candidate.item.groups else "")
        self._put(key, [candidate], 1)

    def merge(self, other: Buckets) -> None:
        """Add the candidates of the piece of a run that comes next."""
        for key, candidates in other.kept.items():
            self._put(key, candidates, other.counts[key])

    def chosen(self, number: int) -> list[Candidate]:
        """Return so many candidates, as varied as can be: one of each kind from its largest group, then from the next ones.

        Each kind takes a group that was not shown before where it has one.
        """
        totals: dict[str, int] = {}
        for (kind, _), count in self.counts.items():
            totals[kind] = totals.get(kind, 0) + count
        # What is known to be wrong comes first.
        kinds = sorted(totals, key=lambda kind: (kind == NOT_DECIDED, kind == NOT_READABLE, -totals[kind], kind))
        left = {kind: self._queue(kind) for kind in kinds}
        found: list[Candidate] = []
        shown: dict[str, int] = {}
        while len(found) < number and any(left.values()):
            for kind in kinds:
                if not left[kind] or len(found) == number:
                    continue
                group, candidate = min(left[kind], key=lambda pair: shown.get(pair[0], 0))
                left[kind].remove((group, candidate))
                shown[group] = shown.get(group, 0) + 1
                found.append(candidate)
        return found

    def _queue(self, kind: str) -> list[tuple[str, Candidate]]:
        groups = sorted(
            ((key, count) for key, count in self.counts.items() if key[0] == kind), key=lambda pair: (-pair[1], pair[0])
        )
        return [
            (key[1], candidate) for rank in range(_KEPT) for key, _ in groups for candidate in self.kept[key][rank : rank + 1]
        ]

    def _put(self, key: tuple[str, str], candidates: Iterable[Candidate], count: int) -> None:
        # The sort is stable: of equal weights the earlier ones stay, wherever the run was cut.
        whole = [*self.kept.get(key, ()), *candidates]
        self.kept[key] = sorted(whole, key=lambda one: -one.weight)[:_KEPT]
        self.counts[key] = self.counts.get(key, 0) + count


def plain_text(given: Any) -> str:
    """Return an answer as it was given, as one text."""
    return given if isinstance(given, str) else ", ".join(map(str, given)) if isinstance(given, (list, tuple)) else str(given)
