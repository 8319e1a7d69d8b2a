"""What relations mean: against an independent calculation from coordinates, and against small cases written by hand."""

from __future__ import annotations

import pytest

from brute_force_seating import layout
from qsr.errors import NotCovered
from qsr.seats import Claim, Layout, joined
from qsr.theories.seating.check import holds
from qsr.theories.seating.geometry import geometry
from qsr.theories.seating.relations import relation_names, table

BEARINGS = ("", " from 0", " from 30", " from 90/7")
SPECS = [
    *(f"ring {n} {view}{at}" for n in range(1, 11) for view in ("inward", "outward") for at in BEARINGS),
    *(f"rows {n}{at}" for n in range(1, 5) for at in ("", " from 0", " from 90", " from 180", " from 270")),
    *(f"row {n} {view}{at}" for n in range(1, 9) for view in ("own", "viewer") for at in ("", " from 90", " from 200")),
    *(f"shelf {n}x{m}{at}" for n in range(1, 5) for m in range(1, 4) for at in ("", " from 90", " from 0")),
]


def pairs(spec, relation):
    """Return {Y: places of X} of a relation of two places."""
    known = table(layout(spec), relation)
    places = range(layout(spec).places)
    return {other: [one for one in places if known.holds(one, other)] for other in places}


def places(spec, relation):
    known = table(layout(spec), relation)
    assert known.arity == 1
    return [place for place in range(layout(spec).places) if known.holds(place, place)]


@pytest.mark.parametrize("spec", SPECS)
def test_tables_are_what_coordinates_say(spec):
    space = layout(spec)
    names = relation_names(space)
    assert space.places == 1 or names
    for name in names:
        known = table(space, name)
        for one in range(space.places):
            for other in range(space.places) if known.arity == 2 else [one]:
                claim = Claim(name, (0, 1)[: known.arity])
                assert known.holds(one, other) == holds(space, claim, {0: one, 1: other}), (name, one, other)


@pytest.mark.parametrize("spec", ["ring 6 outward", "ring 5", "rows 3 from 90", "row 4 own", "shelf 3x2 viewer from 90"])
def test_compositions_go_through_some_place(spec):
    space = layout(spec)
    names = [name for name in relation_names(space) if table(space, name).arity == 2]
    for first in names[::2]:
        for second in names[::3]:
            relation = joined(first, second)
            for one in range(space.places):
                for other in range(space.places):
                    said = table(space, relation).holds(one, other)
                    assert said == holds(space, Claim(relation, (0, 1)), {0: one, 1: other})


def test_six_places_facing_the_centre():
    for count in range(1, 6):
        assert pairs("ring 6", f"left:{count}") == {place: [(place + count) % 6] for place in range(6)}
        assert pairs("ring 6", f"right:{count}") == {place: [(place - count) % 6] for place in range(6)}
        assert pairs("ring 6 outward", f"left:{count}") == {place: [(place - count) % 6] for place in range(6)}
        assert pairs("ring 6 outward", f"clockwise:{count}") == pairs("ring 6", f"clockwise:{count}")
        assert pairs("ring 6", f"clockwise:{count}") == {place: [(place + count) % 6] for place in range(6)}
    assert pairs("ring 6", "left")[0] == [1, 2]
    assert pairs("ring 6 outward", "left")[0] == [4, 5]
    assert pairs("ring 6", "opposite")[1] == pairs("ring 6", "between:2")[1] == [4]
    assert pairs("ring 6", "between:1")[0] == pairs("ring 6", "diagonal")[0] == [2, 4]
    assert pairs("ring 6", "diagonal left") == pairs("ring 6", "left:2")
    assert pairs("ring 6 outward", "diagonal right") == pairs("ring 6 outward", "right:2")
    # The place behind X is the second on Y's left.
    assert pairs("ring 6 outward", "opposite;left:2")[0] == [1]


def test_six_places_by_the_compass():
    ring = "ring 6 outward from 0"
    assert places(ring, "faces:north") == [0]
    assert places("ring 6 inward from 0", "faces:north") == [3]
    assert places(ring, "faces:north-east") == [1]
    assert places("ring 6 inward from 30", "faces:east") == [4]
    assert places(ring, "side:east") == [1, 2]
    assert places(ring, "side:south-west") == [4]
    assert pairs(ring, "north")[1] == [0]
    assert pairs(ring, "west")[1] == [0, 3, 4, 5]
    assert pairs(ring, "due west") == {0: [], 1: [5], 2: [4], 3: [], 4: [], 5: []}
    assert pairs(ring, "due north") == {0: [], 1: [], 2: [1], 3: [0], 4: [5], 5: []}
    assert pairs(ring, "north-east")[4] == [0, 1]


def test_other_rings():
    assert pairs("ring 5", "left")[0] == [1, 2]
    assert pairs("ring 8", "left")[0] == [1, 2, 3]
    assert pairs("ring 8", "diagonal")[0] == [3, 5]
    assert pairs("ring 10 outward", "diagonal left")[0] == [6]
    assert pairs("ring 3", "adjacent")[0] == [1, 2]


