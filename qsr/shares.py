"""Shares, as they are written, and how far one may be from the share that further items of the same kind would show."""

from __future__ import annotations

import math
from typing import Any, Final

__all__ = ["by_length", "percent", "rate", "share", "spread", "wilson"]

#: The quantile of the normal distribution for two-sided 95 %.
_Z: Final = 1.959963984540054


def wilson(correct: int, items: int, quantile: float = _Z) -> tuple[float, float] | None:
    """Return the score interval of a share, of 95 % by default, None without items.

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
    share, spread = correct / items, quantile**2 / items
    centre = (share + spread / 2) / (1 + spread)
    half = quantile / (1 + spread) * math.sqrt(share * (1 - share) / items + spread / (4 * items))
    # At the ends rounding must not leave out the share itself.
    return 0.0 if not correct else centre - half, 1.0 if correct == items else centre + half


def rate(part: int, whole: int) -> float | None:
    """Return a share, None of nothing."""
    return part / whole if whole else None


def share(correct: int, items: int) -> dict[str, Any]:
    """Return how many items are correct, of how many, which share that is, and its interval, as data.

    >>> share(1, 1)["accuracy"], share(0, 0)
    (1.0, {'correct': 0, 'of': 0, 'accuracy': None, 'interval': None})
    """
    bounds = wilson(correct, items)
    interval = None if bounds is None else list(bounds)
    return {"correct": correct, "of": items, "accuracy": rate(correct, items), "interval": interval}


def by_length(name: str) -> tuple[int, str]:
    """Return a key by which names are sorted, those that are numbers in the order of these.

    >>> sorted(["10", "2", "b"], key=by_length)
    ['2', 'b', '10']
    """
    return len(name), name


def percent(share: float | None) -> str:
    """Return a share in per cent with two places, or a dash for None.

    >>> percent(0.5), percent(None)
    ('50.00 %', '-')
    """
    return "-" if share is None else f"{100 * share:.2f} %"


def spread(correct: int, items: int) -> str:
    """Return the 95 % interval of a share, or a dash where there is nothing to count.

    >>> spread(9, 10)
    '59.6 to 98.2 %'
    """
    bounds = wilson(correct, items)
    return "-" if bounds is None else f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f} %"
