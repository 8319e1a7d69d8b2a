"""Shares and their intervals, as a report writes them."""

from __future__ import annotations

from qsr.oracle.scores.intervals import wilson

__all__ = ["mean", "percent", "rate", "spread"]


def rate(part: int, whole: int) -> float | None:
    """Return a share, None of nothing."""
    return part / whole if whole else None


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


def mean(value: float | None) -> str:
    """Return a mean with three places, or a dash for None."""
    return "-" if value is None else f"{value:.3f}"
