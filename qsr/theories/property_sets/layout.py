"""Pleasant coordinates: from any model of a story to one with small whole numbers in which things stand apart.

The model that a solver returns decides only which alternative of each denied statement is taken. What is left are difference
constraints, and these are solved again: with gaps of a whole unit if that is possible, else of a half, a quarter, ...; then
wishes are added one by one, each kept only where it contradicts nothing: extended objects have some size, neighbours a
gap, and objects that the story does not put in one place do not share one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

from qsr.solvers.differences import Difference, Potentials
from qsr.solvers.protocol import Deadline, Key
from qsr.theories.property_sets.boxes import Bound
from qsr.theories.property_sets.claims import Claim, Space
from qsr.theories.property_sets.edges import Sizes, alternatives, differences, extents, scale, variables

__all__ = ["arrange"]

#: Length that an extended object gets where nothing forbids it, in units.
_LENGTH: Final = 2
#: With more entities than this nobody looks at the picture, and comparing all pairs would take long.
_CROWD: Final = 100
#: Gaps of 1, 1/2, 1/4, ... are tried this often before the gap that always fits.
_HALVINGS: Final = 6
_ANYWHERE: Final = Fraction(0)


def arrange(
    space: Space, demands: Sequence[Claim], numbers: Mapping[Key, Fraction], deadline: Deadline
) -> dict[int, tuple[Any, ...]]:
    """Return coordinates for each place that satisfy every demand.

    Parameters
    ----------
    demands
        Claims that hold in the model, the background among them.
    numbers
        The coordinates of the model.
    deadline
        LimitReached is raised when it passes.

    Returns
    -------
    dict
        Place -> a tuple of coordinates, where all places are points, else of (start, end) pairs; whole numbers as `int`.
    """
    bounds = extents(space)
    sizes: Sizes | None = None
    if any(demand.measures_centres for demand in demands):
        # With lengths fixed, distances between centres become differences of starts.
        sizes = {(place, axis): numbers[place, axis, 1] - numbers[place, axis, 0] for place, axis, side in numbers if side}
        for (place, axis), size in sizes.items():
            bounds += [Bound((place, axis, 1), (place, axis, 0), size), Bound((place, axis, 0), (place, axis, 1), -size)]
    for demand in demands:
        bounds += next(choice for choice in alternatives(demand, space, sizes) if all(_true(bound, numbers) for bound in choice))
    canvas = _Canvas(space, bounds, deadline)
    canvas.separate_stated([bound for bound in bounds if not bound.strict and bound.most == 0])
    if space.places <= _CROWD:
        canvas.separate_strangers()
    canvas.shorten()
    return canvas.places()


def _true(bound: Bound, numbers: Mapping[Key, Fraction]) -> bool:
    # A coordinate that nothing constrains may be missing from a model; any value does, then.
    apart = numbers.get(bound.x, _ANYWHERE) - numbers.get(bound.y, _ANYWHERE)
    return apart < bound.most or (apart == bound.most and not bound.strict)


class _Canvas:
    """A solution of bounds, with whole numbers of `factor`-ths, that wishes can improve."""

    def __init__(self, space: Space, bounds: Sequence[Bound], deadline: Deadline) -> None:
        self._space = space
        keys = variables(space)
        self._index = {key: number for number, key in enumerate(keys)}
        denominator = Fraction(1)
        for bound in bounds:
            most = Fraction(bound.most)
            denominator *= (denominator * most).denominator
        for factor, gap in self._resolutions(denominator.numerator):
            self._factor = factor
            self._potentials = Potentials(len(keys))
            self._potentials.deadline = deadline
            if self._potentials.load((edge, 0) for edge in differences(bounds, self._index, factor, gap)) is None:
                break

    def _resolutions(self, denominator: int) -> Iterator[tuple[int, int]]:
        """Yield (factor, least gap), ever finer; the last one always has a solution, see `edges`."""
        for halving in range(_HALVINGS):
            yield denominator * 2**halving, denominator
        yield scale(self._space, denominator), 1

    def _wish(self, low: Key, high: Key, gap: int) -> bool:
        """Ask for `high` to lie `gap` units after `low`; return whether that could be had."""
        return self._potentials.push(Difference(self._index[low], self._index[high], -gap * self._factor), 0) is None

    def separate_stated(self, touching: Sequence[Bound]) -> None:
        """Give extended objects a length, and a gap to what may touch them."""
        extended, last = self._space.extended, self._space.last
        for place, axis in product(sorted(extended), range(self._space.dimensions)):
            self._wish((place, axis, 0), (place, axis, 1), _LENGTH)
        for bound in touching:
            low, high = bound.x, bound.y
            if low[2] == last(low[0]) and high[2] == 0 and not extended.isdisjoint((low[0], high[0])):
                self._wish(low, high, 1)

    def separate_strangers(self) -> None:
        """Move apart, on one axis, any two places that meet on all of them and need not."""
        axes = range(self._space.dimensions)
        for second in range(self._space.places):
            for first in range(second):
                if all(self._meet(first, second, axis) for axis in axes):
                    orders = [(one, other, axis) for one, other in ((first, second), (second, first)) for axis in axes]
                    for one, other, axis in orders:
                        if self._wish((one, axis, self._space.last(one)), (other, axis, 0), 1):
                            break

    def shorten(self) -> None:
        """Keep extended objects from being longer than they need to be, as far as the wishes so far allow."""
        for place, axis in product(sorted(self._space.extended), range(self._space.dimensions)):
            self._wish((place, axis, 1), (place, axis, 0), -_LENGTH)

    def _meet(self, first: int, second: int, axis: int) -> bool:
        value, index, last = self._potentials.value, self._index, self._space.last
        return (
            value[index[first, axis, 0]] <= value[index[second, axis, last(second)]]
            and value[index[second, axis, 0]] <= value[index[first, axis, last(first)]]
        )

    def places(self) -> dict[int, tuple[Any, ...]]:
        """Return the places, shifted so that on each axis the least coordinate is 0."""
        space, value, index = self._space, self._potentials.value, self._index
        axes = range(space.dimensions)
        origin = {axis: min((value[index[place, axis, 0]] for place in range(space.places)), default=0) for axis in axes}

        def number(key: Key) -> int | Fraction:
            exact = Fraction(value[index[key]] - origin[key[1]], self._factor)
            return exact.numerator if exact.denominator == 1 else exact

        def box(place: int) -> tuple[Any, ...]:
            last = space.last(place)
            return tuple((number((place, axis, 0)), number((place, axis, last))) for axis in axes)

        if space.extended:
            return {place: box(place) for place in range(space.places)}
        return {place: tuple(number((place, axis, 0)) for axis in axes) for place in range(space.places)}
