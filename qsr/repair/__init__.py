"""Repairs of contradictory stories: the least that has to be changed or left out, with what may have been meant.

Works under every theory that says which statements contradict each other. `diagnose` returns the minimal conflicts and the
repairs, the best first; `repairs` the repairs alone; `qsr.repair.words` says them in the story's own language.

Examples
--------
>>> from qsr import theories
>>> from qsr import stories
>>> story = stories.parse_story("The cup is left of the pen. The pen is left of the box. The box is left of the cup.")
>>> [(change.statement, change.kind) for repair in repairs(story, theories.get("exact"), most=3) for change in repair.changes]
[(0, 'opposite'), (1, 'opposite'), (2, 'opposite')]
"""

from __future__ import annotations

from collections.abc import Iterable

from qsr.repair.rank import Change, Repair
from qsr.repair.search import MOST, WAYS, Diagnosis, diagnose
from qsr.story import Story
from qsr.theories.protocol import Limits, Theory

__all__ = ["MOST", "WAYS", "Change", "Diagnosis", "Repair", "diagnose", "repairs"]


def repairs(
    story: Story,
    theory: Theory,
    *,
    backend: str | None = None,
    limits: Limits | None = None,
    ways: Iterable[str] = WAYS,
    most: int = MOST,
) -> tuple[Repair, ...]:
    """Return the repairs of a story, the best first; none for a consistent one. See `diagnose`."""
    return diagnose(story, theory, backend=backend, limits=limits, ways=ways, most=most).repairs
