"""Where everybody looks."""

from __future__ import annotations

from qsr.story import Witness

__all__ = ["HeadingsFaced"]


class HeadingsFaced(Witness):
    """Places are degrees clockwise from north."""

    __slots__ = ()
    kind = "headings"
