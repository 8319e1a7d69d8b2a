"""Plans that somebody answered, carried out and scored, and set beside the best plan.

Every plan is carried out action by action (`qsr.theories.gridworld.simulate`) and scored under a profile, which each report
names. An answer without a plan is the plan of no steps: nothing is gained and nothing spent. The optimum is that of the profile
``intended``; under the other profiles the same plan is worth something else, so there plans are compared with no best one.

The error classes are those of the simulator (`Trace.faults`) under the rules that the prompt states, whatever the profile, and
two of the reading: ``ambiguous_list``, the answer has several plans that differ, and ``missing_list``, it has none. Several may
hold of one answer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from qsr.counts import Counts
from qsr.datasets.grasp.answers import Optima
from qsr.datasets.grasp.controls import CONTROLS, index_of
from qsr.datasets.grasp.totals import PlanTotals
from qsr.datasets.hooks import NOTHING
from qsr.datasets.protocol import Item, Reading
from qsr.shares import rate
from qsr.story import Answer, Plan, Verdict
from qsr.theories.gridworld.profiles import replayed, score
from qsr.theories.gridworld.simulate import Trace, simulate
from qsr.theories.gridworld.traces import GridTrace
from qsr.theories.gridworld.world import rules_of, world_of

__all__ = ["ERRORS", "PlanCounts", "PlanJudge", "plan_verdict"]

#: All error classes, as the reports list them.
ERRORS: Final = (
    "take_empty",
    "not_back_at_start",
    "delivered_zero",
    "drop_nothing",
    "carry_left",
    "into_obstacle",
    "drop_elsewhere",
    "too_long",
    "off_grid",
    "take_at_limit",
    "diagonal_not_allowed",
    "unknown_token",
    "ambiguous_list",
    "missing_list",
)
#: The paper's Table 2 is about the first grids of each file.
_PAPER_GRIDS: Final = 10
#: Error class -> what it says of a plan as a whole; the others are about a step.
_AT_THE_END: Final = {
    "missing_list": "no plan was found in the answer, which counts as one of no steps",
    "ambiguous_list": "the answer has several plans that differ",
    "not_back_at_start": "it does not end where it started",
    "carry_left": "it ends with energy still carried",
    "drop_elsewhere": "it drops energy away from the start",
    "too_long": "it has more actions than count",
    "delivered_zero": "it brings no energy to the start",
}
_OF_STEPS: Final = {
    "take_empty": "there is nothing to take",
    "take_at_limit": "no more can be carried",
    "drop_nothing": "there is nothing to drop",
    "into_obstacle": "an obstacle is in the way",
    "off_grid": "it leads off the grid",
    "diagonal_not_allowed": "diagonal moves are not allowed",
    "unknown_token": "it is no action",
}
_CONSTRAINTS: Final = ("Movement-related Action Set", "Energy Carrying Limit", "Energy Cost Per Step")


class PlanJudge:
    """Carries plans out under a profile and compares them with the best one.

    Parameters
    ----------
    profile
        How plans are scored.
    files
        What the best plans are worth; ``["none"]`` for no comparison, None for the planner.

    Raises
    ------
    DatasetError
        Where one of the files cannot be read.
    """

    def __init__(self, profile: str, files: Sequence[str] | None = None) -> None:
        self._profile, self._given = profile, files
        self.files: Sequence[str] = () if files is None or list(files) == [NOTHING] else tuple(files)
        compared = profile == "intended" and (files is None or self.files)
        self.source = (", ".join(self.files) or "planner") if compared else NOTHING
        self._optima = Optima.read(self.files) if self.files else None

    def marks(self, answers: Mapping[str, Sequence[Any]], *, evidence: bool) -> tuple[str, ...]:
        """Return what tells runs over other answers, or with other best plans, apart."""
        given = sorted((key, answer) for key, (answer,) in answers.items())
        return "plans", json.dumps([given, self._given, evidence], sort_keys=True)

    def scores(self, item: Item) -> bool:
        """Tell whether the profile scores an item: ``paper-table2`` scores the grids 0 to 9 of each file and no others."""
        return self._profile != "paper-table2" or index_of(item) < _PAPER_GRIDS

    def verdict(self, item: Item, reading: Reading, solved: Callable[[], Answer], *, evidence: bool = True) -> Verdict:
        """Return the verdict on a plan: sound where no plan is worth more; files say what the best one is worth and no more."""
        best, optimum = None, None
        if self.source != NOTHING and self._optima is None:
            found = solved().value
            best = found if isinstance(found, Plan) and found.proved else None
            optimum = None if best is None else best.energy
        elif self.source != NOTHING and self._optima is not None:
            optimum = self._optima.of(item)
        return plan_verdict(item, reading, self._profile, optimum, best=best, evidence=evidence)

    def fault(self, verdict: Verdict) -> tuple[str, float]:
        """Return the first error, and how far the plan falls short of the best one."""
        errors = verdict.details["errors"]
        kind = errors[0].replace("_", " ") if errors else "without a fault, but not the best"
        return kind, float(_regret(verdict.details) or 0)


def plan_verdict(
    item: Item,
    reading: Reading,
    profile: str = "intended",
    optimum: Fraction | None = None,
    *,
    best: Plan | None = None,
    evidence: bool = True,
) -> Verdict:
    """Carry out what was read from an answer and score it; raise UnsupportedQuestion for a story that is no grid world.

    Parameters
    ----------
    item, reading
        The question, and what was read from the answer: a tuple of actions, or None where it has no plan.
    profile
        How plans are scored.
    optimum
        What the best plan is worth, where that is known; left out of account under a profile other than ``intended``.
    best
        The best plan, where it is known.
    evidence
        Whether a plan that is not the best one is shown the best one's trace.

    Returns
    -------
    Verdict
        Its `details`: `plan`, all actions that were read; `steps`, how many of them count; `energy`, what the profile gives;
        `optimum` and `regret`, None where they are not known; `optimal`; `errors`, names of `ERRORS`; `ambiguous` and `profile`.
    """
    actions = reading.value if isinstance(reading.value, tuple) else ()
    trace = simulate(world_of(item.story), rules_of(dict(item.story.settings)), actions)
    counted, energy = replayed(trace, profile), score(trace, profile)
    found = {*trace.faults}
    if reading.ambiguous:
        found.add("ambiguous_list")
    if reading.value is None:
        found.add("missing_list")
    errors = [name for name in ERRORS if name in found]
    optimum = optimum if profile == "intended" else None
    optimal = None if optimum is None else energy == optimum
    worth = f"the plan is worth {_number(energy)} in {len(counted.steps)} steps"
    if profile != "intended":
        reason = f"{worth} under the profile {profile}, for which no best plan is known"
    elif optimum is None:
        reason = f"{worth}; what the best one is worth is not known"
    else:
        reason = f"{worth}, and none is worth more" if optimal else f"{worth}, the best one {_number(optimum)}"
    shown = optimal is False and evidence and best is not None
    return Verdict(
        item.id,
        optimal,
        None,
        "; ".join((reason, *_faults(counted, errors, planned=bool(actions)))),
        reading.value,
        reading.rule,
        () if best is None else (best,),
        counterexample=GridTrace.of(simulate(trace.world, trace.rules, best.actions)) if best is not None and shown else None,
        details={
            "plan": list(actions),
            "ambiguous": reading.ambiguous,
            "energy": float(energy),
            "steps": len(counted.steps),
            "optimum": None if optimum is None else float(optimum),
            "regret": None if optimum is None else float(optimum - energy),
            "optimal": optimal,
            "errors": errors,
            "profile": profile,
        },
    )


def _faults(trace: Trace, errors: Sequence[str], *, planned: bool) -> Iterator[str]:
    """Yield the first step that does nothing, or where all do something what is wrong with the plan as a whole."""
    for name in ("missing_list", "ambiguous_list"):
        if name in errors:
            yield _AT_THE_END[name]
    for number, step in enumerate(trace.steps, 1):
        if step.outcome:
            yield f"step {number}, {step.action[:40]}, does nothing: {_OF_STEPS[step.outcome]} ({step.outcome})"
            return
    for name, words in _AT_THE_END.items():
        if name in errors and planned and name not in ("missing_list", "ambiguous_list"):
            yield f"{words} ({name})"
            return


def _number(worth: Fraction) -> str:
    return f"{float(worth):g}"


def _exact(amount: object) -> Fraction:
    """Return an amount of `Verdict.details`: a decimal number of JSON is exactly the fraction that its shortest digits say."""
    return Fraction(str(amount))


def _regret(details: Mapping[str, Any]) -> Fraction | None:
    return None if details["optimum"] is None else _exact(details["optimum"]) - _exact(details["energy"])


@dataclass
class PlanCounts(Counts):
    """Counts over judged plans; `totals` by group, all of them under the empty name."""

    totals: dict[str, PlanTotals] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    regrets: Counter[Fraction] = field(default_factory=Counter)
    ambiguous: int = 0
    without_error: int = 0

    def add(self, item: Item, verdict: Verdict) -> None:
        """Count one plan, in all groups of its item."""
        said = verdict.details
        optimum = None if said["optimum"] is None else _exact(said["optimum"])
        for group in ("", *item.groups):
            self.totals.setdefault(group, PlanTotals()).add(_exact(said["energy"]), said["steps"], optimum=optimum)
        self.errors.update(said["errors"])
        self.without_error += not said["errors"]
        self.rules[verdict.rule] += 1
        self.ambiguous += said["ambiguous"]
        if (regret := _regret(said)) is not None:
            self.regrets[regret] += 1

    def report(self) -> dict[str, Any]:
        """Return the counts as plain data; `table` has the rows of the paper's Table 2, those with plans, in its order."""
        whole = self.totals.get("", PlanTotals())
        shares = {name: {"count": self.errors[name], "share": rate(self.errors[name], whole.plans)} for name in ERRORS}
        return {
            **_scores(whole),
            "errors": shares,
            "without_error": {"count": self.without_error, "share": rate(self.without_error, whole.plans)},
            "rules": dict(sorted(self.rules.items())),
            "ambiguous": self.ambiguous,
            "table": [
                {"control": control, "value": value, **_scores(self.totals[group])} for group, control, value in self._rows()
            ],
        }

    def _rows(self) -> list[tuple[str, str, str]]:
        """Return the groups in the order of the paper's table: as it names them, then what it does not know, by name."""
        rows = []
        for control in (*CONTROLS, *_CONSTRAINTS):
            known = [f"{control}: {word}" for word in CONTROLS[control][1].values()] if control in CONTROLS else []
            # The paper puts no limit before a limit.
            named = sorted(
                (group for group in self.totals if group.startswith(f"{control}: ")),
                key=lambda group: (known.index(group) if group in known else len(known), "No Limit" not in group, group),
            )
            rows += [(group, control, group.removeprefix(f"{control}: ")) for group in named]
        return [*rows, ("", "Average", "Average")] if self.totals else []


def _scores(totals: PlanTotals) -> dict[str, Any]:
    worth = totals.worth()
    return {**{key: worth[key] for key in ("plans", "steps", "energy")}, **totals.against_best()}
