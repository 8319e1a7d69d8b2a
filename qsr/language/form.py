"""What a text form is: one kind of text, and how it is read, asked, read again and put in other words.

A theory names its text form in its class; `qsr.stories` calls it. Whoever adds a kind of text derives from `TextForm` and writes
`read` and `ask`; the rest has a meaning for texts of which nothing more is known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from qsr.errors import NotCovered, ParseError
from qsr.language.page import Page
from qsr.story import Question, Span, Statement, Story

if TYPE_CHECKING:
    from qsr.language.rewording import Rewording

__all__ = ["TextForm", "described"]


def described(story: Story, text: str) -> str:
    """Return a changed text of a story without the questions behind what it describes."""
    last = max((one.span[1] for one in story.statements), default=0)
    behind = [question.span[0] for question in story.questions if question.span[0] >= last]
    return text[: len(text) - (len(story.text) - min(behind))] if behind else text


class TextForm(ABC):
    """One kind of text.

    Attributes
    ----------
    skips
        Whether `read` itself leaves out what it cannot read of a lenient page; where not, `qsr.stories` blanks it out.
    general
        Whether texts of this kind may be meant for another theory than the one that they name, which then says how they are read.
    """

    skips: ClassVar[bool] = False
    general: ClassVar[bool] = False

    @abstractmethod
    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """Return the story of a page; raise ParseError with the place of what is not understood."""

    @abstractmethod
    def ask(self, story: Story, question: str) -> Story:
        """Return the story with one more question at its end; raise ParseError."""

    def part(self, story: Story) -> Story:
        """Return a story of the statements that mean the same whatever the sentences say that a lenient reader left out.

        Raise NotCovered where no statement does, or where one of those sentences may change what others mean.
        """
        raise NotCovered("a text of this kind means what it means as a whole")

    def rewordings_of(self, story: Story, span: Span) -> list[Rewording]:
        """Return wordings near that of a sentence that was not read, each of which is; none where none is known."""
        return []

    def item(self, text: str, question: str, options: Mapping[str, str]) -> Story:
        """Return the story of a text whose question and options stand beside it; raise ParseError."""
        raise ParseError("texts of this kind have no options beside them", text)

    def offered(self, story: Story, question: str, options: Sequence[str]) -> tuple[Question, str] | None:
        """Return a question with its options, and its form or how its answer is meant; None where options are read one by one."""
        return None

    def again(self, story: Story, text: str) -> Story:
        """Return the story of a changed text that has no first line to say what it is; raise ParseError."""
        raise ParseError("texts of this kind are not changed", text)

    def sentence(self, story: Story, statement: Statement) -> str | None:
        """Return a sentence that is read as this statement; None where there is none."""
        return None

    def rewordings(
        self, story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield places of the story's text and words that may say these statements there instead of those that do (`here`)."""
        yield from ()
