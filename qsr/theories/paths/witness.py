"""The walk that a route is: one place per state, with arrows from state to state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qsr.draw.places import point_words
from qsr.exact import items, whole_number
from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["RouteTrace"]


class RouteTrace(Drawn):
    """Places are coordinates on a unit grid, one per state of the route; a state has the name of the entity that is there."""

    __slots__ = ()
    kind = "trace"
    words = staticmethod(point_words)

    def panels(self) -> list[Panel]:
        """Return one panel with a dot at each place and arrows in the order of the states."""
        from qsr.draw.points import trace

        return trace(self.place, self.said(), self.told)

    @staticmethod
    def read(value: Any) -> tuple[int, ...]:
        """Return the coordinates of one state from JSON."""
        return tuple(map(whole_number, items(value, 2)))
