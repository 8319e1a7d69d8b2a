"""Orders under any formula, against all weak orders of a few things on two axes, tried one by one."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
from qsr import api, theories
from qsr.errors import CertificateError, NotCovered
from qsr.logic import And, Atom, Count, If, Not, Or, Relation, evaluated, leaves, mapped
from qsr.story import Question, Statement, Story
from qsr.theories.arrangement.witness import Orders
from qsr.theories.witnesses import witness_of

NAMES = ("jay", "quail", "finch", "owl")
AXES = ("age", "floor of the shop")
BACKENDS = theories.get("arrangement").backends
KINDS = ("before", "next before", "same", "after")


def at(relation: str, axis: str, one: int, other: int) -> Atom:
    return Atom(Relation(relation, axis), (one, other))


PAIRS = [*permutations(range(4), 2), (0, 0)]
ATOMS = [at(kind, axis, *pair) for kind in KINDS for axis in AXES for pair in PAIRS]


def formulas(atoms):
    return st.recursive(
        st.sampled_from(atoms),
        lambda parts: st.one_of(
            st.builds(Not, parts),
            st.builds(If, parts, parts),
            st.builds(And, st.lists(parts, min_size=1, max_size=3).map(tuple)),
            st.builds(Or, st.lists(parts, min_size=1, max_size=3).map(tuple)),
            st.builds(
                lambda some, low, more: Count(some, low, None if more < 0 else low + more),
                st.lists(parts, min_size=2, max_size=3).map(tuple),
                st.integers(0, 3),
                st.integers(-1, 1),
            ),
        ),
        max_leaves=6,
    )


FORMULAS = formulas(ATOMS)
#: All weak orders of four things on one axis, as their places.
WEAK = [order for order in product(range(4), repeat=4) if set(order) == set(range(max(order) + 1))]


def worlds(*said):
    """Yield axis -> thing -> place for all worlds of the things that formulas put on each axis, made apart from the program."""
    spoken = {
        axis: {thing for one in said for atom in leaves(one) if axis in atom.relation for thing in atom.args} for axis in AXES
    }
    made = [{tuple(order[thing] for thing in sorted(spoken[axis])) for order in WEAK} for axis in AXES]
    for chosen in product(*made):
        yield {axis: dict(zip(sorted(spoken[axis]), order, strict=True)) for axis, order in zip(AXES, chosen, strict=True)}


def true(world, formula):
    def holds(atom):
        places = world[atom.relation.parameters[0]]
        one, other = (places[thing] for thing in atom.args)
        if atom.relation.name == "same":
            return one == other
        if atom.relation.name == "after":
            return one > other
        between = [place for place in places.values() if one < place < other]
        return one < other and not (atom.relation.name == "next before" and between)

    return evaluated(formula, holds)


def told(*said, **given):
    text = "".join(f"Sentence {number}. " for number in range(len(said)))
    statements = (Statement.says(number, one, (12 * number, 12 * number + 11)) for number, one in enumerate(said))
    return Story(given.pop("entities", NAMES), tuple(statements), text=text, **given)


def asks(formula, supposed=None):
    return Question(0, "yes_no", (), formulas=(formula,), hypothesis=supposed)


@pytest.mark.parametrize("backend", BACKENDS)
@given(said=st.lists(FORMULAS, max_size=4), asked=FORMULAS, supposed=st.one_of(st.none(), FORMULAS))
@settings(max_examples=25, deadline=None)
def test_answers_cores_and_witnesses_are_those_of_all_worlds(backend, said, asked, supposed):
    meant = theories.get("arrangement")
    session, story, question = meant.open(backend), told(*said), asks(asked, supposed)
    also = [] if supposed is None else [supposed]
    every = list(worlds(*said, asked, *also))

    def models(kept, wanted=None):
        given_ = [world for world in every if all(true(world, one) for one in [*kept, *also])]
        return [world for world in given_ if wanted is None or true(world, asked) == wanted]

    answer = session.answer(story, question)
    assert (answer.status == "inconsistent") == (not models(said))
    assert answer.possible == {name for name, wanted in (("yes", True), ("no", False)) if models(said, wanted)}
    for candidate in ("yes", "no"):
        witness, core = session.witness(story, question, candidate), session.core(story, question, candidate)
        assert (witness is not None) == (core is None) == (candidate in answer.possible)
        if witness is not None:
            assert meant.violated(story, witness) == ()
            shown = {axis: {} for axis in AXES} | witness.axes()
            assert true(shown, asked) == (candidate == "yes")
            assert all(true(shown, one) for one in also)
            assert witness_of(witness.to_json()) == replace(witness, names={})
        if core is not None:
            # Who has a place where does not follow from the core alone, so the worlds are those of the whole.
            kept = list(core.statements)
            assert not models([said[number] for number in kept], candidate == "yes")
            for one in kept:
                assert models([said[number] for number in kept if number != one], candidate == "yes"), "no sentence is spare"


@given(said=st.lists(formulas([at(kind, "age", *pair) for kind in KINDS for pair in permutations(range(3), 2)]), max_size=3))
@settings(max_examples=40, deadline=None)
def test_worlds_are_all_weak_orders_that_are_models(said):
    story, meant = told(*said), theories.get("arrangement")
    found = [{tuple(sorted(world.axes().get("age", {}).items())) for world in meant.open(one).worlds(story)} for one in BACKENDS]
    wanted = set()
    for world in worlds(*said):
        if all(true(world, one) for one in said):
            ranks = sorted(set(world["age"].values()))
            wanted.add(tuple((thing, 1 + ranks.index(place)) for thing, place in sorted(world["age"].items())))
    assert found == [wanted, wanted]


@given(said=st.lists(FORMULAS, min_size=1, max_size=2), turned=st.permutations(range(4)))
@settings(max_examples=30, deadline=None)
def test_the_names_of_things_and_axes_change_nothing(said, turned):
    def other(formula):
        axes = {AXES[0]: "1). :- not y(", AXES[1]: "x"}
        return mapped(
            formula,
            lambda atom: Atom(
                Relation(atom.relation.name, axes[atom.relation.parameters[0]]), tuple(turned[one] for one in atom.args)
            ),
        )

    session = theories.get("arrangement").open()
    plain = session.answer(told(*said[1:]), asks(said[0]))
    assert session.answer(told(*map(other, said[1:])), asks(other(said[0]))).possible == plain.possible


def test_directions_are_orders_of_their_axes():
    session = theories.get("arrangement").open()
    for label, axis, turned in [
        ("left", "x", False), ("right", "x", True), ("above", "y", True), ("below", "y", False), ("behind", "z", False),
        ("in front", "z", True),
    ]:  # fmt: skip
        said = told(Atom(Relation(label), (0, 1)))
        assert session.answer(said, asks(at("before", axis, *((1, 0) if turned else (0, 1))))).value == "yes"
    both = told(Atom(Relation("above+left"), (0, 1)))
    assert session.answer(both, asks(And((Atom(Relation("left"), (0, 1)), at("before", "y", 1, 0))))).value == "yes"


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_third_thing_has_an_order_of_its_own(backend):
    session = theories.get("arrangement").open(backend)
    for label in ("nearer", "sooner"):
        nearer, other = Relation(label), told(Atom(Relation(label), (0, 1, 3)), Atom(Relation(label), (1, 2, 3)))
        assert session.answer(other, asks(Atom(nearer, (0, 2, 3)))).value == "yes"
        assert session.answer(other, asks(Atom(nearer, (2, 0, 3)))).value == "no"
        assert session.answer(other, asks(Atom(nearer, (0, 2, 1)))).value == "unknown"


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_above_is_higher_unless_that_may_be_north(backend):
    session = theories.get("arrangement").open(backend)
    higher, above = at("before", "altitude", 2, 0), Atom(Relation("above"), (1, 2))
    story, asked = told(at("before", "altitude", 0, 2), above), asks(at("before", "altitude", 0, 1))
    assert session.answer(story, asked).value == "yes"
    assert theories.get("arrangement").violated(story, session.witness(story)) == ()
    assert session.answer(told(higher, above), asks(at("before", "altitude", 1, 0))).value == "unknown"
    north = replace(story.statements[1], properties=(("compass", ("above",)),))
    assert session.answer(replace(story, statements=(story.statements[0], north)), asked).status in ("ambiguous", "not_covered")


OLDER = [at("before", "age", 0, 1), at("before", "age", 1, 2), Atom(Relation("left"), (2, 0))]


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_form_of_question(backend):
    session, story = theories.get("arrangement").open(backend), told(*OLDER)
    relation = Question(0, "relation", (0, 2), ("before:age", "same:age", "after:age"))
    assert session.answer(story, relation).value == {"before:age"}
    every = session.answer(story, Question(0, "relation", (2, 0)))
    assert (every.value, every.status) == ({"after:age", "left"}, "determined")
    assert api.candidates(story, Question(0, "relation", (2, 0))) == ("before:age", "same:age", "after:age", "left", "right")
    options = tuple(at("next before", "age", *pair) for pair in ((0, 1), (0, 2), (1, 0)))
    asked = Question(0, "options", (), ("A", "B", "C"), formulas=options, mood="cannot")
    assert session.answer(story, asked).value == ("B", "C")
    assert session.core(story, asked, "B").statements == (0, 1)
    apart = told(*OLDER, at("before", "age", 3, 1), Not(at("same", "age", 3, 0)))
    assert session.answer(apart, replace(asked, mood="could")).value == ("A",)
    assert session.answer(apart, replace(asked, mood="must")).value == ()
    which = Question(0, "which", (), NAMES[1:3], formulas=(at("after", "age", 1, 0), at("after", "age", 2, 1)))
    assert session.answer(story, which).value == {"quail", "finch"}
    assert session.answer(story, replace(which, form="how_many", candidates=())).value == "2"
    assert session.answer(story, asks(OLDER[0], at("before", "age", 2, 0))).status == "inconsistent"


def test_things_share_a_place_unless_the_story_says_otherwise():
    session = theories.get("arrangement").open()
    said, same = [Not(OLDER[0]), Not(at("before", "age", 1, 0))], asks(at("same", "age", 0, 1))
    assert session.answer(told(*said), same).value == "yes"
    assert session.answer(told(*said, Not(at("same", "age", 0, 1))), same).status == "inconsistent"


def test_only_what_has_a_place_there_lies_between():
    said = [at("before", "age", 0, 1), Atom(Relation("left"), (0, 2)), Atom(Relation("left"), (2, 1))]
    session = theories.get("arrangement").open()
    assert session.answer(told(*said), asks(at("next before", "age", 0, 1))).value == "yes"
    assert session.answer(told(*said, Not(at("same", "age", 2, 0))), asks(at("next before", "age", 0, 1))).value == "unknown"


def test_a_witness_says_who_comes_first():
    story = told(*OLDER, at("same", "age", 1, 3))
    witness = qsr.witness(story)
    assert witness.text() == "age: jay, quail = owl, finch\nfrom left to right: finch, jay"
    assert witness.line() == "age: jay, quail = owl, finch; from left to right: finch, jay"
    picture = witness.svg()
    # A caption is broken into the lines that its panel has room for.
    said = " ".join(re.findall(r"<text[^>]*>([^<]+)</text>", picture))
    assert [name in said for name in (*NAMES, "age", "from left to right")] == [True] * 6
    hostile = told(at("before", "<script>", 0, 1), entities=("<b>", "x", "", "d"))
    assert "<script" not in qsr.witness(hostile).svg()
    for wrong in ([[0, [["age"]]]], [[0, [["age", "1/2"]]]], [[0, [[1, 1]]]]):
        with pytest.raises(CertificateError):
            Orders.from_json({"kind": "orders", "size": [], "layout": "", "place": wrong})


def test_a_witness_that_breaks_or_omits_something_is_told():
    theory, story = theories.get("arrangement"), told(*OLDER)
    assert theory.violated(story, Orders({0: (("age", 1), ("x", 2)), 1: (("age", 1),), 2: (("age", 3), ("x", 1))})) == (0,)
    with pytest.raises(ValueError, match="does not say where"):
        theory.violated(story, Orders({0: (("age", 1),)}))
    with pytest.raises(ValueError, match="points"):
        theory.violated(story, qsr.witness("A is left of B."))


@pytest.mark.parametrize(
    "said",
    [
        Atom(Relation("near"), (0, 1)),
        Atom(Relation("before"), (0, 1)),
        Atom(Relation("before", 3), (0, 1)),
        Atom(Relation("before", "age", "price"), (0, 1)),
        Atom(Relation("before", "age"), (0,)),
        Atom(Relation("left", "age"), (0, 1)),
        Or((OLDER[0], Atom(Relation("inside"), (0, 1)))),
    ],
)
def test_what_is_no_order_is_named(said):
    session, story = theories.get("arrangement").open(), told(OLDER[0], said)
    answer = session.answer(story, asks(OLDER[0]))
    assert (answer.status, "Sentence 1." in answer.reason) == ("not_covered", True)
    with pytest.raises(NotCovered, match=r"Sentence 1\."):
        list(session.worlds(story))
    assert session.answer(told(OLDER[0]), asks(said)).status == "not_covered"


def test_properties_are_not_passed_over():
    session = theories.get("arrangement").open()
    far = Story(NAMES, (Statement(0, Relation("left"), (0, 1), (0, 0), (("distance", (2,)),)),))
    assert "distance" in session.answer(far, asks(OLDER[0])).reason
    asked = Question(0, "relation", (0, 1), ("before:age",), properties=(("negated", True),))
    assert "negated" in session.answer(told(OLDER[0]), asked).reason
    assert session.answer(told(), Question(0, "relation", (0, 1))).status == "not_covered"
    north = qsr.parse("A is north of B. A is above C.")
    assert session.answer(north, asks(OLDER[0])).status == "not_covered"


def test_the_words_of_a_story_choose_the_theory():
    assert theories.chosen(told(*OLDER)) == theories.chosen(told(Or(tuple(OLDER)))) == "arrangement"
    assert qsr.solve(told(*OLDER), asks(at("before", "age", 0, 2))).theory == "arrangement"
    only_asked = told(OLDER[2], questions=(asks(OLDER[2], OLDER[0]),))
    assert theories.chosen(only_asked) == "arrangement"
    assert list(theories.fitting(only_asked)) == ["arrangement"]
    for plain in (told(OLDER[2]), told(Not(OLDER[2]))):
        assert theories.chosen(plain) == "exact"
    assert theories.chosen(told(OLDER[0], Atom(Relation("near"), (0, 1)))) == "separate"
    assert list(theories.fitting(told(Not(OLDER[2])))) == ["exact", "sound"]
