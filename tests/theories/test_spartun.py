from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import NotCovered, UnknownName, UnsupportedQuestion
from qsr.relations import CONVERSE, LABELS
from qsr.resources import encoding
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, Session, Theory, stated
from qsr.theories.spartun.clingo import derive_by_clingo
from qsr.theories.spartun.facts import NUMBER, Fact
from qsr.theories.spartun.rules import Derived, derive
from qsr.theories.spartun.session import CANDIDATES
from qsr.theories.spartun.theory import Spartun
from qsr.witnesses import Points

steady = settings(derandomize=True, deadline=None)
BACKENDS = ("direct", "clingo")
DC, EC, PO, TPP, NTPP, TPPI, NTPPI, EQ = (
    "outside",
    "outside and touching",
    "partially overlapping",
    "inside and touching",
    "inside",
    "contains and touches",
    "contains",
    "overlapping",
)
#: Labels that meet in one rule, so that a random story reaches it.
FAMILIES = (LABELS, (TPP, NTPP, TPPI, EQ), ("left", "right", NTPP, TPP, EQ), (DC, "far", NTPP, TPP), ("near", EC, PO, EQ))


@st.composite
def fact_lists(draw: st.DrawFn, most: int = 6) -> list[Fact]:
    entity = st.integers(0, most - 1)
    label = st.sampled_from([NUMBER[name] for name in draw(st.sampled_from(FAMILIES))])
    facts = st.tuples(entity, entity, label).filter(lambda fact: fact[0] != fact[1])
    return draw(st.lists(facts, max_size=9))


def tell(*facts: tuple[str, str, str]) -> tuple[Story, dict[str, int]]:
    index = {name: place for place, name in enumerate(dict.fromkeys(n for head, _, tail in facts for n in (head, tail)))}
    statements = tuple(Statement(i, relation, (index[a], index[b])) for i, (a, relation, b) in enumerate(facts))
    return Story(tuple(index), statements), index


@pytest.fixture(params=BACKENDS)
def session(request: pytest.FixtureRequest) -> Session:
    return Spartun({}).open(request.param)


def labels(session: Session, *facts: tuple[str, str, str], of: str = "ac") -> set[str]:
    """What holds of A and C after a few facts about single letters."""
    story, index = tell(*facts)
    answer = session.answer(story, Question(0, "relation", (index[of[0]], index[of[1]])))
    assert answer.status == "determined"
    assert answer.value == answer.possible == answer.entailed
    return set(answer.entailed)


def derived_of(derived: Derived, head: int, tail: int) -> set[str]:
    return {label for label in LABELS if derived.holds(head, tail, NUMBER[label])}


def test_the_encoding_numbers_labels_as_the_package_does() -> None:
    control = clingo.Control()
    control.add("base", [], encoding("spartun.lp"))
    topology = ["dc", "ec", "po", "tpp", "ntpp", "tppi", "ntppi", "eq"]
    names = [*(name.replace(" ", "_") for name in LABELS[:8]), *topology]
    assert [control.get_const(name) for name in names] == [clingo.Number(number) for number in range(16)]


@steady
@given(fact_lists())
def test_backends_derive_the_same(facts: list[Fact]) -> None:
    direct, asp = derive(facts), derive_by_clingo(Limits(), facts)
    for head in range(6):
        for tail in range(6):
            assert derived_of(direct, head, tail) == derived_of(asp, head, tail)


@steady
@given(fact_lists())
def test_every_fact_and_every_converse_is_derived_and_nothing_of_one_entity(facts: list[Fact]) -> None:
    derived = derive(facts)
    for head, tail, label in facts:
        assert derived.holds(head, tail, label)
    for head in range(6):
        assert not derived_of(derived, head, head)
        for tail in range(6):
            assert {CONVERSE[label] for label in derived_of(derived, head, tail)} == derived_of(derived, tail, head)


