"""How far a share of right answers may be from the share that further items of the same kind would show."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["wilson"]

#: The quantile of the normal distribution for two-sided 95 %.
_Z: Final = 1.959963984540054


def wilson(correct: int, items: int) -> tuple[float, float] | None:
    """Return the 95 % score interval of a share, None without items.

    Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical
    Association 22 (1927).

    Examples
    --------
    >>> [round(bound, 4) for bound in wilson(9, 10)]
    [0.5958, 0.9821]
    >>> wilson(0, 0) is None
    True
    """
    if not items:
        return None
    share, spread = correct / items, _Z**2 / items
    centre = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(share * (1 - share) / items + spread / (4 * items))
    # At the ends rounding must not leave out the share itself.
    return 0.0 if not correct else centre - half, 1.0 if correct == items else centre + half
