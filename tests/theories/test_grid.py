from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.relations import DIRECTIONS
from qsr.story import Statement, Story
from qsr.theories.paths.grid import broken_cycle, grid_labels
from qsr.theories.paths.links import measured, read_links, unit
from qsr.theories.paths.paper import PaperPS2
from qsr.theories.paths.rules import PS2

steady = settings(derandomize=True, deadline=None)
offsets = st.integers(-3, 3)
ENTITIES = 6


@given(offsets, offsets, offsets)
@steady
def test_labels_are_the_directions_in_which_an_offset_points(x: int, y: int, z: int) -> None:
    pointing = {label for label, (axis, sign) in DIRECTIONS.items() if (x, y, z)[axis] * sign > 0}
    assert grid_labels(x, y, z) == (pointing or {"overlapping"})


def test_labels_of_signs() -> None:
    assert grid_labels(1, -1, 0) == {"right", "below"}
    assert grid_labels(0, 0, 0) == {"overlapping"}
    assert grid_labels(0, 0, -1) == {"behind"}


@pytest.mark.parametrize("relation", ["near", "left+right", "left+above+right", "inside", "overlapping+left", "", "left+"])
def test_no_vector_for_what_is_not_a_direction_on_each_axis(relation: str) -> None:
    assert unit(relation) is None


links = st.tuples(st.integers(0, ENTITIES - 1), st.integers(0, ENTITIES - 1), st.sampled_from([*DIRECTIONS, "above+left"]))


def told(facts: list[tuple[int, int, str]]) -> Story:
    statements = tuple(Statement(number, relation, (head, tail)) for number, (head, tail, relation) in enumerate(facts))
    return Story(tuple(f"e{entity}" for entity in range(ENTITIES)), statements)


@given(st.lists(links, max_size=9))
@steady
def test_a_story_is_laid_out_or_has_a_cycle_that_does_not_close(facts: list[tuple[int, int, str]]) -> None:
    story = told(facts)
    read = read_links(story, measured)
    cycle = broken_cycle(story, read)
    witness = PaperPS2({}).open().witness(story)
    assert (witness is None) == bool(cycle)
    if witness is not None:
        assert sorted(witness.place) == list(range(ENTITIES))
        assert PS2.broken(story, witness.place) == ()
    if cycle:
        alone = told([facts[statement] for statement in cycle])
        assert broken_cycle(alone, read_links(alone, measured)) == tuple(range(len(cycle)))
        for left_out in range(len(cycle)):
            fewer = told([facts[statement] for statement in cycle[:left_out] + cycle[left_out + 1 :]])
            assert broken_cycle(fewer, read_links(fewer, measured)) == ()


def test_the_shortest_of_the_cycles_is_quoted() -> None:
    around = [(0, 1, "left"), (1, 2, "left"), (2, 3, "left"), (3, 0, "left")]
    story = told([*around, (4, 5, "above"), (4, 5, "below")])
    assert broken_cycle(story, read_links(story, measured)) == (4, 5)


def test_a_flat_witness_does_not_show_depth() -> None:
    story = told([(0, 1, "behind")])
    assert PS2.broken(story, {0: (0, 0), 1: (0, 0)}) == (0,)
    assert PS2.broken(story, {0: (0, 0, -1), 1: (0, 0, 0)}) == ()
    assert PS2.broken(story, {0: (0, 0, -1)}) == (0,)
