"""Story files about seats, in Chinese or in English, and their clauses in other words.

A question may have options, ``? () sits next to Ben. A) Anna B) Cleo``; one with a blank and without options is about every name
that it does not mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from types import ModuleType
from typing import Final

from qsr.errors import ParseError
from qsr.language.form import TextForm, described
from qsr.language.page import Page
from qsr.seats import Layout
from qsr.story import Span, Statement, Story
from qsr.theories.seating.reading import claim_of
from qsr.theories.seating.text import chinese, english

__all__ = ["FORM"]

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN: Final = re.compile(r"[A-Za-z]{2,}")
#: Options behind a question: "... A) Anna B) Ben".
_OPTION: Final = re.compile(r"(?:(?<=\s)|(?<=[。？?.]))(?P<letter>[A-Z])[)）]\s*(?P<text>.*?)(?=\s+[A-Z][)）]|\s*$)", re.DOTALL)


class Seats(TextForm):
    """Names, a layout and conditions."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        story: Story = _language(page.told).read(page.told, settings=page.settings, file=page.file)
        return page.asked(story, self.ask)

    def ask(self, story: Story, question: str) -> Story:
        """Ask with the options that the question lists, about every name where it has a blank, else yes or no."""
        language = _language(story.text)
        found = list(_OPTION.finditer(question))
        options: Mapping[str, object] = {one["letter"]: one["text"] for one in found}
        if len(found) > 1:
            if len(options) < len(found):
                raise ParseError("two options have the same letter", question, 0, len(question), file=story.file)
            asked: Story = language.ask(story, question[: found[0].start()].strip(), options)
        else:
            asked = language.ask_line(story, question)
        return asked

    def again(self, story: Story, text: str) -> Story:
        """Read a row's text, its question left out."""
        found: Story = _language(story.text).read(described(story, text), settings=story.settings)
        return found

    def rewordings(
        self, story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield wordings of a clause, those most like the words that stand there first."""
        layout = Layout.parse(dict(story.settings).get("layout", ""))
        if layout is None or not said:
            return
        claims = list(map(claim_of, said))
        found: tuple[str, ...] = _language(story.text).wordings(claims, story.entities, layout)
        before = story.text[slice(*span)]
        for words in sorted(found, key=lambda words: -SequenceMatcher(None, before, words, autojunk=False).ratio()):
            yield *span, words


FORM: Final = Seats()


def _language(text: str) -> ModuleType:
    """Return the language of a text: Chinese where it has more Chinese characters than words in Latin letters."""
    return chinese if len(_HAN.findall(text)) > len(_LATIN.findall(text)) else english
