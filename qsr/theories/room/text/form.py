"""Story files about a room, and a room's sentences in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from qsr.language.form import TextForm, described
from qsr.language.page import Page
from qsr.story import Span, Statement, Story
from qsr.theories.room.clauses import BOUNDS
from qsr.theories.room.text.reader import ask, read
from qsr.theories.room.text.writer import write

__all__ = ["FORM"]

_STAND: Final = "From this perspective, "


class Rooms(TextForm):
    """A description of a room, and questions on lines with ``?``."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        settings = page.settings if "theory" in dict(page.settings) else (("theory", "room"), *page.settings)
        return page.asked(read(page.told, settings=settings, file=page.file), ask)

    def ask(self, story: Story, question: str) -> Story:
        """See `TextForm.ask`."""
        return ask(story, question)

    def again(self, story: Story, text: str) -> Story:
        """Read a row's text, with as many classes of distance as the row has."""
        classes = {one.relation[-1] for one in story.statements if one.relation in BOUNDS}
        distances = int(classes.pop()) if len(classes) == 1 else None
        return read(described(story, text), distances=distances, settings=story.settings)

    def rewordings(
        self, story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield the sentence of relations between pieces of furniture, or the words for where one stands, or for it alone."""
        start, end = span
        before = story.text[start:end]
        one = said[0] if said else story.statements[here[0]]
        if len(one.args) == 1:
            placed = tuple(replace(each, args=(0,)) for each in said)
            if (item := _furniture(Story((story.entities[one.args[0]],), placed))) is not None:
                yield start, end, item
        elif said:
            yield from ((start, end, words) for words in _sentences(story, said, before))


FORM: Final = Rooms()


def _furniture(story: Story) -> str | None:
    try:
        found = re.search(r"including (.*)\.$", write(story))
    except ValueError:
        return None
    return None if found is None else found[1]


def _sentences(story: Story, said: Sequence[Statement], before: str) -> Iterator[str]:
    plain = replace(story, statements=(), questions=())
    view = "north" if "in front of" in before or "behind" in before or _STAND in before or "side of" in before else "topdown"
    for one in (view, *(other for other in ("topdown", "north") if other != view)):
        try:
            whole = write(replace(plain, statements=tuple(said)), one)
            sentence = whole.removeprefix(write(plain)).strip().split("inwards. ")[-1]
        except ValueError:
            continue
        if before.startswith(_STAND):
            yield sentence
        bare = sentence.removeprefix(_STAND)
        yield bare[:1].upper() + bare[1:]
