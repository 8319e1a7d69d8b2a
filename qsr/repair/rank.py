"""What a repair is, and which of two is the better one.

Repairs are ordered by, in this order:

1. how many statements they touch;
2. how many of these they drop: to change a statement keeps what it is about;
3. how far the changes go, by the sum of `COSTS`;
4. how many questions of the story have one answer then, more is better: what is asked is meant to be told;
5. how many of the statements that were at odds follow from the others then, fewer is better: each sentence is meant to tell
   something, Grice's maxim of quantity [1]_;
6. the place in the text of what they touch, and the order in which the changes are thought of.

So the order is the same on every machine. Between backends it may differ where these find other conflicts, which the fifth counts
in, and where not all repairs that touch more statements than the best are looked for.

In a circle of statements without more to it nothing tells which of them is wrong: there the
fourth and the fifth are a guess, and the sixth is none at all.

References
----------
.. [1] Grice (1975), Logic and conversation, Syntax and Semantics 3, 41-58.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qsr.story import Statement, Story

__all__ = ["ANY", "COSTS", "DROPPED", "Change", "Repair", "effort", "key"]

ANY: Final = "any"
DROPPED: Final = "dropped"
#: Kind of a change -> how far it goes. "opposite": left for right, in one part of the relation or in all; "swapped": X and Y in
#: each other's place; "affirmed": without its "not"; "neighbour": see `qsr.repair.families`; "distance": one unit more or less;
#: "any": another relation of the theory. A dropped statement has no cost of this kind, see the module.
COSTS: Final[dict[str, int]] = {"opposite": 1, "swapped": 2, "affirmed": 2, "neighbour": 3, "distance": 3, ANY: 4, DROPPED: 0}


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one statement: `instead` stands for the statement of that id, or nothing where it is dropped."""

    statement: int
    kind: str
    instead: Statement | None = None

    @property
    def cost(self) -> int:
        """How far the change goes."""
        return COSTS[self.kind]


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to make a story consistent.

    Parameters
    ----------
    changes
        What becomes of statements, in the order of the text; their number is least in that no fewer of these would do.
    story
        The story as it is then: statements without those dropped, numbered anew. Its text is still the old one; see
        `qsr.repair.words.rewritten`.
    answered, needless
        How many questions of the story have one answer then, and how many of the statements that were at odds follow from the
        others; 0 where no other repair made that matter.
    """

    changes: tuple[Change, ...]
    story: Story
    answered: int = 0
    needless: int = 0

    @property
    def statements(self) -> tuple[int, ...]:
        """Ids, in the story before, of the statements that are touched."""
        return tuple(change.statement for change in self.changes)

    @property
    def drops(self) -> int:
        """How many statements are dropped."""
        return sum(change.instead is None for change in self.changes)

    @property
    def cost(self) -> int:
        """How far all changes go together."""
        return sum(change.cost for change in self.changes)


def effort(repair: Repair) -> tuple[int, int, int]:
    """Return how much a repair changes: statements, drops, and how far the changes go."""
    return len(repair.changes), repair.drops, repair.cost


def key(repair: Repair) -> tuple[tuple[int, int, int], int, int, tuple[int, ...]]:
    """Return what repairs are ordered by, the better first; of equal ones the one thought of first is the better."""
    return effort(repair), -repair.answered, repair.needless, repair.statements
