"""Tables of scores that several commands print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qsr.cli.output import table
from qsr.oracle.scores.answer_counts import OUTCOMES
from qsr.shares import percent

__all__ = ["answer_count_table", "baseline_table", "group_table", "label_table"]


def group_table(groups: Mapping[str, Mapping[str, Any]]) -> str:
    """Return how many items of each group are correct."""
    rows = [("group", "items", "correct", "accuracy")]
    rows += [(name, str(one["items"]), str(one["correct"]), percent(one["accuracy"])) for name, one in groups.items()]
    return table(rows)


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
