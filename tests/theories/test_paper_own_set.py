"""The theory that answers each story under its own property set, and the name `paper-ps1` for the rules of `spartun`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.errors import NotCovered, UnknownName, UnsupportedQuestion
from qsr.relations import LABELS, OVERLAPPING
from qsr.story import Question, Statement, Story
from qsr.witnesses import Points

steady = settings(derandomize=True, deadline=None, max_examples=60)
SETS = {
    "paper-ps1": ("extended", "incomplete", "unspecified"),
    "paper-ps2": ("points", "complete", "specified"),
    "paper-ps3": ("points", "complete", "unspecified"),
    "paper-ps4": ("extended", "complete", "unspecified"),
}
PLANE = ("left", "right", "above", "below", "above+left", "below+right", OVERLAPPING)


def said(values: tuple[str, str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(zip(("objects", "relations", "quantities"), values, strict=True))


def tell(relations: list[str], setting: tuple[tuple[str, str], ...]) -> tuple[Story, Question]:
    """A chain of entities with one relation between neighbours."""
    statements = tuple(Statement(i, relation, (i, i + 1)) for i, relation in enumerate(relations))
    story = Story(tuple(f"e{i}" for i in range(len(relations) + 1)), statements, settings=setting)
    return story, Question(0, "relation", (0, len(relations)))


@pytest.mark.parametrize("backend", ["direct", "clingo"])
@pytest.mark.parametrize("name", SETS)
@steady
@given(relations=st.lists(st.sampled_from(PLANE), min_size=1, max_size=5))
def test_a_story_is_answered_by_the_theory_of_its_property_set(backend: str, name: str, relations: list[str]) -> None:
    story, question = tell(relations, said(SETS[name]))
    session = theories.get("paper").open(backend)
    own = theories.get(name).open(backend)
    assert session.answer(story, question) == own.answer(story, question)
    assert session.answer(story, question).theory == name
    for label in ("left", "below"):
        assert session.core(story, question, label) == own.core(story, question, label)
        assert session.witness(story, question, label) == own.witness(story, question, label)


@pytest.mark.parametrize("setting", [(), said(SETS["paper-ps2"])[:2], said(("points", "incomplete", "unspecified"))])
def test_other_stories_are_not_covered_and_say_why(setting: tuple[tuple[str, str], ...]) -> None:
    story, question = tell(["left"], setting)
    theory = theories.get("paper")
    session = theory.open()
    answer = session.answer(story, question)
    assert (answer.status, answer.value, answer.theory) == ("not_covered", None, "paper")
    assert answer.reason.startswith("not covered: ")
    for ask in (session.witness, session.core, session.worlds):
        with pytest.raises(NotCovered, match="not covered"):
            ask(story)
    with pytest.raises(UnsupportedQuestion):
        theory.violated(story, Points({0: (0, 0), 1: (1, 0)}))


def test_settings_of_the_theory_win_over_those_of_the_story() -> None:
    story, question = tell(["left", "above"], said(SETS["paper-ps4"]))
    assert theories.get("paper").open().answer(story, question).value == frozenset()
    answer = theories.get("paper", dict(said(SETS["paper-ps2"]))).open().answer(story, question)
    assert (answer.theory, answer.value) == ("paper-ps2", {"left", "above"})
    assert theories.get("paper").fingerprint != theories.get("paper", {"objects": "points"}).fingerprint


def test_witnesses_are_checked_by_the_theory_that_made_them() -> None:
    story, question = tell(["left", "above"], said(SETS["paper-ps2"]))
    theory = theories.get("paper")
    witness = theory.open().witness(story, question, "left")
    assert witness is not None
    assert theory.violated(story, witness) == ()
    assert theory.violated(story, Points({0: (0, 0), 1: (0, 0), 2: (0, 0)})) == (0, 1)


def test_unknown_backends_and_settings_are_refused() -> None:
    with pytest.raises(UnknownName):
        theories.get("paper").open("prolog")
    with pytest.raises(UnknownName):
        theories.get("paper", {"colour": "red"})


@steady
@given(st.lists(st.sampled_from(LABELS), min_size=1, max_size=5))
def test_property_set_1_is_spartun_by_another_name(relations: list[str]) -> None:
    story, question = tell(relations, ())
    one, other = (theories.get(name).open().answer(story, question) for name in ("paper-ps1", "spartun"))
    assert (one.status, one.value, one.possible, one.entailed) == (other.status, other.value, other.possible, other.entailed)
    assert (one.theory, other.theory) == ("paper-ps1", "spartun")
