"""Builds a story sentence by sentence: entities and what refers to them, statements, questions.

A name, or a noun phrase in the words of an earlier one, is the same entity. "The cup" is also the one thing so far whose
words include these ("the red cup"); where several fit, or where a fuller phrase might be an earlier plain one, the text
is refused: a guess here would be a wrong answer later. "It" is the one thing of the sentence before that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from qsr.errors import ParseError
from qsr.language import shapes, words
from qsr.language.parts import Mention
from qsr.language.phrases import Phrases
from qsr.story import Question, Span, Statement, Story

__all__ = ["Reader"]

S = TypeVar("S", Statement, Question)


class Reader:
    """Collects what sentences say; `story` returns the result.

    Parameters
    ----------
    text
        The whole text; every offset given to the methods is into it.
    file
        Name for error messages and for `Story.file`.
    closed
        Whether a question may only ask about entities that a statement mentions. A benchmark's question may ask about what
        the text forgot; a person's is more likely misspelt.
    """

    def __init__(self, text: str, file: str | None = None, *, closed: bool = True) -> None:
        self._text = text
        self._file = file
        self._closed = closed
        self._entities: list[str] = []
        self._index: dict[str, int] = {}
        self._has_nouns = False
        self._phrases = Phrases()
        self._statements: list[Statement] = []
        self._questions: list[Question] = []
        self._before: tuple[int, ...] = ()
        #: What the text takes a thing for in the whole story, and where it says so.
        self._declared: dict[int, tuple[str, Span]] = {}

    @classmethod
    def continued(cls, story: Story, text: str) -> Reader:
        """Return a reader that knows a story's entities, statements and questions, over a longer text."""
        reader = cls(text, story.file)
        reader._statements = list(story.statements)
        reader._questions = list(story.questions)
        for name in story.entities:
            reader._enter(words.noun_key(name) if len(name) > 1 else name, name)
        return reader

    def story(self, settings: tuple[tuple[str, str], ...] = (), unread: tuple[tuple[tuple[int, int], str], ...] = ()) -> Story:
        """Return everything read so far."""
        statements, questions = tuple(self._statements), tuple(self._questions)
        if self._declared:
            statements = tuple(self._with_kinds(statement) for statement in statements)
            questions = tuple(self._with_kinds(question) for question in questions)
        return Story(tuple(self._entities), statements, questions, self._text, settings, self._file, unread)

    def idle(self) -> list[ParseError]:
        """Return a complaint for each thing that is declared to be a point or an extended object and never spoken of again."""
        spoken_of = {entity for statement in self._statements for entity in statement.args}
        return [
            ParseError(f"nothing else is said of {self._entities[entity]!r}", self._text, *span, file=self._file)
            for entity, (_, span) in self._declared.items()
            if entity not in spoken_of
        ]

    def _with_kinds(self, said: S) -> S:
        """Return a statement or question with what the whole story takes its entities for, where it does not say itself."""
        if not any(entity in self._declared for entity in said.args):
            return said
        properties = dict(said.properties)
        own = properties.get("kinds", (None,) * len(said.args))
        properties["kinds"] = tuple(
            kind or (self._declared[entity][0] if entity in self._declared else None)
            for entity, kind in zip(said.args, own, strict=True)
        )
        return replace(said, properties=tuple(sorted(properties.items())))

    # ------------------------------------------------------------ statements

    def read(self, start: int, end: int) -> None:
        """Read one or more sentences at these offsets; raise ParseError and add nothing of a sentence that cannot be read."""
        text = self._text[start:end]
        masked, letters = shapes.wording(text)
        pieces = shapes.by_wording(masked)
        if pieces is not None and not self._has_nouns:
            for begin, stop, shape, places in pieces:
                known = len(self._entities)
                entities = [self._letter(letters[place]) for place in places]
                self._assert(shape, entities, (start + begin, start + stop), known)
            return
        for begin, stop in shapes.sentences(text):
            self._sentence(start + begin, start + stop)
        if letters and pieces is None:
            shapes.learn_wording(text)

    def _letter(self, letter: str) -> int:
        index = self._index.get(letter)
        return self._enter(letter, letter) if index is None else index

    def _sentence(self, start: int, end: int) -> None:
        try:
            shape, mentions = shapes.said(self._text[start:end])
        except ParseError as error:
            raise self._placed(error, start) from None
        entities: list[int] = []
        known = len(self._entities)
        try:
            for mention in mentions:
                entities.append(self._resolve(mention, start))
            if any(-1 in fact[1:3] for fact in shape.facts):
                entities.append(self._antecedent(entities, start, end))
        except ParseError:
            self._forget(known)
            raise
        self._assert(shape, entities, (start, end), known)

    def _assert(self, shape: shapes.Shape, entities: Sequence[int], span: Span, known: int) -> None:
        if shape.kinds or (self._declared and shape.facts):
            self._treat(shape, entities, span, known)
        statements = self._statements
        for relation, head, tail, properties in shape.facts:
            statements.append(Statement(len(statements), relation, (entities[head], entities[tail]), span, properties))
        if entities:
            self._before = tuple(entities)

    def _treat(self, shape: shapes.Shape, entities: Sequence[int], span: Span, known: int) -> None:
        """Enter what a sentence declares; raise ParseError where the story takes a thing for a point and as extended."""
        declared = [(entities[slot], kind) for slot, kind in shape.kinds]
        said = [(entity, kind) for statement in self._statements for entity, kind in _own_kinds(statement)] if declared else []
        said += [(entity, kind) for entity, (kind, _) in self._declared.items()]
        here = declared + [
            (entities[slot], kind)
            for _, *pair, properties in shape.facts
            for slot, kind in zip(pair, dict(properties).get("kinds", ()), strict=False)
            if kind
        ]
        for entity, kind in here:
            if any(other == entity and before != kind for other, before in said):
                name = self._entities[entity]
                self._forget(known)
                raise ParseError(f"{name!r} is treated in another way for the whole story", self._text, *span, file=self._file)
        for entity, kind in declared:
            self._declared.setdefault(entity, (kind, span))

    # ------------------------------------------------------------ questions

    def ask(self, start: int, end: int) -> None:
        """Read one question at these offsets; raise ParseError where it cannot be read."""
        text = self._text[start:end]
        masked, letters = shapes.wording(text)
        shape = shapes.asked_by_wording(masked)
        if shape is not None and not self._has_nouns and not self._closed:
            entities = [self._letter(letter) for letter in letters]
        else:
            shape, entities = self._asked(text, start)
        args = tuple(entities[slot] for slot in shape.args)
        candidates = (shape.relation,) if shape.relation else ()
        self._questions.append(Question(len(self._questions), shape.form, args, candidates, text, (start, end), shape.properties))

    def _asked(self, text: str, start: int) -> tuple[shapes.AskedShape, list[int]]:
        try:
            shape, mentions = shapes.asked(text)
        except ParseError as error:
            raise self._placed(error, start) from None
        known = len(self._entities)
        try:
            entities = [self._resolve(mention, start) for mention in mentions]
            if self._closed and len(self._entities) > known:
                stranger = next(mention for mention, index in zip(mentions, entities, strict=True) if index >= known)
                raise self._fault(f"the story does not mention {stranger.name!r}", stranger, start)
            if -1 in shape.args:
                entities.append(self._antecedent(entities, start, start + len(text)))
        except ParseError:
            self._forget(known)
            raise
        return shape, entities

    # ------------------------------------------------------------ entities

    def _enter(self, key: str, name: str) -> int:
        index = self._index.setdefault(key, len(self._entities))
        if index == len(self._entities):
            self._entities.append(name)
            if len(key) > 1:
                self._has_nouns = True
                self._phrases.add(key)
        return index

    def _forget(self, known: int) -> None:
        """Take back the entities that a refused sentence entered."""
        del self._entities[known:]
        for key in list(self._index)[known:]:
            del self._index[key]
            self._phrases.remove(key)

    def _resolve(self, mention: Mention, offset: int) -> int:
        if mention.kind == "pronoun":
            return self._antecedent([], offset + mention.span[0], offset + mention.span[1])
        index = self._index.get(mention.key)
        if index is not None:
            if not mention.definite:
                raise self._fault(
                    f"a second {mention.name!r}, or the same one? Write 'the', or tell the two apart", mention, offset
                )
            return index
        if mention.kind == "quoted" or not self._has_nouns:
            return self._enter(mention.key, mention.name)
        own = frozenset(mention.key.split())
        fuller = self._phrases.fuller(own)
        if mention.definite and len(fuller) == 1:
            return self._index[fuller[0]]
        if mention.definite and fuller:
            names = ", ".join(repr(self._entities[self._index[key]]) for key in fuller[:4])
            raise self._fault(f"{mention.name!r} could be {names}", mention, offset)
        plainer = self._phrases.plainer(own, mention.key.split()[-2:])
        if mention.kind == "common" and mention.definite and plainer:
            earlier = self._entities[self._index[plainer[0]]]
            raise self._fault(
                f"is {mention.name!r} the {earlier!r} of before? Use the same words for the same thing", mention, offset
            )
        return self._enter(mention.key, mention.name)

    def _antecedent(self, present: Sequence[int], start: int, end: int) -> int:
        candidates = [index for index in dict.fromkeys(self._before) if index not in present]
        if len(candidates) == 1:
            return candidates[0]
        if not candidates:
            raise ParseError("'it' refers to nothing before", self._text, start, end, file=self._file)
        names = " or ".join(repr(self._entities[index]) for index in candidates[:4])
        raise ParseError(f"'it' could be {names}", self._text, start, end, file=self._file)

    # ------------------------------------------------------------ errors

    def _fault(self, message: str, mention: Mention, offset: int) -> ParseError:
        return ParseError(message, self._text, offset + mention.span[0], offset + mention.span[1], file=self._file)

    def _placed(self, error: ParseError, offset: int) -> ParseError:
        return ParseError(error.message, self._text, offset + error.start, offset + error.end, file=self._file)


def _own_kinds(statement: Statement) -> Iterator[tuple[int, str]]:
    """Yield which entities a statement treats as what."""
    for entity, kind in zip(statement.args, statement.property("kinds", ()), strict=False):
        if kind:
            yield entity, kind
