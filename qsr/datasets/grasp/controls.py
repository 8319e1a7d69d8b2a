"""The controls of GRASP's grids and the rules of its items, and the ids that say both."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from qsr.datasets.protocol import Item
from qsr.theories.gridworld import text as gridworld

__all__ = ["CONTROLS", "identity", "index_of", "rules_of"]

#: The controls of the paper's Table 2 that a row names -> its key, and the paper's word for each value, in the table's order.
CONTROLS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "Energy Distribution": (
        "energy",
        {
            "random": "Random",
            "upDown": "Vertically-skewed",
            "leftRight": "Horizontally-skewed",
            "cluster": "Cluster",
            "spiral": "Spiral",
        },
    ),
    "Obstacle": ("obstacle", {"block": "Yes", "free": "No"}),
    "Starting Position": ("start_position", {"inner": "Inner Position", "outer": "Outer Position"}),
}


def identity(file: str, index: int, rules: Mapping[str, str]) -> str:
    """Return the id of a grid of a file under constraints.

    >>> identity("inner_random_free.jsonl", 3, {"moves": "8", "carry": "none", "cost": "0.3"})
    'inner_random_free.jsonl-3-1-0-1'
    """
    return f"{file}-{index}-{int(rules['moves'] == '8')}-{int(rules['carry'] != 'none')}-{int(Fraction(rules['cost']) > 0)}"


def index_of(item: Item) -> int:
    """Return the index of an item's grid in its file."""
    return int(item.id.rsplit("-", 4)[1])


def rules_of(item: Item) -> dict[str, str]:
    """Return the rules that an item's story is under, as its settings have them."""
    return {key: value for key, value in item.story.settings if key in gridworld.RULES}
