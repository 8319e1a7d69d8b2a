"""Tables of scores that several commands print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qsr.cli.output import table

__all__ = ["label_table"]


def label_table(labels: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the scores of the labels of a benchmark whose answers are sets, a line each."""
    rows = [("label", "precision", "recall", "F1", "support")]
    for label, scores in labels.items():
        precision, recall, f1 = (f"{scores[key]:.4f}" for key in ("precision", "recall", "f1"))
        rows.append((label, precision, recall, f1, str(scores["support"])))
    return table(rows)
