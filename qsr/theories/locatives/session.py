"""Does a hypothesis follow from premises, contradict them, or neither? Scenes as witnesses, sentences as cores.

Where words have several readings (whose front "behind" speaks of), all readings under which the premises have a model must give
the same answer; else the question is not covered, and the reason names what the readings differ in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Final

from qsr.errors import LimitReached, NotCovered, UnsupportedQuestion
from qsr.solvers import Consequences, Deadline, Outcome
from qsr.solvers.clingo import ClingoProblem
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers, answered, quote
from qsr.theories.locatives import doubts
from qsr.theories.locatives.by_clingo import facts_of, goal_of, problem_of
from qsr.theories.locatives.laws import Facts
from qsr.theories.locatives.reading import LAWS, Scene, read
from qsr.theories.protocol import Limits

__all__ = ["KIND", "LocativesSession", "facts_in"]

KIND: Final = "relations"


class LocativesSession:
    """See `qsr.theories.protocol.Session`; every call stands alone.

    `answer` never raises for what a story says. The other methods raise UnsupportedQuestion for what the theory does not cover
    and LimitReached at a limit.
    """

    def __init__(self, name: str, fingerprint: str, limits: Limits) -> None:
        self._answers = Answers(name, fingerprint)
        self._limits = limits

    def answer(self, story: Story, question: Question) -> Answer:
        """Decide a yes/no question: yes is an entailment, no a contradiction, and neither (ambiguous) is neutral."""
        try:
            scene = read(story, question)
        except NotCovered as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        goal, guards = goal_of(scene), range(len(scene.statements))
        found: list[tuple[tuple[int, ...], Consequences]] = []
        for laws, problem in self._problems(scene):
            consequences = problem.consequences(guards, [goal])
            if consequences.consistent is not Outcome.NO:
                found.append((laws, consequences))
        if not found:
            return self._answers.plain("inconsistent", reason=self._contradiction(story))
        if any(one.possible.unknown | one.entailed.unknown for _, one in found):
            undecided = frozenset({"yes", "no"})
            return self._answers.plain(
                "unknown", reason="a limit was reached before the question was decided", undecided=undecided
            )
        answers = [self._answers.of(question, one, {"": goal}) for _, one in found]
        if any(answer != answers[0] for answer in answers):
            readings = [(set(laws), answer) for (laws, _), answer in zip(found, answers, strict=True)]
            differing = min(
                (sorted(one ^ other) for (one, first), (other, second) in combinations(readings, 2) if first != second), key=len
            )
            what = " and ".join(LAWS[law] for law in differing)
            return self._answers.plain("not_covered", reason=f"not covered: the answer depends on {what}")
        doubt = doubts.about(story, question, scene) if answers[0].status == "ambiguous" else ""
        return self._answers.plain("not_covered", reason=f"not covered: {doubt}") if doubt else answers[0]

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a scene in which the candidate, ``"yes"`` or ``"no"``, holds (any scene where it is None), or None."""
        scene = self._scene(story, question, candidate)
        demand = _demand(scene, candidate)
        for _, problem in self._problems(scene):
            model = problem.model(range(len(scene.statements)), *demand)
            if model is not None:
                return _witness(story, facts_of(model))
        return None

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate under every reading; None where there is none."""
        scene = self._scene(story, question if candidate is not None else None, candidate)
        demand = _demand(scene, candidate)
        problems = [problem for _, problem in self._problems(scene)]

        def excluded(statements: Collection[int]) -> bool:
            outcomes = {problem.satisfiable(statements, *demand) for problem in problems}
            if Outcome.UNKNOWN in outcomes:
                raise LimitReached("the time limit was reached before the set was minimal")
            return outcomes == {Outcome.NO}

        kept = list(range(len(scene.statements)))
        if not excluded(kept):
            return None
        for statement in reversed(list(kept)):
            fewer = [other for other in kept if other != statement]
            if excluded(fewer):
                kept = fewer
        return tuple(kept)

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield one scene of a consistent story, where `limit` allows it; scenes that differ in it are not listed."""
        witness = self.witness(story)
        if witness is not None and (limit is None or limit > 0):
            yield witness

    def close(self) -> None:
        """Nothing to let go of."""

    def _scene(self, story: Story, question: Question | None, candidate: str | None) -> Scene:
        """Return what is read; raise NotCovered for what `answer` does not cover, as where readings do not agree."""
        if question is not None and candidate is not None:
            answered(self.answer(story, question), candidate, ("yes", "no"))
        return read(story, question)

    def _problems(self, scene: Scene) -> Iterator[tuple[tuple[int, ...], ClingoProblem]]:
        deadline = Deadline(self._limits.seconds)
        for laws in scene.laws:
            problem = problem_of(scene, laws, self._limits.seed)
            problem.allow(deadline.remaining)
            yield laws, problem

    def _contradiction(self, story: Story) -> str:
        try:
            core = self.core(story) or ()
        except (LimitReached, UnsupportedQuestion):
            return "the story contradicts itself; the sentences at fault were not singled out"
        quotes = dict.fromkeys(quote(story, statement) for statement in core)
        verb = "these sentences contradict each other" if len(quotes) > 1 else "this contradicts itself"
        return f"{verb}: {', '.join(quotes)}"


def facts_in(witness: Witness) -> Facts:
    """Return the facts that a witness of this theory holds."""
    return frozenset(
        (str(relation), (thing, *others), int(moment))
        for thing, facts in witness.place.items()
        for relation, moment, *others in facts
    )


def _demand(scene: Scene, candidate: str | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    goal = (goal_of(scene),)
    return {None: ((), ()), "yes": (goal, ()), "no": ((), goal)}[candidate]


def _witness(story: Story, facts: Facts) -> Witness:
    """Return a scene: for each thing the relations it has to others, each with its moment and these."""
    place: dict[int, list[tuple[object, ...]]] = {thing: [] for thing in range(len(story.entities))}
    for relation, (thing, *others), moment in sorted(facts):
        place[thing].append((relation, moment, *others))
    return Witness(KIND, {thing: tuple(found) for thing, found in place.items()}, dict(enumerate(story.entities)))
