"""Which calculi have a model in numbers, and what such a model can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, runtime_checkable

from qsr.calculi.calculus import Calculus
from qsr.calculi.scenes.orders import ordered
from qsr.calculi.scenes.oriented import oriented_points
from qsr.calculi.scenes.places import Place
from qsr.calculi.scenes.regions import rcc5, rcc8
from qsr.errors import UnknownName

__all__ = ["Model", "Realiser", "model", "realiser"]


class Model(Protocol):
    """Places of one kind and the base relations between them."""

    @property
    def kind(self) -> str:
        """The form of a place: ``"points"``, ``"boxes"``, ``"regions"`` or ``"oriented points"``."""

    def place(self, value: Any) -> Any:
        """Return a place in its exact form; raise ValueError for what is none."""

    def relations(self, places: Sequence[Any]) -> list[tuple[int, int, str]]:
        """Return (i, j, base relation) for each pair i < j of places."""


@runtime_checkable
class Realiser(Model, Protocol):
    """A model that has the way back too."""

    def places(self, relations: Mapping[tuple[int, int], str], count: int) -> list[Place]:
        """Return places that have the given relation for each pair i < j, if there are any; else other places."""


#: Name of a calculus that is no product -> maker of its model.
_MAKERS: Final[Mapping[str, Callable[[Calculus], Model]]] = {"opra1": oriented_points, "rcc5": rcc5, "rcc8": rcc8}
_ORDERED: Final = ("point", "allen", "cd", "block2", "block3")


@lru_cache(64)
def model(calculus: Calculus) -> Model:
    """Return the model of a calculus.

    There is one for ``point`` and ``allen``, for products of one of them with itself (``cd`` and the block algebras among them),
    for ``rcc8`` and ``rcc5``, and for ``opra1``.

    Raises
    ------
    UnknownName
        Where there is none, or a calculus of one of these names has other relations.
    """
    if (found := ordered(calculus)) is not None:
        return found
    if calculus.name not in _MAKERS:
        raise UnknownName("calculus with a model in numbers", calculus.name, [*_ORDERED, *_MAKERS])
    return _MAKERS[calculus.name](calculus)


def realiser(calculus: Calculus) -> Realiser:
    """Return the model of a calculus whose scenarios can be realised, `model` without ``opra1``; raise UnknownName as it does."""
    found = model(calculus) if calculus.parts or calculus.name in (*_ORDERED, *_MAKERS) else None
    if not isinstance(found, Realiser):
        raise UnknownName("calculus with a way from relations to numbers", calculus.name, [*_ORDERED, "rcc5", "rcc8"])
    return found
