"""Answers in free text to a question of any story, which is of no data set."""

from __future__ import annotations

from dataclasses import replace

from qsr import datasets, relations
from qsr.datasets.free_text.extraction import read_directions, read_path
from qsr.datasets.free_text.yes_no import read_yes_no
from qsr.datasets.protocol import Item, Reading
from qsr.errors import UnsupportedQuestion
from qsr.oracle.judge import judged
from qsr.story import Question, Story, Verdict
from qsr.theories.protocol import Session, Theory

__all__ = ["judge_reply"]


def judge_reply(session: Session, theory: Theory, story: Story, question: Question, text: str) -> Verdict:
    """Judge an answer by the story; raise UnsupportedQuestion for a question whose answers are not read from free text."""
    item = Item(story.file or "story", story, question)
    dataset = datasets.everyday(theory.name, question)
    if question.form == "options":
        item = replace(item, choices=tuple((name, name) for name in question.candidates))
    reading = _read(item, text) if dataset is None else dataset.extract(item, text)
    return judged(session, theory, item, reading, dataset)


def _read(item: Item, text: str) -> Reading:
    story, question = item.story, item.question
    if question.form == "yes_no":
        return read_yes_no(text)
    if question.form == "path":
        return read_path(text)
    names = [story.entities[index] for index in question.args]
    if question.form != "relation" or len(names) != 2:
        raise UnsupportedQuestion(f"answers to questions of the form {question.form!r} are not read from free text")
    strange = [name for name in question.candidates if not set(relations.parts(name)) <= set(relations.LABELS)]
    if strange:
        raise UnsupportedQuestion(f"answers in labels such as {strange[0]!r} are not read from free text here; see `qsr check`")
    return read_directions(text, names[0], names[1], story.entities)
