"""Plans that somebody answered, carried out and scored, and set beside the best plan.

Every plan is carried out action by action (`qsr.theories.gridworld.simulate`) and scored under a profile, which each report
names. An answer without a plan is the plan of no steps: nothing is gained and nothing spent. The optimum is that of the profile
``intended``; under the other profiles the same plan is worth something else, so there plans are compared with no best one.

The error classes are those of the simulator (`Trace.faults`) under the rules that the prompt states, whatever the profile, and
two of the reading: ``ambiguous_list``, the answer has several plans that differ, and ``missing_list``, it has none. Several may
hold of one answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from qsr.datasets.grasp.dataset import CONTROLS, index_of
from qsr.datasets.protocol import Item, Reading
from qsr.oracle.plans.totals import PlanTotals
from qsr.story import Plan, Verdict
from qsr.theories.gridworld.profiles import replayed, score
from qsr.theories.gridworld.simulate import Trace, simulate
from qsr.theories.gridworld.traces import GridTrace
from qsr.theories.gridworld.world import rules_of, world_of

__all__ = ["ERRORS", "PlanVerdict", "PlansReport", "in_slice", "judge", "plan_verdict"]

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


def in_slice(item: Item, profile: str) -> bool:
    """Tell whether a profile scores an item: ``paper-table2`` scores the grids 0 to 9 of each file and no others."""
    return profile != "paper-table2" or index_of(item) < _PAPER_GRIDS


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """One plan, judged.

    `actions` are what was read, all of them, and `steps` how many count. `energy` is what the profile gives; `optimum` is what
    the best plan is worth, None where it is not known or the profile has none. `errors` are names of `ERRORS`.
    """

    item: str
    actions: tuple[str, ...]
    rule: str
    ambiguous: bool
    energy: Fraction
    steps: int
    errors: tuple[str, ...]
    optimum: Fraction | None = None

    @property
    def optimal(self) -> bool | None:
        """Whether no plan is worth more; None where that is not known."""
        return None if self.optimum is None else self.energy == self.optimum

    def line(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        optimum = self.optimum
        return {
            "id": self.item,
            "plan": list(self.actions),
            "rule": self.rule,
            "ambiguous": self.ambiguous,
            "energy": float(self.energy),
            "steps": self.steps,
            "optimum": None if optimum is None else float(optimum),
            "regret": None if optimum is None else float(optimum - self.energy),
            "optimal": self.optimal,
            "errors": list(self.errors),
        }

    @classmethod
    def restored(cls, line: Mapping[str, Any]) -> PlanVerdict:
        """Return the verdict that a line says."""
        optimum = None if line["optimum"] is None else Fraction(str(line["optimum"]))
        return cls(
            line["id"],
            tuple(line["plan"]),
            line["rule"],
            line["ambiguous"],
            Fraction(str(line["energy"])),
            line["steps"],
            tuple(line["errors"]),
            optimum,
        )


def judge(item: Item, reading: Reading, profile: str, optimum: Fraction | None = None) -> PlanVerdict:
    """Carry out what was read from an answer and score it; raise UnsupportedQuestion for a story that is no grid world.

    `reading.value` is a tuple of actions, or None where the answer has no plan. `optimum` is left out of account under a profile
    other than ``intended``.
    """
    actions = reading.value if isinstance(reading.value, tuple) else ()
    trace = simulate(world_of(item.story), rules_of(dict(item.story.settings)), actions)
    found = {*trace.faults}
    if reading.ambiguous:
        found.add("ambiguous_list")
    if reading.value is None:
        found.add("missing_list")
    return PlanVerdict(
        item.id,
        actions,
        reading.rule,
        reading.ambiguous,
        score(trace, profile),
        len(replayed(trace, profile).steps),
        tuple(name for name in ERRORS if name in found),
        optimum if profile == "intended" else None,
    )


def plan_verdict(
    item: Item,
    reading: Reading,
    judged: PlanVerdict,
    profile: str = "intended",
    *,
    best: Plan | None = None,
    evidence: bool = True,
) -> Verdict:
    """Return the verdict on a plan in the form that all data sets share: sound where no plan is worth more.

    Parameters
    ----------
    item, reading
        The question, and what was read from the answer.
    judged
        The plan carried out, as `judge` did under the profile.
    profile
        How plans are scored.
    best
        The best plan, where it is known; it is right if it is proved to be best.
    evidence
        Whether a plan that is not the best one is shown the best one's trace.
    """
    trace = simulate(world_of(item.story), rules_of(dict(item.story.settings)), judged.actions)
    worth = f"the plan is worth {_number(judged.energy)} in {judged.steps} steps"
    if profile != "intended":
        reason = f"{worth} under the profile {profile}, for which no best plan is known"
    elif judged.optimum is None:
        reason = f"{worth}; what the best one is worth is not known"
    elif judged.optimal:
        reason = f"{worth}, and none is worth more"
    else:
        reason = f"{worth}, the best one {_number(judged.optimum)}"
    known = (best,) if best is not None and best.proved and profile == "intended" else ()
    shown = None
    if evidence and judged.optimal is False and known:
        shown = GridTrace.of(simulate(trace.world, trace.rules, known[0].actions))
    return Verdict(
        item.id,
        judged.optimal,
        None,
        "; ".join((reason, *_faults(replayed(trace, profile), judged))),
        reading.value,
        reading.rule,
        known,
        counterexample=shown,
    )


def _faults(trace: Trace, judged: PlanVerdict) -> Iterator[str]:
    """Yield the first step that does nothing, or where all do something what is wrong with the plan as a whole."""
    for name in ("missing_list", "ambiguous_list"):
        if name in judged.errors:
            yield _AT_THE_END[name]
    for number, step in enumerate(trace.steps, 1):
        if step.happening.value:
            yield f"step {number}, {step.action[:40]}, does nothing: {_OF_STEPS[step.happening.value]} ({step.happening.value})"
            return
    for name, words in _AT_THE_END.items():
        if name in judged.errors and judged.actions and name not in ("missing_list", "ambiguous_list"):
            yield f"{words} ({name})"
            return


def _number(worth: Fraction) -> str:
    return f"{float(worth):g}"


@dataclass(slots=True)
class PlansReport:
    """Counts over judged plans."""

    totals: dict[str, PlanTotals] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    ambiguous: int = 0
    without_error: int = 0

    def add(self, item: Item, verdict: PlanVerdict) -> None:
        """Count one plan, in all groups of its item."""
        for group in ("", *item.groups):
            self.totals.setdefault(group, PlanTotals()).add(verdict.energy, verdict.steps, optimum=verdict.optimum)
        self.errors.update(verdict.errors)
        self.without_error += not verdict.errors
        self.rules[verdict.rule] += 1
        self.ambiguous += verdict.ambiguous

    def merge(self, other: PlansReport) -> None:
        """Add the counts of another piece of the run."""
        for group, totals in other.totals.items():
            self.totals.setdefault(group, PlanTotals()).merge(totals)
        self.errors.update(other.errors)
        self.rules.update(other.rules)
        self.ambiguous += other.ambiguous
        self.without_error += other.without_error

    def report(self) -> dict[str, Any]:
        """Return the counts as plain data; `table` has the rows of the paper's Table 2, those with plans, in its order."""
        whole = self.totals.get("", PlanTotals())
        shares = {name: {"count": self.errors[name], "share": _share(self.errors[name], whole.plans)} for name in ERRORS}
        return {
            **_scores(whole),
            "errors": shares,
            "without_error": {"count": self.without_error, "share": _share(self.without_error, whole.plans)},
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


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
