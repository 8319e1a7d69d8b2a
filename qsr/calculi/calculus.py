"""One calculus: its base relations as bits of an integer, converse and weak composition on sets of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from qsr.calculi.composition import (
    Mask,
    Memo,
    ProductCompositions,
    bits,
    compositions,
    product_compositions,
    product_converses,
    united,
)
from qsr.errors import UnknownName

__all__ = ["COVERAGES", "Calculus", "Decision", "Mask", "bits", "joined"]

#: Classes of networks that a calculus file can name in ``decides`` and ``undecided``.
COVERAGES: Final = ("all", "atomic")


@dataclass(frozen=True, slots=True)
class Decision:
    """A result about these networks: closed without an empty label means consistent, or that it does not.

    Parameters
    ----------
    networks
        ``"all"``, or ``"atomic"`` where the result is about networks with a single base relation on every pair.
    reference
        The publication that proves it, or the proof.
    """

    networks: str
    reference: str


@dataclass(frozen=True, slots=True, eq=False)
class Calculus:
    """A qualitative calculus. Made by `qsr.calculi.load`, which checks the algebra; compared by identity.

    A product of calculi relates tuples coordinate by coordinate: its base relations are the tuples of base relations of its
    parts, the first part slowest. Its tables follow from theirs, and compositions are computed when they are read; they are weak
    compositions where those of the parts are, for the coordinates of three tuples can be chosen independently.

    Parameters
    ----------
    name, title, reference
        What it is called, what it is about, and the publication the table comes from.
    relations
        Names of the base relations, jointly exhaustive and pairwise disjoint; bit i of a mask is relation i.
    identity
        The base relation of an entity to itself, as a mask.
    converses
        Mask of the converse of each base relation.
    compositions
        ``compositions[i][j]``: mask of the weak composition of base relations i and j.
    aliases
        Further names -> base relation.
    decides
        For which networks algebraic closure decides consistency; empty where no such result is known.
    undecided
        For which networks it is known not to.
    parts
        The calculi that this one is the product of, two or more; empty where it stands by itself.

    Examples
    --------
    >>> from qsr.calculi import load
    >>> point = load("point")
    >>> point.names(point.compose(point.mask("<"), point.mask({"<", "="})))
    ('<',)
    """

    name: str
    title: str
    reference: str
    relations: tuple[str, ...]
    identity: Mask = 0
    converses: tuple[Mask, ...] = ()
    compositions: Sequence[Sequence[Mask]] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    decides: tuple[Decision, ...] = ()
    undecided: tuple[Decision, ...] = ()
    parts: tuple[Calculus, ...] = ()
    _bit_of: dict[str, Mask] = field(init=False, repr=False)
    _converse_table: dict[Mask, Mask] = field(init=False, repr=False)
    _composition_table: dict[Mask, Mapping[Mask, Mask]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        bit_of = {name: 1 << place for place, name in enumerate(self.relations)}
        bit_of.update((alias, bit_of[name]) for alias, name in self.aliases.items())
        object.__setattr__(self, "_bit_of", bit_of | _caseless(bit_of))
        if self.parts:
            row, converse = _product_tables(self.parts)
            identity = 0
            for part in self.parts:
                identity = identity * len(part.relations) + bits(part.identity)[0]
            object.__setattr__(self, "identity", 1 << identity)
            object.__setattr__(self, "converses", tuple(converse[1 << place] for place in range(len(self.relations))))
            object.__setattr__(self, "compositions", ProductCompositions(row.__getitem__, len(self.relations)))
        else:
            row, converse = compositions(self.compositions), Memo(united(self.converses))
        object.__setattr__(self, "_converse_table", converse)
        object.__setattr__(self, "_composition_table", row)

    def __reduce__(self) -> tuple[object, ...]:
        # The caches stay behind: another process fills its own.
        tables = (0, (), ()) if self.parts else (self.identity, self.converses, self.compositions)
        named = (self.name, self.title, self.reference, self.relations)
        return type(self), (*named, *tables, self.aliases, self.decides, self.undecided, self.parts)

    @property
    def universal(self) -> Mask:
        """The label that says nothing: every base relation."""
        return (1 << len(self.relations)) - 1

    def mask(self, relations: str | Iterable[str]) -> Mask:
        """Return the mask of one relation name or of several; raise UnknownName for a name the calculus does not have.

        Aliases count as names. Case is ignored where that leaves one reading.
        """
        names = (relations,) if isinstance(relations, str) else relations
        mask = 0
        for name in names:
            bit = self._bit_of.get(name) or self._bit_of.get(name.casefold())
            if bit is None:
                raise UnknownName(f"relation of {self.name}", name, list(self.relations))
            mask |= bit
        return mask

    def names(self, mask: Mask) -> tuple[str, ...]:
        """Return the names of the base relations in a mask, in the order of `relations`."""
        return tuple(self.relations[place] for place in bits(mask))

    def converse(self, mask: Mask) -> Mask:
        """Return the label of (Y, X) where `mask` is the label of (X, Y)."""
        return self._converse_table[mask]

    def compose(self, first: Mask, second: Mask) -> Mask:
        """Return the weak composition: the least label of (X, Z) that follows from those of (X, Y) and (Y, Z)."""
        return self._composition_table[first][second]

    def row(self, first: Mask) -> Mapping[Mask, Mask]:
        """Return the compositions of one label with all others, as a mapping that fills itself."""
        return self._composition_table[first]


def _product_tables(parts: Sequence[Calculus]) -> tuple[dict[Mask, Mapping[Mask, Mask]], dict[Mask, Mask]]:
    """Return the tables of rows and of converses of a product of two calculi or more."""
    *others, head, last = parts
    row, converse = last.row, last.converse
    width = len(last.relations)
    rows, converses = product_compositions(head.row, row, width), product_converses(head.converse, converse, width)
    for part in reversed(others):
        width = width * len(head.relations)
        head = part
        rows = product_compositions(head.row, rows.__getitem__, width)
        converses = product_converses(head.converse, converses.__getitem__, width)
    return rows, converses


def joined(parts: Sequence[Calculus]) -> tuple[str, ...]:
    """Return the names of the tuples of base relations, those of the parts joined by commas."""
    return tuple(map(",".join, product(*(part.relations for part in parts))))


def _caseless(bit_of: Mapping[str, Mask]) -> dict[str, Mask]:
    """Return the folded names that stand for one relation only, and are no name as they are."""
    meanings: dict[str, set[Mask]] = {}
    for name, bit in bit_of.items():
        meanings.setdefault(name.casefold(), set()).add(bit)
    return {folded: next(iter(bit)) for folded, bit in meanings.items() if len(bit) == 1 and folded not in bit_of}
