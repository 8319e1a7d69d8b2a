"""The row of a grid in the published form, and the check that it says what was drawn.

A row has the published keys in their order. One further key, `generated`, says what they do not: the seed, the size, what a
skewed grid is skewed by, and that a spiral is a fit.
"""

from __future__ import annotations

from typing import Any, Final

from qsr.datasets.grasp.generator.distributions import Scene, area
from qsr.errors import ParseError
from qsr.generate.frame import canary
from qsr.generate.protocol import GenerationError, Line
from qsr.theories.gridworld.text import read_json
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.theories.gridworld.world import World, world_of

__all__ = ["CANARY", "OWN", "row", "verify"]

#: The key of what the published rows do not have.
OWN: Final = "generated"
CANARY: Final = canary("5f1d0b1e-8d0a-4c63-9a0f-6a6c1f7c2b94")
_REMARKS: Final = {
    "upDown": {"skewed_by": "columns"},
    "leftRight": {"skewed_by": "rows"},
    "spiral": {"formula": "a fit to the published grids"},
}


def row(scene: Scene, index: int, kind: tuple[str, str, str], seed: int) -> Line:
    """Return the row of a grid; `kind` is its distribution of energy, ``block`` or ``free``, and its start area."""
    energy, obstacle, start = kind
    contents = {**dict.fromkeys(scene.energy, "E"), **dict.fromkeys(scene.obstacles, "O"), scene.start: "A"}
    own: dict[str, Any] = {"seed": seed, "size": list(scene.size), **_REMARKS.get(energy, {}), "canary": CANARY}
    return {
        "index": index,
        "energy": energy,
        "energy_probability": scene.probability,
        "obstacle": obstacle,
        "start_position": start,
        "grid": draw_grid(*scene.size, contents),
        "start": list(scene.start),
        OWN: own,
    }


def verify(line: Line, scene: Scene) -> None:
    """Read a finished row once more; raise GenerationError where its text is not the grid that was drawn, or its kind is not."""
    identity = f"index {line['index']}"
    try:
        read = world_of(read_json(line))
    except ParseError as error:
        raise GenerationError(f"{identity}: the grid cannot be read again: {error}") from error
    drawn = World(*scene.size, scene.start, scene.obstacles, tuple((cell, 1) for cell in sorted(scene.energy)))
    if read != drawn:
        raise GenerationError(f"{identity}: the grid reads as {read}, not as {drawn}")
    if read.start not in area(scene.size, line["start_position"]):
        raise GenerationError(f"{identity}: the agent starts at {read.start}, which is not {line['start_position']}")
    if read.obstacles and line["obstacle"] == "free":
        raise GenerationError(f"{identity}: a grid without obstacles has some")
