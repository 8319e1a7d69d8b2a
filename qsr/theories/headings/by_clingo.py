"""The backend ``"clingo"``: `encodings/headings.lp` over a story's rows, integers in and letters out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qsr.errors import BackendUnavailable, NotCovered
from qsr.resources import encoding
from qsr.solvers.clingo import AnswerSets, Fact
from qsr.theories.headings.direct import Outcome
from qsr.theories.headings.facts import Facts
from qsr.theories.protocol import Limits

__all__ = ["ClingoHeadings"]

#: The encoding adds up 24 directions of each leg, in thousandths and 99-fold, in 32 bits.
_LONGEST: Final = 800


@dataclass(frozen=True, slots=True)
class ClingoHeadings:
    """Decides the options of a question by brave and cautious consequences."""

    limits: Limits

    def __call__(self, facts: Facts) -> Outcome:
        """Return what holds.

        Raise NotCovered where an option's words are too vague for the scene, LimitReached at a limit, and BackendUnavailable for
        lengths that do not fit clingo's integers.
        """
        lengths = sum(max(row[-1], 0) for row in facts.rows["lies"] + facts.rows["bearing"])
        if lengths > _LONGEST:
            raise BackendUnavailable(f"the lengths add up to {lengths} of their common unit; clingo takes up to {_LONGEST} here")
        possible = self._consequences(facts, "brave")
        if possible is None:
            return Outcome(False)
        if any(name != "right" for name, _ in possible):
            raise NotCovered(
                "not covered: an option whose words are too vague for the scene, or a direction that the text leaves open"
            )
        entailed = self._consequences(facts, "cautious") or frozenset()
        return Outcome(True, *(frozenset(facts.letters[place] for _, (place,) in chosen) for chosen in (possible, entailed)))

    def _consequences(self, facts: Facts, mode: str) -> frozenset[Fact] | None:
        """Return the consequences of a mode; None where there is no scene."""
        rows = [(name, row) for name, rows in sorted(facts.rows.items()) for row in rows]
        program = AnswerSets(encoding("headings.lp"), rows, seed=self.limits.seed, options=(f"--enum-mode={mode}", "--models=0"))
        program.allow(self.limits.seconds)
        found = program.last()
        return None if found is None else found.shown
