"""Repairs in words: "did you mean ...?", and the text of a story with its repair written in.

What is written stands in the story's own language, in place of the words it mends and nowhere else. The new text is read again,
and given out only where it says exactly what the repair says, so that a wording cannot mean something of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, Final

from qsr.errors import ParseError
from qsr.language import english, story_files
from qsr.repair.rank import Change, Repair
from qsr.seats import Claim, Layout
from qsr.story import Span, Statement, Story
from qsr.theories import quotes
from qsr.theories.protocol import Theory
from qsr.theories.quotes import sentence_of
from qsr.theories.room import text as roomspace
from qsr.theories.room.text import writer as rooms
from qsr.theories.seating.text import chinese as chinese_seats
from qsr.theories.seating.text import chinese_writing, english_writer
from qsr.theories.seating.text import english as english_seats

__all__ = ["described", "line_of", "quoted", "rewritten", "suggested"]

#: Wordings of one clause that are tried, and words of it that are turned round.
_TRIED, _FEW = 40, 6
#: Words and their opposites, as texts have them: a word turned round keeps the rest of the sentence as it was written.
_PAIRS: Final = (
    ("left", "right"),
    ("above", "below"),
    ("over", "under"),
    ("behind", "in front of"),
    ("north", "south"),
    ("east", "west"),
    ("near", "far"),
    ("clockwise", "anticlockwise"),
    ("clockwise", "counterclockwise"),
    ("higher", "lower"),
    ("upper", "lower"),
    ("top", "bottom"),
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
_HAN: Final = re.compile(r"[㐀-䶿一-鿿]")
_STAND: Final = "From this perspective, "
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
    distance = given.get("distance")
    amounts = [str(one) for one in (distance if isinstance(distance, tuple) else [distance]) if one is not None]
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
    found = _rewritten(story, (change,), story.text)
    if found is not None:
        return " ".join(found[1][0].split()), True
    sentence = _sentence(story, change.instead) if _language(story) == "english" else None
    return (described(story, change.instead), False) if sentence is None else (sentence, True)


def rewritten(story: Story, repair: Repair, text: str | None = None) -> str | None:
    """Return the text of a story with a repair written in, all else as it was; None where nothing that was tried reads so.

    `text` is the text that the spans of the story are places in, where that is not the story's own, which lacks its comments
    in some languages.
    """
    found = _rewritten(story, repair.changes, story.text if text is None else text)
    return None if found is None else found[0]


# ---------------------------------------------------------------- the text with other words in it


def _rewritten(story: Story, changes: Sequence[Change], text: str) -> tuple[str, list[str]] | None:
    """Return the new text and the words put in for each span that changes, in order; None where there are none."""
    instead = {change.statement: change.instead for change in changes}
    spans = {story.statements[number].span for number in instead}
    if any(start >= end for start, end in spans):
        return None
    # Of a clause within another that changes as well, the outer one is written.
    outer = sorted(one for one in spans if not any(one != other and _within(one, other) for other in spans))
    now: list[Statement | None] = list(story.statements)
    words = list[str]()
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
                words.insert(0, wording)
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


def _language(story: Story) -> str:
    theory = dict(story.settings).get("theory")
    if theory == "room" or (theory is None and any(key == "grid" for key, _ in story.settings)):
        return "room"
    if theory == "seating":
        return "chinese seats" if len(_HAN.findall(story.text)) > len(re.findall("[A-Za-z]{2,}", story.text)) else "english seats"
    return "none" if theory in ("gridworld", "headings", "prepositions", "locatives") else "english"


def _read(story: Story, text: str) -> Story:
    """Read a text as the story was read: as a story file, or, where it has no first line that says so, as a row."""
    settings, _ = english.theory_line(text, story.file)
    language = _language(story)
    if language == "english" and story.referents is not None and not story.referents.everyday:
        return english.parse_story(text, file=story.file, theory="paper")
    if settings or language == "english":
        return story_files.parse_story(text, file=story.file)
    if language == "room":
        classes = {one.relation[-1] for one in story.statements if one.relation in ("CL2", "FR2", "CL3", "MD3", "FR3")}
        return roomspace.read(
            _described_part(story, text), distances=int(classes.pop()) if len(classes) == 1 else None, settings=story.settings
        )
    seats = chinese_seats if language == "chinese seats" else english_seats
    found: Story = seats.read(_described_part(story, text), settings=story.settings)
    return found


def _described_part(story: Story, text: str) -> str:
    """Return a row's text without its question, which stands behind."""
    last = max((one.span[1] for one in story.statements), default=0)
    behind = [question.span[0] for question in story.questions if question.span[0] >= last]
    return text[: len(text) - (len(story.text) - min(behind))] if behind else text


