"""Reading a model's free-form answer: a direction, yes or no, or a path.

The last thing an answer says about the question counts: what follows the last "answer:" where there is one, else
the last sentence that names a direction. A sentence about the asked pair is turned to the question's orientation ("B is
right of A" answers "where is A?" with left), directions after a "not" are no answer, alternatives joined by "or" are
none either, and a text that says the answer cannot be known is an abstention, which is not the same as an unreadable one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from qsr import relations
from qsr.datasets.protocol import Reading
from qsr.errors import ParseError
from qsr.language import english

__all__ = [
    "DIRECTION_WORDS",
    "FILLERS",
    "LONGEST_SENTENCE",
    "SENTENCE_END",
    "abstains",
    "bare_directions",
    "conclusion",
    "final_part",
    "located_name",
    "nothing_but",
    "plain_words",
    "read_directions",
    "read_path",
    "read_yes_no",
    "said_of",
    "sentences",
]

#: Ways of saying one direction, or overlap. Longer ones are tried first.
DIRECTION_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "left": ("left", "lefthand", "leftward", "leftwards", "west", "western", "westward", "9 o'clock", "nine o'clock"),
    "right": ("right", "righthand", "rightward", "rightwards", "east", "eastern", "eastward", "3 o'clock", "three o'clock"),
    "above": (
        "above",
        "over",
        "top",
        "atop",
        "up",
        "upper",
        "upward",
        "upwards",
        "higher",
        "north",
        "northern",
        "northward",
        "12 o'clock",
        "twelve o'clock",
    ),
    "below": (
        "below",
        "under",
        "underneath",
        "beneath",
        "bottom",
        "down",
        "lower",
        "downward",
        "downwards",
        "south",
        "southern",
        "southward",
        "6 o'clock",
        "six o'clock",
    ),
    "above+left": ("northwest", "northwestern", "upperleft", "topleft", "10 o'clock", "11 o'clock"),
    "above+right": ("northeast", "northeastern", "upperright", "topright", "1 o'clock", "2 o'clock"),
    "below+left": ("southwest", "southwestern", "lowerleft", "bottomleft", "7 o'clock", "8 o'clock"),
    "below+right": ("southeast", "southeastern", "lowerright", "bottomright", "4 o'clock", "5 o'clock"),
    relations.OVERLAPPING: (
        "overlap",
        "overlaps",
        "overlapping",
        "overlapped",
        "coincide",
        "coincides",
        "same position",
        "same place",
        "same location",
        "same point",
        "same spot",
    ),
}
_MEANING: Final = {word: name for name, words in DIRECTION_WORDS.items() for word in words}
_DIRECTION: Final = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, _MEANING), key=len, reverse=True)) + r")\b", re.IGNORECASE
)
#: Words that may stand around a direction in an answer that is nothing but a direction.
FILLERS: Final = re.compile(
    r"(?:an?|and|at|both|by|corner|diagonal(?:ly)?|direct(?:ly|ion)?|each|exactly|hand|in|is|its?|just|of|on|other|position(?:ed)?"
    r"|located|placed|relati(?:on|ve)|side|slightly|the|their|there|they|to|towards|completely)"
)
_ANSWER: Final = re.compile(r"(?:\banswers?\b|\\boxed)[\"'*_`]*\s*(?:is|are|would be|:|=|\{)[\s\"'*_`:{]*", re.IGNORECASE)
SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")
#: Some of what is looked for in a sentence takes time that grows with the square of its characters.
LONGEST_SENTENCE: Final = 4_000
_NEGATION: Final = re.compile(r"\b(?:not|never|neither|rather than|instead of)\b", re.IGNORECASE)
#: A denial with an end: "not left of B but ...", "rather than left, ...". What follows is said again in full.
_DENIED: Final = re.compile(r"\b(?:not|never|neither|rather than|instead of)\b[^,;.]*?(?:\bbut\b|[,;])", re.IGNORECASE)
_RIGHT_AS_ADVERB: Final = re.compile(
    r"\bright (?=(?:above|below|over|under|underneath|beneath|on top|next|beside|at)\b)", re.IGNORECASE
)
_ABSTENTION: Final = re.compile(
    r"\b(?:not (?:enough|sufficient|possible to|provide|specified|given|stated|mentioned|determin|clear|known|connected)"
    r"|(?:cannot|could not|unable to|impossible to|no way to|hard to|difficult to)"
    r"(?: \w+){0,2} (?:determin\w*|know\w*|say|said|tell|told|infer\w*|answer\w*|establish\w*|find|found|conclude\w*|deduc\w*"
    r"|decid\w*|specif\w*)"
    r"|insufficient|undetermin\w*|undefined|unknown|unspecified|unclear|indetermina\w*|inconclusive"
    r"|(?:do|does|did) not (?:provide|specify|state|mention|say|give|tell|contain|include|know|have|describe|define)"
    r"|no (?:\w+ )?(?:information|relation|relationship|connection|link|path)|not related|n/a)",
    re.IGNORECASE,
)
_PLEASANTRY: Final = re.compile(r"\b(?:that|you|it)(?:'s| is|'re| are) right\b(?=\s*[,.!])", re.IGNORECASE)
#: A conclusion follows the first kind of words and stands before the second.
_HENCE: Final = re.compile(
    r"\b(?:so|therefore|thus|hence|means|meaning|implies|indicates|concludes?|conclusion)\b(?: that)?", re.IGNORECASE
)
_BECAUSE: Final = re.compile(r"\b(?:because|since|given that|as)\b", re.IGNORECASE)
#: What stands right before a name that is the landmark although it comes first: "relative to Y, X is ...".
_LANDMARK_FIRST: Final = re.compile(
    r"\b(?:relative to|relation to|respect to|compared (?:to|with)|regarding|from)(?: the)?(?: agent| object)? $", re.IGNORECASE
)
_APOSTROPHE: Final = str.maketrans({"’": "'", "‐": "-", "‑": "-", "–": "-"})


def plain_words(text: str) -> str:
    """Return the text with hyphens between words opened and plain apostrophes, so that "upper-left" is two words."""
    opened = re.sub(r"(?<=\w)[-_/](?=\w)", " ", _unfolded(text))
    return _RIGHT_AS_ADVERB.sub("", _PLEASANTRY.sub("", re.sub(r"\s+", " ", opened))).strip()


def _unfolded(text: str) -> str:
    """Return the text with contracted negations written out, so that one pattern finds "isn't" and "is not"."""
    plain = re.sub(r"\bcan(?:'t| not)\b", "cannot", text.translate(_APOSTROPHE), flags=re.IGNORECASE)
    return re.sub(r"n't\b", " not", plain, flags=re.IGNORECASE)


def abstains(text: str) -> bool:
    """Tell whether a text says that the answer cannot be known."""
    return _ABSTENTION.search(_unfolded(text)) is not None


def _joined(names: Sequence[str]) -> frozenset[str] | None:
    """Return the labels of several directions said together, or None where they exclude one another."""
    labels = frozenset(part for name in names for part in relations.parts(name))
    crossed = any(relations.CONVERSE[label] in labels for label in labels if label != relations.OVERLAPPING)
    return None if crossed or (relations.OVERLAPPING in labels and len(labels) > 1) else labels


@lru_cache(maxsize=4096)
def bare_directions(text: str) -> frozenset[str] | None:
    """Return the labels of a text that is nothing but a direction, else None.

    >>> sorted(bare_directions("above and slightly to the left."))
    ['above', 'left']
    >>> bare_directions("left of the box") is None
    True
    """
    if len(text) > 200:
        return None
    plain = plain_words(text).strip(" .!,;:\"'`*()[]{}").lower()
    if not nothing_but(plain, _DIRECTION):
        return None
    return _joined([_MEANING[match.group().lower()] for match in _DIRECTION.finditer(plain)])


def nothing_but(plain: str, said: re.Pattern[str], more: re.Pattern[str] | None = None) -> bool:
    """Tell whether a plain text says something, and all that stands around it are fillers, or words of `more`.

    >>> [nothing_but(text, re.compile("left|right")) for text in ("just to the left", "left of it and B", "to the")]
    [True, False, False]
    """
    if not said.search(plain):
        return False
    rest = re.findall(r"[\w']+", said.sub(" ", plain).lower())
    return all(FILLERS.fullmatch(word) or (more is not None and more.fullmatch(word)) for word in rest)


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text, without empty ones; of one that is too long for a sentence, its end."""
    return [piece.strip()[-LONGEST_SENTENCE:] for piece in SENTENCE_END.split(text) if piece.strip()]


