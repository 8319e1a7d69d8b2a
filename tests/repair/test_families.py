"""Opposites and neighbours of relations."""

from __future__ import annotations

import pytest

from qsr import relations
from qsr.repair.changes import changes_of
from qsr.repair.families import neighbours, opposites
from qsr.seats import Layout
from qsr.story import Statement, Story
from qsr.theories import get
from qsr.theories.room.clauses import BINARY, DIRECTIONS, REGIONS, WALLS
from qsr.theories.seating.relations import relation_names

SEATS = [
    name
    for spec in ("ring 6 inward from 0", "rows 3 from 0", "shelf 3x3 viewer from 90")
    for name in relation_names(Layout.parse(spec))
]
NAMES = [*relations.LABELS, "above+left", "in front+right", *BINARY, *REGIONS, *WALLS, *SEATS, "turned:45", "heads:180"]


@pytest.mark.parametrize("relation", sorted(set(NAMES)))
def test_opposite_and_neighbour_go_both_ways(relation):
    for other in opposites(relation):
        assert relation in opposites(other)
        assert other != relation
    if "+" not in relation:  # a part that is left out is not one that can be put in
        for other in neighbours(relation):
            assert relation in neighbours(other)
            assert other != relation


@pytest.mark.parametrize("relation", relations.DIRECTIONS)
def test_the_opposite_of_a_direction_is_its_converse(relation):
    assert opposites(relation) == (relations.converse(relation),)


def test_directions_of_a_room_turn_over_like_their_signs():
    for code, (x, y) in DIRECTIONS.items():
        turned = {DIRECTIONS[other] for other in opposites(code)}
        assert turned == {(x * a, y * b) for a in (1, -1) for b in (1, -1)} - {(x, y)}
        near = {DIRECTIONS[other] for other in neighbours(code)}
        assert near == {(a, b) for a, b in DIRECTIONS.values() if abs(a - x) + abs(b - y) == 1}


def test_changes_are_ordered_and_different():
    story = Story(("cup", "box"), (Statement(0, "inside", (0, 1), properties=(("negated", True),)),))
    found = list(changes_of(get("sound"), story, story.statements[0]))
    costs = [change.cost for change in found]
    assert costs == sorted(costs)
    assert [change.kind for change in found[:2]] == ["swapped", "affirmed"]
    said = [(change.instead.relation, change.instead.args, change.instead.properties) for change in found]
    assert len(set(said)) == len(said)
    assert ("inside", (0, 1), (("negated", True),)) not in said
