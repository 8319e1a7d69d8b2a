"""Where the work of a run is done: in this process, in several on this machine, or on a cluster.

Examples
--------
>>> names()
['local', 'ray']
"""

from __future__ import annotations

from qsr.registry import Registry
from qsr.run.engines.protocol import Engine, Worker

__all__ = ["Engine", "Worker", "get", "names"]

_registry: Registry[Engine] = Registry(
    "engine", "qsr.engines", {"local": "qsr.run.engines.local:Local", "ray": "qsr.run.engines.ray:RayData"}
)


def names() -> list[str]:
    """Return the names of all engines."""
    return _registry.names()


def get(name: str, workers: int, address: str | None = None) -> Engine:
    """Return an engine; raise UnknownName for an unknown name.

    Parameters
    ----------
    name
        One of `names`.
    workers
        How many processes do the work.
    address
        Where the cluster is, for an engine that has one; None begins one on this machine.
    """
    return _registry.get(name, workers, address)
