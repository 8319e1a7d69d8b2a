"""Changes of a story in prose that change nothing, several at once: its words, order, converses, conjunctions, denials.

QSR_STORIES sets the number of stories; the figures of an issue are made with 10,000. The stories of places without logic words
are those of `test_metamorphic`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import qsr
from prose_stories import CONVERSE, NAMES, SAME, SPLIT, Asked, Clause, Sentence, stories, text

STORIES = int(os.environ.get("QSR_STORIES", "60"))
#: What a story may be changed in.
CHANGES = ("mirror", "rename", "reorder", "converse", "reword", "split", "deny twice", "irrelevant", "repeat")


def answered(announced: int, story: Sequence[Sentence], asked: Asked, names: Sequence[str]) -> tuple[object, ...]:
    """Return whether the story holds together, and the answer, in numbers, with what is possible of what it knows."""
    answer = qsr.solve(text(announced, story, names), asked.said(names))
    number = {name.removeprefix("the "): at for at, name in enumerate(names[:5])}

    def known(values: frozenset[str]) -> frozenset[object]:
        return frozenset(number.get(one, one) for one in values if one not in {name.removeprefix("the ") for name in names[5:]})

    value = known(answer.value) if isinstance(answer.value, frozenset) else answer.value
    return answer.status == "inconsistent", answer.status == "unknown", value, known(frozenset(map(str, answer.possible)))


def split(sentence: Sentence) -> list[Sentence]:
    forms = SPLIT.get(sentence.form)
    return [Sentence(form, (one,)) for form, one in zip(forms, sentence.clauses, strict=True)] if forms else [sentence]


def denied_twice(sentence: Sentence) -> Sentence:
    """Return "P" as "if not P, then P", or as "P unless P"."""
    return replace(sentence, form="unless", clauses=sentence.clauses * 2) if sentence.form == "fact" else sentence


def reworded(sentence: Sentence, pick: random.Random) -> Sentence:
    form, other_way = pick.choice((*SAME.get(sentence.form, ()), (sentence.form, False)))
    return Sentence(form, sentence.clauses[::-1] if other_way else sentence.clauses)


def turned(sentence: Sentence, pick: random.Random) -> Sentence:
    """Return a sentence of whole clauses with some of them the other way round."""
    if len({(one.relation, one.tail) for one in sentence.clauses}) < 2 and len(sentence.clauses) == 2:
        return sentence
    return sentence.changed(lambda one: one.turned() if one.relation in CONVERSE and pick.random() < 0.5 else one)


def changed(
    story: list[Sentence], asked: Asked, names: Sequence[str], chosen: frozenset[str], pick: random.Random
) -> tuple[list[Sentence], Asked, Sequence[str]]:
    """Return a story, its question and names, changed in the chosen ways."""
    if "mirror" in chosen:
        story = [one.changed(Clause.mirrored) for one in story]
        asked = replace(asked, clause=asked.clause.mirrored(), supposed=asked.supposed.mirrored())
    if "rename" in chosen:
        names = pick.choice(NAMES)
        names = (*pick.sample(names[:5], 5), *names[5:])
    if "repeat" in chosen:
        story = [*story, pick.choice(story)]
    if "split" in chosen:
        story = [part for one in story for part in split(one)]
    if "reword" in chosen:
        story = [reworded(one, pick) for one in story]
    if "deny twice" in chosen:
        story = [denied_twice(one) if pick.random() < 0.5 else one for one in story]
    if "converse" in chosen:
        story = [turned(one, pick) for one in story]
        asked = replace(asked, supposed=asked.supposed.turned() if pick.random() < 0.5 else asked.supposed)
        if asked.form != "what":
            asked = replace(asked, clause=asked.clause.turned())
    if "irrelevant" in chosen:
        relation = next(one.relation for sentence in story for one in sentence.clauses if one.relation in CONVERSE)
        story = [*story, Sentence("fact", (Clause(5, relation, 6),))]
    if "reorder" in chosen:
        story = pick.sample(story, len(story))
    return story, asked, names


@settings(max_examples=STORIES, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(stories(), st.sampled_from(NAMES), st.frozensets(st.sampled_from(CHANGES), min_size=1), st.integers(0, 2**16))
def test_what_changes_nothing_changes_no_answer_of_prose(
    drawn: tuple[int, list[Sentence], Asked], names: Sequence[str], chosen: frozenset[str], seed: int
) -> None:
    announced, story, asked = drawn
    other, question, others = changed(story, asked, names, chosen, random.Random(seed))
    said = (text(announced, story, names), asked.said(names), text(announced, other, others), question.said(others))
    assert answered(announced, story, asked, names) == answered(announced, other, question, others), said
