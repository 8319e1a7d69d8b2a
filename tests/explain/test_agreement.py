"""`qsr explain` gives the answer of `qsr solve`, and an explanation of it, under every theory."""

from __future__ import annotations

import random

import pytest

import certificates_stories
import qsr
from explanations import faults
from qsr import theories
from qsr.errors import LimitReached, QsrError
from qsr.story import Statement, Story
from qsr.summary.story import Wanted, summarise
from qsr.theories.protocol import Limits

LIMITS = Limits(seconds=20)
#: Theories under which a story of directions is asked as well, whatever theory it was made for.
OF_DIRECTIONS = ("exact", "sound", "spartun", "babi", "paper-ps1", "paper-ps2", "paper-ps3", "paper-ps4", "auto")


def random_story(seed: int) -> tuple[Story, str | None]:
    """Return a story with one question, and the theory to ask it under: every other one has its own."""
    pick = random.Random(seed)
    kind = certificates_stories.KINDS[seed % len(certificates_stories.KINDS)]
    if seed % 2:
        text, known = certificates_stories.text_of(pick, 5, certificates_stories.SIDES, numbers=False, denials=False)
        theory = pick.choice(OF_DIRECTIONS)
        return qsr.parse(f"{text}\n{certificates_stories.asked(pick, known)}", theory=theory), theory
    while True:
        _, made, given = kind(pick)
        try:
            story = made if isinstance(made, Story) else qsr.parse(made)
        except QsrError:
            continue
        return story, given.get("theory")


def test_what_is_explained_is_what_is_solved() -> None:
    """Of 200 random stories, each kind and theory among them: status, answer, an explanation, steps that hold by themselves."""
    seen: dict[str, int] = {}
    for seed in range(200):
        story, theory = random_story(seed)
        status, wrong = faults(story, story.questions[0], theory, LIMITS)
        assert not wrong, (seed, theory, story.text, wrong)
        seen[status] = seen.get(status, 0) + 1
    assert seen.keys() >= {"determined", "determined steps", "ambiguous", "ambiguous steps", "inconsistent"}


def told(*said: tuple[str, str, str], **settings: str) -> Story:
    names = tuple(sorted({name for head, _, tail in said for name in (head, tail)}))
    statements = (Statement(n, relation, (names.index(head), names.index(tail))) for n, (head, relation, tail) in enumerate(said))
    return Story(names, tuple(statements), (), "", tuple(settings.items()))


@pytest.mark.parametrize(
    ("said", "theory", "fault"),
    [
        ("A is left of B. C is left of B.", None, "entails no relation"),
        ("A is left of B. C is left of D.", "paper-ps3", "connect"),
        ("A is left of B. B is left of C. C is left of A.", None, "inconsistent"),
        ("A is not left of B. B is left of C. A is left of C.", None, "do not speak of"),
        ("The pea is in the pod. The pod is left of C. A is in the pea.", None, "all that is entailed"),
    ],
)
def test_why_there_are_no_steps_is_told(said: str, theory: str | None, fault: str) -> None:
    story, asked = qsr.api.ask(qsr.parse(said, theory=theory), "Where is A relative to C?", theory=theory)
    answer = qsr.solve(story, asked, theory=theory)
    meant, session = qsr.api.theory_of(story, theory), qsr.api.session(story, theory)
    with pytest.raises(qsr.UnsupportedQuestion, match=fault):
        qsr.explain.derivation_of(answer, story, asked, meant, session)
    assert qsr.why(story, asked, theory=theory) is None


def test_steps_by_rules_stand_only_where_the_theory_in_use_entails_each() -> None:
    """The rules take strict containment from two tangential ones; the relations do not entail it."""
    said = "The pea is inside the pod and touches it. The pod is inside the bag and touches it."
    asked = "Where is the pea relative to the bag?"
    assert qsr.why(said, asked, theory="spartun") is not None
    story, question = qsr.api.ask(said, asked, theory="sound")
    session = qsr.api.session(story, "sound")
    derivation = qsr.explain.derive(story, question, theories.set_by_rules())
    assert derivation is not None
    assert qsr.explain.verification.unsupported(story, question, derivation, session) == (3,)


def test_a_step_that_a_limit_left_open_is_a_limit() -> None:
    with pytest.raises(LimitReached):
        qsr.why("A is left of B. B is left of C.", "Where is A relative to C?", theory="sound", limits=Limits(seconds=1e-9))


def test_a_question_that_supposes_what_the_story_excludes_is_quoted_with_the_sentences() -> None:
    story = qsr.parse(
        "There are three children in a row: Ann, Bob and Cleo. Bob is left of Cleo.\n"
        "? If Bob is the rightmost, who is the leftmost?"
    )
    told = summarise(story, Wanted(explain=True))
    assert told["contradiction"] == ["Bob is left of Cleo.", "If Bob is the rightmost, who is the leftmost?"]
