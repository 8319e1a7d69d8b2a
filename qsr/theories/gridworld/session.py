"""Plans for one grid world after another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from qsr.errors import NotCovered, UnsupportedQuestion
from qsr.story import Answer, Plan, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.frame import DecidingSession
from qsr.theories.gridworld.planner import Planner
from qsr.theories.gridworld.simulate import simulate
from qsr.theories.gridworld.traces import GridTrace
from qsr.theories.gridworld.world import Rules, rules_of, world_of
from qsr.theories.protocol import Core, Limits

__all__ = ["GridworldSession"]


class GridworldSession(DecidingSession):
    """See `DecidingSession`. The best plan is determined where it is proved to be best, else unknown.

    Parameters
    ----------
    settings
        The rules that win over those of a story.
    limits
        `seconds` for one plan, and the solver's `seed`.
    """

    def __init__(self, answers: Answers, settings: Mapping[str, str], limits: Limits) -> None:
        super().__init__(answers, limits)
        self._settings = settings
        self._planner = Planner(limits.seed)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness:
        """Return the trace of the best plan, or of the candidate: actions with blanks or commas between them.

        Where the time limit comes first it is the best plan known, which is a trace all the same.
        """
        with self._naming(story, question):
            _covered(question)
            return self._shown(story, question, candidate)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
        """Return None for a story, which has a plan always: the empty one. Raise UnsupportedQuestion for a candidate."""
        with self._naming(story, question):
            _covered(question)
            self._covered(story)
            return None if candidate is None else self._against(story, question, candidate)

    def close(self) -> None:
        """Forget what was found out; the session is not used again."""
        self._planner = Planner(self._limits.seed)

    def _decided(self, story: Story, question: Question) -> Answer:
        _covered(question)
        plan = self._plan(story)
        if plan.proved:
            return self._answers.plain("determined", plan)
        worth, bound = _decimal(plan.energy), _decimal(plan.bound)
        reason = f"the time limit came first: this plan is worth {worth}, and none is worth more than {bound}"
        return self._answers.plain("unknown", plan, reason)

    def _candidates(self, story: Story, question: Question) -> Collection[str]:
        return ()

    def _covered(self, story: Story) -> None:
        world_of(story)

    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> Witness:
        words = self._plan(story).actions if candidate is None else re.findall(r"[^\s,;\[\]]+", candidate)
        return GridTrace.of(simulate(world_of(story), self._rules(story), words))

    def _against(self, story: Story, question: Question | None, candidate: str) -> Core:
        raise UnsupportedQuestion("no statement excludes a plan: any plan can be carried out, and is worth more or less")

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield the trace of the best plan: there are no two entities that worlds could differ in."""
        yield self.witness(story)

    def _rules(self, story: Story) -> Rules:
        return rules_of({**dict(story.settings), **self._settings})

    def _plan(self, story: Story) -> Plan:
        return self._planner.best(world_of(story), self._rules(story), self._limits.seconds)


def _covered(question: Question | None) -> None:
    if question is not None and question.form != "plan":
        raise NotCovered(f"not covered: a question of form {question.form!r} about a grid world")


def _decimal(number: Fraction) -> str:
    return f"{float(number):g}"
