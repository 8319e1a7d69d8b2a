"""Which sense each preposition has."""

from __future__ import annotations

from qsr.exact import text_of
from qsr.story import Witness

__all__ = ["Senses"]


class Senses(Witness):
    """Places are names of senses, one per statement, whose words are its name."""

    __slots__ = ()
    kind = "senses"
    read = staticmethod(text_of)
