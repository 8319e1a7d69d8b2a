"""Who lives where, drawn as a tower."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["Floors"]


class Floors(Drawn):
    """Places are the numbers of floors, from 1; `size` has how many there are.

    >>> print(Floors({0: 3, 1: 1}, {0: "baker", 1: "tailor"}, (3,)).text())
    3 | baker
    2 |
    1 | tailor
    """

    __slots__ = ()
    kind = "floors"

    def check(self) -> None:
        """Raise ValueError for a floor that the tower does not have."""
        (floors,) = self.size
        if not all(1 <= at <= floors for at in self.place.values()):
            raise ValueError(f"a tower of {floors} floors was expected")

    def panels(self) -> list[Panel]:
        """Return one panel in which each floor is a storey of the tower."""
        from qsr.draw.boxes import boxes

        on = {entity: [other for other in sorted(self.place) if self.place[other] == at] for entity, at in self.place.items()}
        rooms = {
            entity: ((on[entity].index(entity), on[entity].index(entity) + 1), (at, at + 1)) for entity, at in self.place.items()
        }
        return boxes(rooms, self.said())

    @staticmethod
    def words(at: Any) -> list[str]:
        """Return a floor in words."""
        return [f"floor {at}"]

    def text(self) -> str:
        """Return a line for each floor, the highest first."""
        self.check()
        (floors,) = map(int, self.size)
        lines = []
        for number in range(floors, 0, -1):
            there = ", ".join(name for entity, (name, _) in self.said().items() if self.place[entity] == number)
            lines.append(f"{number:>{len(str(floors))}} | {there}".rstrip())
        return "\n".join(lines)
