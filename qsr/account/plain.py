"""Answers and models in the types that JSON knows; numbers stay exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from qsr.oracle.scores.score import plain_value
from qsr.story import Plan, Witness

__all__ = ["place", "plain"]


def plain(value: object) -> Any:
    """Return a value as JSON has it: a fraction as a whole number or as ``"1/2"``, a set as a sorted list, a plan as its parts.

    Raise TypeError for a value of another kind, as the `default` of `json.dumps` should.
    """
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, (frozenset, Plan)):
        return plain_value(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def place(witness: Witness) -> dict[str, Any]:
    """Return a witness as plain data: kind, the sides of its room if it is in one, and an entry per entity, in order.

    An entry has the entity's name and its place in exact numbers.
    """

    def numbers(value: Any) -> Any:
        if isinstance(value, Fraction):
            return plain(value)
        return [numbers(part) for part in value] if isinstance(value, (tuple, list)) else value

    entries = [
        {"entity": index, "name": witness.names.get(index, str(index)), "at": numbers(at)}
        for index, at in sorted(witness.place.items())
    ]
    size = {"size": numbers(witness.size)} if witness.size else {}
    return {"kind": witness.kind, **size, "place": entries}
