"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from qsr.datasets.roomspace.generator.names import furniture
from qsr.generate import frame
from qsr.generate.frame import option
from qsr.generate.protocol import ImpossibleRequest, Request
from qsr.generate.ranges import Range, read_range, several

__all__ = ["MODES", "SETTINGS", "STATUSES", "Grid", "Wanted", "most_pairs"]

#: Cells from west to east, and from south to north.
Grid: TypeAlias = tuple[int, int]

#: What the facts of a room are about, as the published settings have it.
SETTINGS: Final = ("Layout", "TPP", "O2", "O2+D2", "O2+D3", "O2+Layout", "O2+D2+Layout", "O2+D3+Layout")
MODES: Final = ("code", "paper", "real")
#: How many relations are consistent: exactly one, more, or none; the published name for none is "no".
STATUSES: Final = ("single", "multiple", "no")
FORMS: Final = ("rows", "prompts")
_FEWEST, _MOST, _WIDEST = 3, 40, 100


def read_grids(text: str) -> tuple[Grid, ...]:
    """Read ``"9x9"`` or several grids with commas between them.

    >>> read_grids("9x9,12x8")
    ((9, 9), (12, 8))
    """
    found = []
    for piece in text.split(","):
        wide, cross, long = piece.strip().partition("x")
        if not (cross and wide.isdecimal() and long.isdecimal() and 1 <= int(wide) <= _WIDEST and 1 <= int(long) <= _WIDEST):
            raise ValueError(f"expected WxL with whole numbers from 1 to {_WIDEST}, such as 9x9,12x12, not {piece[:20]!r}")
        found.append((int(wide), int(long)))
    return tuple(found)


@dataclass(frozen=True)
class Wanted(frame.Wanted):
    """A request that has been checked; `pairs` is None where any number of them will do."""

    objects: Range = option("objects in a room, a number or a range (default: 3-7)", read_range, (3, 7), name="n")
    pairs: Range | None = option(
        "pairs of objects that are described, a number or a range (default: from n-1 to all but the asked one)",
        read_range,
        name="m",
    )
    settings: tuple[str, ...] = option(
        "what is described, one or several with commas (default: all eight)", several(SETTINGS), SETTINGS, name="setting"
    )
    mode: str = option("the meaning that facts and status have (default: code)", default="code", choices=MODES)
    grids: tuple[Grid, ...] = option(
        "WxL, one or several with commas (default: 9x9,12x12)", read_grids, ((9, 9), (12, 12)), name="grid"
    )
    layout: str | None = option(
        "grid: facts of objects on cells; continuous: of points between them, which the grid may not be able to "
        "hold (default: grid; mode real is always continuous)",
        choices=("grid", "continuous"),
    )
    view: str | None = option(
        "the stories that a row has (default: both); prompts have one, top-down by default", choices=("both", "topdown", "north")
    )
    balance: str | None = option("as many items of each status as can be: single, multiple, no", choices=("status",))
    names: str | None = option("a file with the name of one piece a line (default: a list of our own)", name="furniture")
    files: tuple[str, ...] = option(
        "rooms of these ProcTHOR files, JSON or JSON lines, in place of drawn ones", default=(), several=True, name="from"
    )
    form: str = option("rows, or prompts (chat messages with the expected answer)", default="rows", choices=FORMS, name="format")
    style: str | None = option(
        "prompts: bare, or with definitions of the relations (default: bare)", choices=("bare", "definitions")
    )
    question: str | None = option("prompts: fr (find all relations) or yn (default: fr)", choices=("fr", "yn"))

    @property
    def continuous(self) -> bool:
        """Whether objects are points between the cells."""
        return self.mode == "real" or self.layout == "continuous"

    @property
    def views(self) -> tuple[str, ...]:
        """The views that are described."""
        view = self.view or ("topdown" if self.form == "prompts" else "both")
        return ("topdown", "north") if view == "both" else (view,)

    @cached_property
    def furniture(self) -> tuple[str, ...]:
        """The names that are drawn."""
        return furniture(self.names)

    def check(self, request: Request) -> None:
        """Raise ImpossibleRequest for what cannot be met."""
        first, last = self.objects
        if first < _FEWEST or last > _MOST:
            raise ImpossibleRequest(
                f"--n: from {_FEWEST} to {_MOST} objects; the pair that is asked about is never described itself"
            )
        if self.pairs is not None and self.pairs[0] > most_pairs(last):
            raise ImpossibleRequest(f"--m: {last} objects have {most_pairs(last)} pairs beside the one that is asked about")
        if self.balance and set(self.settings) == {"Layout"}:
            raise ImpossibleRequest(
                "--balance status: regions alone never contradict each other, so no room of setting Layout has status no"
            )
        if self.mode == "real" and self.layout == "grid":
            raise ImpossibleRequest("--layout grid: in mode real the facts are those of points in a continuous room")
        if self.form == "rows" and (self.style or self.question):
            raise ImpossibleRequest("--style and --question are for --format prompts; rows have both questions")
        if self.form == "prompts" and self.view == "both":
            raise ImpossibleRequest("--view both is for rows; a prompt has one story")
        # A file of names at fault is told before the first line.
        _ = self.furniture


def most_pairs(objects: int) -> int:
    """Return how many pairs of so many objects can be described, the pair of the question left out."""
    return objects * (objects - 1) // 2 - 1
