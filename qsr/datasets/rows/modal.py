"""Questions of reasoning tests about what could and must be: complete lists, how many, at most how many, which order, EXCEPT.

Each is asked as a plain question of the story, "which could be?", "how many are?", and its kind says what of the answer is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from qsr.story import Answer

__all__ = ["KINDS", "Modal", "modal", "ordered", "value_of"]

#: A complete list of those of which it is so, how many, all but one, and the most or least that there may be.
LIST, MANY, EXCEPT, MOST, LEAST = "list", "how many could", "except", "at most", "at least"
KINDS: Final = (LIST, MANY, EXCEPT, MOST, LEAST)
_MAY: Final = r"(?P<modal>could|can|might|may|must)"
_WHICH: Final = r"(?:which|what)(?: one)?(?: of (?:the following|these|them))?"
_WHOLE: Final = r"(?:complete|accurate|complete and accurate|accurate and complete)"
_OF: Final = r"(?:all )?(?:of )?(?:the )?"
_WHO: Final = r"(?:who|that|which|any one of (?:whom|which)|each of (?:whom|which))"
_THEM: Final = r"(?:any|any one|each|all|every one|each one) of (?:the following|these|them)"
_MOST: Final = r"(?:maximum|greatest|largest|highest)"
_LEAST: Final = r"(?:minimum|least|smallest|lowest)"
_NUMBER: Final = r"(?:possible )?number of (?:the )?(?P<noun>\w+) (?:who|that|which) (?:could|can|may|might) be (?P<rest>.+)"
_FORMS: Final = (
    (
        LIST,
        rf"{_WHICH} (?:is|represents|could be) an? {_WHOLE} list of {_OF}(?P<noun>[\w ]+?),? {_WHO} {_MAY} (?P<rest>.+)",
    ),
    (MANY, rf"how many (?:different )?(?:of )?(?:the )?(?P<noun>\w+) {_MAY} (?P<rest>.+)"),
    (EXCEPT, rf"{_THEM}(?P<noun>) {_MAY} (?P<rest>be .+?),? except"),
    (MOST, r"at most how many (?:of )?(?:the )?(?P<noun>\w+) (?:are|is) (?P<rest>.+)"),
    (LEAST, r"at least how many (?:of )?(?:the )?(?P<noun>\w+) (?:are|is) (?P<rest>.+)"),
    (MOST, rf"what is the {_MOST} {_NUMBER}"),
    (LEAST, rf"what is the {_LEAST} {_NUMBER}"),
)
_ORDER: Final = re.compile(
    rf"{_WHICH} (?P<modal>could|can|might|may|must|cannot) be (?:the|an|a|one)\b[\w ]*\b(?:order|ordering|arrangement|sequence)"
    r"(?: (?:of|in which) [\w ]+?)?(?:,? from (?P<first>[\w -]+?) to (?P<last>[\w -]+))?",
    re.IGNORECASE,
)
#: What is supposed is told apart before.
_SUPPOSED: Final = re.compile(r"\b(?:if|given|suppos\w*|assum\w*|when|unless|provided)\b", re.IGNORECASE)
#: From where an order is told -> what each thing of it is to the next.
_SIDES: Final = {
    "left": "left of",
    "right": "right of",
    "top": "above",
    "bottom": "below",
    "front": "in front of",
    "back": "behind",
}


class Modal(NamedTuple):
    """What is asked in plain words, any of these, and what of its answer is meant."""

    kind: str
    asked: tuple[str, ...]


def modal(clause: str) -> Modal | None:
    """Return how a question is asked plainly; None for a question of another kind.

    >>> modal("Which of the following is a complete and accurate list of the children who could be the leftmost?")
    Modal(kind='list', asked=('Which of the children could be the leftmost?',))
    >>> modal("At most how many boxes are left of the cup?").asked
    ('How many boxes are left of the cup?',)
    """
    said = " ".join(clause.strip(" .?:!").split())
    for kind, form in _FORMS if not _SUPPOSED.search(said) else ():
        if found := re.fullmatch(form, said, re.IGNORECASE):
            noun, rest = found["noun"], found["rest"]
            if kind in (MOST, LEAST):
                return Modal(kind, (f"How many {noun} are {rest}?",))
            may = found["modal"].lower()
            whom = (f"Which of the {noun}",) if noun else ("Who", "What")
            return Modal(kind, tuple(f"{one} {may} {rest}?" for one in whom))
    return None


def value_of(kind: str, answer: Answer, options: Sequence[str]) -> list[str]:
    """Return what is meant of an answer: a number, or those options that say it."""
    if kind in (MOST, LEAST):
        numbers = sorted(map(int, answer.possible))
        return [str(numbers[-1 if kind == MOST else 0])] if numbers and not answer.undecided else []
    held = frozenset(answer.value) if isinstance(answer.value, (tuple, frozenset)) else frozenset[str]()
    if kind == MANY:
        return [str(len(held))]
    if kind == EXCEPT:
        return [one for one in options if _plain(one) not in set(map(_plain, held))]
    if not options:
        return [", ".join(sorted(held))]
    return [one for one in options if {_plain(piece) for piece in _pieces(one)} == set(map(_plain, held))]


def ordered(clause: str, options: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return the mood of a question for an order, and each option as sentences; None for a question of another kind.

    >>> ordered("Which could be the order of the cups, from left to right?", ["red, the blue"])
    ('could', ('the red is left of the blue.',))
    """
    found = _ORDER.fullmatch(" ".join(clause.strip(" .?:!").split()))
    lists = [[_called(piece) for piece in _pieces(one)] for one in options]
    if found is None or _SUPPOSED.search(clause) or not lists or any(len(one) < 2 for one in lists):
        return None
    relation = _relation((found["first"] or "left").lower().removeprefix("the "))
    if not relation:
        return None
    mood = {"must": "must", "cannot": "cannot"}.get(found["modal"].lower(), "could")
    return mood, tuple(" ".join(f"{one} is {relation} {other}." for one, other in pairwise(each)) for each in lists)


def _relation(first: str) -> str:
    """Return what each of an order is to the next that begins with the oldest, or at the left."""
    if first in _SIDES:
        return _SIDES[first]
    if first.startswith(("most ", "least ")):
        return f"{'more' if first.startswith('most') else 'less'} {first.partition(' ')[2]} than"
    return f"{first.removesuffix('est')}er than" if first.endswith("est") else ""


def _pieces(text: str) -> Iterator[str]:
    return (piece.strip() for piece in re.split(r",\s*(?:and\s+)?|\s+and\s+|;\s*", text.strip(" .")) if piece.strip())


def _called(piece: str) -> str:
    """Return a noun of a list with an article; a name has none."""
    return piece if piece[:1].isupper() or piece.startswith(("the ", "a ", "an ")) else f"the {piece}"


def _plain(text: str) -> str:
    return re.sub(r"\A(?:the|an?) ", "", " ".join(text.strip(" .").lower().split()))
