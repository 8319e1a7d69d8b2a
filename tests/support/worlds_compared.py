"""Random arrangements and random stories of change: two solvers and plain enumeration have to agree on all that is answered.

Item number N follows from the seed and N alone (`arrangements_drawn.py`, `changes_drawn.py`), which also enumerate all worlds of
an item by what the words mean and nothing of the program. For each backend these are compared: all models, the status, what is
possible and what is entailed, and the value. Each witness has to be among the worlds in which its candidate holds, by plain
evaluation of all formulas. Each core has to leave no such world, and some as soon as any one of its sentences is taken out.

    python tests/support/worlds_compared.py [--arrangements N] [--stories N] [--seed S] [--workers N]

Prints a line for each disagreement, and a line of JSON; the exit code is 1 where there is a disagreement.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any

from qsr import theories
from qsr.theories.protocol import Session, Theory
from worlds_drawn import Item


def sides(item: Item) -> Iterator[tuple[str, Callable[[Any], bool]]]:
    """Yield what sessions have names for, each with its truth: candidates, and what denies them."""
    for name, holds in item.claims.items():
        yield name, holds
        denied = "no" if item.question.form == "yes_no" else f"not {name}"
        yield denied, lambda world, holds=holds: not holds(world)  # type: ignore[misc]


def expected(item: Item, worlds: list[Any]) -> tuple[str, frozenset[str], frozenset[str], Any]:
    """Return status, what is possible, what is entailed, and the value, from all worlds of the story."""
    question = item.question
    if not item.is_covered:
        return "not_covered", frozenset(), frozenset(), None
    if not worlds:
        return "inconsistent", frozenset(), frozenset(), None
    named = dict(item.claims)
    if question.form == "yes_no":
        (holds,) = named.values()
        named["no"] = lambda world: not holds(world)
    possible = frozenset(name for name, holds in named.items() if any(map(holds, worlds)))
    entailed = frozenset(name for name, holds in named.items() if all(map(holds, worlds)))
    status = "determined" if possible == entailed else "ambiguous"
    asked = [name for name in question.candidates if name in named] if question.form in ("options", "where") else []
    if question.form == "yes_no":
        if question.mood == "must":
            return status, possible, entailed, next(iter(entailed), "unknown")
        yes = "yes" in (possible if question.mood == "could" else entailed)
        return "determined", possible, entailed, "yes" if yes else "no"
    if question.form == "options":
        chosen = {"must": entailed, "could": possible, "cannot": frozenset(asked) - possible}[question.mood]
        # An option that says "none of these" is right where no other one is.
        chosen = chosen or frozenset(question.candidates) - frozenset(asked)
        value: Any = tuple(name for name in question.candidates if name in chosen)
        return status if question.mood == "must" else "determined", possible, entailed, value
    if question.form == "how_many":
        return status, possible, entailed, "".join(entailed) or None
    if question.form == "where":
        return status, possible, entailed, tuple(name for name in asked if name in entailed)
    if question.form == "which":
        return status, possible, entailed, possible if question.mood == "could" else entailed
    return status, possible, entailed, entailed


def differences(item: Item) -> Iterator[str]:
    """Yield where a backend differs from the worlds."""
    theory = theories.get(item.theory)
    ids = range(len(item.story.statements))
    worlds = list(item.worlds(ids))
    status, possible, entailed, value = expected(item, worlds)
    item.seen.update([status, f"form {item.question.form}", f"mood {item.question.mood}"])
    for backend in theory.backends:
        session = theory.open(backend)
        answer = session.answer(item.story, item.question)
        found = (answer.status, answer.possible, answer.entailed, answer.value)
        if found != (status, possible, entailed, value):
            yield f"{backend}: answer {found}, the worlds say {(status, possible, entailed, value)}"
            continue
        if not item.is_covered:
            continue
        if item.every is not None:
            item.seen["all models listed"] += 1
            listed = [item.shown(world) for world in session.worlds(item.story)]
            if len(listed) != len(set(listed)) or set(listed) != item.every:
                yield f"{backend}: {len(listed)} models, {len(set(listed))} different, of {len(item.every)}"
        for name, holds in sides(item):
            yield from (f"{backend}: {fault}" for fault in _side(item, theory, session, worlds, name, holds))
        core = session.core(item.story, item.question)
        yield from (f"{backend}: {fault}" for fault in _core(item, core, bool(worlds), "consistency", lambda _: True))
        session.close()


def _side(
    item: Item, theory: Theory, session: Session, worlds: list[Any], name: str, holds: Callable[[Any], bool]
) -> Iterator[str]:
    possible = any(map(holds, worlds))
    witness = session.witness(item.story, item.question, name)
    if (witness is not None) != possible:
        yield f"{name}: a witness is {'missing' if possible else 'shown of what is impossible'}"
    elif witness is not None:
        item.seen["witnesses"] += 1
        if not item.is_world(witness, range(len(item.story.statements)), holds):
            yield f"{name}: the witness is no world in which it holds: {witness.line()}"
        if broken := theory.violated(item.story, witness):
            yield f"{name}: the checker says that the witness breaks {broken}"
    yield from _core(item, session.core(item.story, item.question, name), possible, name, holds)


def _core(item: Item, core: Any, possible: bool, name: str, holds: Callable[[Any], bool]) -> Iterator[str]:
    if (core is None) != possible:
        yield f"{name}: a core is {'given of what is possible' if possible else 'missing'}"
        return
    if core is None:
        return
    item.seen["cores"] += 1
    item.seen["statements in cores"] += len(core.statements)
    if any(map(holds, item.worlds(core.statements))):
        yield f"{name}: the core {core.statements} does not exclude it"
    for one in core.statements:
        if not any(map(holds, item.worlds([other for other in core.statements if other != one]))):
            yield f"{name}: the core {core.statements} does not need {one}"


def unit(kind: str, seed: int, number: int) -> tuple[list[str], Counter[str]]:
    """Return the disagreements about one item, and what was compared."""
    item = importlib.import_module(f"{kind}s_drawn").drawn(Random(f"{kind} {seed} {number}"))
    found = [f"{kind} {number} of seed {seed}: {fault}" for fault in differences(item)]
    item.seen["items"] += 1
    return found, Counter({f"{kind}: {key}": count for key, count in item.seen.items()})


def run(kind: str, numbers: Iterable[int], seed: int, workers: int = 1) -> Iterator[tuple[list[str], Counter[str]]]:
    """Yield what came of each number, in order."""
    work = partial(unit, kind, seed)
    if workers == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(work, numbers, chunksize=20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arrangements", type=int, default=2000, help="default: 2000")
    parser.add_argument("--stories", type=int, default=2000, help="stories of change (default: 2000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    began, faults, seen = time.perf_counter(), list[str](), Counter[str]()
    for kind, count in (("arrangement", chosen.arrangements), ("change", chosen.stories)):
        for found, counts in run(kind, range(chosen.first, chosen.first + count), chosen.seed, chosen.workers):
            faults += found
            seen.update(counts)
            for fault in found:
                print(fault, flush=True)
    print(
        json.dumps({"seconds": round(time.perf_counter() - began, 1), "disagreements": len(faults), **dict(sorted(seen.items()))})
    )
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
