"""Stories of blocks in SpartQA's English, with questions on lines with ``?``."""

from __future__ import annotations

from typing import Final

from qsr.language.form import TextForm
from qsr.language.page import Page
from qsr.story import Story
from qsr.theories.spartun.text import questions
from qsr.theories.spartun.text.reader import read

__all__ = ["FORM"]


class Blocks(TextForm):
    """Blocks, the shapes in them, and where these lie."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        return page.asked(read(page), self.ask)

    def ask(self, story: Story, question: str) -> Story:
        """See `TextForm.ask`."""
        return questions.ask(story, question)


FORM: Final = Blocks()
