"""The laws of weak composition, and the entry of a table that breaks one.

From the definition of weak composition follows that the converse is an involution, that the identity is neutral, and
that a triangle can be read from any corner [1]_. A table that breaks one of these has an entry too many or too few.

References
----------
.. [1] Dylla, Lee, Mossakowski, Schneider, van Delden, van de Ven and Wolter (2017), A survey of qualitative spatial and temporal
   calculi: algebraic and computational properties, ACM Computing Surveys 50(1).
"""

from __future__ import annotations

from itertools import product

from qsr.calculi.calculus import Calculus, bits

__all__ = ["broken_law"]


def broken_law(calculus: Calculus) -> tuple[str, str] | None:
    """Return the first entry that breaks a law and what was expected of it, or None where all laws hold.

    The entry is a relation for its converse, and two relations with a space between them for their composition.
    """
    name, composed = calculus.relations, calculus.compositions
    turned = [bits(mask)[0] for mask in calculus.converses]
    same = bits(calculus.identity)[0]
    for first, back in enumerate(turned):
        if turned[back] != first:
            return name[first], f"converse of {name[first]} is {name[back]}, whose converse is {name[turned[back]]}"
        for pair in ((same, first), (first, same)):
            if composed[pair[0]][pair[1]] != 1 << first:
                entry = f"{name[pair[0]]} {name[pair[1]]}"
                return entry, f"composition of {entry}: {name[same]} is the identity; expected {name[first]}"
    # The triangle X R Y, Y S Z, X T Z read from its corners: two readings give all six.
    for first, second in product(range(len(name)), repeat=2):
        for third in bits(composed[first][second]):
            for left, right, result in ((third, turned[second], first), (turned[first], third, second)):
                if not composed[left][right] >> result & 1:
                    entry, other = f"{name[first]} {name[second]}", f"{name[left]} {name[right]}"
                    needed = f"{name[result]}, which follows from {name[third]} in composition of {entry}"
                    return other, f"composition of {other}: expected also {needed}"
    return None
