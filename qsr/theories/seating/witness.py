"""Who sits where in a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

    def check(self) -> None:
        """Raise ValueError for the name of no layout, and for places that the layout does not have."""
        from qsr.theories.seating.drawing import layout_named

        layout_named(self.layout, self.place)

    def panels(self) -> list[Panel]:
        """Return a panel with a dot and its number for every place, taken or not."""
        from qsr.theories.seating.drawing import layout_named, seat_panel

        return [seat_panel(layout_named(self.layout, self.place), self.place, self.names)]

    def words(self, at: Any) -> list[str]:
        """Return row or layer, and place."""
        from qsr.theories.seating.drawing import layout_named, seat_words

        return seat_words(layout_named(self.layout, self.place), at)

    def sketch(self) -> list[str]:
        """Return the layout in characters."""
        from qsr.theories.seating.drawing import layout_named, seat_lines

        return seat_lines(layout_named(self.layout, self.place), self.place, self.names)
