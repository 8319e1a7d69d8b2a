"""Rectangles in pixels, y downwards."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

__all__ = ["Rect"]

#: What drawing rounds away, in pixels.
_ROUNDED = 0.5


class Rect(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """The area in square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def sides(self) -> dict[str, float]:
        """The attributes of a rectangle in XML."""
        return {"x": self.left, "y": self.top, "width": self.right - self.left, "height": self.bottom - self.top}

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Rect:
        """Return the rectangle of a size about a centre."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def meets(self, other: Rect) -> bool:
        """Tell whether two rectangles share more than an edge."""
        left, top, right, bottom = self
        return left < other[2] and other[0] < right and top < other[3] and other[1] < bottom

    def holds(self, other: Rect) -> bool:
        """Tell whether the other rectangle lies in this one, as far as one can see."""
        return (
            self.left <= other.left + _ROUNDED
            and self.top <= other.top + _ROUNDED
            and other.right <= self.right + _ROUNDED
            and other.bottom <= self.bottom + _ROUNDED
        )

    def grown(self, by: float) -> Rect:
        """Return the rectangle with so many pixels more on every side."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def gap(self, other: Rect) -> float:
        """Return how far two rectangles are apart, 0 where they meet."""
        across = max(self.left - other.right, other.left - self.right, 0.0)
        return hypot(across, max(self.top - other.bottom, other.top - self.bottom, 0.0))

    def nearest(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return the point of the rectangle that is nearest to another one."""
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)

    def moved_into(self, bounds: Rect) -> Rect:
        """Return the rectangle moved as little as keeps it inside the bounds, as far as it fits."""
        right = max(0.0, bounds.left - self.left) or min(0.0, bounds.right - self.right)
        down = max(0.0, bounds.top - self.top) or min(0.0, bounds.bottom - self.bottom)
        return Rect(self.left + right, self.top + down, self.right + right, self.bottom + down)
