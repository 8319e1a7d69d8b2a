"""What a sentence that is not understood may have been meant to say: the nearest wordings that are read.

A wording is the sentence with one phrase in other words: a word of the lexicon that is spelt much the same, a plain word for one
that is not known (`grammars/unread.toml`), "is" for a verb that says nothing of where anything is, the thing in place of "it", or
the sentence without a word that says how. No word is ever left out that denies, limits or dates what is said. Whoever offers a
wording tries first whether it is read; none is taken without being asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, partial
from itertools import islice
from typing import Final, NamedTuple

from qsr import resources
from qsr.errors import ParseError
from qsr.language import function_words, kinds
from qsr.language.prose.entries import phrases
from qsr.language.prose.tokens import Word, tokens

__all__ = ["Rewording", "explained", "rewordings"]

_table: Final = partial(resources.table, "unread.toml")
#: How many wordings of one sentence are tried, and how many of them are offered.
_TRIES: Final = 60
_OFFERED: Final = 3
#: Classes of tokens that begin a place.
_PLACES: Final = frozenset({"PREPOSITION", "IN", "ON", "BY", "AGAINST", "BETWEEN", "SIDE", "TO", "COMPARATIVE"})
#: Classes of tokens that may be misspelt.
_SPELT: Final = _PLACES | frozenset(
    ["BE", "BE_NOT", "DO_NOT", "NOT", "REST", "PARTICIPLE", "VERB", "SUPERLATIVE", "ORDINAL", "THAN", "OF", "UNIT"]
)
_OPEN: Final = frozenset({"WORD", "NAME"})
#: How much alike a word is to one that it may be a misspelling of, and to one that it must not be taken away for.
_CLOSE, _DISTANT = 0.75, 0.6
_DENIALS: Final = ("not", "never", "isn't", "aren't", "doesn't", "don't", "cannot", "can't", "wasn't", "without")
#: Classes of function words that have a meaning here or there.
_READ: Final = frozenset({"connective", "denial", "choice", "preposition", "pronoun", "auxiliary"})
#: Class of tokens -> class of function words, for words that have a part in some sentences.
_CLASSES: Final = {"NOW": "time", "SEQUENCE": "time", "WAS": "past", "COULD": "modality", "MUST": "modality"}
#: Class of function words -> why one of them cannot be read.
_REASONS: Final = {
    "past": "tells of the past, and a story is about one moment; say what is so then",
    "time": "speaks of a time, and a story is about one moment; say what is where then",
    "approximation": "leaves open how much; say what is so without it",
    "modality": "says what may be or must be so; say what is so, and ask the rest",
    "stance": "says how true or how sure the rest is; say only what is so",
    "exception": "makes an exception; name the things that are meant",
    "quantity": "speaks of more things than it names; name them one by one",
}
#: Why what hangs on a point of view cannot be read.
_VIEWPOINT: Final = "a point of view is not read yet; say what is where in itself"


class Rewording(NamedTuple):
    """A sentence in other words, and what was wrong with the one that there is."""

    sentence: str
    why: str


def explained(fault: ParseError) -> ParseError:
    """Return, in plain words, why no rule fits a sentence, given the fault that the grammar tells of it.

    >>> print(explained(ParseError("'next' cannot be read here; expected a name", "It sings next to it.", 9, 13)).message)
    'sings' is no word that says where something is
    >>> print(explained(ParseError("'now' cannot be read here", "It is now here.", 6, 9)).message)
    'now' speaks of a time, and a story is about one moment; say what is where then
    """
    try:
        words = tokens(fault.text)
    except ParseError:
        words = []
    kinds_of_words = {word.type for word in words}
    for word in words:
        if word.type == "VIEWPOINT" or (word.type == "RELATIVE" and "seen" in word.lower()):
            return type(fault)(f"{str(word)!r}: {_VIEWPOINT}", fault.text, *_span(word))
        own = _CLASSES.get(word.type, "") if word.type != "SEQUENCE" or "IF" not in kinds_of_words else ""
        given = function_words.classes(word.lower()) if word.type == "FUNCTION" else {own}
        if why := next((why for name, why in _REASONS.items() if name in given and not given & _READ), ""):
            return type(fault)(f"{str(word)!r} {why}", fault.text, *_span(word))
    before = next((word for word in reversed(words) if (word.end_pos or 0) <= fault.start), None)
    if before is not None and before.type == "WORD" and not kinds.is_noun(before.lower()):
        return type(fault)(f"{str(before)!r} is no word that says where something is", fault.text, *_span(before))
    message = fault.message.partition("; expected ")[0]
    if fault.text[fault.start : fault.end] in ("", ".", "!"):
        message = "the sentence breaks off before it says where something is"
    return type(fault)(message, fault.text, fault.start, fault.end)


def rewordings(sentence: str, names: Sequence[str], reads: Callable[[str], bool]) -> list[Rewording]:
    """Return at most three wordings near a sentence that are read.

    Parameters
    ----------
    sentence
        One that is not.
    names
        What "it" may be.
    reads
        Tells whether a sentence is read where this one stands. It is asked at most 60 times.
    """
    try:
        words = tokens(sentence)
    except ParseError:
        return []
    tried = dict.fromkeys(one for one in _edits(sentence, words, names) if one.sentence != sentence)
    found: dict[str, Rewording] = {}
    for one in islice(tried, _TRIES):
        if one.sentence not in found and reads(one.sentence):
            found[one.sentence] = one
            if len(found) == _OFFERED:
                break
    return list(found.values())


def _edits(sentence: str, words: Sequence[Word], names: Sequence[str]) -> Iterator[Rewording]:
    yield from _spelt(sentence, words)
    yield from _instead(sentence)
    yield from _rest(sentence, words)
    yield from _named(sentence, words, names)
    yield from _shorter(sentence, words)


def _with(sentence: str, start: int, end: int, phrase: str) -> str:
    said = " ".join(f"{sentence[:start]} {phrase} {sentence[end:]}".split())
    for sign in ",;:.!?":
        said = said.replace(f" {sign}", sign)
    said = said.lstrip(",; ")
    return f"{said[:1].upper()}{said[1:]}"


@cache
def _vocabulary() -> list[str]:
    single = ((phrase[0], entry.kind) for phrase, entry in phrases().items() if len(phrase) == 1)
    return [word for word, kind in single if kind in _SPELT and len(word) > 1]


def _spelt(sentence: str, words: Sequence[Word]) -> Iterator[Rewording]:
    for word in words:
        small = word.lower()
        if word.type in _OPEN and not kinds.is_noun(small) and not function_words.classes(small):
            for other in get_close_matches(small, _vocabulary(), 3, _CLOSE):
                yield Rewording(_with(sentence, *_span(word), other), f"{str(word)!r} is not known")


def _instead(sentence: str) -> Iterator[Rewording]:
    """Yield the sentence with a plain phrase for one that says more, or says it in a way that is not known."""
    lowered = f" {sentence.lower()} "
    for phrase in sorted(_table()["instead"], key=len, reverse=True):
        place = lowered.find(f" {phrase} ")
        if place >= 0:
            for other in _table()["instead"][phrase]:
                yield Rewording(_with(sentence, place, place + len(phrase), other), f"{phrase!r} is not read")


def _rest(sentence: str, words: Sequence[Word]) -> Iterator[Rewording]:
    """Yield the sentence with "is" for a verb in front of a place."""
    for place, word in enumerate(words[1:-1], 1):
        after = words[place + 1]
        if word.type == "WAS":
            yield Rewording(_with(sentence, *_span(word), "is"), f"{str(word)!r} tells of the past")
        elif word.type == "WORD" and after.type in _PLACES and not get_close_matches(word.lower(), _DENIALS, 1, _DISTANT):
            yield Rewording(_with(sentence, *_span(word), "is"), f"{str(word)!r} is no verb that says where something is")


def _named(sentence: str, words: Sequence[Word], names: Sequence[str]) -> Iterator[Rewording]:
    for word in words:
        if word.type == "PRONOUN":
            for name in (one for one in names if one.lower() not in sentence.lower()):
                thing = name if name[0].isupper() else f"the {name}"
                yield Rewording(_with(sentence, *_span(word), thing), f"{str(word)!r} could be several things, or none")
        elif word.type == "INDEFINITE":
            yield Rewording(_with(sentence, *_span(word), "the"), f"{str(word)!r} brings another thing of that name")


def _shorter(sentence: str, words: Sequence[Word]) -> Iterator[Rewording]:
    """Yield the sentence without a word, or without what stands behind a preposition at its end."""
    for word in words:
        if _says_how(word):
            yield Rewording(_with(sentence, *_span(word), ""), f"without {str(word)!r} it would be read")
    end = words[-1].start_pos if words[-1].type == "STOP" else len(sentence)
    for place, word in reversed(list(enumerate(words))[2:]):
        behind = words[place:-1] if words[-1].type == "STOP" else words[place:]
        if word.lower() in _table()["manner"]["words"] and len(behind) < 6 and not any(map(_turns, behind[1:])):
            phrase = sentence[word.start_pos : end].strip()
            yield Rewording(_with(sentence, word.start_pos or 0, end or 0, ""), f"without {phrase!r} it would be read")


def _says_how(word: Word) -> bool:
    small = word.lower()
    return word.type == "FUNCTION" and small.endswith("ly") and not function_words.classes(small)


def _turns(word: Word) -> bool:
    return word.type not in _OPEN | {"THE", "INDEFINITE", "POSSESSIVE", "OF"} or bool(function_words.classes(word.lower()))


def _span(word: Word) -> tuple[int, int]:
    return word.start_pos or 0, word.end_pos or 0
