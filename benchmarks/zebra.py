"""Zebra puzzles: seconds from English to answer, beside a plain encoding for clingo and one for CP-SAT, by size.

qsr reads the text, chooses the theory and answers the question, all in its time: it knows no houses and no numbers, only what is
left of what. The references get the clues as numbers, and the house of each thing is a number to them, as somebody would write it
by hand; they list all solutions, up to fifty, so that they know as well what is open. All have to agree, or the run fails.
Seconds are those of the processor.

    python benchmarks/zebra.py [--count N] [--seed S] [--largest 7]

CP-SAT takes part where `ortools` is installed. Prints a table by size, mean and worst, and one JSON line.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import clingo
from figures import Figure

from qsr import generate, stories, theories
from qsr.datasets.zebra.generator import PLAIN, Puzzle, Said, Wanted, drawn, question_of, text_of
from qsr.generate import Request

SOLUTIONS = 50


def by_qsr(puzzle: Puzzle, clues: list[Said], question: str) -> Any:
    story = stories.ask(stories.whole_story(text_of(puzzle, clues)), question)
    session = theories.get(theories.chosen(story)).open()
    value = session.answer(story, story.questions[-1]).value
    session.close()
    return value if isinstance(value, str) else "".join(value)


def by_clingo(puzzle: Puzzle, clues: list[Said]) -> list[dict[int, int]]:
    """Return solutions, as many as there are up to `SOLUTIONS`."""
    text = [f"thing({thing},{puzzle.kind(thing)})." for thing in range(len(puzzle.at))]
    for number, (name, args) in enumerate(clues):
        text += [f"clue({number}).", f"{name}({','.join(map(str, (number, *args)))})."]
    control = clingo.Control(["--warn=none", str(SOLUTIONS)])
    control.add("base", [], f"#const n={puzzle.places}.\n{PLAIN}\n" + "\n".join(text) + "\n:- clue(I), not on(I).")
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [{atom.arguments[0].number: atom.arguments[1].number for atom in model.symbols(shown=True)} for model in handle]


def by_cp_sat(puzzle: Puzzle, clues: list[Said]) -> list[dict[int, int]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    at = [model.new_int_var(0, puzzle.places - 1, f"at{thing}") for thing in range(len(puzzle.at))]
    for first in range(0, len(at), puzzle.places):
        model.add_all_different(at[first : first + puzzle.places])

    def left(one: int, other: int) -> Any:
        so = model.new_bool_var("")
        model.add(at[one] < at[other]).only_enforce_if(so)
        model.add(at[one] >= at[other]).only_enforce_if(~so)
        return so

    for name, args in clues:
        if name == "number":
            model.add(at[args[0]] == args[1])
            continue
        one, other, *rest = args
        if name == "same":
            model.add(at[one] == at[other])
        elif name == "left":
            model.add(at[one] < at[other])
        elif name == "next":
            model.add(at[one] + 1 == at[other])
        elif name == "beside":
            gap = model.new_int_var(-1, 1, "")
            model.add(gap == at[one] - at[other])
        elif name == "either":
            model.add_bool_or(left(one, rest[0]), left(other, rest[0]))
        else:
            model.add_implication(left(one, other), left(*rest))
    found: list[dict[int, int]] = []
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True

    class Kept(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            found.append({thing: self.value(one) for thing, one in enumerate(at)})
            if len(found) == SOLUTIONS:
                self.stop_search()

    solver.solve(model, Kept())
    return found


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    value = work()
    return time.process_time() - start, value


def rows(count: int, sizes: list[tuple[int, int]], seed: int) -> Iterator[dict[str, Any]]:
    """Yield the seconds of all for each puzzle; every second one has several solutions."""
    cp_sat = importlib.util.find_spec("ortools") is not None
    if cp_sat:
        importlib.import_module("ortools.sat.python.cp_model")
    for places, attributes in sizes:
        asked = Wanted(seed, (), (places, places), (attributes, attributes), "mixed")
        for index in range(count):
            pick = Random(f"{seed}/{places}/{attributes}/{index}")
            puzzle, clues, is_open = drawn(asked, index, pick)  # type: ignore[misc]
            seconds, solutions = timed(lambda: by_clingo(puzzle, clues))  # noqa: B023
            question, wanted = question_of(puzzle, solutions, is_open, pick)
            ours, answer = timed(lambda: by_qsr(puzzle, clues, question))  # noqa: B023
            row = {"size": f"{places} x {attributes}", "qsr": ours, "clingo": seconds, "clues": len(clues)}
            row["several"] = len(solutions) > 1
            if cp_sat:
                row["cp-sat"], others = timed(lambda: by_cp_sat(puzzle, clues))  # noqa: B023
                same = {tuple(sorted(one.items())) for one in others} == {tuple(sorted(one.items())) for one in solutions}
                if not same and len(solutions) < SOLUTIONS:
                    sys.exit(f"CP-SAT finds {len(others)} solutions, clingo {len(solutions)}: {text_of(puzzle, clues)}")
            if answer != wanted and len(solutions) < SOLUTIONS:
                sys.exit(f"qsr answers {answer!r}, and it is {wanted!r}: {text_of(puzzle, clues)} {question}")
            yield row


def summed(found: list[dict[str, Any]]) -> dict[str, Any]:
    kept = {"puzzles": len(found), "several": sum(one["several"] for one in found)}
    for name in ("qsr", "clingo", "cp-sat"):
        times = [one[name] for one in found if name in one]
        if times:
            kept |= {f"{name} mean": sum(times) / len(times), f"{name} worst": max(times)}
    return kept


def short() -> Iterator[Figure]:
    """Yield puzzles a second of a small size, and those of the plain encoding."""
    found = summed(list(rows(6, [(4, 4)], seed=1)))
    ours, theirs = (1 / found[f"{name} mean"] for name in ("qsr", "clingo"))
    yield Figure("zebra puzzles, text to answer", ours, "/s", "plain clingo, from numbers", theirs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="puzzles of each size (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=int, default=7)
    chosen = parser.parse_args()
    sizes = [(size, size) for size in range(4, chosen.largest + 1)]
    # The grammar is built once in a process; that is not part of a puzzle.
    for _ in generate.get("zebra").generate(Request(0, 1)):
        pass
    found = list(rows(chosen.count, sizes, chosen.seed))
    names = dict.fromkeys(one["size"] for one in found)
    by_size = {size: summed([one for one in found if one["size"] == size]) for size in names}
    titles = [key for key in next(iter(by_size.values())) if " " in key]
    print(f"{'size':<8}{'puzzles':>8}{'several':>8}" + "".join(f"{title:>14}" for title in titles) + "   (seconds)")
    for size, one in by_size.items():
        print(f"{size:<8}{one['puzzles']:>8}{one['several']:>8}" + "".join(f"{one[title]:>14.3f}" for title in titles))
    print(json.dumps({"benchmark": "zebra", "sizes": by_size}))


if __name__ == "__main__":
    main()
