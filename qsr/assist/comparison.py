"""What needs no model: whether words are read in the place of a sentence, mean there what they mean, and say what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from qsr.assist.draft import Draft
from qsr.assist.protocol import Check, Paraphrase
from qsr.assist.reference import reference
from qsr.errors import ParseError
from qsr.language.prose.tokens import tokens
from qsr.paraphrases import exchanged
from qsr.story import Span

__all__ = ["LEANS", "Checked", "compared", "recheck", "with_checks"]

#: Compares a paraphrase with its sentence: sentence, paraphrase, the story before, in the words that it had.
Checked: TypeAlias = Callable[[str, str, str], tuple[Check, ...]]
#: Classes of words in the lexicon of prose that place, move, order or compare things: no sentence with one is passed over.
_TELLING: Final = frozenset(
    {"IN", "ON", "AT", "TO", "INTO", "WHERE", "THERE", "BETWEEN", "AGAINST", "PREPOSITION", "PLACE_ADVERB", "CENTRE"}
    | {"SIDE_NOUN", "REST", "REST_BASE", "RESTED", "NAMED", "NAMED_BASE", "LEAVES", "ENTERS", "GOES", "MOVES", "STARTS"}
    | {"TAKES", "DROPS", "GIVES", "PUTS", "CARRIES", "LEADS", "EVENT", "HAS", "HAD", "DONE", "SAME", "OTHER", "BOTH"}
    | {"EVERY", "EXCEPT", "ALSO", "NOT", "BE_NOT", "MANNER", "PARTICLE", "STRAIGHT", "ORDINAL", "NEXT", "FURTHER"}
    | {"COMPARATIVE", "THAN", "LINED_UP", "PAIR_OF", "COLON"}
)
LEANS: Final = "what it refers to may stand in a sentence before it that was put into other words"


def compared(draft: Draft, number: int, words: str, check: Checked) -> Paraphrase:
    """Return words for a piece of a draft as its paraphrase, with the checks that need no model.

    Its `reason` has those that failed. What is not read is compared no further.
    """
    sentence = draft.pieces[number].words
    try:
        checks = [*_read(draft, number, words)]
    except ParseError as error:
        checks = [Check("reads", False, error.message)]
    if all(one.passed for one in checks):
        checks += check(sentence, words, " ".join(draft.told_before(number))) or (Check("checks", False, "nothing was compared"),)
    return with_checks(Paraphrase(sentence, words), checks)


def with_checks(found: Paraphrase, checks: Sequence[Check]) -> Paraphrase:
    """Return a paraphrase with its checks; its reason is that of those which failed."""
    failed = [f"{one.name}: {one.detail}" for one in checks if not one.passed]
    return replace(found, checks=tuple(checks), reason="; ".join(failed))


def recheck(text: str, changes: Sequence[tuple[Span, str]], theory: str | None, check: Checked) -> Iterator[Paraphrase]:
    """Yield what is found of the words that stand in the places of sentences of a text, in its order, with the checks as of now.

    `theory` is the name of the theory that the text is read for. Where a place is not that of a sentence, the reason says so.
    """
    draft = Draft.of(text, theory)
    numbers = {piece.span: number for number, piece in enumerate(draft.pieces)}
    for span, words in changes:
        if span in numbers:
            draft = draft.with_(numbers[span], words)
    _, places = exchanged(text, changes)
    for (span, words), place in zip(sorted(changes), places, strict=True):
        if span in numbers:
            yield replace(compared(draft, numbers[span], words, check), span=place)
        else:
            yield Paraphrase(text[slice(*span)], words, reason="what it stands for is no sentence of the text", span=place)


def _tells(sentence: str) -> str:
    """Return why a sentence may say where something is, or what changes; the empty string where no word of it does."""
    try:
        found = [one for one in tokens(sentence) if one.type in _TELLING]
    except ParseError:
        return "its words are of no known kind, and it may say something"
    return f"it may say something: {', '.join(dict.fromkeys(repr(str(one)) for one in found))}" if found else ""


def _read(draft: Draft, number: int, words: str) -> Iterator[Check]:
    """Yield whether a paraphrase is read in the place of its sentence, all of it, and leaves the rest as it was."""
    if not words:
        fault = "a question is not passed over" if draft.pieces[number].asks else _tells(draft.pieces[number].words)
        yield Check("reads", not fault, fault or "passed over")
        return
    instead, given = draft.with_(number, words), draft.with_(number, None)
    reading, before = instead.read(number), given.read(number)
    if reasons := reading.refused(number):
        yield Check("reads", False, f"this is not read: {reasons[0]}")
        return
    fault = instead.idle(number)
    if not fault and any(reading.refused(one) and not before.refused(one) for one in range(number)):
        fault = "with this, a sentence before it is no longer read"
    yield Check("reads", not fault, fault or reading.verbalised(number))
    if not fault:
        leaning = instead.leans(number)
        yield Check("place", not leaning, f"{LEANS}: name it" if leaning else "means the same wherever it stands")
        if (referred := reference(draft, number, words)) is not None:
            yield referred
