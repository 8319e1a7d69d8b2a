"""Layouts by search on bit masks: the default backend.

Each name has the set of its possible places, a whole number. Places without a partner are taken out (arc consistency), as are
those that another name surely takes, and a place that only one name can take is given to it where every place is taken. What
is left open is decided by trying the name with the fewest places. Where nothing that is said or asked changes when all move
round together, one name keeps its place in the search, and layouts are counted once for each rotation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Final, TypeAlias

from qsr.errors import LimitReached
from qsr.seats import Layout
from qsr.solvers.protocol import Model
from qsr.theories.seating.geometry import geometry
from qsr.theories.seating.problem import SeatingProblem
from qsr.theories.seating.reading import Bond, Bonds
from qsr.theories.seating.relations import complement, converse

__all__ = ["SearchProblem"]

#: For each name its partners, each with the places that it leaves them for each of its own places.
_Links: TypeAlias = list[dict[int, tuple[int, ...]]]
_State: TypeAlias = tuple[list[int], _Links]
#: How many parts of a search pass between two looks at the clock.
_PAUSE: Final = 64


class SearchProblem(SeatingProblem):
    """See `SeatingProblem`."""

    def __init__(self, layout: Layout, names: int, seed: int = 0) -> None:
        super().__init__()
        self._seat(layout, names)
        self._places = layout.places
        self._guards: frozenset[int] | None = None
        self._base: _State | None = None
        self._tried = 0
        #: How many parts may have been tried when layouts are counted.
        self._most: int | None = None

    def layouts(self, guards: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the place of each name, for all layouts, ascending; raise LimitReached."""
        state = self._load(guards)
        if state is not None:
            yield from self._all(list(state[0]), state[1])

    def count(self, guards: Collection[int], most: int | None = None) -> int:
        """Return the number of layouts; raise LimitReached, also where the search has more than `most` parts."""
        bonds = {bond for guard in guards for bond in self._bonds[guard]}
        told = sorted({name for bond in bonds for name in (bond.one, bond.other)})
        left = self._names - len(told)
        if left and self._names <= self._places:
            # Names of which nothing is said take whatever places the others leave.
            rest = SearchProblem(self._layout, len(told))
            rest.deadline = self.deadline
            said = [rest.number((Bond(rows, told.index(one), told.index(other)),)) for rows, one, other in sorted(bonds)]
            return rest.count(said, most) * perm(self._places - len(told), left)
        state = self._load(guards)
        if state is None:
            return 0
        if not self._names:
            return 1
        self._most = None if most is None else self._tried + most
        if not self._turns(guards):
            return self._counted(list(state[0]), state[1], {})
        total = 0
        for first, times in _first_places(self._layout):
            domains = list(state[0])
            domains[0] &= 1 << first
            if domains[0] and self._narrow(domains, state[1], (0,)):
                total += times * self._counted(domains, state[1], {})
        return total

    def _load(self, guards: Collection[int]) -> _State | None:
        """Return what the guards leave; None where some name has no place."""
        self.deadline.check()
        wanted = frozenset(guards)
        if wanted != self._guards:
            self._guards = wanted
            whole = (1 << self._places) - 1
            empty: _State = ([whole] * self._names, [{} for _ in range(self._names)])
            said = [bond for guard in sorted(wanted) for bond in self._bonds[guard]]
            self._base = self._added(empty, said) if self._names <= self._places else None
        return self._base

    def _added(self, state: _State, bonds: Sequence[Bond]) -> _State | None:
        """Return the state with more bonds, narrowed."""
        domains, links = list(state[0]), [dict(partners) for partners in state[1]]
        for rows, one, other in bonds:
            if one == other:
                domains[one] &= sum(row & 1 << place for place, row in enumerate(rows))
                continue
            for name, partner, left in ((one, other, rows), (other, one, converse(rows))):
                known = links[name].get(partner)
                links[name][partner] = (
                    left if known is None else tuple(mine & theirs for mine, theirs in zip(known, left, strict=True))
                )
        return (domains, links) if self._narrow(domains, links, range(self._names)) else None

    def _narrow(self, domains: list[int], links: _Links, changed: Collection[int]) -> bool:
        """Take out in place what cannot be; return whether every name keeps a place."""
        waiting = set(changed)
        full = self._names == self._places
        while True:
            while waiting:
                name = waiting.pop()
                mine = domains[name]
                if not mine:
                    return False
                for other, rows in links[name].items():
                    reached, left = 0, mine
                    while left:
                        low = left & -left
                        reached |= rows[low.bit_length() - 1]
                        left ^= low
                    if domains[other] & ~reached:
                        domains[other] &= reached
                        if not domains[other]:
                            return False
                        waiting.add(other)
                if not mine & (mine - 1):
                    for other, theirs in enumerate(domains):
                        if theirs & mine and other != name:
                            domains[other] = theirs ^ mine
                            if theirs == mine:
                                return False
                            waiting.add(other)
            once = twice = 0
            for places in domains:
                twice |= once & places
                once |= places
            if once.bit_count() < self._names:
                return False
            # Where every place is taken, whoever alone can take one takes it.
            lonely = once & ~twice if full else 0
            for name, places in enumerate(domains):
                if places & lonely and places & (places - 1):
                    if (places & lonely).bit_count() > 1:
                        return False
                    domains[name] = places & lonely
                    waiting.add(name)
            if not waiting:
                return True

    def _pause(self) -> None:
        self._tried += 1
        if not self._tried % _PAUSE:
            self.deadline.check()

    def _one(self, domains: list[int], links: _Links) -> list[int] | None:
        """Return a layout within narrowed domains, or None."""
        self._pause()
        several = [(places.bit_count(), name) for name, places in enumerate(domains) if places & (places - 1)]
        if not several:
            return [places.bit_length() - 1 for places in domains]
        found = (self._one(part, links) for part in self._parts(domains, links, min(several)[1]))
        return next((layout for layout in found if layout is not None), None)

    def _parts(self, domains: list[int], links: _Links, name: int) -> Iterator[list[int]]:
        """Yield the domains with a name on each of its places, narrowed; those that leave somebody no place are left out."""
        for place in _bits(domains[name]):
            part = list(domains)
            part[name] = place
            if self._narrow(part, links, (name,)):
                yield part

    def _all(self, domains: list[int], links: _Links) -> Iterator[tuple[int, ...]]:
        self._pause()
        name = next((name for name, places in enumerate(domains) if places & (places - 1)), None)
        if name is None:
            yield tuple(places.bit_length() - 1 for places in domains)
            return
        for part in self._parts(domains, links, name):
            yield from self._all(part, links)

    def _counted(self, domains: list[int], links: _Links, known: dict[tuple[int, ...], int]) -> int:
        """Return the number of layouts within narrowed domains; `known` has those of what was open before."""
        self._pause()
        if self._most is not None and self._tried > self._most:
            raise LimitReached("there are too many layouts to be counted")
        several = [(places.bit_count(), name) for name, places in enumerate(domains) if places & (places - 1)]
        if not several:
            return 1
        open_names = [name for _, name in several]
        alike = domains[open_names[0]]
        linked = any(other in open_names for name in open_names for other in links[name])
        if not linked and all(domains[name] == alike for name in open_names):
            return perm(alike.bit_count(), len(open_names))
        # Who has a place has had all effect on the others: their sets of places are all that counts.
        key = tuple(places if places & (places - 1) else 0 for places in domains)
        if key not in known:
            parts = self._parts(domains, links, min(several)[1])
            known[key] = sum(self._counted(part, links, known) for part in parts)
        return known[key]

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        state = self._load(guards)
        said = [bond for goal in sorted(holding) for bond in self._bonds[goal]]
        if state is not None and said:
            state = self._added(state, said)
        if state is None:
            return None
        fixed = bool(self._names) and self._turns((*guards, *holding, *failing))
        found = self._failing(state, [self._bonds[goal] for goal in sorted(failing)], fixed)
        if found is None:
            return None
        true = frozenset(goal for goal in goals if all(bond.holds(found) for bond in self._bonds[goal]))
        return Model(true, {(name,): Fraction(place) for name, place in enumerate(found)})

    def _failing(self, state: _State, conjunctions: list[Bonds], fixed: bool) -> list[int] | None:
        """Return a layout in which each of the conjunctions fails, by the first of its bonds to fail."""
        if conjunctions:
            first, *rest = conjunctions
            for position, (rows, one, other) in enumerate(first):
                tried = self._added(state, [*first[:position], Bond(complement(rows), one, other)])
                found = None if tried is None else self._failing(tried, rest, fixed)
                if found is not None:
                    return found
            return None
        domains, links = list(state[0]), state[1]
        if fixed:
            domains[0] &= sum(1 << first for first, _ in _first_places(self._layout))
            if not domains[0] or not self._narrow(domains, links, (0,)):
                return None
        return self._one(domains, links)

    def _turns(self, numbers: Collection[int]) -> bool:
        """Tell whether the layout can be turned and nothing of what has these numbers notices it."""
        turns = geometry(self._layout).turns()
        return len(turns) > 1 and all(_is_turned(self._layout, bond.rows) for number in numbers for bond in self._bonds[number])


def _bits(places: int) -> Iterator[int]:
    while places:
        low = places & -places
        yield low
        places ^= low


@lru_cache(maxsize=4096)
def _is_turned(layout: Layout, rows: tuple[int, ...]) -> bool:
    """Tell whether every rotation of the layout takes a table to itself."""
    count = len(rows)
    return all(
        (rows[turn[one]] >> turn[other] & 1) == (rows[one] >> other & 1)
        for turn in geometry(layout).turns()[1:]
        for one in range(count)
        for other in range(count)
    )


@lru_cache(maxsize=256)
def _first_places(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Return one place of each set of places that rotations take to each other, with the size of the set."""
    found: dict[int, int] = {}
    for place in range(layout.places):
        orbit = {turn[place] for turn in geometry(layout).turns()}
        found.setdefault(min(orbit), len(orbit))
    return tuple(sorted(found.items()))
