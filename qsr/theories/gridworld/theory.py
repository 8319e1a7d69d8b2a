"""The theory of grid worlds: the plan that brings most energy to the start, less what its actions cost.

An agent walks on a board with obstacles, takes units of energy and drops them. Settings: `moves` (4, or 8 with diagonals),
`carry` (how many units it holds at most, or none), `cost` (energy per action) and `steps` (how many actions count). Those of
the theory win over those of a story, and both over 4 moves, no limit, no cost, 20 steps. What is on the start when the plan
ends counts; the ways in which plans have been scored in print are profiles of their own, `qsr.theories.gridworld.profiles`.

References
----------
.. [1] Tang and Kejriwal (2024), GRASP: A Grid-Based Benchmark for Evaluating Commonsense Spatial Reasoning.
"""

from __future__ import annotations

from qsr.story import Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.gridworld.planner import Planner
from qsr.theories.gridworld.session import GridworldSession
from qsr.theories.gridworld.traces import broken
from qsr.theories.gridworld.world import SETTINGS, Rules, rules_of, world_of
from qsr.theories.protocol import Limits, Session

__all__ = ["Gridworld"]


class Gridworld(FramedTheory):
    """Best plans with a proof that none is better.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> things = (("size", (1, 3)), ("start", (0, 0)), ("energy", (0, 1)))
    >>> said = tuple(Statement(at, what, (0,), (0, 0), (("cell", cell),)) for at, (what, cell) in enumerate(things))
    >>> answer = Gridworld({"cost": "0.1"}).open().answer(Story(("agent",), said), Question(0, "plan", (0,)))
    >>> answer.status, answer.value.actions, answer.value.energy
    ('determined', ('RIGHT', 'TAKE', 'LEFT', 'DROP'), Fraction(3, 5))
    """

    name = "gridworld"
    settings = SETTINGS
    text = "qsr.theories.gridworld.text.form:FORM"
    plans = True
    checker = "qsr.theories.gridworld.checker:PlanChecker"
    backends = ("clingo",)
    encodings = ("gridworld_trip.lp", "gridworld_pairs.lp", "gridworld_relays.lp")

    def _session(self, backend: str, limits: Limits) -> Session:
        return GridworldSession(self.answers, self.given, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that a trace breaks, by carrying its actions out again.

        Raises NotCovered for a story that is no grid world, ValueError for a witness that is no trace or whose states do not
        follow from its actions.
        """
        return broken(story, self.rules(story), witness)

    def rules(self, story: Story) -> Rules:
        """Return the rules under which a story is read; raise NotCovered for settings that are none."""
        return rules_of(self.said(story))

    def pareto(self, story: Story, limits: Limits | None = None) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        """Return (units, fewest steps, a plan with these) for each number of units that can be delivered within the steps.

        Raise NotCovered for a story that is no grid world, LimitReached at the seconds of the limits.
        """
        seconds = None if limits is None else limits.seconds
        return tuple((units, len(plan), plan) for units, plan in Planner().pareto(world_of(story), self.rules(story), seconds))
