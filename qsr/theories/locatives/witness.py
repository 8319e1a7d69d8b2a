"""Which relations hold in a scene, moment by moment."""

from __future__ import annotations

from typing import Any, Final

from qsr.exact import items, text_of, whole_number
from qsr.story import Witness

__all__ = ["RelationsInScene"]

#: The moments of a motion, by their numbers.
_MOMENTS: Final = ("start", "way", "end")


class RelationsInScene(Witness):
    """Places are the relations that a thing has to others: each a relation, the number of a moment, and these others."""

    __slots__ = ()
    kind = "relations"

    def line(self) -> str:
        """Return what holds, things that have no relation left out."""
        found: dict[str, list[str]] = {}
        for thing, facts in sorted(self.place.items()):
            for relation, moment, *others in facts:
                said = f"{self.names[thing]} {relation} {' and '.join(self.names[other] for other in others)}"
                found.setdefault(said, []).append(_MOMENTS[moment])
        return "; ".join(f"{said} ({', '.join(moments)})" for said, moments in found.items()) or "no relation holds"

    @staticmethod
    def read(value: Any) -> tuple[tuple[Any, ...], ...]:
        """Return the relations of one thing from JSON."""
        facts = [items(fact) for fact in items(value)]
        return tuple((text_of(fact[0]), *map(whole_number, fact[1:])) for fact in facts if fact)
