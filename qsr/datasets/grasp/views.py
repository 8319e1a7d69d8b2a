"""What is shown of plans: their energy beside the best, how far they fall short, and what was done in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, Final

from qsr.datasets.grasp.judging import PlanCounts
from qsr.draw import plots
from qsr.pages import Block, Figure, Heading, Paragraph, Table
from qsr.shares import percent

__all__ = ["made", "mean", "page", "screen"]

_BINS: Final = 10
_COLUMNS: Final = ("plans", "length", "energy", "best", "regret", "optimal")
_MEANS: Final = ("steps", "energy", "optimum", "regret")


def screen(options: Mapping[str, str], report: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the rows of GRASP's Table 2, the errors of plans, the most frequent first, and how plans were read."""
    guessed = f"of the baseline {options['baseline']}, seed {options.get('seed', 0)}" if "baseline" in options else ""
    source = guessed or f"read by {options['extraction']}"
    yield Paragraph(f"{report['dataset']}: profile {options['profile']}, plans {source}, best from {report['optimum_from']}")
    if report["table"]:
        rows = [
            (row["control"], row["value"], str(row["plans"]), *(mean(row[key]) for key in _MEANS), percent(row["optimal"]))
            for row in report["table"]
        ]
        yield Table("", ("control", "value", *_COLUMNS), tuple(rows))
        errors = sorted(report["errors"].items(), key=lambda pair: -pair[1]["count"])
        shown = [(name, *_share(one)) for name, one in (*errors, ("(none of these)", report["without_error"]))]
        yield Table("", ("error", "plans", "share"), tuple(shown))
    yield Paragraph("read as: " + (", ".join(f"{rule} {count}" for rule, count in report["rules"].items()) or "-"))
    yield Paragraph(f"ambiguous: {report['ambiguous']}")


def made(report: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield what the planner's plans of each group are worth, a line each."""
    yield "group", "plans", "proved", "length", "energy"
    for name, one in report.items():
        yield name, str(one["plans"]), str(one["proved"]), mean(one["steps"]), mean(one["energy"])


def mean(value: float | None) -> str:
    """Return a mean with two places, with three where it lies right between two such numbers, and a dash for None.

    >>> mean(1.234), mean(-0.095), mean(None)
    ('1.23', '-0.095', '-')
    """
    if value is None:
        return "-"
    between = abs(value * 1000 - round(value * 1000)) < 1e-6 and round(value * 1000) % 10 == 5
    return f"{value:.3f}" if between else f"{value:.2f}"


def page(models: Sequence[tuple[str, PlanCounts]]) -> Iterator[Block]:
    """Yield tables by control with the columns of GRASP's Table 2, the errors of plans, and how regrets are spread."""
    yield Heading("Plans")
    reports = [(name, counts.report()) for name, counts in models]
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
    return (str(row["plans"]), *("-" if row[key] is None else f"{row[key]:.3f}" for key in _MEANS), percent(row["optimal"]))


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
