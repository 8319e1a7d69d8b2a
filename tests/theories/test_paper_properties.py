from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.relations import DIRECTIONS, OVERLAPPING, join, parts
from qsr.settings import PROPERTY_SETS
from qsr.story import Question, Statement, Story, Witness
from qsr.theories.paths.links import measured, read_links
from qsr.theories.paths.paper import Paper, PaperPS2, PaperPS3, PaperPS4
from qsr.theories.paths.session import path_links
from qsr.theories.protocol import Session
from qsr.theories.shortest_path import shortest_path

steady = settings(derandomize=True, deadline=None)

THEORIES = (PaperPS2, PaperPS3, PaperPS4)
RELATIONS = [
    *DIRECTIONS,
    OVERLAPPING,
    *(join([vertical, horizontal]) for vertical in ("above", "below") for horizontal in ("left", "right")),
    "above+left+behind",
]
distances = st.one_of(st.none(), st.fractions(min_value=Fraction(1, 3), max_value=4, max_denominator=3))


@st.composite
def statements(draw: st.DrawFn, entities: int, number: int, *, measures: bool) -> Statement:
    head, tail = draw(st.integers(0, entities - 1)), draw(st.integers(0, entities - 1))
    relation = draw(st.sampled_from(RELATIONS))
    properties = ()
    if measures and relation != OVERLAPPING and draw(st.booleans()):
        properties = (("distance", tuple(draw(distances) for _ in parts(relation))),)
    return Statement(number, relation, (head, tail), properties=properties)


@st.composite
def stories(draw: st.DrawFn, most: int = 7, *, measures: bool = True) -> tuple[Story, Question]:
    entities = draw(st.integers(1, most))
    count = draw(st.integers(0, 2 * entities))
    said = tuple(draw(statements(entities, number, measures=measures)) for number in range(count))
    question = Question(0, "relation", (draw(st.integers(0, entities - 1)), draw(st.integers(0, entities - 1))))
    return Story(tuple(f"e{entity}" for entity in range(entities)), said, (question,)), question


@st.composite
def chains(draw: st.DrawFn) -> tuple[Story, Question]:
    relations = draw(st.lists(st.sampled_from(RELATIONS), min_size=1, max_size=8))
    said = []
    for number, relation in enumerate(relations):
        ends = (number, number + 1) if draw(st.booleans()) else (number + 1, number)
        said.append(Statement(number, relation, ends))
    names = tuple(f"e{entity}" for entity in range(len(said) + 1))
    question = Question(0, "relation", (0, len(said)))
    return Story(names, tuple(said), (question,)), question


