"""Pictures of witnesses, as SVG and as text. Plain data in: nothing here knows stories or solvers."""

from __future__ import annotations

from qsr.draw.svg import svg
from qsr.draw.text import text

__all__ = ["svg", "text"]
