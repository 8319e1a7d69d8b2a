"""Texts of sentences and lines with a question mark before what is asked: where each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from qsr.story import Span, Story

__all__ = ["appended", "joined", "passages"]

_LINE: Final = re.compile(r"[^\n]*\n?")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_QUESTION: Final = re.compile(r"^[ \t]*\?[ \t]*(?P<question>[^\n]*?)[ \t]*$", re.MULTILINE)


def passages(text: str, start: int, sentence: re.Pattern[str]) -> Iterator[tuple[list[Span], Span | None]]:
    """Yield the places of the sentences before each question of a text, and of the question; None for what is behind the last.

    `sentence` is the pattern of a sentence; what stands before `start`, and comments, belong to none.
    """
    plain = _blank(_COMMENT, _blank(_LINE, text[:start]) + text[start:])
    position = 0
    for asked in (*_QUESTION.finditer(plain), None):
        upto = len(plain) if asked is None else asked.start()
        found = [
            (one.start(), position + len(plain[position : one.end()].rstrip()))
            for one in sentence.finditer(plain, position, upto)
        ]
        yield found, None if asked is None else asked.span("question")
        position = upto if asked is None else asked.end()


def joined(sentences: Sequence[str]) -> tuple[str, list[Span]]:
    r"""Return the text of some sentences, one a line, and the place of each.

    >>> joined(["A is left of B.", "B is left of C."])
    ('A is left of B.\nB is left of C.', [(0, 15), (16, 31)])
    """
    spans: list[Span] = []
    for one in sentences:
        position = spans[-1][1] + 1 if spans else 0
        spans.append((position, position + len(one)))
    return "\n".join(sentences), spans


def appended(story: Story, question: str) -> tuple[str, Span]:
    """Return the text of a story with one more line, and the place of that."""
    gap = "\n" if story.text and not story.text.endswith("\n") else ""
    start = len(story.text) + len(gap)
    return f"{story.text}{gap}{question}", (start, start + len(question))


def _blank(pattern: re.Pattern[str], text: str) -> str:
    # What is no part of the story becomes spaces, so that every offset stays the offset in the file.
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
