"""Engines that decide a network behind one function.

``python``
    Search with closure as the propagator (`qsr.calculi.search`); it also tells which constraints a refutation rests on.
``compiled``
    The same idea compiled by numba (extra ``fast``).
``asp``, ``z3``
    One base relation for each pair, and every triangle in the composition table: for small networks and as a check of the others.

``auto`` takes the compiled engine for networks of `COMPILED_FROM` entities or more, where it is installed, and Python's
otherwise: compiled code takes about a second to load. Other packages add engines through the entry-point group
``qsr.network_engines``: a function of a calculus, a matrix of labels and seconds or None, which returns ``"consistent"``,
``"inconsistent"`` or ``"unknown"``, and labels or None, or raises LimitReached. The labels are a refinement whose closed
networks are consistent if any result says so: atomic, or in a tractable class.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from qsr.calculi.calculus import Calculus
from qsr.calculi.closure import close
from qsr.calculi.matrices import unrelated
from qsr.calculi.propagation import Literal
from qsr.calculi.search import Search
from qsr.calculi.splitting import splitting
from qsr.errors import BackendUnavailable, LimitReached
from qsr.registry import Registry

__all__ = ["COMPILED_FROM", "Outcome", "close_with", "decide", "names"]

#: Entities from which on ``auto`` takes the compiled engine.
COMPILED_FROM: Final = 30

_OWN: Final = ("auto", "python", "compiled")
_others: Registry[tuple[str, list[list[int]] | None]] = Registry(
    "network engine",
    "qsr.network_engines",
    {"asp": "qsr.solvers.networks:by_asp", "z3": "qsr.solvers.networks:by_z3"},
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engine found.

    Parameters
    ----------
    status
        ``"consistent"``; ``"inconsistent"``; ``"closed"``: an atomic closed network was found and no known result says that it
        has a solution; ``"unknown"``: the time was up.
    reference
        The publication by which closure decided, empty where none did.
    engine
        Who answered.
    labels
        Where consistent or closed: a refinement over which closure decides.
    conflicts
        Conflicts that the search met, where the engine tells.
    """

    status: str
    reference: str = ""
    engine: str = "python"
    labels: list[list[int]] | None = None
    conflicts: int | None = None


def names() -> list[str]:
    """Return the names of all engines."""
    return [*_OWN, *_others.names()]


def decide(
    calculus: Calculus, size: int, constraints: list[Literal], engine: str = "auto", seconds: float | None = None
) -> Outcome:
    """Decide a network.

    Parameters
    ----------
    calculus
        Whose relations the masks hold.
    size
        Number of entities.
    constraints
        Pairs ``i * size + j`` with i < j, and masks.
    engine
        One of `names`.
    seconds
        Wall time; None for no bound.

    Raises
    ------
    UnknownName
        Where there is no such engine.
    BackendUnavailable
        Where what it needs is not installed, or the network is none that it takes.
    """
    compiled = _compiled(engine, size, calculus)
    status, refined, conflicts = "unknown", None, None
    if compiled is None and engine in ("auto", "python"):
        engine, search = "python", Search(calculus, size, constraints, seconds)
        with suppress(LimitReached):
            status, refined = ("consistent", search.hulls()) if search.decide() else ("inconsistent", None)
        conflicts = search.conflicts
    else:
        labels = matrix_of(calculus, size, constraints)
        if any(not label for row in labels for label in row):
            return Outcome("inconsistent", engine=engine)
        with suppress(LimitReached):
            if compiled is not None:
                engine = "compiled"
                status, refined = compiled.decide(calculus, labels, seconds)
            else:
                status, refined = _others.get(engine, calculus, labels, seconds)
    reference = "" if status == "unknown" else splitting(calculus).reference
    if status == "consistent" and not reference:
        status = "closed"
    return Outcome(status, reference, engine, refined, conflicts)


def close_with(calculus: Calculus, labels: list[list[int]], engine: str = "auto") -> tuple[int, int, int] | None:
    """Close a matrix in place as `qsr.calculi.closure.close` does, with the engine ``auto``, ``python`` or ``compiled``."""
    compiled = _compiled(engine, len(labels), calculus)
    if compiled is None:
        return close(calculus, labels)
    found: tuple[int, int, int] | None = compiled.close(calculus, labels)
    return found


def matrix_of(calculus: Calculus, size: int, constraints: list[Literal]) -> list[list[int]]:
    """Return the matrix of labels that constraints describe."""
    labels = unrelated(calculus, size)
    for pair, mask in constraints:
        i, j = divmod(pair, size)
        labels[i][j] &= mask
        labels[j][i] = calculus.converse(labels[i][j])
    return labels


def _compiled(engine: str, size: int, calculus: Calculus) -> Any:
    """Return the compiled engine where it is to be used; raise BackendUnavailable where it is asked for and cannot be."""
    if engine != "compiled" and (engine != "auto" or size < COMPILED_FROM):
        return None
    try:
        compiled = import_module("qsr.calculi.compiled")
    except ImportError:
        compiled = None
    if compiled is not None and compiled.available(calculus):
        return compiled
    if engine == "compiled":
        what = (
            "numba, which is not installed (extra fast)" if compiled is None or not compiled.available() else "a smaller calculus"
        )
        raise BackendUnavailable(f"the compiled engine needs {what}")
    return None