def test_two_facing_rows():
    # Row 0 is in the north and looks south, so that its left is in the east, where its last place is.
    rows = "rows 2 from 0"
    assert places(rows, "faces:south") == places(rows, "side:north") == [0, 1]
    assert pairs(rows, "left:1") == {0: [1], 1: [], 2: [], 3: [2]}
    assert pairs(rows, "opposite") == {0: [2], 1: [3], 2: [0], 3: [1]}
    assert pairs(rows, "diagonal") == {0: [3], 1: [2], 2: [1], 3: [0]}
    assert pairs(rows, "diagonal left") == {0: [3], 1: [], 2: [], 3: [0]}
    assert places(rows, "side:east") == [1, 3]
    assert pairs(rows, "due north") == {0: [], 1: [], 2: [0], 3: [1]}
    assert pairs(rows, "same row") == pairs(rows, "same facing") == {0: [0, 1], 1: [0, 1], 2: [2, 3], 3: [2, 3]}
    assert pairs(rows, "left:1;opposite")[3] == [0]
    assert places("rows 2 from 90", "faces:west") == [0, 1]
    assert places("rows 3", "leftmost") == [2, 3]
    assert places("rows 3", "middle") == [1, 4]


def test_a_single_row():
    assert pairs("row 4", "left")[2] == [0, 1]
    assert pairs("row 4", "right:2") == {0: [2], 1: [3], 2: [], 3: []}
    assert pairs("row 4", "between:1")[0] == [2]
    assert places("row 4", "column:2") == places("row 4", "from right:3") == [1]
    assert places("row 4", "end") == [0, 3]
    assert places("row 4", "column:7") == []
    assert places("row 3 own from 270", "faces:north") == [0, 1, 2]
    assert pairs("row 3 viewer from 90", "due west")[0] == [1, 2]


def test_a_shelf():
    # Numbers from the lowest layer, left to right: 0 1, then 2 3, then 4 5.
    shelf = "shelf 3x2 viewer from 90"
    assert pairs(shelf, "left") == pairs(shelf, "left:1") == {0: [], 1: [0], 2: [], 3: [2], 4: [], 5: [4]}
    assert pairs(shelf, "straight above")[0] == [2, 4]
    assert pairs(shelf, "straight above:1")[0] == [2]
    assert pairs(shelf, "upper left")[1] == [2, 4]
    assert pairs(shelf, "upper right") == {0: [3, 5], 1: [], 2: [5], 3: [], 4: [], 5: []}
    assert pairs(shelf, "above")[1] == [2, 3, 4, 5]
    assert pairs(shelf, "slantwise below")[4] == [1, 3]
    assert pairs(shelf, "layers:2")[5] == [0, 1]
    assert pairs(shelf, "layer above:1")[0] == [2, 3]
    assert pairs(shelf, "left:1;lower left")[2] == []
    assert pairs(shelf, "left:1;lower left")[5] == [1, 3]
    assert pairs(shelf, "straight above:1;lower right:1")[4] == [1]
    assert places(shelf, "side:east") == places(shelf, "column:1") == [0, 2, 4]
    assert places(shelf, "middle") == places(shelf, "layer:2") == [2, 3]


@pytest.mark.parametrize(
    ("spec", "relation", "why"),
    [
        ("ring 5", "opposite", "odd"),
        ("ring 7", "diagonal left", "odd"),
        ("row 4", "opposite", "row 4"),
        ("row 4", "clockwise:1", "clockwise"),
        ("rows 2", "clockwise:1", "clockwise"),
        ("ring 6", "faces:north", "compass"),
        ("ring 6", "north", "compass"),
        ("rows 2 from 45", "north", "45"),
        ("ring 6 inward from 0", "due north-east", "due north-east"),
        ("row 4 viewer from 90", "faces:north", "look"),
        ("shelf 3x2", "same facing", "look"),
        ("shelf 2x2", "middle", "even"),
        ("row 4", "middle", "even"),
        ("ring 6", "left:6", "goes up to 5"),
        ("ring 6", "left:0", "begins at 1"),
        ("ring 6", "between:5", "goes up to 4"),
        ("ring 6", "leftmost", "end"),
        ("ring 6", "above", "shelf"),
        ("ring 6", "beside", "unknown"),
        ("ring 6", "left:x", "unknown"),
        ("ring 6", "", "unknown"),
        ("ring 6", "left:1;left:1;left:1", "more than two"),
        ("rows 2", "left:1;leftmost", "two places"),
        ("ring 999", "left:1", "more than 64"),
    ],
)
def test_what_has_no_meaning_is_refused_with_the_reason(spec, relation, why):
    with pytest.raises(NotCovered, match=why):
        table(layout(spec), relation)


@pytest.mark.parametrize("spec", SPECS[::7])
def test_rotations_keep_every_relation_without_a_compass(spec):
    space = Layout.parse(spec.partition(" from ")[0])
    turns = geometry(space).turns()
    assert len(turns) == {"ring": space.places, "rows": 2}.get(space.kind, 1)
    for name in relation_names(space):
        rows = table(space, name).rows
        for turn in turns:
            assert all(
                rows[turn[one]] >> turn[other] & 1 == rows[one] >> other & 1
                for one in range(space.places)
                for other in range(space.places)
            ), name
