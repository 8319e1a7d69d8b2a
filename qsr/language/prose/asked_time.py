"""The moment that a question about a story told in time asks about: at first, before the kitchen, after Ann took the cup."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from qsr.errors import ParseError
from qsr.language.prose.times import without_times
from qsr.relations import EVENTS
from qsr.story import Span, Statement

__all__ = ["Moment", "moment_of", "of_question"]

#: What says that a question is about the end of the story, or its beginning, or the time before.
_NOW: Final = re.compile(
    r",?\s*\b(?:right now|now|still|at the moment|currently|at present|today|(?:at|in) the end(?: of the story)?(?! of)|finally"
    r"|by then|nowadays)\b(?=\s*(?:[,.?!]|$)|\s+\w)",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(
    r",?\s*\b(?:at first|initially|originally|at the (?:start|beginning|outset)(?: of the story)?|in the beginning)\b,?",
    re.IGNORECASE,
)
_PREVIOUS: Final = re.compile(
    r",?\s*\b(?:before(?: that| then)?|previously|earlier|beforehand|just before)\s*(?=[?.!]|$)", re.IGNORECASE
)
_CLAUSE: Final = re.compile(
    r"(?:^|[\s,])(?P<word>(?:just |right )?before|(?:just |right )?after|when|once|as soon as) (?P<rest>[^,?]+)", re.IGNORECASE
)


class Moment(NamedTuple):
    """What a question says of its time.

    Parameters
    ----------
    text
        The question with blanks in the place of that.
    kind
        ``"end"``; ``"first"``; ``"previous"``: where it was before it was where it is; ``"before"`` and ``"after"`` what
        `rest` tells; ``"at"`` the time that `rest` is; empty where it says nothing.
    rest
        The words of the time.
    start
        Where these stand.
    """

    text: str
    kind: str = ""
    rest: str = ""
    start: int = 0


def of_question(text: str) -> Moment:
    """Return what a question says of its time.

    >>> of_question("Where was the cup before the kitchen?")[1:3], of_question("Where is the cup now?")[1:3]
    (('before', 'the kitchen'), ('end', ''))
    """
    for kind, pattern in (("first", _FIRST), ("previous", _PREVIOUS), ("end", _NOW)):
        if (match := pattern.search(text)) is not None:
            return Moment(_blank(text, *match.span()), kind, "", match.start())
    if (match := _CLAUSE.search(text)) is not None:
        plain, marks = without_times(text[match.start("word") :])
        if marks and not plain.strip(" ,?.!"):
            return Moment(_blank(text, match.start("word"), match.end()), "at", match.group()[:].strip(" ,"), match.start("word"))
        kind = "before" if "before" in match["word"].lower() else "after"
        end = match.end() + (text[match.end() : match.end() + 1] == ",")
        return Moment(_blank(text, match.start("word"), end), kind, match["rest"].strip(), match.start("rest"))
    plain, marks = without_times(text)
    if marks and all(one.kind in ("later", "until") for one in marks):
        start = marks[0].start
        end = next((place for place in range(start, len(plain)) if plain[place] != " "), len(plain))
        return Moment(plain, "at", text[start:end].strip(" ,"), start)
    return Moment(text)


def _blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"


def moment_of(
    asked: Moment, thing: int, told: Sequence[Statement], story: str, stated: Callable[[str], Sequence[Statement]]
) -> int:
    """Return the moment that a question is about: so many statements were told by then; raise ParseError where that is open.

    Parameters
    ----------
    asked
        What the question says of it.
    thing
        What the question is about, -1 where that is open.
    told
        What the story says.
    story
        The text of the story.
    stated
        Returns what a clause says.
    """
    moving = [number for number, one in enumerate(told) if thing in one.args[:2]]
    if asked.kind == "first":
        first = next(iter(moving), 0) if thing >= 0 else next((n for n, one in enumerate(told) if _changes(one)), len(told)) - 1
        return _until(told, max(first, 0))
    if asked.kind == "previous":
        last = next((number for number in reversed(moving) if _changes(told[number])), None)
        if last is None:
            raise ParseError("before what?", asked.text, 0, len(asked.text))
        return min(number for number in moving if told[number].span == told[last].span)
    if asked.kind == "at":
        return _at(asked.rest, told, story)
    said = stated(asked.rest)
    found = [number for one in said for number, other in enumerate(told) if other.said[:2] == one.said[:2]]
    if not said or len({told[number].said[:2] for number in found}) < len(said):
        raise ParseError("the story does not say that this happened", asked.rest, 0, len(asked.rest))
    return min(found[-len(said) :]) if asked.kind == "before" else max(found) + 1


def _changes(statement: Statement) -> bool:
    return statement.relation in EVENTS or bool(statement.property("then") or statement.property("ended"))


def _until(told: Sequence[Statement], number: int) -> int:
    """Return the moment behind the states that the sentence of a statement tells with it."""
    end = number + 1
    while end < len(told) and told[end].span == told[number].span and not _changes(told[end]):
        end += 1
    return end


def _at(time: str, told: Sequence[Statement], story: str) -> int:
    """Return the moment behind all that is told of a time, which the story names as well."""
    spans: dict[Span, list[int]] = {}
    for number, one in enumerate(told):
        spans.setdefault(one.span, []).append(number)
    end = 0
    for (start, stop), numbers in spans.items():
        sentence = story[start:stop]
        if re.search(rf"(?<!\w){re.escape(time)}(?!\w)", sentence, re.IGNORECASE):
            end = max(numbers) + 1
        elif end and (any(one.kind == "later" for one in without_times(sentence)[1]) or any(_changes(told[n]) for n in numbers)):
            break
        elif end:
            end = max(numbers) + 1
    if not end:
        raise ParseError(f"the story does not say what was so {time!r}", time, 0, len(time))
    return end
