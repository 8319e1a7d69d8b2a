"""How many answers the items of a run leave possible, and what CPU time they take, by group, size and grid.

The columns are those of Figure 8 of Li, Hogg and Cohn (IJCAI 2024): shares of items with a single possible answer, with multiple
ones and with none, which is a story that contradicts itself, and the time. Items that a limit or the theory left undecided are
shown as unknown. The time is that of the answer alone, without reading the text; the first answers of a process also set up what
later ones share.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from qsr.counts import Counts
from qsr.datasets.protocol import Item
from qsr.story import Answer, Plan
from qsr.wording import by_number

__all__ = ["OUTCOMES", "AnswerCounts"]

OUTCOMES: Final = ("single", "multiple", "none", "unknown")


@dataclass
class AnswerCounts(Counts):
    """Counts over answered items; those of consecutive pieces of a run merge into those of the whole.

    Examples
    --------
    >>> from qsr.story import Question, Story
    >>> item = Item("f:1", Story(("a", "b")), Question(0, "relation", (0, 1)), groups=("O2",))
    >>> effort = AnswerCounts()
    >>> effort.add(item, Answer("inconsistent", "room"), 0.002)
    >>> effort.report()["n"]["2"]["none"], effort.report()["n"]["2"]["cpu_ms_worst"]
    (1.0, 2.0)
    """

    group: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    n: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    m: dict[str, list[tuple[str, float]]] = field(default_factory=dict)

    def add(self, item: Item, answer: Answer | None, seconds: float) -> None:
        """Count an answer that took so many CPU seconds; None for an item that the program failed on."""
        story = item.story
        entities = str(len(story.entities))
        pairs = len({frozenset(said.args) for said in story.statements if len(said.args) == 2})
        grid = dict(story.settings).get("grid", "")
        found = (_outcome(answer), seconds)
        # A group that is no more than the number of entities has a table of its own.
        for group in item.groups:
            if group != f"n={entities}":
                self.group.setdefault(f"{group} {grid}".rstrip(), []).append(found)
        self.n.setdefault(entities, []).append(found)
        self.m.setdefault(str(pairs), []).append(found)

    def report(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Return the columns of each group, by `group` (with the story's grid, if it has one), `n` entities and `m` stated pairs.

        Shares of the outcomes add up to 1.
        """
        return {
            name: {group: _columns(groups[group]) for group in sorted(groups, key=by_number)}
            for name, groups in vars(self).items()
        }


def _outcome(answer: Answer | None) -> str:
    if answer is None or answer.undecided or answer.status not in ("determined", "ambiguous", "inconsistent"):
        return "unknown"
    if isinstance(answer.value, Plan):
        # A best plan is one answer, though it is no label.
        return "single"
    return {0: "none", 1: "single"}.get(len(answer.possible), "multiple")


def _columns(found: list[tuple[str, float]]) -> dict[str, Any]:
    outcomes = [outcome for outcome, _ in found]
    times = [1000 * seconds for _, seconds in found]
    return {
        "items": len(found),
        **{outcome: round(outcomes.count(outcome) / len(found), 4) for outcome in OUTCOMES},
        "cpu_ms_median": round(median(times), 3),
        "cpu_ms_worst": round(max(times), 3),
    }
