"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from qsr.datasets.roomspace.generator.names import furniture
from qsr.generate.protocol import ImpossibleRequest, Option, Request, chosen
from qsr.generate.ranges import Range, read_range, several

__all__ = ["MODES", "OPTIONS", "SETTINGS", "STATUSES", "Grid", "Wanted", "most_pairs", "wanted"]

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


OPTIONS: Final = (
    Option("n", "objects in a room, a number or a range (default: 3-7)", read_range, (3, 7)),
    Option(
        "m", "pairs of objects that are described, a number or a range (default: from n-1 to all but the asked one)", read_range
    ),
    Option("setting", "what is described, one or several with commas (default: all eight)", several(SETTINGS), SETTINGS),
    Option("mode", "the meaning that facts and status have (default: code)", default="code", choices=MODES),
    Option("grid", "WxL, one or several with commas (default: 9x9,12x12)", read_grids, ((9, 9), (12, 12))),
    Option(
        "layout",
        "grid: facts of objects on cells; continuous: of points between them, which the grid may not be able to "
        "hold (default: grid; mode real is always continuous)",
        choices=("grid", "continuous"),
    ),
    Option(
        "view",
        "the stories that a row has (default: both); prompts have one, top-down by default",
        choices=("both", "topdown", "north"),
    ),
    Option("balance", "as many items of each status as can be: single, multiple, no", choices=("status",)),
    Option("furniture", "a file with the name of one piece a line (default: a list of our own)"),
    Option("from", "rooms of these ProcTHOR files, JSON or JSON lines, in place of drawn ones", several=True),
    Option("format", "rows, or prompts (chat messages with the expected answer)", default="rows", choices=FORMS),
    Option("style", "prompts: bare, or with definitions of the relations (default: bare)", choices=("bare", "definitions")),
    Option("question", "prompts: fr (find all relations) or yn (default: fr)", choices=("fr", "yn")),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that has been checked; `pairs` is None where any number of them will do."""

    seed: int
    objects: Range
    pairs: Range | None
    settings: tuple[str, ...]
    mode: str
    grids: tuple[Grid, ...]
    continuous: bool
    views: tuple[str, ...]
    balanced: bool
    furniture: tuple[str, ...]
    files: tuple[str, ...]
    form: str
    style: str
    question: str
    splits: tuple[tuple[str, int], ...]


def most_pairs(objects: int) -> int:
    """Return how many pairs of so many objects can be described, the pair of the question left out."""
    return objects * (objects - 1) // 2 - 1


def wanted(request: Request) -> Wanted:
    """Return the request with its defaults; raise ImpossibleRequest for what cannot be met."""
    given = chosen(request, OPTIONS)
    _check(given)
    prompts = given["format"] == "prompts"
    view = given["view"] or ("topdown" if prompts else "both")
    return Wanted(
        request.seed,
        given["n"],
        given["m"],
        tuple(given["setting"]),
        given["mode"],
        tuple(given["grid"]),
        given["mode"] == "real" or given["layout"] == "continuous",
        ("topdown", "north") if view == "both" else (view,),
        given["balance"] == "status",
        furniture(given["furniture"]),
        tuple(given["from"] or ()),
        given["format"],
        given["style"] or "bare",
        given["question"] or "fr",
        request.parts,
    )


def _check(given: Mapping[str, Any]) -> None:
    first, last = given["n"]
    if first < _FEWEST or last > _MOST:
        raise ImpossibleRequest(f"--n: from {_FEWEST} to {_MOST} objects; the pair that is asked about is never described itself")
    if given["m"] is not None and given["m"][0] > most_pairs(last):
        raise ImpossibleRequest(f"--m: {last} objects have {most_pairs(last)} pairs beside the one that is asked about")
    if given["balance"] and set(given["setting"]) == {"Layout"}:
        raise ImpossibleRequest(
            "--balance status: regions alone never contradict each other, so no room of setting Layout has status no"
        )
    if given["mode"] == "real" and given["layout"] == "grid":
        raise ImpossibleRequest("--layout grid: in mode real the facts are those of points in a continuous room")
    if given["format"] == "rows" and (given["style"] or given["question"]):
        raise ImpossibleRequest("--style and --question are for --format prompts; rows have both questions")
    if given["format"] == "prompts" and given["view"] == "both":
        raise ImpossibleRequest("--view both is for rows; a prompt has one story")
