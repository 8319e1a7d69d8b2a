"""Words, scenes, schedules and instructions of the SpaRP generator, one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import stories
from qsr.datasets.sparp.generator import prompts, wording
from qsr.datasets.sparp.generator.boxes import draw_boxes, holding
from qsr.datasets.sparp.generator.drawing import Context, Link, turned
from qsr.datasets.sparp.generator.grid import draw_grid
from qsr.datasets.sparp.generator.names import NAME_LISTS, names, words
from qsr.datasets.sparp.generator.rows import facts
from qsr.datasets.sparp.generator.schedule import Openings, slots
from qsr.explain import PROPERTY_SETS
from qsr.language import english
from qsr.relations import CONVERSE, DIRECTIONS, LABELS, OVERLAPPING
from qsr.settings import PROPERTY_SETS as PROPERTIES

NAMES = ("cup", "X", "a b). :- c")


def together(labels: tuple[str, ...]) -> bool:
    axes = {DIRECTIONS[label][0] for label in labels if label in DIRECTIONS}
    return len(axes) == len(labels)


SAYABLE = [(label,) for label in LABELS] + [labels for n in (2, 3) for labels in combinations(LABELS, n) if together(labels)]


@pytest.mark.parametrize("labels", SAYABLE, ids="+".join)
def test_every_wording_reads_as_what_it_says(labels: tuple[str, ...]) -> None:
    frames = wording.wordings(labels)
    assert frames
    for frame, tail in product(frames, NAMES[1:]):
        sentence = frame.replace("{H}", "the cup").replace("{T}", f'"{tail}"' if " " in tail else tail)
        assert facts(english.read([sentence])) == {("cup", label, tail, None) for label in labels}, sentence


@given(
    labels=st.sampled_from([labels for labels in SAYABLE if set(labels) <= set(DIRECTIONS)]),
    distances=st.lists(st.integers(1, 30), min_size=3, max_size=3),
    seed=st.integers(0, 99),
)
def test_every_measured_wording_reads_as_what_it_says(labels: tuple[str, ...], distances: list[int], seed: int) -> None:
    told = tuple(Fraction(distance) for distance in distances[: len(labels)])
    sentence = wording.say(Random(seed), Link(0, 1, labels, told), NAMES)
    assert facts(english.read([sentence])) == {("cup", label, "X", d) for label, d in zip(labels, told, strict=True)}


@given(
    labels=st.sets(st.sampled_from(LABELS), min_size=1, max_size=4).filter(lambda found: together(tuple(found & set(DIRECTIONS))))
)
def test_several_kinds_of_labels_are_told_in_full(labels: set[str]) -> None:
    text = wording.say(Random(3), Link(0, 2, tuple(sorted(labels))), NAMES)
    assert facts(stories.parse_story(text)) == {("cup", label, NAMES[2], None) for label in labels}


def test_questions_ask_for_head_and_tail() -> None:
    story = english.read(["The cup is left of X."])
    for question in wording.questions("cup", "X"):
        asked = english.ask(story, question).questions[0]
        assert (asked.form, asked.args) == ("relation", (0, 1)), question


# ---------------------------------------------------------------- scenes


def length(context: Context) -> int:
    near: dict[int, set[int]] = {}
    for link in context.links:
        near.setdefault(link.head, set()).add(link.tail)
        near.setdefault(link.tail, set()).add(link.head)
    front, steps, seen = {context.head}, 0, {context.head}
    while context.tail not in front:
        front = {other for one in front for other in near[one]} - seen
        seen |= front
        steps += 1
    return steps


@given(seed=st.integers(0, 10**6), hops=st.integers(1, 9), further=st.integers(0, 4), property_set=st.sampled_from(PROPERTY_SETS))
def test_a_context_is_a_tree_with_a_path_of_the_wanted_length(seed: int, hops: int, further: int, property_set: str) -> None:
    size = hops + 1 + further
    draw = draw_boxes(Random(seed), hops, size) if property_set == "PS1" else draw_grid(Random(seed), property_set, hops, size)
    assert len(draw.links) == size - 1
    assert {entity for link in draw.links for entity in (link.head, link.tail)} == set(range(size))
    assert length(draw) == hops


ENDS = st.tuples(st.integers(0, 60), st.integers(1, 60)).map(lambda pair: (Fraction(pair[0]), Fraction(sum(pair))))
BOXES = st.tuples(ENDS, ENDS, ENDS)


@given(head=BOXES, tail=BOXES)
def test_what_holds_of_two_boxes_is_the_converse_of_what_holds_the_other_way(head, tail) -> None:  # type: ignore[no-untyped-def]
    there, back = holding(head, tail), holding(tail, head)
    assert {CONVERSE[label] for label in there} == back
    topology = there - {"near", "far", *DIRECTIONS}
    assert len(topology) == 1
    assert (OVERLAPPING in there) == (head == tail)
    assert not there & DIRECTIONS.keys() or topology <= {"outside", "outside and touching"}
    assert not {"near", "far"} <= there


@pytest.mark.parametrize(
    ("head", "tail", "label"),
    [
        ((0, 10), (0, 10), OVERLAPPING),
        ((1, 9), (0, 10), "inside"),
        ((0, 10), (1, 9), "contains"),
        ((5, 15), (0, 10), "partially overlapping"),
        ((10, 20), (0, 10), "outside and touching"),
        ((11, 20), (0, 10), "outside"),
    ],
)
def test_topology_of_boxes(head: tuple[int, int], tail: tuple[int, int], label: str) -> None:
    boxes = [tuple((Fraction(start), Fraction(end)) for _ in range(3)) for start, end in (head, tail)]
    assert label in holding(*boxes)


def test_a_box_at_the_wall_of_its_container_touches_it() -> None:
    inner = ((Fraction(0), Fraction(5)), (Fraction(2), Fraction(5)), (Fraction(2), Fraction(5)))
    outer = tuple((Fraction(0), Fraction(10)) for _ in range(3))
    assert "inside and touching" in holding(inner, outer)


def test_a_fact_turned_twice_is_the_fact() -> None:
    link = Link(0, 1, ("above", "left"), (Fraction(2), Fraction(3)))
    assert turned(link) == Link(1, 0, ("below", "right"), (Fraction(2), Fraction(3)))
    assert turned(turned(link)) == link


# ---------------------------------------------------------------- schedules


@given(
    counts=st.lists(st.integers(1, 30), min_size=1, max_size=3),
    lengths=st.lists(st.integers(1, 20), min_size=1, max_size=8, unique=True),
    seed=st.integers(0, 99),
)
def test_balanced_slots_differ_by_one_at_most(counts: list[int], lengths: list[int], seed: int) -> None:
    splits = [(f"s{number}", count) for number, count in enumerate(counts)]
    found = list(slots(Random(seed), splits, lengths, balanced=True))
    for name, count in splits:
        hops = Counter(length for split, length in found if split == name)
        assert hops.total() == count
        per_length = [hops[length] for length in lengths]
        assert max(per_length) - min(per_length) <= 1


def test_openings_keep_a_context_in_one_split() -> None:
    openings = Openings(Counter({("a", 2): 1, ("b", 2): 2}))
    assert openings.place("one", 2) == "a"
    assert openings.place("one", 2) is None
    assert openings.place("two", 3) is None
    assert openings.place("two", 2) == "b"
    assert openings.place("two", 2) == "b"
    assert not openings.missing


# ---------------------------------------------------------------- words


def test_names_of_a_list_are_told_apart() -> None:
    for source in NAME_LISTS:
        listed = names(source)
        sentences = [f"{wording.noun_phrase(one)} is above {wording.noun_phrase(two)}." for one, two in pairwise(listed)]
        assert english.read(sentences).entities == listed


def test_properties_have_five_different_descriptions() -> None:
    table = words()
    groups = [*table["properties"].values(), table["instruction"]["task"], table["instruction"]["viewpoint"]]
    assert [len(set(group)) for group in groups] == [5] * 8


@pytest.mark.parametrize("property_set", PROPERTY_SETS)
def test_an_instruction_says_every_property_of_its_set(property_set: str) -> None:
    table = words()["properties"]
    expected = {value for _, value in PROPERTIES[property_set]}
    texts = {prompts.instruction(Random(seed), property_set) for seed in range(30)}
    assert len(texts) > 20
    for text in texts:
        assert {name for name, group in table.items() if any(line in text for line in group)} == expected
        assert any(line in text for line in words()["instruction"]["viewpoint"])
        assert ("behind" in text) == (property_set == "PS1")
