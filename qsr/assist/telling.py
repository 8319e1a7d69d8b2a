"""An answer with its reason in flowing prose: a model writes it, and each of its sentences is checked against the proof.

A model is shown the question, the answer and the sentences of the story that the answer follows from, and tells them. What it
says is cut into sentences, and these into clauses at words such as "so" and "because"; each clause has to be read by the grammar
on its own, to speak of nothing but the story's things, and to follow from the statements of the proof, by the solver. What does
not is struck out. The answer itself is never left to the model: it is the last sentence, in our own words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from qsr import api, resources, stories, theories
from qsr.assist.agreement import follows
from qsr.assist.draft import APART
from qsr.assist.protocol import Message, Model
from qsr.errors import AssistFailed, QsrError
from qsr.language.shapes import sentences
from qsr.story import Answer, Plan, Question, Story
from qsr.theories.protocol import Limits

__all__ = ["SCHEMA", "Told", "conclusion", "tell"]

#: The form of the reply.
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
_MOST: Final = 4_000
#: What opens a sentence, and joins two, where the reasoning shows and nothing is said of places.
_OPENS: Final = re.compile(
    r"(?:(?:and|so|thus|hence|therefore|then|now|also|first|finally|consequently|together|as a result|we know|it follows"
    r"|this means|that means|this tells us|from this)(?:,| that|, that)? )+|(?:since|because|as|given that) ",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(
    r",? (?:and )?(?:so|thus|hence|therefore|because|since|which means|meaning)(?: that)?,? |; ", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told: `text`, of the sentences that the proof supports and the answer; the others, each with the reason."""

    text: str
    struck_out: tuple[tuple[str, str], ...] = ()


def tell(
    story: Story,
    question: Question,
    answer: Answer,
    model: Model,
    *,
    theory: str | None = None,
    limits: Limits | None = None,
) -> Told:
    """Have an answer told with its reason, in prose.

    Parameters
    ----------
    story, question, answer
        What was asked, and what `qsr.solve` answered.
    model
        Who tells it.
    theory, limits
        As for `qsr.solve`.

    Raises
    ------
    AssistFailed
        Where no reply was had, or none of the form that was asked for.
    """
    last = conclusion(answer)
    proof = _proof(story, question, answer, theory, limits)
    table = resources.table("telling.toml")
    shown = {
        "question": story.words(question.span) or question.text,
        "answer": last,
        "because": list(dict.fromkeys(story.quote(one) for one in proof)),
    }
    asked = (Message("system", table["system"].strip()), Message("user", json.dumps(shown, ensure_ascii=False)))
    text = _text(model.ask(asked, schema=SCHEMA).text)
    kept, struck = [], []
    for start, end in sentences(text):
        sentence = text[start:end]
        fault = _fault(story, proof, sentence, theory, limits)
        if fault:
            struck.append((sentence, fault))
        else:
            kept.append(sentence)
    return Told(" ".join(filter(None, [*kept, last])), tuple(struck))


def conclusion(answer: Answer) -> str:
    """Return an answer as a sentence; the empty string where there is none to tell.

    >>> conclusion(Answer("determined", "exact", frozenset({"left", "above"}), entailed=frozenset({"left", "above"})))
    'So the answer is: above and left.'
    """
    if answer.status == "inconsistent":
        return "So the story contradicts itself."
    if answer.status == "ambiguous" and answer.possible:
        sure = f"what is certain is {' and '.join(sorted(answer.entailed))}, and " if answer.entailed else ""
        return f"So the answer stays open: {sure}what can be is {' or '.join(sorted(answer.possible - answer.entailed))}."
    if answer.status != "determined" or answer.value is None or isinstance(answer.value, Plan):
        return ""
    value = [answer.value] if isinstance(answer.value, str) else sorted(answer.value)
    return f"So the answer is: {' and '.join(value) or 'none of the labels'}."


def _text(reply: str) -> str:
    try:
        found = json.loads(reply)
    except (ValueError, RecursionError) as error:
        raise AssistFailed("the reply is no JSON object") from error
    text = found.get("text") if isinstance(found, dict) else None
    if not isinstance(text, str) or not text.strip():
        raise AssistFailed('the reply has no "text"')
    return " ".join(text[:_MOST].split())


def _proof(story: Story, question: Question, answer: Answer, theory: str | None, limits: Limits | None) -> list[int]:
    """Return the statements that exclude what is not possible; where none are named, all."""
    found: set[int] = set()
    try:
        session = api.session(story, theory, None, limits)
        for label in api.candidates(story, question, theory=theory):
            if label not in answer.possible | answer.undecided and (core := session.core(story, question, label)) is not None:
                found.update(core.statements)
        if answer.status == "inconsistent" and (core := session.core(story)) is not None:
            found.update(core.statements)
    except QsrError:
        found.clear()
    return sorted(found) or [one.id for one in story.statements]


def _fault(story: Story, proof: Sequence[int], sentence: str, theory: str | None, limits: Limits | None) -> str:
    """Return why the proof does not support a sentence; nothing where it does."""
    if any(_plain(sentence) == _plain(story.quote(one)) for one in proof):
        return ""
    known = story.saying([story.statements[one] for one in proof])
    for clause in _clauses(sentence):
        if any(_plain(clause) == _plain(story.quote(one)) for one in proof):
            continue
        text = f"{story.text}\n{APART}\n"
        try:
            named = theories.parse_settings(theory).get("theory") if theory else None
            before = stories.parse_story(text, lenient=True, theory=named)
            read = stories.parse_story(text + clause, lenient=True, theory=named)
        except QsrError as error:
            return f"not read: {error}"
        said = [one for one in read.statements if one.span[0] >= len(text)]
        if not said or len(read.unread) != len(before.unread) or len(read.asides) != len(before.asides):
            return f"not read: {clause}"
        if read.entities != before.entities:
            return f"the story does not speak of that: {clause}"
        if not all(follows(one, read.entities, known, theory, limits) for one in said):
            return f"the proof does not say it: {clause}"
    return ""


def _clauses(sentence: str) -> list[str]:
    """Return the clauses of a sentence as sentences.

    >>> _clauses("So the cup is left of the pen, because the pen is right of it.")
    ['The cup is left of the pen.', 'The pen is right of it.']
    >>> _clauses("Since A is left of B, A is left of C.")
    ['A is left of B.', 'A is left of C.']
    """
    body, opened = sentence.strip().rstrip(".!"), False
    while (match := _OPENS.match(body)) is not None:
        opened = opened or match.group().strip().lower() in ("since", "because", "as", "given that")
        body = body[match.end() :]
    parts = [part for one in _JOINS.split(body) for part in (one.split(", ", 1) if opened else [one])]
    found = [_OPENS.sub("", part.strip(), count=1) if _OPENS.match(part.strip()) else part.strip() for part in parts]
    return [f"{one[:1].upper()}{one[1:]}." for one in found if one]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
