"""Reading a model's free-form answer that is a set of labels, such as "Hence, the answer is above, and left".

What follows the last "answer is" counts, to the end of its sentence or of its list, else the last sentence that names a label; a
sentence about the asked pair the other way round is turned. Words are matched whole: "following" is not below. A denied label
is no answer, "none of the above" is the empty set, and labels joined by "or" are no answer either. A text that says the
answer cannot be known abstains, and names the empty set: a label is in an answer where it is entailed, and where nothing can
be known nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from qsr import relations
from qsr.datasets.free_text.claims import named, weigh
from qsr.datasets.free_text.extraction import nothing_but, said_of
from qsr.datasets.free_text.marks import FIRM, marks
from qsr.datasets.free_text.pair import Pair
from qsr.datasets.free_text.plain_text import (
    LONGEST_SENTENCE,
    SENTENCE_END,
    abstains,
    conclusion,
    final_part,
    is_question,
    plain_words,
    sentences,
)
from qsr.datasets.free_text.words import MEANING, any_of, table
from qsr.datasets.protocol import Reading

__all__ = ["read_labels", "says_label"]

_ONLY_DENIED: Final = "only denied labels"
_TOUCHING: Final = "touching"
_MEANING: Final[dict[str, str]] = {
    **MEANING,
    **{word: name for name, words in table()["labels"].items() for word in (name, *words)},
    **dict.fromkeys(("touching", "touches", "touch"), _TOUCHING),
}
_LABEL: Final = any_of(_MEANING)
#: What "touching" makes of the label that it stands with.
_WITH_TOUCHING: Final = {
    "outside": "outside and touching",
    "inside": "inside and touching",
    "contains": "contains and touches",
}
#: "above" as a reference to earlier text, and not as a relation.
_EARLIER: Final = re.compile(
    r"\b(?:(?:from|on|of|with|given|per|by|all|see|in|to) the above\b(?! (?:left|right|side|direction))"
    r"|the above (?:\w+ )?(?:facts?|statements?|context|information|reasoning|steps?|relations?|analysis|sentences?)\b"
    r"|(?:mentioned|stated|described|listed|shown|said|see) above\b)",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"\b(?:none|no (?:\w+ )?(?:labels?|relations?|relationships?|choices?|options?|answers?)|nothing|empty (?:set|list))\b",
    re.IGNORECASE,
)
_EMPTY: Final = re.compile(r"[\s.:\"'`*]*(?:\[\s*\]|\{\s*\}|∅)[\s.\"'`*]*")
_ITEM: Final = re.compile(r"(?:(?<!\s)\s+)?(?:[-*•]|(?<!\d)\d+[.)])\s+")
_MORE_FILLERS: Final = re.compile(
    r"[\d.]+|units?|labels?|following|follows|as|with|away|respect|for|relations?|directions?|correct|asked|given"
)


def read_labels(text: str, head: str, tail: str, choices: Sequence[str], others: Sequence[str] = ()) -> Reading:
    """Read which labels a text gives for `head`, seen from `tail`.

    Parameters
    ----------
    text
        A model's answer: a list, a sentence, or reasoning that ends on an answer.
    head, tail
        The names of the asked entities.
    choices
        The labels that there are. A label beyond them is read all the same, for the answer claims it; of two that a word may
        mean, it means the one among them.
    others
        The names of what else there is.

    Returns
    -------
    Reading
        `value` is a frozenset of labels of `qsr.relations`, empty for "none of them", or None.

    Examples
    --------
    >>> sorted(read_labels("Step 1: ... Hence, the answer is above, and left.", "A", "B", ["above", "left"]).value)
    ['above', 'left']
    >>> read_labels("The answer is none of the above.", "A", "B", ["above"]).value
    frozenset()
    """
    part, rule = final_part(text)
    pair = Pair(head, tail, others)
    if rule == "answer line" and not is_question(part):
        found = _read(_answer(part)[:LONGEST_SENTENCE], pair, choices, rule)
        if found is not None:
            return found
    pieces = [piece for piece in sentences(part) if not is_question(piece)]
    if _is_list(part) and (found := _read(" , ".join(map(_item, pieces))[:LONGEST_SENTENCE], pair, choices, "label")):
        return found
    stated: list[str] = []
    for sentence in reversed(pieces):
        # Several sentences may each give a label of the asked pair: "A is left of B. A is above B."
        said = _stated(conclusion(sentence, says_label), pair)
        if not said:
            break
        stated += said
    if stated:
        return _settled(stated, "last sentence", False)
    silent: Reading | None = None
    denied: frozenset[str] = frozenset()
    for sentence in reversed(pieces):
        found = _read(conclusion(sentence, says_label), pair, choices, "last sentence")
        if found is None:
            continue
        denied |= found.denied
        if isinstance(found.value, frozenset) and not denied.isdisjoint(found.value):
            return Reading(None, _ONLY_DENIED, denied=denied)
        if found.value is not None or found.ambiguous or found.abstained:
            return replace(found, denied=denied)
        silent = silent or found  # a hedge, a denial, or what is said of something else leaves what was said before
    return replace(silent, denied=denied) if silent is not None else Reading(None, "unreadable")


def says_label(text: str) -> bool:
    """Tell whether a text names a label."""
    return _LABEL.search(_EARLIER.sub(" ", text)) is not None


def _answer(part: str) -> str:
    """Return the sentence or the list behind "answer is"; what is said after it explains it."""
    lines = [line for line in part.splitlines() if line.strip()]
    first = SENTENCE_END.split(_item(lines[0]))[0]
    if not (_ITEM.match(lines[0]) or first.rstrip().endswith(":") or _is_list(lines[0])):
        return first
    rows = [first]
    for line in lines[1:]:
        if not _ITEM.match(line) and not _is_list(line):
            break
        rows.append(_item(line))
    return " , ".join(row.rstrip(" .,;:") for row in rows)


def _item(line: str) -> str:
    return _ITEM.sub("", line)


def _is_list(text: str) -> bool:
    """Tell whether a text is nothing but labels."""
    return nothing_but(_EARLIER.sub(" ", plain_words(text)), _LABEL, _MORE_FILLERS)


def _stated(sentence: str, pair: Pair) -> list[str]:
    """Return the labels of head to tail that general English finds in a sentence."""
    # Free reasoning is not in the grammar, and a long line would only cost time.
    plain = plain_words(sentence)
    if len(sentence) > 300 or not says_label(plain) or any(mark.kind not in FIRM for mark in marks(plain, pair.spans(plain))):
        return []
    return [label for relation in said_of(sentence, pair.head, pair.tail) for label in relations.parts(relation)]


def _read(sentence: str, pair: Pair, choices: Sequence[str], rule: str) -> Reading | None:
    """Read one sentence or list, None where it says nothing about labels."""
    if _EMPTY.fullmatch(sentence):
        return Reading(frozenset(), "none")
    plain = _EARLIER.sub(" ", plain_words(sentence))
    hits = named(plain, _LABEL, _MEANING)
    if not hits:
        if abstains(sentence):
            return Reading(frozenset(), "abstention", abstained=True)
        if weigh(plain, [], pair).taken_back:
            return Reading(None, "taken back", ambiguous=True)
        return Reading(frozenset(), "none") if _NONE.search(plain) else None
    weighed = weigh(plain, hits, pair)
    if weighed.why == "abstention":
        return Reading(None, "abstention beside labels", ambiguous=True)
    if weighed.plain and (said := _stated(sentence, pair)):
        return _settled(said, rule, False)
    denied = frozenset(weighed.denied)
    if not weighed.claimed and (weighed.taken_back or weighed.why == "alternative"):
        return Reading(None, "alternatives" if weighed.why == "alternative" else "taken back", ambiguous=True)
    if not weighed.claimed:
        return Reading(None, _ONLY_DENIED if denied else weighed.why, denied=denied)
    if denied & {*weighed.claimed} or any(relations.CONVERSE[name] in weighed.claimed for name in weighed.open):
        return Reading(None, "alternatives", ambiguous=True)
    names = [label for name in weighed.claimed for label in relations.parts(name)]
    words = {plain[hit.start : hit.end].lower() for hit in hits}
    loose = not words.isdisjoint(("overlap", "overlaps")) and "partially overlapping" in choices
    touching = any(hit.name == _TOUCHING and plain[one.end : hit.start].strip() != "and" for one, hit in pairwise(hits))
    return replace(_settled(names, rule, weighed.unsure or loose or touching), denied=denied)


def _settled(names: Sequence[str], rule: str, unsure: bool) -> Reading:
    """Return the labels of an answer; "touching" belongs to the label it was said with, and is contact from outside by itself."""
    labels = set(names)
    if _TOUCHING in labels:
        labels.remove(_TOUCHING)
        partner = next((name for name in _WITH_TOUCHING if name in labels), None)
        unsure = unsure or partner is None
        labels.discard(partner or "")
        labels.add(_WITH_TOUCHING[partner] if partner else "outside and touching")
    return Reading(frozenset(labels), rule, ambiguous=unsure)
