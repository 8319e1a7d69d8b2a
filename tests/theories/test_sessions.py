"""Sessions of every theory: cores, witnesses and status say the same, and none of them hides what is not known."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import qsr
from qsr import api, stories, theories
from qsr.cli import main
from qsr.errors import BackendUnavailable, ParseError, UnsupportedQuestion
from qsr.story import Answer, Question, Story
from qsr.summary.story import Wanted, summarise
from qsr.theories.protocol import Deriving, Limits, Session

SCRIPT = Path(__file__).parent.parent.parent / "benchmarks" / "certificates_stories.py"
PAIRS = [(name, backend) for name in theories.names() for backend in theories.get(name).backends]
#: Theories without models, and those that answer from one path whatever the rest of the story says.
WITHOUT_MODELS = ("spartun", "paper-ps1")
ONE_PATH = ("paper-ps3", "paper-ps4")
SENTENCES = (
    "The key is in the box.",
    "The box is on the table.",
    "The key is on the table.",
    "Mary went to the garden.",
    "Mary is not in the garden.",
    "The lamp is above the table.",
    "The lamp is behind the table.",
    "The cat is under the table.",
)
RULES = ("A is left of B.", "C is right of B.", "A is above C.", "D is below A.", "C is near B.", "B is inside D.")


def kinds() -> dict[str, Callable[[random.Random], Any]]:
    specification = importlib.util.spec_from_file_location("certificates_stories", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    every = {made.__name__ + str(number): made for number, made in enumerate(module.KINDS)}
    return {**every, "headings": module.headings_story, "grid": module.grid, "babi": module.babi, "room": module.room("paper")}


KINDS = kinds()


def words_of(pick: random.Random, name: str) -> str:
    """Return a story about places in the words of the theory, with a question that it may not cover."""
    if name in ("prepositions", "locatives", "prepositions-and-locatives"):
        said = pick.sample(SENTENCES, pick.randint(2, 4))
        own = "prepositions" if name == "prepositions" else "locatives"
        return f"theory: {own}\n{' '.join(said[1:])}\n? {said[0] if own == 'locatives' else 'Is the key in the table?'}"
    said = pick.sample(RULES[: pick.choice((4, 4, len(RULES)))], pick.randint(1, 4))
    one, other = pick.sample(sorted({letter for letter in " ".join(said) if letter in "ABCD"}), 2)
    asked = pick.choice((f"Where is {one} relative to {other}?", f"Is {one} left of {other}?"))
    line = "paper, objects: points, relations: complete, quantities: unspecified" if name == "paper" else name
    return f"theory: {line}\n{' '.join(said)}\n? {asked}"


def drawn(seed: int, name: str) -> Story | None:
    pick = random.Random(seed)
    own = {"seating": ("8", "19"), "seats-and-headings": ("8", "headings"), "room": ("room", "7"), "prepositions": ("9",)}
    fitting = [made for kind, made in KINDS.items() if kind == name or kind.rstrip("0123456789") == name]
    fitting += [made for kind, made in KINDS.items() if kind.endswith(own.get(name, ()))] if name in own else []
    strange = pick.random() < 0.2
    made = pick.choice(list(KINDS.values())) if strange else pick.choice([*fitting, None])
    try:
        source = words_of(pick, name) if made is None else made(pick)[1]
        return source if isinstance(source, Story) else stories.parse_story(source)
    except ParseError:
        return None


def tried(call: Callable[[], Any]) -> Any:
    """Return what a call finds, or the refusal."""
    try:
        return call()
    except UnsupportedQuestion as refusal:
        return refusal


def check(name: str, session: Session, story: Story, question: Question) -> None:
    answer = session.answer(story, question)
    candidates = api.candidates(story, question, theory=name) if answer.status != "not_covered" else ("yes", "left", "A")
    if answer.status == "not_covered":
        for candidate in candidates:
            for ask in (session.core, session.witness):
                assert isinstance(tried(lambda: ask(story, question, candidate)), UnsupportedQuestion)  # noqa: B023
        return
    if answer.status == "inconsistent":
        core = session.core(story)
        assert core is not None
        kept = tuple(replace(story.statements[place], id=number) for number, place in enumerate(core))
        assert session.answer(replace(story, statements=kept), question).status in ("inconsistent", "not_covered")
        return
    if question.form == "plan" or answer.status == "unknown":
        return
    assert (answer.status == "determined") == (answer.possible == answer.entailed)
    assert not answer.undecided
    has_models = name not in WITHOUT_MODELS and answer.theory not in (*WITHOUT_MODELS, *ONE_PATH)
    for candidate in candidates:
        core = session.core(story, question, candidate)
        assert (core is None) == (candidate in answer.possible), candidate
        witness = tried(lambda: session.witness(story, question, candidate))  # noqa: B023
        if has_models and not isinstance(witness, UnsupportedQuestion):
            assert (witness is not None) == (candidate in answer.possible), candidate
        assert candidate in answer.possible or witness is None
    in_itself(name, session, story, question, answer)


def in_itself(name: str, session: Session, story: Story, question: Question, answer: Answer) -> None:
    told = summarise(replace(story, questions=(question,)), Wanted(name, limits=Limits(seconds=20), explain=True))
    (entry,) = told["questions"]
    derives = isinstance(theories.get(name), Deriving)
    assert derives or not entry["not_derived"]
    assert not set(entry["not_derived"]) & answer.possible
    for label, words in entry["excluded"].items():
        if not words:
            assert not derives
            assert label not in session.answer(replace(story, statements=()), question).possible


@pytest.mark.parametrize(("name", "backend"), PAIRS)
@given(st.integers(0, 10**9))
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_cores_witnesses_and_status_agree(name: str, backend: str, seed: int) -> None:
    story = drawn(seed, name)
    if story is None:
        return
    session = theories.get(name).open(backend, Limits(seconds=20))
    try:
        for question in story.questions:
            check(name, session, story, question)
    except BackendUnavailable:
        pass  # a backend that was chosen by name need not express every story
    finally:
        session.close()


@pytest.mark.parametrize(("name", "backend"), PAIRS)
def test_no_candidate_of_a_story_that_is_not_covered_looks_possible(name: str, backend: str) -> None:
    strange = Story(("A", "B"), (replace(stories.parse_story("A is left of B.").statements[0], relation="twice as old"),))
    session = theories.get(name).open(backend)
    for form, candidates in (("relation", ("left",)), ("yes_no", ("left",)), ("options", ("A",)), ("colour", ())):
        question = Question(0, form, (0, 1), candidates)
        assert session.answer(strange, question).status == "not_covered"
        for candidate in ("left", "yes", "no", "A"):
            with pytest.raises(UnsupportedQuestion):
                session.core(strange, question, candidate)
            with pytest.raises(UnsupportedQuestion):
                session.witness(strange, question, candidate)
    for ask in (session.core, session.witness):
        with pytest.raises(UnsupportedQuestion):
            ask(strange)


@pytest.mark.parametrize(
    "theory", ["spartun", "paper-ps1", "paper-ps2", "babi", "prepositions", "locatives", "headings", "seating"]
)
def test_the_facade_says_what_is_not_covered(theory: str) -> None:
    story = Story(("A", "B"), (replace(stories.parse_story("A is left of B.").statements[0], relation="twice as old"),))
    with pytest.raises(UnsupportedQuestion):
        qsr.why_not(story, Question(0, "relation", (0, 1)), "left", theory=theory)


@pytest.mark.parametrize("theory", ["spartun", "paper-ps1", "paper-ps3", "paper-ps4"])
def test_what_is_not_derived_is_not_said_to_be_excluded(theory: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.story"
    file.write_text("A is left of B. C is left of B.\n? Where is A relative to C?\n? Is A left of C?\n", encoding="utf-8")
    assert main(["solve", str(file), "--theory", theory, "--explain"]) == 0
    out = capsys.readouterr().out
    assert "in itself" not in out
    assert "  not derived  left, right" in out
    assert "  not derived  yes" in out
    assert qsr.why_not(qsr.parse(file.read_text()), "Is A left of C?", "yes", theory=theory) == []
