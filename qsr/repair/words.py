"""Repairs in words: "did you mean ...?", and the text of a story with its repair written in.

What is written stands in the story's own language, in place of the words it mends and nowhere else. The new text is read again,
and given out only where it says exactly what the repair says, so that a wording cannot mean something of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from qsr import stories, theories
from qsr.errors import ParseError
from qsr.language.page import Page
from qsr.repair.families import OPPOSITES
from qsr.repair.rank import Change, Repair
from qsr.story import Span, Statement, Story
from qsr.theories import quotes
from qsr.theories.protocol import Theory
from qsr.theories.quotes import sentence_of

__all__ = ["described", "line_of", "quoted", "reworded", "rewritten", "suggested"]

#: Wordings of one clause that are tried, and words of it that are turned round.
_TRIED, _FEW = 40, 6
#: Words and their opposites, as texts have them: a word turned round keeps the rest of the sentence as it was written.
_PAIRS: Final = (
    ("over", "under"),
    ("behind", "in front of"),
    ("higher", "lower"),
    *OPPOSITES,
    ("clockwise", "counterclockwise"),
    ("左", "右"),
    ("上", "下"),
    ("东", "西"),
    ("南", "北"),
    ("顺时针", "逆时针"),
)
_OPPOSITE: Final = {one: other for pair in reversed(_PAIRS) for one, other in (pair, pair[::-1])}
_HANDED: Final = re.compile(
    "|".join(rf"(?<![A-Za-z]){word}(?![a-z])" if word.isascii() else word for word in sorted(_OPPOSITE, key=len, reverse=True))
)
#: What may join a clause that is taken out to the one before or behind it.
_BEFORE: Final = re.compile(r"(?:[,;，；]\s*(?:and |but |while )?|\s+and )$")
_BEHIND: Final = re.compile(r"[,;，；]\s*(?:and |but |while )?|\s+and ")
_STOP: Final = re.compile(r"[.。]")


def line_of(story: Story, statement: int) -> int:
    """Return the line of the text, counted from 1, in which a statement begins."""
    return story.text.count("\n", 0, story.statements[statement].span[0]) + 1


def described(story: Story, statement: Statement) -> str:
    """Return what a statement says, in names of relations: for languages without a writer, and for clauses of a sentence.

    >>> described(Story(("cup", "pen")), Statement(0, "above+left", (0, 1), properties=(("negated", True),)))
    'not above and left: cup, pen'
    """
    names = ", ".join(story.entities[entity] for entity in statement.args)
    given = dict(statement.properties)
    amounts = [str(one) for one in given.get("distance") or () if one is not None]
    denied = "not " if given.get("negated") else ""
    apart = f", distance {' and '.join(amounts)}" if amounts else ""
    return f"{denied}{statement.relation.replace('+', ' and ')}: {names}{apart}"


def quoted(theory: Theory, story: Story, statement: int) -> str:
    """Return the words of a statement; where others share them, with what this one says among them."""
    said = story.statements[statement]
    if not story.quote(statement):
        return described(story, said)
    (quote,) = quotes.quoted(theory, story, (statement,))
    if not quote.clause and sum(sentence_of(one) == sentence_of(said) for one in story.statements) > 1:
        quote = quote._replace(clause=described(story, said))
    return str(quote)


def suggested(story: Story, change: Change) -> tuple[str, bool]:
    """Return the words for a changed statement, and whether they are a wording in the story's language.

    For a statement that stands in one sentence with others, the sentence is the whole of it. Nothing for one that is dropped.
    """
    if change.instead is None:
        return "", False
    found = reworded(story, (change,))
    if found is not None:
        return found[1][0], True
    sentence = stories.form_of(story).sentence(story, change.instead)
    return (described(story, change.instead), False) if sentence is None else (sentence, True)


def rewritten(story: Story, repair: Repair, text: str | None = None) -> str | None:
    """Return the text of a story with a repair written in, all else as it was; None where nothing that was tried reads so.

    `text` is the text that the spans of the story are places in, where that is not the story's own, which lacks its comments
    in some languages.
    """
    found = reworded(story, repair.changes, text)
    return None if found is None else found[0]


def reworded(story: Story, changes: Sequence[Change], text: str | None = None) -> tuple[str, list[str]] | None:
    """Return the text that `rewritten` returns, and for each change the sentence that now stands where its statement stood."""
    found = _rewritten(story, changes, story.text if text is None else text)
    if found is None:
        return None
    new, put_in = found
    spans = [story.statements[change.statement].span for change in changes]
    return new, [next((" ".join(words.split()) for outer, words in put_in.items() if _within(one, outer)), "") for one in spans]


# ---------------------------------------------------------------- the text with other words in it


def _rewritten(story: Story, changes: Sequence[Change], text: str) -> tuple[str, dict[Span, str]] | None:
    """Return the new text and the words put in for each span that changes; None where there are none."""
    instead = {change.statement: change.instead for change in changes}
    spans = {story.statements[number].span for number in instead}
    if any(start >= end for start, end in spans):
        return None
    # Of a clause within another that changes as well, the outer one is written.
    outer = sorted(one for one in spans if not any(one != other and _within(one, other) for other in spans))
    now: list[Statement | None] = list(story.statements)
    words: dict[Span, str] = {}
    # From the end, so that the places of what stands before stay what they are.
    for span in reversed(outer):
        here = [one.id for one in story.statements if _within(one.span, span)]
        for number in here:
            now[number] = instead.get(number, now[number])
        wanted = _names(story, now)
        tried = _replacements(story, span, here, [one for number in here if (one := now[number]) is not None])
        for begin, end, wording in islice(dict.fromkeys(tried), _TRIED):
            new = text[:begin] + wording + text[end:]
            if _says(story, new, wanted):
                text = new
                words[span] = wording
                break
        else:
            return None
    return text, words


def _within(one: Span, other: Span) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def _names(story: Story, said: Sequence[Statement | None]) -> list[tuple[Any, ...]]:
    return sorted(
        ((one.relation, tuple(story.entities[entity] for entity in one.args), one.properties) for one in said if one is not None),
        key=repr,
    )


def _says(story: Story, text: str, wanted: list[tuple[Any, ...]]) -> bool:
    """Tell whether a text is read as these statements."""
    try:
        found = _read(story, text)
    except (ParseError, ValueError):
        return False
    return _names(found, found.statements) == wanted and len(found.questions) in (0, len(story.questions))


def _read(story: Story, text: str) -> Story:
    """Read a text as the story was read: as a story file, or, where it has no first line that says so, as a row."""
    if Page.of(text, theories.parse_settings, story.file).settings:
        return stories.parse_story(text, file=story.file)
    return stories.form_of(story).again(story, text)


# ---------------------------------------------------------------- wordings


def _replacements(story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]) -> Iterator[tuple[int, int, str]]:
    """Yield places and words that may say these statements instead of those that stand there, the least changed words first."""
    start, end = span
    other = stories.form_of(story).rewordings(story, span, here, said)
    if not said:
        yield from other
        yield from _removals(story.text, start, end)
        return
    yield from ((start, end, words) for words in _turned(story.text[start:end]))
    yield from other


def _turned(before: str) -> Iterator[str]:
    """Yield a text with one of its words turned into the opposite, and with all of them."""
    found = list(_HANDED.finditer(before))[:_FEW]
    for one in found:
        yield before[: one.start()] + _OPPOSITE[one.group()] + before[one.end() :]
    if len(found) > 1:
        yield _HANDED.sub(lambda match: _OPPOSITE[match.group()], before)


def _removals(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield ways to take out a sentence or a clause, with what joins it to its neighbours."""
    behind = len(text[end:]) - len(text[end:].lstrip(" "))
    if text[max(end - 1, 0)] in ".。":
        yield start, end + behind, ""
    if (stop := _STOP.match(text, end)) is not None:
        after = stop.end() + len(text[stop.end() :]) - len(text[stop.end() :].lstrip(" "))
        yield start, after, ""
        if (join := _BEFORE.search(text, max(start - 12, 0), start)) is not None:
            yield join.start(), end, ""
    if (join := _BEHIND.match(text, end)) is not None:
        yield start, join.end(), ""
    if (join := _BEFORE.search(text, max(start - 12, 0), start)) is not None:
        yield join.start(), end, ""
    yield start, end + behind, ""
