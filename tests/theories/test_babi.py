from __future__ import annotations

from itertools import pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.errors import UnknownName
from qsr.story import Question, Statement, Story
from qsr.theories.paths.babi import Babi
from qsr.theories.paths.paper import PaperPS2
from qsr.theories.protocol import Limits, Session, Theory

steady = settings(derandomize=True, deadline=None)
BACKENDS = ("direct", "clingo")
LETTER = {"above": "n", "below": "s", "left": "w", "right": "e"}
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}


def tell(*facts: tuple[str, str, str]) -> tuple[Story, dict[str, int]]:
    index = {
        name: position for position, name in enumerate(dict.fromkeys(name for head, _, tail in facts for name in (head, tail)))
    }
    statements = tuple(Statement(number, relation, (index[a], index[b])) for number, (a, relation, b) in enumerate(facts))
    return Story(tuple(index), statements), index


#: The first story of task 19 in the published test file, with its answer "s,s".
HOUSE = (
    ("garden", "left", "bathroom"),
    ("bedroom", "above", "hallway"),
    ("office", "below", "hallway"),
    ("bathroom", "above", "bedroom"),
    ("kitchen", "right", "bedroom"),
)
SQUARE = (("a", "left", "b"), ("b", "above", "c"), ("a", "above", "d"), ("d", "left", "c"))


@pytest.mark.parametrize("backend", BACKENDS)
class TestPath:
    def test_moves_are_directions_from_where_one_stands(self, backend: str) -> None:
        story, index = tell(*HOUSE)
        answer = Babi({}).open(backend).answer(story, Question(0, "path", (index["bathroom"], index["hallway"])))
        assert (answer.status, answer.value) == ("determined", ("s", "s"))
        assert answer.possible == answer.entailed == {"s,s"}
        assert (answer.theory, answer.fingerprint) == ("babi", Babi({}).fingerprint)

    def test_equally_short_routes_are_all_possible(self, backend: str) -> None:
        story, index = tell(*SQUARE)
        session = Babi({}).open(backend)
        question = Question(0, "path", (index["a"], index["c"]))
        answer = session.answer(story, question)
        assert (answer.status, answer.value) == ("ambiguous", ("e", "s"))
        assert (answer.possible, answer.entailed) == ({"e,s", "s,e"}, frozenset())
        assert "2 equally short routes" in answer.reason
        asked = session.answer(story, Question(0, "path", question.args, ("s,e", "w,w")))
        assert asked.possible == {"s,e"}
        assert session.core(story, question, "e,s") is None
        core = session.core(story, question, "w,w")
        assert core is not None
        assert len(core.statements) == 2

    def test_nowhere_to_go(self, backend: str) -> None:
        story, index = tell(*HOUSE)
        answer = Babi({}).open(backend).answer(story, Question(0, "path", (index["office"], index["office"])))
        assert (answer.status, answer.value, answer.possible) == ("determined", (), {""})

    def test_no_route(self, backend: str) -> None:
        story, index = tell(("a", "left", "b"), ("c", "left", "d"))
        answer = Babi({}).open(backend).answer(story, Question(0, "path", (index["a"], index["d"])))
        assert (answer.status, answer.value, answer.possible) == ("determined", "unknown", frozenset())
        assert "does not connect a and d" in answer.reason

    def test_a_story_that_fits_no_grid(self, backend: str) -> None:
        story, index = tell(("a", "left", "b"), ("b", "left", "c"), ("c", "left", "a"), ("d", "above", "a"))
        answer = Babi({}).open(backend).answer(story, Question(0, "path", (index["d"], index["b"])))
        assert (answer.status, answer.value, answer.possible) == ("inconsistent", ("s", "e"), frozenset())

    def test_only_single_compass_steps_make_routes(self, backend: str) -> None:
        story, index = tell(("a", "above+left", "b"))
        session = Babi({}).open(backend)
        question = Question(0, "path", (index["a"], index["b"]))
        answer = session.answer(story, question)
        assert (answer.status, answer.value) == ("not_covered", None)
        assert "statement 0" in answer.reason
        assert session.answer(story, Question(0, "relation", question.args)).value == {"above", "left"}

    def test_more_routes_than_the_limit(self, backend: str) -> None:
        story, index = tell(*SQUARE)
        question = Question(0, "path", (index["a"], index["c"]))
        assert Babi({}).open(backend, Limits(models=2)).answer(story, question).status == "ambiguous"
        answer = Babi({}).open(backend, Limits(models=1)).answer(story, question)
        assert (answer.status, answer.value) == ("unknown", None)
        assert "more than 1" in answer.reason

    def test_a_trace_follows_the_route(self, backend: str) -> None:
        theory = Babi({})
        session = theory.open(backend)
        story, index = tell(*SQUARE)
        question = Question(0, "path", (index["a"], index["c"]))
        witness = session.witness(story, question, "s,e")
        assert witness is not None
        assert witness.kind == "trace"
        assert dict(witness.place) == {0: (0, 0), 1: (0, -1), 2: (1, -1)}
        assert dict(witness.names) == {0: "a", 1: "d", 2: "c"}
        assert theory.violated(story, witness) == ()
        assert session.witness(story, question, "w,w") is None


