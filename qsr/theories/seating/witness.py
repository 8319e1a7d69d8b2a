"""Who sits where in a layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from qsr.draw.names import display_name
from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["Seats"]


class Seats(Drawn):
    """Places are the numbers of places of a `qsr.seats.Layout`, which `layout` names.

    Drawing raises ValueError where it names none, and for places that the layout does not have.
    """

    __slots__ = ()
    kind = "seats"
    movable = True
    ranked = True

    def moved(self, thing: int, by: Mapping[str, Fraction]) -> Self:
        """Return the witness with one of those seated so many places on (``"seat"``), and who sat there in its place."""
        if thing not in self.place:
            raise ValueError(f"nobody to move: {thing}")
        old, new = self.place[thing], self.place[thing] + int(by.get("seat", 0))
        there = {other: old for other, at in self.place.items() if at == new}
        return replace(self, place={**self.place, **there, thing: new})

    def check(self) -> None:
        """Raise ValueError for the name of no layout, and for places that the layout does not have."""
        from qsr.theories.seating.drawing import layout_named

        layout_named(self.layout, self.place)

    def panels(self) -> list[Panel]:
        """Return a panel with a dot and its number for every place, taken or not."""
        from qsr.theories.seating.drawing import layout_named, seat_panel

        return [seat_panel(layout_named(self.layout, self.place), self.place, self.names, self.may)]

    def shade(self, panels: Sequence[Panel]) -> str:
        """Return what the rings around places mean."""
        names = " and ".join(display_name(self.names, thing) for thing in self.may)
        return f"Dashed: other places of {names}, in other models."

    def said(self) -> dict[int, tuple[str, list[str]]]:
        """Return the name of each entity, and its place with row or layer, ascending."""
        from qsr.theories.seating.drawing import layout_named, seat_words

        layout = layout_named(self.layout, self.place)
        return {one: (display_name(self.names, one), seat_words(layout, at)) for one, at in sorted(self.place.items())}

    def sketch(self) -> list[str]:
        """Return the layout in characters."""
        from qsr.theories.seating.drawing import layout_named, seat_lines

        return seat_lines(layout_named(self.layout, self.place), self.place, self.names)
