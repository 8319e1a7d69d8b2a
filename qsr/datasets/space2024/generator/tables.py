"""What a run has made: how many items of each difficulty, by layout."""

from __future__ import annotations

from collections import Counter

from qsr.datasets.space2024.generator.rows import OWN
from qsr.generate.frame import Table, tabled
from qsr.generate.protocol import Line
from qsr.seats import Layout

__all__ = ["Counts"]


class Counts:
    """Counts items by kind of layout and by number of names; variants are counted as the item that they vary."""

    def __init__(self) -> None:
        self._difficulties: list[tuple[str, int]] = []
        self._answers: list[tuple[str, str]] = []

    def add(self, line: Line) -> None:
        """Count one row."""
        known = line[OWN]
        layout = Layout.parse(known["layout"])
        if layout is None or known["variant"] != "original":
            return
        kind = f"{layout.kind} {layout.view}{' with compass' if layout.bearing is not None else ''}"
        form = (
            "several right" if len(line["answer"]) > 1 else "one right" if line["answer"][0] in known["asked"] else "none right"
        )
        for group in (kind, "all"):
            self._difficulties.append((group, known["difficulty"]))
            self._answers.append((group, form))

    def tables(self) -> dict[str, Table]:
        """Return the numbers of items: by difficulty, and by how many options are right, for each kind of layout."""
        return {
            "difficulty": tabled(
                self._difficulties,
                lambda found: {"items": len(found), **{str(one): count for one, count in sorted(Counter(found).items())}},
            ),
            "answers": tabled(self._answers, lambda found: dict(sorted(Counter(found).items()))),
        }
