"""Stories of blocks in SpartQA's English, with questions on lines with ``?``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qsr.errors import ParseError
from qsr.language.form import TextForm
from qsr.language.page import Page
from qsr.story import Story
from qsr.theories.spartun.text import questions
from qsr.theories.spartun.text.reader import read

__all__ = ["FORM"]


class Blocks(TextForm):
    """Blocks, the shapes in them, and where these lie.

    No sentence can be left out: it may bring in a block or a thing that the others count. Questions can.
    """

    skips = True

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        story = read(page)
        if not lenient:
            return page.asked(story, self.ask)
        unread = []
        for span in page.questions:
            try:
                story = replace(page, questions=(span,)).asked(story, self.ask)
            except ParseError as error:
                unread.append((span, error.message))
        return replace(story, unread=tuple(unread))

    def ask(self, story: Story, question: str) -> Story:
        """See `TextForm.ask`."""
        return questions.ask(story, question)


FORM: Final = Blocks()
