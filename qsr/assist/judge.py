"""A judge with no other task: does what was understood say the same as the sentence? Believed only where it finds what does not.

Each conversation asks for both directions of the paraphrase and of a control, a mirrored one, of which the answers are known. A
judge that takes the control for right is not believed in anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from qsr import relations, resources
from qsr.assist.draft import Draft, Reading
from qsr.assist.protocol import Check, Message, Model
from qsr.errors import AssistFailed, QsrError
from qsr.language.verbalise import verbalise
from qsr.story import Statement

__all__ = ["SCHEMA", "control", "judged"]

#: The form of a judge's answer.
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["answer"],
    "additionalProperties": False,
}


def judged(draft: Draft, number: int, words: str, before: Sequence[str], model: Model, rounds: int) -> Check:
    """Return the check that a judge makes of a paraphrase in the place of a piece.

    Parameters
    ----------
    draft, number
        The story and the piece.
    words
        The paraphrase; none where the sentence is to be passed over. What is shown to the judge is what was understood of it.
    before
        The sentences before.
    model
        The judge. Every round is a conversation of its own.
    rounds
        How many conversations there are, each with another control as far as there are others.
    """
    piece = draft.pieces[number]
    table = resources.table("judge.toml")
    kind = "asks" if piece.asks else "follows" if words else "places"
    reading = draft.with_(number, words).read(number)
    meant = (words if piece.asks else reading.verbalised(number)) if words else ""
    for turn in range(rounds):
        # Each question has the answer that an honest judge gives where the paraphrase is right; the control's is no guess.
        if kind == "places":
            own, sure = [("", piece.words, "no")], [("", table["says"], "yes")]
        else:
            other = control(reading, number, words, turn, asks=piece.asks)
            own = [(piece.words, meant, "yes"), (meant, piece.words, "yes")]
            sure = [(piece.words, other, "no"), (other, piece.words, "no")]
        first = sha256(f"{piece.words}\n{meant}\n{turn}".encode()).digest()[0] % 2
        asked = [*own, *sure] if first else [*sure, *own]
        messages = [Message("system", table["system"].strip().replace("{task}", table[kind]))]
        for given, claim, expected in asked:
            shown = {"story": list(before), **({"given": given} if given else {}), "claim": claim}
            messages.append(Message("user", json.dumps(shown, ensure_ascii=False)))
            try:
                reply = model.ask(messages, schema=SCHEMA, sample=turn)
                said = _answer(reply.text)
            except AssistFailed as error:
                return Check("judge", False, f"the judge gave no answer: {error}")
            if said != expected:
                if (given, claim, expected) in sure:
                    return Check("judge", False, f"the judge is not believed: it says {said!r} of the control: {claim}")
                return Check("judge", False, f"not the same, says the judge: {claim if given == piece.words else meant or claim}")
            messages.append(Message("assistant", json.dumps({"answer": said})))
    return Check("judge", True, f"the same as: {meant}" if meant else "says nothing of places, moves, counts or orders")


def _answer(reply: str) -> str:
    try:
        found = json.loads(reply)
    except (ValueError, RecursionError) as error:
        raise AssistFailed("neither yes nor no") from error
    answer = found.get("answer") if isinstance(found, dict) else None
    if answer not in ("yes", "no"):
        raise AssistFailed("neither yes nor no")
    return str(answer)


def control(reading: Reading, number: int, words: str, turn: int, *, asks: bool = False) -> str:
    """Return what is certainly not meant by a paraphrase: one statement is mirrored, or denied where it has no mirror image.

    Of a question, one that asks for other things.
    """
    if asks:
        return _asking_otherwise(reading, number, words)
    understood = reading.understood(number)
    at = turn % len(understood)
    statement, sentence = understood[at]
    texts = [text for _, text in understood]
    texts[at] = (statement and _mirrored(statement, reading)) or _denied(sentence)
    return " ".join(texts)


def _mirrored(statement: Statement, reading: Reading) -> str:
    """Return a statement with its two things exchanged; nothing where this may be true at the same time."""
    names, args = reading.story.entities, statement.args
    if statement.compound is not None or len(args) != 2 or args[0] == args[1] or statement.property("negated"):
        return ""
    try:
        if set(relations.parts(relations.converse(statement.relation))).intersection(relations.parts(statement.relation)):
            return ""
        return verbalise(statement.relation, names[args[1]], names[args[0]], statement.properties)
    except (KeyError, ValueError, QsrError):
        return ""


def _denied(sentence: str) -> str:
    said = (
        sentence[:1].lower() + sentence[1:] if sentence.split(" ")[0] in ("The", "A", "An", "There", "If", "Either") else sentence
    )
    return str(resources.table("judge.toml")["denied"]).replace("{said}", said)


def _asking_otherwise(reading: Reading, number: int, words: str) -> str:
    """Return a question that asks for others: two of its things exchanged, or one of them for another thing of the story."""
    names = reading.story.entities
    asked = next((one for one in reading.story.questions if reading.number(one.span) == number), None)
    here = [names[arg] for arg in dict.fromkeys(asked.args)] if asked is not None else []
    here = [name for name in here if words.count(name) == 1]
    if len(here) == 2 and here[0] not in here[1] and here[1] not in here[0]:
        return words.replace(here[0], "\0").replace(here[1], here[0]).replace("\0", here[1])
    elsewhere = next((name for name in names if name not in words), "")
    if here and elsewhere:
        return words.replace(here[0], elsewhere)
    return str(resources.table("judge.toml")["asked"])
