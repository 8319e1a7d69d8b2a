from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.calculi import load
from qsr.errors import LimitReached, UnknownName, UnsupportedQuestion
from qsr.relations import LABELS, RCC8
from qsr.resources import encoding
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, Session, Theory, stated
from qsr.theories.sound.order import Order
from qsr.theories.sound.theory import Sound
from qsr.theories.sound.topology import CALCULUS, MASKS, first, is_tractable, split
from qsr.witnesses import Points, Regions

BACKENDS = ("closure", "clingo")
DC, EC, PO, TPP, NTPP, TPPI, NTPPI, EQ = RCC8
CUBE = (((0, 4), (0, 4), (0, 4)),)


def tell(*facts: tuple) -> tuple[Story, dict[str, int]]:
    """Facts as (head, relation, tail), or with True behind them where they are denied."""
    index = {name: place for place, name in enumerate(dict.fromkeys(n for head, _, tail, *_ in facts for n in (head, tail)))}
    statements = tuple(
        Statement(i, relation, (index[a], index[b]), properties=(("negated", True),) if denied else ())
        for i, (a, relation, b, *denied) in enumerate(facts)
    )
    return Story(tuple(index), statements), index


@pytest.fixture(params=BACKENDS)
def session(request: pytest.FixtureRequest) -> Session:
    return Sound({}).open(request.param)


def labels(session: Session, *facts: tuple, of: str = "ac") -> tuple[set[str], set[str]]:
    story, index = tell(*facts)
    answer = session.answer(story, Question(0, "relation", (index[of[0]], index[of[1]])))
    return set(answer.entailed), set(answer.possible)


def test_the_encoding_numbers_labels_and_relations_as_the_package_does() -> None:
    control = clingo.Control()
    control.add("base", [], encoding("sound.lp").partition("#program")[0].replace("&diff", "% ").replace("#show", "% "))
    names = [name.replace(" ", "_") for name in LABELS[:8]]
    assert [control.get_const(name) for name in names] == [clingo.Number(number) for number in range(8)]
    relations = [name.lower() for name in CALCULUS.relations]
    assert [control.get_const(name) for name in relations] == [clingo.Number(number) for number in range(8)]
    assert control.get_const("topology") == clingo.Number(8)
    assert [RCC8[label] for label in LABELS[8:]] == list(CALCULUS.relations)


def test_the_class_of_148_labels_is_closed() -> None:
    tame = [mask for mask in range(1, 256) if is_tractable(mask)]
    # With the empty label, which the count of Renz and Nebel includes.
    assert len(tame) + 1 == 148
    assert all(is_tractable(CALCULUS.converse(mask)) for mask in tame)
    for one in tame:
        for other in tame:
            assert is_tractable(CALCULUS.compose(one, other))
            assert is_tractable(one & other)


def test_the_first_relations_of_closed_labels_in_the_class_fit_together() -> None:
    """For all labels of three regions: an atomic network is consistent if each triangle is, so this proves it for all sizes."""
    tame = [mask for mask in range(1, 256) if is_tractable(mask)]
    turned = {mask: CALCULUS.converse(mask) for mask in tame}
    for one in tame:
        row, back = CALCULUS.row(one), CALCULUS.row(turned[one])
        for other in tame:
            through = row[other]
            chosen = CALCULUS.compose(first(one), first(other))
            for third in tame:
                if third & ~through or first(third) & chosen:
                    continue
                closed = not other & ~back[third] and not one & ~CALCULUS.compose(third, turned[other])
                assert not closed, (one, other, third)


def test_labels_outside_the_class_are_split_into_it() -> None:
    for mask in range(1, 256):
        parts = split(mask)
        assert sum(parts) == mask
        assert all(is_tractable(part) for part in parts)
        assert (len(parts) == 1) == is_tractable(mask)


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.booleans()), max_size=12))
def test_orders_are_closed_and_solved(bounds: list[tuple[int, int, bool]]) -> None:
    """Against Warshall's algorithm over (at most, below)."""
    weight = {(p, q): -1 for p in range(8) for q in range(8) if p == q}
    known = dict.fromkeys(weight, 0)
    for start in range(0, 8, 2):
        known[start, start + 1] = 1
    order, consistent = Order(4), True
    for low, high, strict in bounds:
        known[low, high] = max(known.get((low, high), 0), int(strict))
        consistent = consistent and order.add(low, high, strict)
    for k in range(8):
        for p in range(8):
            for q in range(8):
                if (p, k) in known and (k, q) in known:
                    known[p, q] = max(known.get((p, q), 0), known[p, k], known[k, q])
    assert consistent == (not any(known[p, p] for p in range(8)))
    if consistent:
        places = order.places()
        for p in range(8):
            for q in range(8):
                assert (order.up[p] >> q & 1) == ((p, q) in known)
                assert (order.above[p] >> q & 1) == known.get((p, q), 0)
                assert (places[p] == places[q]) == order.equal(p, q)
                if (p, q) in known:
                    assert places[p] < places[q] or (places[p] == places[q] and not known[p, q])


