"""Premises and a hypothesis made into a story of the theory `locatives`.

An entity is what a noun phrase names; two phrases name the same thing where they have the same words but for the article, and an
indefinite phrase of a premise brings a thing of its own: "a cat" twice are two cats, and "the cat" is then neither. A
sentence makes a statement for each relation that it says. A hypothesis becomes a yes/no question with the property ``claims``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from qsr.errors import ParseError
from qsr.language.form import TextForm
from qsr.language.guard import guarded
from qsr.language.page import Page, appended, joined
from qsr.logic import Relation
from qsr.story import Question, Span, Statement, Story
from qsr.theories.locatives.text import words
from qsr.theories.locatives.text.meaning import Meaning, Said, meaning, places_of
from qsr.theories.locatives.text.sentences import Sentence, Thing, sentence

__all__ = ["FORM", "MOST_SENTENCES", "SETTINGS", "read"]

SETTINGS: Final = (("theory", "locatives"),)
#: More than any text of this kind has.
MOST_SENTENCES: Final = 200
_SENTENCE: Final = re.compile(r"[^\s.!][^\n.!]*[.!]?")
_CLAIMING: Final = ("state", "asked", "spoken_from", "came", "came_not", "motion", "under_way", "crossed")


@guarded
def read(premises: Sequence[str], hypothesis: str = "", *, file: str | None = None) -> Story:
    """Return the story of some premises and of the hypothesis that is asked for; an empty one asks nothing.

    Raise ParseError, with its place, for a sentence of another form.

    >>> story = read(["The key is in the box", "The box is under the bed"], "The key is below the bed")
    >>> story.entities, [(one.relation, one.args) for one in story.statements]
    (('The key', 'the box', 'the bed'), [('in', (0, 1)), ('above', (2, 1))])
    >>> dict(story.questions[0].properties)["claims"]
    (('above', (2, 0), False, 'now'),)
    """
    text, spans = joined((*premises, *([hypothesis] if hypothesis else ())))
    return _story(text, spans[: len(premises)], spans[len(premises) :], SETTINGS, file)


class Places(TextForm):
    r"""Story files of sentences; a question is a hypothesis or its form as a question.

    >>> from qsr.stories import parse_story
    >>> parse_story("theory: locatives\nAnn ran into the barn.\n? Ann was in the barn.").questions[0].candidates
    ('in',)
    >>> parse_story("theory: locatives\nThe key is in the box.\n? Is the key outside the box?").questions[0].candidates
    ('outside',)
    """

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        spans = [one for begin, end, asks in page.stretches() if not asks for one in page.sentences(_SENTENCE, begin, end)]
        return _story(page.text, spans, list(page.questions), page.settings or SETTINGS, page.file)

    @guarded
    def ask(self, story: Story, question: str) -> Story:
        """Return the same story with one more hypothesis at its end."""
        text, span = appended(story, question)
        spans = list(dict.fromkeys(statement.span for statement in story.statements))
        asked = [one.span for one in story.questions]
        return replace(_story(text, spans, [*asked, span], story.settings, story.file), unread=story.unread)


FORM: Final = Places()


def _story(
    text: str, spans: Sequence[Span], asked: Sequence[Span], settings: tuple[tuple[str, str], ...], file: str | None
) -> Story:
    if len(spans) + len(asked) > MOST_SENTENCES:
        raise ParseError(f"at most {MOST_SENTENCES} sentences were expected", text, *[*spans, *asked][MOST_SENTENCES], file=file)
    scene = _Scene(text, file)
    said = [(span, sentence(text, start=span[0], end=span[1], file=file)) for span in spans]
    wanted = [(span, _hypothesis(text, span, file)) for span in asked]
    # What "from Lyon" means depends on whether Lyon is spoken of as a place.
    together = {key for _, one in (*said, *wanted) for key in places_of(one)}
    for span, one in said:
        scene.state(one, span, together)
    for span, one in wanted:
        scene.ask(one, span, together)
    return Story(tuple(scene.entities), tuple(scene.statements), tuple(scene.questions), text, settings, file)


def _hypothesis(text: str, span: Span, file: str | None) -> Sentence:
    start, end = span
    if not text[start:end].strip():
        raise ParseError("a hypothesis was expected", text, start, max(end, start), file=file)
    return sentence(text, start=start, end=end, file=file)


class _Scene:
    """What has been read so far."""

    def __init__(self, text: str, file: str | None) -> None:
        self._text, self._file = text, file
        self._keys: dict[str, list[int]] = {}
        self._things: dict[Span, int] = {}
        self._asked = False
        self.entities: list[str] = []
        self.statements: list[Statement] = []
        self.questions: list[Question] = []
        self._motions: list[tuple[tuple[int, ...], str]] = []

    def state(self, read: Sentence, span: Span, places: set[str]) -> None:
        """Take up a premise."""
        if read.form == "asked":
            raise ParseError("a sentence was expected, not a question", self._text, *span, file=self._file)
        found = meaning(read, self._text, places, self._file)
        self._motions.append((tuple(self._entity(thing) for thing in found.moved), found.verb))
        if not found.said:
            raise ParseError("not covered: the sentence says of no thing where it is", self._text, *span, file=self._file)
        for one in found.said:
            number = len(self.statements)
            self.statements.append(
                Statement(number, Relation.of(one.relation), self._args(one), span, self._properties(found, one))
            )

    def ask(self, read: Sentence, span: Span, places: set[str]) -> None:
        """Take up a hypothesis; it may speak of things that no premise mentions."""
        self._asked = True
        found = meaning(read, self._text, places, self._file)
        if read.form not in _CLAIMING or not found.exact or not found.said:
            raise ParseError("not covered: a hypothesis that says more than where things are", self._text, *span, file=self._file)
        moves = found.verb != "" and found.verb != "came"
        if moves:
            self._same_motion(read, found, span)
        claims = tuple(
            (one.relation, self._args(one), one.negated, "then" if found.verb == "came" and not one.negated else one.when)
            for one in found.said
        )
        properties: list[tuple[str, Any]] = [("claims", claims)]
        properties.append(("frames", tuple((one.relation, one.frame) for one in found.said if one.frame)))
        properties.append(("names", self._names(found.said)))
        if moves:
            properties += [("moved", tuple(self._entity(thing) for thing in found.moved)), ("ongoing", found.ongoing)]
        relation, args = claims[0][:2]
        words_of = " ".join(self._text[slice(*span)].split())
        self.questions.append(
            Question(len(self.questions), "yes_no", args, (relation,), words_of, span, tuple(sorted(properties)))
        )

    def _same_motion(self, read: Sentence, found: Meaning, span: Span) -> None:
        """Refuse a hypothesis of a motion that is not a motion of the premises in the same or a more general word."""
        moved = {self._entity(thing) for thing in found.moved}
        for things, verb in self._motions:
            if moved <= set(things) and (words.same_verb(verb, read.verb) or read.verb in words.motions("general")):
                return
        raise ParseError(
            "not covered: a motion that the premises do not tell of in these words", self._text, *span, file=self._file
        )

    def _properties(self, found: Meaning, one: Said) -> tuple[tuple[str, Any], ...]:
        properties = {
            "when": one.when,
            "negated": one.negated,
            "frame": one.frame,
            "moved": tuple(self._entity(thing) for thing in found.moved),
            "ongoing": found.ongoing,
            "seen": tuple(self._entity(thing) for thing in found.seen),
            "passing": found.passing,
            "names": self._names([one]),
        }
        return tuple(sorted((name, value) for name, value in properties.items() if value))

    def _names(self, said: Iterable[Said]) -> tuple[int, ...]:
        return tuple(sorted({self._entity(thing) for one in said for thing in one.things if thing.named}))

    def _args(self, one: Said) -> tuple[int, ...]:
        return tuple(self._entity(thing) for thing in one.things)

    def _entity(self, thing: Thing) -> int:
        found = self._things.get(thing.span)
        if found is None:
            found = self._things[thing.span] = self._known(thing)
        return found

    def _known(self, thing: Thing) -> int:
        known = self._keys.setdefault(thing.key, [])
        if known and not (thing.fresh and not self._asked):
            if len(known) > 1:
                why = f"{self._text[slice(*thing.span)]!r} may be any of {len(known)} things of the story"
                raise ParseError(f"not covered: {why}", self._text, *thing.span, file=self._file)
            return known[0]
        known.append(len(self.entities))
        self.entities.append(" ".join(self._text[slice(*thing.span)].split()))
        return known[-1]
