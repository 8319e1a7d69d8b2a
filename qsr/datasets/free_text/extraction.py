"""Reading a model's free-form answer: a direction, or a path; yes and no are read in `yes_no`.

The last thing an answer says about the question counts: what follows the last "answer:" where there is one, else the last
sentence that firmly names a direction of the asked pair, with those right before it. A sentence about the pair is turned to the
orientation of the question ("B is right of A" answers "where is A?" with left). What is denied, hedged, approximated,
conditional, left as an alternative or said of another pair is no answer (`claims`); a denial is kept beside the answer. A text
that says the answer cannot be known is an abstention, which is not the same as an unreadable one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from qsr import relations
from qsr.datasets.free_text.claims import Weighed, named, weigh
from qsr.datasets.free_text.marks import FIRM, is_partial, marks
from qsr.datasets.free_text.pair import Pair, same_name
from qsr.datasets.free_text.plain_text import abstains, conclusion, final_part, is_question, plain_words, sentences, unfolded
from qsr.datasets.free_text.words import DIRECTION, FILLERS, MEANING
from qsr.datasets.free_text.yes_no import read_yes_no
from qsr.datasets.protocol import Reading
from qsr.errors import ParseError
from qsr.language import english

__all__ = ["bare_directions", "nothing_but", "read_directions", "read_path", "read_yes_no", "said_of"]

#: The rule of an answer that only says what does not hold.
ONLY_DENIED: Final = "only denied directions"

#: Words with which a sentence ends the reasoning before it.
_CLOSING: Final = re.compile(
    r"\W*(?:so|therefore|thus|hence|then|finally|overall|in (?:conclusion|summary)|no|actually|correction)\b", re.IGNORECASE
)


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
    if not nothing_but(plain, DIRECTION):
        return None
    return _joined([MEANING[match.group().lower()] for match in DIRECTION.finditer(plain)])


def nothing_but(plain: str, said: re.Pattern[str], more: re.Pattern[str] | None = None) -> bool:
    """Tell whether a plain text says something, and all that stands around it are fillers, or words of `more`.

    >>> [nothing_but(text, re.compile("left|right")) for text in ("just to the left", "left of it and B", "to the")]
    [True, False, False]
    """
    if not said.search(plain):
        return False
    rest = re.findall(r"[\w']+", said.sub(" ", plain).lower())
    return all(FILLERS.fullmatch(word) or (more is not None and more.fullmatch(word)) for word in rest)


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
        if same_name(first, head) and same_name(second, tail):
            said.append(statement.relation)
        elif same_name(first, tail) and same_name(second, head):
            said.append(relations.converse(statement.relation))
    return said


def _taken(labels: Sequence[str], weighed: Weighed) -> Reading:
    """Return the reading of a sentence of which these are the claims."""
    joined = _joined(labels)
    if joined is None:
        return Reading(None, "directions that exclude one another", ambiguous=True)
    if any(set(relations.parts(name)) <= joined for name in weighed.denied):
        return Reading(None, "a direction that is said and denied", ambiguous=True)
    if any(relations.CONVERSE[part] in joined for name in weighed.open for part in relations.parts(name) if part not in joined):
        return Reading(None, "alternatives", ambiguous=True)
    return Reading(joined, "last sentence", ambiguous=weighed.unsure, denied=frozenset(weighed.denied))


def _weighed(sentence: str, pair: Pair) -> Weighed:
    plain = plain_words(sentence)
    hits = named(plain, DIRECTION, MEANING)
    weighed = weigh(plain, hits, pair)
    # Grammar only where the sentence is short: free reasoning is not in it, and a long line would only cost time.
    if weighed.plain and hits and len(sentence) <= 300 and (said := said_of(sentence, pair.head, pair.tail)):
        weighed.claimed, weighed.unsure = said, False
    return weighed


def read_directions(text: str, head: str, tail: str, others: Sequence[str] = ()) -> Reading:
    """Read where a text says that `head` is, seen from `tail`.

    Parameters
    ----------
    text
        A model's answer: one word, a sentence, or reasoning that ends on an answer.
    head, tail
        The names of the asked entities.
    others
        The names of what else there is. What is said of it is no answer, and neither is what is seen from it.

    Returns
    -------
    Reading
        `value` is a frozenset of labels of `qsr.relations`, or None; `denied` what the text says does not hold.

    Examples
    --------
    >>> sorted(read_directions("Answer: upper-left.", "A", "B").value)
    ['above', 'left']
    >>> read_directions("There is not enough information.", "A", "B").abstained
    True
    >>> read_directions("Below B, but not left of it.", "A", "B").denied
    frozenset({'left'})
    """
    part, rule = final_part(text)
    pair = Pair(head, tail, others)
    pieces = [piece for piece in sentences(part) if not is_question(piece)]
    if len(pieces) == 1 and (labels := bare_directions(part)) is not None:
        return Reading(labels, "label" if rule == "text" else rule)
    hedged = any(map(abstains, pieces))
    later = Weighed()
    why, partly = "", False
    for place in reversed(range(len(pieces))):
        sentence = conclusion(pieces[place], DIRECTION.search)
        weighed = _weighed(sentence, pair)
        if weighed.claimed:
            labels = _joined(weighed.claimed)
            if labels is not None and any(set(relations.parts(name)) <= labels for name in later.denied):
                return Reading(None, ONLY_DENIED, denied=frozenset(later.denied))
            claimed = [*weighed.claimed, *_said_before(pieces, place, pair, weighed)]
            weighed.denied += later.denied
            weighed.open += later.open
            weighed.unsure = weighed.unsure or hedged
            return _taken(claimed, weighed)
        if weighed.why == "abstention":
            if not is_partial(sentence):
                return Reading(None, "abstention", abstained=True)
            partly = True
        if weighed.taken_back:
            return Reading(None, "taken back", ambiguous=True)
        if weighed.why == "alternative":
            return Reading(None, "alternatives", ambiguous=True)
        later.denied += weighed.denied
        later.open += weighed.open
        why = why or weighed.why
    if partly:
        return Reading(None, "abstention", abstained=True)
    if later.denied:
        return Reading(None, ONLY_DENIED, denied=frozenset(later.denied))
    return Reading(None, why or "unreadable")


def _said_before(pieces: Sequence[str], place: int, pair: Pair, last: Weighed) -> list[str]:
    """Return what the sentences right before a claim add to it: "It is left of B. It is below B."."""
    claimed: list[str] = []
    if last.taken_back or _CLOSING.match(pieces[place]):
        return claimed
    for piece in reversed(pieces[:place]):
        weighed = _weighed(piece, pair)
        if weighed.taken_back or weighed.open or not (weighed.claimed or weighed.denied):
            break
        if _joined([*last.claimed, *claimed, *weighed.claimed]) is None:
            break
        claimed += weighed.claimed
        last.denied += weighed.denied
        if _CLOSING.match(piece):
            break
    return claimed


def read_path(text: str) -> Reading:
    """Read a walk as compass letters, ``"s,e"``, from letters or words.

    >>> read_path("Go south, then east.").value
    's,e'
    """
    part, rule = final_part(text)
    if abstains(part):
        return Reading(None, "abstention", abstained=True)
    last = [piece for piece in sentences(part) if not is_question(piece)][-1:]
    steps = re.findall(r"(?<![\w'])(north|south|east|west|[nsew])\b", last[0] if last else "", re.IGNORECASE)
    if steps and (re.search(r"\bor\b", last[0]) or any(mark.kind not in FIRM for mark in marks(unfolded(last[0])))):
        return Reading(None, "a walk that is not firmly said", ambiguous=True)
    if not steps:
        return Reading(None, "unreadable")
    return Reading(",".join(step[0].lower() for step in steps), "label" if rule == "text" else rule)
