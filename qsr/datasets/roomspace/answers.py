"""Reading a model's answer to a find-relation question of RoomSpace: a set of directions, on the plan or from the door.

An answer lists what is possible, so that "north or north-east" and "north, north-east" are the same set. What stands behind the
last "answer:" counts, else the last sentence that names a direction, with the list that it belongs to. A sentence about the
asked pair the other way round is turned. A denial among the directions is not resolved, and what is almost so, depends on
something or is said of another pair is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from qsr.datasets.free_text.extraction import nothing_but
from qsr.datasets.free_text.marks import marks
from qsr.datasets.free_text.pair import Pair
from qsr.datasets.free_text.plain_text import abstains, conclusion, final_part, is_question, plain_words, sentences
from qsr.datasets.protocol import Reading

__all__ = ["read_directions"]

_COMPASS: Final = {"north": "N", "south": "S", "east": "E", "west": "W"}
_DEPTH: Final = {"front": "N", "ahead": "N", "behind": "S", "back": "S"}
_SIDE: Final = {"right": "E", "left": "W"}
_TURNED: Final = str.maketrans("NSEW", "SNWE")
_DEPTH_WORDS: Final = r"(?:in\s+)?(?:the\s+)?(?P<depth>front|ahead|behind|back)(?:\s+of)?"
_SIDE_WORDS: Final = r"(?P<side>right|left)"
_DIRECTION: Final = re.compile(
    r"\b(?:"
    r"(?P<compass>(?:north|south)[\s-]*(?:east|west)|north|south|east|west)(?:ern|wards?)?"
    rf"|{_DEPTH_WORDS}(?:\s+(?P<and>and\s+)?(?P<to>to\s+(?:the|its)\s+)?{_SIDE_WORDS})?"
    r"|(?P<alone>right|left)"
    r"|(?P<same>overlap(?:s|ping|ped)?|(?:at|in)?\s*(?:the\s+)?(?:exact(?:ly)?\s+)?same\s+(?:position|location|place|spot|point|cell))"
    r")\b",
    re.IGNORECASE,
)
_DENIAL: Final = re.compile(r"\b(?:not|never|neither|nor|except|cannot)\b", re.IGNORECASE)
#: Marks with which nothing is claimed; what may be is what an answer lists.
_NO_CLAIM: Final = frozenset({"approximation", "condition", "retraction", "denial_of_a_phrase"})
_NONE: Final = re.compile(
    r"\bnone\b|\bno (?:\w+ )?(?:relations?|directions?|options?|answers?)\b|[\[{]\s*[\]}]|\binconsistent\b", re.IGNORECASE
)
_MORE_FILLERS: Final = re.compile(
    r"[\d.]+|or|of|possible|possibly|could|can|be|may|might|relations?|directions?|all|following|with"
)


def read_directions(text: str, head: str, tail: str, others: Sequence[str] = ()) -> Reading:
    """Read where a text says that `head` may be, seen from `tail`.

    Parameters
    ----------
    text
        A model's answer: a list, a sentence, or reasoning that ends on an answer.
    head, tail
        The names of the asked furniture.
    others
        The names of what else there is.

    Returns
    -------
    Reading
        `value` is a frozenset of RoomSpace's directions ("N", "NE", ... "O"), empty for "none", or None.

    Examples
    --------
    >>> sorted(read_directions("Answer: north, north-east or overlap", "bed", "desk").value)
    ['N', 'NE', 'O']
    >>> sorted(read_directions("The bed is in front of and to the right of the desk.", "bed", "desk").value)
    ['NE']
    """
    part, rule = final_part(text)
    pieces = [plain for piece in sentences(part) if not is_question(piece) and (plain := plain_words(piece))]
    said = [index for index, piece in enumerate(pieces) if _DIRECTION.search(piece)]
    if not said:
        if abstains(part):
            return Reading(None, "abstention", abstained=True)
        return Reading(frozenset(), "none") if _NONE.search(part) else Reading(None, "unreadable")
    if rule == "text":
        first = last = said[-1]
        while first and _bare(pieces[first - 1]):
            first -= 1
        rule = "label" if all(map(_bare, pieces)) else "last sentence"
    else:
        first = last = said[0]
        while last + 1 < len(pieces) and _bare(pieces[last + 1]):
            last += 1
    sentence = " , ".join(pieces[first : last + 1])
    if first == last:
        sentence = conclusion(sentence, _DIRECTION.search)
    return _read(sentence, Pair(head, tail, others), rule)


def _bare(piece: str) -> bool:
    """Tell whether a piece of text is nothing but directions."""
    return nothing_but(piece, _DIRECTION, _MORE_FILLERS)


def _read(sentence: str, pair: Pair, rule: str) -> Reading:
    if _DENIAL.search(sentence):
        return Reading(None, "denial", ambiguous=True)
    open_to = next((mark.kind for mark in marks(sentence, pair.spans(sentence)) if mark.kind in _NO_CLAIM), "")
    if open_to:
        return Reading(None, open_to, ambiguous=True)
    hits = list(_DIRECTION.finditer(sentence))
    found: set[str] = set()
    unsure = False
    for hit in hits:
        codes, doubt = _codes(hit)
        found |= codes
        unsure = unsure or doubt
    seen = pair.oriented(sentence, [(hits[0].start(), hits[-1].end())])[0]
    if seen is None:
        return Reading(None, "another landmark")
    if seen.turned:
        found = {code.translate(_TURNED) for code in found}
    return Reading(frozenset(found), rule, ambiguous=unsure or seen.unsure)


def _codes(hit: re.Match[str]) -> tuple[set[str], bool]:
    """Return the directions of one match, and whether it could mean others.

    "In front of and to the right of" is one direction; "front and right" may be one or two, and is taken for two.
    """
    if hit["same"]:
        return {"O"}, False
    if hit["compass"]:
        return {"".join(_COMPASS[word] for word in re.findall("north|south|east|west", hit["compass"].lower()))}, False
    if hit["alone"]:
        return {_SIDE[hit["alone"].lower()]}, False
    depth = _DEPTH[hit["depth"].lower()]
    if not hit["side"]:
        return {depth}, False
    side = _SIDE[hit["side"].lower()]
    return ({depth, side}, True) if hit["and"] and not hit["to"] else ({depth + side}, False)
