"""The sound theory against worlds: where enumeration is exact the answers are the same, elsewhere nothing true is excluded.

QSR_STORIES says how many random scenes are described (150 by default).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import permutations

import pytest

import brute_force_sound as brute
from qsr.relations import DIRECTIONS, LABELS, RCC8
from qsr.story import Question, Story
from qsr.theories import get

SCENES = int(os.environ.get("QSR_STORIES", "150"))


def decided(worlds, pair, labels):
    """What the worlds show of a pair: labels true in some of them, and in all."""
    possible = {label for world in worlds for label in world[pair]} & set(labels)
    return possible, {label for label in possible if all(label in world[pair] for world in worlds)}


def random_story(pick, entities, labels, most, composites=()):
    said = []
    for _ in range(pick.randint(1, most)):
        head, tail = pick.sample(range(entities), 2)
        relation = pick.choice([*labels, *composites]) if composites else pick.choice(labels)
        said.append((head, relation, tail, True) if pick.random() < 0.3 else (head, relation, tail))
    return brute.story_of(entities, *said)


def exactly(worlds, story, labels, sessions) -> str:
    left = brute.models(worlds, story)
    statuses = set()
    for pair in permutations(range(len(story.entities)), 2):
        possible, entailed = decided(left, pair, labels) if left else (set(), set())
        for session in sessions:
            answer = session.answer(story, Question(0, "relation", pair, tuple(labels)))
            assert (set(answer.possible), set(answer.entailed)) == (possible, entailed), (story, pair)
            assert (answer.status == "inconsistent") == (not left)
            statuses.add(answer.status)
    return "inconsistent" if not left else "consistent"


@pytest.mark.parametrize(("entities", "stories", "backends"), [(3, 120, ("closure", "clingo")), (4, 60, ("closure",))])
def test_topology_alone_is_what_all_scenarios_show(entities, stories, backends):
    worlds = brute.rcc8_scenarios(entities)
    assert len(worlds) == {3: 193, 4: 13105}[entities]
    pick, sessions = random.Random(entities), [get("sound").open(backend) for backend in backends]
    labels = (*RCC8, "touching")
    found = Counter(
        exactly(worlds, random_story(pick, entities, labels, 2 * entities - 2), tuple(RCC8), sessions) for _ in range(stories)
    )
    assert min(found["consistent"], found["inconsistent"]) >= 5


@pytest.mark.parametrize(("entities", "axes", "stories"), [(3, 2, 200), (3, 3, 20), (4, 1, 150)])
def test_directions_alone_are_what_boxes_show(entities, axes, stories):
    """All boxes are there, up to the order of their ends: possible and entailed agree exactly, denied diagonals included."""
    worlds = brute.direction_worlds(entities, axes)
    assert len(worlds) == {3: 19, 4: 207}[entities] ** axes
    pick, session = random.Random(f"{entities} {axes}"), get("sound").open()
    labels = tuple(name for name, (axis, _) in DIRECTIONS.items() if axis < axes)
    composites = ("above+left", "below+left", "above+right") if axes > 1 else ()
    found = Counter(
        exactly(worlds, random_story(pick, entities, labels, 5, composites), labels, [session]) for _ in range(stories)
    )
    assert min(found["consistent"], found["inconsistent"]) >= 1


def never_excluded(worlds, pick, stories, labels) -> Counter:
    """Describe random worlds truly; what any world of that description shows must be possible, what is entailed must be true."""
    session, found = get("sound").open(), Counter()
    for _ in range(stories):
        hidden = pick.choice(worlds)
        said = [one for one in brute.true_statements(pick, hidden, pick.randint(1, 4)) if one[1] in (*labels, "touching")]
        story = brute.story_of(3, *said)
        left = brute.models(worlds, story)
        assert hidden in left
        for pair in permutations(range(3), 2):
            answer = session.answer(story, Question(0, "relation", pair, labels))
            possible, entailed = decided(left, pair, labels)
            assert possible <= answer.possible, (story, pair, possible - answer.possible)
            assert answer.entailed <= entailed, (story, pair)
            found["labels"] += len(labels)
            found["possible in more worlds than these"] += len(answer.possible - possible)
            found["entailed by these worlds alone"] += len(entailed - answer.entailed)
    print(dict(found))
    return found


def test_no_world_of_boxes_is_excluded():
    found = never_excluded(brute.box_worlds(3, 4, 2), random.Random(1), 40, (*brute.PLANE, *RCC8))
    assert found["labels"]


def test_no_world_of_cells_is_excluded():
    found = never_excluded(brute.cell_worlds(3, 3, 2), random.Random(2), 40, (*brute.PLANE, *RCC8))
    assert found["labels"]


def test_two_regions_on_a_larger_grid():
    """With nine cells there are regions inside others, and nothing is possible for two regions that cells do not show."""
    worlds = brute.cell_worlds(2, 3, 3)
    assert {label for world in worlds for label in world[0, 1]} == {*brute.PLANE, *RCC8}
    session = get("sound").open()
    labels = (*brute.PLANE, *RCC8)
    for one in labels:
        for other in labels:
            story = brute.story_of(2, (0, one, 1), (0, other, 1, True))
            left = brute.models(worlds, story)
            answer = session.answer(story, Question(0, "relation", (0, 1), labels))
            assert (answer.status == "inconsistent") == (not left), (one, other)
            if left:
                assert (set(answer.possible), set(answer.entailed)) == decided(left, (0, 1), labels)


def test_true_descriptions_of_scenes_entail_nothing_false():
    pick, session = random.Random("scenes"), get("sound").open()
    found = Counter()
    for _ in range(SCENES):
        entities = pick.randint(2, 5)
        world = brute.scene(pick, entities)
        story = brute.story_of(entities, *brute.true_statements(pick, world, pick.randint(1, 2 * entities)))
        for pair in permutations(range(entities), 2):
            answer = session.answer(story, Question(0, "relation", pair))
            assert world[pair] <= answer.possible, (story, pair, world[pair] - answer.possible)
            assert answer.entailed <= world[pair], (story, pair, answer.entailed - world[pair])
            found["pairs"] += 1
            found["entailed"] += len(answer.entailed)
        found.update(label for labels in world.values() for label in labels)
    print(dict(found))
    # Every label occurs, so that each was put to the test.
    assert all(found[label] for label in LABELS)


def test_a_story_without_statements_leaves_all_open():
    answer = get("sound").open().answer(Story(("a", "b")), Question(0, "relation", (0, 1)))
    assert answer.possible == set(LABELS)
    assert not answer.entailed
