from __future__ import annotations

from fractions import Fraction

import pytest

from qsr.errors import NotCovered, UnknownName
from qsr.story import Question, Statement, Story
from qsr.theories.paths.babi import Babi
from qsr.theories.paths.paper import Paper, PaperPS2, PaperPS3, PaperPS4
from qsr.theories.protocol import Limits, Session, Theory, stated
from qsr.witnesses import Boxes, Points

THEORIES = (PaperPS2, PaperPS3, PaperPS4)
BACKENDS = ("direct", "clingo")
PLANE = {"left", "right", "above", "below", "overlapping"}


def tell(*facts: tuple[str, str, str], asked: str = "A B", entities: str = "") -> tuple[Story, Question]:
    """Build a story whose text is its facts, one sentence each, and the question for the relation of the two asked."""
    names = dict.fromkeys([*(name for head, _, tail in facts for name in (head, tail)), *asked.split(), *entities.split()])
    index = {name: position for position, name in enumerate(names)}
    text, statements = "", []
    for number, (head, relation, tail) in enumerate(facts):
        sentence = f"{head} is {relation} of {tail}."
        statements.append(Statement(number, relation, (index[head], index[tail]), (len(text), len(text) + len(sentence))))
        text += sentence + "\n"
    head, tail = asked.split()
    question = Question(0, "relation", (index[head], index[tail]))
    return Story(tuple(names), tuple(statements), (question,), text), question


def chain(*relations: str) -> tuple[Story, Question]:
    """A related to B, B to C and so on; asked is the first relative to the last."""
    names = "ABCDEFGH"[: len(relations) + 1]
    facts = [(names[place], relation, names[place + 1]) for place, relation in enumerate(relations)]
    return tell(*facts, asked=f"{names[0]} {names[-1]}")


#: The worked examples of SpaRC's property sets: path, then the labels under PS2, PS3 and PS4.
WORKED = [
    ("left left", "left", "left", "left"),
    ("left right", "overlapping", "", ""),
    ("left above", "above left", "above left", ""),
    ("left above+left", "above left", "above left", "left"),
    ("left above left", "above left", "above left", "left"),
    ("left above above left", "above left", "above left", ""),
    ("left right left", "left", "", ""),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("path", "ps2", "ps3", "ps4"), WORKED)
def test_worked_examples(backend: str, path: str, ps2: str, ps3: str, ps4: str) -> None:
    story, question = chain(*path.split())
    for theory, labels in zip(THEORIES, (ps2, ps3, ps4), strict=True):
        answer = theory({}).open(backend).answer(story, question)
        assert (answer.status, answer.value) == ("determined", frozenset(labels.split()))
        assert answer.possible == answer.entailed == answer.value
        assert answer.theory == theory.name
        assert answer.fingerprint == theory({}).fingerprint


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_example_of_the_papers_second_figure(backend: str) -> None:
    story, question = tell(("A", "right", "B"), ("C", "above", "B"), ("D", "left", "C"), ("D", "above", "E"), asked="A E")
    session = PaperPS2({}).open(backend)
    assert session.answer(story, question).value == {"right"}
    witness = session.witness(story)
    assert witness is not None
    a, e = (witness.place[entity] for entity in question.args)
    assert (a[0] - e[0], a[1] - e[1]) == (2, 0)


@pytest.fixture(params=THEORIES)
def theory(request: pytest.FixtureRequest) -> Paper:
    made: Paper = request.param({})
    return made


def test_protocols(theory: Paper) -> None:
    assert isinstance(theory, Theory)
    for backend in (None, *theory.backends):
        assert isinstance(theory.open(backend, Limits(seconds=5)), Session)
    with pytest.raises(UnknownName, match="backend"):
        theory.open("z3")


@pytest.mark.parametrize("factory", [*THEORIES, Babi])
def test_settings_are_ignored_unless_unknown(factory: type[Paper]) -> None:
    story, question = chain("left", "above")
    plain = factory({}).open().answer(story, question)
    assert factory({"objects": "extended", "dimensions": "3"}).open().answer(story, question) == plain
    with pytest.raises(UnknownName, match="colour"):
        factory({"colour": "red"})


