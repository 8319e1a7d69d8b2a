"""Plans for one grid world after another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from qsr.errors import NotCovered, UnsupportedQuestion
from qsr.story import Answer, Plan, Question, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.gridworld.planner import Planner
from qsr.theories.gridworld.simulate import simulate
from qsr.theories.gridworld.traces import witness_of
from qsr.theories.gridworld.world import Rules, rules_of, world_of
from qsr.theories.protocol import Limits

__all__ = ["GridworldSession"]


class GridworldSession:
    """See `qsr.theories.protocol.Session`.

    Parameters
    ----------
    name, fingerprint
        What every answer carries.
    settings
        The rules that win over those of a story.
    limits
        `seconds` for one plan, and the solver's `seed`.
    """

    def __init__(self, name: str, fingerprint: str, settings: Mapping[str, str], limits: Limits) -> None:
        self._answers = Answers(name, fingerprint)
        self._settings, self._limits = dict(settings), limits
        self._planner = Planner(limits.seed)

    def answer(self, story: Story, question: Question) -> Answer:
        """Return the best plan, with the status determined where it is proved to be best, else unknown."""
        try:
            _covered(question)
            plan = self._plan(story)
        except NotCovered as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        if plan.proved:
            return self._answers.plain("determined", plan)
        worth, bound = _decimal(plan.energy), _decimal(plan.bound)
        reason = f"the time limit came first: this plan is worth {worth}, and none is worth more than {bound}"
        return self._answers.plain("unknown", plan, reason)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness:
        """Return the trace of the best plan, or of the candidate: actions with blanks or commas between them.

        Where the time limit comes first it is the best plan known, which is a trace all the same.
        """
        _covered(question)
        words = self._plan(story).actions if candidate is None else re.findall(r"[^\s,;\[\]]+", candidate)
        return witness_of(simulate(world_of(story), self._rules(story), words))

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return None for a story, which has a plan always: the empty one. Raise UnsupportedQuestion for a candidate."""
        _covered(question)
        if candidate is not None:
            raise UnsupportedQuestion("no statement excludes a plan: any plan can be carried out, and is worth more or less")
        world_of(story)
        return None

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield the trace of the best plan: there are no two entities that worlds could differ in."""
        if limit is None or limit > 0:
            yield self.witness(story)

    def close(self) -> None:
        """Forget what was found out; the session is not used again."""
        self._planner = Planner(self._limits.seed)

    def _rules(self, story: Story) -> Rules:
        return rules_of({**dict(story.settings), **self._settings})

    def _plan(self, story: Story) -> Plan:
        return self._planner.best(world_of(story), self._rules(story), self._limits.seconds)


def _covered(question: Question | None) -> None:
    if question is not None and question.form != "plan":
        raise NotCovered(f"not covered: a question of form {question.form!r} about a grid world")


def _decimal(number: Fraction) -> str:
    return f"{float(number):g}"
