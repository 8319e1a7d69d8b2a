"""What a model is told that puts a sentence into plain words, the form of its reply, and what is read from the reply."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from qsr import resources, theories
from qsr.assist.protocol import Message
from qsr.errors import AssistFailed

__all__ = ["SCHEMA", "Told", "again", "contradicting", "conversation", "parsed", "vocabulary"]

#: The form of a reply. All three fields stand in every one, since hosted servers take no choice of forms and no field left out.
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "sentences": {"type": ["array", "null"], "items": {"type": "string"}},
        "nothing": {"type": "boolean"},
        "cannot": {"type": ["string", "null"]},
    },
    "required": ["sentences", "nothing", "cannot"],
    "additionalProperties": False,
}
_EMPTY: Final[Mapping[str, Any]] = {"sentences": None, "nothing": False, "cannot": None}
#: Sentences of a reply, and characters of each.
_MOST: Final = 12
_LONGEST: Final = 400
#: How the table tells that a theory gives a word no meaning.
_NOT_COVERED: Final = ("not covered", "refused")
#: What makes a comment or a question of a part of a story file.
_MARKS: Final = "#?？"


@dataclass(frozen=True, slots=True)
class Told:
    """What a reply says: sentences; or, without any, `nothing` is to be said, or why they `cannot` be had."""

    sentences: tuple[str, ...] = ()
    nothing: bool = False
    cannot: str = ""


def vocabulary(theory: str | None = None) -> str:
    """Return the words that a theory covers with what they mean, a line each; without one, the words of the general theories."""
    if theory is None:
        return "; ".join(dict.fromkeys(phrase for name in theories.general() for phrase in _words(name)))
    return "\n".join(f"- {phrase}: {meaning}" for phrase, meaning in _words(theory).items())


def _words(theory: str) -> Mapping[str, str]:
    table = resources.table("meanings.toml")
    words = table.get(table["same"].get(theory, theory)) or getattr(theories.get(theory), "words", {})
    return {phrase: meaning for phrase, meaning in words.items() if not meaning.endswith(_NOT_COVERED)}


def conversation(
    sentence: str, before: Sequence[str] = (), *, theory: str | None = None, asks: bool = False
) -> tuple[Message, ...]:
    """Return the conversation that asks for a sentence, or a question, in plain words.

    Parameters
    ----------
    sentence
        The sentence, as the story has it.
    before
        The sentences of the story before it.
    theory
        The name of the theory whose words are to be used; None where the words are to choose it.
    asks
        Whether it is a question, which stays one.

    Examples
    --------
    >>> conversation("The mug sits in the sink.")[-1].content
    '{"story": [], "sentence": "The mug sits in the sink."}'
    """
    told = resources.table("assist.toml")["paraphrase"]
    messages = [Message("system", told["system"].strip().replace("{vocabulary}", vocabulary(theory)))]
    for example in told["examples"]:
        messages.append(Message("user", _fenced(example["sentence"], example["story"])))
        messages.append(Message("assistant", json.dumps({**_EMPTY, **example["reply"]})))
    return (*messages, Message("user", _fenced(sentence, before, "question" if asks else "sentence")))


def again(messages: Sequence[Message], reply: str, reason: str) -> tuple[Message, ...]:
    """Return a conversation that goes on from a reply that was refused for a reason."""
    told = resources.table("assist.toml")["paraphrase"]["again"].strip().replace("{reason}", reason)
    return (*messages, Message("assistant", reply), Message("user", told))


def contradicting(words: str, sentences: str) -> tuple[Message, ...]:
    """Return how a conversation goes on where words that passed contradict the rest of the story."""
    told = resources.table("assist.toml")["paraphrase"]["contradicting"].strip().replace("{sentences}", sentences)
    return Message("assistant", json.dumps({**_EMPTY, "sentences": [words]}, ensure_ascii=False)), Message("user", told)


def _fenced(sentence: str, before: Sequence[str], name: str = "sentence") -> str:
    """Return text of a story as data: in JSON, no text can end the field that it stands in."""
    story = [" ".join(one.split()) for one in before]
    return json.dumps({"story": story, name: " ".join(sentence.split())}, ensure_ascii=False)


def parsed(reply: str, *, asks: bool = False) -> Told:
    r"""Return what a reply says; `asks` where a question was to be put into plain words, as one question.

    Raises
    ------
    AssistFailed
        Where it has another form than was asked for; the message says so in words that can go back to the model.

    Examples
    --------
    >>> parsed('{"sentences": ["The mug is in the sink."], "nothing": false, "cannot": null}').sentences
    ('The mug is in the sink.',)
    >>> parsed('{"nothing": true}').nothing
    True
    """
    try:
        found = json.loads(_unwrapped(reply))
    except (ValueError, RecursionError) as error:
        raise AssistFailed("the reply is no JSON object") from error
    if not isinstance(found, dict):
        raise AssistFailed("the reply is no JSON object")
    if strange := sorted(found.keys() - _EMPTY.keys()):
        raise AssistFailed(f"the reply has a field that was not asked for: {strange[0][:40]!r}")
    said = [name for name, value in found.items() if value not in (None, False, "", [])]
    if len(said) != 1:
        raise AssistFailed('the reply has to say one thing: "sentences", "nothing" or "cannot"')
    value = found[said[0]]
    if said[0] == "nothing":
        if value is not True:
            raise AssistFailed('"nothing" is true or false')
        return Told(nothing=True)
    if said[0] == "cannot":
        if not isinstance(value, str):
            raise AssistFailed('"cannot" is a text')
        return Told(cannot=" ".join(value.split())[:_LONGEST])
    if not isinstance(value, list) or len(value) > _MOST:
        raise AssistFailed(f'"sentences" is a list of at most {_MOST} sentences')
    if asks:
        if len(value) != 1 or not isinstance(value[0], str) or not value[0].rstrip().endswith("?"):
            raise AssistFailed('"sentences" has one question, which ends with "?"')
        return Told((f"{_sentence(value[0].rstrip()[:-1])[:-1]}?",))
    return Told(tuple(_sentence(one) for one in value))


def _unwrapped(reply: str) -> str:
    """Return a reply without the fence of a block of code around it, which many models put there."""
    text = reply.strip()
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        return text.partition("\n")[2][:-3]
    return text


def _sentence(text: Any) -> str:
    """Return a sentence of a reply, with its stop; raise AssistFailed where a story would take it for more than that."""
    if not isinstance(text, str) or not text.strip():
        raise AssistFailed("each of the sentences is a text")
    text = text.strip()
    if len(text) > _LONGEST:
        raise AssistFailed(f"a sentence has more than {_LONGEST} characters")
    if not text.isprintable():
        raise AssistFailed("a sentence stands on one line, without control characters")
    if any(mark in text for mark in _MARKS):
        raise AssistFailed('a sentence states something: "?" and "#" have no place in it')
    if text.lower().startswith("theory:"):
        raise AssistFailed("a sentence sets up no theory")
    return text if text[-1] in ".!" else f"{text}."
