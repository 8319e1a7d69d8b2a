"""Tractable classes: sets of labels on which algebraic closure decides consistency.

Closure of a network of labels of a class keeps to the class where the class has the universal label and is closed under
converse, intersection and composition. Where a published result
says that its closed networks have solutions, search need not go down to single base relations: it is enough to split a label
into members of the class [4]_, and nothing has to be split once every label is a member.

- Point algebra: every label [1]_.
- Allen's algebra: ORD-Horn, the labels that Horn clauses over the ends of the intervals express, 868 with the empty
  one; the only maximal class with all base relations [2]_.
- RCC8: H8, C8 and Q8, the three maximal classes with all base relations [3]_, [5]_; RCC5: the only one [6]_.
- Cardinal directions: the preconvex labels, and products of labels of the point algebra [7]_.
- Block algebra: products of ORD-Horn labels, called saturated preconvex [8]_.

References
----------
.. [1] Vilain and Kautz (1986), Constraint propagation algorithms for temporal reasoning, AAAI-86, 377-382; van Beek (1992),
   Reasoning about qualitative temporal information, Artificial Intelligence 58, 297-326.
.. [2] Nebel and Buerckert (1995), Reasoning about temporal relations: a maximal tractable subclass of Allen's
   interval algebra, Journal of the ACM 42(1), 43-66.
.. [3] Renz (1999), Maximal tractable fragments of the Region Connection Calculus: a complete analysis, IJCAI-99, 448-454.
.. [4] Ladkin and Reinefeld (1992), Effective solution of qualitative interval constraint problems, Artificial
   Intelligence 57, 105-124.
.. [5] Renz and Nebel (2001), Efficient methods for qualitative spatial reasoning, Journal of Artificial Intelligence
   Research 15, 289-318.
.. [6] Jonsson and Drakengren (1997), A complete classification of tractability in RCC-5, Journal of Artificial
   Intelligence Research 6, 211-221.
.. [7] Ligozat (1998), Reasoning about cardinal directions, Journal of Visual Languages and Computing 9(1), 23-44.
.. [8] Balbiani, Condotta and Farinas del Cerro (1998), A model for reasoning about bidimensional temporal relations,
   KR-98, 124-130; (2002), Tractability results in the block algebra, Journal of Logic and Computation 12(5), 885-909.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final

from qsr.calculi.calculus import Calculus
from qsr.calculi.composition import Mask, bits
from qsr.calculi.files import load
from qsr.calculi.intervals import INTERVALS, signs
from qsr.calculi.tractable_classes import ListedClass, ProductClass, TractableClass

__all__ = ["ListedClass", "ProductClass", "TractableClass", "tractable"]

#: Classes of a calculus read from a file are listed label by label up to so many base relations.
_MOST_LISTED: Final = 13


@lru_cache(maxsize=64)
def tractable(calculus: Calculus) -> tuple[TractableClass, ...]:
    """Return the classes known for a calculus; empty where none is known.

    The class whose splits have the fewest members on average comes first. A calculus that is read from a file gets those of the
    one of the same name that comes with qsr if it has the same table, whatever the order of its relations.

    Examples
    --------
    >>> from qsr.calculi import load
    >>> rcc8 = load("rcc8")
    >>> first = tractable(rcc8)[0]
    >>> first.contains(rcc8.mask({"TPP", "TPPI"}))
    False
    >>> [rcc8.names(part) for part in first.split(rcc8.mask({"TPP", "TPPI"}))]
    [('TPP',), ('TPPI',)]
    """
    if calculus.name not in _RULES:
        return ()
    known = load(calculus.name)
    if calculus is known or (calculus.parts and calculus.relations == known.relations and _same_parts(calculus, known)):
        return _RULES[calculus.name](calculus)
    if calculus.parts or len(calculus.relations) > _MOST_LISTED or not _same_table(calculus, known):
        return ()
    move = _mover(calculus, known)
    universal = calculus.universal
    return tuple(
        ListedClass(one.name, one.reference, universal, (mask for mask in range(universal + 1) if one.contains(move(mask))))
        for one in tractable(known)
    )


def _same_parts(one: Calculus, other: Calculus) -> bool:
    """Return whether two products have the same parts, base relation by base relation."""
    return len(one.parts) == len(other.parts) and all(
        mine.relations == theirs.relations and _same_table(mine, theirs)
        for mine, theirs in zip(one.parts, other.parts, strict=True)
    )


def _same_table(one: Calculus, other: Calculus) -> bool:
    """Return whether two calculi have the same relations, converses and compositions under the names of the relations."""
    if set(one.relations) != set(other.relations):
        return False
    move = _mover(one, other)
    places = [1 << place for place in range(len(one.relations))]
    return all(move(one.converse(first)) == other.converse(move(first)) for first in places) and all(
        move(one.compose(first, second)) == other.compose(move(first), move(second))
        for first, second in product(places, repeat=2)
    )


def _mover(one: Calculus, other: Calculus) -> Callable[[Mask], Mask]:
    """Return the function that turns masks of one calculus into those of another with the same names."""
    to = [other.mask(name) for name in one.relations]
    return lambda mask: sum(to[place] for place in bits(mask))


def _filtered(calculus: Calculus, name: str, reference: str, test: Callable[[Mask], bool]) -> ListedClass:
    universal = calculus.universal
    return ListedClass(name, reference, universal, filter(test, range(universal + 1)))


def _point(calculus: Calculus) -> tuple[TractableClass, ...]:
    return (_filtered(calculus, "all", _REFERENCES["point"], lambda mask: True),)


def _rcc5(calculus: Calculus) -> tuple[TractableClass, ...]:
    """Labels with PP and PPI hold PO too."""
    overlap, both = calculus.mask("PO"), calculus.mask({"PP", "PPI"})
    return (_filtered(calculus, "R28", _REFERENCES["rcc5"], lambda mask: bool(mask & overlap) or mask & both != both),)


def _rcc8(calculus: Calculus) -> tuple[TractableClass, ...]:
    """Leave out labels by what they hold without PO, or by EQ and NTPP without TPP.

    All three classes leave out what lets one express "part of one another, but not overlapping".
    """
    overlap, contact, same = (calculus.mask(name) for name in ("PO", "EC", "EQ"))
    inner, outer = calculus.mask({"TPP", "NTPP"}), calculus.mask({"TPPI", "NTPPI"})
    tangential, inward = calculus.mask("TPP"), calculus.mask("NTPP")
    tangential_back, inward_back = calculus.converse(tangential), calculus.converse(inward)

    def common(mask: Mask) -> bool:
        return bool(mask & overlap) or not (mask & inner and mask & outer)

    def in_h8(mask: Mask) -> bool:
        jumps = mask & inward and not mask & tangential
        jumps_back = mask & inward_back and not mask & tangential_back
        return common(mask) and not (mask & same and (jumps or jumps_back))

    def in_c8(mask: Mask) -> bool:
        return common(mask) and (bool(mask & overlap) or not (mask & contact and mask & (inner | outer | same)))

    def in_q8(mask: Mask) -> bool:
        return common(mask) and (bool(mask & overlap) or not (mask & same and mask & (inner | outer)))

    rules = (("H8", in_h8), ("Q8", in_q8), ("C8", in_c8))
    return tuple(_filtered(calculus, name, _REFERENCES["rcc8"], rule) for name, rule in rules)


def _allen(calculus: Calculus) -> tuple[TractableClass, ...]:
    """Intersections of Horn clauses: any number of "differ" and at most one of "equal", "at most" and "at least".

    The clauses are over the four pairs of an end of one interval and an end of the other.
    """
    ends = [signs(*INTERVALS[name]) for name in calculus.relations]

    def where(pair: int, kept: tuple[int, ...]) -> Mask:
        return sum(1 << place for place, found in enumerate(ends) if found[pair] in kept)

    positive = [0, *(where(pair, kept) for pair in range(4) for kept in ((0,), (-1, 0), (0, 1)))]
    negative = [where(pair, (-1, 1)) for pair in range(4)]
    clauses = set()
    for one, chosen in product(positive, product((0, 1), repeat=4)):
        for mask, taken in zip(negative, chosen, strict=True):
            one |= mask * taken
        clauses.add(one)
    found = {calculus.universal}
    for clause in sorted(clauses):
        found |= {mask & clause for mask in found}
    return (ListedClass("ORD-Horn", _REFERENCES["allen"], calculus.universal, found),)


def _cd(calculus: Calculus) -> tuple[TractableClass, ...]:
    """Preconvex labels: those that become convex when the limits of each base relation are added to it.

    Convex is a product of intervals of the order < = >; the limits of < are < and =.
    """
    east, north = calculus.parts
    limits = {"<": "<=", "=": "=", ">": "=>"}
    convex = [part.mask(list(names)) for part in (east,) for names in ("<", "=", ">", "<=", "=>", "<=>")]
    size = len(north.relations)
    rectangles = {sum(tails << place * size for place in bits(heads)) for heads, tails in product(convex, repeat=2)}
    closed = [
        sum(
            1 << bits(east.mask(x))[0] * size + bits(north.mask(y))[0]
            for x, y in product(limits[east.relations[place // size]], limits[north.relations[place % size]])
        )
        for place in range(len(calculus.relations))
    ]

    def is_preconvex(mask: Mask) -> bool:
        whole = 0
        for place in bits(mask):
            whole |= closed[place]
        return whole in rectangles

    preconvex = _filtered(calculus, "preconvex", _REFERENCES["cd"], is_preconvex)
    return (preconvex, _product(calculus, "products", _REFERENCES["cd"]))


def _block(calculus: Calculus) -> tuple[TractableClass, ...]:
    return (_product(calculus, "products of ORD-Horn", _REFERENCES["block"]),)


def _product(calculus: Calculus, name: str, reference: str) -> TractableClass:
    """Return the products of members of the first class of each part."""
    *others, found = (tractable(part)[0] for part in calculus.parts)
    for place in range(len(others) - 1, -1, -1):
        width = prod(len(part.relations) for part in calculus.parts[place + 1 :])
        found = ProductClass(name, reference, others[place], found, width)
    return found


_REFERENCES: Final = {
    "point": "van Beek (1992), Reasoning about qualitative temporal information, Artificial Intelligence 58, 297-326",
    "allen": "Nebel and Buerckert (1995), Reasoning about temporal relations, Journal of the ACM 42(1), 43-66",
    "rcc5": "Jonsson and Drakengren (1997), A complete classification of tractability in RCC-5, JAIR 6, 211-221",
    "rcc8": "Renz (1999), Maximal tractable fragments of the Region Connection Calculus, IJCAI-99, 448-454",
    "cd": "Ligozat (1998), Reasoning about cardinal directions, Journal of Visual Languages and Computing 9(1), 23-44",
    "block": "Balbiani, Condotta and Farinas del Cerro (2002), Tractability results in the block algebra, "
    "Journal of Logic and Computation 12(5), 885-909",
}
_RULES: Final[dict[str, Callable[[Calculus], tuple[TractableClass, ...]]]] = {
    "point": _point,
    "allen": _allen,
    "rcc5": _rcc5,
    "rcc8": _rcc8,
    "cd": _cd,
    "block2": _block,
    "block3": _block,
}
