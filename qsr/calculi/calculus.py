"""One calculus: its base relations as bits of an integer, converse and weak composition on sets of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from qsr.errors import UnknownName

__all__ = ["COVERAGES", "Calculus", "CompositionRow", "Decision", "bits"]

#: A set of base relations: bit i stands for `Calculus.relations[i]`.
Mask: TypeAlias = int

#: Classes of networks that a calculus file can name in ``decides``.
COVERAGES: Final = ("all", "atomic")

# Allen's algebra has 2**13 labels: without a bound a long run over many networks would keep millions of them.
_MOST_ENTRIES: Final = 1024
_MOST_ROWS: Final = 1024


def bits(mask: Mask) -> list[int]:
    """Return the positions of the bits of a mask, ascending.

    >>> bits(0b1010)
    [1, 3]
    """
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


@dataclass(frozen=True, slots=True)
class Decision:
    """A published result: for these networks, closed without an empty label means consistent.

    Parameters
    ----------
    networks
        ``"all"``, or ``"atomic"`` where the result is about networks with a single base relation on every pair.
    reference
        The publication that proves it.
    """

    networks: str
    reference: str


class CompositionRow(dict[Mask, Mask]):
    """Compositions of one fixed label with any other, worked out when first asked for."""

    __slots__ = ("_of_base",)

    def __init__(self, of_base: list[Mask]) -> None:
        super().__init__()
        self._of_base = of_base

    def __missing__(self, second: Mask) -> Mask:
        composed = 0
        for place in bits(second):
            composed |= self._of_base[place]
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[second] = composed
        return composed


class _CompositionTable(dict[Mask, CompositionRow]):
    """Rows of the composition of sets of relations, one per first argument."""

    __slots__ = ("_compositions",)

    def __init__(self, compositions: tuple[tuple[Mask, ...], ...]) -> None:
        super().__init__()
        self._compositions = compositions

    def __missing__(self, first: Mask) -> CompositionRow:
        of_base = [0] * len(self._compositions)
        for place in bits(first):
            for second, composed in enumerate(self._compositions[place]):
                of_base[second] |= composed
        if len(self) >= _MOST_ROWS:
            self.clear()
        self[first] = row = CompositionRow(of_base)
        return row


class _ConverseTable(dict[Mask, Mask]):
    """Converses of sets of relations."""

    __slots__ = ("_converses",)

    def __init__(self, converses: tuple[Mask, ...]) -> None:
        super().__init__()
        self._converses = converses

    def __missing__(self, mask: Mask) -> Mask:
        turned = 0
        for place in bits(mask):
            turned |= self._converses[place]
        if len(self) >= _MOST_ENTRIES:
            self.clear()
        self[mask] = turned
        return turned


@dataclass(frozen=True, slots=True, eq=False)
class Calculus:
    """A qualitative calculus. Made by `qsr.calculi.load`, which checks the algebra; compared by identity.

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
    identity: Mask
    converses: tuple[Mask, ...]
    compositions: tuple[tuple[Mask, ...], ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    decides: tuple[Decision, ...] = ()
    _bit_of: dict[str, Mask] = field(init=False, repr=False)
    _converse_table: _ConverseTable = field(init=False, repr=False)
    _composition_table: _CompositionTable = field(init=False, repr=False)

    def __post_init__(self) -> None:
        bit_of = {name: 1 << place for place, name in enumerate(self.relations)}
        bit_of.update((alias, bit_of[name]) for alias, name in self.aliases.items())
        object.__setattr__(self, "_bit_of", bit_of | _caseless(bit_of))
        object.__setattr__(self, "_converse_table", _ConverseTable(self.converses))
        object.__setattr__(self, "_composition_table", _CompositionTable(self.compositions))

    def __reduce__(self) -> tuple[object, ...]:
        # The caches stay behind: another process fills its own.
        shared = (self.name, self.title, self.reference, self.relations, self.identity, self.converses, self.compositions)
        return type(self), (*shared, self.aliases, self.decides)

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

    def row(self, first: Mask) -> CompositionRow:
        """Return the compositions of one label with all others, as a mapping that fills itself."""
        return self._composition_table[first]


def _caseless(bit_of: Mapping[str, Mask]) -> dict[str, Mask]:
    """Return the folded names that stand for one relation only, and are no name as they are."""
    meanings: dict[str, set[Mask]] = {}
    for name, bit in bit_of.items():
        meanings.setdefault(name.casefold(), set()).add(bit)
    return {folded: next(iter(bit)) for folded, bit in meanings.items() if len(bit) == 1 and folded not in bit_of}