@st.composite
def tangles(draw: st.DrawFn) -> tuple[Story, Question]:
    """Graphs with many equally short paths: two entities joined by layers, each fully linked to the next, in any order."""
    widths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=5))
    layers, entities = [[0]], 1
    for width in [*widths, 1]:
        layers.append(list(range(entities, entities + width)))
        entities += width
    pairs = [(a, b) for one, other in pairwise(layers) for a in one for b in other]
    pairs = draw(st.permutations(pairs))[: draw(st.integers(len(pairs) * 2 // 3, len(pairs)))]
    said = tuple(Statement(number, "left", pair) for number, pair in enumerate(pairs))
    question = Question(0, "relation", (0, entities - 1))
    return Story(tuple(f"e{entity}" for entity in range(entities)), said, (question,)), question


@given(st.one_of(tangles(), stories(most=10, measures=False)))
@settings(steady, max_examples=400)
def test_the_path_is_that_of_networkx(told: tuple[Story, Question]) -> None:
    story, question = told
    graph = networkx.Graph()
    for statement in story.statements:
        if statement.args[0] != statement.args[1]:
            graph.add_edge(*statement.args)
    graph.add_nodes_from(range(len(story.entities)))
    try:
        expected = networkx.shortest_path(graph, *question.args)
    except networkx.NetworkXNoPath:
        expected = None
    assert shortest_path(read_links(story, measured).near, *question.args) == expected


def whole(factory: type[Paper]) -> Session:
    """Return a session of the theory of whole stories, under the settings of a property set."""
    return theories.get("exact", dict(PROPERTY_SETS[factory.rules.name])).open()


@pytest.mark.parametrize("factory", THEORIES)
@given(st.one_of(stories(), chains()))
@settings(steady, max_examples=60)
def test_direct_equals_clingo(factory: type[Paper], told: tuple[Story, Question]) -> None:
    story, question = told
    direct, clingo = factory({}).open("direct").answer(story, question), factory({}).open("clingo").answer(story, question)
    assert (direct.status, direct.value, direct.possible, direct.entailed) == (
        clingo.status,
        clingo.value,
        clingo.possible,
        clingo.entailed,
    )


@given(st.one_of(chains(), stories(measures=False)))
@steady
def test_each_property_set_answers_within_the_one_before(told: tuple[Story, Question]) -> None:
    ps2, ps3, ps4 = (factory({}).open().answer(*told).value for factory in THEORIES)
    assert isinstance(ps2, frozenset)
    assert isinstance(ps3, frozenset)
    assert isinstance(ps4, frozenset)
    assert ps4 <= ps3 <= ps2


@pytest.mark.parametrize("factory", [PaperPS3, PaperPS4])
@given(chains())
@steady
def test_a_label_is_in_the_answer_of_a_path_iff_the_path_entails_it(factory: type[Paper], told: tuple[Story, Question]) -> None:
    """Decide entailment by the theory of whole stories instead."""
    story, question = told
    assert whole(factory).answer(story, question).entailed == factory({}).open().answer(story, question).value


def shown(witness: Witness, head: int, tail: int, label: str) -> bool:
    """Tell from the numbers alone whether a label holds: its own axis only; "overlapping" means equal places."""
    if label == OVERLAPPING:
        return bool(witness.place[head] == witness.place[tail])
    axis, sign = DIRECTIONS[label]
    if witness.kind == "boxes":
        (a, b), (c, d) = witness.place[head][axis], witness.place[tail][axis]
        return bool(b <= c) if sign < 0 else bool(d <= a)
    return bool((witness.place[head][axis] - witness.place[tail][axis]) * sign > 0)


@pytest.mark.parametrize("factory", THEORIES)
@given(stories(most=5))
@steady
def test_every_witness_satisfies_every_statement_and_shows_its_candidate(
    factory: type[Paper], told: tuple[Story, Question]
) -> None:
    story, question = told
    theory = factory({})
    session = theory.open()
    answer = session.answer(story, question)
    model = session.witness(story)
    if factory is PaperPS2:
        assert (model is None) == (answer.status == "inconsistent")
    for candidate in sorted(answer.possible):
        witness = session.witness(story, question, candidate)
        assert (witness is None) == (model is None)
        if witness is not None:
            assert sorted(witness.place) == list(range(len(story.entities)))
            assert theory.violated(story, witness) == ()
            assert shown(witness, *question.args, candidate)
    for excluded in sorted({"left", "right", "above", "below", OVERLAPPING} - answer.possible):
        assert session.witness(story, question, excluded) is None


@pytest.mark.parametrize("factory", THEORIES)
@given(stories(most=4, measures=False), st.sampled_from(["left", "above+right", OVERLAPPING]), st.sampled_from(["yes", "no"]))
@steady
def test_yes_no_witnesses(factory: type[Paper], told: tuple[Story, Question], label: str, value: str) -> None:
    story, question = told
    theory = factory({})
    session = theory.open()
    asked = Question(0, "yes_no", question.args, (label,))
    witness = session.witness(story, asked, value)
    if value in session.answer(story, asked).possible and session.witness(story) is not None:
        assert witness is not None
        assert theory.violated(story, witness) == ()
        assert all(shown(witness, *question.args, part) for part in parts(label)) == (value == "yes")
    else:
        assert witness is None


@pytest.mark.parametrize("factory", THEORIES)
@given(stories(most=5, measures=False), st.data())
@steady
def test_violated_sees_a_moved_entity(factory: type[Paper], told: tuple[Story, Question], data: st.DataObject) -> None:
    story, _ = told
    witness = factory({}).open().witness(story)
    linked = [statement for statement in story.statements if len(set(statement.args)) == 2 and statement.relation != OVERLAPPING]
    if witness is None or not linked:
        return
    statement = data.draw(st.sampled_from(linked))
    head, tail = statement.args
    swapped = type(witness)({**witness.place, head: witness.place[tail], tail: witness.place[head]})
    assert statement.id in factory({}).violated(story, swapped)
    absent = type(witness)({entity: place for entity, place in witness.place.items() if entity != head})
    assert statement.id in factory({}).violated(story, absent)


def grid_consistent(story: Story, chosen: tuple[int, ...]) -> bool:
    """Decide by the theory of whole stories whether some statements of a story fit a grid."""
    kept = [story.statements[id_] for id_ in chosen if len(set(story.statements[id_].args)) == 2]
    return whole(PaperPS2).core(replace(story, statements=tuple(replace(one, id=n) for n, one in enumerate(kept)))) is None


@pytest.mark.parametrize("backend", ["direct", "clingo"])
@given(told=stories(most=5))
@settings(steady, max_examples=60)
def test_conflicts_are_found_and_minimal(backend: str, told: tuple[Story, Question]) -> None:
    story, _ = told
    core = PaperPS2({}).open(backend).core(story)
    assert (core is None) == grid_consistent(story, tuple(range(len(story.statements))))
    if core is not None:
        said = core.statements
        assert list(said) == sorted(said)
        assert not grid_consistent(story, said)
        assert all(grid_consistent(story, kept) for kept in combinations(said, len(said) - 1))


@pytest.mark.parametrize("factory", THEORIES)
@given(stories(most=6, measures=False))
@steady
def test_the_core_of_an_excluded_label_is_the_path(factory: type[Paper], told: tuple[Story, Question]) -> None:
    story, question = told
    session = factory({}).open()
    answer = session.answer(story, question)
    path = path_links(read_links(story, factory.rules.vectors), *question.args) or ()
    on_path = tuple(one for one in story.statements if one.id in {statement for statement, _ in path})
    along = replace(story, statements=tuple(replace(one, id=number) for number, one in enumerate(on_path)))
    for label in ("left", "right", "above", "below", OVERLAPPING):
        core = session.core(story, question, label)
        assert (core is None) == (label in answer.possible)
        if core is not None and core.kind == "not derived":
            assert factory is not PaperPS2
            assert whole(factory).witness(along, question, label) is not None
        elif core is not None and answer.status == "determined":
            if factory is not PaperPS2:
                assert whole(factory).witness(along, question, label) is None
            kept = tuple(
                Statement(number, story.statements[statement].relation, story.statements[statement].args)
                for number, statement in enumerate(core.statements)
            )
            alone = session.answer(Story(story.entities, kept), question)
            assert (alone.status, alone.value) == ("determined", answer.value)
            for left_out in range(len(kept)):
                fewer = tuple(
                    Statement(number, said.relation, said.args)
                    for number, said in enumerate(kept[:left_out] + kept[left_out + 1 :])
                )
                assert label in session.answer(Story(story.entities, fewer), question).possible


def _directions(witness: Witness, entities: int) -> tuple[bool, ...]:
    axes = range(len(next(iter(witness.place.values()))))
    labels = [*(label for label, (axis, _) in DIRECTIONS.items() if axis in axes), OVERLAPPING]
    return tuple(shown(witness, one, other, label) for one, other in combinations(range(entities), 2) for label in labels)


@pytest.mark.parametrize("factory", THEORIES)
@given(stories(most=3, measures=False))
@settings(steady, max_examples=40)
def test_worlds_are_models_and_differ(factory: type[Paper], told: tuple[Story, Question]) -> None:
    story, question = told
    theory = factory({})
    session = theory.open()
    worlds = list(session.worlds(story, 200))
    assert (not worlds) == (session.witness(story) is None)
    assert all(theory.violated(story, world) == () for world in worlds)
    seen = [_directions(world, len(story.entities)) for world in worlds]
    assert len(set(seen)) == len(seen)
    if factory is PaperPS2 and question.args[0] != question.args[1] and 0 < len(worlds) < 200:
        shown_somewhere = {
            label
            for label in ("left", "right", "above", "below", OVERLAPPING)
            if any(shown(world, *question.args, label) for world in worlds)
        }
        assert shown_somewhere == session.answer(story, question).possible & {"left", "right", "above", "below", OVERLAPPING}


def test_two_free_points_have_nine_worlds() -> None:
    story = Story(("A", "B"))
    assert len(list(PaperPS2({}).open().worlds(story))) == 9
    assert len(list(PaperPS2({}).open().worlds(story, 4))) == 4


@given(chains())
@steady
def test_sums_agree_with_positions(told: tuple[Story, Question]) -> None:
    """The sum over a chain equals the difference of any layout's positions."""
    story, question = told
    session = PaperPS2({}).open()
    witness = session.witness(story)
    assert witness is not None
    value = session.answer(story, question).value
    assert isinstance(value, frozenset)
    labels = {
        label for label, (axis, _) in DIRECTIONS.items() if axis < len(witness.place[0]) and shown(witness, *question.args, label)
    }
    assert value == (labels or {OVERLAPPING})
