"""Reading yes or no from a reply: said outright, by a fixed phrase, or by what it says of the statement in question.

The phrases are data (`replies` in `grammars/reply_words.toml`). A frame such as "it is not the case that" turns what it holds, a
hedge or a condition takes its firmness, and a reply that says that nobody can know abstains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from qsr.datasets.free_text.marks import Mark, is_partial, marks, matched
from qsr.datasets.free_text.plain_text import final_part, is_question, sentences, unfolded
from qsr.datasets.free_text.words import DIRECTION
from qsr.datasets.protocol import Reading
from qsr.language import function_words

__all__ = ["read_yes_no"]

_TURNED: Final = {"yes": "no", "no": "yes"}
_SAID: Final = frozenset({"yes", "no", "unknown"})
_DENYING: Final = frozenset({"denial", "denial_of_a_phrase", "approximation", "no"})
#: What may stand between a denial and the yes that it denies.
_CLOSE: Final = re.compile(r" (?:an? |the |say |at all |really |that )?[\"“”'‘’]?")
#: "It is not the case that ...": what it holds is turned, or stands as it is.
_FRAME: Final = re.compile(
    r"(?:^|.*[,;:]\s*)(?:it |that )?(?:is |would be |seems )?(?:simply |just |clearly |certainly )?"
    r"(?P<frame>not (?:the case|true|so|right|correct|possible)|false|untrue|wrong|incorrect|impossible"
    r"|(?:there is )?no (?:way|chance)|i (?:deny|reject)|the case|true|correct|so|right)"
    r"(?: to (?:say|claim|think|answer)(?: that)?| that) (?P<rest>.+)",
    re.IGNORECASE,
)
_HOLDS: Final = frozenset({"the case", "true", "correct", "so", "right"})
_REASON: Final = re.compile(r"\b(?:because|since|given that)\b", re.IGNORECASE)
_TURN: Final = re.compile(r"\b(?:but|however|although|though)\b", re.IGNORECASE)
_NO_NOUN: Final = frozenset({"more", "one", "longer", "other", "others", "such", "less", "fewer", "none"})
_NOT: Final = re.compile(r"\b(?:not|never)\b", re.IGNORECASE)


def read_yes_no(text: str) -> Reading:
    """Read yes or no from an answer; the last one said counts, and both in one sentence are ambiguous.

    >>> [read_yes_no(text).value for text in ("Yes, it is.", "There is no doubt that it is.", "By no means.", "Perhaps.")]
    ['yes', 'yes', 'no', None]
    """
    part, rule = final_part(text)
    why = "unreadable"
    for sentence in reversed(sentences(part)):
        if is_question(sentence):
            continue
        said = _said(re.sub(r"\s+", " ", unfolded(sentence)))
        if said in _TURNED:
            return Reading(said, "label" if rule == "text" else rule)
        if said == "unknown":
            return Reading(None, "abstention", abstained=True)
        if said == "taken back" or said == "yes and no":
            return Reading(None, said, ambiguous=True)
        if said:
            why = said
            if said == "hedged" and not DIRECTION.search(sentence):
                break  # of a statement it says how sure that is, and nothing of what was said before
    return Reading(None, why)


def _said(plain: str) -> str:
    """Return yes, no, unknown, or in a word what keeps a sentence from saying either; empty where it says nothing of it."""
    reason = _REASON.search(plain)
    if reason is not None and (said := _said(plain[: reason.start()].strip(" ,"))):
        return said
    found = [said for segment in _TURN.split(plain) if (said := _segment(segment))]
    values = [said for said in found if said in _TURNED]
    if "unknown" in found:
        return "unknown"
    if len(found) > 1 and found[-1] in _TURNED and found[:-1] == ["hedged"]:
        return found[-1]  # "It would be nice, but no."
    if "hedged" in found or "taken back" in found or len(set(values)) > 1:
        return next((one for one in ("taken back", "hedged") if one in found), "yes and no")
    return values[0] if values else next(iter(found), "")


def _segment(plain: str) -> str:
    """Return what a part of a sentence says, in the words of `_said`."""
    plain = plain.strip()
    frame = _FRAME.match(plain)
    if frame is not None:
        held = _segment(frame["rest"]) or ("no" if _NOT.search(frame["rest"]) else "yes")
        return held if frame["frame"].lower() in _HOLDS else _TURNED.get(held, held)
    tokens = list(_tokens(plain))
    start = max((mark.end for mark in tokens if mark.kind == "correction"), default=0)
    kinds = {mark.kind for mark in tokens if mark.start >= start}
    partial = is_partial(plain)
    if kinds & {"unknown", "abstention"} and not partial:
        return "unknown"
    values = {mark.kind for mark in _outright(plain, [mark for mark in tokens if mark.start >= start])}
    if "retraction" in kinds and not values:
        return "taken back"
    if kinds & {"hedge", "condition"} and not (values and partial):
        return "hedged"
    if "neither" in values or len(values) > 1:
        return "yes and no"
    return values.pop() if values else _affirmed(plain, [mark for mark in tokens if mark.kind == "affirmation"])


def _affirmed(plain: str, affirmed: Sequence[Mark]) -> str:
    """Return what "no doubt" and its like say: that it is so, or is not where a "not" stands outside of them."""
    if not affirmed:
        return ""
    ends = [0, *(mark.end for mark in affirmed)]
    starts = [*(mark.start for mark in affirmed), len(plain)]
    if any(_NOT.search(plain, end, start) for end, start in zip(ends, starts, strict=True)):
        return "no"
    # What is affirmed besides is a statement, and need not be the one in question.
    return "" if DIRECTION.search(plain) else "yes"


def _tokens(plain: str) -> Iterator[Mark]:
    """Yield the phrases that say yes, no or unknown, and the marks; of two that overlap the first, then the longer one."""
    replies = [mark for mark in matched("replies", plain) if mark.kind != "no" or not _before_noun(plain, mark)]
    replies = [mark._replace(kind=mark.kind.removesuffix("_alone")) for mark in replies if _counts(plain, mark)]
    end = -1
    for mark in sorted([*replies, *marks(plain)], key=lambda mark: (mark.start, -mark.end, mark.kind not in _SAID)):
        if mark.start >= end:
            yield mark
            end = mark.end


def _counts(plain: str, mark: Mark) -> bool:
    """Tell whether a word stands by itself, where it says something only by itself: "Certainly, ..."."""
    if not mark.kind.endswith("_alone"):
        return True
    before, after = plain[: mark.start], plain[mark.end :]
    return re.search(r"(?:^|[,;:.!-])\W*$", before) is not None and re.match(r"\W*(?:$|[,;:.!-])", after) is not None


def _before_noun(plain: str, mark: Mark) -> bool:
    """Tell whether a "no" belongs to a noun, as in "no cup is there", and says nothing by itself."""
    following = re.match(r" ([\w']+)", plain[mark.end :]) if plain[mark.start : mark.end].lower() == "no" else None
    if following is None:
        return False
    word = following.group(1).lower()
    return word in _NO_NOUN or not (function_words.classes(word) or word in ("the", "a", "an"))


def _outright(plain: str, tokens: Sequence[Mark]) -> Iterator[Mark]:
    """Yield what is said outright; a denial right before a yes makes it a no, and one before a no leaves it open."""
    for place, mark in enumerate(tokens):
        if mark.kind not in _TURNED:
            continue
        before = tokens[place - 1] if place and tokens[place - 1].kind in _DENYING else None
        after = tokens[place + 1] if place + 1 < len(tokens) and tokens[place + 1].kind in _TURNED else None
        if before is not None and _CLOSE.fullmatch(plain, before.end, mark.start):
            turned = mark.kind == "yes" and before.kind != "approximation"
            yield mark._replace(kind="no" if turned else "neither")
        elif mark.kind != "no" or after is None or not _CLOSE.fullmatch(plain, mark.end, after.start):
            yield mark
