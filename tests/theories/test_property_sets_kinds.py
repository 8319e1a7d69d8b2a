"""The exact theory where points and extended objects meet: who is what, topology between boxes, distances to boundaries."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qsr
from qsr.errors import UnsupportedQuestion
from qsr.relations import CONVERSE, RCC8, converse
from qsr.story import Question, Statement, Story
from qsr.theories import get
from qsr.theories.property_sets import PropertySets
from qsr.theories.protocol import stated
from qsr.witnesses import Boxes, Points

BACKENDS = ("auto", "closure", "clingo", "z3")
BOXES = {"objects": "extended"}
DIRECTIONS = {"left", "right", "above", "below"}
TWO = ("kinds", ("points", "extended"))


def say(relation, head, tail, *properties):
    return relation, head, tail, tuple(sorted(properties))


def story_of(*said, entities="abcd", **options):
    statements = [
        Statement(number, relation, (entities.index(head), entities.index(tail)), properties=properties)
        for number, (relation, head, tail, properties) in enumerate(said)
    ]
    return Story(tuple(entities), tuple(statements), settings=tuple(options.items()))


def where(head, tail, *candidates):
    return Question(0, "relation", ("abcd".index(head), "abcd".index(tail)), candidates)


def whether(relation, head, tail, *properties):
    return Question(0, "yes_no", ("abcd".index(head), "abcd".index(tail)), (relation,), properties=tuple(sorted(properties)))


def solve(story, question, backend=None, **setting):
    return get("exact", setting).open(backend).answer(story, question)


# ---------------------------------------------------------------- who is a point


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_point_and_a_box_in_one_story(backend):
    story = story_of(say("left", "a", "b", ("objects", "extended")), say("left", "c", "d"))
    witness = get("exact").open(backend).witness(story)
    assert witness.kind == "boxes"
    assert [[start < end for start, end in witness.place[entity]] for entity in range(4)] == [[True] * 2] * 2 + [[False] * 2] * 2
    assert get("exact").violated(story, witness) == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_point_may_lie_on_the_edge_of_what_it_is_left_of(backend):
    """The paper's inequality for extended objects, for a point whose start is its end; between two points it is strict."""
    story = story_of(say("left", "a", "b", TWO))
    assert solve(story, whether("inside and touching", "a", "b"), backend).value == "unknown"
    assert solve(story, whether("inside", "a", "b"), backend).value == "no"
    assert solve(story, whether("right", "b", "a"), backend).value == "yes"
    assert solve(story_of(say("left", "a", "b")), whether("outside", "a", "b"), backend).value == "yes"


@pytest.mark.parametrize("backend", BACKENDS)
def test_distance_and_level_between_a_point_and_a_box(backend):
    exactly = ("distance", (Fraction(3),))
    story = story_of(say("left", "a", "b", TWO, exactly), say("left", "b", "c", ("kinds", ("extended", "points")), exactly))
    assert solve(story, whether("left", "a", "c", ("distance", (Fraction(6),))), backend).value == "no"
    assert solve(story, whether("left", "a", "c", ("distance", (Fraction(7),))), backend).value == "unknown"
    level = story_of(say("left", "a", "b", TWO), say("above", "a", "c", TWO), relations="complete", dimensions="2")
    # a is within the extent of b on one axis and of c on the other: so b reaches a above c, and c reaches a left of b.
    assert solve(level, where("b", "c"), backend).possible == {"right", "above", "overlapping"}


