"""Where everybody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qsr.story import Witness
from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["HeadingsFaced"]


class HeadingsFaced(Drawn):
    """Places are degrees clockwise from north."""

    __slots__ = ()
    kind = "headings"
    read = staticmethod(Witness.read)

    def panels(self) -> list[Panel]:
        """Return a compass with an arrow for each."""
        from qsr.draw.facing import rose

        return [rose(self.place, self.said())]

    @staticmethod
    def words(at: Any) -> list[str]:
        """Return a heading in words."""
        return [f"{at} degrees from north, clockwise"]

    def text(self) -> str:
        """Return a line for each."""
        return Witness.text(self)
