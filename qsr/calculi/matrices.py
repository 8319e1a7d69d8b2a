"""Matrices of labels with a fast answer to what the labels of (x, y) and of the row of y leave of the row of x.

That question is the inner loop of algebraic closure. Where a calculus has at most sixteen base relations a row of labels is
one `bytearray`: the composition of one label with every label of a row is then a single `bytearray.translate` with a table of
256 bytes, and the intersection of two rows is a single ``&`` of two long integers, so that the loop over the third entity
runs in C. From nine base relations on a label takes two bytes, which stand in two halves of the row. Calculi with more base
relations keep rows of integers and the composition rows of `qsr.calculi.calculus`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Final, Protocol, TypeAlias

from qsr.calculi.calculus import Calculus
from qsr.calculi.composition import Memo, united

__all__ = ["Change", "Matrix", "matrix", "unrelated"]

#: Third entity, its label before, its label now.
Change: TypeAlias = tuple[int, int, int]

_NOTHING: Final[tuple[Change, ...]] = ()
# Allen's algebra has 2**13 labels of four tables each; beyond this many the tables are made again.
_MOST_TABLES: Final = 1 << 14


class Matrix(Protocol):
    """n rows of n masks; the label of (y, x) is the converse of that of (x, y)."""

    size: int

    def get(self, i: int, j: int) -> int:
        """Return the label of a pair."""

    def put(self, i: int, j: int, mask: int) -> None:
        """Set the label of a pair and of the pair turned round."""

    def narrow(self, i: int, j: int) -> Sequence[Change]:
        """Intersect row i with what (i, j) and row j leave of it; return the changes, an empty label last if there is one."""

    def rows(self) -> list[list[int]]:
        """Return all labels."""


def matrix(calculus: Calculus, labels: Sequence[Sequence[int]]) -> Matrix:
    """Return a matrix that holds a copy of the labels."""
    if len(calculus.relations) <= 8:
        return _Bytes(calculus, labels)
    if len(calculus.relations) <= 16:
        return _TwoBytes(calculus, labels)
    return _Integers(calculus, labels)


def unrelated(calculus: Calculus, size: int) -> list[list[int]]:
    """Return the labels of entities about which nothing is said."""
    rows = [[calculus.universal] * size for _ in range(size)]
    for place, row in enumerate(rows):
        row[place] = calculus.identity
    return rows


def _of_base(calculus: Calculus, first: int, shift: int) -> list[int]:
    """Return the compositions of one base relation with the 256 labels whose bits lie at `shift` to `shift` + 7."""
    count = len(calculus.relations)
    composed = [calculus.compose(1 << first, 1 << place) if place < count else 0 for place in range(shift, shift + 8)]
    table = [0] * 256
    for label in range(1, 256):
        lowest = label & -label
        table[label] = table[label ^ lowest] | composed[lowest.bit_length() - 1]
    return table


def _byte(table: list[int], shift: int) -> int:
    """Return one byte of each entry, as one long integer."""
    return int.from_bytes(bytes(entry >> shift & 255 for entry in table), "little")


@lru_cache(maxsize=16)
def _tables_of_bytes(calculus: Calculus) -> tuple[Memo[int, bytes], Memo[int, int]]:
    """Return for each label the composition with the label of each byte, the union of those of its base relations; converses."""
    composed = united([_byte(_of_base(calculus, first, 0), 0) for first in range(len(calculus.relations))])
    return Memo(lambda mask: composed(mask).to_bytes(256, "little")), Memo(calculus.converse, inf)


@lru_cache(maxsize=16)
def _tables_of_two_bytes(calculus: Calculus) -> tuple[Memo[int, tuple[bytes, ...]], Memo[int, int]]:
    """Return for each label: low byte of the composition with low bytes, high byte of it; the same with high bytes; converses."""
    relations = range(len(calculus.relations))
    tables = [[_of_base(calculus, first, shift) for first in relations] for shift in (0, 8)]
    composed = [united([_byte(table, shift) for table in part]) for part in tables for shift in (0, 8)]
    made: Memo[int, tuple[bytes, ...]] = Memo(
        lambda mask: tuple(union(mask).to_bytes(256, "little") for union in composed), _MOST_TABLES
    )
    return made, Memo(calculus.converse, inf)


class _Bytes:
    """Labels of at most eight base relations."""

    __slots__ = ("_converses", "_rows", "_tables", "size")

    def __init__(self, calculus: Calculus, labels: Sequence[Sequence[int]]) -> None:
        self._tables, self._converses = _tables_of_bytes(calculus)
        self._rows = [bytearray(row) for row in labels]
        self.size = len(self._rows)

    def get(self, i: int, j: int) -> int:
        return self._rows[i][j]

    def put(self, i: int, j: int, mask: int) -> None:
        self._rows[i][j] = mask
        self._rows[j][i] = self._converses[mask]

    def narrow(self, i: int, j: int) -> Sequence[Change]:
        rows = self._rows
        row = rows[i]
        number = int.from_bytes(row, "little")
        removed = number & ~int.from_bytes(rows[j].translate(self._tables[row[j]]), "little")
        if not removed:
            return _NOTHING
        converses, changes = self._converses, []
        for k, gone in enumerate(removed.to_bytes(self.size, "little")):
            if gone:
                old = row[k]
                row[k] = new = old ^ gone
                rows[k][i] = converses[new]
                changes.append((k, old, new))
                if not new:
                    break
        return changes

    def rows(self) -> list[list[int]]:
        return [list(row) for row in self._rows]


class _TwoBytes:
    """Labels of nine to sixteen base relations: a row is its low bytes, then its high bytes."""

    __slots__ = ("_converses", "_rows", "_tables", "size")

    def __init__(self, calculus: Calculus, labels: Sequence[Sequence[int]]) -> None:
        self._tables, self._converses = _tables_of_two_bytes(calculus)
        self._rows = [bytearray(label >> shift & 255 for shift in (0, 8) for label in row) for row in labels]
        self.size = len(self._rows)

    def get(self, i: int, j: int) -> int:
        row = self._rows[i]
        return row[j] | row[self.size + j] << 8

    def put(self, i: int, j: int, mask: int) -> None:
        self._write(i, j, mask)
        self._write(j, i, self._converses[mask])

    def _write(self, i: int, j: int, mask: int) -> None:
        row = self._rows[i]
        row[j] = mask & 255
        row[self.size + j] = mask >> 8

    def narrow(self, i: int, j: int) -> Sequence[Change]:
        size, row, other = self.size, self._rows[i], self._rows[j]
        low_low, low_high, high_low, high_high = self._tables[row[j] | row[size + j] << 8]
        low, high = other[:size], other[size:]
        through = int.from_bytes(low.translate(low_low) + low.translate(low_high), "little") | int.from_bytes(
            high.translate(high_low) + high.translate(high_high), "little"
        )
        removed = int.from_bytes(row, "little") & ~through
        if not removed:
            return _NOTHING
        changes = []
        gone = removed.to_bytes(2 * size, "little")
        for k, (gone_low, gone_high) in enumerate(zip(gone[:size], gone[size:], strict=True)):
            if gone_low or gone_high:
                old = row[k] | row[size + k] << 8
                new = old ^ (gone_low | gone_high << 8)
                self.put(i, k, new)
                changes.append((k, old, new))
                if not new:
                    break
        return changes

    def rows(self) -> list[list[int]]:
        return [[self.get(i, j) for j in range(self.size)] for i in range(self.size)]


class _Integers:
    """Labels of any number of base relations."""

    __slots__ = ("_calculus", "_rows", "size")

    def __init__(self, calculus: Calculus, labels: Sequence[Sequence[int]]) -> None:
        self._calculus = calculus
        self._rows = [list(row) for row in labels]
        self.size = len(self._rows)

    def get(self, i: int, j: int) -> int:
        return self._rows[i][j]

    def put(self, i: int, j: int, mask: int) -> None:
        self._rows[i][j] = mask
        self._rows[j][i] = self._calculus.converse(mask)

    def narrow(self, i: int, j: int) -> Sequence[Change]:
        calculus, rows = self._calculus, self._rows
        row = rows[i]
        composed, changes = calculus.row(row[j]), []
        for k, (old, onward) in enumerate(zip(row, rows[j], strict=True)):
            new = old & composed[onward]
            if new != old:
                row[k] = new
                rows[k][i] = calculus.converse(new)
                changes.append((k, old, new))
                if not new:
                    break
        return changes

    def rows(self) -> list[list[int]]:
        return [row.copy() for row in self._rows]