def test_directions_reach_parts_but_not_wholes(session: Session) -> None:
    assert labels(session, ("a", NTPP, "b"), ("b", "left", "c")) == ({"left", DC}, {*LABELS[:8], DC} - {"right"})
    assert "left" not in labels(session, ("b", NTPP, "a"), ("b", "left", "c"))[0]
    assert labels(session, ("a", TPP, "b"), ("b", "left", "c"))[0] == {"left"}
    assert {DC, EC} == labels(session, ("a", TPP, "b"), ("b", "left", "c"))[1] & set(RCC8)


def test_directions_leave_two_relations_and_a_gap_one(session: Session) -> None:
    assert labels(session, ("a", "left", "c"))[1] & set(RCC8) == {DC, EC}
    assert labels(session, ("a", "left", "b"), ("b", "left", "c")) == (
        {"left", DC},
        {"left", "above", "below", "behind", "in front", "near", "far", DC},
    )


def test_what_overlaps_things_on_both_sides_is_longer_than_what_lies_between(session: Session) -> None:
    facts = (("a", "left", "b"), ("b", "left", "c"), ("d", PO, "a"), ("d", PO, "c"))
    assert not labels(session, *facts, of="db")[1] & {"left", "right", NTPP, TPP, EQ}
    assert PO in labels(session, *facts, of="db")[1]


def test_rcc8_is_composed_where_spartun_jumps_to_conclusions(session: Session) -> None:
    assert labels(session, ("a", TPP, "b"), ("b", TPP, "c"))[1] & set(RCC8) == {TPP, NTPP}
    assert labels(session, ("a", TPP, "b"), ("b", NTPP, "c"))[0] == {NTPP}


def test_near_and_far(session: Session) -> None:
    assert labels(session, ("a", "far", "c"))[0] == {"far", DC}
    assert labels(session, ("a", "near", "c"))[1] == set(LABELS) - {"far"}
    assert labels(session, ("a", EQ, "c"))[0] == {"near", EQ}
    assert labels(session, ("a", EC, "c"))[0] == {EC}
    assert labels(session, ("a", TPP, "b"), ("b", "far", "c"))[0] == {"far", DC}
    assert "near" not in labels(session, ("a", TPP, "b"), ("b", "near", "c"))[0]
    assert labels(session, ("a", EQ, "b"), ("b", "near", "c"))[0] == {"near"}
    assert EQ not in labels(session, ("a", "near", "b"), ("b", "near", "c", True))[1]
    assert labels(session, ("a", "near", "c", True), ("a", "far", "c", True))[1] == set(LABELS) - {"near", "far", EQ}


@pytest.mark.parametrize(
    ("facts", "core"),
    [
        ((("a", "left", "b"), ("x", "near", "y"), ("b", "left", "a")), (0, 2)),
        ((("a", "near", "b"), ("b", "far", "a")), (0, 1)),
        ((("a", NTPP, "b"), ("b", EC, "c"), ("a", "touching", "c")), (0, 1, 2)),
        ((("a", NTPP, "b"), ("a", "left", "b")), (0, 1)),
        ((("a", "left+inside", "b"),), (0,)),
        ((("x", "near", "y"), ("a", "left", "a")), (1,)),
        ((("a", "touching", "b"), ("a", EC, "b", True), ("a", TPP, "b", True), ("b", TPP, "a", True)), (0, 1, 2, 3)),
        ((("a", "near", "a", True),), (0,)),
    ],
)
def test_contradictions_are_named(session: Session, facts: tuple, core: tuple[int, ...]) -> None:
    story, _ = tell(*facts)
    answer = session.answer(story, Question(0, "relation", (0, len(story.entities) - 1)))
    assert answer.status == "inconsistent"
    assert not answer.possible
    assert "contradict" in answer.reason
    assert all(f"statement {number}" in answer.reason for number in core)
    assert stated(session.core(story)) == core
    assert session.witness(story) is None
    assert list(session.worlds(story)) == []


def test_denied_diagonals_fail_in_some_part(session: Session) -> None:
    entailed, possible = labels(session, ("a", "above+left", "c", True), ("a", "left", "c"))
    assert "left" in entailed
    assert "above" not in possible


# Two regions in one octant before the corner of a third, each touching it from outside.
CORNER = (("a", "left+below+behind", "b"), ("a", EC, "b"), ("c", "left+below+behind", "b"), ("c", EC, "b"))


