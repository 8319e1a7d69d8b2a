"""A puzzle's text as a story, and further questions of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from qsr.errors import ParseError
from qsr.language.page import Page, appended
from qsr.language.puzzles.building import announced
from qsr.language.puzzles.clauses import clause
from qsr.language.puzzles.questions import asked
from qsr.language.puzzles.world import World
from qsr.language.shapes import sentences
from qsr.story import Question, Referents, Span, Statement, Story

#: Dashes around a list, and the brackets of one, are read as commas.
_SIGNS: Final = re.compile(r"(?<=\s)[—–-](?=\s)|[—()]")

__all__ = ["ask", "offered", "read"]


def read(page: Page, *, lenient: bool = False) -> Story | None:
    """Return the story of a puzzle, None for a text that does not open like one; raise ParseError for what is not understood."""
    spans: list[Span] = []
    questions: list[Span] = []
    for begin, end, asks in page.stretches():
        if asks:
            questions.append((begin, end))
            continue
        for i, j in sentences(page.plain[begin:end]):
            span = (begin + i, begin + j)
            (questions if page.plain[span[1] - 1] == "?" else spans).append(span)
    plain = _SIGNS.sub(",", page.plain)
    found = announced(plain, spans) if spans else None
    if found is None:
        return None
    world, laws, opening, conditions = found
    said = [(laws, opening)]
    faults: list[tuple[Span, ParseError]] = []
    for begin, end in conditions:
        try:
            said.append((clause(world, plain[begin:end].rstrip(" .")), (begin, end)))
        except ParseError as error:
            place = (begin + error.start, begin + max(error.end, error.start + 1))
            faults.append(((begin, end), ParseError(error.message, page.text, *place, file=page.file)))
    statements = tuple(Statement.says(number, formula, span) for number, (formula, span) in enumerate(said))
    story = Story(world.entities, statements, (), page.text, page.settings, page.file, (), Referents(puzzle=world))
    for span in questions:
        try:
            one, _ = asked(world, page.plain[slice(*span)], ())
            one = replace(one, id=len(story.questions), span=span)
            story = replace(story, questions=(*story.questions, one))
        except ParseError as error:
            faults.append((span, ParseError(error.message, page.text, *span, file=page.file)))
    faults.sort(key=lambda one: one[0])
    if faults and not lenient:
        first = faults[0][1]
        first.others = tuple(fault for _, fault in faults[1:])
        raise first
    return replace(story, unread=tuple((span, fault.message) for span, fault in faults))


def _world(story: Story) -> World:
    world: World = story.referents.puzzle  # type: ignore[union-attr]
    return world


def ask(story: Story, question: str) -> Story:
    """Return the story with one more question."""
    text, span = appended(story, question)
    one, _ = asked(_world(story), question, ())
    one = replace(one, id=len(story.questions), span=span, text=question)
    return replace(story, text=text, questions=(*story.questions, one))


def offered(story: Story, question: str, options: tuple[str, ...]) -> tuple[Question, str]:
    """Return a question with its options, and its kind: a form of question, or how its answer is meant."""
    return asked(_world(story), question, options)
