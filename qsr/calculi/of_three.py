"""Calculi of three things: where the third of three points is, for who is at the first and looks at the second.

A base relation holds of an ordered triple A, B; C. Three operations say what holds when the points change places: ``inverse`` of
B, A; C, ``shortcut`` of A, C; B and ``homing`` of B, C; A. The composition of R and S is the least label of A, B; D that follows
from R of A, B; C and S of B, C; D [1]_ [2]_. Algebraic closure intersects the labels of all triples of a network with these
until nothing changes. It is sound, and decides neither calculus (see ``undecided`` in the tables): what it leaves is `closed`,
and nothing more is said. The theory `arrangement` decides left and right by other means.

References
----------
.. [1] Freksa (1992), Using orientation information for qualitative spatial reasoning, LNCS 639, 162-178.
.. [2] Scivos and Nebel (2004), The finest of its class: the natural point-based ternary calculus LR for qualitative spatial
   reasoning, Spatial Cognition IV, 283-303.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any, Final

from qsr.calculi.documents import toml_of
from qsr.errors import UnknownName

__all__ = ["FOLDER", "CalculusOfThree", "NetworkOfThree", "load", "names"]

#: Where the tables are.
FOLDER: Final = files("qsr.calculi") / "tables_of_three"
_WAYS: Final = ("inverse", "shortcut", "homing")


@dataclass(frozen=True, slots=True)
class CalculusOfThree:
    """A calculus whose base relations hold of three things; a label is a set of base relations.

    Attributes
    ----------
    inverse, shortcut, homing
        Base relation of A, B; C -> label of B, A; C, of A, C; B, and of B, C; A.
    composition
        Pairs of base relations, of A, B; C and of B, C; D -> label of A, B; D.
    undecided
        Who showed that closure does not decide consistency.
    """

    name: str
    title: str
    reference: str
    undecided: str
    relations: tuple[str, ...]
    inverse: Mapping[str, frozenset[str]]
    shortcut: Mapping[str, frozenset[str]]
    homing: Mapping[str, frozenset[str]]
    composition: Mapping[tuple[str, str], frozenset[str]]

    def turned(self, way: str, label: Collection[str]) -> frozenset[str]:
        """Return a label when the points change places: ``"inverse"``, ``"shortcut"`` or ``"homing"``.

        >>> sorted(load("lr").turned("shortcut", {"i", "l"}))
        ['f', 'r']
        """
        table: Mapping[str, frozenset[str]] = getattr(self, way)
        return frozenset().union(*(table[one] for one in label))

    def compose(self, first: Collection[str], second: Collection[str]) -> frozenset[str]:
        """Return what A, B; D can be where A, B; C has the first label and B, C; D the second.

        >>> sorted(load("lr").compose({"f"}, {"f"})), sorted(load("dcc").compose({"lf"}, {"lf"}))
        (['f'], ['lb', 'lc', 'lf', 'll', 'lp'])
        """
        return frozenset().union(*(self.composition[one, other] for one in first for other in second))


class NetworkOfThree:
    """Labels on triples of things.

    Examples
    --------
    >>> network = NetworkOfThree("lr")
    >>> network.add("well", "oak", {"l"}, "barn")
    >>> sorted(network.closure().label("oak", "barn", "well"))
    ['l']
    >>> network.add("barn", "well", {"r", "f"}, "oak")
    >>> network.closure().status()
    'inconsistent'
    """

    def __init__(self, calculus: CalculusOfThree | str) -> None:
        self.calculus = load(calculus) if isinstance(calculus, str) else calculus
        self.things: list[Hashable] = []
        self._labels: dict[tuple[Hashable, ...], frozenset[str]] = {}

    def add(self, first: Hashable, second: Hashable, label: Iterable[str], third: Hashable) -> None:
        """Say that the third is in one of some relations for who is at the first and looks at the second.

        Raise UnknownName for a relation that is none, ValueError where a thing is named twice.
        """
        some = frozenset(label)
        for name in some - frozenset(self.calculus.relations):
            raise UnknownName(f"relation of {self.calculus.name}", name, list(self.calculus.relations))
        if len({first, second, third}) < 3:
            raise ValueError("a triple is of three different things; that two are one place is a relation")
        self.things += [one for one in dict.fromkeys((first, second, third)) if one not in self.things]
        triple = (first, second, third)
        self._labels[triple] = self.label(*triple) & some

    def label(self, first: Hashable, second: Hashable, third: Hashable) -> frozenset[str]:
        """Return what is told of three things: all relations where that is nothing."""
        return self._labels.get((first, second, third), frozenset(self.calculus.relations))

    def closure(self) -> NetworkOfThree:
        """Return the network with every relation left out that three or four of its things exclude."""
        found = NetworkOfThree(self.calculus)
        found.things = list(self.things)
        labels: dict[tuple[Hashable, ...], frozenset[str]]
        labels = {triple: self.label(*triple) for triple in permutations(self.things, 3)}
        calculus, changed = self.calculus, True
        while changed and all(labels.values()):
            changed = False
            for (a, b, c), label in labels.items():
                ways = ((b, a, c), "inverse"), ((a, c, b), "shortcut"), ((c, a, b), "homing")
                for other, way in ways:
                    label = label & calculus.turned(way, labels[other])
                for d in self.things:
                    if d not in (a, b, c):
                        label = label & calculus.compose(labels[a, b, d], labels[b, d, c])
                if label != labels[a, b, c]:
                    labels[a, b, c], changed = label, True
        found._labels.update(labels)
        return found

    def status(self) -> str:
        """Return ``"inconsistent"`` where a label has no relation left, else ``"closed"``: more is not known."""
        return "closed" if all(self._labels.values()) else "inconsistent"


def names() -> list[str]:
    """Return the names of the calculi of three things, sorted."""
    return sorted(entry.name.removesuffix(".toml") for entry in FOLDER.iterdir() if entry.name.endswith(".toml"))


@cache
def load(name: str) -> CalculusOfThree:
    """Return a calculus by its name; raise UnknownName for one that `names` does not list."""
    if name not in names():
        raise UnknownName("calculus of three things", name, names())
    given: dict[str, Any] = toml_of((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")
    relations = tuple(given["relations"])

    def label(text: str) -> frozenset[str]:
        return frozenset(relations if text == "*" else text.split())

    turned = {way: {one: label(text) for one, text in given[way].items()} for way in _WAYS}
    composition = {(one, other): label(text) for (one, other), text in
                   ((pair.split(), text) for pair, text in given["composition"].items())}  # fmt: skip
    undecided = given["undecided"][0]["reference"]
    return CalculusOfThree(
        given["name"], given["title"], given["reference"], undecided, relations, **turned, composition=composition
    )
