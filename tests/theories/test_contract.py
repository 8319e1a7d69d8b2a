"""The contract of every theory, built in or from an entry point: what it promises; nothing hides what is not known.

A theory of an entry point is tested on its attribute `examples`: pairs of a story and a question. `-k NAME` runs the tests of one
theory.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import certificates_stories
import qsr
from qsr import api, stories, theories
from qsr.cli import main
from qsr.errors import BackendUnavailable, LimitReached, NotCovered, ParseError, UnknownName, UnsupportedQuestion
from qsr.seats import Claim
from qsr.story import Answer, Question, Statement, Story
from qsr.summary.story import Wanted, summarise
from qsr.theories.protocol import Core, Limits, Session, Theory

PAIRS = [(name, backend) for name in theories.names() for backend in theories.get(name).backends]
#: Theories without models, and those that answer from one path whatever the rest of the story says.
WITHOUT_MODELS = ("spartun", "spartqa", "paper-ps1")
ONE_PATH = ("paper-ps3", "paper-ps4")
#: What a story may be called in a solver's language; none is a noun, which may mean something to a theory of nouns.
HOSTILE = ("x). :- not y(", "a(1..9)", '"; #end', "#show.", "%*", "not")


def story(*said: tuple[Any, ...], names: int = 3, **given: str) -> Story:
    """Return a story of statements (relation, arguments and perhaps properties), each with words of its own."""
    text, statements = "", []
    for relation, args, *rest in said:
        words = f"{relation} of {' and '.join(map(str, args))}."
        span = (len(text), len(text) + len(words))
        properties = tuple(sorted(rest[0].items())) if rest else ()
        statements.append(Statement(len(statements), relation, args, span, properties))
        text += words + " "
    return Story(tuple(f"thing {number}" for number in range(names)), tuple(statements), (), text, tuple(given.items()))


def asked(form: str, args: tuple[int, ...] = (0, 2), *candidates: str, **properties: Any) -> Question:
    return Question(0, form, args, candidates, f"What of {args}, {form}?", (0, 0), tuple(sorted(properties.items())))


PLANE = [
    story(("left", (0, 1)), ("above", (1, 2))),
    story(("left", (0, 1)), ("left", (2, 1))),
    story(("left", (0, 1)), ("above", (0, 2)), ("left", (1, 2)), ("left", (2, 0))),
]
PLANE_ASKED = [asked("relation"), asked("yes_no", (0, 2), "left"), asked("yes_no", (0, 1), "right"), asked("relation", (0, 0))]
ROSE = ("N", "S", "E", "W", "NE", "NW", "SE", "SW", "O")
PS2 = (("objects", "points"), ("relations", "complete"), ("quantities", "specified"))
SEATS = {"layout": "ring 4 inward", "theory": "seating"}
HEADS = {"theory": "headings"}
CLAIMS = (("A", (Claim("towards:east", (1,)),)), ("B", (Claim("towards:west", (1,)),)))
SEATED = (("A", (Claim("opposite", (0, 2)),)), ("B", (Claim("left:1", (0, 2)),)))
BOARD = [("size", (0,), {"cell": (1, 3)}), ("start", (0,), {"cell": (0, 0)}), ("energy", (0,), {"cell": (0, 1)})]
IN = [story(("in", (0, 1)), ("in", (1, 2))), story(("in", (0, 1)), ("in", (1, 0)), ("in", (1, 2)))]
IN_ASKED = [asked("yes_no", (0, 2), "in"), asked("yes_no", (2, 0), "in"), asked("yes_no", (0, 1), "in")]
OLDER = [("before:age", (0, 1)), ("next before:age", (1, 2))]
#: Theory -> stories, and questions of each of them.
EXAMPLES: dict[str, tuple[list[Story], list[Question]]] = {
    **dict.fromkeys(
        ("exact", "sound", "babi", "spartun", "spartqa", *(f"paper-ps{n}" for n in (1, 2, 3, 4))), (PLANE, PLANE_ASKED)
    ),
    "paper": ([replace(one, settings=PS2) for one in PLANE], PLANE_ASKED),
    "room": (
        [story(("NE", (0, 1)), ("SE", (1, 2))), story(("NWR", (0,)), ("N", (0, 1)), ("N", (1, 2)), ("N", (2, 0)))],
        [asked("relation", (0, 2), *ROSE), asked("yes_no", (0, 2), "N"), asked("relation", (0, 1), *ROSE)],
    ),
    "seating": (
        [story(("left:1", (0, 1)), ("left:1", (1, 2)), **SEATS), story(("left:1", (0, 1)), ("left:1", (0, 2)), **SEATS)],
        [
            asked("relation", (0, 2), "opposite", "left:1"),
            asked("yes_no", (0, 2), "opposite"),
            asked("options", (), "A", "B", "C", claims=SEATED, none=("C",)),
        ],
    ),
    "headings": (
        [story(("heads:180", (0,)), ("turned:90", (1, 0)), **HEADS), story(("heads:180", (0,)), ("heads:90", (0,)), **HEADS)],
        [asked("options", (), "A", "B", claims=CLAIMS, none=()), asked("options", (), "A", "B", "C", claims=CLAIMS, none=("C",))],
    ),
    "gridworld": ([story(*BOARD), story(*BOARD, ("energy", (0,), {"cell": (0, 2)}))], [asked("plan", (0,))]),
    "prepositions": (IN[:1], IN_ASKED),
    "locatives": (IN, IN_ASKED),
    "arrangement": (
        [story(*OLDER), story(*OLDER[:1], ("left", (2, 0)), ("same:age", (2, 1))), story(*OLDER, ("after:age", (0, 2)))],
        [asked("relation"), asked("yes_no", (0, 2), "next before:age"), asked("relation", (1, 2), "before:age", "same:age")],
    ),
}
SEVERAL = [("near", (0, 1)), ("left", (1, 2), {"distance": (2,)}), ("before:age", (2, 0)), ("named:opposite:mutual", (0, 2))]
EXAMPLES["separate"] = (
    [story(*SEVERAL), story(*SEVERAL, ("before:age", (0, 2)))],
    [asked("yes_no", (1, 2), "left"), asked("yes_no", (1, 0), "near"), asked("yes_no", (2, 0), "named:opposite:mutual")],
)
EXAMPLES["change"] = (
    [
        story(("goes to", (0, 1)), ("takes", (0, 2))),
        story(("takes", (0, 2))),
        story(("inside", (0, 1)), ("inside", (1, 0))),
    ],
    [asked("yes_no", (2, 1), "inside"), asked("yes_no", (0, 1), "inside"), asked("yes_no", (2, 0), "has")],
)
EXAMPLES["auto"] = (EXAMPLES["seating"][0] + EXAMPLES["headings"][0], EXAMPLES["headings"][1])
KINDS_OF_CORE = ("statements", "impossible in itself", "not derived")


def examples(name: str) -> list[tuple[Story, Question]]:
    if name not in EXAMPLES:
        return list(getattr(theories.get(name), "examples", ()))
    stories, questions = EXAMPLES[name]
    return [(one, question) for one in stories for question in questions]


def excludes(session: Session, whole: Story, kept: tuple[int, ...], question: Question | None, candidate: str | None) -> bool:
    """Tell whether some statements alone exclude a candidate, or contradict each other."""
    said = tuple(replace(whole.statements[number], id=place) for place, number in enumerate(kept))
    core = tried(lambda: session.core(replace(whole, statements=said), question, candidate))
    return isinstance(core, Core) and core.kind != "not derived"


def is_minimal(session: Session, whole: Story, question: Question | None, candidate: str | None, core: Core) -> None:
    assert core.kind in KINDS_OF_CORE
    assert bool(core.statements) == (core.kind == "statements")
    assert list(core.statements) == sorted(set(core.statements))
    if core.kind == "statements":
        assert excludes(session, whole, core.statements, question, candidate)
        for one in core.statements:
            rest = tuple(other for other in core.statements if other != one)
            assert not excludes(session, whole, rest, question, candidate), (core, one)


def is_shown(theory: Theory, whole: Story, witness: Any) -> None:
    if witness is not None and not isinstance(witness, UnsupportedQuestion):
        assert theory.violated(whole, witness) == ()


@pytest.mark.parametrize(("name", "backend"), PAIRS)
def test_examples_keep_the_contract(name: str, backend: str) -> None:
    theory = theories.get(name)
    session, again = theory.open(backend), theory.open(backend)
    statuses = set()
    for told, question in examples(name):
        answer = session.answer(told, question)
        statuses.add(answer.status)
        assert answer == session.answer(told, question) == again.answer(told, question)
        assert (answer.status == "not_covered") == isinstance(tried(lambda: session.core(told, question, "?")), NotCovered) or (  # noqa: B023
            question.form == "plan" or answer.status in ("determined", "ambiguous", "inconsistent")
        )
        if answer.status == "not_covered" or question.form == "plan":
            continue
        core, witness = session.core(told), tried(lambda: session.witness(told))  # noqa: B023
        assert core == again.core(told)
        assert core is None or witness is None
        is_shown(theory, told, witness)
        if core is not None:
            is_minimal(session, told, None, None, core)
        if answer.status == "inconsistent":
            assert core is not None
            assert not answer.possible | answer.entailed
            continue
        assert (answer.status == "determined") == (answer.possible == answer.entailed)
        for candidate in api.candidates(told, question, theory=name):
            found = session.core(told, question, candidate)
            assert found == again.core(told, question, candidate)
            assert (found is None) == (candidate in answer.possible)
            if found is not None:
                is_minimal(session, told, question, candidate, found)
            model = tried(lambda: session.witness(told, question, candidate))  # noqa: B023
            is_shown(theory, told, model)
            assert candidate in answer.possible or model is None
            if not isinstance(model, Exception):
                first, second = (theory.open(backend).witness(told, question, candidate) for _ in range(2))
                assert first == second
        for world in session.worlds(told, 3):
            assert theory.violated(told, world) == ()
    assert "determined" in statuses


@pytest.mark.parametrize("name", theories.names())
def test_an_unknown_backend_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownName, match="no such solver"):
        theories.get(name).open("no such solver")
    with pytest.raises(UnknownName, match="no such key"):
        theories.get(name, {"no such key": "1"})


@pytest.mark.parametrize(("name", "backend"), PAIRS)
def test_a_limit_is_a_status_or_an_exception_of_its_own(name: str, backend: str) -> None:
    session = theories.get(name).open(backend, Limits(seconds=0.0, models=1))
    for told, question in examples(name):
        answer = session.answer(told, question)
        if answer.status == "unknown":
            assert answer.reason
            assert not answer.undecided & (answer.possible & answer.entailed)
        for call in (session.core, session.witness):
            tried(lambda: call(told, question, "yes"), LimitReached)  # noqa: B023
            tried(lambda: call(told), LimitReached)  # noqa: B023
        assert isinstance(found := tried(lambda: list(session.worlds(told)), LimitReached), Exception) or len(found) <= 1  # noqa: B023


@pytest.mark.parametrize(("name", "backend"), PAIRS)
def test_names_that_look_like_program_text_are_names(name: str, backend: str) -> None:
    session = theories.get(name).open(backend)
    for told, question in examples(name):
        named = replace(told, entities=tuple(f"{word} {number}" for number, word in zip(range(len(told.entities)), HOSTILE)))  # noqa: B905
        plain, strange = session.answer(told, question), session.answer(named, question)
        assert (plain.status, plain.value, plain.possible) == (strange.status, strange.value, strange.possible)
        if plain.status in ("determined", "ambiguous") and question.form != "plan":
            for candidate in api.candidates(told, question, theory=name):
                assert session.core(told, question, candidate) == session.core(named, question, candidate)


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


KINDS: dict[str, Callable[[random.Random], Any]] = {
    **{made.__name__ + str(number): made for number, made in enumerate(certificates_stories.KINDS)},
    "headings": certificates_stories.headings_story,
    "grid": certificates_stories.grid,
    "babi": certificates_stories.babi,
    "room": certificates_stories.room("paper"),
}


def words_of(pick: random.Random, name: str) -> str:
    """Return a story about places in the words of the theory, with a question that it may not cover."""
    if name in ("prepositions", "locatives"):
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
    own = {"seating": ("8", "19"), "auto": ("8", "headings"), "room": ("room", "7"), "prepositions": ("9",)}
    fitting = [made for kind, made in KINDS.items() if kind == name or kind.rstrip("0123456789") == name]
    fitting += [made for kind, made in KINDS.items() if kind.endswith(own.get(name, ()))] if name in own else []
    strange = pick.random() < 0.2
    made = pick.choice(list(KINDS.values())) if strange else pick.choice([*fitting, None])
    try:
        source = words_of(pick, name) if made is None else made(pick)[1]
        return source if isinstance(source, Story) else stories.parse_story(source)
    except ParseError:
        return None


def tried(call: Callable[[], Any], *allowed: type[Exception]) -> Any:
    """Return what a call finds, or the refusal."""
    try:
        return call()
    except (UnsupportedQuestion, *allowed) as refusal:
        return refusal


def check(name: str, session: Session, story: Story, question: Question) -> None:
    answer = session.answer(story, question)
    candidates = api.candidates(story, question, theory=name) if answer.status != "not_covered" else ("yes", "left", "A")
    if answer.status == "not_covered":
        for candidate in candidates:
            for ask in (session.core, session.witness):
                assert isinstance(tried(lambda: ask(story, question, candidate)), NotCovered)  # noqa: B023
        return
    if answer.status == "inconsistent":
        core = session.core(story)
        assert core is not None
        kept = tuple(replace(story.statements[place], id=number) for number, place in enumerate(core.statements))
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
    assert not set(entry["not_derived"]) & answer.possible
    for label, words in entry["excluded"].items():
        if not words:
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


STRANGE = story(("twice as old", (0, 1)))


@pytest.mark.parametrize(("name", "backend"), PAIRS)
def test_what_is_not_covered_is_named(name: str, backend: str) -> None:
    session = theories.get(name).open(backend)
    fitting = examples(name)[0]
    strange = replace(STRANGE, settings=fitting[0].settings)
    for candidate in ("left", "yes", "no", "A"):
        for ask in (session.core, session.witness):
            with pytest.raises(NotCovered, match="twice as old"):
                ask(strange)
            for question in (fitting[1], asked("yes_no", (0, 1), "left")):
                assert session.answer(strange, question).status == "not_covered"
                with pytest.raises(NotCovered, match=r"twice as old|What of"):
                    ask(strange, question, candidate)
            question = asked("colour", (0, 1), "red")
            assert session.answer(fitting[0], question).status == "not_covered"
            with pytest.raises(NotCovered, match=r"What of \(0, 1\), colour\?"):
                ask(fitting[0], question, candidate)
    with pytest.raises(NotCovered, match="twice as old"):
        list(session.worlds(strange))
    with pytest.raises(NotCovered, match=r"twice as old|What of"):
        qsr.why_not(strange, fitting[1], "left", theory=name, backend=backend)


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
