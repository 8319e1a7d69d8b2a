"""Generators: new items of a benchmark, each verified before it is handed out.

Examples
--------
>>> names()
['sparp', 'roomspace', 'space2024', 'grasp', 'prepositions', 'zebra']
>>> len(list(get("sparp").generate(Request(seed=7, count=2, options={"hops": (3, 3)}))))
2
"""

from __future__ import annotations

from qsr.generate.protocol import GenerationError, Generator, ImpossibleRequest, Line, Option, Report, Request
from qsr.registry import Registry

__all__ = ["GenerationError", "Generator", "ImpossibleRequest", "Line", "Option", "Report", "Request", "get", "names"]

_registry: Registry[Generator] = Registry(
    "generator",
    "qsr.generators",
    {
        "sparp": "qsr.datasets.sparp.generator:Sparp",
        "roomspace": "qsr.datasets.roomspace.generator:Roomspace",
        "space2024": "qsr.datasets.space2024.generator:Space2024",
        "grasp": "qsr.datasets.grasp.generator:Grasp",
        "prepositions": "qsr.datasets.prepositions.generator:Prepositions",
        "zebra": "qsr.datasets.zebra.generator:Zebra",
    },
)


def names() -> list[str]:
    """Return the names of all generators."""
    return _registry.names()


def get(name: str) -> Generator:
    """Return a generator; raise UnknownName for an unknown name."""
    return _registry.get(name)
