"""What was drawn: by kind of grid, how many there are and what their cells hold on average."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from qsr.datasets.grasp.generator.distributions import Scene
from qsr.generate.protocol import Line

__all__ = ["Counts"]

_GROUPS: Final = ("energy", "obstacle", "start_position")
_MEASURES: Final[dict[str, Callable[[Scene], int]]] = {
    "energy": lambda scene: len(scene.energy),
    "obstacles": lambda scene: len(scene.obstacles),
}


@dataclass(slots=True)
class Counts:
    """Counts over the grids that were handed out."""

    _grids: list[tuple[Line, Scene]] = field(default_factory=list)

    def add(self, line: Line, scene: Scene) -> None:
        """Count a grid."""
        self._grids.append((line, scene))

    def tables(self) -> dict[str, dict[str, dict[str, float | None]]]:
        """Return, by what the grids are grouped and by group, their number, and means of cells with energy and of obstacles."""
        return {name: self._table(name) for name in _GROUPS}

    def _table(self, name: str) -> dict[str, dict[str, float | None]]:
        groups: dict[str, list[Scene]] = {}
        for line, scene in self._grids:
            groups.setdefault(line[name], []).append(scene)
        return {
            group: {
                "items": len(scenes),
                **{name: round(fmean(map(measure, scenes)), 3) for name, measure in _MEASURES.items()},
            }
            for group, scenes in sorted(groups.items())
        }
