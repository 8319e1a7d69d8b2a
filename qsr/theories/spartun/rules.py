"""The rules of SpaRTUN in plain Python: the default backend, fast enough for millions of questions.

The rules are those of `encodings/spartun.lp`, where each has its words; the tests hold the two against each other. Here
a relation is a matrix of bits, one integer a row, and a rule is a sum or a product of relations: bit Y of row X of
``R @ S`` is set where some Z has X R Z and Z S Y. No rule concludes anything about an entity and itself.

References
----------
.. [1] R. Mirzaee and P. Kordjamshidi, "Transfer Learning with Synthetic Corpora for Spatial Role Labeling and Reasoning",
   EMNLP 2022, section 3 and the rules published with the generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from qsr.relations import CONVERSE, LABELS
from qsr.theories.spartun.facts import INVERSE, NUMBER, Fact

__all__ = ["Derived", "Matrix", "derive", "matrices"]

#: One direction of each axis; the other is its converse.
_AXES: Final = ("left", "above", "behind")
_NEAR, _FAR = "near", "far"
_DC, _EC, _PO, _TPP, _NTPP, _EQ = (
    "outside",
    "outside and touching",
    "partially overlapping",
    "inside and touching",
    "inside",
    "overlapping",
)


class Matrix:
    """A relation between entities, row by row."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows

    def __or__(self, other: Matrix) -> Matrix:
        return Matrix([mine | theirs for mine, theirs in zip(self.rows, other.rows, strict=True)])

    def __matmul__(self, other: Matrix) -> Matrix:
        product = []
        theirs = other.rows
        for row in self.rows:
            reached = 0
            while row:
                low = row & -row
                reached |= theirs[low.bit_length() - 1]
                row ^= low
            product.append(reached)
        return Matrix(product)

    def apart(self) -> Matrix:
        """Return the relation without the pairs of an entity and itself."""
        return Matrix([row & ~(1 << index) for index, row in enumerate(self.rows)])

    def __bool__(self) -> bool:
        return any(self.rows)

    def converse(self) -> Matrix:
        """Return the relation of tails to heads."""
        rows = [0] * len(self.rows)
        for index, row in enumerate(self.rows):
            bit = 1 << index
            while row:
                low = row & -row
                rows[low.bit_length() - 1] |= bit
                row ^= low
        return Matrix(rows)

    def closure(self) -> Matrix:
        """Return the transitive closure (Warshall)."""
        rows = list(self.rows)
        for index in range(len(rows)):
            bit, through = 1 << index, rows[index]
            if through:
                for other, row in enumerate(rows):
                    if row & bit:
                        rows[other] = row | rows[index]
        return Matrix(rows).apart()


class Derived:
    """What follows from a story: which labels hold of which entities.

    Entities that no fact mentions have no labels.
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: list[list[int]]) -> None:
        self._rows = rows

    def holds(self, head: int, tail: int, label: int) -> bool:
        """Tell whether the label of that number is derived for head and tail."""
        rows = self._rows[label]
        return head < len(rows) and bool(rows[head] >> tail & 1)

    def both(self, label: int, other: int) -> bool:
        """Tell whether two labels are derived for the same head and tail, whichever these are."""
        return any(one & two for one, two in zip(self._rows[label], self._rows[other], strict=True))


def derive(facts: Iterable[Fact]) -> Derived:
    """Return everything that the rules derive from the facts."""
    stated = list(facts)
    rows = matrices([*stated, *((tail, head, INVERSE[label]) for head, tail, label in stated)])
    found = _closed({name: Matrix(rows[number]) for name, number in NUMBER.items()})
    return Derived([found[name].rows for name in LABELS])


def matrices(facts: Sequence[Fact]) -> list[list[int]]:
    """Return label number -> head -> the tails, as bits."""
    size = 1 + max((max(head, tail) for head, tail, _ in facts), default=-1)
    rows = [[0] * size for _ in LABELS]
    for head, tail, label in facts:
        rows[label][head] |= 1 << tail
    return rows


def _closed(said: dict[str, Matrix]) -> dict[str, Matrix]:
    """Return every label's derived relation; `said` holds the stated facts and their inverses."""
    equal = said[_EQ].closure()
    nothing = not equal

    def swapped(relation: Matrix) -> Matrix:
        """Put an equal entity in the place of one of the two, never of both."""
        return relation if nothing else (relation | equal @ relation | relation @ equal).apart()

    found = {_EQ: equal, _NEAR: swapped(said[_NEAR]) | equal}
    for name in (_EC, _PO, _TPP):
        found[name] = swapped(said[name])
    found[_NTPP] = swapped(_chains(said[_NTPP], said[_TPP], found[_TPP]))
    part = found[_TPP] | found[_NTPP]
    whole = part.converse()

    def lifted(relation: Matrix) -> Matrix:
        if not relation:
            return relation
        relation = relation | part @ relation
        return (relation | relation @ whole).apart()

    for name in (_DC, _FAR):
        found[name] = lifted(swapped(said[name]))
    for name in _AXES:
        found[name] = lifted(swapped(said[name].closure()))
    for name in (*_AXES, _TPP, _NTPP):
        found[CONVERSE[name]] = found[name].converse()
    return found


def _chains(ntpp: Matrix, tpp: Matrix, swapped_tpp: Matrix) -> Matrix:
    """Return the chains of part-of edges, inner to outer, that spell NTPP^a TPP^b with a >= 1 or b >= 2."""
    core = (ntpp | tpp @ swapped_tpp).apart()
    while True:
        longer = (core | core @ tpp | ntpp @ core).apart()
        if longer.rows == core.rows:
            return core
        core = longer
