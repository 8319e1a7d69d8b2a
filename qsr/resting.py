"""Which sentences in other words an answer rests on: those without which it would not be certain.

A sentence that the grammar refused and a model put into other words (`qsr.assist`) is left out, as if it had not been understood;
what is certain then, whatever it says (`qsr.theories.unread`), does not rest on it. In a theory in which further sentences may
overturn what follows from others, and for answers that say what is open, nothing is certain without it, and so they rest on all.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from qsr import stories, theories
from qsr.errors import QsrError
from qsr.paraphrases import Paraphrase, exchanged
from qsr.story import Answer, Question, Story
from qsr.theories import unread
from qsr.theories.protocol import Limits

__all__ = ["resting"]


def resting(
    answer: Answer, story: Story, question: Question, theory: str | None = None, limits: Limits | None = None
) -> tuple[Paraphrase, ...]:
    """Return the paraphrases of a story that an answer rests on, no more of them than needed; its question's own among them.

    Parameters
    ----------
    answer
        What was answered.
    story, question
        Of a story that was read from text.
    theory, limits
        As for `qsr.solve`; the limits are those of each further answer that this takes.
    """
    own = {one for one in story.paraphrases if one.span == question.span}
    told = [one for one in story.paraphrases if not one.asks]
    if answer.status in ("unknown", "not_covered"):
        needed = set(told)
    elif _holds(answer, story, question, told, theory, limits):
        needed = set()
    else:
        needed = set(told)
        for one in told if len(told) > 1 else ():
            if _holds(answer, story, question, {*told} - (needed - {one}), theory, limits):
                needed.discard(one)
    return tuple(one for one in story.paraphrases if one in needed or one in own)


def _holds(
    answer: Answer, story: Story, question: Question, without: Collection[Paraphrase], theory: str | None, limits: Limits | None
) -> bool:
    """Tell whether an answer is certain where some sentences are not understood."""
    left = sorted((one for one in without), key=lambda one: one.span)
    text, spans = exchanged(story.text, [(one.span, one.sentence) for one in left])
    moved = sum(len(one.sentence) - len(one.text) for one in left if one.span < question.span)
    place = question.span[0] + moved, question.span[1] + moved
    try:
        other = _read(text, theories.parse_settings(theory).get("theory") if theory else None)
        asked = next((one for one in other.questions if one.span == place), None)
        unknown = {span for span in spans if any(span[0] <= one[0] < span[1] for one, _ in other.unread)}
        # Where other sentences give it a sense, a sentence may be read that was refused; and a question may be read as none.
        if asked is None or len(unknown) < len(spans) or any(one.span == place for one in other.statements):
            return False
        session = theories.of(other, theory).open(None, limits)
        try:
            found = unread.certain(session.answer(other, asked), other, asked, theory, limits)
        finally:
            session.close()
    except QsrError:
        return False
    return (found.status, found.possible, found.entailed) == (answer.status, answer.possible, answer.entailed)


@lru_cache(maxsize=64)
def _read(text: str, theory: str | None) -> Story:
    return stories.parse_story(text, lenient=True, theory=theory)
