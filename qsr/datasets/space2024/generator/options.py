"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from qsr.datasets.space2024.generator.layouts import KINDS, Wish, bearings, layouts, read_wishes
from qsr.datasets.space2024.generator.wording import LANGUAGES, Wording
from qsr.generate.protocol import ImpossibleRequest, Option, Request, chosen
from qsr.generate.ranges import Range, read_range, several
from qsr.seats import Layout

__all__ = ["OPTIONS", "VARIANTS", "Wanted", "wanted"]

#: What a variant of a problem changes: nothing, the order of the options, or the words.
VARIANTS: Final = ("repeat", "reorder", "reword")
_FEWEST, _MOST, _MOST_DISTRACTORS = 3, 12, 20


def read_numbers(text: str) -> Range:
    """Read a number from 0 on, or a range of such numbers, as `read_range` does those from 1 on.

    >>> read_numbers("0"), read_numbers("0-3")
    ((0, 0), (0, 3))
    """
    first, dash, last = text.partition("-")
    if first != "0":
        return read_range(text)
    return (0, 0) if not dash or last == "0" else (0, read_range(last)[1])


OPTIONS: Final = (
    Option(
        "layout",
        f"kinds ({', '.join(KINDS)}), kinds with a view (ring outward, row viewer) or layouts (shelf 3x2, ring 6 inward from 0), "
        "with commas (default: all kinds)",
        read_wishes,
        tuple(Wish(kind, None) for kind in KINDS),
    ),
    Option(
        "n",
        "names, one for each place, a number or a range, where the layout does not say it (default: 4-8)",
        read_range,
        (4, 8),
    ),
    Option("compass", "whether the text gives directions (default: mixed)", default="mixed", choices=("no", "yes", "mixed")),
    Option("language", "zh or en (default: zh)", default="zh", choices=tuple(LANGUAGES)),
    Option(
        "until",
        "conditions are chosen until the question is decided, or the layout is unique up to rotation (default: decided)",
        default="decided",
        choices=("decided", "unique"),
    ),
    Option("distractors", "further conditions that are not needed, a number or a range (default: 0)", read_numbers, (0, 0)),
    Option("answers", "right options: one, or several (default: mixed)", default="mixed", choices=("single", "multi", "mixed")),
    Option(
        "none",
        "the option 'none of the above': not there, offered and wrong, right, or all of it (default: mixed)",
        default="mixed",
        choices=("no", "offered", "right", "mixed"),
    ),
    Option("difficulty", "least number of conditions that decide all options, a number or a range (default: any)", read_range),
    Option(
        "variants",
        "repeat, reorder, reword, with commas: each item is followed by these variants of it, beyond --count, in one group",
        several(VARIANTS),
        (),
    ),
    Option("unreliable", "also use the two wordings that the published items use in two senses", None, False),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that has been checked; `layouts` has for each wish those without a compass, and those with one, where wanted."""

    seed: int
    layouts: tuple[tuple[tuple[Layout, ...], ...], ...]
    language: str
    unique: bool
    distractors: Range
    answers: str
    none: str
    difficulty: Range | None
    variants: tuple[str, ...]
    splits: tuple[tuple[str, int], ...]
    wording: Wording


def wanted(request: Request) -> Wanted:
    """Return the request with its defaults; raise ImpossibleRequest for what cannot be met."""
    given = chosen(request, OPTIONS)
    _check(given)
    wording = Wording(given["language"], unreliable=bool(given["unreliable"]))
    return Wanted(
        request.seed,
        tuple(_layouts(wish, given, wording) for wish in given["layout"]),
        given["language"],
        given["until"] == "unique",
        given["distractors"],
        given["answers"],
        given["none"],
        given["difficulty"],
        tuple(given["variants"]),
        request.parts,
        wording,
    )


def _check(given: Mapping[str, Any]) -> None:
    first, last = given["n"]
    if first < _FEWEST or last > _MOST:
        raise ImpossibleRequest(f"--n: from {_FEWEST} to {_MOST} names")
    if given["distractors"][1] > _MOST_DISTRACTORS:
        raise ImpossibleRequest(f"--distractors: at most {_MOST_DISTRACTORS}")
    if given["answers"] == "multi" and given["none"] == "right":
        raise ImpossibleRequest(
            "--none right: 'none of the above' is the only right option then, so --answers multi cannot be met"
        )


def _layouts(wish: Wish, given: Mapping[str, Any], wording: Wording) -> tuple[tuple[Layout, ...], ...]:
    """Return the layouts that a wish may mean, of those that the language can introduce, without a compass and with one."""
    if wish.layout is not None:
        if not wording.supports(wish.layout):
            raise ImpossibleRequest(f"--layout: {str(wish.layout)!r} cannot be introduced in the language {given['language']}")
        if (given["compass"] == "yes") > (wish.layout.bearing is not None):
            raise ImpossibleRequest(f"--compass yes: {str(wish.layout)!r} has none; name it with its bearing")
        return ((wish.layout,),)
    first, last = given["n"]
    bare = [layout for names in range(first, last + 1) for layout in layouts(wish, names)]
    plain = bare if given["compass"] != "yes" else []
    turned = [one for layout in bare for one in bearings(layout)] if given["compass"] != "no" else []
    groups = (tuple(filter(wording.supports, group)) for group in (plain, turned))
    found = tuple(group for group in groups if group)
    if not found:
        compass = {"yes": " with a compass", "no": " without a compass"}.get(given["compass"], "")
        raise ImpossibleRequest(
            f"--layout, --n: no layout of kind {wish.kind}{compass} has {first} to {last} places and can be introduced in "
            f"the language {given['language']}"
        )
    return found