def final_part(text: str) -> tuple[str, str]:
    """Return what an answer ends on, and the rule that found it."""
    ends = [match.end() for match in _ANSWER.finditer(text)]
    for end in reversed(ends):
        if text[end:].strip(" \n\t.\"'*`_}"):
            return text[end:].strip(), "answer line"
    return text.strip(), "text"


def _is(name: str, entity: str) -> bool:
    """Tell whether a name written by a model means an entity of the story."""

    def bare(words: str) -> str:
        return re.sub(r"^(?:(?:the|an?|agent|object)\s+)+(?=\S)", "", words.strip(), flags=re.IGNORECASE).casefold()

    return bare(name) == bare(entity)


def said_of(sentence: str, head: str, tail: str) -> list[str]:
    """Return the relations that a sentence states of head to tail, in the words of `qsr.relations`.

    Denied relations are left out, and so is everything where general English does not understand the sentence.
    """
    try:
        story = english.read([sentence if sentence.endswith(".") else sentence + "."], [])
    except ParseError:
        return []
    said: list[str] = []
    for statement in story.statements:
        if len(statement.args) != 2 or statement.property("negated"):
            continue
        first, second = (story.entities[index] for index in statement.args)
        if any(name not in relations.CONVERSE for name in relations.parts(statement.relation)):
            continue
        if _is(first, head) and _is(second, tail):
            said.append(statement.relation)
        elif _is(first, tail) and _is(second, head):
            said.append(relations.converse(statement.relation))
    return said