def test_a_fact_met_against_its_direction_is_inverted(theory: Paper) -> None:
    story, question = tell(("B", "right", "A"), ("B", "left", "C"), asked="A C")
    assert theory.open().answer(story, question).value == {"left"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_path(theory: Paper, backend: str) -> None:
    session = theory.open(backend)
    story, question = tell(("A", "left", "B"), ("C", "left", "D"), asked="A D", entities="E")
    answer = session.answer(story, question)
    assert (answer.status, answer.value, answer.possible, answer.entailed) == ("ambiguous", frozenset(), PLANE, frozenset())
    assert "does not connect A and D" in answer.reason
    unmentioned = session.answer(story, Question(1, "relation", (0, 4)))
    assert unmentioned.status == "ambiguous"
    asked = session.answer(story, Question(1, "yes_no", (0, 3), ("left",)))
    assert (asked.status, asked.value, asked.possible) == ("ambiguous", "unknown", {"yes", "no"})


@pytest.mark.parametrize(("label", "value"), [("left", "yes"), ("above+left", "yes"), ("right", "no"), ("below+left", "no")])
def test_yes_no_asks_whether_the_label_is_in_the_answer(label: str, value: str) -> None:
    story, question = chain("left", "above")
    answer = PaperPS2({}).open().answer(story, Question(0, "yes_no", question.args, (label,)))
    assert (answer.status, answer.value, answer.possible, answer.entailed) == ("determined", value, {value}, {value})


def test_candidates_limit_the_answer() -> None:
    story, question = chain("left", "above")
    answer = PaperPS2({}).open().answer(story, Question(0, "relation", question.args, ("left", "right", "above+left")))
    assert answer.value == {"left", "above+left"}


def test_an_entity_overlaps_itself(theory: Paper) -> None:
    story, _ = chain("left")
    for backend in BACKENDS:
        assert theory.open(backend).answer(story, Question(0, "relation", (0, 0))).value == {"overlapping"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_depth_is_a_third_axis(backend: str) -> None:
    story, question = chain("behind", "behind+left")
    ps2, ps3, ps4 = (factory({}).open(backend).answer(story, question).value for factory in THEORIES)
    assert ps2 == ps3 == {"behind", "left"}
    # On x the first link only overlaps, and an overlap loses the end that the step to the left would need.
    assert ps4 == {"behind"}


def test_distances_count_under_ps2_only() -> None:
    far = (("distance", (Fraction(7, 2),)),)
    story = Story(
        ("A", "B", "C"),
        (Statement(0, "left", (0, 1), properties=far), Statement(1, "right", (1, 2), properties=(("distance", (Fraction(3),)),))),
    )
    question = Question(0, "relation", (0, 2))
    for backend in BACKENDS:
        assert PaperPS2({}).open(backend).answer(story, question).value == {"left"}
        assert PaperPS3({}).open(backend).answer(story, question).value == frozenset()


def test_distances_per_part() -> None:
    part = (("distance", (None, Fraction(3))),)
    story = Story(("A", "B", "C"), (Statement(0, "above+left", (0, 1), properties=part), Statement(1, "below+right", (1, 2))))
    session = PaperPS2({}).open()
    assert session.answer(story, Question(0, "relation", (0, 2))).value == {"left"}
    witness = session.witness(story)
    assert witness is not None
    assert witness.place[0][0] - witness.place[1][0] == -3


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (Statement(1, "near", (1, 2)), "'near'"),
        (Statement(1, "left+right", (1, 2)), "left+right"),
        (Statement(1, "overlapping+left", (1, 2)), "overlapping+left"),
        (Statement(1, "left", (1, 2), properties=(("negated", True),)), "denies"),
        (Statement(1, "left", (0, 1, 2)), "two entities"),
    ],
)
def test_uncovered_statements_are_named(theory: Paper, statement: Statement, why: str) -> None:
    story = Story(("A", "B", "C"), (Statement(0, "left", (0, 1)), statement))
    for backend in BACKENDS:
        session = theory.open(backend)
        question = Question(0, "relation", (0, 1))
        answer = session.answer(story, question)
        assert (answer.status, answer.value, answer.possible, answer.entailed) == ("not_covered", None, frozenset(), frozenset())
        assert "statement 1" in answer.reason
        assert why in answer.reason
        for ask in (session.witness, session.core):
            with pytest.raises(NotCovered, match="statement 1"):
                ask(story)
            with pytest.raises(NotCovered, match="statement 1"):
                ask(story, question, "left")
        with pytest.raises(NotCovered):
            next(session.worlds(story))


def test_a_distance_of_overlapping_is_uncovered() -> None:
    said = Statement(0, "overlapping", (0, 1), properties=(("distance", (Fraction(2),)),))
    assert PaperPS2({}).open().answer(Story(("A", "B"), (said,)), Question(0, "relation", (0, 1))).status == "not_covered"


@pytest.mark.parametrize(
    "question",
    [
        Question(0, "path", (0, 1)),
        Question(0, "relation", (0,)),
        Question(0, "relation", (0, 1), ("inside",)),
        Question(0, "yes_no", (0, 1)),
        Question(0, "relation", (0, 1), properties=(("negated", True),)),
    ],
)
def test_uncovered_questions(theory: Paper, question: Question) -> None:
    story, _ = chain("left")
    answer = theory.open().answer(story, question)
    assert (answer.status, answer.value) == ("not_covered", None)
    assert answer.reason.startswith("not covered: ")


