"""Theories: what the statements of a story mean. A theory is named, and may be set up: ``exact, objects: points``."""

from __future__ import annotations

from collections.abc import Mapping

from qsr.registry import Registry
from qsr.settings import SETTINGS, parse_settings
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["SETTINGS", "Limits", "Session", "Theory", "get", "names", "parse_settings"]

_registry: Registry[Theory] = Registry(
    "theory",
    "qsr.theories",
    {
        "exact": "qsr.theories.property_sets:PropertySets",
        "paper": "qsr.theories.paper:OwnPropertySet",
        "paper-ps1": "qsr.theories.spartun.theory:PaperPS1",
        "paper-ps2": "qsr.theories.paths.paper:PaperPS2",
        "paper-ps3": "qsr.theories.paths.paper:PaperPS3",
        "paper-ps4": "qsr.theories.paths.paper:PaperPS4",
        "babi": "qsr.theories.paths.babi:Babi",
        "spartun": "qsr.theories.spartun.theory:Spartun",
        "sound": "qsr.theories.sound.theory:Sound",
        "room": "qsr.theories.room.theory:Room",
        "seating": "qsr.theories.seating.theory:Seating",
        "gridworld": "qsr.theories.gridworld.theory:Gridworld",
        "headings": "qsr.theories.headings.theory:Headings",
        "seats-and-headings": "qsr.theories.seats_and_headings:SeatsAndHeadings",
        "prepositions": "qsr.theories.prepositions.theory:Prepositions",
        "locatives": "qsr.theories.locatives.theory:Locatives",
        "prepositions-and-locatives": "qsr.theories.prepositions_and_locatives:PrepositionsAndLocatives",
    },
)


def names() -> list[str]:
    """Return the names of all theories."""
    return _registry.names()


def get(name: str, settings: Mapping[str, str] | None = None) -> Theory:
    """Return a theory. Its own settings win over those that a story brings. Raise UnknownName for an unknown name."""
    return _registry.get(name, dict(settings or {}))