def test_regions_that_reach_one_corner_connect(session: Session) -> None:
    assert DC not in labels(session, *CORNER)[1]
    assert EC in labels(session, *CORNER)[1]
    assert DC in labels(session, *CORNER[:2], ("c", "left+below", "b"), ("c", EC, "b"))[1]


def test_a_witness_that_boxes_cannot_show_is_refused(session: Session) -> None:
    story, index = tell(*CORNER)
    question = Question(0, "relation", (index["a"], index["c"]))
    with pytest.raises(UnsupportedQuestion, match="none made of boxes"):
        session.witness(story, question, EC)
    assert session.witness(story, question, PO) is not None


# a is left of x and of y, b of y only, and not of x.
QUANTIFIED = (("a", "left", "x"), ("a", "left", "y"), ("b", "left", "y"), ("b", "left", "x", True))


@pytest.mark.parametrize(
    ("heads", "words", "tails", "value"),
    [
        ("ab", ("all", "all"), "xy", "no"),
        ("ab", ("all", "all"), "y", "yes"),
        ("ab", ("any", "any"), "x", "yes"),
        ("b", ("any", "any"), "x", "no"),
        ("xy", ("any", "any"), "a", "no"),
        ("ab", ("all", "any"), "xy", "yes"),
        ("ab", ("any", "all"), "xy", "yes"),
        ("b", ("any", "the"), "xy", "no"),
        ("ab", ("all", "all"), "ab", "no"),
        ("xy", ("any", "any"), "xy", "unknown"),
    ],
)
def test_quantifiers(session: Session, heads: str, words: tuple[str, str], tails: str, value: str) -> None:
    story, index = tell(*QUANTIFIED)
    properties = (
        ("heads", tuple(index[name] for name in heads)),
        ("quantifiers", words),
        ("tails", tuple(index[name] for name in tails)),
    )
    assert session.answer(story, Question(0, "yes_no", (), ("left",), properties=properties)).value == value


def test_any_is_entailed_where_no_single_pair_is(session: Session) -> None:
    """One of two touching relations holds of the pairs, and nobody knows which."""
    story, index = tell(("a", "touching", "x"), ("a", TPPI, "x", True), ("b", TPP, "y"))
    a, x = index["a"], index["x"]
    properties = (("heads", (a,)), ("quantifiers", ("any", "any")), ("tails", (x,)))
    values = {
        relation: session.answer(story, Question(0, "yes_no", (), (relation,), properties=properties)).value
        for relation in (EC, TPP, "touching")
    }
    assert values == {EC: "unknown", TPP: "unknown", "touching": "yes"}
    denied = Question(0, "yes_no", (a, x), ("touching",), properties=(("negated", True),))
    assert session.answer(story, denied).value == "no"


def test_cores_and_witnesses_of_yes_and_no(session: Session) -> None:
    story, index = tell(("a", "left", "b"), ("p", "near", "q"), ("b", "left", "c"))
    question = Question(0, "yes_no", (index["a"], index["c"]), ("left",))
    assert session.answer(story, question).value == "yes"
    assert stated(session.core(story, question, "no")) == (0, 2)
    assert session.core(story, question, "yes") is None
    assert session.witness(story, question, "no") is None
    witness = session.witness(story, question, "yes")
    assert witness is not None
    assert Sound({}).violated(story, witness) == ()
    with pytest.raises(UnsupportedQuestion):
        session.core(story, question, "left")


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        (Statement(0, "beside", (0, 1)), "beside"),
        (Statement(0, "left", (0,)), "two entities"),
        (Statement(0, "left", (0, 5)), "two entities"),
        (Statement(0, "left", (0, 1), properties=(("distance", (3,)),)), "distances"),
        (Statement(0, "left", (0, 1), properties=(("quantities", "specified"),)), "quantities"),
        (Statement(0, "left", (0, 1), properties=(("objects", "points"),)), "objects"),
    ],
)
def test_statements_without_a_meaning_are_named(session: Session, statement: Statement, word: str) -> None:
    story = Story(("a", "b"), (statement,))
    answer = session.answer(story, Question(0, "relation", (0, 1)))
    assert answer.status == "not_covered"
    assert word in answer.reason
    with pytest.raises(UnsupportedQuestion):
        session.witness(story)


@pytest.mark.parametrize(
    "question",
    [
        Question(0, "path", (0, 1)),
        Question(0, "relation", (0,)),
        Question(0, "relation", (0, 7)),
        Question(0, "relation", (0, 1), ("beside",)),
        Question(0, "relation", (0, 1), properties=(("negated", True),)),
        Question(0, "yes_no", (0, 1)),
        Question(0, "yes_no", (0, 1), ("left",), properties=(("quantifiers", ("any", "all")),)),
        Question(0, "yes_no", (0, 1), ("left",), properties=(("distance", (1,)),)),
        Question(0, "yes_no", (), ("left",), properties=(("heads", (0,)), ("quantifiers", ("most", "all")), ("tails", (1,)))),
    ],
)
def test_questions_without_a_meaning_are_named(session: Session, question: Question) -> None:
    story, _ = tell(("a", "left", "b"))
    assert session.answer(story, question).status == "not_covered"


