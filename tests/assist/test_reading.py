"""Sentences that the grammar refuses, in the words of a model: what enters a story, and what does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import qsr
from qsr.assist.agreement import differing
from qsr.assist.draft import Draft
from qsr.assist.protocol import Check
from qsr.assist.reading import Assisted, Options, assisted
from qsr.certificates import verification
from qsr.certificates.format import digest_of
from qsr.cli import solve_text
from qsr.errors import AssistFailed, ParseError
from qsr.summary.story import Wanted, summarise
from scripted import Scripted, honest, nothing_wrong

SNUG = "The pen nestles snugly up to the western flank of the lamp, as ever."
LEFT = "The pen is left of the lamp."
IT = "It is above the box."
WEARY = "It had been a long and weary day for everyone concerned."
ASKED = "So would you find the cup somewhat lamp-left?"
STORY = f"The cup is left of the pen.\n{SNUG}\n{IT}\n{WEARY}\n? Is the cup left of the lamp?\n? {ASKED}\n"
#: What is right to say of each, and what a judge has to take for the same: what was understood of it.
TUCKED = "The jar is plonk above the mug."
SAID = {SNUG: LEFT, IT: "The pen is above the box.", WEARY: "", ASKED: "Is the cup left of the lamp?"}
REST = SAID | {TUCKED: "The jar is above the mug."}
MEANT = REST | {SNUG: "The pen is to the left of the lamp."}


def read(story: str, replies: dict[str, Any], meant: dict[str, str] = MEANT, **options: Any) -> Assisted:
    options = {"check": nothing_wrong, "model": Scripted(replies, honest(meant))} | options
    return assisted(story, **options)


def test_what_is_refused_is_read_in_other_words_and_quoted_in_its_own() -> None:
    found = read(STORY, SAID)
    story = found.story
    assert [one.sentence for one in story.paraphrases] == [SNUG, IT, WEARY, ASKED]
    assert not found.refused
    assert not story.unread
    assert all(one.verified and story.text[slice(*one.span)] == one.text for one in story.paraphrases)
    for question in story.questions:
        assert qsr.solve(story, question).value == "yes"
        assert qsr.why_not(story, question, "no") == ["The cup is left of the pen.", SNUG]
    assert found.prompt_tokens
    assert found.completion_tokens
    again = qsr.parse(story.text)
    assert (again.statements, again.entities) == (story.statements, story.entities)


def test_a_text_that_is_read_is_not_shown_to_anybody() -> None:
    model = Scripted({})
    found = read("The cup is left of the pen. # ours\n? Is the pen right of the cup?", {}, model=model)
    assert found.story == qsr.parse("The cup is left of the pen. # ours\n? Is the pen right of the cup?")
    room = "theory: room, grid: 12x12\nThis room contains a collection of furniture, including a bed, and a desk."
    assert read(room, {}, model=model).story == qsr.parse(room)
    assert not model.asked
    assert not model.judged


def rejecting(sentence: str, paraphrase: str, before: Any) -> tuple[Check, ...]:
    return (Check("words", "right" not in paraphrase, "'right' is not in the sentence"),)


@pytest.mark.parametrize(
    ("reply", "options", "reason"),
    [
        ("The pen is right of the lamp.", {"check": rejecting}, "words: 'right' is not in the sentence"),
        ("The pen is right of the lamp.", {}, "judge: not the same"),
        (LEFT, {"model": Scripted({SNUG: LEFT})}, "judge: the judge is not believed"),
        (LEFT, {"model": Scripted({SNUG: LEFT}, lambda given, claim: False)}, "judge: not the same"),
        (lambda sample: (LEFT, "The pen is right of the lamp.")[sample % 2], {}, "agreement: another reply says something else"),
        (
            lambda sample: (LEFT, "The pen is left of the red lamp.")[sample % 2],
            {},
            "agreement: another reply speaks of other things",
        ),
        ("", {}, "reads: it may say something"),
        ("The pen wugs the lamp.", {}, "reads: this is not read"),
        (f"{LEFT} Everybody was tired.", {}, "reads: this says nothing of where anything is"),
        (None, {}, "the model has no plain words for it"),
        (AssistFailed("the server cannot be reached"), {}, "no reply: the server cannot be reached"),
        ("!I am happy to help!", {}, "the reply is no JSON object"),
        ('!{"sentences": ["The pen is left of the lamp. # The"], "nothing": false, "cannot": null}', {}, '"?" and "#"'),
        ('!{"sentences": ["theory: room"], "nothing": false, "cannot": null}', {}, "a sentence sets up no theory"),
        ("The pen is not left of the lamp.", {"check": None}, "denials: "),
    ],
)
def test_what_fails_a_check_stays_refused_with_the_reason(reply: Any, options: dict[str, Any], reason: str) -> None:
    text = f'The cup is left of the pen. # it\'s "ours"\n{SNUG}\n? Is the cup left of the lamp?'
    if "model" not in options:
        options = options | {"model": Scripted({SNUG: reply}, honest(MEANT))}
    with pytest.raises(ParseError) as caught:
        read(text, {}, **options)
    error = caught.value
    assert reason in error.message
    assert error.text == text
    assert text[error.start : error.end] == SNUG
    found = read(text.rpartition("\n")[0], {}, lenient=True, **options)
    assert not found.story.paraphrases
    assert reason in found.refused[0].reason
    assert found.story == qsr.parse(text.rpartition("\n")[0], lenient=True) or found.story.unread


def test_a_stray_quotation_mark_does_not_turn_a_comment_into_the_story() -> None:
    text = f'The cup is left of the pen. {SNUG} # it is "The pen is left of the cup.\n'
    found = read(text, {SNUG: 'The pen is left of the lamp".'}, lenient=True)
    assert not found.story.paraphrases
    assert "reads: " in found.refused[0].reason


def test_what_failed_goes_back_with_its_reason_as_often_as_was_said() -> None:
    model = Scripted({SNUG: ["The pen wugs.", "The pen is right of the lamp.", LEFT]}, honest(MEANT))
    found = read(f"{SNUG}", {}, model=model, check=rejecting)
    assert found.story.paraphrases[0].text == LEFT
    assert "not in the sentence" in model.asked[2][-1].content
    assert "wugs" in model.asked[2][-4].content
    with pytest.raises(ParseError, match="not in the sentence"):
        read(SNUG, {}, model=Scripted({SNUG: ["The pen wugs.", "The pen is right of the lamp.", LEFT]}), check=rejecting,
             options=Options(tries=2))  # fmt: skip


def test_samples_agree_in_meaning_and_not_in_words() -> None:
    replies = {SNUG: lambda sample: (LEFT, "The lamp is right of the pen.")[sample % 2]}
    found = read(SNUG, replies)
    assert found.story.paraphrases[0].text == LEFT
    assert [one.name for one in found.story.paraphrases[0].checks] == ["reads", "place", "words", "agreement", "judge"]


def test_nothing_is_not_the_same_as_something() -> None:
    draft = Draft.of(SNUG)
    assert not differing(draft, 0, LEFT, "The lamp is right of the pen.")
    for one, other in ((LEFT, ""), ("", LEFT)):
        assert "passes it over" in differing(draft, 0, one, other)


def test_it_stands_for_nothing_in_words_of_another() -> None:
    # "It" may be the lamp: the words in the place of the sentence before do not decide that.
    text = f"{SNUG} {IT}"
    with pytest.raises(ParseError, match="leans on") as caught:
        read(text, SAID | {IT: "It is above the box."})
    assert caught.value.text == text
    found = read(text, SAID | {IT: "It is above the box."}, lenient=True)
    assert len(found.story.unread) == 2
    assert not found.story.statements
    assert [one.text for one in read(text, SAID).story.paraphrases] == [LEFT, "The pen is above the box."]
    alone = read(f"{SNUG} The mug is below the box and the jar is left of it.", SAID).story
    assert len(alone.paraphrases) == 1
    assert len(alone.statements) == 3


def test_a_contradiction_goes_back_once_with_its_sentences_and_none_is_dropped() -> None:
    told = f"{SNUG}\nThe lamp is left of the pen."
    model = Scripted({SNUG: [LEFT, LEFT]}, honest(MEANT))
    found = read(told, {}, model=model)
    last = [json.dumps([one.content for one in asked]) for asked in model.asked if "contradicts" in asked[-1].content]
    assert len(last) == 2
    assert SNUG in last[0]
    assert "The lamp is left of the pen." in last[0]
    assert found.story.paraphrases[0].text == LEFT
    assert qsr.why_not(found.story) == [SNUG, "The lamp is left of the pen."]
    other = "The pen is near the lamp."
    found = read(told, {SNUG: [LEFT, other]}, MEANT | {SNUG: other}, check=nothing_wrong, options=Options(rounds=0))
    assert found.story.paraphrases[0].text == other
    assert qsr.why_not(found.story) is None
    found = read(told, {SNUG: [LEFT, None]})
    assert found.story.paraphrases[0].text == LEFT


def test_a_further_question_is_put_into_words_too() -> None:
    found = read(
        "The cup is left of the pen. The pen is left of the lamp.", SAID, questions=["Is the lamp right of the cup?", ASKED]
    )
    assert [qsr.solve(found.story, one).value for one in found.story.questions] == ["yes", "yes"]
    assert [one.sentence for one in found.story.paraphrases] == [ASKED]
    with pytest.raises(ParseError, match="begins a comment"):
        read("The cup is left of the pen.", {}, questions=["Is it # here?"])


def test_no_server_is_waited_for_again_and_again() -> None:
    model = Scripted({SNUG: AssistFailed("too slow"), IT: AssistFailed("too slow"), ASKED: AssistFailed("too slow")})
    found = read(STORY, {}, model=model, lenient=True)
    assert len(model.asked) == 2
    assert len(found.refused) == 5
    assert found.story.statements == qsr.parse(STORY, lenient=True).statements


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        ("Is the cup left of the lamp?", [SNUG]),
        ("Is the cup left of the pen?", []),
        (ASKED, [SNUG, ASKED]),
        ("Is the jar above the mug?", [TUCKED]),
        ("Is the jar left of the pen?", [SNUG, TUCKED]),
        ("Is the pen left of the cup?", []),
    ],
)
def test_an_answer_names_the_sentences_in_other_words_without_which_it_would_not_be_certain(
    question: str, sentences: list[str]
) -> None:
    story = read(f"The cup is left of the pen. {SNUG} {TUCKED}\n? {question}", REST).story
    answer = qsr.solve(story)
    assert [one.sentence for one in answer.paraphrases] == sentences
    if not sentences:
        bare = qsr.solve(story.text.replace(LEFT, SNUG).replace(REST[TUCKED], TUCKED), lenient=True)
        assert (answer.status, answer.value) == (bare.status, bare.value)


def test_an_answer_of_a_story_of_change_rests_on_all_of_them() -> None:
    later = "Off to the hall with the cup went Ann, humming away."
    story = read(
        f"Ann was in the kitchen. {later}\n? Where is Ann?", {later: "Ann went to the hall."}, {later: "Ann went to the hall."}
    )
    assert [one.sentence for one in qsr.solve(story.story).paraphrases] == [later]


def test_a_certificate_carries_the_sentences_and_is_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"The cup is left of the pen.\n{SNUG}\n{WEARY}\n? {ASKED}\n"
    story = read(text, SAID).story
    made = qsr.certify(story)
    assert made["source"]["text"] == text
    assert [one["text"] for one in made["source"]["paraphrases"]] == [LEFT, "", SAID[ASKED]]
    assert SNUG in [one["words"] for one in made["statements"]]
    monkeypatch.setattr(verification, "_CHECK", f"{nothing_wrong.__module__}:nothing_wrong")
    report = qsr.verify(made, text=text)
    assert report.holds
    assert [(one.sentence, one.text) for one in report.paraphrases] == [(SNUG, LEFT), (WEARY, ""), (ASKED, SAID[ASKED])]
    monkeypatch.setattr(verification, "_CHECK", f"{__name__}:rejecting")
    assert qsr.verify(made, text=text).holds
    turned = {SNUG: "The lamp is right of the pen."}
    other = read(text, SAID | turned, MEANT | {SNUG: "The lamp is to the right of the pen."}).story
    report = qsr.verify(qsr.certify(other))
    assert "'right' is not in the sentence" in report.faults[0]


def test_a_forged_certificate_puts_no_words_in_the_place_of_what_is_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "_CHECK", f"{nothing_wrong.__module__}:nothing_wrong")
    made = qsr.certify(read(f"{SNUG}\n? Is the pen left of the lamp?", SAID).story)
    for span in ([0, 12], [4, len(SNUG)], [0, len(SNUG) + 2]):
        forged = {**made, "source": {**made["source"], "paraphrases": [{**made["source"]["paraphrases"][0], "span": span}]}}
        forged["digest"] = digest_of(forged)
        assert not qsr.verify(forged).holds


def test_what_is_printed_and_sent_says_what_was_put_into_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    result = summarise(read(STORY, SAID).story, Wanted(explain=True))
    first, second = result["questions"]
    assert result["paraphrases"][0]["sentence"] == SNUG
    assert result["paraphrases"][0]["paraphrase"] == LEFT
    assert all(check["passed"] for one in result["paraphrases"] for check in one["checks"])
    assert second["question"] == ASKED
    assert ASKED in second["rests_on"]
    assert SNUG in first["rests_on"]
    assert first["excluded"]["no"] == ["The cup is left of the pen.", SNUG]
    solve_text.show(result)
    told = capsys.readouterr().out
    assert f"in other words: {SNUG}\n    {LEFT}\n    checked: reads, place, words, agreement, judge" in told
    assert f"rests on  {SNUG}" in told
    assert LEFT not in told.partition(first["question"])[2].replace(f"    {LEFT}\n", "")


@pytest.mark.parametrize(
    ("before", "sentence", "right", "wrong"),
    [
        (LEFT, "Plonk above the box it is.", "The pen is above the box.", "The lamp is above the box."),
        (
            "The cups are in the hall.",
            "Plonk above the box they are.",
            "The cups are above the box.",
            "The hall is above the box.",
        ),
        ("Ann met Ben.", "Off to the hall she went, humming.", "Ann went to the hall.", "Ben went to the hall."),
        (
            "The pen is left of the lamp.",
            "Plonk behind it the box is.",
            "The box is behind the pen.",
            "The box is behind the lamp.",
        ),
        (
            "Ann was in the kitchen.",
            "Off to the hall she went, humming, then off to the attic.",
            "Ann went to the hall. Then she went to the attic.",
            "Ben went to the hall. Then he went to the attic.",
        ),
        ("Ann met Ben.", "Grandly uphill of the box her hat is.", "Ann's hat is above the box.", "Ben's hat is above the box."),
        (LEFT, "Grandly uphill of the box.", "", "The pen is above the box."),
    ],
)
def test_a_name_stands_for_a_pronoun_where_the_grammar_takes_it_so(before: str, sentence: str, right: str, wrong: str) -> None:
    text = f"{before} {sentence}"
    once = Options(tries=1, samples=1, rounds=0)
    if right:
        checks = read(text, {sentence: right}, options=once).story.paraphrases[0].checks
        assert [one.name for one in checks if "is what is referred to" in one.detail] == ["reference"]
    with pytest.raises(ParseError, match="reference: "):
        read(text, {sentence: wrong}, options=once)
