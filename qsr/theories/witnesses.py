"""The classes of witnesses by their kind, the name that data have for them; other packages may add theirs."""

from __future__ import annotations

from typing import Any, Final, cast

from qsr.errors import CertificateError
from qsr.exact import keyed, shown, text_of
from qsr.registry import Registry
from qsr.story import Witness

__all__ = ["witness_of"]

#: Traces of plans, which are of the kind "trace" too, stand in no certificate: it has the actions of a plan.
_registry: Final[Registry[Witness]] = Registry(
    "kind of witness",
    "qsr.witnesses",
    {
        "points": "qsr.witnesses:Points",
        "boxes": "qsr.witnesses:Boxes",
        "regions": "qsr.witnesses:Regions",
        "cells": "qsr.theories.room.witness:Cells",
        "seats": "qsr.theories.seating.witness:Seats",
        "headings": "qsr.theories.headings.witness:HeadingsFaced",
        "trace": "qsr.theories.paths.witness:RouteTrace",
        "senses": "qsr.theories.prepositions.witness:Senses",
        "relations": "qsr.theories.locatives.witness:RelationsInScene",
        "orders": "qsr.theories.arrangement.witness:Orders",
        "plane": "qsr.theories.arrangement.witness:Plane",
        "film": "qsr.theories.change.witness:Film",
    },
)


def witness_of(data: Any) -> Witness:
    """Return the witness that JSON data describe, without names; raise CertificateError for what is none."""
    kind = text_of(keyed(data, Witness().to_json(), "a witness")["kind"])
    if kind not in _registry.names():
        raise CertificateError(f"a witness of unknown kind {shown(kind)}")
    return cast("type[Witness]", _registry.find(kind)).from_json(data)
