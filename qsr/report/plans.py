"""What a report says of plans: their energy beside the best, how far they fall short, and what was done in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, Final

from qsr.report import plots
from qsr.report.blocks import Block, Figure, Heading, Table
from qsr.report.counts import Counts
from qsr.report.numbers import mean, percent

__all__ = ["plan_blocks"]

_BINS: Final = 10
_COLUMNS: Final = ("plans", "length", "energy", "best", "regret", "optimal")


def plan_blocks(models: Sequence[tuple[str, Counts]]) -> Iterator[Block]:
    """Yield tables by control with the columns of GRASP's Table 2, the errors of plans, and how regrets are spread."""
    yield Heading("Plans")
    reports = [(name, counts.plans.report()) for name, counts in models]
    yield Table("All plans", ("", *_COLUMNS), tuple((name, *_cells(report)) for name, report in reports))
    for name, report in reports:
        named = f" ({name})" if len(reports) > 1 else ""
        # One control has two levels or more; the last row is the average over all, which stands above.
        rows = [(f"{row['control']}: {row['value']}", *_cells(row)) for row in report["table"][:-1]]
        if rows:
            yield Table(f"By control{named}", ("control", *_COLUMNS), tuple(rows))
    kinds = [kind for kind in reports[0][1]["errors"] if any(report["errors"][kind]["count"] for _, report in reports)]
    rows = [
        (kind.replace("_", " "), *(cell for _, report in reports for cell in _share(report["errors"][kind]))) for kind in kinds
    ]
    rows.append(("none of these", *(cell for _, report in reports for cell in _share(report["without_error"]))))
    head = [part for name, _ in reports for part in ((name, "share") if len(reports) > 1 else ("plans", "share"))]
    yield Table("What is wrong with plans; one may have several faults", ("", *head), tuple(rows))
    yield from _regrets([(name, counts.regrets) for name, counts in models])


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (str(row["plans"]), *(mean(row[key]) for key in ("steps", "energy", "optimum", "regret")), percent(row["optimal"]))


def _share(one: Mapping[str, Any]) -> tuple[str, str]:
    return str(one["count"]), percent(one["share"])


def _regrets(models: Sequence[tuple[str, Counter[Fraction]]]) -> Iterator[Block]:
    most = max((regret for _, regrets in models for regret in regrets), default=None)
    if most is None:
        return
    # Whole widths, so that the borders are easy to read.
    width = max(1, -floor(-most / _BINS))
    number = floor(most / width) + 1
    names = [
        "0: the best",
        *(f"{'above ' if place == 0 else ''}{place * width} to {(place + 1) * width}" for place in range(number)),
    ]
    rows = []
    for place, name in enumerate(names):
        rows.append(
            (name, [sum(count for regret, count in regrets.items() if _bin(regret, width) == place) for _, regrets in models])
        )
    rows = rows[: max(place for place, (_, numbers) in enumerate(rows) if any(numbers)) + 1]
    caption = "How far plans fall short of the best one (regret, in energy); a border counts to the bin above it."
    series = [name for name, _ in models]
    yield Table("Regret", ("energy short of the best", *series), tuple((name, *map(str, numbers)) for name, numbers in rows))
    yield Figure(caption, plots.histogram(rows, series, caption))


def _bin(regret: Fraction, width: int) -> int:
    return 0 if regret <= 0 else floor(regret / width) + 1
