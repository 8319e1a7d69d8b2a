"""The text of a reply: its sentences, its last part, and its words in a plain form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from qsr.datasets.free_text.marks import marks

__all__ = [
    "LONGEST_SENTENCE",
    "SENTENCE_END",
    "abstains",
    "bare",
    "conclusion",
    "final_part",
    "is_question",
    "plain_option",
    "plain_words",
    "sentences",
    "unfolded",
]

_ANSWER: Final = re.compile(r"(?:\banswers?\b|\\boxed)[\"'*_`]*\s*(?:is|are|would be|:|=|\{)[\s\"'*_`:{]*", re.IGNORECASE)
SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")
#: Some of what is looked for in a sentence takes time that grows with the square of its characters.
LONGEST_SENTENCE: Final = 4_000
_RIGHT_AS_ADVERB: Final = re.compile(
    r"\bright (?=(?:above|below|over|under|underneath|beneath|on top|next|beside|at)\b)", re.IGNORECASE
)
#: Marks before "the answer is" that reach over it from its own clause; a condition does from anywhere in the sentence.
_CLAUSE: Final = frozenset({"denial", "hedge", "approximation", "abstention"})
_PLEASANTRY: Final = re.compile(r"\b(?:that|you)(?:'s| is|'re| are) right\b(?=\s*[,.!])", re.IGNORECASE)
#: A conclusion follows the first kind of words and stands before the second.
_HENCE: Final = re.compile(
    r"\b(?:(?<!if )(?<!not )so(?! long as\b)|therefore|thus|hence|means|meaning|implies|indicates|concludes?|conclusion)\b"
    r"(?: that)?",
    re.IGNORECASE,
)
_VERB: Final = re.compile(r"means|implies|indicates|concludes?", re.IGNORECASE)
_BECAUSE: Final = re.compile(
    r"\b(?:because|since|given that|(?<!long )as(?! (?:opposed|well|if|though|far|close|long)\b))\b", re.IGNORECASE
)
#: Marks and spaces, and a Chinese word that may stand or not.
_MARKS: Final = re.compile(r"[\s，,。.：:；;？?！!的]+")
_APOSTROPHE: Final = str.maketrans({"’": "'", "‐": "-", "‑": "-", "–": "-"})


def bare(text: str) -> str:
    """Return a text without marks and spaces, and with letters and digits of one width.

    >>> bare("Who sits here ？")
    'Whositshere'
    """
    return _MARKS.sub("", unicodedata.normalize("NFKC", text))


def plain_option(text: str) -> str:
    """Return the text of an option without what stands around it, and with letters and digits of one width."""
    return unicodedata.normalize("NFKC", text).strip(" 。.")


def plain_words(text: str) -> str:
    """Return the text with hyphens between words opened and plain apostrophes, so that "upper-left" is two words."""
    opened = re.sub(r"(?<=\w)[-_/](?=\w)", " ", unfolded(text))
    return _RIGHT_AS_ADVERB.sub("", _PLEASANTRY.sub("", re.sub(r"\s+", " ", opened))).strip()


def unfolded(text: str) -> str:
    """Return the text with contracted negations written out, so that one pattern finds "isn't" and "is not"."""
    plain = re.sub(r"\bcan(?:'t| not)\b", "cannot", text.translate(_APOSTROPHE), flags=re.IGNORECASE)
    plain = re.sub(r"\b(it|that|there|he|she|what|this|which|where)'s\b", r"\1 is", plain, flags=re.IGNORECASE)
    return re.sub(r"n't\b", " not", plain, flags=re.IGNORECASE)


def abstains(text: str) -> bool:
    """Tell whether a text says that the answer cannot be known."""
    return any(mark.kind == "abstention" for mark in marks(unfolded(text)))


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text, without empty ones; of one that is too long for a sentence, its end."""
    return [piece.strip()[-LONGEST_SENTENCE:] for piece in SENTENCE_END.split(text) if piece.strip()]


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks, and so claims nothing."""
    return sentence.rstrip(" \"'*_`)”’").endswith("?")


def final_part(text: str) -> tuple[str, str]:
    """Return what an answer ends on, and the rule that found it.

    The words before "the answer is" belong to it where they say what becomes of it: "I doubt that the answer is left".
    """
    for match in reversed(list(_ANSWER.finditer(text))):
        if text[match.end() :].strip(" \n\t.\"'*`_}"):
            start = max((end.end() for end in SENTENCE_END.finditer(text, 0, match.start())), default=0)
            whole = text[start : match.start()][-LONGEST_SENTENCE:]
            before = unfolded(conclusion(whole, str.strip))
            last = max(before.rfind(mark) for mark in ",;:")
            close = any(mark.kind in _CLAUSE and mark.start > last for mark in marks(before))
            if close or any(mark.kind == "condition" for mark in marks(unfolded(whole))):
                return text[start:].strip(), "text"
            return text[match.end() :].strip(), "answer line"
    return text.strip(), "text"


def conclusion(sentence: str, says: Callable[[str], object]) -> str:
    """Return the part of a sentence that concludes: what follows "so" or "therefore", what stands before "because".

    A part counts only where `says` finds something in it.
    """
    for match in reversed(list(_HENCE.finditer(sentence))):
        if says(plain_words(sentence[match.end() :])):
            clause = re.split(r"[,;:]", unfolded(sentence[: match.start()]))[-1]
            if _VERB.match(match.group()) and any(mark.kind in _CLAUSE for mark in marks(clause)):
                break  # "that does not mean that it is left"
            sentence = sentence[match.end() :].strip(" ,:")
            break
    reason = _BECAUSE.search(sentence)
    if reason is not None and says(plain_words(sentence[: reason.start()])):
        return sentence[: reason.start()].strip(" ,:")
    return sentence
