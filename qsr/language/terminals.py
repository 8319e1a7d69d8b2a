"""The terminals of the English grammar as regular expressions, made from the table of words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

from qsr.language import function_words, words

__all__ = ["behind_a", "capital_pattern", "initials_pattern", "noun_phrase_pattern", "says_only_corners", "terminals"]

_SIDES: Final = ("vertical", "horizontal", "depth", "compass")
_DEPTH: Final = frozenset({"in front", "behind"})
_ARTICLE: Final = r"(?:[Tt]he|[Aa]n?)"
_CAPITAL: Final = r"[A-Z](?![\w]|[-'’](?!s(?!\w))\w)"
_INITIALS: Final = r"[A-Z][A-Z\d]{1,5}(?![\w]|[-'’](?!s(?!\w))\w)"
_WORD: Final = r"[^\W\d_][^\W_]*(?:-[^\W_]+|['’](?!s(?!\w))[^\W_]+)*"


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
    """Return the words that have a part in the grammar and so are no nouns: whole entries, and first words of phrases.

    Soft nouns and the words of labels are in the grammar too; `_noun` lets them through behind an article.
    """
    table = words.table()
    labelled = [phrase for category in (*_SIDES, "prepositions", "verbs", "mutual") for phrase in words.labels(category)]
    listed = [*labelled, *table["numbers"], *words.units(), *table["reserved"]["words"]]
    listed += [phrase for texts in table["phrases"].values() for text in texts for phrase in _expanded(text)]
    return {"the", "a", "an", "and", "it", "its", "itself"} | {phrase.split()[0] for phrase in listed}


# ---------------------------------------------------------------- noun phrases


@cache
def _sides() -> str:
    """Return the pattern of every word of direction, single or diagonal."""
    return f"{_diagonal()}|{_pattern(side for category in _SIDES for side in words.labels(category))}"


@cache
def _diagonal() -> str:
    def column(category: str, axes: tuple[int, ...]) -> str:
        return _pattern(word for word, label in words.labels(category).items() if words.axis(label) in axes)

    pairs = ((column(first, (1, 2)), column(second, (0,))) for first, second in words.DIAGONALS)
    return "|".join(f"(?:{first})[\\s-]*(?:{second})(?:[\\s-]*hand)?" for first, second in pairs)


def says_only_corners(text: str) -> bool:
    """Tell whether all that a text says of depth are corners of a plan.

    >>> says_only_corners("in the front right corner of Y"), says_only_corners("front right of Y and behind Z")
    (True, False)
    """
    rest, corners = re.subn(rf"(?<!\w)(?:{_diagonal()})(?!\w)", " ", text, flags=re.IGNORECASE)
    depth = [
        phrase for category in ("depth", "prepositions") for phrase, label in words.labels(category).items() if label in _DEPTH
    ]
    return bool(corners) and not re.search(rf"(?<!\w)(?:{_pattern(depth)})(?!\w)", rest, re.IGNORECASE)


@cache
def _open_word() -> str:
    """Return the pattern of a word that has no part in the grammar and is no adverb."""
    closed = _pattern(sorted(_closed_words()))
    adverb = f"(?!(?:{_pattern(words.table()['ly_nouns']['words'])})(?!\\w))[a-z]{{2,}}ly(?!\\w)"
    return f"(?!{_CAPITAL})(?!(?i:{closed})(?![\\w-]))(?!(?i:{adverb})){_WORD}"


@cache
def _behind_article() -> str:
    """Return the pattern of a noun behind an article; a word of direction before an open word is an adjective."""
    return f"(?:(?i:{_sides()})\\s+(?={_open_word()}))?{_noun()}"


@cache
def _noun() -> str:
    soft = _pattern((*words.table()["soft_nouns"]["words"], *words.table()["labels"]["nouns"]))
    return f"(?:{_open_word()}|(?i:{soft})(?!\\w|\\s+(?:of|face|position|direction)(?!\\w)))"


@cache
def noun_phrase_pattern() -> str:
    """Return the regular expression of a noun phrase that is neither a single capital nor quoted.

    Behind an article any words of the open class, with a number or a capital at the end; without one a single word, or
    several with capitals, since a bare run of words is more often a sentence in a form we do not know.
    """
    # The number of a thing, not the beginning of a distance or of an hour.
    no_number = f"(?!\\w|:|/|\\.\\d|\\s*o\\s?['’]|\\s+(?:{_pattern(words.units())})(?!\\w))"
    number = f"(?:\\d+|(?i:{_pattern(words.table()['numbers'])})|{_CAPITAL}){no_number}"
    tail = f"(?:\\s+(?:(?:number|no\\.?)\\s+)?{number})?"
    capitalised = f"(?=[^\\Wa-z\\d_]){_open_word()}"
    with_article = f"{_ARTICLE}\\s+{_behind_article()}(?:\\s+{_noun()})*{tail}"
    first = f"(?!{_function_word()}){_open_word()}"
    further = f"(?:{capitalised}|{_pattern_of_names()}(?!\\w))"
    several = f"(?=[^\\Wa-z\\d_]){first}(?:\\s+{further})+{tail}"
    called = f"{_titled_side()}(?:\\s+{further})+{tail}"
    return f"{with_article}|{called}|{several}|{first}{tail}|{_name_by_position()}"


@cache
def _titled_side() -> str:
    """Return the pattern of a word of direction that begins a name: "South Africa"."""
    words_of_sides = (word.capitalize() for category in _SIDES for word in words.labels(category))
    return f"(?:{_pattern(words_of_sides)})(?=\\s+[A-Z][^\\W\\d_])"


@cache
def _function_word() -> str:
    """Return the pattern of a word that is no name: any function word, but for one with a capital inside a sentence."""
    listed = _pattern(sorted(function_words.words()))
    return f"(?:(?<!\\S\\s)|(?=[a-z]))(?i:{listed})(?![\\w-])"


@cache
def _pattern_of_names() -> str:
    return _pattern(word.capitalize() for word in function_words.listed("names"))


@cache
def _name_by_position() -> str:
    """Return the pattern of a function word that is a name, with a capital: inside a sentence, or before a finite verb."""
    verb = _pattern(sorted(function_words.listed("names", key="verbs")))
    name, further = f"(?:{_pattern_of_names()})", "(?:\\s+[A-Z][^\\W\\d_]+)*"
    return f"(?:(?<=[\\w,;]\\s){name}(?!\\w)|(?<!\\S\\s){name}{further}(?=\\s+(?:{verb})(?!\\w)))"


@cache
def behind_a() -> str:
    """Return the pattern of what follows an "A" that is the article."""
    return f"\\s+{_behind_article()}"


@cache
def capital_pattern() -> str:
    """Return the pattern of a single capital that is a name; "A" before a noun is the article."""
    return f"(?:[B-Z]|A(?!{behind_a()}))(?!\\w|[-'’](?!s(?!\\w))\\w)"


@cache
def initials_pattern() -> str:
    """Return the pattern of a short name in capitals that no word of the grammar may be: "XD", but not "NOT" or "LINE"."""
    table = words.table()
    listed = {
        *_closed_words(),
        *function_words.words(),
        *words.STANDING_FOR,
        *table["soft_nouns"]["words"],
        *table["ly_nouns"]["words"],
    }
    listed |= {word for key in ("nouns", "participles") for word in table["labels"][key]}
    return f"(?=[A-Z][A-Z\\d])(?!(?:{_pattern(word.upper() for word in listed)}|[A-Z]{{2,}}LY)(?!\\w)){_INITIALS}"


# ---------------------------------------------------------------- all terminals


def terminals() -> str:
    """Return the terminals of `english.lark` as Lark text."""
    texts = [f"{name}: /{_slashes(text)}/i" for name, text in (_phrases() | _directions() | _measures()).items()]
    texts += [f"{name}: /{_slashes(text)}/" for name, text in _names_and_signs().items()]
    return "\n".join(texts)


def _phrases() -> dict[str, str]:
    """Return the terminals that are lists of phrases; some only where the next words allow them."""
    phrases = {name: _pattern(texts) for name, texts in words.table()["phrases"].items()}
    # "in" is a token of its own: "in Y" is a place, "in the upper left of Y" begins another.
    prepositions = _pattern(phrase for phrase in words.labels("prepositions") if phrase != "in")
    mutual = _pattern(words.labels("mutual"))
    with_other = _pattern(
        phrase for phrase in words.labels("mutual") if phrase.endswith(("other", "another", "together", "apart"))
    )
    return {
        **{
            f"{name}.12": text
            for name, text in phrases.items()
            if name not in ("_ADVERB", "_THERE", "_THERE_IS", "_SIDE_BY_SIDE")
        },
        "_THERE.16": phrases["_THERE"],
        "_THERE_IS.17": phrases["_THERE_IS"],
        # A mere introduction only where the sides follow; "the two are next to each other" by itself says that they are near.
        "_SIDE_BY_SIDE.17": f"(?:{phrases['_SIDE_BY_SIDE']})(?=\\s*,|\\s*(?:with|and)(?!\\w))",
        # "right above" is an adverb, "to the right" is not.
        "_ADVERB.16": f"right(?=\\s+(?:{prepositions})(?!\\w))|{phrases['_ADVERB']}",
        "PREPOSITION.15": prepositions,
        "VERB.15": _pattern(words.labels("verbs")),
        # "touching" ends the sentence where it says something of two subjects; else a landmark follows.
        "MUTUAL.16": f"{with_other}|(?:{mutual})(?=\\s*(?:[.!?;]|$))",
        **_kinds(),
        "RESERVED.3": f"(?!(?-i:{_name_by_position()}))(?:{_pattern(words.table()['reserved']['words'])})",
        "PRONOUN.12": "it|itself",
    }


def _kinds() -> dict[str, str]:
    kinds = _pattern(words.labels("kinds"))
    # "is a point" only where nothing follows; "is a point guard" is no sentence of this grammar, but the nouns are free.
    return {"AS_KIND.13": f"as\\s+(?:{kinds})", "IS_KIND.18": f"(?:is|are)\\s+(?:{kinds})(?=\\s*(?:[.!?;]|$))"}


def _directions() -> dict[str, str]:
    ahead = f"(?=\\s+(?:{_sides()})(?!\\w))"
    edges = words.table()["phrases"]["_EDGE"]
    no_name = f"(?!(?-i:{_titled_side()}))"
    # "at the left TV" is at a landmark; "with XD at the left XE at the right" says two places.
    placed = f"(?-i:{initials_pattern()})\\s+(?:(?:to|on|at|in)\\s+)?(?:the\\s+)?(?:{_sides()})(?!\\w)"
    adjective = f"(?!\\s+(?:{_sides()})\\s+(?!(?:left|right)?hand(?!\\w))(?!{placed}){_open_word()})"
    return {
        "DIAGONAL.15": _diagonal(),
        "VERTICAL.11": f"{no_name}(?:{_pattern(words.labels('vertical'))})",
        "HORIZONTAL.11": f"{no_name}(?:{_pattern(words.labels('horizontal'))})(?:[\\s-]?hand)?",
        "DEPTH.11": f"{no_name}(?:{_pattern(words.labels('depth'))})",
        "COMPASS.11": f"{no_name}(?:{_pattern(words.labels('compass'))})",
        # "to the left" begins a direction, "to the left box" a landmark.
        "_LEAD.14": f"(?:(?:to|on|at|in|towards?)(?:\\s+the(?:\\s+immediate)?)?|the){ahead}{adjective}",
        # "from the northern boundary" measures from a side, "from the northern tower" from a landmark.
        "_FROM_SIDE.15": f"from\\s+(?:the|its)(?=\\s+(?:{_sides()})\\s+(?:{_pattern([*edges, 'side'])})(?!\\w))",
        "_LEAD_ITS.14": f"(?:to|on|at|in)\\s+its{ahead}",
        "FAR_ADVERB.15": f"(?:far|well)(?=\\s+(?:to\\s+the|(?:{_sides()})(?!\\w)|above|below|behind|in\\s+front))",
    }


def _measures() -> dict[str, str]:
    numbers = _pattern(words.table()["numbers"])
    number, hour = f"(?:\\d+/0*[1-9]\\d*|\\d+(?:\\.\\d+)?|{numbers})", f"(?:\\d+|{numbers})"
    o_clock = "\\s*o\\s?['’`]?\\s?clock"
    about = "approximately|about|roughly|around"
    lead = "(?:exactly\\s+|at\\s+a\\s+distance\\s+of\\s+)?"
    return {
        "AMOUNT.16": f"{lead}(?:{number}|half\\s+an?|an?)\\s*(?:{_pattern(words.units())})(?:\\s+away)?",
        "CLOCK.17": f"(?:the\\s+)?{hour}(?:{o_clock}|:00)(?:\\s+position)?"
        f"|between\\s+{hour}\\s+and\\s+{hour}(?:{o_clock})?"
        f"|(?:the\\s+)?{hour}\\s+position\\s+(?:of|on)\\s+(?:a|the)\\s+(?:clock(?:\\s+face)?|dial)",
        "_ANGLE.17": f"at\\s+(?:(?:{about}|an?)\\s+)*(?:angle\\s+of\\s+(?:(?:{about})\\s+)?)?\\d+[\\s-]*degrees?(?:\\s+angle)?",
    }


def _names_and_signs() -> dict[str, str]:
    kinds, named = (_pattern(words.table()["labels"][key]) for key in ("nouns", "participles"))
    label = f"(?:(?:{_ARTICLE}\\s+)?(?i:{kinds})\\s+(?:(?i:{named})\\s+)?)"
    return {
        # Initials by themselves are noun phrases; behind a label they are a name, but not in "the object TV stand".
        "NAME.20": f"{label}?(?!A(?!\\w)){_CAPITAL}|{label}{initials_pattern()}(?!\\s+(?:{_noun()}|\\d))",
        # "A" is the article in front of a noun and a name everywhere else.
        "CAPITAL_A.20": f"{label}?(?!A{behind_a()})A(?!\\w)",
        "NOUN_PHRASE.1": noun_phrase_pattern(),
        "QUOTED.20": r'"[^"\n]*"|“[^”\n]*”',
        "_POSSESSIVE.12": r"['’]s(?!\w)|(?<=s)['’](?!\w)",
        "_AND.12": r"\s*,\s*and(?:\s+then)?(?!\w)|and(?:\s+then)?(?!\w)|[,;]",
        "_STOP.1": "[.!]",
        "_QUESTION.1": r"\?",
    }


def _slashes(pattern: str) -> str:
    return re.sub(r"(?<!\\)/", r"\\/", pattern)
