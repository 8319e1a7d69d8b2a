"""A chain of thought as sentences: where each begins, what introduces it, and what it says it rests on.

An introduction is taken off piece by piece ("Step 4:", "From step 1 and 3,", "it can be inferred that"), so that any order and
any number of the pieces is understood; what is left is the core, which `qsr.oracle.steps.claims` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qsr.story import Span

__all__ = ["Sentence", "sentences"]

_NUMBERS: Final = r"\d+(?:(?:\s*,\s*|\s*&\s*|\s+)(?:and\s+)?(?:steps?\s+)?\d+)*"
_QUOTED: Final = r"[\"“](?P<quote>[^\"”]+)[\"”]"
#: A comment may hold coordinates, whose commas do not end it.
_COMMENT: Final = r"(?:considering|given)\s(?!that\b)(?:[^,(]|\([^)]*\))*,"
_INTRODUCTIONS: Final[tuple[tuple[str, str], ...]] = (
    ("bullet", r"(?:[-*•]|\d+[.)])(?=\s)"),
    ("number", r"[*_]*steps?\s+(?P<number>\d+)[*_]*\s*[:.)][*_]*"),
    (
        "sources",
        r"(?:(?:from|using|by|with|combining|given|based on|according to|by combining)\s+)?(?:the\s+)?(?:previous\s+)?steps?\s+"
        rf"(?P<sources>{_NUMBERS})\s*(?:,|(?=(?:it|we|one)\b))",
    ),
    (
        "statements",
        r"(?:from|by|using|based on|according to)\s+(?:(?:the\s+)?(?:sentences?|statements?|facts?)\s+)?"
        rf"(?P<statements>{_NUMBERS})\s*,",
    ),
    ("given", r"(?:from|according to|based on|in|by)\s+the\s+(?:context|story|text|description)\s*,?"),
    ("given", r"(?:(?:it\s+is|we\s+are)\s+)?(?:given|told|stated|mentioned)\s+that\b"),
    ("given", r"the\s+(?:context|story|text)\s+(?:says|states|tells\s+us|mentions)\s+(?:that\b)?"),
    (
        "inferred",
        r"(?:it|we|one)\s+(?:can|could|may)\s+(?:also\s+)?(?:be\s+)?"
        r"(?:infer|inferred|say|said|see|seen|deduce|deduced|conclude|concluded|derive|derived|determine|determined)\s+that\b",
    ),
    ("inferred", r"(?:it\s+follows|we\s+(?:know|get|have|find|see|infer|conclude))\s+that\b"),
    ("meaning", r"(?:this|that|it|which)\s+(?:means|implies|indicates|gives|shows|tells\s+us)(?:\s+that)?\b"),
    (
        "",
        r"(?:so|therefore|thus|hence|then|and|also|finally|now|next|since|because|consequently|as a result|in conclusion)\b\s*,?",
    ),
    ("comment", _COMMENT),
    ("", r"[^,]*\bdenotes?\b[^,]*,"),
)
_MATCHERS: Final = tuple((name, re.compile(rf"\s*(?:{pattern})\s*", re.IGNORECASE)) for name, pattern in _INTRODUCTIONS)
_QUOTE: Final = re.compile(rf"\s*{_QUOTED}\s*")
_BULLET: Final = re.compile(r"\s*(?:[-*•]|\d+[.)])\s")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a chain.

    Parameters
    ----------
    span
        Place in the text.
    text
        The whole sentence on one line.
    core
        What is left without its introduction and its full stop.
    number
        Of "Step 4:", else None.
    given
        It says that the context states it.
    meaning
        It says what the sentence before it means ("This means ...").
    sources
        Numbers of the steps that it cites.
    quote
        A sentence of the story that it quotes in front of its core, or empty.
    comment
        What it takes into account ("considering A(0,0) and B(1,0)"), or empty.
    """

    span: Span
    text: str
    core: str
    number: int | None = None
    given: bool = False
    meaning: bool = False
    sources: tuple[int, ...] = ()
    quote: str = ""
    comment: str = ""


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a chain in order.

    >>> [(s.number, s.sources, s.core) for s in sentences("Step 3: From step 1 and 2, we can infer that A is left of C.")]
    [(3, (1, 2), 'A is left of C')]
    """
    return [_sentence(text, start, end) for start, end in _spans(text)]


def _spans(text: str) -> Iterator[Span]:
    """Yield where sentences stand: a line ends one, and so does a full stop outside quotation marks, or just inside of them."""
    for line in re.finditer(r"[^\n]+", text):
        start, stop = line.span()
        bullet = _BULLET.match(text, start, stop)
        marks = [i for i in range(start, stop) if text[i] in '"“”']
        balanced = len(marks) % 2 == 0
        inside = False
        position = bullet.end() if bullet else start
        begin = start
        for i in range(position, stop):
            if text[i] in '"“”' and balanced:
                inside = not inside
            ends = text[i] in ".!?" and not inside
            ends = ends or (text[i] in '"”' and not inside and text[i - 1] in ".!?")
            if ends and re.match(r"\s+[\"“]?[A-Z]|\s*$", text[i + 1 : stop]):
                yield from _trimmed(text, begin, i + 1)
                begin = i + 1
        yield from _trimmed(text, begin, stop)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _sentence(text: str, start: int, end: int) -> Sentence:
    rest = " ".join(text[start:end].split())
    whole = rest
    found: dict[str, str] = {}
    given = meaning = False
    while rest:
        quoted = _QUOTE.match(rest)
        if quoted and ("statements" in found or given) and "quote" not in found and _is_sentence(quoted):
            found["quote"] = quoted["quote"]
            rest = rest[quoted.end() :]
            continue
        for name, matcher in _MATCHERS:
            match = matcher.match(rest)
            if match is None or name in found:
                continue
            if name:
                found[name] = match[name] if name in matcher.groupindex else match.group()
            given, meaning = given or name == "given", meaning or name == "meaning"
            rest = rest[match.end() :]
            break
        else:
            break
    return Sentence(
        (start, end),
        whole,
        rest.rstrip(" .!;:*_"),
        int(found["number"]) if "number" in found else None,
        given,
        meaning,
        _integers(found.get("sources", "")),
        found.get("quote", ""),
        found.get("comment", ""),
    )


def _is_sentence(quoted: re.Match[str]) -> bool:
    """Tell a quoted sentence from a name in quotation marks, with which a sentence goes on."""
    return quoted["quote"].rstrip()[-1:] in ".!?" or not quoted.string[quoted.end() :].strip(" .!?:;")


def _integers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))