def _from_grammar(sentence: str, head: str, tail: str) -> frozenset[str] | None:
    """Return what a sentence that the grammar reads says of head to tail."""
    said = said_of(sentence, head, tail)
    return _joined(said) if said else None


def _mentions(sentence: str, entity: str) -> list[int]:
    # Single letters are names in capitals: "a" in a sentence is an article, not the entity A.
    flags = 0 if len(entity) == 1 else re.IGNORECASE
    return [match.start() for match in re.finditer(rf"(?<!\w){re.escape(entity)}(?!\w)", sentence, flags)]


def _from_words(sentence: str, head: str, tail: str) -> Reading:
    """Read the directions of a sentence that the grammar does not know, oriented by the order of the two names."""
    plain = _DENIED.sub(" ", plain_words(sentence))
    hits = [
        (match.start(), match.end(), _MEANING[match.group().lower()])
        for match in _DIRECTION.finditer(plain)
        if not _NEGATION.search(plain[: match.start()])
    ]
    if not hits:
        return Reading(None, "only denied directions" if _DIRECTION.search(plain_words(sentence)) else "unreadable")
    if any(re.search(r"\bor\b", plain[one[1] : other[0]]) for one, other in pairwise(hits)):
        return Reading(None, "alternatives", ambiguous=True)
    labels = _joined([name for _, _, name in hits])
    if labels is None:
        return Reading(None, "directions that exclude one another", ambiguous=True)
    first, last = hits[0][0], hits[-1][1]
    subject, unsure = located_name(plain, head, tail, first, last)
    if subject == tail:
        labels = frozenset(relations.CONVERSE[label] for label in labels)
    return Reading(labels, "words of the last sentence", ambiguous=unsure)


