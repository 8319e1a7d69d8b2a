"""Repairs of stories: what is dropped against trying every set, what is changed against another solver."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qsr import repair, theories
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.repair.rank import effort, key
from qsr.seats import Layout
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, stated
from qsr.theories.seating.relations import relation_names, table

#: Stories that are tried of each case; some solvers take long over all parts of a story.
EXAMPLES = {"headings": 4, "room, real": 8, "sound": 10, "exact, specified points": 5, "exact, complete boxes": 5}
DIRECTIONS = ("left", "right", "above", "below", "above+left", "below+right")
TOPOLOGY = ("outside", "outside and touching", "partially overlapping", "inside", "contains", "overlapping")
ROOM = ("N", "S", "NE", "SW", "NW", "O", "CL2", "FR2")


def story_of(said, entities, **options):
    """Return a story from (relation, args, properties); the two halves of the entities make conflicts of their own."""
    statements = tuple(Statement(number, *one[:2], properties=one[2]) for number, one in enumerate(said))
    return Story(tuple(f"thing {number}" for number in range(entities)), statements, settings=tuple(options.items()))


@st.composite
def general(draw, names, distances=False, negations=True, **options):
    said = []
    for half in (0, 3):
        for _ in range(draw(st.integers(2, 4))):
            head, tail = draw(st.permutations([half, half + 1, half + 2]))[:2]
            relation = draw(st.sampled_from(names))
            properties = {}
            if negations and draw(st.integers(0, 5)) == 0:
                properties["negated"] = True
            elif distances and relation in ("left", "right") and draw(st.booleans()):
                properties["distance"] = (Fraction(draw(st.integers(1, 3))),)
            said.append((relation, (head, tail), tuple(sorted(properties.items()))))
    return story_of(said, 6, **options)


@st.composite
def rooms(draw, mode):
    said = []
    for half in (0, 2):
        for _ in range(draw(st.integers(2, 4))):
            if draw(st.integers(0, 2)) == 0:
                said.append((draw(st.sampled_from(("NWR", "SER", "CR", "TPP", "NTPP"))), (half,), ()))
            else:
                pair = draw(st.permutations([half, half + 1]))
                said.append((draw(st.sampled_from(ROOM)), tuple(pair), ()))
    return story_of(said, 4, mode=mode, grid="9x9")


@st.composite
def seats(draw):
    spec = draw(st.sampled_from(("ring 5 inward", "rows 2", "shelf 2x3")))
    layout = Layout.parse(spec)
    names = [name for name in relation_names(layout) if table(layout, name).arity == 2]
    said = []
    for _ in range(draw(st.integers(3, 6))):
        pair = draw(st.permutations(range(4)))[:2]
        denied = (("negated", True),) if draw(st.integers(0, 4)) == 0 else ()
        said.append((draw(st.sampled_from(names)), tuple(pair), denied))
    return story_of(said, 4, layout=spec)


@st.composite
def headings(draw):
    relations = ("heads:0", "heads:90", "towards:east", "turned:90", "turned:180", "turned:270")
    said = []
    for _ in range(draw(st.integers(3, 5))):
        relation = draw(st.sampled_from(relations))
        pair = tuple(draw(st.permutations(range(3)))[:2])
        said.append((relation, pair if relation.startswith("turned") else pair[:1], ()))
    return story_of(said, 3)


def grids():
    return general(("left", "right", "above", "below"), negations=False)


CASES = {
    "exact, points": ("exact", "auto", "clingo", general(DIRECTIONS, True, objects="points")),
    "exact, complete points": ("exact", "closure", "z3", general(DIRECTIONS, True, objects="points", relations="complete")),
    "exact, specified points": ("exact", "clingo", "closure", general(DIRECTIONS, objects="points", quantities="specified")),
    "exact, boxes": ("exact", "auto", "clingo", general((*DIRECTIONS[:4], *TOPOLOGY), objects="extended")),
    "exact, complete boxes": (
        "exact",
        "clingo",
        "closure",
        general(DIRECTIONS, True, objects="extended", relations="complete"),
    ),
    "sound": ("sound", "closure", "clingo", general((*DIRECTIONS[:4], *TOPOLOGY, "near", "far"))),
    "room, code": ("room", "bitset", "clingo", rooms("code")),
    "room, paper": ("room", "clingo", "bitset", rooms("paper")),
    "room, real": ("room", "bitset", "z3", rooms("real")),
    "seating": ("seating", "search", "clingo", seats()),
    "babi": ("babi", "direct", "clingo", grids()),
    "headings": ("headings", "direct", "clingo", headings()),
}


def part_of(story, kept):
    said = [one for one in story.statements if one.id in kept]
    return Story(
        story.entities,
        tuple(Statement(number, one.relation, one.args, properties=one.properties) for number, one in enumerate(said)),
        settings=story.settings,
    )


def least_drops(story, session):
    """Return the minimal sets without which the story is consistent, by trying every set."""
    numbers = range(len(story.statements))
    found, torn = [], []
    for count in range(len(numbers) + 1):
        for left_out in combinations(numbers, count):
            if any(set(one) <= set(left_out) for one in found):
                continue
            kept = [number for number in numbers if number not in left_out]
            if any(one <= set(kept) for one in torn):
                continue
            core = session.core(part_of(story, set(kept)))
            if core is None:
                found.append(left_out)
            else:
                torn.append({kept[place] for place in core.statements})
    return found


def check(story, theory, backend, checker):
    """Compare what is found with all that there is to find, and let another solver judge what comes out."""
    try:
        broken = checker.core(story) is not None
    except UnsupportedQuestion:
        assume(False)
    found = repair.diagnose(story, theory, backend=backend, ways=("drop",), most=1000)
    assert found.consistent is not broken
    if found.consistent:
        assert found.repairs == ()
        return
    least = least_drops(story, checker)
    assert list(found.corrections) == least
    assert [one.statements for one in found.repairs] == least
    assert not found.more
    for conflict in found.conflicts:
        assert stated(checker.core(part_of(story, set(conflict)))) == tuple(range(len(conflict)))

    mended = repair.diagnose(story, theory, backend=backend, most=20)
    assert [key(one) for one in mended.repairs] == sorted(key(one) for one in mended.repairs)
    for one in mended.repairs:
        assert one.statements in least
        assert checker.core(one.story) is None
        assert len(one.story.statements) == len(story.statements) - one.drops
        untouched = [said for said in story.statements if said.id not in one.statements]
        assert {(said.relation, said.args) for said in untouched} <= {(said.relation, said.args) for said in one.story.statements}


@pytest.mark.parametrize("case", CASES)
def test_drops_are_the_minimal_ones_and_changes_help(case):
    name, backend, other, stories = CASES[case]
    theory = theories.get(name)
    checker = theory.open(other)

    @settings(derandomize=True, deadline=None, max_examples=EXAMPLES.get(case, 15))
    @given(story=stories)
    def run(story):
        check(story, theory, backend, checker)

    run()
    checker.close()


def test_changes_only_never_drop():
    # Two steps cannot add up to none, whichever way they go, and no step can be left as it is.
    said = [("left", (0, 1), ()), ("left", (1, 2), ()), ("left", (2, 0), ())]
    story = story_of(said, 3, objects="points")
    assert all(not one.drops for one in repair.diagnose(story, theories.get("exact"), ways=("change",)).repairs)
    assert repair.diagnose(story, theories.get("babi"), ways=("change",)).repairs == ()
    assert [one.drops for one in repair.diagnose(story, theories.get("babi")).repairs] == [1, 1, 1]


def test_the_odd_one_out_comes_first():
    said = [("left", (0, 1), ()), ("left", (1, 2), ()), ("left", (0, 3), ()), ("left", (3, 2), ()), ("left", (2, 0), ())]
    best = repair.diagnose(story_of(said, 4, objects="points"), theories.get("exact")).repairs[0]
    assert [(change.statement, change.kind, change.instead.relation) for change in best.changes] == [(4, "opposite", "right")]


def test_of_equal_repairs_the_one_that_answers_the_question_comes_first():
    # Whichever of the two comes second was turned: only if it was "b left of c" does it follow where a is.
    said = [("left", (0, 1), ()), ("left", (1, 2), ()), ("left", (1, 0), ())]
    story = story_of(said, 3, objects="points", relations="complete")
    asked = Question(0, "relation", (0, 2))
    found = repair.diagnose(replace(story, questions=(asked,)), theories.get("exact")).repairs
    assert [(one.statements, one.answered) for one in found if not one.drops] == [((2,), 1), ((0,), 0)]
    # Without the question nothing tells them apart, and the text decides.
    assert [one.statements for one in repair.diagnose(story, theories.get("exact")).repairs if not one.drops] == [(0,), (2,)]


def test_of_equal_repairs_the_one_in_which_each_sentence_tells_something_comes_first():
    said = [("left", (0, 1), ()), ("left", (1, 2), ()), ("above+right", (0, 2), ())]
    story = story_of(said, 3, objects="points")
    found = [one for one in repair.diagnose(story, theories.get("exact"), most=40).repairs if not one.drops]
    best = [one for one in found if effort(one) == effort(found[0])]
    assert len({one.needless for one in best}) > 1
    assert [one.needless for one in best] == sorted(one.needless for one in best)
    session = theories.get("exact").open()
    for one in best:
        parts = [part_of(one.story, {0, 1, 2} - {number}) for number in range(3)]
        asked = [Question(0, "yes_no", gone.args, (gone.relation,)) for gone in one.story.statements]
        values = [session.answer(part, question).value for part, question in zip(parts, asked, strict=True)]
        assert one.needless == values.count("yes")


def test_a_distance_is_mended():
    said = [
        ("left", (0, 1), (("distance", (Fraction(2),)),)),
        ("left", (1, 2), (("distance", (Fraction(2),)),)),
        ("left", (0, 2), (("distance", (Fraction(5),)),)),
    ]
    found = repair.diagnose(story_of(said, 3, objects="points"), theories.get("exact")).repairs
    assert {change.kind for one in found for change in one.changes if change.instead} == {"distance"}
    changed = [one.changes[0] for one in found if not one.drops]
    assert (2, (Fraction(4),)) in {(change.statement, change.instead.property("distance")) for change in changed}


@pytest.mark.parametrize("name", ["spartun", "paper-ps1", "paper-ps3", "paper-ps4"])
def test_theories_that_find_no_contradiction_are_refused(name):
    said = [("left", (0, 1), ()), ("left", (1, 2), ()), ("left", (2, 0), ())]
    with pytest.raises(UnsupportedQuestion, match="cannot say what to mend"):
        repair.diagnose(story_of(said, 3), theories.get(name))


def test_statements_without_a_meaning_are_refused():
    with pytest.raises(UnsupportedQuestion, match="wugs"):
        repair.diagnose(story_of([("wugs", (0, 1), ())], 2), theories.get("exact"))


def test_too_many_names_are_nobodys_fault():
    with pytest.raises(UnsupportedQuestion, match="whatever its statements say"):
        repair.diagnose(story_of([], 5, layout="ring 4 inward"), theories.get("seating"))


def test_questions_stay_and_time_is_bounded():
    said = [("left", (0, 1), ()), ("left", (1, 0), ())]
    story = story_of(said, 2, objects="points")
    story = Story(story.entities, story.statements, (Question(0, "relation", (0, 1)),), settings=story.settings)
    found = repair.diagnose(story, theories.get("exact"))
    assert all(one.story.questions == story.questions for one in found.repairs)
    with pytest.raises(LimitReached):
        repair.diagnose(story, theories.get("exact"), backend="closure", limits=Limits(seconds=1e-9))


def test_ways_are_checked():
    with pytest.raises(ValueError, match="change or drop"):
        repair.diagnose(story_of([], 1), theories.get("exact"), ways=("guess",))
