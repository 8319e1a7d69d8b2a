"""An independent check of a problem: plain backtracking over tables that are computed from coordinates.

The tables come from `qsr.theories.seating.check`, which knows points in the plane and shares nothing with the tables of the
theory and with its solvers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from qsr.seats import Claim, Layout
from qsr.theories.seating import check

__all__ = ["satisfiable", "settled"]


@lru_cache(maxsize=8192)
def _pairs(layout: Layout, relation: str, arity: int) -> tuple[tuple[bool, ...], ...]:
    """Return for each place of the first name whether the relation holds with each place of the second one."""
    places = range(layout.places)
    claim = Claim(relation, (0, 1)[:arity])
    return tuple(tuple(check.holds(layout, claim, {0: one, 1: other}) for other in places) for one in places)


def satisfiable(layout: Layout, claims: Iterable[Claim]) -> bool:
    """Tell whether names can be seated so that all the claims hold.

    Only names that are spoken of are seated; the others have places enough, since no more names than places are read.
    """
    said: dict[tuple[int, int], list[tuple[tuple[tuple[bool, ...], ...], bool]]] = {}
    for relation, args, denied in claims:
        said.setdefault((args[0], args[-1]), []).append((_pairs(layout, relation, len(args)), denied))
    order = _order(list(said))
    return _seated(layout, said, order, {})


def _order(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return the names so that each comes where most of its partners are seated already."""
    names = sorted({name for pair in pairs for name in pair})
    order: list[int] = []
    while len(order) < len(names):
        linked = {
            name: sum(1 for pair in pairs if name in pair and (set(pair) <= {name, *order}))
            for name in names
            if name not in order
        }
        often = {name: sum(1 for pair in pairs if name in pair) for name in linked}
        order.append(max(linked, key=lambda name: (linked[name], often[name])))
    return order


def _seated(
    layout: Layout,
    said: dict[tuple[int, int], list[tuple[tuple[tuple[bool, ...], ...], bool]]],
    order: Sequence[int],
    places: dict[int, int],
) -> bool:
    if len(places) == len(order):
        return True
    name = order[len(places)]
    taken = set(places.values())
    for place in range(layout.places):
        if place in taken:
            continue
        places[name] = place
        if all(
            tables[places[one]][places[other]] != denied
            for (one, other), known in said.items()
            if name in (one, other) and one in places and other in places
            for tables, denied in known
        ) and _seated(layout, said, order, places):
            return True
        del places[name]
    return False


def settled(layout: Layout, claims: Sequence[Claim], option: Sequence[Claim]) -> str:
    """Return ``"must"``, ``"never"`` or ``"sometimes"``: in which layouts that satisfy the claims an option holds."""
    if not satisfiable(layout, [*claims, *option]):
        return "never"
    fails = any(satisfiable(layout, [*claims, claim._replace(denied=not claim.denied)]) for claim in option)
    return "sometimes" if fails else "must"
