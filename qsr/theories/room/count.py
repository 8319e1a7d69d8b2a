"""How many layouts of a room there are for each answer, and in all.

Objects other than the two that are asked about are summed out one after another [1]_: each leaves a table of how many places
it has for the places of its partners. On a chain of objects these are products of matrices. Where x and y are independent
(`qsr.theories.room.axes`) each axis is summed on its own. Where the tables would become too large, layouts are counted one by
one up to a bound, and the number is "at least".

References
----------
.. [1] Dechter (1999), Bucket elimination: a unifying framework for reasoning, Artificial Intelligence 113, 41-85.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Final, NamedTuple, TypeAlias

from qsr.errors import UnsupportedQuestion
from qsr.solvers import Outcome
from qsr.story import Question, Story
from qsr.theories.protocol import Count
from qsr.theories.room.axes import decoupled
from qsr.theories.room.by_bitset import BitsetProblem, State, narrow
from qsr.theories.room.clauses import DIRECTIONS, FAMILIES, REGIONS, Clause, asked, number, read
from qsr.theories.room.domain import domain_of
from qsr.theories.room.grid import Grid, grid_of
from qsr.theories.room.tables import tables

__all__ = ["AT_LEAST", "STEPS", "by_label", "layouts"]

#: Additions that summing out may take, and layouts or parts of a search that are counted one by one.
STEPS: Final = 3_000_000
AT_LEAST: Final = 10_000

#: Cells of the two objects that are asked about -> layouts of the others.
_Pairs: TypeAlias = dict[tuple[int, int], int]


class _TooLarge(Exception):
    pass


class _Factor(NamedTuple):
    """A table over the bits of the cells of some objects; what is missing is 0."""

    scope: tuple[int, ...]
    values: dict[tuple[int, ...], int]


def layouts(story: Story, settings: Mapping[str, str], question: Question) -> dict[str, Count]:
    """Return for each candidate the number of layouts in which it holds.

    Parameters
    ----------
    settings
        Win over the story's own, as those of the theory do.
    question
        Of form ``"relation"`` or ``"yes_no"``, about two different objects.

    Returns
    -------
    dict
        A number that is not exact is a lower bound, and positive. All objects of the story count, each with all its places.

    Raises
    ------
    UnsupportedQuestion
        The theory does not cover the story or the question, or the room is continuous: it has no or infinitely many layouts.

    Examples
    --------
    >>> from qsr.story import Statement
    >>> story = Story(("desk", "lamp"), (Statement(0, "NWR", (0,)),))
    >>> layouts(story, {"grid": "3x3"}, Question(0, "relation", (0, 1)))["NW"]
    Count(number=4, exact=True)
    """
    domain = domain_of({**dict(story.settings), **settings})
    if domain.mode == "real":
        raise UnsupportedQuestion("a continuous room has no or infinitely many layouts")
    claims, clauses = asked(story, question), read(story)
    head, tail = question.args
    if head == tail:
        raise UnsupportedQuestion("layouts are counted for two different objects")
    grid, objects = grid_of(domain.mode, domain.sides), len(story.entities)
    try:
        if decoupled(clauses) and decoupled(claims.values()):
            axes = [_signs(grid, axis, clauses, objects, head, tail) for axis in (0, 1)]
            return {code: Count(axes[0][DIRECTIONS[code][0]] * axes[1][DIRECTIONS[code][1]]) for code in claims}
        pairs = _summed(grid, clauses, objects, head, tail)
    except _TooLarge:
        return {code: _at_least(grid, [*clauses, said], objects) for code, said in claims.items()}
    cell = tables(grid).cell
    counts = dict.fromkeys(claims, 0)
    for (one, other), count in pairs.items():
        (x, y), (other_x, other_y) = cell(one), cell(other)
        for code in counts:
            if grid.apart(code, x - other_x, y - other_y):
                counts[code] += count
    return {code: Count(count) for code, count in counts.items()}


def by_label(story: Story, settings: Mapping[str, str], question: Question) -> tuple[dict[str, Count], Count]:
    """Return the layouts of each label of a question, those of a yes/no question being yes and no, and of the story.

    See `layouts` for parameters and errors. Of a family of codes exactly one holds in each layout, so that its sum is the whole.

    Examples
    --------
    >>> by_label(Story(("desk", "lamp")), {"grid": "3x3"}, Question(0, "yes_no", (0, 1), ("O",)))
    ({'yes': Count(number=9, exact=True), 'no': Count(number=72, exact=True)}, Count(number=81, exact=True))
    """
    claims = asked(story, question)
    family = next(family for family in FAMILIES if not claims.keys().isdisjoint(family))
    codes = tuple(dict.fromkeys((*claims, *family)))
    found = layouts(story, settings, replace(question, form="relation", candidates=codes))

    def together(codes: Iterable[str]) -> Count:
        counts = [found[code] for code in codes]
        return Count(sum(count.number for count in counts), all(count.exact for count in counts))

    if question.form == "yes_no":
        (code,) = claims
        return {"yes": found[code], "no": together(other for other in family if other != code)}, together(family)
    return {code: found[code] for code in claims}, together(family)


def _signs(grid: Grid, axis: int, clauses: Sequence[Clause], objects: int, head: int, tail: int) -> dict[int, int]:
    """Return for each sign of head minus tail the layouts of one axis, laid out as a room of a single row."""
    row = Grid((grid.places[axis], 1), (grid.lengths[axis], 1), (grid.inner[axis], 1), grid.reach)
    regions = {thirds: code for code, thirds in REGIONS.items()}
    directions = {signs: code for code, signs in DIRECTIONS.items()}
    shadows = []
    for said in clauses:
        part = REGIONS[said.code] if said.code in REGIONS else DIRECTIONS[said.code]
        code = regions[part[axis], 0] if said.code in REGIONS else directions[part[axis], 0]
        shadows.append(said._replace(code=code))
    counts = {-1: 0, 0: 0, 1: 0}
    for (one, other), count in _summed(row, shadows, objects, head, tail).items():
        counts[(one > other) - (one < other)] += count
    return counts


def _summed(grid: Grid, clauses: Sequence[Clause], objects: int, head: int, tail: int) -> _Pairs:
    """Return the layouts for each pair of cells of head and tail; raise _TooLarge."""
    state = BitsetProblem(grid, objects).narrowed([number(said, objects) for said in clauses])
    if state is None:
        return {}
    known = tables(grid)
    rows = {(one, other): known.related(said) for one, links in enumerate(state.links) for other, said in links.items()}
    factors: list[_Factor] = []
    left = set(range(objects)) - {head, tail}
    steps = 0
    while left:
        partners = {one: _partners(one, state, factors, left | {head, tail}) for one in left}
        summed = {one for factor in factors for one in factor.scope}
        cost = {one: _size(partners[one] | summed.intersection({one}), state) for one in sorted(left)}
        chosen = min(cost, key=lambda one: cost[one])
        steps += cost[chosen]
        if steps > STEPS:
            raise _TooLarge
        scope = tuple(sorted(partners[chosen]))
        mine = [factor for factor in factors if chosen in factor.scope]
        values: dict[tuple[int, ...], int] = {}
        for assignment in product(*(list(_bits(state.cells[one])) for one in scope)):
            cells = state.cells[chosen]
            for one, bit in zip(scope, assignment, strict=True):
                if (one, chosen) in rows:
                    cells &= rows[one, chosen][bit]
            total = cells.bit_count()
            if mine:
                bits = dict(zip(scope, assignment, strict=True))
                total = sum(_product({**bits, chosen: bit}, mine) for bit in _bits(cells))
            if total:
                values[assignment] = total
        factors = [factor for factor in factors if chosen not in factor.scope] + [_Factor(scope, values)]
        left.remove(chosen)
    if _size([head, tail], state) > STEPS:
        raise _TooLarge
    found: _Pairs = {}
    for bit in _bits(state.cells[head]):
        others = state.cells[tail] & rows[head, tail][bit] if (head, tail) in rows else state.cells[tail]
        for other in _bits(others):
            found[bit, other] = _product({head: bit, tail: other}, factors)
    return found


def _partners(one: int, state: State, factors: Sequence[_Factor], left: set[int]) -> set[int]:
    return ({*state.links[one]} & left) | {other for factor in factors if one in factor.scope for other in factor.scope} - {one}


def _size(scope: Iterable[int], state: State) -> int:
    return prod(state.cells[one].bit_count() for one in scope)


def _product(bits: Mapping[int, int], factors: Sequence[_Factor]) -> int:
    return prod(factor.values.get(tuple(bits[one] for one in factor.scope), 0) for factor in factors)


def _bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def _at_least(grid: Grid, clauses: Sequence[Clause], objects: int) -> Count:
    """Return how many layouts a search meets before it has met or tried `AT_LEAST`, and whether these are all."""
    problem = BitsetProblem(grid, objects)
    guards = [number(said, objects) for said in clauses]
    state = problem.narrowed(guards)
    if state is None or problem.satisfiable(guards) is Outcome.NO:
        return Count(0)
    found, tried, stack = 0, 0, [list(state.cells)]
    while stack and found < AT_LEAST and tried < AT_LEAST:
        domains = stack.pop()
        tried += 1
        several = {one for one, cells in enumerate(domains) if cells & (cells - 1)}
        linked = [one for one in sorted(several) if several.intersection(state.links[one])]
        if not linked:
            # What is left is free of each other; narrowing has removed what does not fit the objects that are placed.
            found += prod(domains[one].bit_count() for one in several)
            continue
        entity = min(linked, key=lambda one: domains[one].bit_count())
        first = domains[entity] & -domains[entity]
        for cells in (domains[entity] ^ first, first):
            part = list(domains)
            part[entity] = cells
            if narrow(part, state.partners, (entity,)):
                stack.append(part)
    return Count(max(found, 1), exact=False) if stack else Count(found)