@pytest.mark.parametrize("measured", ["gaps", "centres"])
def test_distances_between_a_point_and_the_centre_of_a_box(measured):
    more = (("measured", "centres"),) if measured == "centres" else ()
    two = ("distance", (Fraction(2),))
    story = story_of(say("left", "a", "b", TWO, two, *more), say("left", "b", "c", ("kinds", ("extended", "points")), two, *more))
    value = solve(story, whether("left", "a", "c", ("distance", (Fraction(4),)))).value
    assert value == ("yes" if more else "no")
    theory = get("exact")
    assert theory.violated(story, theory.open().witness(story)) == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_box_that_is_treated_as_a_point_is_one_of_its_inner_points_there(backend):
    theory = get("exact")
    box = say("inside", "a", "b", ("objects", "extended"))
    as_points = say("left", "b", "c", ("objects", "points"))
    story = story_of(box, as_points)
    witness = theory.open(backend).witness(story)
    # The point that stands for b has a place and a name of its own.
    (start, end), reference = witness.place[1][0], witness.place[4][0]
    assert start < reference[0] == reference[1] < end
    assert (witness.names[4], witness.kind) == ("b as a point", "boxes")
    assert theory.violated(story, witness) == ()
    # It says nothing of where b ends; that of b which is left of c starts left of it.
    assert solve(story, whether("left", "b", "c"), backend).value == "unknown"
    assert solve(story, whether("right", "b", "c"), backend).value == "no"
    assert solve(story, whether("left", "b", "c", ("kinds", ("points", None))), backend).value == "yes"
    # It is the same point in all sentences.
    around = story_of(box, as_points, say("left", "c", "d", ("objects", "points")), say("left", "d", "b", ("objects", "points")))
    assert stated(theory.open(backend).core(around)) == (1, 2, 3)


def test_a_question_may_take_a_box_as_a_point_and_not_a_point_as_a_box():
    story = story_of(say("left", "a", "b", TWO))
    assert solve(story, whether("left", "a", "b", ("kinds", (None, "points")))).value == "yes"
    assert solve(story, whether("left", "a", "b", ("objects", "points"))).value == "yes"
    refused = solve(story, whether("left", "a", "b", ("kinds", ("extended", None))))
    assert (refused.status, "treats it as a point" in refused.reason) == ("not_covered", True)
    # Of c nothing is said.
    assert solve(story, whether("inside", "a", "c", ("kinds", (None, "extended")))).value == "unknown"
    assert solve(story, whether("inside", "a", "c", ("kinds", (None, "points")))).value == "no"


def test_entities_that_the_story_does_not_have_are_not_covered_either():
    asked = Question(0, "relation", (0, 9), properties=(("kinds", (None, "extended")),))
    for args in ((0, 1), (0, 9)):
        assert solve(Story(("a", "b"), (Statement(0, "left", args),)), asked).status == "not_covered"


@pytest.mark.parametrize("kinds", [("points",), ("points", "boxes"), ("points", None, None)])
def test_kinds_that_are_no_kinds_are_not_covered(kinds):
    assert solve(story_of(say("left", "a", "b", ("kinds", kinds))), where("a", "b")).status == "not_covered"
    assert solve(story_of(say("left", "a", "b")), whether("left", "a", "b", ("kinds", kinds))).status == "not_covered"


def test_a_witness_shows_points_as_points():
    theory = get("exact")
    story = story_of(say("left", "a", "b", TWO), say("above", "b", "c", ("objects", "points")), entities="abc")
    good = {0: ((0, 0), (0, 0)), 1: ((0, 2), (0, 2)), 2: ((1, 1), (0, 0)), 3: ((1, 1), (1, 1))}
    assert theory.violated(story, Boxes(good)) == ()
    assert theory.violated(story, Boxes({**good, 0: ((1, 1), (0, 0))})) == (0,)
    for place, at in ((0, ((0, 1), (0, 0))), (1, ((0, 0), (0, 2))), (3, ((2, 2), (1, 1)))):
        with pytest.raises(ValueError, match=r"is a point|is an extended|not inside"):
            theory.violated(story, Boxes({**good, place: at}))
    with pytest.raises(ValueError, match="does not say"):
        theory.violated(story, Boxes({place: good[place] for place in range(3)}))
    with pytest.raises(ValueError, match="extended"):
        theory.violated(story, Points(dict.fromkeys(range(4), (0, 0))))


# ---------------------------------------------------------------- topology


