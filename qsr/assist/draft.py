"""A story file in which sentences are exchanged for others, and what is read of it, sentence by sentence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from qsr import stories, theories
from qsr.errors import ParseError
from qsr.language.page import Page
from qsr.language.prose.views import is_concluded
from qsr.language.shapes import sentences
from qsr.logic import Atom, Formula, mapped
from qsr.paraphrases import Paraphrase, exchanged
from qsr.story import Span, Statement, Story
from qsr.summary.reading import in_words

__all__ = ["APART", "Draft", "Piece", "Said"]

#: Stands between two sentences, so that the second does not lean on the first: things that are new, in either tense, and then a
#: sentence of which nothing is known.
APART: Final = "The xylophone is near the yurt. The xylophone was near the yurt. The wug wugs the wug wug."
#: What a statement says, with names in the place of entities.
Said = tuple[object, ...]


class Piece(NamedTuple):
    """A sentence or a question of a story file: where it stands, its words on one line, and whether it asks."""

    span: Span
    words: str
    asks: bool


@dataclass(frozen=True)
class Draft:
    """A story file with sentences exchanged.

    Parameters
    ----------
    page
        The file as it was given.
    theory
        The name of the theory that it is read for, as for `qsr.stories.parse_story`.
    instead
        Number of a piece -> the words in its place; none ("") for one that is passed over.
    """

    page: Page
    theory: str | None = None
    instead: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, theory: str | None = None, file: str | None = None) -> Draft:
        """Return the draft of a text as it is; raise ParseError for a first line that says nothing."""
        return cls(Page.of(text, theories.parse_settings, file), theory)

    @property
    def general(self) -> bool:
        """Whether the text is general English, of which a sentence may be put otherwise."""
        return theories.text_form(dict(self.page.settings).get("theory") or self.theory).general

    @cached_property
    def pieces(self) -> Sequence[Piece]:
        """The sentences and questions as they were given, in the order of the text."""
        page, found = self.page, []
        for begin, end, asks in page.stretches():
            inner = [(0, end - begin)] if asks else sentences(page.plain[begin:end])
            for i, j in inner:
                words = " ".join(page.plain[begin + i : begin + j].split())
                found.append(Piece((begin + i, begin + j), words, asks or words.endswith("?")))
        return found

    def with_(self, number: int, words: str | None) -> Draft:
        """Return the draft with other words in the place of a piece; with its own for None."""
        rest = {key: value for key, value in self.instead.items() if key != number}
        return replace(self, instead=rest if words is None else {**rest, number: words})

    def written(self, until: int | None = None, *, plain: bool = False) -> tuple[str, list[Span]]:
        """Return the text, to the end of a piece or the whole, and where each piece stands in it; `plain` as in `Page.plain`."""
        whole = self.page.plain if plain else self.page.text
        some = self.pieces[: None if until is None else until + 1]
        changes = [(one.span, self.instead.get(number, whole[slice(*one.span)])) for number, one in enumerate(some)]
        return exchanged(whole if until is None else whole[: some[-1].span[1]], changes)

    def read(self, until: int | None = None) -> Reading:
        """Return what is read of the text, to the end of a piece or of the whole."""
        text, spans = self.written(until)
        if Page.of(text, theories.parse_settings).plain != self.written(until, plain=True)[0]:
            raise ParseError("with this, another part of the text would be a comment", text, file=self.page.file)
        return Reading(_read(text, self.page.file, self.theory), tuple(spans))

    def idle(self, number: int) -> str:
        """Return which sentence of a piece says nothing that is read; nothing where each says something."""
        own, words = self.instead[number], ""
        before = self.with_(number, "").read(number)
        for start, end in sentences(own):
            words = f"{words} {own[start:end]}".strip()
            now = self.with_(number, words).read(number)
            if now.passed(number):
                return f"this says nothing of where anything is: {own[start:end]}"
            if now.story.entities == before.story.entities and len(now.said(number)) == len(before.said(number)):
                return f"this says nothing that was not said: {own[start:end]}"
            before = now
        return ""

    def before(self, number: int) -> int:
        """Return the sentence before a piece; -1 where there is none."""
        return next((one for one in reversed(range(number)) if not self.pieces[one].asks), -1)

    def told_before(self, number: int) -> list[str]:
        """Return the sentences before a piece, as they were given."""
        return [one.words for one in self.pieces[:number] if not one.asks]

    def leans(self, number: int) -> bool:
        """Tell whether a piece says something else, or nothing, where an exchanged sentence is not the last one before it.

        What "it" stands for may then be something that the words exchanged for a sentence do not name, or name in another order.
        """
        last = self.before(number)
        if last not in self.instead:
            return False
        apart = self.with_(last, f"{self.instead[last]} {APART}".strip())
        own, other = self.read(number), apart.read(number)
        return bool(other.refused(number)) or own.said(number) != other.said(number)

    def story(self, told: Mapping[int, Paraphrase], failed: Mapping[int, Paraphrase], *, lenient: bool = False) -> Story:
        """Return the story, with its paraphrases; raise ParseError, about the text as it was given, for what is not read.

        `failed` are the pieces of which no words stood, with the reason. Where `lenient`, they are left out and named.
        """
        reading = self.read()
        tried = {number: f"; in other words: {one.reason}" for number, one in failed.items() if one.reason}
        unread = [(span, f"{reason}{tried.get(reading.number(span), '')}") for span, reason in reading.story.unread]
        # Here a question that leans on other words is all that is read and may not count.
        asked = [one for one in reading.story.questions if reading.number(one.span) not in failed]
        left = [one for one in reading.story.questions if one not in asked]
        unread += [(one.span, failed[reading.number(one.span)].reason) for one in left]
        if unread and not lenient:
            faults = [self._fault(reading, span, reason) for span, reason in sorted(unread)]
            faults[0].others = tuple(faults[1:])
            raise faults[0]
        given = {number: self.page.text[slice(*self.pieces[number].span)] for number in self.instead}
        stands = tuple(
            replace(told[number], sentence=given[number], span=reading.spans[number]) for number in sorted(self.instead)
        )
        questions = tuple(replace(one, id=number) for number, one in enumerate(asked))
        return replace(reading.story, questions=questions, unread=tuple(unread), paraphrases=stands)

    def _fault(self, reading: Reading, span: Span, reason: str) -> ParseError:
        """Return the fault of a sentence, with its place in the text as it was given."""
        number = reading.number(span)
        start, end = self.pieces[number].span
        if number not in self.instead:
            moved = start - reading.spans[number][0]
            start, end = span[0] + moved, span[1] + moved
        return ParseError(reason, self.page.text, start, end, file=self.page.file)


@lru_cache(maxsize=256)
def _read(text: str, file: str | None, theory: str | None) -> Story:
    return stories.parse_story(text, file=file, lenient=True, theory=theory)


class Reading:
    """What is read of a draft, by the numbers of its pieces."""

    def __init__(self, story: Story, spans: tuple[Span, ...]) -> None:
        self.story, self.spans = story, spans
        self._starts = [span[0] for span in spans]

    def number(self, span: Span) -> int:
        """Return the piece in which something stands."""
        return max(bisect_right(self._starts, span[0]) - 1, 0)

    def refused(self, number: int) -> list[str]:
        """Return why a piece, or parts of it, are not read; nothing where all of it is."""
        return [reason for span, reason in self.story.unread if self.number(span) == number]

    def passed(self, number: int) -> bool:
        """Tell whether a piece, or a part of it, is passed over."""
        return any(self.number(span) == number for span in self.story.asides)

    def statements(self, number: int) -> list[Statement]:
        """Return what a piece says."""
        return [one for one in self.story.statements if self.number(one.span) == number]

    def told(self, number: int) -> list[Statement]:
        """Return what a piece says, apart from what it comes to together with others."""
        return [one for one in self.statements(number) if not is_concluded(one)]

    def about(self, number: int) -> list[int]:
        """Return the entities that a piece says something of, in order."""
        args = [one.args for one in self.told(number)]
        args += [one.args for one in self.story.questions if self.number(one.span) == number]
        return list(dict.fromkeys(arg for some in args for arg in some))

    def understood(self, number: int) -> list[tuple[Statement | None, str]]:
        """Return what a piece was understood to say, a sentence for each statement; of what only names things, its own words."""
        start, end = self.spans[number]
        found: list[tuple[Statement | None, str]] = []
        for i, j in sentences(self.story.text[start:end]):
            here = [one for one in self.told(number) if start + i <= one.span[0] < start + j]
            own = [(None, self.story.text[start + i : start + j])]
            found += [(one, in_words(self.story, one)) for one in here] or own
        return found

    def verbalised(self, number: int) -> str:
        """Return what a piece was understood to say, as one text."""
        return " ".join(text for _, text in self.understood(number))

    def said(self, number: int) -> list[Said]:
        """Return what a piece says and asks, with names, apart from what it comes to together with others."""
        found: list[Said] = [(self._named(one.formula), one.properties) for one in self.told(number)]
        for asked in self.story.questions:
            if self.number(asked.span) == number:
                about = tuple(self.story.entities[arg] for arg in asked.args)
                claims = (*map(self._named, asked.formulas), self._named(asked.hypothesis))
                found.append((asked.form, about, asked.candidates, asked.properties, asked.mood, claims))
        return found

    def _named(self, formula: Formula[Atom] | None) -> Any:
        names = self.story.entities
        return formula and mapped(formula, lambda atom: (atom.relation, tuple(names[arg] for arg in atom.args), atom.time))
