"""English texts about who sits or stands where: read, asked about and written; see `qsr.seats` for what is understood.

A text brings in the names in a list, says how they are placed, and then who is where::

    Anna, Ben, Cleo and Dan sit around a round table. Anna sits to the left of Ben. Cleo is opposite Ben.

Any sentence that is not understood as a whole is refused, and so is one that has no meaning in the layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.seats import COMPASS, Claim, Layout, direction, parts
from qsr.story import Question, Span, Story
from qsr.theories.seating.text.building import (
    SIGN,
    Mask,
    bounded,
    build,
    chosen_layout,
    layout_of,
    option_text,
    pose,
    posed,
    with_axis,
)
from qsr.theories.seating.text.english_clauses import clauses
from qsr.theories.seating.text.english_layout import brings_in, facts_of, layout_from
from qsr.theories.seating.text.english_meaning import meant
from qsr.theories.seating.text.english_names import masked, names_of, quoted
from qsr.theories.seating.text.english_table import table
from qsr.theories.seating.text.english_writer import lead_ins, name_pools, wordings

__all__ = ["NONE", "ask", "ask_line", "lead_ins", "name_pools", "read", "wordings"]

#: Spellings of an option that says that no other holds; case and a full stop do not matter.
NONE: Final[tuple[str, ...]] = tuple(table()["none"])

_STOP: Final = re.compile(r"[.;!]+(?=\s|$|[\"”])|\n\s*\n|\n(?=\s*(?:[0-9]+[.)]|[-*•])\s)")
_BULLET: Final = re.compile(r"\s*(?:[0-9]+[.)]|[-*•])\s+")
_BLANK: Final = re.compile(r"\(\s*\)|（\s*）|_{2,}")
_WHO: Final = re.compile(
    r"\s*(?:who|which (?:person|one)|what)\s+(?:(?:can|could|may|might|must)\s+(?P<verb>sit|stand|be|live|lie|face)\b)?",
    re.IGNORECASE,
)
_WHOM: Final = re.compile(r"\bwhom?\b|\bwhat\b", re.IGNORECASE)
_MODAL: Final = {"be": "is", "face": "faces"}
_DOES: Final = re.compile(r"\s*(?P<verb>does|do|is|are|can|could|may|must)\s+(?P<rest>.*)", re.IGNORECASE | re.DOTALL)


@guarded
def read(text: str, *, settings: Iterable[tuple[str, str]] = (), file: str | None = None) -> Story:
    """Read a text.

    Parameters
    ----------
    text
        The names, the layout and the conditions.
    settings
        Settings of the story; a layout among them wins over what the text says.
    file
        Where the text comes from, for error messages.

    Raises
    ------
    ParseError
        With the words that are not understood, and what was expected.

    Examples
    --------
    >>> story = read("Ann, Bo, Cy and Di sit around a round table. Ann sits opposite Bo, and Cy is not on Bo's left.")
    >>> dict(story.settings)["layout"], [(said.relation, said.args, said.properties) for said in story.statements]
    ('ring 4 inward', [('opposite', (0, 1), ()), ('left', (2, 1), (('negated', True),))])
    """
    return _opened(text, file).story(tuple(settings))


class _Reading:
    """One text: its names, what it says about the layout, and where it says something else."""

    def __init__(self, text: str, file: str | None) -> None:
        bounded(text, file)
        self._text, self._file = text, file
        self._names, end = names_of(text, file)
        self._mask = masked(text, self._names)
        #: What the text says about the layout, and the places of the sentences that say something else.
        self.facts: dict[str, Any] = {}
        self._conditions: list[tuple[int, int]] = []
        for start, stop in _sentences(self._mask.text):
            sentence = self._mask.text[start:stop]
            has_list = self._mask.original(start) < end <= self._mask.original(stop)
            if not has_list and not brings_in(sentence, len(self._names)):
                self._conditions.append((start, stop))
                continue
            try:
                _merge(self.facts, facts_of(sentence), sentence)
            except ParseError as error:
                raise self._fault(error.message, start + error.start, start + error.end) from None

    def story(self, settings: tuple[tuple[str, str], ...]) -> Story:
        """Return what the text says; a layout of the settings wins."""
        layout, faced = self._layout(settings)
        said: list[tuple[Claim, Span]] = []
        for start, stop in self._conditions:
            try:
                for claim, (begin, end) in _claimed(self._mask.text[start:stop], layout, self.facts, faced=faced):
                    said.append((claim, (self._mask.original(start + begin), self._mask.original(start + end))))
            except ParseError as error:
                raise self._fault(error.message, start + error.start, start + error.end) from None
        layout = _with_compass(layout, [claim for claim, _ in said])
        for claim, place in said:
            if layout.bearing is None and _speaks_of_compass(claim):
                raise ParseError("the text does not say how the places lie by the compass", self._text, *place, file=self._file)
        return build(self._names, layout, said, self._text, settings=settings, file=self._file)

    def _layout(self, settings: tuple[tuple[str, str], ...]) -> tuple[Layout, bool]:
        """Return the layout, that of the settings before that of the text, and whether it is said which way people look."""
        chosen = chosen_layout(settings, self._text, self._file)
        if chosen is not None:
            return chosen, True
        try:
            return layout_from(self.facts, len(self._names))
        except ValueError as error:
            raise self._fault(str(error), 0, len(self._mask.text)) from None

    def _fault(self, message: str, start: int, end: int) -> ParseError:
        return ParseError(message, self._text, self._mask.original(start), self._mask.original(end), file=self._file)


def _claimed(sentence: str, layout: Layout, facts: Mapping[str, Any], *, faced: bool) -> Iterator[tuple[Claim, Span]]:
    """Yield what a masked sentence says in a layout, with its places; raise ParseError, with places in the sentence.

    `faced` is whether it is known which way people look.
    """
    for said, names, place in clauses(sentence):
        try:
            claim = meant(said, names, layout, counted=bool(facts.get("counted")))
            _needs_view(claim, faced=faced)
        except ValueError as error:
            raise ParseError(str(error), sentence, *place) from None
        yield claim, place


@lru_cache(maxsize=256)
def _opened(text: str, file: str | None) -> _Reading:
    """Return a text's reading; questions need once more what it says about the layout."""
    return _Reading(text, file)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a masked text, without bullets and words such as "known:" before them."""
    position = 0
    for stop in (*_STOP.finditer(text), None):
        start, end = position, len(text) if stop is None else stop.start()
        bullet = _BULLET.match(text, start, end)
        start = bullet.end() if bullet else start
        label = re.match(rf"\s*(?:{'|'.join(table()['lists']['labels'])})\s*:", text[start:end], re.IGNORECASE)
        start += label.end() if label else 0
        start += len(text[start:end]) - len(text[start:end].lstrip())
        end = start + len(text[start:end].rstrip())
        if start < end:
            yield start, end
        position = len(text) if stop is None else stop.end()


def _merge(facts: dict[str, Any], further: Mapping[str, Any], sentence: str) -> None:
    for key, value in further.items():
        if facts.setdefault(key, value) != value:
            raise ParseError("this contradicts what an earlier sentence says about the layout", sentence, 0, len(sentence))


# ---------------------------------------------------------------- what a layout has to say


def _needs_view(claim: Claim, *, faced: bool) -> None:
    """Raise ValueError for left and right where nobody knows which way the people of a ring look."""
    sided = any(word in part.name.split() for part in parts(claim.relation) for word in ("left", "right", "faces"))
    if sided and not faced:
        raise ValueError("the text does not say whether they face the centre or turn their backs to it")


def _speaks_of_compass(claim: Claim) -> bool:
    return any(map(direction, parts(claim.relation)))


def _with_compass(layout: Layout, claims: Sequence[Claim]) -> Layout:
    """Return the layout with the compass its conditions give: who looks exactly north, or sits due north of the centre."""
    layout = with_axis(layout, claims)
    if layout.kind != "ring" or layout.bearing is not None:
        return layout
    faced = [part for claim in claims if not claim.denied for part in parts(claim.relation) if part.name == "faces"]
    looks = [COMPASS[word] for word in map(direction, faced) if word]
    exact = next((bearing for bearing in looks if bearing % 90 == 0), None)
    if exact is None:
        return layout
    place = Fraction(exact + (180 if layout.view == "inward" else 0))
    return replace(layout, bearing=place % Fraction(360, layout.places))


# ---------------------------------------------------------------- questions


@guarded
def ask(story: Story, question: str, options: Mapping[str, object]) -> Story:
    """Return the story with a question behind it that has options.

    Parameters
    ----------
    story
        A story that `read` gave.
    question
        A sentence with a blank, ``()``, or one that begins with "Who"; each option is put there. Where there is no blank the
        options are whole sentences.
    options
        Letter -> text. An option that says that no other holds is one of `NONE`.

    Raises
    ------
    ParseError
        For an option, put into the question, that is not understood.
    """
    asked = _with_blank(question)
    letters: dict[str, tuple[Claim, ...] | None] = {}
    for letter, value in options.items():
        text = option_text(value).rstrip(".").strip()
        if text not in story.entities and text.lower() in {spelling.lower().rstrip(".") for spelling in NONE}:
            letters[letter] = None
            continue
        text = quoted(text) if text in story.entities else text
        letters[letter] = _claims(story, text.join(_BLANK.split(asked)) if _BLANK.search(asked) else text)
    _known_compass(story, [claim for said in letters.values() for claim in said or ()], question)
    return pose(story, question, letters)


@guarded
def ask_line(story: Story, question: str) -> Story:
    """Return the story with a question without options: about all other names ("Who sits next to Ann?"), or a yes/no question.

    The first has the names as candidates of the form ``"options"``, the second one relation of the form ``"yes_no"``, with the
    property `negated` where the question denies it. Raise ParseError where the question is not understood.
    """
    if _BLANK.search(question) or _WHO.match(question) or _WHOM.search(question):
        asked = _with_blank(question)
        mentioned = set(map(Mask.index, SIGN.findall(masked(asked, story.entities).text)))
        others = {name: name for index, name in enumerate(story.entities) if index not in mentioned}
        if not others:
            raise ParseError("the question mentions every name, so that none is left to be asked for", question, 0, len(question))
        return ask(story, question, others)
    claims = _claims(story, _as_statement(question, story))
    if len(claims) != 1:
        raise ParseError("a yes/no question asks for one relation", question, 0, len(question), file=story.file)
    (claim,) = claims
    _known_compass(story, claims, question)
    properties: tuple[tuple[str, Any], ...] = (("negated", True),) if claim.denied else ()
    return posed(story, Question(0, "yes_no", claim.args, (claim.relation,), question, properties=properties), claims)


def _known_compass(story: Story, claims: Sequence[Claim], question: str) -> None:
    """Raise ParseError where a question speaks of a compass that neither the story nor itself gives."""
    if with_axis(layout_of(story), claims).bearing is None and any(map(_speaks_of_compass, claims)):
        raise ParseError("nothing says how the places lie by the compass", question, 0, len(question), file=story.file)


def _with_blank(question: str) -> str:
    """Return a question as a sentence with a blank: "Who can sit next to Ann?" asks for "() sits next to Ann"."""
    text = question.strip().rstrip("?. ").strip()
    if _BLANK.search(text):
        return text
    found = _WHO.match(text)
    if found is not None:
        verb = found["verb"]
        return f"() {'' if verb is None else _MODAL.get(verb.lower(), verb.lower() + 's')} {text[found.end() :].lstrip()}"
    return _WHOM.sub("()", text, count=1)


def _as_statement(question: str, story: Story) -> str:
    """Return a yes/no question as the sentence that it asks for: "Is Ann next to Bo?" asks whether "Ann is next to Bo"."""
    text = question.strip().rstrip("?. ").strip()
    found = _DOES.fullmatch(text)
    if found is None:
        return text
    verb, rest = found["verb"].lower(), found["rest"]
    names = masked(rest, story.entities)
    subject = re.match(
        r"(?:(?:the\s+)?[\U00100000-\U0010fffd](?:\s+and\s+(?:the\s+)?[\U00100000-\U0010fffd])?|there)\s+", names.text
    )
    if subject is None:
        raise ParseError("a name was expected behind the verb of the question", question, 0, len(question), file=story.file)
    end = names.original(subject.end())
    who, what = rest[:end].rstrip(), rest[end:]
    if verb in ("is", "are"):
        return f"{who} {verb} {what}"
    # "Does Ann sit ...": behind a helping verb stands the plain form, which several of them share.
    plain, _, behind = what.partition(" ")
    if plain == "not":
        raise ParseError("ask without 'not'", question, 0, len(question), file=story.file)
    single = " and " not in who
    return f"{who} {_MODAL.get(plain, f'{plain}s') if single else ('are' if plain == 'be' else plain)} {behind}"


def _claims(story: Story, sentence: str) -> tuple[Claim, ...]:
    """Return what a sentence about a story says; raise ParseError with the sentence where it is not understood."""
    bounded(sentence, story.file)
    layout, mask = layout_of(story), masked(sentence, story.entities)
    # Questions stand behind the text, each on a line of its own.
    end = min((asked.span[0] - 1 for asked in story.questions), default=len(story.text))
    facts = _opened(story.text[:end], story.file).facts
    # A view that neither the text nor, by another one than the usual, a setting gives is not known.
    faced = (
        layout.kind != "ring" or layout.view == "outward" or "view" in facts or "table" in facts or facts.get("kind") != "ring"
    )
    try:
        return tuple(claim for claim, _ in _claimed(mask.text.rstrip("."), layout, facts, faced=faced))
    except ParseError as error:
        places = mask.original(error.start), mask.original(error.end)
        raise ParseError(error.message, sentence, *places, file=story.file) from None
