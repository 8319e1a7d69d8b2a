"""Repairs of contradictory stories: the least that has to be changed or left out, with what may have been meant.

Works under every theory that says which statements contradict each other. `diagnose` returns the minimal conflicts and the
repairs, the best first; `qsr.repair.words` says them in the story's own language.

Examples
--------
>>> from qsr import stories, theories
>>> story = stories.parse_story("The cup is left of the pen. The pen is left of the box. The box is left of the cup.")
>>> found = diagnose(story, theories.get("exact"), most=3)
>>> [(change.statement, change.kind) for repair in found.repairs for change in repair.changes]
[(0, 'opposite'), (1, 'opposite'), (2, 'opposite')]
"""

from __future__ import annotations

from qsr.repair.rank import Change, Repair
from qsr.repair.search import MOST, WAYS, Diagnosis, diagnose

__all__ = ["MOST", "WAYS", "Change", "Diagnosis", "Repair", "diagnose"]