@steady
@given(fact_lists(), fact_lists())
def test_more_facts_never_take_a_label_away(facts: list[Fact], more: list[Fact]) -> None:
    fewer, all_of_them = derive(facts), derive(facts + more)
    assert all(derived_of(fewer, head, tail) <= derived_of(all_of_them, head, tail) for head in range(6) for tail in range(6))


@steady
@given(fact_lists(), st.permutations(range(6)))
def test_names_do_not_matter(facts: list[Fact], new: list[int]) -> None:
    derived, renamed = derive(facts), derive([(new[head], new[tail], label) for head, tail, label in reversed(facts)])
    for head in range(6):
        for tail in range(6):
            assert derived_of(derived, head, tail) == derived_of(renamed, new[head], new[tail])


@pytest.mark.parametrize(
    "label", [label for label in LABELS if label in ("left", "right", "above", "below", "behind", "in front", EQ)]
)
def test_directions_and_equality_are_transitive(session: Session, label: str) -> None:
    story, index = tell(("a", label, "b"), ("c", CONVERSE[label], "b"), ("c", label, "d"))
    question = Question(0, "yes_no", (index["a"], index["d"]), (label,))
    assert session.answer(story, question).value == "yes"


@pytest.mark.parametrize("label", ["near", "far", DC, EC, PO])
def test_distances_and_contacts_do_not_chain(session: Session, label: str) -> None:
    assert labels(session, ("a", label, "b"), ("b", label, "c")) == set()


@pytest.mark.parametrize(
    ("chain", "found"),
    [
        ((NTPP,), {NTPP}),
        ((TPP,), {TPP}),
        ((TPP, TPP), {NTPP}),
        ((NTPP, TPP), {NTPP}),
        ((TPP, NTPP), set()),
        ((TPP, TPP, NTPP), set()),
        ((NTPP, NTPP, TPP, TPP), {NTPP}),
        ((TPP, TPP, TPP), {NTPP}),
        ((NTPP, TPP, NTPP), set()),
    ],
)
def test_chains_of_parts(session: Session, chain: tuple[str, ...], found: set[str]) -> None:
    places = "pqrst"[: len(chain)]
    facts = [(inner, relation, outer) for inner, relation, outer in zip("a" + places[:-1], chain, places, strict=True)]
    assert labels(session, *facts, of=f"a{places[-1]}") == found


@pytest.mark.parametrize("label", ["left", "above", "behind", "far", DC])
def test_what_lifts_holds_of_parts_on_either_side_and_on_both(session: Session, label: str) -> None:
    facts = (("x", NTPP, "a"), ("a", label, "b"), ("b", TPPI, "y"))
    for pair in ("ab", "xb", "ay", "xy"):
        assert labels(session, *facts, of=pair) == {label}


@pytest.mark.parametrize("label", ["near", EC, PO])
def test_what_does_not_lift(session: Session, label: str) -> None:
    assert labels(session, ("x", NTPP, "a"), ("a", label, "b"), of="xb") == set()


def test_a_lifted_direction_enters_no_chain(session: Session) -> None:
    facts = (("x", NTPP, "a"), ("a", "left", "b"), ("b", TPPI, "y"), ("y", "left", "z"))
    assert labels(session, *facts, of="xy") == {"left"}
    assert labels(session, *facts, of="xz") == set()


def test_nothing_goes_from_a_part_to_its_whole(session: Session) -> None:
    assert labels(session, ("x", NTPP, "a"), ("x", "left", "c")) == set()


def test_two_axes_do_not_combine_and_contradictions_are_not_seen(session: Session) -> None:
    assert labels(session, ("a", "left", "b"), ("b", "above", "c")) == set()
    assert labels(session, ("a", "left", "c"), ("a", "right", "c")) == {"left", "right"}


def test_equality_takes_one_side_and_is_near(session: Session) -> None:
    facts = (("a", EQ, "p"), ("p", EC, "q"), ("q", EQ, "c"))
    assert labels(session, *facts, of="aq") == labels(session, *facts, of="pc") == {EC}
    assert labels(session, *facts, of="ac") == set()
    assert labels(session, ("a", EQ, "c")) == {"near"}


