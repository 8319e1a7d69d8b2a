"""What a story leaves open is shaded: where a thing may be as well, and nowhere else."""

from __future__ import annotations

import re

from pictures import of_class, parsed
from qsr import api, theories
from qsr.theories.leeway import with_leeway
from qsr.theories.quotes import named
from qsr.witnesses import Drawn

SEATS = "theory: seating\nAnn, Ben, Cleo and Dan sit around a round table, all facing the centre. Cleo is opposite Ann.\n"


def shaded(text: str) -> Drawn:
    story = api.parse(text)
    session = api.session(story)
    model = session.witness(story)
    assert model is not None
    found = with_leeway(theories.of(story), session, story, named(story, model))
    assert isinstance(found, Drawn)
    return found


def test_a_point_is_shaded_on_its_side_and_nowhere_else() -> None:
    seen = shaded("theory: exact\nThe cup is left of the pen. The pen is above the box.\n? Where is the cup relative to the box?")
    cup, pen = seen.place[0], seen.place[1]
    assert seen.may[0]
    assert all(x < pen[0] for x, _ in seen.may[0])
    # Nothing is said of its height: it may be at every one that is tried.
    assert {y for x, y in seen.may[0] if x == cup[0] - 1} >= {pen[1] + 1, pen[1], pen[1] - 1}
    root = parsed(seen.svg())
    (path,) = of_class(root, "qsr-shade")
    edges = [float(x) for x in re.findall(r"H(\d+\.\d)", path.get("d") or "")]
    (pen_at,) = (float(dot.get("cx") or 0) for dot in of_class(root, "qsr-dot") if dot.get("fill") == "#f97316")
    assert max(edges) < pen_at
    assert "where cup may be as well" in seen.svg()


def test_what_is_fixed_has_no_shade() -> None:
    seen = shaded("theory: babi\nThe hall is north of the office.\n? Is the hall above the office?")
    assert (seen.may, of_class(parsed(seen.svg()), "qsr-shade")) == ({}, [])


def test_cells_are_shaded_between_the_walls() -> None:
    line = "theory: room, grid: 3x3\nImagine a square-shaped room, bordered by four walls. "
    line += "This room contains a collection of furniture, including a bed and a desk. "
    seen = shaded(line + "The bed is placed to the north of the desk.\n? Where is the bed positioned in relation to the desk?")
    assert seen.may[0]
    assert all(0 <= x < 3 and seen.place[1][1] < y < 3 for x, y in seen.may[0])


def test_other_seats_are_those_of_other_models() -> None:
    seen = shaded(f"{SEATS}? Is Ben next to Dan?")
    (thing,) = (number for number, name in seen.names.items() if name == "Ben")
    others = {at[thing] for at in (world.place for world in api.session(api.parse(SEATS)).worlds(api.parse(SEATS)))}
    assert {*seen.may.get(thing, ()), seen.place[thing]} == others
    assert others == {0, 1, 2, 3}
    assert len(of_class(parsed(seen.svg()), "qsr-may")) == len(others) - 1
