"""An item once more: its text is read again, and the theory gives its answer and its senses."""

from __future__ import annotations

from contextlib import ExitStack, closing

from qsr import theories
from qsr.datasets.prepositions.generator.frames import Drawn, Frame
from qsr.errors import ParseError
from qsr.generate.protocol import GenerationError
from qsr.story import Story
from qsr.theories.prepositions.text import prompt, read, read_question

__all__ = ["Verifier"]

_CHAIN = ((0, 1), (1, 2), (0, 2))


class Verifier(ExitStack):
    """Checks items."""

    def __init__(self) -> None:
        super().__init__()
        self._session = self.enter_context(closing(theories.get("prepositions").open()))

    def check(self, frame: Frame, drawn: Drawn) -> str:
        """Return why an item is not used, or an empty string.

        Nouns have several senses, so that the theory may read an item otherwise than the frame meant it, and two nouns may have
        forms that are taken for each other ("protagonistul", "protagonista"); such an item is no good one. Raise
        GenerationError where the written text does not read as what was written.
        """
        story = self._read(frame, drawn)
        asked = story.questions[0]
        if (*(one.args for one in story.statements), asked.args) != _CHAIN:
            return "the nouns are not told apart"
        answer = self._session.answer(story, asked)
        if answer.entailed != {frame.holds}:
            return f"the theory answers {answer.value}, not {frame.holds}"
        witness = self._session.witness(story, asked, frame.holds)
        senses = () if witness is None else tuple(witness.place.get(index) for index in range(len(frame.senses)))
        return "" if senses == frame.senses else "the theory finds other senses"

    def _read(self, frame: Frame, drawn: Drawn) -> Story:
        try:
            story = read(drawn.premises, drawn.conclusion, frame.language)
            again = read_question(prompt(story))
        except ParseError as error:
            raise GenerationError(f"the text cannot be read again: {error}") from error
        said = tuple(one.relation for one in story.statements)
        if said != frame.prepositions or again.statements[0].properties != story.statements[0].properties:
            raise GenerationError(f"the text reads as something else: {story.text!r}")
        return story