def located_name(text: str, head: str, tail: str, first: int, last: int) -> tuple[str, bool]:
    """Return which of the two names the directions between `first` and `last` locate, and whether that is unsure."""
    names = sorted((place, name) for name in (head, tail) for place in _mentions(text, name))
    before = [(place, name) for place, name in names if place < first]
    after = [name for place, name in names if place >= last]
    other = {head: tail, tail: head}
    if not before:
        return (other[after[0]] if after else head), False
    if after:
        # "X is left of Y": the name nearest before the direction is located, the one after it is the landmark.
        return before[-1][1], after[0] == before[-1][1]
    if len({name for _, name in before}) == 1:
        return before[-1][1], False
    # Both names come first: "the relation of X to Y is left" locates X, "relative to Y, X is left" too.
    place, name = before[-2]
    swapped = _LANDMARK_FIRST.search(text[:place]) is not None
    return (other[name] if swapped else name), name == before[-1][1]


def conclusion(sentence: str, says: Callable[[str], object]) -> str:
    """Return the part of a sentence that concludes: what follows "so" or "therefore", what stands before "because".

    A part counts only where `says` finds something in it.
    """
    for match in reversed(list(_HENCE.finditer(sentence))):
        if says(plain_words(sentence[match.end() :])):
            sentence = sentence[match.end() :].strip(" ,:")
            break
    reason = _BECAUSE.search(sentence)
    if reason is not None and says(plain_words(sentence[: reason.start()])):
        return sentence[: reason.start()].strip(" ,:")
    return sentence


def read_directions(text: str, head: str, tail: str) -> Reading:
    """Read where a text says that `head` is, seen from `tail`.

    Parameters
    ----------
    text
        A model's answer: one word, a sentence, or reasoning that ends on an answer.
    head, tail
        The names of the asked entities.

    Returns
    -------
    Reading
        `value` is a frozenset of labels of `qsr.relations`, or None.

    Examples
    --------
    >>> sorted(read_directions("Answer: upper-left.", "A", "B").value)
    ['above', 'left']
    >>> read_directions("There is not enough information.", "A", "B").abstained
    True
    """
    part, rule = final_part(text)
    labels = bare_directions(part)
    if labels is not None:
        return Reading(labels, "label" if rule == "text" else rule)
    pieces = sentences(part)
    hedged = any(map(abstains, pieces))
    for whole in reversed(pieces):
        if abstains(whole):
            return Reading(None, "abstention", abstained=True)
        if not _DIRECTION.search(plain_words(whole)):
            continue
        sentence = conclusion(whole, _DIRECTION.search)
        labels = bare_directions(sentence)
        if labels is not None:
            return Reading(labels, "last sentence", ambiguous=hedged)
        # Grammar only where the sentence is short: free reasoning is not in it, and a long line would only cost time.
        labels = _from_grammar(sentence, head, tail) if len(sentence) <= 300 else None
        if labels is not None:
            return Reading(labels, "last sentence", ambiguous=hedged)
        found = _from_words(sentence, head, tail)
        return Reading(found.value, found.rule, ambiguous=found.ambiguous or hedged)
    return Reading(None, "unreadable")


def read_yes_no(text: str) -> Reading:
    """Read yes or no from an answer; the last one said counts, and both in one sentence are ambiguous.

    >>> read_yes_no("Yes, it is.").value
    'yes'
    """
    part, rule = final_part(text)
    for sentence in reversed(sentences(part)):
        if abstains(sentence):
            return Reading(None, "abstention", abstained=True)
        said = {match.lower() for match in re.findall(r"\b(?:yes|no|true|false)\b", sentence, re.IGNORECASE)}
        values = {{"true": "yes", "false": "no"}.get(word, word) for word in said}
        if len(values) == 1:
            return Reading(values.pop(), "label" if rule == "text" else rule)
        if values:
            return Reading(None, "yes and no", ambiguous=True)
    return Reading(None, "unreadable")


def read_path(text: str) -> Reading:
    """Read a walk as compass letters, ``"s,e"``, from letters or words.

    >>> read_path("Go south, then east.").value
    's,e'
    """
    part, rule = final_part(text)
    if abstains(part):
        return Reading(None, "abstention", abstained=True)
    last = sentences(part)[-1:]
    steps = re.findall(r"(?<![\w'])(north|south|east|west|[nsew])\b", last[0] if last else "", re.IGNORECASE)
    if not steps:
        return Reading(None, "unreadable")
    return Reading(",".join(step[0].lower() for step in steps), "label" if rule == "text" else rule)
