"""Names that are seated, and all that can be said of them truly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from qsr.seats import COMPASS, Claim, Layout, joined
from qsr.theories.seating.relations import Table, relation_names, table

__all__ = ["Condition", "Places", "Scene", "draw", "every", "family", "holds", "relations", "true_claims"]

#: What one clause claims.
Condition: TypeAlias = tuple[Claim, ...]
#: The place of each name.
Places: TypeAlias = tuple[int, ...]

_NEIGHBOURS: Final = ("left:1", "right:1")


@dataclass(frozen=True, slots=True)
class Scene:
    """A layout, the names in it, and the place of each."""

    layout: Layout
    names: tuple[str, ...]
    places: Places


def draw(random: Random, layout: Layout, names: Sequence[str]) -> Scene:
    """Seat as many of the names as there are places, in any order."""
    places = list(range(layout.places))
    random.shuffle(places)
    return Scene(layout, tuple(random.sample(list(names), layout.places)), tuple(places))


@lru_cache(maxsize=256)
def relations(layout: Layout) -> tuple[str, ...]:
    """Return the relations of a layout, and those composed of a neighbour and another one, that tell something.

    They hold of some places and not of all: whoever stands in one row faces the same way as any other there.
    """
    plain = relation_names(layout)
    seconds = [name for name in plain if table(layout, name).arity == 2 and name not in COMPASS and not name.startswith("due ")]
    composed = [joined(first, second) for first in _NEIGHBOURS for second in seconds if first in plain]
    return tuple(name for name in (*plain, *composed) if _tells(table(layout, name)))


def _tells(known: Table) -> bool:
    """Tell whether a relation holds of some places, or of some two different ones, and not of all of them."""
    places = range(len(known.rows))
    found = {known.holds(one, other) for one in places for other in places if (one == other) == (known.arity == 1)}
    return len(found) == 2


def family(claim: Claim) -> str:
    """Return what kind of thing a claim says; its number and the side or bearing that it names do not matter.

    >>> family(Claim("left:2", (0, 1))), family(Claim("due east", (0, 1))), family(Claim("upper right", (1, 0)))
    ('sideways', 'compass', 'upper sideways')
    """
    if ";" in claim.relation:
        return "composed"
    name = claim.relation.partition(":")[0].removeprefix("due ")
    return "compass" if name in COMPASS else name.replace("left", "sideways").replace("right", "sideways")


def holds(layout: Layout, claim: Claim, places: Sequence[int]) -> bool:
    """Tell whether a claim holds where every name has its place."""
    return table(layout, claim.relation).holds(places[claim.args[0]], places[claim.args[-1]]) != claim.denied


def every(layout: Layout, condition: Condition, places: Sequence[int]) -> bool:
    """Tell whether all claims of a clause hold."""
    return all(holds(layout, claim, places) for claim in condition)


def true_claims(scene: Scene) -> list[Claim]:
    """Return every claim about a scene that is true: for each relation and each one or two names, it or its denial."""
    names = range(len(scene.names))
    single, pairs = [(one,) for one in names], [(one, other) for one in names for other in names if one != other]
    found = []
    for relation in relations(scene.layout):
        of_it: Iterable[tuple[int, ...]] = single if table(scene.layout, relation).arity == 1 else pairs
        for args in of_it:
            claim = Claim(relation, args)
            found.append(claim if holds(scene.layout, claim, scene.places) else claim._replace(denied=True))
    return found
