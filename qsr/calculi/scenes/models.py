"""Which calculi have a model in numbers, and what such a model can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from qsr.calculi.calculus import Calculus
from qsr.calculi.scenes.orders import Ordered, ordered
from qsr.calculi.scenes.oriented import OrientedPoints, oriented_points
from qsr.calculi.scenes.regions import Regions, rcc5, rcc8
from qsr.errors import UnknownName

__all__ = ["Model", "Realiser", "model", "realiser"]


#: Places of one kind: `place` gives one its exact form, `relations` the base relations between them.
Model: TypeAlias = Ordered | Regions | OrientedPoints
#: Those that have the way back too: `places` for relations.
Realiser: TypeAlias = Ordered | Regions
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
    if found is None or isinstance(found, OrientedPoints):
        raise UnknownName("calculus with a way from relations to numbers", calculus.name, [*_ORDERED, "rcc5", "rcc8"])
    return found