def test_base_relations_of_two_boxes_are_a_partition():
    """In each model of a pair of boxes or points exactly one of the labels that fit holds, and each of them in some model."""
    fitting = {
        ("points", "points"): {"outside", "overlapping"},
        ("points", "extended"): {"outside", "inside", "inside and touching"},
        ("extended", "points"): {"outside", "contains", "contains and touches"},
        ("extended", "extended"): set(RCC8),
    }
    for kinds, backend in product(fitting, BACKENDS):
        for name in RCC8:
            story = story_of(say(name, "a", "b", ("kinds", kinds)), entities="ab")
            answer = solve(story, where("a", "b", *RCC8), backend)
            assert answer.entailed == ({name} if name in fitting[kinds] else set())
            assert answer.possible == answer.entailed


relations = st.sampled_from(sorted(RCC8))
pairs = st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda pair: pair[0] != pair[1])


@given(st.lists(st.tuples(relations, pairs), max_size=3))
def test_the_converse_of_topology_gives_the_converse_of_the_answer(some):
    def story(turned):
        statements = [
            Statement(n, converse(r) if turned else r, pair[::-1] if turned else pair) for n, (r, pair) in enumerate(some)
        ]
        return Story(("a", "b", "c"), tuple(statements), settings=(("objects", "extended"),))

    plain = solve(story(False), where("a", "b", *RCC8))
    assert solve(story(True), where("a", "b", *RCC8)) == plain
    other = solve(story(True), where("b", "a", *RCC8))
    assert other.possible == {CONVERSE[label] for label in plain.possible}


