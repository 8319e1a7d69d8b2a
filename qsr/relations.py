"""The vocabulary of relations: names, axes, converses.

Sixteen labels in the order in which SpaRC prints them (Rizvi, Zhu and Gurevych, Findings of ACL 2024, Table 1):
six directions, two distances and the eight topological base relations of RCC8 under their English names. "touching" is what
English says and SpaRC has no label for: some contact of boundaries. A diagonal such as "upper left" is a SET of
directions, written here as one name with ``+`` between its parts, vertical part first: ``"above+left"``. A direction
lies on one axis: x grows to the right, y grows upwards, z grows from the back to the front.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

__all__ = [
    "AXES",
    "A_KIND",
    "CALLED",
    "CONVERSE",
    "DIRECTIONS",
    "DISTANCES",
    "EVENTS",
    "EVERYDAY",
    "LABELS",
    "OF_A_THIRD",
    "OVERLAPPING",
    "RCC8",
    "STATE",
    "converse",
    "is_directional",
    "join",
    "parts",
]

AXES: Final = ("x", "y", "z")

#: Direction -> (index of its axis, sign of head minus tail on that axis).
DIRECTIONS: Final[dict[str, tuple[int, int]]] = {
    "left": (0, -1),
    "right": (0, 1),
    "above": (1, 1),
    "below": (1, -1),
    "behind": (2, -1),
    "in front": (2, 1),
}
DISTANCES: Final = ("near", "far")
#: What happens, and changes where something is: somebody goes, a thing is moved, taken, dropped, given or put somewhere;
#: something leaves a place, is no longer where it was, is anywhere then, or comes to where another thing is.
EVENTS: Final = ("goes to", "moves to", "takes", "drops", "gives", "puts", "leaves", "goes away", "strays", "comes by")
#: Orders of which each third thing has its own: the head is nearer to it than the tail is, or comes sooner on it.
OF_A_THIRD: Final = ("nearer", "sooner")
OVERLAPPING: Final = "overlapping"
#: Begins the relation of a state, and what is said of a thing of a kind: that it is a tree.
STATE: Final = "state:"
A_KIND: Final = "a "

#: English name of a topological relation -> its RCC8 base relation.
RCC8: Final[dict[str, str]] = {
    "outside": "DC",
    "outside and touching": "EC",
    "partially overlapping": "PO",
    "inside and touching": "TPP",
    "inside": "NTPP",
    "contains and touches": "TPPI",
    "contains": "NTPPI",
    OVERLAPPING: "EQ",
}
#: Base relation of RCC8 -> its English name.
CALLED: Final = {base: name for name, base in RCC8.items()}
LABELS: Final = (*DIRECTIONS, *DISTANCES, *RCC8)
#: Label -> the base relations of RCC8 that its everyday word covers (a statement with the property `everyday`): who is "in" the
#: park may touch its edge from inside, who is "outside" it from outside. "Overlaps" is more than its entry says, see
#: `qsr.theories.everyday`.
EVERYDAY: Final[dict[str, tuple[str, ...]]] = {
    "inside": ("TPP", "NTPP"),
    "contains": ("TPPI", "NTPPI"),
    "outside": ("DC", "EC"),
    OVERLAPPING: ("PO",),
}

CONVERSE: Final[dict[str, str]] = {
    "left": "right",
    "right": "left",
    "above": "below",
    "below": "above",
    "behind": "in front",
    "in front": "behind",
    "inside and touching": "contains and touches",
    "contains and touches": "inside and touching",
    "inside": "contains",
    "contains": "inside",
    **{
        name: name
        for name in ("near", "far", "touching", "outside", "outside and touching", "partially overlapping", OVERLAPPING)
    },
}
# Vertical, horizontal, depth: the order in which English says a diagonal.
_ORDER: Final = {"above": 0, "below": 0, "left": 1, "right": 1, "in front": 2, "behind": 2}


def join(names: Iterable[str]) -> str:
    """Return the one name of a set of directions, parts in a fixed order.

    >>> join(["left", "above"])
    'above+left'
    """
    return "+".join(sorted(set(names), key=lambda name: (_ORDER.get(name, 3), name)))


@cache
def parts(relation: str) -> tuple[str, ...]:
    """Return the single labels that a relation name stands for.

    >>> parts("above+left")
    ('above', 'left')
    """
    return tuple(relation.split("+"))


@cache
def converse(relation: str) -> str:
    """Return the relation of Y to X where `relation` is that of X to Y; raise KeyError for an unknown name.

    >>> converse("above+left")
    'below+right'
    """
    return join(CONVERSE[name] for name in parts(relation))


def is_directional(relation: str) -> bool:
    """Tell whether every part of the relation is one of the six directions."""
    return all(name in DIRECTIONS for name in parts(relation))
