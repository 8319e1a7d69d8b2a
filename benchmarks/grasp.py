"""GRASP: CPU time for a best plan with its proof, against a plain clingo encoding and OR-tools CP-SAT in the same run.

Every grid stands for eight instances: 4 or 8 moves, no limit or two units carried, cost 0 or 0.3, 20 steps. qsr plans all of
them, each in a session of its own, so that nothing found out about one helps with another, and every plan is carried out by the
simulator. The references are what one would write down first: a state for each of the 20 steps and the value to be maximised.
They plan a sample, with the drops on the start alone, which makes them faster; where they finish they must find the same value,
or the run fails. A reference that reaches `--cap` seconds of wall clock counts with what it used, so that its ratio is too
small and never too large. CP-SAT runs on one thread; without OR-tools it is left out.

    pip install ortools==9.15.6755
    python benchmarks/grasp.py [FILE ...] [--limit N] [--sample N] [--cap SECONDS]

Files are published or generated grids; without any, grids are made up from a seed. Prints a table of CPU seconds per instance
and one JSON line.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import clingo
from figures import Figure

from qsr import theories
from qsr.story import Plan, Question, Story
from qsr.theories.gridworld.profiles import score
from qsr.theories.gridworld.simulate import DIAGONALS, MOVES, simulate
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.theories.gridworld.text.reader import read as read_grid
from qsr.theories.gridworld.world import Cell, Rules, World, rules_of, world_of

STEPS = 20
QUESTION = Question(0, "plan", (0,))
KEYS = ("moves", "carry", "cost")
#: The eight instances of a grid.
INSTANCES = tuple(product(("4", "8"), ("none", "2"), ("0", "0.3")))

#: A grid: its name and its drawing.
Grid = tuple[str, str]
#: The value found, None at the cap.
Found = Fraction | None


# ---------------------------------------------------------------- the references


def neighbours(world: World, moves: int) -> dict[Cell, list[Cell]]:
    cells = [
        (row, column) for row, column in product(range(world.rows), range(world.columns)) if (row, column) not in world.obstacles
    ]
    steps = [step for name, step in MOVES.items() if moves == 8 or name not in DIAGONALS]
    free = set(cells)
    return {cell: [to for down, right in steps if (to := (cell[0] + down, cell[1] + right)) in free] for cell in cells}


PLAIN = """
time(1..n).
{ move(T,W) : arc(V,W) ; take(T) ; drop(T) } 1 :- time(T), at(T-1,V).
acts(T) :- move(T,_).  acts(T) :- take(T).  acts(T) :- drop(T).
:- acts(T), T > 1, not acts(T-1).
at(0,S) :- start(S).
at(T,V) :- move(T,V).
at(T,V) :- time(T), at(T-1,V), not move(T,_).
has(0,V) :- energy(V).
has(T,V) :- time(T), has(T-1,V), not taken(T,V).
taken(T,V) :- take(T), at(T-1,V).
:- taken(T,V), not has(T-1,V).
load(0,0).
load(T,L+1) :- take(T), load(T-1,L).
load(T,0) :- drop(T).
load(T,L) :- time(T), load(T-1,L), not take(T), not drop(T).
:- load(_,L), limit(C), L > C.
:- drop(T), at(T-1,V), not start(V).
:- drop(T), load(T-1,0).
#maximize { 10*L,T,units : drop(T), load(T-1,L) ; -c,T,cost : acts(T) }.
"""


def by_plain_encoding(world: World, rules: Rules, cap: float) -> Found:
    near = neighbours(world, rules.moves)
    number = {cell: at for at, cell in enumerate(near)}
    facts = [f"start({number[world.start]}).", *(f"energy({number[cell]})." for cell, _ in world.energy)]
    facts += [f"arc({number[cell]},{number[other]})." for cell, others in near.items() for other in others]
    facts += [] if rules.carry is None else [f"limit({rules.carry})."]
    control = clingo.Control(["-c", f"n={rules.steps}", "-c", f"c={int(10 * rules.cost)}"], message_limit=0)
    control.add("base", [], "\n".join([PLAIN, *facts]))
    control.ground([("base", [])])
    best: list[int] = []
    with control.solve(on_model=lambda model: best.extend(model.cost[:1]), async_=True) as run:
        if not run.wait(cap):
            run.cancel()
            return None
        run.get()
    return Fraction(-best[-1], 10)


def by_cp_sat(world: World, rules: Rules, cap: float) -> Found:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    near, energy = neighbours(world, rules.moves), dict(world.energy)
    most = min(rules.steps, rules.carry or rules.steps)
    at = [{cell: model.new_bool_var("") for cell in near} for _ in range(rules.steps + 1)]
    load = [model.new_int_var(0, most, "") for _ in range(rules.steps + 1)]
    model.add(at[0][world.start] == 1)
    model.add(load[0] == 0)
    taken: dict[Cell, list[Any]] = {cell: [] for cell in energy}
    moved, takes, drops, gains = [], [], [], []
    for now in range(rules.steps):
        move, take, drop = (model.new_bool_var("") for _ in range(3))
        gain = model.new_int_var(0, most, "")
        model.add_at_most_one(move, take, drop)
        model.add_exactly_one(at[now + 1].values())
        for cell, others in near.items():
            model.add_bool_or([at[now + 1][other] for other in others]).only_enforce_if(at[now][cell], move)
            model.add_implication(at[now][cell], at[now + 1][cell]).only_enforce_if(move.negated())
        here = []
        for cell in energy:
            one = model.new_bool_var("")
            model.add_implication(one, at[now][cell])
            model.add_implication(one, take)
            taken[cell].append(one)
            here.append(one)
        model.add(sum(here) == take)
        model.add(load[now + 1] == load[now] + take - gain)
        model.add(gain == 0).only_enforce_if(drop.negated())
        model.add(load[now + 1] == 0).only_enforce_if(drop)
        model.add_implication(drop, at[now][world.start])
        for kind, one in ((moved, move), (takes, take), (drops, drop), (gains, gain)):
            kind.append(one)
    for cell, times in taken.items():
        model.add(sum(times) <= energy[cell])
    model.maximize(10 * sum(gains) - int(10 * rules.cost) * (sum(moved) + sum(takes) + sum(drops)))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = cap
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return Fraction(round(solver.objective_value), 10) if status == cp_model.OPTIMAL else None


def references() -> dict[str, Callable[[World, Rules, float], Found]]:
    known: dict[str, Callable[[World, Rules, float], Found]] = {"plain encoding": by_plain_encoding}
    if importlib.util.find_spec("ortools") is None:
        print("OR-tools is not installed: CP-SAT is left out", file=sys.stderr)
    else:
        known["CP-SAT"] = by_cp_sat
    return known


# ---------------------------------------------------------------- the run


def made_up(count: int, seed: int) -> list[Grid]:
    rng = random.Random(seed)
    grids = []
    for number in range(count):
        share = rng.uniform(0.3, 0.7)
        cells = list(product(range(11), range(11)))
        contents = {cell: "O" if rng.random() < 0.05 else "E" if rng.random() < share else " " for cell in cells}
        contents[rng.choice(cells)] = "A"
        grids.append((f"made up {number}", draw_grid(11, 11, contents)))
    return grids


def from_files(files: list[Path], limit: int | None) -> list[Grid]:
    """Return the grids of the files; with a limit, grids at equal steps through all of them."""
    grids = []
    for file in files:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        grids += [(f"{file.name}-{row['index']}", row["grid"]) for row in rows]
    if limit is None or limit >= len(grids):
        return grids
    return [grids[at * len(grids) // limit] for at in range(limit)]


def planned(story: Story) -> tuple[Fraction, float]:
    """Return the value of a best plan and the CPU seconds from the story to it; the plan is carried out."""
    start = time.process_time()
    answer = theories.get("gridworld").open().answer(story, QUESTION)
    seconds = time.process_time() - start
    if not isinstance(answer.value, Plan) or not answer.value.proved:
        sys.exit(f"{answer.status}: {answer.reason}")
    trace = simulate(world_of(story), rules_of(dict(story.settings)), answer.value.actions)
    if score(trace) != answer.value.energy:
        sys.exit(f"the plan is said to be worth {answer.value.energy} and is worth {score(trace)}")
    return answer.value.energy, seconds


def measured(grids: list[Grid], sample: int, cap: float) -> list[dict[str, Any]]:
    """Return CPU seconds for each instance; what the references finish is compared."""
    known = references()
    chosen = {at * len(grids) // sample for at in range(sample)} if sample else set()
    found = []
    for at, (name, drawing) in enumerate(grids):
        for instance in INSTANCES:
            story = read_grid(drawing, **dict(zip(KEYS, instance, strict=True)), steps=str(STEPS))
            value, seconds = planned(story)
            case: dict[str, Any] = {"id": name, "instance": ", ".join(instance), "value": value, "qsr": seconds, "references": {}}
            for title, solve in known.items() if at in chosen else ():
                start = time.process_time()
                theirs = solve(world_of(story), rules_of(dict(story.settings)), cap)
                case["references"][title] = (time.process_time() - start, theirs is None)
                if theirs is not None and theirs != value:
                    sys.exit(f"{name}, {case['instance']}: qsr finds {value}, the {title} {theirs}")
            found.append(case)
    return found


def summary(cases: list[dict[str, Any]]) -> dict[str, Any]:
    mine = [case["qsr"] for case in cases]
    result: dict[str, Any] = {
        "instances": len(cases),
        "mean_value": float(sum(case["value"] for case in cases) / len(cases)),
        "qsr_mean_s": statistics.mean(mine),
        "qsr_worst_s": max(mine),
    }
    sampled = [case for case in cases if case["references"]]
    for title in sampled[0]["references"] if sampled else ():
        theirs = [case["references"][title] for case in sampled]
        result[title] = {
            "instances": len(theirs),
            "mean_s": statistics.mean(seconds for seconds, _ in theirs),
            "worst_s": max(seconds for seconds, _ in theirs),
            "capped": sum(capped for _, capped in theirs),
            "ratio": sum(seconds for seconds, _ in theirs) / sum(case["qsr"] for case in sampled),
        }
    return result


def report(cases: list[dict[str, Any]]) -> None:
    table = {name: summary([case for case in cases if case["instance"] == name]) for name in map(", ".join, INSTANCES)}
    whole = summary(cases)
    titles = [title for title in ("plain encoding", "CP-SAT") if title in whole]
    print(f"{'moves, carry, cost':<20}{'count':>7}{'value':>8}{'qsr mean s':>12}{'worst s':>9}", end="")
    print("".join(f"{title + ' mean s':>23}{'capped':>8}{'x qsr':>7}" for title in titles))
    for name, one in [*table.items(), ("all", whole)]:
        line = f"{name:<20}{one['instances']:>7}{one['mean_value']:>8.2f}{one['qsr_mean_s']:>12.4f}{one['qsr_worst_s']:>9.3f}"
        for title in titles:
            line += f"{one[title]['mean_s']:>23.2f}{one[title]['capped']:>8}{one[title]['ratio']:>7.0f}"
        print(line)
    print(json.dumps({"benchmark": "grasp", **whole, "groups": table}))


def short() -> Iterator[Figure]:
    """Yield seconds a plan on one made-up grid under all constraints; references are cut short after a second."""
    whole = summary(measured(made_up(1, seed=1), 1, 1.0))
    for title in ("plain encoding", "CP-SAT"):
        if title in whole:
            yield Figure("best plan of a grid", whole["qsr_mean_s"], "s", f"{title}, at most 1 s", whole[title]["mean_s"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--limit", type=int, help="grids in all, at equal steps through the files")
    parser.add_argument("--sample", type=int, default=2, help="grids that the references plan as well (default: 2)")
    parser.add_argument("--cap", type=float, default=20.0, help="seconds of a reference per instance (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    grids = from_files(arguments.files, arguments.limit) if arguments.files else made_up(arguments.limit or 20, arguments.seed)
    report(measured(grids, min(arguments.sample, len(grids)), arguments.cap))


if __name__ == "__main__":
    main()
