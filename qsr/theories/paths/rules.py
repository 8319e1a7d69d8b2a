"""What a path means under SpaRC's property sets 2, 3 and 4: one record each, and the backend in plain Python.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from qsr.story import Statement, Story
from qsr.theories.paths.compositions import merge_intervals, merge_measured, merge_signs
from qsr.theories.paths.grid import broken_cycle
from qsr.theories.paths.links import Link, Links, Vector, VectorPair, measured, unit
from qsr.theories.paths.models import Boxes, Grid, Models, Points

__all__ = ["PS2", "PS3", "PS4", "DirectReasoner", "PropertySet"]


@dataclass(frozen=True, slots=True)
class PropertySet:
    """One property set of SpaRC.

    Parameters
    ----------
    part
        The part of `encodings/paper_paths.lp` that composes a path.
    checks
        The parts that check the whole story: none, or the grid.
    vectors
        What a statement says, as head minus tail and tail minus head; None where it is not covered.
    merge
        The labels that the steps of a path give.
    conflict
        A minimal inconsistent set of statements of the whole story, ascending; empty where there is none.
    models
        How entities are placed.
    """

    part: str
    checks: tuple[str, ...]
    vectors: Callable[[Statement], VectorPair | None]
    merge: Callable[[Iterable[Vector]], frozenset[str]]
    conflict: Callable[[Story, Links], tuple[int, ...]]
    models: Models


def _unit_vectors(statement: Statement) -> VectorPair | None:
    return unit(statement.relation)


def _no_conflict(story: Story, links: Links) -> tuple[int, ...]:
    """For sets 3 and 4, where the published method never looks beyond the path."""
    return ()


PS2: Final = PropertySet("ps2", ("grid",), measured, merge_measured, broken_cycle, Grid())
PS3: Final = PropertySet("ps3", (), _unit_vectors, merge_signs, _no_conflict, Points())
PS4: Final = PropertySet("ps4", (), _unit_vectors, merge_intervals, _no_conflict, Boxes())


@dataclass(frozen=True, slots=True)
class DirectReasoner:
    """The backend ``"direct"``: composition and potentials in plain Python."""

    rules: PropertySet

    def compose(self, story: Story, links: Links, path: list[Link]) -> frozenset[str]:
        """Return the labels that the links of a path give."""
        return self.rules.merge([vector for _, vector in path])

    def conflict(self, story: Story, links: Links) -> tuple[int, ...]:
        """Return a minimal inconsistent set of statements, ascending, or nothing."""
        return self.rules.conflict(story, links)
