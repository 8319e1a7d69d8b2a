"""Tables of scores that several commands print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from qsr.cli.output import table
from qsr.oracle.scores.answer_counts import OUTCOMES
from qsr.shares import percent

__all__ = ["answer_count_table", "baseline_table", "group_table", "label_table", "share_table"]

#: With the lines around them, what fits on a screen.
_GROUPS: Final = 16


def group_table(groups: Mapping[str, Mapping[str, Any]], intervals: Mapping[str, Sequence[float] | None] | None = None) -> str:
    """Return how many items of each group are correct, with the intervals of their shares where these are given."""
    rows = [("group", "items", "correct", "accuracy", *(() if intervals is None else ("95 % interval",)))]
    for name, one in _first(groups):
        between = () if intervals is None else (_interval(intervals[name]),)
        rows.append((name, str(one["items"]), str(one["correct"]), percent(one["accuracy"]), *between))
    return table(rows) + _rest(groups)


def share_table(whole: Mapping[str, Any], groups: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the shares of answers that are right, by the text and by the label, of all answers and group by group."""
    rows: list[tuple[str, ...]] = [
        ("group", "right by the text", "share", "95 % interval", "right by the label", "share", "95 % interval")
    ]
    for name, found in (("all", whole), *_first(groups)):
        cells = [name]
        for side in ("text", "label"):
            one = found[side]
            cells += [f"{one['correct']} of {one['of']}", percent(one["accuracy"]), _interval(one["interval"])]
        rows.append(tuple(cells))
    return table(rows) + _rest(groups)


def _interval(bounds: Sequence[float] | None) -> str:
    return "-" if bounds is None else f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f} %"


def _first(groups: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return islice(groups.items(), _GROUPS)


def _rest(groups: Mapping[str, Any]) -> str:
    return f"\n... and {len(groups) - _GROUPS} groups more; --json has them all" if len(groups) > _GROUPS else ""


def label_table(labels: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the scores of the labels of a benchmark whose answers are sets, a line each."""
    rows = [("label", "precision", "recall", "F1", "support")]
    for label, scores in labels.items():
        precision, recall, f1 = (f"{scores[key]:.4f}" for key in ("precision", "recall", "f1"))
        rows.append((label, precision, recall, f1, str(scores["support"])))
    return table(rows)


def baseline_table(beside: Mapping[str, Any]) -> str:
    """Return accuracy with its 95 % interval, coverage and what the baselines reach, a line for all items and one a group."""
    rows: list[tuple[str, ...]] = [("group", "items", "correct", "accuracy", "95 % interval", "coverage", *beside["baselines"])]
    for name, one in (("all", beside), *beside["groups"].items()):
        interval = "-" if one["interval"] is None else " to ".join(map(percent, one["interval"]))
        scores = (percent(one["accuracy"]), interval, percent(one["coverage"]), *map(percent, one["baselines"].values()))
        rows.append((name, str(one["items"]), str(one["correct"]), *scores))
    return table(rows)


def answer_count_table(name: str, groups: Mapping[str, Mapping[str, Any]]) -> str:
    """Return how many answers are possible and what time they take, a line for each group of one kind."""
    rows: list[tuple[str, ...]] = [(name, "items", *OUTCOMES, "CPU ms, median", "worst")]
    rows += [
        (
            group,
            str(columns["items"]),
            *(percent(columns[outcome]) for outcome in OUTCOMES),
            f"{columns['cpu_ms_median']:.2f}",
            f"{columns['cpu_ms_worst']:.2f}",
        )
        for group, columns in groups.items()
    ]
    return table(rows)
