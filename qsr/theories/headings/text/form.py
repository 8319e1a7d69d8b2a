"""Story files about headings: a problem, and on a line with ``?`` its one question, whose options stand behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from qsr.errors import ParseError
from qsr.language.form import TextForm
from qsr.language.page import Page
from qsr.story import Story
from qsr.theories.headings.text.reader import read

__all__ = ["FORM"]

#: Options behind a question: "... A) 南 B) 北".
_OPTION: Final = re.compile(r"\s*(?P<letter>[A-Z])[)）.．、]\s*(?P<text>.*?)(?=\s+[A-Z][)）.．、]|\s*$)", re.DOTALL)


class Problems(TextForm):
    """A problem about headings, walks, mirrors or places on the globe."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        return page.asked(read(page.told.rstrip(), settings=page.settings, file=page.file), self.ask)

    def ask(self, story: Story, question: str) -> Story:
        """Return the story with its question; a problem has one, since what it supposes is part of it."""
        if story.questions:
            raise ParseError("a problem about headings has one question", question, 0, len(question), file=story.file)
        found = list(_OPTION.finditer(question))
        asked = question[: found[0].start()] if found else question
        options = {one["letter"]: one["text"] for one in found}
        return replace(read(story.text, asked, options, settings=story.settings, file=story.file), unread=story.unread)

    def item(self, text: str, question: str, options: Mapping[str, str]) -> Story:
        """See `TextForm.item`."""
        return read(text, question, options)


FORM: Final = Problems()