def test_a_wrong_trace_is_seen() -> None:
    story, index = tell(*HOUSE)
    session = Babi({}).open()
    witness = session.witness(story, Question(0, "path", (index["bathroom"], index["hallway"])), "s,s")
    assert witness is not None
    moved = type(witness)({**witness.place, 2: (5, 5)}, witness.names)
    assert Babi({}).violated(story, moved) == (1,)


def test_protocols() -> None:
    assert isinstance(Babi({}), Theory)
    for backend in (None, *BACKENDS):
        assert isinstance(Babi({}).open(backend), Session)
    with pytest.raises(UnknownName, match="backend"):
        Babi({}).open("z3")


@pytest.mark.parametrize("backend", BACKENDS)
def test_yes_no_looks_at_the_asked_axis_only(backend: str) -> None:
    story, index = tell(("pink", "left", "triangle"), ("triangle", "below", "sphere"), ("far", "above", "away"))
    session = Babi({}).open(backend)

    def ask(head: str, relation: str, tail: str) -> object:
        return session.answer(story, Question(0, "yes_no", (index[head], index[tail]), (relation,))).value

    assert ask("pink", "left", "sphere") == "yes"
    assert ask("pink", "below", "sphere") == "yes"
    assert ask("pink", "above", "sphere") == "no"
    assert ask("sphere", "right", "pink") == "yes"
    assert ask("pink", "right", "triangle") == "no"
    assert ask("pink", "above", "triangle") == "no"
    assert ask("pink", "left", "far") == "unknown"


@st.composite
def mazes(draw: st.DrawFn) -> tuple[Story, Question]:
    entities = draw(st.integers(1, 7))
    ends = st.integers(0, entities - 1)
    facts = draw(st.lists(st.tuples(st.sampled_from(sorted(LETTER)), ends, ends), max_size=10))
    statements = tuple(Statement(number, relation, (a, b)) for number, (relation, a, b) in enumerate(facts))
    question = Question(0, "path", (draw(ends), draw(ends)))
    return Story(tuple(f"e{entity}" for entity in range(entities)), statements), question


@given(mazes())
@settings(steady, max_examples=60)
def test_direct_equals_clingo(told: tuple[Story, Question]) -> None:
    story, path = told
    direct, clingo = Babi({}).open("direct"), Babi({}).open("clingo")
    for question in (path, Question(0, "yes_no", path.args, ("left",)), Question(0, "relation", path.args)):
        one, other = direct.answer(story, question), clingo.answer(story, question)
        assert (one.status, one.value, one.possible, one.entailed) == (other.status, other.value, other.possible, other.entailed)


@given(mazes())
@steady
def test_routes_are_all_the_shortest_paths_of_networkx(told: tuple[Story, Question]) -> None:
    story, question = told
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(range(len(story.entities)))
    for statement in story.statements:
        head, tail = statement.args
        if head != tail:
            graph.add_edge(tail, head, letter=LETTER[statement.relation])
            graph.add_edge(head, tail, letter=BACK[LETTER[statement.relation]])
    expected: set[str] = set()
    if networkx.has_path(graph, *question.args):
        for nodes in networkx.all_shortest_paths(graph, *question.args):
            strings = {""}
            for a, b in pairwise(nodes):
                letters = {data["letter"] for data in graph[a][b].values()}
                strings = {f"{string},{letter}".strip(",") for string in strings for letter in letters}
            expected |= strings
    session = Babi({}).open()
    answer = session.answer(story, question)
    if answer.status == "inconsistent":
        assert isinstance(answer.value, tuple) == bool(expected)
        assert not expected or ",".join(answer.value or ()) == min(expected)
    else:
        assert answer.possible == expected
        for route in expected:
            witness = session.witness(story, question, route)
            assert witness is not None
            assert Babi({}).violated(story, witness) == ()


@given(mazes())
@steady
def test_relations_are_the_grid_sums_of_ps2(told: tuple[Story, Question]) -> None:
    story, path = told
    question = Question(0, "relation", path.args)
    ours, paper = Babi({}).open().answer(story, question), PaperPS2({}).open().answer(story, question)
    assert (ours.status, ours.value, ours.possible, ours.entailed) == (paper.status, paper.value, paper.possible, paper.entailed)
