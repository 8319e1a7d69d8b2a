"""The two backends of the sound theory on random stories, with witnesses and cores.

QSR_STORIES says how many stories (60 by default).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.errors import UnsupportedQuestion
from qsr.relations import LABELS, RCC8, converse
from qsr.story import Question, Statement, Story
from qsr.theories import get
from qsr.theories.sound.geometry import bounding_box, rcc8_of

STORIES = int(os.environ.get("QSR_STORIES", "60"))
steady = settings(derandomize=True, deadline=None, max_examples=60)
#: Relations that meet in one rule, so that a random story reaches it.
FAMILIES = (
    LABELS,
    tuple(RCC8),
    ("left", "right", "outside", "outside and touching", "touching"),
    ("above", "left", "behind", "right", "outside and touching", "partially overlapping", "touching"),
    ("near", "far", "inside", "inside and touching", "overlapping", "left"),
    ("inside", "inside and touching", "contains", "partially overlapping", "outside and touching", "touching"),
    ("left+below+behind", "outside and touching", "outside", "above+left", "left+inside", "far+left"),
)


def random_statements(pick: random.Random, entities: int) -> tuple[Statement, ...]:
    family = pick.choice(FAMILIES)
    return tuple(
        Statement(
            number,
            pick.choice(family if pick.random() < 0.9 else LABELS),
            tuple(pick.sample(range(entities), 2)),
            properties=(("negated", True),) if pick.random() < 0.3 else (),
        )
        for number in range(pick.randint(1, 2 * entities))
    )


def random_question(pick: random.Random, entities: int) -> Question:
    if pick.random() < 0.7:
        return Question(0, "relation", tuple(pick.sample(range(entities), 2)))
    properties = (
        ("heads", tuple(pick.sample(range(entities), 2))),
        ("quantifiers", (pick.choice(["all", "any", "the"]), pick.choice(["all", "any", "the"]))),
        ("tails", tuple(pick.sample(range(entities), 2))),
    )
    return Question(0, "yes_no", (), (pick.choice(pick.choice(FAMILIES)),), properties=properties)


def said_by(story: Story, kept) -> Story:
    return replace(story, statements=tuple(replace(story.statements[old], id=new) for new, old in enumerate(kept)))


def excludes(session, story, question, candidate) -> bool:
    answer = session.answer(story, question)
    return answer.status == "inconsistent" if candidate is None else candidate not in answer.possible


def check_candidate(theory, session, story, question, candidate, expected) -> str:
    try:
        witness = session.witness(story, question, candidate)
    except UnsupportedQuestion:
        assert not excludes(session, story, question, candidate)
        return "not drawn"
    core = session.core(story, question, candidate)
    assert (witness is None, core is not None) == (excludes(session, story, question, candidate),) * 2
    if witness is None:
        core = core.statements
        assert list(core) == sorted(set(core))
        assert excludes(session, said_by(story, core), question, candidate)
        assert not any(excludes(session, said_by(story, [n for n in core if n != out]), question, candidate) for out in core)
        return "core"
    assert theory.violated(story, witness) == ()
    if candidate in LABELS:
        shown = Story(story.entities, (Statement(0, candidate, question.args),))
        assert theory.violated(shown, witness) == ()
    return "witness"


def test_backends_agree_and_prove_what_they_say() -> None:
    theory, pick, found = get("sound"), random.Random("sound"), Counter()
    closure, clingo = theory.open("closure"), theory.open("clingo")
    for number in range(STORIES):
        entities = pick.choice([3, 3, 4, 5, 6])
        story = Story(tuple("abcdef"[:entities]), random_statements(pick, entities))
        question = random_question(pick, entities)
        expected, other = closure.answer(story, question), clingo.answer(story, question)
        parts = ("status", "value", "possible", "entailed", "undecided")
        assert all(getattr(expected, part) == getattr(other, part) for part in parts), (story, question, expected, other)
        found[expected.status] += 1
        if number % 4 == 0:
            session = clingo if number % 16 == 0 else closure
            candidates = (None, *LABELS) if question.form == "relation" else (None, "yes", "no")
            for candidate in candidates:
                found[check_candidate(theory, session, story, question, candidate, expected)] += 1
    print(dict(found))
    assert all(found[name] for name in ("determined", "ambiguous", "inconsistent", "witness", "core"))


@st.composite
def stories(draw: st.DrawFn, entities: int = 4) -> Story:
    family = draw(st.sampled_from(FAMILIES))
    pair = st.tuples(st.integers(0, entities - 1), st.integers(0, entities - 1))
    said = draw(st.lists(st.tuples(pair, st.sampled_from(family), st.booleans()), max_size=6))
    return Story(
        tuple("abcdef"[:entities]),
        tuple(
            Statement(number, relation, pair, properties=(("negated", True),) if denied else ())
            for number, (pair, relation, denied) in enumerate(said)
        ),
    )


@steady
@given(stories())
def test_backends_agree_on_every_pair(story: Story) -> None:
    sessions = [get("sound").open(backend) for backend in ("closure", "clingo")]
    for pair in ((0, 1), (2, 3), (1, 1)):
        one, other = (session.answer(story, Question(0, "relation", pair)) for session in sessions)
        assert (one.status, one.possible, one.entailed) == (other.status, other.possible, other.entailed)


@steady
@given(stories())
def test_answers_turn_round_with_the_pair(story: Story) -> None:
    session = get("sound").open()
    forth = session.answer(story, Question(0, "relation", (0, 1)))
    back = session.answer(story, Question(0, "relation", (1, 0)))
    assert {converse(label) for label in forth.possible} == back.possible
    assert {converse(label) for label in forth.entailed} == back.entailed
    assert forth.entailed <= forth.possible


@steady
@given(stories(), stories())
def test_more_statements_leave_less_possible(story: Story, more: Story) -> None:
    session, question = get("sound").open(), Question(0, "relation", (0, 1))
    fewer = session.answer(story, question)
    joined = tuple(replace(said, id=number) for number, said in enumerate((*story.statements, *more.statements)))
    longer = session.answer(replace(story, statements=joined), question)
    assert longer.possible <= fewer.possible
    assert longer.status == "inconsistent" or fewer.entailed <= longer.entailed


@steady
@given(stories(), st.permutations(range(4)))
def test_names_and_the_order_of_statements_do_not_matter(story: Story, new: list[int]) -> None:
    session = get("sound").open()
    turned = tuple(
        replace(said, id=number, args=tuple(new[entity] for entity in said.args))
        for number, said in enumerate(reversed(story.statements))
    )
    one = session.answer(story, Question(0, "relation", (0, 1)))
    other = session.answer(replace(story, statements=turned), Question(0, "relation", (new[0], new[1])))
    assert (one.status, one.possible, one.entailed) == (other.status, other.possible, other.entailed)


@steady
@given(stories(3))
def test_worlds_differ_and_keep_the_story(story: Story) -> None:
    theory = get("sound")
    for backend in theory.backends:
        session = theory.open(backend)
        try:
            worlds = list(session.worlds(story, 3))
        except UnsupportedQuestion:
            continue
        assert all(theory.violated(story, world) == () for world in worlds)
        consistent = session.answer(story, Question(0, "relation", (0, 1))).status != "inconsistent"
        assert bool(worlds) == consistent
        assert len({tuple(shown(world)) for world in worlds}) == len(worlds)


def shown(world):
    """What is to be seen of each pair: its RCC8 relation and whether one ends before the other starts on an axis."""
    for one, other in combinations(sorted(world.place), 2):
        boxes = [bounding_box(world.place[entity]) for entity in (one, other)]
        yield rcc8_of(world.place[one], world.place[other])
        yield from ((a[1] <= b[0], b[1] <= a[0]) for a, b in zip(*boxes, strict=True))
