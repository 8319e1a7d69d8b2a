"""Replies in words: what stands around a direction, a yes or a no decides what the reply claims, and so whether it is sound.

The model below says in a few lines what each wrapper makes of a direction; the judge has to come to the same verdict on every
wrapper round every direction. A judge that cannot read a reply says None; what it must never do
is call a reply sound that is not.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import product

import pytest

from qsr import relations
from qsr.api import check
from qsr.datasets.free_text.extraction import read_directions
from qsr.datasets.free_text.label_lists import read_labels
from qsr.datasets.free_text.yes_no import read_yes_no
from qsr.language import english

#: The ways to say each direction: plain, and as a diagonal.
SAID = {
    "left": "left",
    "right": "right",
    "above": "above",
    "below": "below",
    "upper left": "above+left",
    "upper right": "above+right",
    "lower left": "below+left",
    "lower right": "below+right",
}
#: What a wrapper makes of the direction in it: claimed, denied, or left without a firm word; "turned" is said of the converse.
WRAPPERS: Mapping[str, str] = {
    "{}": "claimed",
    "To the {side} of the mug.": "claimed",
    "There is no doubt that it is {of} the mug.": "claimed",
    "It cannot be denied that the fork is {of} the mug.": "claimed",
    "Without a doubt, it is {of} it.": "claimed",
    "Nobody would dispute that it is {of} the mug.": "claimed",
    "It is not wrong to say that it is {of} the mug.": "claimed",
    "Where is the fork? It is {of} the mug.": "claimed",
    "Wait. No, it is {of} the mug.": "claimed",
    "The relation is {} (the fork is {of} the mug).": "claimed",
    "{}, as the lamp is on the table.": "claimed",
    "The lamp is big, and the fork is {of} the mug.": "claimed",
    "It is {of} the mug; how far is not known.": "claimed",
    "It is not {of} the mug.": "denied",
    "The fork isn't {of} the mug.": "denied",
    "The fork is never {of} the mug.": "denied",
    "It can't be {of} it.": "denied",
    "Anywhere but {of} the mug.": "denied",
    "Anything except {of} the mug.": "denied",
    "By no means {of} the mug.": "denied",
    "It is not the case that the fork is {of} the mug.": "denied",
    "It would be false to say that it is {of} the mug.": "denied",
    "It is far from being {of} the mug.": "denied",
    "The answer is not {}.": "denied",
    "almost {}": "open",
    "nearly {of} the mug": "open",
    "It is hardly {of} the mug.": "open",
    "It is barely {of} the mug.": "open",
    "It is scarcely {of} the mug.": "open",
    "It is not quite {of} the mug.": "open",
    "roughly {}": "open",
    "It is sort of {of} the mug.": "open",
    "maybe {}": "open",
    "Perhaps it is {of} the mug.": "open",
    "It might be {of} the mug.": "open",
    "It could be {of} the mug.": "open",
    "Probably {of} the mug.": "open",
    "{}, possibly": "open",
    "{}, I guess": "open",
    "If the lamp is right, it is {of} the mug.": "open",
    "It is {of} the mug if nothing was moved.": "open",
    "Unless it fell, it is {of} it.": "open",
    "Is it {of} the mug?": "open",
    "{} or not": "open",
    "I am not sure that the answer is {}.": "open",
    "It is {of} the mug. Scratch that.": "open",
    "It is {of} the mug. That is wrong.": "open",
    "It is {of} the lamp.": "open",
    "It is {of} the carpet.": "open",
    "It is left of the lamp, and {of} it as well.": "open",
    "The lamp is {of} the mug.": "open",
    "The carpet is {of} the mug.": "open",
    "Relative to the lamp, it is {}.": "open",
    "The mug is {of} the fork.": "turned",
    "It is plain that the mug is {of} the fork.": "turned",
    "The mug is not {of} the fork.": "turned and denied",
}
STORIES = {
    frozenset({"left"}): "The fork is left of the mug. The lamp is left of the mug.",
    frozenset({"above", "right"}): "The fork is above and right of the mug. The lamp is above and right of the mug.",
    frozenset({"below", "left"}): "The fork is below and left of the mug. The lamp is below and left of the mug.",
}
ASKED = "Where is the fork relative to the mug?"


def wrapped(wrapper: str, word: str) -> str:
    side = word not in ("above", "below")
    return wrapper.format(word, of=f"to the {word} of" if side else word, side=word)


def follows(part: str, story: frozenset[str]) -> str:
    """The meaning of one direction in a story: it holds, cannot hold, or is left open."""
    return "holds" if part in story else "fails" if relations.CONVERSE[part] in story else "open"


def expected(meaning: str, relation: str, story: frozenset[str]) -> bool | None:
    """The verdict of a careful reader; None where the reply claims nothing about the asked pair."""
    if meaning == "open":
        return None
    if meaning.startswith("turned"):
        relation = relations.converse(relation)
    found = {follows(part, story) for part in relations.parts(relation)}
    if meaning.endswith("denied"):
        return False if found == {"holds"} else None  # to deny alone is to name no direction
    return found == {"holds"}


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_what_stands_around_a_direction_decides_what_is_claimed(wrapper: str) -> None:
    for (word, relation), (entailed, story) in product(SAID.items(), STORIES.items()):
        if "{side}" in wrapper and word in ("above", "below"):
            continue
        reply = wrapped(wrapper, word)
        verdict = check(story, ASKED, reply)
        assert verdict.sound is expected(WRAPPERS[wrapper], relation, entailed), (story, reply, verdict.reason)


#: A claim and what is said beside it: the claim is judged, and a denial beside it is judged with it.
BESIDE: Mapping[str, str] = {
    "{} of the mug, but not {other} of it": "denied",
    "It is {} of the mug, not {other}.": "denied",
    "It is {} of the mug rather than {other} of it.": "denied",
    "It is {} of it instead of {other}.": "denied",
    "It is {} of it as opposed to {other} of it.": "denied",
    "Not {other} but {}.": "denied",
    "Far from being {other} of the mug, it is {} of it.": "denied",
    "It is not {other} of the mug. It is {} of the mug.": "denied",
    "It is {} of the mug, and maybe {other}.": "open",
    "{}, perhaps also {other}": "open",
    "It is {} of the mug; it might be {other} of it, too.": "open",
    "It is {} of the mug and {other} of the lamp.": "open",
    "The lamp is {other} of the mug, so the fork is {} of it.": "open",
    "It is {} of the mug, but whether it is {other} of it is unclear.": "open",
    "It is {} of the mug and {other} of it.": "claimed",
    "It is {} of the mug. It is {other} of the mug.": "claimed",
    "It is not only {} but also {other}.": "claimed",
}


@pytest.mark.parametrize("form", BESIDE)
def test_a_second_direction_counts_for_what_it_is(form: str) -> None:
    for (word, other), (entailed, story) in product(
        [(one, two) for one in ("left", "right") for two in ("above", "below")], STORIES.items()
    ):
        reply = form.format(word, other=other).replace("above of the", "above the").replace("below of the", "below the")
        reply = reply.replace("above of it", "above it").replace("below of it", "below it")
        sound = follows(word, entailed) == "holds"
        if BESIDE[form] == "denied":
            sound = sound and follows(other, entailed) == "fails"
        elif BESIDE[form] == "claimed":
            sound = sound and follows(other, entailed) == "holds"
        verdict = check(story, ASKED, reply)
        assert verdict.sound is sound, (story, reply, verdict.reason)


@pytest.mark.parametrize("form", ["{} or {}", "either {} or {}", "Either it is {} of the mug or it is {} of it.", "{}, maybe {}"])
def test_alternatives_are_no_claim(form: str) -> None:
    for one, two in (("left", "right"), ("right", "left"), ("upper left", "lower right")):
        for story in STORIES.values():
            assert check(story, ASKED, form.format(one, two)).sound is None


@pytest.mark.parametrize(
    "form", ["{}. Wait, no: {}.", "{}, no, {}", "It is {} of the mug. Sorry, I mean {} of it.", "Not {} but {}."]
)
def test_the_correction_counts(form: str) -> None:
    story = STORIES[frozenset({"left"})]
    assert check(story, ASKED, form.format("right", "left")).sound is True
    assert check(story, ASKED, form.format("left", "right")).sound is False


def test_a_denial_of_what_follows_is_shown_with_its_evidence() -> None:
    verdict = check("The fork is left of the mug.", ASKED, "It is not left of the mug.")
    assert (verdict.sound, verdict.rule, verdict.evidence) == (False, "denial", ("The fork is left of the mug.",))
    beside = check("The fork is left of the mug.", ASKED, "left, but not above")
    assert beside.sound is False
    assert beside.counterexample is not None


#: Each phrase with what it says where the question is whether something is so.
REPLIES: Mapping[str, tuple[str, ...]] = {
    "yes": (
        "Yes.",
        "It is.",
        "No doubt.",
        "There is no doubt that it is.",
        "Without a doubt.",
        "There is no question that it is.",
        "It cannot be denied.",
        "Nobody can deny it.",
        "Nothing wrong with that: yes.",
        "That is not untrue.",
        "It's not false.",
        "Undoubtedly.",
        "Is it? Yes.",
        "It is true that it is.",
        "Of course.",
    ),
    "no": (
        "No.",
        "It isn't.",
        "By no means.",
        "No way.",
        "Far from it.",
        "Not at all.",
        "Hardly.",
        "Not in the least.",
        "Under no circumstances.",
        "Of course not.",
        "It is not true.",
        "It is not the case that it is.",
        "There is no doubt that it is not.",
        "On the contrary.",
        "Quite the opposite.",
    ),
    "unknown": (
        "It cannot be determined.",
        "There is no way to tell.",
        "There is no way to know.",
        "Not necessarily.",
        "It depends.",
        "There is not enough information.",
        "Nobody knows.",
        "It is impossible to say.",
        "There is no telling.",
        "It may or may not be.",
        "The text does not say.",
    ),
    "": ("Maybe.", "Perhaps it is.", "Probably yes.", "It could be.", "Almost.", "If so, yes.", "Is it?", "Yes or no."),
}


@pytest.mark.parametrize(("meant", "phrase"), [(meant, phrase) for meant, phrases in REPLIES.items() for phrase in phrases])
@pytest.mark.parametrize("before", ["", "Well, that is a nice question. ", "Let us see.\n"])
def test_yes_no_and_unknown_in_fixed_phrases(before: str, meant: str, phrase: str) -> None:
    reading = read_yes_no(before + phrase)
    assert (reading.value, reading.abstained) == (meant if meant in ("yes", "no") else None, meant == "unknown")


@pytest.mark.parametrize("after", ["If P is left of Q and Q is left of R, then P is left of R.", "It might be above it, too."])
def test_a_statement_behind_a_yes_leaves_it(after: str) -> None:
    assert read_yes_no(f"Yes. {after}").value == "yes"


@pytest.mark.parametrize("after", ["Maybe not.", "Just kidding.", "Or perhaps."])
def test_a_doubt_behind_a_yes_takes_it_back(after: str) -> None:
    assert read_yes_no(f"Yes. {after}").value is None


@pytest.mark.parametrize("truth", ["yes", "no", "unknown"])
def test_the_verdict_on_each_phrase(truth: str) -> None:
    story = {
        "yes": "The fork is left of the mug.",
        "no": "The fork is right of the mug.",
        "unknown": "The fork is left of the pan. The mug is left of the pan.",
    }[truth]
    for meant, phrases in REPLIES.items():
        for phrase in phrases:
            sound = check(story, "Is the fork left of the mug?", phrase).sound
            assert sound is (None if not meant else meant == truth), phrase


@pytest.mark.parametrize("label", relations.LABELS)
@pytest.mark.parametrize(
    "form",
    [
        "Maybe {}",
        "It is not the case that {}",
        "If the lamp falls, {}",
        "I doubt that {}",
        "{} Just kidding.",
        "{} Or maybe not.",
    ],
)
def test_a_label_that_is_not_claimed_is_in_no_set(label: str, form: str) -> None:
    sentence = english.verbalise(label, "P", "Q")
    found = read_labels(form.format(sentence), "P", "Q", relations.LABELS, ["R"])
    assert not (isinstance(found.value, frozenset) and label in found.value), found


@pytest.mark.parametrize("label", relations.LABELS)
def test_a_label_of_another_pair_is_in_no_set(label: str) -> None:
    for pair in (("P", "R"), ("R", "Q"), ("R", "S")):
        found = read_labels(english.verbalise(label, *pair), "P", "Q", relations.LABELS, ["R", "S"])
        assert not found.value, found
    both = f"{english.verbalise(label, 'P', 'Q')} {english.verbalise('left', 'R', 'Q')}"
    assert read_labels(both, "P", "Q", relations.LABELS, ["R"]).value == {label}


def test_a_long_sentence_is_read_in_good_time() -> None:
    begin = time.perf_counter()
    for piece in ("not left or ", "left the pen, ", "the left is of the the ", "maybe above "):
        read_directions(piece * 300, "cup", "box", ["pen"])
        read_yes_no(piece * 300)
    assert time.perf_counter() - begin < 10
