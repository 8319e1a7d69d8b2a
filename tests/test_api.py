from __future__ import annotations

import pytest

import qsr
from qsr.errors import ParseError, UnknownName, UnsupportedQuestion

CHAIN = "The cup is left of the pen. The pen is left of the box."
OPEN = "A is left of B. C is left of B."
CONTRADICTION = "A is left of B. B is left of C. C is left of A. D is above A."


def test_every_public_name_can_be_had() -> None:
    for name in qsr.__all__:
        assert getattr(qsr, name) is not None
    assert set(qsr.__all__) <= set(dir(qsr))
    with pytest.raises(AttributeError, match="nothing"):
        qsr.nothing  # noqa: B018


def test_text_in_and_answer_out() -> None:
    answer = qsr.solve(CHAIN, "Where is the cup relative to the box?")
    assert "left" in answer.entailed
    assert "right" not in answer.possible
    assert answer.entailed <= answer.possible


def test_a_story_may_bring_its_question() -> None:
    assert "left" in qsr.solve(f"{CHAIN}\n? Where is the cup relative to the box?").entailed
    story = qsr.parse(f"{CHAIN}\n? Where is the cup relative to the box?")
    assert qsr.solve(story) == qsr.solve(story, story.questions[0])


@pytest.mark.parametrize(
    "text", [CHAIN, f"{CHAIN}\n? Where is the cup relative to the box?\n? Where is the box relative to the cup?"]
)
def test_without_one_question_the_call_has_to_say_which(text: str) -> None:
    with pytest.raises(UnsupportedQuestion, match="say which"):
        qsr.solve(text)


def test_a_contradiction_is_a_status() -> None:
    answer = qsr.solve(CONTRADICTION, "Where is A relative to B?")
    assert answer.status == "inconsistent"
    assert not answer.possible
    assert not answer.entailed
    assert qsr.why_not(CONTRADICTION) == ["A is left of B.", "B is left of C.", "C is left of A."]
    assert qsr.witness(CONTRADICTION) is None


def test_why_not_is_minimal_and_none_for_what_is_possible() -> None:
    question = "Where is the cup relative to the box?"
    text = f"{CHAIN} The lamp is above the cup."
    sentences = qsr.why_not(text, question, "right")
    assert sentences == ["The cup is left of the pen.", "The pen is left of the box."]
    assert qsr.why_not(text, question, "left") is None
    for sentence in sentences:
        fewer = text.replace(sentence, "")
        if "cup" in fewer.replace("above the cup", ""):
            assert "right" in qsr.solve(fewer + " The cup is above the box.", question).possible


def test_a_witness_is_a_model_with_the_candidate() -> None:
    for candidate, sign in (("left", -1), ("right", 1)):
        witness = qsr.witness(OPEN, "Where is A relative to C?", candidate)
        assert witness is not None
        gap = witness.place[0][0] - witness.place[2][0]
        assert gap * sign > 0
        assert qsr.theories.get("exact").violated(qsr.parse(OPEN), witness) == ()


def test_scenarios_differ_and_respect_the_limit() -> None:
    found = list(qsr.scenarios(OPEN, 3))
    assert len(found) == 3
    assert len({tuple(sorted(scenario.place.items())) for scenario in found}) == 3


def test_the_theory_comes_from_the_call_or_the_story_or_is_exact() -> None:
    question = "Where is A relative to C?"
    story = "A is left of B. B is above C."
    assert qsr.solve(story, question).theory == "exact"
    assert qsr.solve(f"theory: paper-ps3\n{story}", question).theory == "paper-ps3"
    assert qsr.solve(f"theory: paper-ps3\n{story}", question, theory="paper-ps2").theory == "paper-ps2"
    complete = qsr.solve(story, question, theory="exact, relations: complete")
    assert complete.entailed == frozenset({"above", "left"})
    assert qsr.solve(story, question).entailed != complete.entailed


def test_errors_have_their_types() -> None:
    with pytest.raises(ParseError):
        qsr.parse("The cup wugs a tune about the pen.")
    with pytest.raises(UnknownName):
        qsr.solve(CHAIN, "Where is the cup relative to the box?", theory="no such theory")
    with pytest.raises(UnknownName):
        qsr.solve(CHAIN, "Where is the cup relative to the box?", backend="no such solver")


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("left", True),
        ("It is on the right.", False),
        ("The box is to the right of the cup.", True),
        ("The box is to the left of the cup.", False),
        ("upper left", False),
        ("banana", None),
    ],
)
def test_answers_are_checked_by_what_the_story_entails(text: str, sound: bool | None) -> None:
    verdict = qsr.check(CHAIN, "Where is the cup relative to the box?", text)
    assert verdict.sound is sound, verdict
    assert verdict.reason


def test_an_abstention_is_sound_where_the_story_leaves_it_open() -> None:
    assert qsr.check(OPEN, "Where is A relative to C?", "That cannot be determined.").sound is True
    assert qsr.check(OPEN, "Is A left of C?", "Yes").sound is False
    assert qsr.check(CONTRADICTION, "Where is A relative to B?", "left").sound is None


@pytest.mark.parametrize(
    ("story", "question"),
    [
        (
            "theory: babi\nThe office is north of the kitchen. The hall is west of the garden.",
            "How do you go from the office to the hall?",
        ),
        ("theory: spartun\nA is left of B. C is left of B.", "Where is A relative to C?"),
    ],
)
def test_an_abstention_is_sound_where_it_is_determined_that_nothing_follows(story: str, question: str) -> None:
    answer = qsr.solve(story, question)
    assert (answer.status, answer.possible) == ("determined", frozenset())
    verdict = qsr.check(story, question, "It cannot be determined.")
    assert (verdict.sound, verdict.right) == (True, ())
    assert "does not determine" in verdict.reason


def test_an_abstention_is_not_sound_where_there_is_a_way() -> None:
    story = "theory: babi\nThe office is north of the kitchen."
    assert qsr.check(story, "How do you go from the office to the kitchen?", "It cannot be determined.").sound is False


def test_sentences_that_are_not_covered_alone_are_no_smaller_evidence() -> None:
    first = "The box, treated as an extended object, is left of the mug."
    second = "The mug is left of the jar and the box, treated as a point, is above the pen."
    asked = "Treating the box as an extended object, is the box left of the jar?"
    with pytest.raises(UnsupportedQuestion):
        qsr.why_not(second, "Treating the box as an extended object, where is the box relative to the jar?", "right")
    assert qsr.check(f"{first} {second}", asked, "No.").evidence == (first, second)