# ---------------------------------------------------------------- wordings


def _replacements(story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]) -> Iterator[tuple[int, int, str]]:
    """Yield places and words that may say these statements instead of those that stand there, the least changed words first."""
    start, end = span
    before, language = story.text[start:end], _language(story)
    if not said:
        if language == "room":
            yield from ((start, end, words) for words in _unplaced(story, here))
        yield from _removals(story.text, start, end)
        return
    yield from ((start, end, words) for words in _turned(before))
    if language == "english":
        sentences = [_sentence(story, one) for one in said]
        if None not in sentences:
            yield start, end, " ".join(sentence for sentence in sentences if sentence is not None)
    elif language == "room":
        yield from ((start, end, words) for words in _room_words(story, said, before))
    elif language.endswith("seats"):
        yield from ((start, end, words) for words in _seat_words(story, said, language, before))


def _turned(before: str) -> Iterator[str]:
    """Yield a text with one of its words turned into the opposite, and with all of them."""
    found = list(_HANDED.finditer(before))[:_FEW]
    for one in found:
        yield before[: one.start()] + _OPPOSITE[one.group()] + before[one.end() :]
    if len(found) > 1:
        yield _HANDED.sub(lambda match: _OPPOSITE[match.group()], before)


def _unplaced(story: Story, here: Sequence[int]) -> Iterator[str]:
    """Yield a piece of furniture without where it stands."""
    statement = story.statements[here[0]]
    if len(statement.args) == 1 and (item := _furniture(Story((story.entities[statement.args[0]],)))) is not None:
        yield item


def _furniture(story: Story) -> str | None:
    try:
        found = re.search(r"including (.*)\.$", rooms.write(story))
    except ValueError:
        return None
    return None if found is None else found[1]


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


def _sentence(story: Story, statement: Statement) -> str | None:
    """Return the English sentence of a statement; None where there is none that is read as it."""
    try:
        names = [story.entities[entity] for entity in statement.args]
        sentence = english.verbalise(statement.relation, names[0], names[1], statement.properties)
        general = story.referents is not None and story.referents.everyday
        found = english.parse_story(sentence, theory="exact" if general else "paper")
    except (ParseError, ValueError, KeyError, IndexError):
        return None
    return sentence if _names(found, found.statements) == _names(story, [statement]) else None


def _seat_words(story: Story, said: Sequence[Statement], language: str, before: str) -> list[str]:
    """Return wordings of a clause about seats, those most like the words that stand there first."""
    layout = Layout.parse(dict(story.settings).get("layout", ""))
    if layout is None:
        return []
    claims = [Claim(one.relation, one.args, bool(one.property("negated"))) for one in said]
    table = chinese_writing if language == "chinese seats" else english_writer
    found = table.wordings(claims[0], story.entities, layout) if len(claims) == 1 else ()
    found = found or table.wordings_joint(claims, story.entities, layout)
    return sorted(found, key=lambda words: -SequenceMatcher(None, before, words, autojunk=False).ratio())[:_TRIED]


def _room_words(story: Story, said: Sequence[Statement], before: str) -> Iterator[str]:
    """Yield the sentence of relations between pieces of furniture, or the words for where one stands."""
    plain = replace(story, statements=(), questions=())
    view = "north" if "in front of" in before or "behind" in before or _STAND in before or "side of" in before else "topdown"
    views = (view, *(other for other in ("topdown", "north") if other != view))
    if len(said[0].args) == 1:
        only = Story((story.entities[said[0].args[0]],), tuple(replace(each, args=(0,)) for each in said))
        if (item := _furniture(only)) is not None:
            yield item
        return
    for one in views:
        try:
            whole = rooms.write(replace(plain, statements=tuple(said)), one)
            sentence = whole.removeprefix(rooms.write(plain)).strip().split("inwards. ")[-1]
        except ValueError:
            continue
        if before.startswith(_STAND):
            yield sentence
        bare = sentence.removeprefix(_STAND)
        yield bare[:1].upper() + bare[1:]
