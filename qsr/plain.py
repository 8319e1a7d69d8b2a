"""Values and models in the types that JSON knows; numbers stay exact, as whole numbers or as texts such as ``"1/2"``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from qsr.exact import numbers
from qsr.story import Plan, Value, Witness

__all__ = ["in_words", "place", "plain", "plain_value"]


def plain_value(value: Value | None) -> Any:
    """Return an answer as data: sets as sorted lists, paths as lists, plans as objects.

    >>> plain_value(frozenset({"left", "above"}))
    ['above', 'left']
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Plan):
        return {
            "actions": list(value.actions),
            "energy": float(value.energy),
            "bound": float(value.bound),
            "proved": value.proved,
        }
    return list(value)


def in_words(value: Value | None) -> str:
    """Return an answer as a reason names it; of a plan its actions."""
    if isinstance(value, Plan):
        return ", ".join(value.actions)
    return value if isinstance(value, str) else ", ".join(plain_value(value) or ()) or "none"


def plain(value: object) -> Any:
    """Return what JSON has no type for, as `json.dumps` wants it from its `default`; raise TypeError for what has no form."""
    if isinstance(value, Fraction):
        return numbers(value)
    if isinstance(value, Witness):
        return place(value)
    if isinstance(value, (frozenset, Plan)):
        return plain_value(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def place(witness: Witness) -> dict[str, Any]:
    """Return a model as data: kind, the sides of its room or the name of its seats, and an entry per entity, in order.

    An entry has the entity's name and its place in exact numbers.

    >>> from qsr.witnesses import Points
    >>> place(Points({0: (Fraction(1, 2), Fraction(2))}, {0: "cup"}))
    {'kind': 'points', 'place': [{'entity': 0, 'name': 'cup', 'at': ['1/2', 2]}]}
    """
    entries = [
        {"entity": entity, "name": witness.names.get(entity, str(entity)), "at": numbers(at)}
        for entity, at in sorted(witness.place.items())
    ]
    size = {"size": numbers(witness.size)} if witness.size else {}
    layout = {"layout": witness.layout} if witness.layout else {}
    return {"kind": witness.kind, **size, **layout, "place": entries}
