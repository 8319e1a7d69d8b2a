"""The terminals of the English grammar as regular expressions, made from the table of words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

from qsr.language import words

__all__ = ["noun_phrase_pattern", "terminals"]

_SIDES: Final = ("vertical", "horizontal", "depth", "compass")
_DETERMINER: Final = r"(?:[Tt]he|[Aa]n?)"
_CAPITAL: Final = r"[A-Z](?![\w]|[-'’](?!s(?!\w))\w)"
_OPEN_WORD: Final = r"[^\W\d_][^\W_]*(?:-[^\W_]+|['’](?!s(?!\w))[^\W_]+)*"


def _expanded(text: str) -> list[str]:
    """Return every phrase that a text with ``{a|b}`` alternatives stands for.

    >>> _expanded("{|far }apart {from each other|}")
    ['apart from each other', 'apart', 'far apart from each other', 'far apart']
    """
    choices = [piece[1:-1].split("|") if piece.startswith("{") else [piece] for piece in re.split(r"(\{[^}]*\})", text)]
    return [" ".join("".join(chosen).split()) for chosen in product(*choices)]


def _pattern(texts: Iterable[str]) -> str:
    """Return one regular expression for many phrases, the longer ones first."""
    phrases = {phrase for text in texts for phrase in _expanded(text)}
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['’]") for phrase in ordered)


def _closed_words() -> set[str]:
    """Return the single words that have a part in the grammar and so are no nouns."""
    table = words.table()
    entries = [
        word
        for category in (*_SIDES, "prepositions", "verbs", "mutual")
        for phrases in table[category].values()
        for word in phrases
    ]
    entries += [word for phrases in table["phrases"].values() for word in phrases]
    entries += [
        *table["numbers"],
        *table["units"]["words"],
        *table["reserved"]["words"],
        "the",
        "a",
        "an",
        "and",
        "it",
        "its",
        "itself",
    ]
    entries += [word for _, *words in table["lengths"].values() for word in words]
    return {phrase for entry in entries for phrase in _expanded(entry.lower()) if re.fullmatch(r"[\w'-]+", phrase)}


@cache
def noun_phrase_pattern(*, article: bool = False) -> str:
    """Return the regular expression of a noun phrase that is neither a single capital nor quoted.

    Behind an article any words of the open class, with a number or a capital at the end; without one a single word, or
    several with capitals, since a bare run of words is more often a sentence in a form we do not know.
    """
    table = words.table()
    soft = _pattern(table["soft_nouns"]["words"])
    sides = _pattern(side for category in _SIDES for side in words.labels(category))
    closed = _pattern(sorted(_closed_words()))
    adverb = f"(?!(?:{_pattern(table['ly_nouns']['words'])})(?!\\w))[a-z]+ly(?!\\w)"
    word = f"(?!(?i:{closed})(?![\\w-]))(?!(?i:{adverb})){_OPEN_WORD}"
    noun = f"(?:{word}|(?i:{soft}|{_pattern(table['labels']['nouns'])})(?!\\w|\\s+(?:of|face|position|direction)(?!\\w)))"
    # The number of a thing, not the beginning of a distance or of an hour.
    no_number = f"(?!\\w|:|/|\\.\\d|\\s*o\\s?['’]|\\s+(?:{_pattern(words.units())})(?!\\w))"
    number = f"(?:\\d+|(?i:{_pattern(table['numbers'])})|{_CAPITAL}){no_number}"
    tail = f"(?:\\s+(?:(?:number|no\\.?)\\s+)?{number})?"
    capitalised = f"(?=[^\\Wa-z\\d_]){word}"
    behind_article = f"(?:(?i:{sides})\\s+(?=(?:{word})))?{noun}"
    if article:
        return f"A\\s+{behind_article}"
    return f"{_DETERMINER}\\s+{behind_article}(?:\\s+{noun})*{tail}|{capitalised}(?:\\s+{capitalised})+{tail}|{word}{tail}"


def terminals() -> str:
    """Return the terminals of `english.lark` as Lark text."""
    table = words.table()
    number = f"(?:\\d+/\\d+|\\d+(?:\\.\\d+)?|{_pattern(table['numbers'])})"
    unit = f"(?:{_pattern(words.units())})"
    diagonal = "|".join(
        f"(?:{_pattern(w for w, label in words.labels(rows).items() if rows != columns or words.axis(label) == 1)})[\\s-]*"
        f"(?:{_pattern(w for w, label in words.labels(columns).items() if words.axis(label) == 0)})(?:[\\s-]*hand)?"
        for rows, columns in words.DIAGONALS
    )
    sides = f"{diagonal}|{_pattern(side for category in _SIDES for side in words.labels(category))}"
    kinds, named = _pattern(table["labels"]["nouns"]), _pattern(table["labels"]["participles"])
    label = f"(?:(?:{_DETERMINER}\\s+)?(?i:{kinds})\\s+(?:(?i:{named})\\s+)?)?"
    hour = f"(?:\\d+|{_pattern(table['numbers'])})"
    places = f"(?:{_pattern(words.labels('prepositions'))})"
    o_clock = "\\s*o\\s?['’`]?\\s?clock"
    about = "approximately|about|roughly|around"
    insensitive = {
        **{f"{name}.12": _pattern(phrases) for name, phrases in table["phrases"].items()},
        "PREPOSITION.14": places,
        "VERB.15": _pattern(words.labels("verbs")),
        "MUTUAL.13": _pattern(words.labels("mutual")),
        "DIAGONAL.15": diagonal,
        "VERTICAL.11": _pattern(words.labels("vertical")),
        "HORIZONTAL.11": f"(?:{_pattern(words.labels('horizontal'))})(?:[\\s-]?hand)?",
        "DEPTH.11": _pattern(words.labels("depth")),
        "COMPASS.11": _pattern(words.labels("compass")),
        "RESERVED.3": f"{_pattern(table['reserved']['words'])}",
        "PRONOUN.12": "it|itself",
        "AMOUNT.16": f"(?:exactly\\s+|at\\s+a\\s+distance\\s+of\\s+)?(?:{number}|half\\s+an?|an?)\\s*{unit}(?:\\s+away)?",
        "CLOCK.17": f"(?:the\\s+)?{hour}(?:{o_clock}|:00)(?:\\s+position)?"
        f"|between\\s+{hour}\\s+and\\s+{hour}(?:{o_clock})?"
        f"|(?:the\\s+)?{hour}\\s+position\\s+(?:of|on)\\s+(?:a|the)\\s+(?:clock(?:\\s+face)?|dial)",
        "_ANGLE.17": f"at\\s+(?:(?:{about}|an?)\\s+)*(?:angle\\s+of\\s+(?:(?:{about})\\s+)?)?\\d+[\\s-]*degrees?(?:\\s+angle)?",
        # "to the left", "the upper right", but "in the box": the landmark decides, so look one word ahead.
        "_LEAD.14": f"(?:(?:to|on|at|in|towards?)(?:\\s+the)?|the)(?=\\s+(?:{sides})(?!\\w))",
        "_LEAD_ITS.14": f"(?:to|on|at|in)\\s+its(?=\\s+(?:{sides})(?!\\w))",
        # "far to the left of" and "right above" are adverbs; "far from" and "to the right" are not.
        "FAR_ADVERB.15": f"(?:far|well)(?=\\s+(?:to\\s+the|(?:{sides})(?!\\w)|above|below|behind|in\\s+front))",
        "_THERE.15": _pattern(table["phrases"]["_THERE"]),
        # A mere introduction only where the sides follow; "the two are next to each other" by itself says that they are near.
        "_SIDE_BY_SIDE.15": f"(?:{_pattern(table['phrases']['_SIDE_BY_SIDE'])})(?=\\s*,?\\s*(?:with|and)(?!\\w))",
        "_ADVERB.16": f"right(?=\\s+(?:{places})(?!\\w))|{_pattern(table['phrases']['_ADVERB'])}",
    }
    for name in ("_ADVERB.12", "_THERE.12", "_SIDE_BY_SIDE.12"):
        del insensitive[name]
    exact = {
        "NAME.20": f"{label}(?!A(?!\\w)){_CAPITAL}",
        # "A" is the article in front of a noun and a name everywhere else.
        "CAPITAL_A.20": f"{label}(?!{noun_phrase_pattern(article=True)})A(?!\\w)",
        "NOUN_PHRASE.1": noun_phrase_pattern(),
        "QUOTED.20": r'"[^"\n]*"|“[^”\n]*”',
        "_POSSESSIVE.12": r"['’]s(?!\w)|(?<=s)['’](?!\w)",
        "_AND.12": r"\s*,\s*and(?:\s+then)?(?!\w)|and(?:\s+then)?(?!\w)|[,;]",
        "_STOP.1": "[.!]",
        "_QUESTION.1": r"\?",
    }
    return "\n".join(
        [
            *(f"{name}: /{_slashes(text)}/i" for name, text in insensitive.items()),
            *(f"{name}: /{_slashes(text)}/" for name, text in exact.items()),
        ]
    )


def _slashes(pattern: str) -> str:
    return re.sub(r"(?<!\\)/", r"\\/", pattern)