def test_equality_is_answered_where_it_is_asked_for(session: Session) -> None:
    story, _ = tell(("a", EQ, "c"))
    assert session.answer(story, Question(0, "relation", (0, 1), (EQ, "left"))).value == {EQ}
    assert EQ not in CANDIDATES
    assert len(CANDIDATES) == 15


def test_diagonals_are_both_their_parts(session: Session) -> None:
    story, _ = tell(("a", "above+left", "b"))
    assert session.answer(story, Question(0, "relation", (0, 1))).value == {"above", "left"}
    assert session.answer(story, Question(0, "yes_no", (0, 1), ("above+left",))).value == "yes"
    assert session.answer(story, Question(0, "yes_no", (0, 1), ("above", "right"))).value == "no"


# a is left of x and of y, b of y only.
QUANTIFIED = (("a", "left", "x"), ("a", "left", "y"), ("b", "left", "y"))


@pytest.mark.parametrize(
    ("heads", "words", "tails", "value"),
    [
        ("ab", ("all", "all"), "xy", "no"),
        ("ab", ("all", "all"), "y", "yes"),
        ("ab", ("the", "the"), "y", "yes"),
        ("ab", ("the", "the"), "xy", "no"),
        ("ab", ("any", "any"), "x", "yes"),
        ("xy", ("any", "any"), "ab", "no"),
        ("ab", ("all", "any"), "xy", "yes"),
        ("ab", ("all", "any"), "x", "no"),
        ("ab", ("any", "all"), "xy", "yes"),
        ("b", ("any", "the"), "xy", "no"),
        ("axy", ("any", "all"), "axy", "no"),
        ("abx", ("all", "any"), "axy", "no"),
    ],
)
def test_quantifiers(session: Session, heads: str, words: tuple[str, str], tails: str, value: str) -> None:
    story, index = tell(*QUANTIFIED)
    properties = (
        ("heads", tuple(index[name] for name in heads)),
        ("quantifiers", words),
        ("tails", tuple(index[name] for name in tails)),
    )
    answer = session.answer(story, Question(0, "yes_no", (0, 1), ("left",), properties=properties))
    assert answer.value == value
    assert answer.possible == answer.entailed == {value}


def test_an_any_before_an_all_is_one_head_for_every_tail(session: Session) -> None:
    story, _ = tell(("a", "left", "x"), ("b", "left", "y"))
    heads, tails = (0, 2), (1, 3)
    for words, value in ((("any", "all"), "no"), (("all", "any"), "yes")):
        properties = (("heads", heads), ("quantifiers", words), ("tails", tails))
        assert session.answer(story, Question(0, "yes_no", (0, 1), ("left",), properties=properties)).value == value


def test_several_asked_labels_hold_of_the_same_pair(session: Session) -> None:
    story, _ = tell(("a", "left", "x"), ("a", "above", "y"))
    properties = (("heads", (0,)), ("quantifiers", ("any", "any")), ("tails", (1, 2)))
    assert session.answer(story, Question(0, "yes_no", (0, 1), ("left", "above"), properties=properties)).value == "no"


@pytest.mark.parametrize(
    "statement",
    [
        Statement(0, "touching", (0, 1)),
        Statement(0, "left", (0,)),
        Statement(0, "left", (0, 1), properties=(("negated", True),)),
        Statement(0, "left", (0, 1), properties=(("distance", (3,)),)),
    ],
)
def test_statements_without_a_rule_are_named(session: Session, statement: Statement) -> None:
    answer = session.answer(Story(("a", "b"), (statement,)), Question(0, "relation", (0, 1)))
    assert answer.status == "not_covered"
    assert answer.reason
    assert answer.value is None


def test_an_empty_distance_is_none(session: Session) -> None:
    story = Story(("a", "b"), (Statement(0, "left", (0, 1), properties=(("distance", (None,)), ("negated", False))),))
    assert session.answer(story, Question(0, "relation", (0, 1))).value == {"left"}