@pytest.mark.parametrize("backend", BACKENDS)
def test_labels_of_topology_are_asked_where_the_story_uses_them(backend):
    plain = solve(story_of(say("left", "a", "b"), **BOXES), where("a", "b"), backend)
    assert plain.possible == {"left", "above", "below"}
    story = story_of(say("left", "a", "b"), say("inside", "c", "b"), **BOXES)
    answer = solve(story, where("a", "b"), backend)
    assert answer.possible == {"left", "above", "below", "outside", "outside and touching"}
    assert solve(story, where("a", "c"), backend).entailed == {"left", "outside"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_touching_is_contact_from_outside_or_inside(backend):
    touching = solve(story_of(say("touching", "a", "b"), **BOXES), where("a", "b", *RCC8), backend)
    assert touching.possible == {"outside and touching", "inside and touching", "contains and touches"}
    denied = solve(story_of(say("touching", "a", "b", ("negated", True)), **BOXES), where("a", "b", *RCC8), backend)
    assert denied.possible == set(RCC8) - touching.possible


@pytest.mark.parametrize("backend", BACKENDS)
def test_completeness_aligns_nothing_where_no_side_is_said(backend):
    story = story_of(say("outside", "a", "b"), relations="complete", **BOXES)
    assert solve(story, where("a", "b"), backend).possible >= DIRECTIONS


def test_what_only_an_extent_could_make_true_says_so():
    # Where nobody chose points, the story is not called contradictory for it.
    story = story_of(say("inside", "a", "b"), say("overlapping", "a", "b"))
    assert solve(story, where("a", "c")).status == "inconsistent"
    half = story_of(say("inside", "a", "b", ("kinds", (None, "points"))))
    assert (solve(half, where("a", "c")).status, "objects: extended" in solve(half, where("a", "c")).reason) == (
        "not_covered",
        True,
    )
    answer = solve(story_of(say("inside", "a", "b")), where("a", "c"), objects="points")
    assert (answer.status, "objects: extended" in answer.reason) == ("inconsistent", True)
    said = story_of(say("inside", "a", "b", ("objects", "points")))
    assert solve(said, where("a", "c")).status == "inconsistent"
    assert "one of the two" in solve(story_of(say("overlapping", "a", "b", TWO)), where("a", "b")).reason
    plain = solve(story_of(say("left", "a", "a")), where("a", "b"))
    assert (plain.status, "objects" in plain.reason) == ("inconsistent", False)
    assert solve(story_of(say("inside", "a", "b", ("negated", True))), where("a", "b")).status == "ambiguous"


@pytest.mark.parametrize(
    ("relation", "boxes"),
    [
        ("inside", "abcd"),
        ("inside and touching", "abcd"),
        ("contains", "abcd"),
        ("contains and touches", "abcd"),
        ("outside and touching", "abcd"),
        ("partially overlapping", "abcd"),
        ("touching", "abcd"),
        ("outside", ""),
        ("left", ""),
    ],
)
def test_what_needs_an_extent_has_one_where_nobody_says_otherwise(relation, boxes):
    story = story_of(say(relation, "a", "b"), say("left", "b", "c"))
    shown = PropertySets({}).open().witness(story)
    assert {name for name, place in zip(story.entities, shown.place.values(), strict=True) if _extended(place)} == set(boxes)
    points = PropertySets({"objects": "points"}).open()
    assert (points.answer(story, where("a", "c")).status == "inconsistent") == bool(boxes)


def _extended(place):
    return any(isinstance(side, tuple) and side[0] != side[1] for side in place)


def test_many_statements_with_several_ways_are_quick_enough_on_the_default_backend():
    said = [say("partially overlapping", one, other) for one, other in product("ab", "cd")]
    said += [say("outside", "a", "b"), say("outside", "c", "d"), say("inside and touching", "a", "b", ("negated", True))]
    story = story_of(*said, **BOXES)
    answers = {backend: solve(story, where("a", "b"), backend) for backend in ("auto", "clingo", "z3")}
    assert len(set(answers.values())) == 1
    assert answers["auto"].entailed == {"outside"}


# ---------------------------------------------------------------- distances to boundaries


@pytest.mark.parametrize(("backend", "kind"), list(product(BACKENDS, ("points", "extended"))))
def test_inside_and_so_far_from_a_boundary(backend, kind):
    """Two things that are inside, at known distances from one boundary: how far they are from each other."""
    given_kinds = ("kinds", (kind, "extended"))
    north = [say("inside", head, "b", given_kinds, ("margins", (("above", Fraction(n)),))) for head, n in (("a", 1), ("c", 4))]
    story = story_of(*north)
    asked = [whether("inside", "c", "b", ("margins", (("above", Fraction(n)),))) for n in (4, 3)]
    assert [solve(story, question, backend).value for question in asked] == ["yes", "no"]
    apart = [solve(story, whether("above", "a", "c", ("distance", (Fraction(n),))), backend).value for n in (3, 2)]
    # The upper ends are 3 apart; of extended things the gap is smaller, and can be anything below that.
    assert apart == (["yes", "no"] if kind == "points" else ["no", "unknown"])
    # Said from the other side.
    assert solve(story, whether("contains", "b", "a", ("margins", (("above", Fraction(1)),))), backend).value == "yes"
    turned = story_of(say("contains", "b", "a", ("kinds", ("extended", kind)), ("margins", (("above", Fraction(1)),))))
    assert solve(turned, asked[0], backend).value == "unknown"
    assert solve(turned, whether("inside", "a", "b", ("margins", (("above", Fraction(1)),))), backend).value == "yes"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_distance_to_a_boundary_is_denied_with_the_rest(backend):
    denied = say("inside", "a", "b", TWO, ("margins", (("left", Fraction(1)),)), ("negated", True))
    inside = say("inside", "a", "b", TWO)
    story = story_of(denied, inside)
    assert solve(story, whether("inside", "a", "b", ("margins", (("left", Fraction(1)),))), backend).value == "no"
    assert solve(story, whether("inside", "a", "b", ("margins", (("left", Fraction(2)),))), backend).value == "unknown"


@pytest.mark.parametrize("distance", [Fraction(0), Fraction(-1)])
def test_what_is_inside_is_away_from_every_boundary(distance):
    story = story_of(say("inside", "a", "b", TWO, ("margins", (("below", distance),))))
    assert solve(story, where("a", "b")).status == "inconsistent"


@pytest.mark.parametrize(
    ("relation", "properties"),
    [
        ("inside and touching", (("margins", (("left", 1),)),)),
        ("outside", (("margins", (("left", 1),)),)),
        ("left", (("margins", (("left", 1),)),)),
        ("inside", (("margins", (("near", 1),)),)),
        ("inside", (("margins", (("behind", 1),)),)),
        ("inside", (("distance", (1,)),)),
        ("outside and touching", (("distance", (1,)),)),
        ("touching", (("distance", (1,)),)),
    ],
)
def test_distances_that_topology_does_not_take(relation, properties):
    story = story_of(say(relation, "a", "b", *properties), dimensions="2", **BOXES)
    assert solve(story, where("a", "b")).status == "not_covered"
    with pytest.raises(UnsupportedQuestion):
        get("exact").open().witness(story)


def test_lengths_and_plain_units_are_not_mixed_with_boundaries_either():
    margins = ("margins", (("left", Fraction(5)),))
    story = story_of(say("inside", "a", "b", margins, ("unit", "m")), say("left", "c", "b", ("distance", (1,))), **BOXES)
    assert "cannot be compared" in solve(story, where("a", "b")).reason
    metres = story_of(say("inside", "a", "b", margins, ("unit", "m")), **BOXES)
    assert solve(metres, whether("inside", "a", "b", margins)).status == "not_covered"
    assert solve(metres, whether("inside", "a", "b", margins, ("unit", "m"))).value == "yes"


def test_a_boundary_in_depth_brings_the_third_axis():
    story = story_of(say("inside", "a", "b", ("margins", (("in front", Fraction(1)),))), **BOXES)
    assert len(get("exact").open().witness(story).place[0]) == 3


# ---------------------------------------------------------------- worlds, and from text to answers


def shown(world):
    """The labels of the pair in a world, read off its coordinates."""
    (a, b) = (world.place[0], world.place[1]) if world.kind == "boxes" else ([(x, x) for x in world.place[n]] for n in (0, 1))
    found = set()
    for axis, (low, high) in enumerate((("left", "right"), ("below", "above"))):
        (start, end), (start_2, end_2) = a[axis], b[axis]
        strict = start == end and start_2 == end_2
        found |= {low} if end < start_2 or (end == start_2 and not strict) else set()
        found |= {high} if end_2 < start or (end_2 == start and not strict) else set()
    return frozenset(found)


@pytest.mark.parametrize("kinds", list(product(("points", "extended"), repeat=2)))
def test_worlds_are_the_same_on_all_backends_and_differ_in_a_label(kinds):
    theory = get("exact")
    # It makes the labels of topology count, and is never broken.
    said = say("partially overlapping", "b", "a", ("kinds", kinds[::-1]), ("negated", True))
    story = story_of(said, entities="ab")
    counts = set()
    for backend in BACKENDS:
        worlds = list(theory.open(backend).worlds(story))
        assert all(theory.violated(story, world) == () for world in worlds)
        counts.add((len(worlds), frozenset(shown(world) for world in worlds)))
    ((count, sides),) = counts
    # Nine pairs of sides. At eight of them something is outside, or, where something has an extent, touches as well; at the ninth
    # two points are in one place, a point is in the interior of a box, and two boxes are in one of the five relations left.
    assert len(sides) == 9
    assert count == {("points", "points"): 8 + 1, ("extended", "extended"): 16 + 5}.get(kinds, 16 + 1)


STORY = """theory: exact, objects: extended
Treating the hut as a point, the hut is inside the park and 1 km from its northern boundary.
The mill is a point. The mill is inside the park and 3 km from its northern boundary.
The lake is outside and touching the park. The lake is left of the park.
Treating the hut and the mill as points, the hut is exactly above the mill.
? Is the hut 2 km above the mill?
? Where is the lake relative to the mill?
? Is the lake above the park?
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_from_text_to_answers(backend):
    story = qsr.parse(STORY)
    theory = get("exact")
    session = theory.open(backend)
    above, lake, higher = (session.answer(story, question) for question in story.questions)
    assert (above.value, higher.value) == ("yes", "unknown")
    # The mill may stand on the edge of the park, where the lake is.
    assert lake.entailed == {"left"}
    assert theory.violated(story, session.witness(story)) == ()
    # Both distances and nothing else; who is a point is how the story is read, and not to blame.
    assert stated(session.core(story, story.questions[0], "no")) == (0, 1)
    witness = session.witness(story)
    assert "hut" in witness.svg()
    assert len(witness.text().splitlines()) == 4