@pytest.mark.parametrize("backend", BACKENDS)
def test_self_relations_assert_nothing_and_are_mentioned(theory: Paper, backend: str) -> None:
    story, question = tell(("A", "left", "B"), ("B", "above", "B"), asked="A B")
    answer = theory.open(backend).answer(story, question)
    assert (answer.status, answer.value) == ("determined", {"left"})
    assert '"B is above of B."' in answer.reason
    witness = theory.open(backend).witness(story)
    assert witness is not None
    assert theory.violated(story, witness) == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_inconsistent_story_keeps_the_answer_of_its_path(backend: str) -> None:
    story, question = tell(("A", "left", "B"), ("B", "left", "C"), ("A", "left", "C"), ("C", "above", "D"), asked="A D")
    session = PaperPS2({}).open(backend)
    answer = session.answer(story, question)
    assert (answer.status, answer.value) == ("inconsistent", {"left", "above"})
    assert answer.possible == answer.entailed == frozenset()
    for sentence in ("A is left of B.", "B is left of C.", "A is left of C."):
        assert sentence in answer.reason
    assert "C is above of D." not in answer.reason
    assert stated(session.core(story)) == (0, 1, 2)
    assert stated(session.core(story, question, "right")) == (0, 1, 2)
    assert session.witness(story) is None
    assert session.witness(story, question, "left") is None
    assert list(session.worlds(story)) == []
    assert session.answer(story, Question(1, "yes_no", question.args, ("left",))).value == "yes"


@pytest.mark.parametrize("factory", [PaperPS3, PaperPS4])
def test_ps3_and_ps4_look_at_the_path_alone(factory: type[Paper]) -> None:
    story, _ = tell(("A", "left", "B"), ("B", "left", "C"), ("C", "left", "A"), ("C", "above", "D"))
    session = factory({}).open()
    answer = session.answer(story, Question(0, "relation", (2, 3)))
    assert (answer.status, answer.value) == ("determined", {"above"})
    assert session.witness(story) is None
    assert session.core(story) is None


def test_the_first_statement_between_a_pair_is_its_link(theory: Paper) -> None:
    story, question = tell(("A", "left", "B"), ("B", "above", "A"))
    answer = theory.open().answer(story, question)
    assert answer.value == {"left"}
    assert (answer.status == "inconsistent") == isinstance(theory, PaperPS2)


def test_names_never_reach_the_program() -> None:
    names = ("x). :- not y(", "\n#show.\n", 'quote"%*')
    story = Story(names, (Statement(0, "left", (0, 1)), Statement(1, "left", (1, 2))))
    for theory in (PaperPS2({}), PaperPS3({}), PaperPS4({})):
        assert theory.open("clingo").answer(story, Question(0, "relation", (0, 2))).value == {"left"}


@pytest.mark.parametrize(
    ("relation", "other", "shown"),
    [
        ("left", ((2, 3), (0, 2)), True),
        ("left", ((1, 3), (0, 2)), False),
        # Relation-complete: on the unstated axis the two overlap, and touching is enough.
        ("left", ((2, 3), (2, 4)), True),
        ("left", ((2, 3), (3, 4)), False),
        ("left", ((2, 3), (-5, -1)), False),
        ("below+left", ((2, 3), (3, 4)), True),
        ("right", ((2, 3), (0, 2)), False),
        ("overlapping", ((0, 2), (0, 2)), True),
        ("overlapping", ((0, 2), (0, 1)), False),
        ("behind", ((0, 2), (0, 2)), False),
    ],
)
def test_boxes_are_checked_by_comparison(relation: str, other: tuple[tuple[int, int], ...], shown: bool) -> None:
    story = Story(("A", "B"), (Statement(0, relation, (0, 1)),))
    witness = Boxes({0: ((0, 2), (0, 2)), 1: other})
    assert PaperPS4({}).violated(story, witness) == (() if shown else (0,))


@pytest.mark.parametrize(
    ("relation", "other", "shown"), [("left", (7, 0), True), ("left", (7, 1), False), ("behind", (0, 0), False)]
)
def test_points_are_checked_by_comparison(relation: str, other: tuple[int, int], shown: bool) -> None:
    story = Story(("A", "B"), (Statement(0, relation, (0, 1)),))
    assert PaperPS3({}).violated(story, Points({0: (0, 0), 1: other})) == (() if shown else (0,))
    assert PaperPS2({}).violated(story, Points({0: (0, 0), 1: other})) == (0,)
