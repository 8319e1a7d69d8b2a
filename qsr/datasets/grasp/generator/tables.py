"""What was drawn: by kind of grid, how many there are and what their cells hold on average."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from qsr.datasets.grasp.generator.distributions import Scene
from qsr.generate.frame import Table, tabled
from qsr.generate.protocol import Line

__all__ = ["tables"]

_GROUPS: Final = ("energy", "obstacle", "start_position")


def tables(grids: Sequence[tuple[Line, Scene]]) -> dict[str, Table]:
    """Return, by what the grids are grouped and by group, their number, and means of cells with energy and of obstacles."""
    return {name: tabled(((line[name], scene) for line, scene in grids), _columns) for name in _GROUPS}


def _columns(scenes: list[Scene]) -> dict[str, float | None]:
    return {
        "items": len(scenes),
        "energy": round(fmean(len(scene.energy) for scene in scenes), 3),
        "obstacles": round(fmean(len(scene.obstacles) for scene in scenes), 3),
    }
