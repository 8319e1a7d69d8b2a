"""What was made: shares of single, multiple and no consistent relations, and CPU time, by setting, n, m and grid.

The groups are those of Figure 8 of Li, Hogg and Cohn (IJCAI 2024). CPU time is that of one answer about all nine relations.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, median
from typing import Final, TypeAlias

from qsr.datasets.roomspace.generator.options import SETTINGS, STATUSES
from qsr.generate.frame import Table, tabled
from qsr.generate.protocol import Line

__all__ = ["Counts"]

_GROUPS: Final[dict[str, Callable[[Line], str]]] = {
    "setting": lambda line: str(line["setting"]),
    "n": lambda line: str(line["n"]),
    "m": lambda line: str(line["m_effective"]),
    "grid": lambda line: "x".join(map(str, line["grid"])),
}


#: Status, CPU seconds and tightness of a row.
_Row: TypeAlias = tuple[str, float, float | None]


class Counts:
    """Counts over the rows that were handed out."""

    def __init__(self) -> None:
        self._rows: list[tuple[dict[str, str], _Row]] = []

    def add(self, line: Line, seconds: float) -> None:
        """Count a row whose answer took so many CPU seconds."""
        self._rows.append(({name: group(line) for name, group in _GROUPS.items()}, (line["status"], seconds, line["p"])))

    def tables(self) -> dict[str, Table]:
        """Return, by what the rows are grouped and by group, their number, shares, CPU milliseconds and mean p."""
        return {name: tabled(((of[name], row) for of, row in self._rows), _columns, _rank) for name in _GROUPS}


def _rank(group: str) -> tuple[int, list[int]]:
    if group in SETTINGS:
        return SETTINGS.index(group), []
    return 0, [int(number) for number in group.split("x")]


def _columns(rows: list[_Row]) -> dict[str, float | None]:
    statuses = [status for status, _, _ in rows]
    known = [tight for _, _, tight in rows if tight is not None]
    return {
        "items": len(rows),
        **{status: round(statuses.count(status) / len(rows), 4) for status in STATUSES},
        "cpu_ms_median": round(median(seconds for _, seconds, _ in rows) * 1000, 3),
        "cpu_ms_worst": round(max(seconds for _, seconds, _ in rows) * 1000, 3),
        "p": round(fmean(known), 4) if known else None,
    }
