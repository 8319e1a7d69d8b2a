"""From the text of a SpaRTUN story to a `Story`: every reference resolved, every preference that decided one on record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qsr.datasets.spartun.english import phrases
from qsr.datasets.spartun.english.references import Resolver
from qsr.datasets.spartun.english.scene import Object, Scene
from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.logic import Relation
from qsr.story import Span, Statement, Story

__all__ = ["Read", "read"]

#: Sentences end at a stop, with or without a space behind it.
#: Every thing that is spoken of is looked for among all before it; the longest story of the data has some 2,000 characters.
_LONGEST: Final = 20_000
_SENTENCE: Final = re.compile(r"[^\s.][^.]*\.?")


@dataclass(frozen=True, slots=True)
class Read:
    """A story, its objects by entity index, and the references that only a preference could resolve."""

    story: Story
    objects: tuple[Object, ...]
    ambiguous: tuple[tuple[Span, str], ...]


@guarded
def read(sentences: Sequence[str], *, file: str | None = None) -> Read:
    """Read a story of SpaRTUN.

    Parameters
    ----------
    sentences
        The text in pieces of any length; they are joined by line breaks.
    file
        Where the text comes from, for error messages.

    Raises
    ------
    ParseError
        Where a sentence cannot be read, or speaks of something that the story has not introduced.

    Examples
    --------
    >>> found = read(["A box named one contains a red star.", "It is left of a box named two."])
    >>> [(found.story.entities[s.args[0]], s.relation, found.story.entities[s.args[1]]) for s in found.story.statements]
    [('box one', 'contains', 'red star'), ('box one', 'left', 'box two')]
    """
    text = "\n".join(sentences)
    if len(text) > _LONGEST:
        raise ParseError(f"a story of at most {_LONGEST:,} characters was expected", text, _LONGEST, len(text), file=file)
    statements, ambiguous, scene = _pass(text, frozenset(), file)
    # The text says once what block a thing is in. Where a description was read as a thing whose own sentence comes later, the
    # second look takes it for another one: "Box one covers apple. It contains apple number one."
    if twice := _placed_twice(statements, scene):
        statements, ambiguous, scene = _pass(text, twice, file)
    objects = tuple(scene.described(index) for index in range(len(scene.objects)))
    story = Story(tuple(thing.label for thing in objects), tuple(statements), (), text, (), file)
    return Read(story, objects, tuple(ambiguous))


def _pass(text: str, elsewhere: frozenset[int], file: str | None) -> tuple[list[Statement], list[tuple[Span, str]], Scene]:
    scene = Scene()
    resolver = Resolver(scene, elsewhere)
    statements: list[Statement] = []
    ambiguous: list[tuple[Span, str]] = []
    for match in _SENTENCE.finditer(text):
        start, words = match.start(), match.group().rstrip()
        try:
            facts, doubts = resolver.understand(phrases.sentence(words), words)
        except ParseError as error:
            raise ParseError(error.message, text, start + error.start, start + error.end, file=file) from None
        span = (start, start + len(words))
        for head, relation, tail in facts:
            statements.append(Statement(len(statements), Relation.of(relation), (head, tail), span))
        ambiguous.extend(((start + first, start + last), reason) for (first, last), reason in doubts)
    return statements, ambiguous, scene


def _placed_twice(statements: Sequence[Statement], scene: Scene) -> frozenset[int]:
    """Return the things of which two sentences say what block they are in."""
    places = {
        (inner, statement.span)
        for statement in statements
        for inner, outer in (statement.args, statement.args[::-1])
        if (inner, outer) in scene.places and scene.objects[inner].kind == "object"
    }
    return frozenset(index for index, times in Counter(index for index, _ in places).items() if times > 1)
