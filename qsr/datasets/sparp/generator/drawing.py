"""A context as drawn, before it has words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from qsr.relations import CONVERSE

__all__ = ["Context", "Distances", "Link", "turned"]

#: One distance per label, in the order of the labels; empty where no distance is stated.
Distances: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """What the context says of two entities: the labels of head to tail that it states, and their distances if it states any."""

    head: int
    tail: int
    labels: tuple[str, ...]
    distances: Distances = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Links between numbered entities in the order in which they are told, and the question from `head` to `tail`.

    `truths` are labels of head to tail that hold in the scene from which the links were read off; None where no scene was drawn.
    """

    size: int
    links: tuple[Link, ...]
    head: int
    tail: int
    truths: frozenset[str] | None = None


def turned(link: Link) -> Link:
    """Return the same fact told from the other side."""
    return Link(link.tail, link.head, tuple(CONVERSE[label] for label in link.labels), link.distances)
