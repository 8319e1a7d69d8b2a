"""Story files that hold a drawn grid; its one question, the best plan, need not be written down."""

from __future__ import annotations

from typing import Final

from qsr.language.form import TextForm
from qsr.language.page import Page
from qsr.story import Story
from qsr.theories.gridworld.text.reader import RULES, ask, read

__all__ = ["FORM"]


class Grids(TextForm):
    """A drawn grid."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        rules = {key: value for key, value in page.settings if key in RULES}
        return page.asked(read(page.told, file=page.file, **rules), ask)

    def ask(self, story: Story, question: str) -> Story:
        """See `TextForm.ask`."""
        return ask(story, question)


FORM: Final = Grids()
