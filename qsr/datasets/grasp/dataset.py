"""GRASP: plans that collect energy in a grid world (Tang and Kejriwal 2024).

A file has a JSON object a line, or a row of a table, for each grid: its drawing with its `index`, and what it was
drawn from. Each grid is asked under eight combinations of constraints, and so it is eight items: 4 or 8 moves, no limit or 2
units at a time, steps for nothing or for 0.3 units. ``moves``, ``carry`` and ``cost`` fix one of the three, to these values or
any other; ``max-steps`` is how many steps a plan may have.
Ids are those of the published requests, ``<file>-<index>-<1 if 8 moves>-<1 if limited>-<1 if steps cost>``, where the file is
the name without its folder.

The controls of the paper's Table 2 are the groups, under its names. In the published files ``upDown`` names grids that differ
between their left and right halves, which the paper calls vertically skewed, and ``leftRight`` those that differ between top
and bottom.

There is no label: what a plan is worth is found by carrying it out. The options ``profile``, how plans are scored, and
``extraction``, how they are read from text, belong to ``qsr check``; the plans that qsr makes are best under ``intended``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.row_files import file_rows
from qsr.datasets.grasp import views
from qsr.datasets.grasp.actions import action_of
from qsr.datasets.grasp.answers import read_plan_answers
from qsr.datasets.grasp.baselines import baseline_of, baseline_plan
from qsr.datasets.grasp.controls import CONTROLS, identity, rules_of
from qsr.datasets.grasp.judging import PlanCounts, PlanJudge
from qsr.datasets.grasp.plans import EXTRACTIONS, read_capitals, read_plan
from qsr.datasets.grasp.prompts import prompt
from qsr.datasets.grasp.totals import PlansMade
from qsr.datasets.hooks import Answers, FileArgument
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.errors import DatasetError, ParseError
from qsr.story import Answer, Plan, Value
from qsr.theories.gridworld import text as gridworld
from qsr.theories.gridworld.profiles import PROFILES
from qsr.theories.gridworld.text import read_json
from qsr.theories.gridworld.world import SETTINGS

__all__ = ["Grasp"]

#: The constraints of the benchmark: each grid is asked under every combination.
_MOVES: Final = ("4", "8")
_CARRY: Final = ("none", "2")
_COST: Final = ("0", "0.3")


class Grasp:
    """Reader of GRASP's grids; see the module."""

    name = "grasp"
    licence = "as stated at github.com/jasontangzs0/GRASP"
    reference = "Tang and Kejriwal, GRASP: A Grid-Based Benchmark for Evaluating Commonsense Spatial Reasoning, 2024"
    theory = "gridworld"
    worth = "plans"
    files = (
        FileArgument(
            "optimum",
            "best plans from",
            "what the best plans are worth: a file of `qsr eval grasp --out`, or of rows with file, index, moves, limit, cost, "
            "optimum; may be given several times; none compares with nothing (default: plan every item that is answered)",
        ),
    )
    options: Mapping[str, tuple[str, ...]] = {
        "profile": PROFILES,
        "extraction": EXTRACTIONS,
        "moves": (),
        "carry": (),
        "cost": (),
        "max-steps": (),
        "baseline": (),
        "seed": (),
    }
    about: Final = {
        "profile": "how plans are scored: as the prompts say, as in the paper's Table 2, or as the published program does",
        "extraction": "how plans are read from a model's text",
        "moves": "items with 4 or 8 moves only",
        "carry": "items with none or 2 units at a time only",
        "cost": "items with steps for 0 or 0.3 units only",
        "max-steps": "the most steps of a plan",
        "baseline": "run a baseline in place of a model: random, greedy or greedy-limit",
        "seed": "of the baseline",
    }

    verdicts = PlanCounts
    screen = staticmethod(views.screen)
    page = staticmethod(views.page)
    values = PlansMade
    lines = staticmethod(views.made)

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Yield a row for each grid under each combination of constraints; raise DatasetError for a constraint that is none."""
        baseline_of(options)
        combinations = _combinations(options)
        steps = _checked(options, "max-steps", "steps", (gridworld.RULES["steps"],))[0]
        seen: set[int] = set()
        for row in file_rows(path):
            if isinstance(row, BadRow):
                yield row
                continue
            index = row.payload.get("index", row.line - 1) if isinstance(row.payload, dict) else None
            if not isinstance(index, int) or isinstance(index, bool):
                yield BadRow(row.id, row.file, row.line, "expected a JSON object with a grid and a whole number as its index")
                continue
            if index in seen:
                yield BadRow(row.id, row.file, row.line, f"the index {index} stands twice in the file")
                continue
            seen.add(index)
            for moves, carry, cost in combinations:
                rules = {"moves": moves, "carry": carry, "cost": cost, "steps": steps}
                yield Row(identity(path.name, index, rules), row.file, row.line, (row.payload, rules))

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read a grid under its constraints; a misdrawn one is a broken row, with the place in the drawing."""
        payload, rules = row.payload
        try:
            story = read_json(payload, **rules)
        except ParseError as error:
            place = f" (line {error.line}, column {error.column} of the grid)" if error.text else ""
            return BadRow(row.id, row.file, row.line, f"{error.message}{place}")
        return Item(
            row.id,
            story,
            story.questions[0],
            groups=(*_controls(payload), *_constraints(rules)),
            file=row.file,
            line=row.line,
            extraction=options["extraction"],
        )

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return the plan, be it proved best or not."""
        return answer.value if isinstance(answer.value, Plan) else None

    def baseline(self, options: Options) -> str:
        """Return the chosen baseline; raise DatasetError for one that there is not."""
        chosen = baseline_of(options)
        return chosen[0] if chosen is not None else ""

    def guess(self, item: Item, options: Options) -> Value | None:
        """Return the actions of the chosen baseline; what they are worth is found by ``qsr check``."""
        chosen = baseline_of(options)
        return None if chosen is None else baseline_plan(item.story, *chosen)

    def extract(self, item: Item, text: str) -> Reading:
        """Read the plan in an answer; its actions are the value, and there is none where the answer has no plan."""
        return read_capitals(text) if item.extraction == "paper" else read_plan(text)

    def read_answer(self, item: Item, answer: Any) -> Reading:
        """Read a plan from a text, or from a list of actions."""
        if isinstance(answer, str):
            return self.extract(item, answer)
        if not isinstance(answer, (list, tuple)):
            return Reading(None, "no plan")
        return Reading(tuple(action_of(str(word)) or " ".join(str(word).upper().split()) for word in answer), "actions")

    def answers(self, file: str) -> Answers:
        """Read a file of plans, or all files of a folder; see `qsr.datasets.grasp.answers`."""
        return Answers({key: (answer,) for key, answer in read_plan_answers(file).items()})

    def key(self, identity: str) -> str:
        """Return an id without its folder: answers know ids by the name of the file alone."""
        return identity.rpartition("/")[2]

    def judge(self, options: Options, files: Mapping[str, Sequence[str]]) -> PlanJudge:
        """Return what carries plans out and compares them with the best ones."""
        return PlanJudge(options["profile"], files.get("optimum"))

    def unsolvable(self, options: Options) -> str:
        """Return why there are no plans to be made for a profile."""
        if options["profile"] == PROFILES[0]:
            return ""
        return f"plans are made for the profile {PROFILES[0]}; `qsr check` scores them under the others"

    def places(self, item: Item) -> dict[str, str]:
        """Return the drawing with its legend as the story, and the rules of the grid world."""
        words = prompt(item.story)
        return {"story": words.user, "question": item.question.text, "labels": "", "options": "", "rules": words.system}

    def details(self, item: Item, value: Value | None) -> dict[str, Any]:
        """Return what a line of predictions says of a plan: its actions, as answer and as plan, its worth, and the rules."""
        rules = rules_of(item)
        if isinstance(value, tuple):
            unknown = {"energy": None, "bound": None, "steps": len(value), "proved": False}
            return {"answer": list(value), "plan": list(value), **unknown, "rules": rules}
        if not isinstance(value, Plan):
            return {"answer": None, "plan": None, "energy": None, "bound": None, "steps": None, "proved": False, "rules": rules}
        return {
            "answer": list(value.actions),
            "plan": list(value.actions),
            "energy": float(value.energy),
            "bound": float(value.bound),
            "steps": len(value.actions),
            "proved": value.proved,
            "rules": rules,
        }

    def restored(self, item: Item, line: Mapping[str, Any]) -> Value | None:
        """Return the plan that `details` wrote down, None where the line has none."""
        if line.get("plan") is None:
            return None
        if line["energy"] is None:
            return tuple(line["plan"])
        # A decimal number of JSON is exactly the fraction that its shortest digits say.
        energy, bound = (Fraction(str(line[key])) for key in ("energy", "bound"))
        return Plan(tuple(line["plan"]), energy, bound, bool(line["proved"]))


def _combinations(options: Options) -> list[tuple[str, ...]]:
    values = (_checked(options, key, key, own) for key, own in (("moves", _MOVES), ("carry", _CARRY), ("cost", _COST)))
    return list(product(*values))


def _checked(options: Options, option: str, rule: str, own: tuple[str, ...]) -> tuple[str, ...]:
    """Return the one value of a rule that was asked for, or those of the benchmark."""
    if option not in options:
        return own
    if not SETTINGS[rule].takes(options[option]):
        expected = {"moves": "4 or 8", "carry": "none or a whole number", "cost": "a decimal number, 0 or more"}
        raise DatasetError(f"--{option} {options[option]}: expected {expected.get(rule, 'a whole number')}")
    return (options[option],)


def _controls(payload: Mapping[str, Any]) -> Iterator[str]:
    for control, (key, words) in CONTROLS.items():
        value = payload.get(key)
        if isinstance(value, str):
            yield f"{control}: {words.get(value, value)}"


def _constraints(rules: Mapping[str, str]) -> Iterator[str]:
    moves, carry = f"{rules['moves']} moves", "No Limit" if rules["carry"] == "none" else f"{rules['carry']} Units"
    cost = f"{rules['cost']} Unit"
    yield f"Movement-related Action Set: {moves}"
    yield f"Energy Carrying Limit: {carry}"
    yield f"Energy Cost Per Step: {cost}"
    yield f"{moves}, {carry}, {cost}"
