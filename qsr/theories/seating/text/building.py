"""From clauses that a language has understood to a `Story` and its questions; nothing here knows a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from qsr.errors import ParseError
from qsr.logic import Relation
from qsr.seats import Claim, Layout, direction, parts
from qsr.story import Question, Span, Statement, Story

__all__ = ["SIGN", "Mask", "bounded", "build", "chosen_layout", "layout_of", "option_text", "pose", "posed", "with_axis"]

#: Names stand in a masked text as characters of the second private-use plane, which no writing system uses.
_FIRST, _LAST = 0x100000, 0x10FFFD
SIGN: Final = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
#: The axis that a compass word needs, as the bearing of row 0.
_AXES: Final = {"north": 180, "south": 180, "east": 90, "west": 90}

#: Lists of names are looked for at every comma, and every name in the whole text.
_LONGEST: Final = 10_000


def bounded(text: str, file: str | None = None) -> None:
    """Raise ParseError for a text, or a question, that is longer than any about seats."""
    if len(text) > _LONGEST:
        raise ParseError(f"a text of at most {_LONGEST:,} characters was expected", text, _LONGEST, len(text), file=file)


@dataclass(frozen=True, slots=True)
class Mask:
    """A text in which every name is one character, so that no grammar sees the letters of a name.

    Longer names are masked first: where 刘处玄家 and 刘处玄 are both names, the longer one is meant wherever it fits.

    Parameters
    ----------
    text
        The masked text; `sign` tells the character of a name.
    lengths
        Length of each name in the unmasked text.
    """

    text: str
    lengths: tuple[int, ...]

    @classmethod
    def of(cls, text: str, names: Sequence[str]) -> Mask:
        """Mask a text; raise ParseError for a text that holds a private-use character itself."""
        if not text.isascii() and max(text) >= chr(_FIRST):
            at = next(index for index, letter in enumerate(text) if letter >= chr(_FIRST))
            raise ParseError("a private-use character has no meaning here", text, at, at + 1)
        for index in sorted(range(len(names)), key=lambda index: -len(names[index])):
            text = text.replace(names[index], chr(_FIRST + index))
        return cls(text, tuple(map(len, names)))

    @staticmethod
    def sign(index: int) -> str:
        """Return the character that stands for a name."""
        return chr(_FIRST + index)

    @staticmethod
    def index(sign: str) -> int | None:
        """Return the name that a character stands for; None for any other character."""
        return ord(sign) - _FIRST if _FIRST <= ord(sign) <= _LAST else None

    def original(self, position: int) -> int:
        """Return the place in the unmasked text of a place in the masked one."""
        return position + sum(self.lengths[ord(sign) - _FIRST] - 1 for sign in SIGN.findall(self.text, 0, position))


def option_text(value: object) -> str:
    """Return the words of an option; a whole number that is written with a point loses it.

    >>> option_text(1.0), option_text(" the oldest ")
    ('1', 'the oldest')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def chosen_layout(settings: Iterable[tuple[str, str]], text: str = "", file: str | None = None) -> Layout | None:
    """Return the layout that the settings name; None where they name none; raise ParseError for a name of no layout."""
    named = dict(settings).get("layout")
    if named is None:
        return None
    found = Layout.parse(named)
    if found is None:
        raise ParseError(f"{named!r} names no layout; expected one such as 'ring 6 inward' or 'shelf 3x2'", text, file=file)
    return found


def layout_of(story: Story) -> Layout:
    """Return the layout of a story; raise ParseError where it has none."""
    found = chosen_layout(story.settings, story.text, story.file)
    if found is None:
        raise ParseError("the story says no layout", story.text, file=story.file)
    return found


def with_axis(layout: Layout, claims: Iterable[Claim]) -> Layout:
    """Return two rows with the compass that the claims speak of: north and south set them apart, or east and west.

    A layout that has a compass stays as it is, and so does one whose claims name no direction, or directions of both axes.
    """
    if layout.kind != "rows" or layout.bearing is not None:
        return layout
    words = {direction(part) for claim in claims for part in parts(claim.relation)}
    bearings = {_AXES[word] for word in words if word in _AXES}
    return replace(layout, bearing=Fraction(bearings.pop())) if len(bearings) == 1 else layout


def build(
    names: Sequence[str],
    layout: Layout,
    said: Iterable[tuple[Claim, Span]],
    text: str,
    *,
    settings: Iterable[tuple[str, str]] = (),
    file: str | None = None,
) -> Story:
    """Return the story of some claims; raise ParseError where the layout has too few places for the names.

    Every claim becomes a statement with its span, a denied one with the property `negated`. Settings other than the theory and
    the layout are kept.
    """
    if len(names) > layout.places:
        raise ParseError(f"{len(names)} names do not fit the {layout.places} places of {layout}", text, 0, len(text), file=file)
    statements = tuple(
        Statement(number, Relation.of(relation), args, span, (("negated", True),) if denied else ())
        for number, ((relation, args, denied), span) in enumerate(said)
    )
    return Story(tuple(names), statements, (), text, _settings(settings, layout), file)


def _settings(settings: Iterable[tuple[str, str]], layout: Layout) -> tuple[tuple[str, str], ...]:
    others = [(key, value) for key, value in settings if key not in ("theory", "layout")]
    return (("theory", "seating"), ("layout", str(layout)), *others)


def posed(story: Story, question: Question, claims: Iterable[Claim]) -> Story:
    """Return the story with a question behind it, which gets its number and its place.

    Two rows without a compass get the one that the claims of the question speak of.
    """
    words, start = question.text.strip(), len(story.text) + 1
    asked = replace(question, id=len(story.questions), text=words, span=(start, start + len(words)))
    layout = layout_of(story)
    settled = with_axis(layout, claims)
    settings = story.settings if settled is layout else _settings(story.settings, settled)
    return replace(story, questions=(*story.questions, asked), text=f"{story.text}\n{words}", settings=settings)


def pose(story: Story, question: str, letters: Mapping[str, tuple[Claim, ...] | None]) -> Story:
    """Return the story with a question that has options behind it; see `posed`.

    Parameters
    ----------
    story
        The story as read.
    question
        The question's words, with its blank.
    letters
        What each option says, in order; None for an option that says that no other holds.
    """
    claims = tuple((letter, said) for letter, said in letters.items() if said is not None)
    none = tuple(letter for letter, said in letters.items() if said is None)
    asked = Question(0, "options", (), tuple(letters), question, properties=(("claims", claims), ("none", none)))
    return posed(story, asked, (claim for _, said in claims for claim in said))
