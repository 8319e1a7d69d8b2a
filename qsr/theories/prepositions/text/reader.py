"""Premises, conclusions and whole questions made into stories.

An entity is what a noun phrase names; phrases name the same thing where their nouns agree in some form and the one's
modifiers are among the other's, so that "într-o cutie" and "cutia" are one box. An indefinite phrase of a premise brings a
thing of its own: "a box" twice are two boxes, and "the box" is then neither. Statements have the preposition as their
relation, in the form of `grammars/prepositions_reading.toml`, and their properties say what was read: ``language``,
``surface`` (the preposition as written), ``sense`` where the verb gives the preposition one, ``tense`` where the verb tells,
and ``ground_article`` (`qsr.nouns.phrases`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from qsr.errors import ParseError
from qsr.language.form import TextForm
from qsr.language.guard import guarded
from qsr.language.page import Page, appended, joined
from qsr.logic import Relation
from qsr.nouns.phrases import NounPhrase, identical, same
from qsr.story import Question, Span, Statement, Story
from qsr.theories.prepositions.text.sentences import Sentence, Whole, further, sentence, whole_question

__all__ = ["FORM", "SETTINGS", "read", "read_question"]

SETTINGS: Final = (("theory", "prepositions"),)
#: Where a sentence ends: a full stop before a blank, or the line.
_SENTENCE: Final = re.compile(r"[^\s.!](?:[^\n.!]|\.(?=\S))*[.!]?")


@guarded
def read(premises: Sequence[str], conclusion: str = "", language: str | None = None, *, file: str | None = None) -> Story:
    """Return the story of some premises and of the conclusion that is asked for; an empty conclusion asks nothing.

    Raise ParseError where one of them is no sentence of the form "X is <preposition> Y".

    >>> story = read(["the robot is in a tent", "the tent is under the bridge"], "the robot is under the bridge")
    >>> story.entities, [(one.relation, one.args) for one in story.statements], story.questions[0].candidates
    (('the robot', 'a tent', 'the bridge'), [('in', (0, 1)), ('under', (1, 2))], ('under',))
    """
    text, spans = joined((*premises, *([conclusion] if conclusion else ())))
    scene = _Scene(text, file)
    for span in spans[: len(premises)]:
        scene.state(*span, language)
    for span in spans[len(premises) :]:
        scene.ask(*span, language)
    return scene.story(SETTINGS)


def read_question(text: str, *, file: str | None = None) -> Story:
    r"""Return the story of a whole question, "If ... and ..., does that imply that ...?", bare or in a prompt.

    Raise ParseError for another text.

    >>> story = read_question("Î: Dacă cana e pe masă și masa e în bucătărie, rezultă că cana e în bucătărie?\nR:")
    >>> [one.relation for one in story.statements], story.questions[0].args
    (['pe', 'în'], (0, 2))
    """
    found = whole_question(text)
    if found is None:
        message = "'If X is in Y and Y is in Z, does that imply that X is in Z?' was expected"
        raise ParseError(message, text, 0, len(text), file=file)
    scene = _Scene(text, file)
    scene.whole(found)
    return scene.story(SETTINGS)


class Chains(TextForm):
    r"""Story files of sentences; a question is a conclusion or its form as a question.

    >>> from qsr.stories import parse_story
    >>> story = parse_story("theory: prepositions\nThe ink is in the pen. The pen is in the box.\n? Is the ink in the box?")
    >>> story.questions[0].args
    (0, 2)
    """

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        scene = _Scene(page.text, page.file)
        for begin, end, asks in page.stretches():
            if asks:
                scene.ask_line(begin, end)
                continue
            for span in page.sentences(_SENTENCE, begin, end):
                scene.state(*span, None)
        return scene.story(page.settings or SETTINGS)

    @guarded
    def ask(self, story: Story, question: str) -> Story:
        """Return the same story with one more question, a conclusion or its form as a question, at its end."""
        text, span = appended(story, question)
        scene = _Scene(text, story.file, story)
        scene.ask_line(*span)
        return replace(scene.story(story.settings), unread=story.unread)


FORM: Final = Chains()


class _Scene:
    """What has been read so far."""

    def __init__(self, text: str, file: str | None, before: Story | None = None) -> None:
        self._text, self._file = text, file
        self._entities: list[str] = []
        self._phrases: list[NounPhrase] = []
        self._statements: list[Statement] = []
        self._questions: list[Question] = []
        self._further: list[tuple[int, Sentence]] = []
        for statement in before.statements if before is not None else ():
            # A sentence that gave a second statement is read once.
            if all(statement.span != known.span for known in self._statements):
                self.state(*statement.span, statement.property("language"))
        for question in before.questions if before is not None else ():
            self.ask(*question.span, dict(question.properties)["language"])

    def state(self, start: int, end: int, language: str | None) -> None:
        """Take up a premise."""
        said = sentence(self._text, language, start=start, end=end, file=self._file)
        index = len(self._statements)
        self._statements.append(Statement(index, Relation.of(said.preposition), self._args(said), said.span, _properties(said)))
        self._further += [(index, one) for one in further(said)]

    def ask(self, start: int, end: int, language: str | None) -> None:
        """Take up a conclusion; it may speak of things that no premise mentions."""
        said = sentence(self._text, language, start=start, end=end, file=self._file)
        words = " ".join(self._text[start:end].split())
        self._questions.append(
            Question(
                len(self._questions),
                "yes_no",
                self._args(said, asked=True),
                (said.preposition,),
                words,
                (start, end),
                _properties(said),
            )
        )

    def ask_line(self, start: int, end: int) -> None:
        """Take up a question as a line has it: a conclusion, or premises and conclusion in one where nothing else is stated."""
        if start == end:
            raise ParseError("a question was expected", self._text, start, end, file=self._file)
        found = whole_question(self._text, start, end)
        if found is None:
            self.ask(start, end, None)
        elif self._statements:
            raise ParseError(
                "a question with premises of its own was not expected behind others", self._text, start, end, file=self._file
            )
        else:
            self.whole(found)

    def whole(self, found: Whole) -> None:
        """Take up a whole question."""
        for span in found.premises:
            self.state(*span, found.language)
        self.ask(*found.conclusion, found.language)

    def story(self, settings: tuple[tuple[str, str], ...]) -> Story:
        """Return all of it."""
        self._link()
        return Story(tuple(self._entities), tuple(self._statements), tuple(self._questions), self._text, settings, self._file)

    def _link(self) -> None:
        """Take a sentence with two places for two statements where another speaks of the second: "at the pool with Ann"."""
        figures = {statement.args[0] for statement in self._statements}
        for index, said in self._further:
            first = self._statements[index]
            linked = [figure for figure in sorted(figures - {first.args[0]}) if same(self._phrases[figure], said.ground)]
            if first.args[1] not in figures and linked:
                args = first.args[0], linked[0]
                number = len(self._statements)
                self._statements.append(Statement(number, Relation.of(said.preposition), args, first.span, _properties(said)))
        self._further.clear()

    def _args(self, said: Sentence, *, asked: bool = False) -> tuple[int, int]:
        figure = self._entity(said.figure, said.span, asked=asked)
        return figure, self._entity(said.ground, said.span, figure, asked=asked)

    def _entity(self, phrase: NounPhrase, span: Span, other: int | None = None, *, asked: bool) -> int:
        """Return the thing that a phrase names: one of the same words, else one that fits and is not `other`, else a new one.

        An indefinite phrase of a premise names a thing that has not been named; with several things that fit, none is meant.
        """
        for test in (identical, same):
            fitting = [
                index
                for index, known in enumerate(self._phrases)
                if test(known, phrase) and (index != other or test is identical)
            ]
            if fitting and phrase.indefinite and not asked:
                break
            if len(fitting) > 1:
                message = f"{phrase.text!r} may be any of {len(fitting)} things of the story: one has to be told from the other"
                raise ParseError(message, self._text, *span, file=self._file)
            if fitting:
                return fitting[0]
        self._entities.append(phrase.text)
        self._phrases.append(phrase)
        return len(self._phrases) - 1


def _properties(said: Sentence) -> tuple[tuple[str, Any], ...]:
    found = {
        "ground_article": said.ground.article,
        "language": said.language,
        "sense": said.sense,
        "surface": said.surface,
        "tense": said.tense,
    }
    return tuple((name, value) for name, value in found.items() if value)
