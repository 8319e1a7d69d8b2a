"""The theory `prepositions`: the senses of a witness are weighed again by the other backend, alone and against all others."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from qsr.errors import LimitReached, NotCovered
from qsr.story import Answer, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.checking import Checker, Unchecked, subset
from qsr.theories.prepositions import by_clingo
from qsr.theories.prepositions.composition import Case, Outcome, decide
from qsr.theories.prepositions.session import Decide, PrepositionSession, cheapest
from qsr.theories.prepositions.witness import Senses
from qsr.theories.protocol import Limits

__all__ = ["SensesChecker"]


class SensesChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    labels = ("yes", "no")
    opposites = False
    by_solver = True

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._decide: Decide = partial(by_clingo.decide, seed=0) if self.backends[0] == "clingo" else decide
        answer, _ = self._answered(self.story)
        if answer.status == "not_covered":
            raise NotCovered(answer.reason)

    def _answered(self, story: Story, senses: tuple[str, str] | None = None) -> tuple[Answer, list[tuple[Case, Outcome]]]:
        """Return the answer, all senses but the given ones left out, and what was decided on the way."""
        seen: list[tuple[Case, Outcome]] = []

        def watched(case: Case) -> Outcome:
            if senses is not None:
                case = case._replace(one=((senses[0], 0),), two=((senses[1], 0),))
            seen.append((case, self._decide(case)))
            return seen[-1][1]

        try:
            return PrepositionSession(Answers("", ""), watched, Limits()).answer(story, self.question), seen
        except LimitReached as limit:
            raise Unchecked(str(limit)) from limit

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Decide under the two senses of a chain alone, and compare their cost with the cheapest that gives this answer.

        What a statement says itself, and what follows by order, rests on the cheapest sense of each.
        """
        place = witness.place
        if not isinstance(witness, Senses) or witness.size or witness.layout or not place:
            return "it does not give statements a sense each"
        if not all(0 <= id_ < len(self.story.statements) for id_ in place):
            return "it gives a sense to a statement that there is not"
        answer, whole = self._answered(self.story)
        alone, pair = self._answered(subset(self.story, tuple(place)))
        if label not in answer.possible or label not in alone.possible or whole != pair:
            return f"{label!r} does not follow by these statements"
        if not whole:
            return (
                "" if all(cheapest(self.story, id_) == sense for id_, sense in place.items()) else "a sense is not the cheapest"
            )
        if len(place) != 2:
            return "it does not give two statements a sense each"
        figure = self.question.args[0]
        first, second = sorted(place, key=lambda id_: self.story.statements[id_].args[0] != figure)
        chain = self.story.statements[first].args + self.story.statements[second].args
        if chain[1] != chain[2] or (chain[0], chain[3]) != self.question.args:
            return "its statements do not lead from the figure to the ground"
        case, outcome = whole[0]
        costs = dict(case.one), dict(case.two)
        senses = place[first], place[second]
        if senses[0] not in costs[0] or senses[1] not in costs[1]:
            return "a statement cannot have the sense that it is given"
        _, under = self._answered(subset(self.story, (first, second)), senses)
        verdict = under[0][1].winner.holds
        if verdict is not None and verdict != (label == "yes"):
            return f"{label!r} does not follow under these senses"
        rivals = [pair for pair in (outcome.winner, outcome.rival) if pair is not None and pair.holds == verdict]
        if costs[0][senses[0]] + costs[1][senses[1]] != min((pair.cost for pair in rivals), default=-1):
            return "other senses give the same answer at another cost"
        return ""

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask the backend what follows from some statements alone; where it covers nothing, nothing is excluded."""
        answer, _ = self._answered(subset(self.story, statements))
        return label is None or answer.status == "not_covered" or label in answer.possible
