"""A model's yes, no or "it depends" in English or Romanian.

What follows the last "answer:" counts where there is one. A word of answer is one that opens a sentence ("No, ..."), or stands
alone; "nu" inside a sentence only denies its verb. Where there is none, a sentence that says that the conclusion follows, or does
not, is read. The last sentence that answers counts; an earlier one that says the opposite makes the reading uncertain.
"""

from __future__ import annotations

import re
from typing import Final

from qsr.datasets.free_text.plain_text import abstains, final_part, sentences
from qsr.datasets.protocol import Reading

__all__ = ["read_answer", "read_label"]

_YES: Final = ("yes", "yeah", "yep", "true", "correct", "entailment", "entailed", "da", "adevărat", "adevarat", "corect")
_NO: Final = ("no", "nope", "false", "incorrect", "nu", "fals", "incorect", "greșit")
_WORDS: Final = dict.fromkeys(_YES, "yes") | dict.fromkeys(_NO, "no")
#: Words for the three labels of premises and hypothesis. No alone may be either of two labels.
_LABEL: Final = re.compile(
    r"\b(?:(?P<not>not|n't|no|neither)\s+(?:an?\s+|the\s+)?)?(?:(?P<entailment>entail(?:s|ed|ment)?|yes|true|follows)"
    r"|(?P<contradiction>contradict(?:s|ed|ion|ory)?|false)"
    r"|(?P<neutral>neutral|unknown|undetermined|maybe|(?:cannot|can't|can not) be (?:determined|known|inferred)))\b",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"(?:(?:so|therefore|thus|hence|deci|prin urmare|așadar|atunci)[\s,:]+)?"
    r"(?:(?:the answer is|răspunsul este|răspunsul e)[\s:]+)?"
    rf"[\s\"'*_`(\[]*(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
#: The word of answer at the end: "on second thought, no."
_CLOSE: Final = re.compile(r"[\s,:;](?P<word>yes|no|da|nu|true|false|adevărat|fals)[\s.!\"'*_`)\]]{0,9}$", re.IGNORECASE)
_ENDING: Final = 20
#: "No" as a determiner, and "nu" before the verb that it denies, are no words of answer.
_DETERMINERS: Final = ("no", "nu", "da", "correct", "true", "false")
_GOES_ON: Final = re.compile(r"\s+(?!$)[\w(]")
_ANSWER_RO: Final = re.compile(
    r"\b(?:răspuns(?:ul)?|raspuns(?:ul)?|concluzia)\b[\"'*_`]*\s*(?:este|e|ar fi|:|=)[\s\"'*_`:]*", re.IGNORECASE
)
_DEPENDS: Final = re.compile(
    r"\b(?:(?:it|that|this) (?:all )?depends|depends on|depinde|ambiguous|ambiguu|ambiguă)\b", re.IGNORECASE
)
_FOLLOWS: Final = re.compile(
    r"\b(?P<no>(?:does|do|would|did|is|are|can) ?n[o']t (?:\w+ )?)?(?:impl(?:y|ies|ied)|follows?|entail(?:s|ed)?|means?)\b"
    r"|\b(?P<nu>nu (?:se )?(?:\w+ )?)?(?:rezultă|reiese|implică|înseamnă|decurge|deduce)\b",
    re.IGNORECASE,
)


def read_answer(text: str) -> Reading:
    """Read an answer.

    Returns
    -------
    Reading
        `value` is ``"yes"``, ``"no"`` or ``"depends"``, None where nothing was found. A text that says that the answer cannot be
        known abstains.

    Examples
    --------
    >>> [read_answer(text).value for text in ("Yes.", "Nu, doar barca este în rodaj.", "That does not follow.", "It depends.")]
    ['yes', 'no', 'no', 'depends']
    >>> read_answer("Yes, the cat is there. On second thought, no.").ambiguous
    True
    """
    part, rule = final_part(text)
    ends = [found.end() for found in _ANSWER_RO.finditer(part)]
    if ends and part[ends[-1] :].strip(" \n\t.\"'*`_"):
        part, rule = part[ends[-1] :].strip(), "answer line"
    said: list[tuple[str, str]] = []
    for piece in sentences(part):
        found = _word(piece) or _claim(piece)
        if found is not None:
            said.append(found)
        elif rule == "answer line" and said:
            # What stands behind the answer explains it.
            break
    if not said:
        if _DEPENDS.search(part):
            return Reading("depends", "depends")
        return Reading(None, "abstention", abstained=True) if abstains(part) else Reading(None, "unreadable")
    words = [value for value, kind in said if kind == "label"]
    value, kind = (words[-1], "label") if words else said[-1]
    if rule == "answer line":
        value, kind = said[0]
    uncertain = any(other != value for other, _ in said) or (value != "depends" and _DEPENDS.search(part) is not None)
    return Reading(value, rule if rule == "answer line" else kind, ambiguous=uncertain)


def read_label(text: str) -> Reading:
    """Read one of the labels entailment, contradiction and neutral; the last one that is said counts.

    Bare "no" says that the hypothesis does not follow, which two labels do: it is read as contradiction, and as uncertain.

    >>> [read_label(text).value for text in ("Entailment.", "It is neutral: neither is known.", "So it contradicts the premise.")]
    ['entailment', 'neutral', 'contradiction']
    >>> read_label("No.").ambiguous, read_label("Hm.").value
    (True, None)
    """
    part, rule = final_part(text)
    found = [(one.lastgroup, bool(one["not"])) for one in _LABEL.finditer(part)]
    said = [name for name, denied in found if name is not None and not denied]
    if said:
        value = said[0] if rule == "answer line" else said[-1]
        return Reading(value, rule if rule == "answer line" else "label", ambiguous=len(set(said)) > 1)
    answer = read_answer(text)
    if answer.value == "depends":
        return Reading("neutral", answer.rule, ambiguous=True)
    if answer.value == "no":
        return Reading("contradiction", answer.rule, ambiguous=True)
    return Reading("entailment", answer.rule) if answer.value == "yes" else answer


def _word(sentence: str) -> tuple[str, str] | None:
    """Return what the word that opens a sentence answers."""
    found = _OPEN.match(sentence)
    if found is not None:
        word = found["word"].lower()
        if word not in _DETERMINERS or not _GOES_ON.match(found["rest"]):
            return _WORDS[word], "label"
    close = _CLOSE.search(sentence[-_ENDING:])
    return None if close is None else (_WORDS[close["word"].lower()], "label")


def _claim(sentence: str) -> tuple[str, str] | None:
    """Return what a sentence says about whether the conclusion follows."""
    if _DEPENDS.search(sentence):
        return "depends", "depends"
    found = _FOLLOWS.search(sentence)
    if found is None:
        return None
    denied = found["no"] or found["nu"] or re.search(r"\b(?:not|cannot|can't|never)\b", sentence[: found.end()], re.IGNORECASE)
    return ("no" if denied else "yes"), "last sentence"