def test_entities_nobody_speaks_of_have_a_place(session: Session) -> None:
    story = Story(("a", "b", "c"), (Statement(0, NTPP, (0, 1)),))
    witness = session.witness(story)
    assert witness is not None
    assert sorted(witness.place) == [0, 1, 2]
    assert Sound({}).violated(Story(story.entities, (Statement(0, DC, (2, 0)), Statement(1, DC, (2, 1)))), witness) == ()
    answer = session.answer(story, Question(0, "relation", (0, 2)))
    assert answer.possible == set(LABELS)


def test_a_limit_leaves_candidates_undecided(session: Session) -> None:
    slow = Sound({}).open("closure", Limits(seconds=0.0))
    story, _ = tell(("a", "touching", "b"))
    answer = slow.answer(story, Question(0, "relation", (0, 1)))
    assert answer.status == "unknown"
    assert answer.undecided == set(LABELS)
    with pytest.raises(LimitReached):
        slow.witness(story)
    few = Sound({}).open("closure", Limits(models=2))
    with pytest.raises(LimitReached):
        list(few.worlds(story))
    assert len(list(session.worlds(story, 2))) == 2


def test_the_same_session_serves_one_story_after_another(session: Session) -> None:
    one, _ = tell(("a", "left", "b"))
    other, _ = tell(("a", "right", "b"))
    question = Question(0, "relation", (0, 1), ("left", "right"))
    assert [session.answer(story, question).value for story in (one, other, one)] == [{"left"}, {"right"}, {"left"}]
    session.close()


@pytest.mark.parametrize(
    ("other", "statement", "broken"),
    [
        (((1, 2),) * 3, Statement(0, NTPP, (1, 0)), False),
        (((1, 2),) * 3, Statement(0, TPP, (1, 0)), True),
        (((1, 2),) * 3, Statement(0, TPP, (1, 0), properties=(("negated", True),)), False),
        (((4, 5),) * 3, Statement(0, "touching", (0, 1)), False),
        (((4, 5),) * 3, Statement(0, "left+below", (0, 1)), False),
        (((4, 5),) * 3, Statement(0, "right", (0, 1)), True),
        (((4, 5),) * 3, Statement(0, "far", (0, 1)), True),
        (((5, 6),) * 3, Statement(0, "far", (0, 1)), False),
        (((5, 6),) * 3, Statement(0, "near", (0, 1)), False),
        (((0, 4),) * 3, Statement(0, "near", (0, 1), properties=(("negated", True),)), True),
    ],
)
def test_geometry_tells_what_a_witness_breaks(other: tuple, statement: Statement, broken: bool) -> None:
    witness = Regions({0: CUBE, 1: (other,)})
    assert Sound({}).violated(Story(("a", "b"), (statement,)), witness) == ((0,) if broken else ())


def test_near_and_far_break_each_other_through_parts_and_equals() -> None:
    theory, away = Sound({}), (((9, 10),) * 3,)
    witness = Regions({0: CUBE, 1: (((1, 2),) * 3,), 2: away, 3: away})
    for facts, broken in (
        (((0, "far", 2), (3, "near", 1)), (0, 1)),
        (((1, "far", 2), (3, "near", 0)), ()),
        (((0, "near", 2), (3, "near", 0, True)), (0, 1)),
        (((0, "near", 2), (3, "near", 1, True)), ()),
        (((0, "far", 2), (1, "far", 3, True)), (0, 1)),
    ):
        statements = tuple(
            Statement(n, relation, (head, tail), properties=(("negated", True),) if denied else ())
            for n, (head, relation, tail, *denied) in enumerate(facts)
        )
        assert theory.violated(Story(("a", "b", "c", "d"), statements), witness) == broken


def test_a_witness_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind 'points'"):
        Sound({}).violated(Story(), Points())


def test_the_registry_knows_it() -> None:
    theory = theories.get("sound", {"objects": "extended"})
    assert isinstance(theory, Theory)
    assert theory.backends == BACKENDS
    assert isinstance(theory.open(), Session)
    with pytest.raises(UnknownName):
        theory.open("z3")
    with pytest.raises(UnknownName):
        theories.get("sound", {"colour": "red"})
    assert {MASKS[label] for label in RCC8} == {load("rcc8").mask(name) for name in RCC8.values()}
