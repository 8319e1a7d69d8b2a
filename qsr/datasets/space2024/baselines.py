"""Baselines for SpaCE 2024 that understand nothing, to see how much an answer is worth.

``majority:FILE``
    The answer that is most frequent in a training file: per task and kind of item (one letter or several), the task alone where
    the file has no such kind, else over the whole file. Of answers that are equally frequent the first in the alphabet wins.
``nearest``
    The option whose text stands nearest in the passage to the words of the question. The question's place is where its longest
    piece, on either side of the blank, begins or ends that occurs in the passage; the distance is counted in characters. An
    option that the passage does not mention is never chosen, and where it mentions none the answer is "none of the above", or
    nothing where that is not offered. It always gives one letter.

Neither is a solver, and nothing here is used to answer an item unless a baseline was asked for by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

__all__ = ["Majority", "nearest"]

_BLANKS: Final = ("()", "（）")
#: A shorter piece of a question is found nearly everywhere.
_LEAST: Final = 2


#: What the majority learns from: task, kind (``"single"`` or ``"multi"``) and label of an item.
Labelled: TypeAlias = tuple[str, str, tuple[str, ...]]


class Majority:
    """The most frequent answer of a training file; see the module.

    >>> items = [("RSR", "single", ("C",)), ("RSR", "single", ("C",)), ("ISR", "single", ("A",))]
    >>> learned = Majority(items)
    >>> learned.answer("RSR", "single", "ABCD"), learned.answer("DSA", "multi", "ABCD"), learned.answer("RSR", "multi", "AB")
    (('C',), ('C',), None)
    """

    def __init__(self, items: Iterable[Labelled]) -> None:
        self._counts: dict[tuple[str, ...], Counter[tuple[str, ...]]] = {}
        for task, kind, letters in items:
            for key in ((task, kind), (task,), ()):
                self._counts.setdefault(key, Counter())[letters] += 1

    def answer(self, task: str, kind: str, offered: Sequence[str]) -> tuple[str, ...] | None:
        """Return the most frequent answer to items of that kind; None where it has a letter that is not offered."""
        counts = next((self._counts[key] for key in ((task, kind), (task,), ()) if key in self._counts), None)
        if not counts:
            return None
        best = min(counts, key=lambda letters: (-counts[letters], letters))
        return best if set(best) <= set(offered) else None


def nearest(
    text: str, question: str, choices: Iterable[tuple[str, str]], is_none: Callable[[str], bool]
) -> tuple[str, ...] | None:
    """Return the letter of the option that the passage mentions nearest to the question's words; see the module.

    >>> text = "The pen is in the box. The cup is on the shelf."
    >>> nearest(text, "The cup is on ().", [("A", "the box"), ("B", "the shelf")], str.isspace)
    ('B',)
    """
    options = list(choices)
    places = _places(text, question)
    best: tuple[int, str] | None = None
    for letter, words in options:
        if is_none(words) or not words:
            continue
        found = _distance(text, words.strip(" 。."), places)
        if found is not None and (best is None or (found, letter) < best):
            best = found, letter
    if best is not None:
        return (best[1],)
    return next(((letter,) for letter, words in options if is_none(words)), None)


def _places(text: str, question: str) -> list[int]:
    """Return where in the passage the words around the question's blank stand; its start where they stand nowhere."""
    for blank in _BLANKS:
        question = question.replace(blank, "\0")
    pieces = [piece.strip(" 。，.,?？") for piece in question.split("\0")]
    # Next to the blank is the end of what stands before it and the beginning of what follows.
    before = _longest(text, pieces[0], at_end=True)
    after = _longest(text, pieces[-1], at_end=False) if len(pieces) > 1 else None
    found = [place for place in (before, after) if place is not None]
    return found or [0]


def _longest(text: str, piece: str, *, at_end: bool) -> int | None:
    """Return where the longest part of a piece that the text has stands: its end, or its start."""
    for length in range(len(piece), _LEAST - 1, -1):
        for start in range(len(piece) - length, -1, -1) if at_end else range(len(piece) - length + 1):
            place = text.find(piece[start : start + length])
            if place >= 0:
                return place + length if at_end else place
    return None


def _distance(text: str, words: str, places: Sequence[int]) -> int | None:
    """Return the least number of characters between a mention of the words and one of the places; None for no mention."""
    gaps: list[int] = []
    start = text.find(words) if words else -1
    while start >= 0:
        gaps += (max(start - place, place - start - len(words), 0) for place in places)
        start = text.find(words, start + 1)
    return min(gaps, default=None)
