"""A finished row once more: its text is read again, and its targets come from another solver.

Two checks. The targets have to be those of the paper's method on clingo (rows are made by the direct backend). Under property
sets 2 to 4 what the whole story entails, by the general theory, is compared as well; there the two may differ on a context
that somebody else wrote, and the row then says so in its comments.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import replace
from typing import Final

from qsr import theories
from qsr.datasets.protocol import BadRow
from qsr.datasets.sparp.dataset import choices_of
from qsr.datasets.sparp.generator.rows import read_row
from qsr.generate.protocol import GenerationError, Line
from qsr.settings import PROPERTY_SETS
from qsr.story import Answer
from qsr.theories import Session

__all__ = ["Verifier"]

_OTHER_BACKEND: Final = "clingo"


class Verifier(ExitStack):
    """Checks rows of one property set."""

    def __init__(self, property_set: str) -> None:
        super().__init__()
        self._property_set = property_set
        self._other = self.enter_context(closing(theories.get(theories.of_property_set(property_set)).open(_OTHER_BACKEND)))
        #: What the whole story says; none under property set 1.
        self._whole: Session | None = None
        if property_set != "PS1":
            self._whole = self.enter_context(closing(theories.get(theories.GENERAL, dict(PROPERTY_SETS[property_set])).open()))

    def check(self, line: Line) -> tuple[str, ...]:
        """Return what the whole story says otherwise than the path, in words; nothing where they agree.

        Raises GenerationError where text and fields of the row do not belong together.
        """
        identity = f"{line['context_id']}:{line['question_id']}"
        item = read_row(line, self._property_set)
        if isinstance(item, BadRow):
            raise GenerationError(f"{identity}: the text cannot be read again: {item.error}")
        question = replace(item.question, candidates=choices_of(self._property_set))
        targets = frozenset(line["targets"])
        answer = self._other.answer(item.story, question)
        if answer.value != targets:
            raise GenerationError(f"{identity}: targets {_words(targets)}, but {_OTHER_BACKEND} finds {_words(answer.value)}")
        if line["target_scores"] != [int(label in targets) for label in line["target_choices"]]:
            raise GenerationError(f"{identity}: targets and target_scores name different labels")
        if self._whole is None:
            return ()
        return _differences(self._whole.answer(item.story, question), targets)


def _differences(whole: Answer, targets: frozenset[str]) -> tuple[str, ...]:
    if whole.status == "inconsistent":
        return ("the sentences of the context contradict each other; the targets are those of the path",)
    if whole.status not in ("determined", "ambiguous"):
        return (f"the whole story was not compared with the path: {whole.reason or whole.status}",)
    if whole.entailed != targets:
        return (f"the whole story entails {_words(whole.entailed)}; the targets are those of the path",)
    return ()


def _words(value: object) -> str:
    return ", ".join(sorted(value)) or "nothing" if isinstance(value, frozenset) else str(value)
