"""A finished row once more: each story is read again, and another solver answers it.

Four checks. Each story must say the row's facts and ask for the row's pair. clingo must find the same relations in every mode, on
grids by rules of its own (the module `independent_check`), in a continuous room as the theory's other backend. The yes/no
question must have the answer that follows from them. Where no fact was altered, plain arithmetic must find every sentence true of
the room that was drawn.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from fractions import Fraction
from typing import Final

from qsr import theories
from qsr.datasets.roomspace.generator.independent_check import IndependentCheck
from qsr.datasets.roomspace.generator.rows import Draft, question_again, read_again
from qsr.generate.protocol import GenerationError, Line
from qsr.story import Story
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

__all__ = ["Undecided", "Verifier"]

_OTHER_BACKEND: Final = "clingo"


class Undecided(Exception):
    """The other solver reached a limit, so that the row is not verified."""


class Verifier(ExitStack):
    """Checks rows."""

    def __init__(self, modes: tuple[str, ...]) -> None:
        super().__init__()
        self._grids = self.enter_context(closing(IndependentCheck()))
        # A continuous room is more than one program.
        self._sessions = {
            mode: self.enter_context(closing(theories.get("room", {"mode": mode}).open(_OTHER_BACKEND)))
            for mode in modes
            if mode == "real"
        }

    def check(self, line: Line, of: Draft, found: dict[str, frozenset[str]], views: tuple[str, ...]) -> None:
        """Raise GenerationError where text, facts and answers do not belong together, and Undecided where a solver gives up."""
        identity = line["id"]
        for view in views:
            story = read_again(line, view)
            asked = question_again(line, story, "question_fr")
            if story.entities != of.scene.names or {(said.relation, said.args) for said in story.statements} != {*of.facts}:
                raise GenerationError(f"{identity}: the {view} story does not say the facts")
            if (asked.questions[0].form, asked.questions[0].args) != ("relation", (0, len(of.scene.names) - 1)):
                raise GenerationError(f"{identity}: the question does not ask for the first and the last object")
            yes_no = "question_yn" if view == "topdown" else "question_yn_north_raw"
            self._yes_no(question_again(line, story, yes_no), line, found["code"])
        # Both views say the same facts by now, so one of them is answered.
        self._same(asked, identity, found)
        self._layout(asked, of, identity)

    def _same(self, story: Story, identity: str, found: dict[str, frozenset[str]]) -> None:
        others = self._grids.relations(story, {mode: said for mode, said in found.items() if mode not in self._sessions})
        for mode, session in self._sessions.items():
            answer = session.answer(story, story.questions[0])
            if answer.undecided or answer.status == "unknown":
                raise Undecided
            others[mode] = answer.possible
        for mode, said in found.items():
            if others[mode] != said:
                raise GenerationError(
                    f"{identity}: in mode {mode} {sorted(said)}, but {_OTHER_BACKEND} finds {sorted(others[mode])}"
                )

    def _yes_no(self, story: Story, line: Line, possible: frozenset[str]) -> None:
        (asked,) = story.questions[0].candidates
        if story.questions[0].form != "yes_no" or (asked in possible) != (line["answer_yn"] == "Yes"):
            raise GenerationError(f"{line['id']}: the yes/no question does not have the answer {line['answer_yn']}")

    def _layout(self, story: Story, of: Draft, identity: str) -> None:
        if of.altered is not None:
            return
        scene = of.scene
        mode, shown = ("real", Points) if scene.steps is not None else (of.mode, Cells)
        longer = max(scene.steps or (1,))
        place = {
            at: tuple(Fraction(number, longer) if scene.steps else number for number in spot)
            for at, spot in enumerate(scene.places)
        }
        broken = theories.get("room", {"mode": mode}).violated(story, shown(place))
        if broken:
            raise GenerationError(f"{identity}: the room that was drawn breaks {story.quote(broken[0])!r}")