@pytest.mark.parametrize(
    "question",
    [
        Question(0, "path", (0, 1)),
        Question(0, "relation", (0,)),
        Question(0, "relation", (0, 1), ("beside",)),
        Question(0, "yes_no", (0, 1)),
        Question(0, "yes_no", (0, 1), ("left",), properties=(("quantifiers", ("any", "all")),)),
        Question(0, "yes_no", (0, 1), ("left",), properties=(("distance", (1,)),)),
        Question(0, "yes_no", (), ("left",), properties=(("heads", (0,)), ("quantifiers", ("most", "all")), ("tails", (1,)))),
    ],
)
def test_questions_without_a_rule_are_named(session: Session, question: Question) -> None:
    story, _ = tell(("a", "left", "b"))
    assert session.answer(story, question).status == "not_covered"


def test_a_statement_about_one_entity_asserts_nothing(session: Session) -> None:
    story = Story(("a", "b"), (Statement(0, "left", (0, 0)), Statement(1, "left", (0, 1))))
    assert session.answer(story, Question(0, "relation", (0, 0))).value == frozenset()
    assert session.answer(story, Question(0, "relation", (0, 1))).value == {"left"}


def test_a_story_without_facts_answers_nothing_and_no(session: Session) -> None:
    story = Story(("a", "b"))
    assert session.answer(story, Question(0, "relation", (0, 1))).value == frozenset()
    assert session.answer(story, Question(0, "yes_no", (0, 1), ("left",))).value == "no"


def test_the_core_of_no_is_what_the_label_rests_on(session: Session) -> None:
    story, index = tell(("a", "left", "b"), ("p", "near", "q"), ("b", "left", "c"), ("c", "above", "q"))
    question = Question(0, "yes_no", (index["a"], index["c"]), ("left",))
    assert stated(session.core(story, question, "no")) == (0, 2)
    assert session.core(story, question, "yes") is None
    assert session.core(story) is None
    relation = Question(0, "relation", (index["a"], index["c"]))
    assert stated(session.core(story, relation, "right")) == (0, 2)
    assert stated(session.core(story, relation, "near")) == ()
    assert session.core(story, relation, "left") is None
    with pytest.raises(NotCovered, match="no candidate"):
        session.core(story, relation, "beside")


@steady
@given(fact_lists())
def test_cores_are_minimal(facts: list[Fact]) -> None:
    session = Spartun({}).open()
    names = tuple("abcdef")
    story = Story(names, tuple(Statement(i, LABELS[label], (head, tail)) for i, (head, tail, label) in enumerate(facts)))
    derived = derive(facts)
    for label in sorted(derived_of(derived, 0, 1)):
        core = stated(session.core(story, Question(0, "yes_no", (0, 1), (label,)), "no"))
        assert core
        for left_out in (None, *core):
            kept = [facts[i] for i in core if i != left_out]
            assert derive(kept).holds(0, 1, NUMBER[label]) == (left_out is None)


def test_there_are_no_models(session: Session) -> None:
    story, _ = tell(("a", "left", "b"))
    assert session.witness(story) is None
    assert list(session.worlds(story)) == []
    with pytest.raises(UnsupportedQuestion):
        Spartun({}).violated(story, Points())


def test_a_session_keeps_no_story_too_long(session: Session) -> None:
    first, _ = tell(("a", "left", "b"))
    second, _ = tell(("a", "right", "b"))
    question = Question(0, "relation", (0, 1))
    assert [session.answer(story, question).value for story in (first, second, first)] == [{"left"}, {"right"}, {"left"}]
    session.close()


def test_the_registry_knows_it() -> None:
    theory = theories.get("spartun", {"objects": "extended"})
    assert isinstance(theory, Theory)
    assert theory.backends == BACKENDS
    assert isinstance(theory.open(), Session)
    with pytest.raises(UnknownName):
        theory.open("z3")
    with pytest.raises(UnknownName):
        theories.get("spartun", {"colour": "red"})
