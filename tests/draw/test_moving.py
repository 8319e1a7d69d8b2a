"""Things that a page drags: what a drawing says of its scale is where a witness puts the thing that was moved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from qsr.story import Witness
from qsr.theories.room.witness import Cells
from qsr.theories.seating.witness import Seats
from qsr.witnesses import Boxes, Drawn, Points, Regions

HALF = Fraction(1, 2)
#: The middle one of three things is moved, so that the scale stays; each with the axes of its panels.
SCENES = [
    (Points({0: (0, 0), 1: (4, 4), 2: (1, 1)}), ["xy"]),
    (Points({0: (0, 0, 0), 1: (4, 4, 4), 2: (1, 1, 1)}), ["xy", "xz"]),
    (Boxes({0: ((0, 1), (0, 1)), 1: ((4, 5), (4, 5)), 2: ((1, 2), (1, 2))}), ["xy"]),
    (Boxes({0: ((0, 1),), 1: ((4, 5),), 2: ((1, 2),)}), ["x"]),
    (Regions({0: [((0, 1), (0, 1))], 1: [((4, 5), (4, 5))], 2: [((1, 2), (1, 2))]}), ["xy"]),
    (Cells({0: (0, 0), 1: (4, 4), 2: (1, 1)}, size=(5, 5)), ["xy"]),
]


def seen(witness: Witness) -> list[tuple[Any, float, float]]:
    """Return the group of each panel, and where thing 2 has its mark in it."""
    found = []
    for panel in ElementTree.fromstring(witness.svg()).iter("{http://www.w3.org/2000/svg}g"):
        for one in panel.findall("*[@data-things='2']"):
            (mark,) = (part for part in one if part.tag.endswith(("circle", "rect")))
            found.append((panel, float(mark.get("cx") or mark.get("x") or 0), float(mark.get("cy") or mark.get("y") or 0)))
    return found


@pytest.mark.parametrize(("witness", "axes"), SCENES)
def test_a_thing_is_seen_where_it_was_moved_to(witness: Drawn, axes: list[str]) -> None:
    by = {"x": Fraction(2), "y": Fraction(1), "z": Fraction(1)}
    before, after = seen(witness), seen(witness.moved(2, by))
    assert ["".join(panel.get(f"data-{end}", "") for end in ("across", "up")) for panel, *_ in before] == axes
    for (panel, x, y), (_, new_x, new_y) in zip(before, after, strict=True):
        for end, was, now in (("across", x, new_x), ("up", y, new_y)):
            unit = float(panel.get(f"data-{end}-unit", "0"))
            assert now - was == pytest.approx(unit * float(by.get(panel.get(f"data-{end}", ""), 0)), abs=0.11)


def test_what_has_ends_is_not_moved_beyond_them() -> None:
    assert Cells({0: (1, 1)}, size=(3, 3)).moved(0, {"x": Fraction(9), "y": -9 * HALF}).place[0] == (2, 0)
    assert Points({0: (1, 1)}, size=(3, 3)).moved(0, {"x": Fraction(9), "y": HALF}).place[0] == (3, 3 * HALF)


def test_who_is_moved_changes_places_with_who_sits_there() -> None:
    assert Seats({0: 1, 1: 3}, layout="ring").moved(0, {"seat": Fraction(2)}).place == {0: 3, 1: 1}
    assert Seats({0: 1, 1: 3}, layout="ring").moved(0, {"seat": Fraction(1)}).place == {0: 2, 1: 3}


def test_what_is_not_shown_is_not_moved() -> None:
    with pytest.raises(ValueError, match="nothing to move"):
        Points({0: (1, 1)}).moved(7, {})
