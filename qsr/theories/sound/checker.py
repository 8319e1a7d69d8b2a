"""The theory `sound`: regions against formulas by geometry, near and far by trial, cores by the other solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qsr.errors import NotCovered
from qsr.logic import Not
from qsr.registry import fetched
from qsr.story import Witness
from qsr.theories.checking import ByProblem, Loaded, Unchecked
from qsr.theories.engines import Engine
from qsr.theories.everyday import Manner
from qsr.theories.options import fault_of_options, question_of
from qsr.theories.sound.check import satisfied, truth
from qsr.theories.sound.claims import Formula, asked, read
from qsr.theories.sound.session import ENGINES
from qsr.witnesses import Regions

__all__ = ["SoundChecker"]

#: Boxes of one region that are measured; comparing two regions takes time with the product of theirs.
_MOST_BOXES: Final = 1000


class SoundChecker(ByProblem[Formula]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._said = read(self.story, Manner(self.story, self.question))
        self._labelled(dict(self._asked()))

    def _asked(self) -> Iterator[tuple[str, Formula]]:
        if self.question.form != "options":
            yield from asked(self.story, self.question).items()
            return
        if fault := fault_of_options(self.question):
            raise NotCovered(fault)
        for letter in self.question.candidates:
            option = question_of(self.question, letter)
            if option is not None:
                yield letter, asked(self.story, option)["yes"]

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Measure the regions, and look for a choice of what is near and far that fits all statements and the label."""
        if not isinstance(witness, Regions) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} does not show regions"
        if sorted(witness.place) != list(range(len(self.story.entities))):
            return "it does not show exactly the entities of the story"
        if any(len(box) != 3 for region in witness.place.values() for box in region):
            return "regions have three dimensions"
        if any(len(region) > _MOST_BOXES for region in witness.place.values()):
            raise Unchecked(f"a region is made of more than {_MOST_BOXES} boxes")
        place = dict(witness.place)
        broken = [str(number) for number, said in enumerate(self._said) if truth(said, place) is False]
        if broken:
            return f"it breaks the statements {', '.join(broken)}"
        claim = self._claims[label] if self._wanted(label, holds) else Not(self._claims[label])
        if truth(claim, place) is False:
            return f"{label!r} does not {'hold' if holds else 'fail'} in it"
        if not satisfied([*self._said, claim], place):
            return "no choice of what is near and far fits the statements and the label together"
        return ""

    def _load(self, backend: str) -> Loaded[Formula]:
        engine: Engine[Formula] = fetched(ENGINES[backend])(len(self.story.entities), list(self._said), 0)
        return engine.problem, lambda claim: engine.ask([claim])[0], lambda id_: (id_,)
