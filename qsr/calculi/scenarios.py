"""Scenarios: atomic refinements of a network that have a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from time import monotonic

from qsr.calculi.calculus import Calculus, bits
from qsr.calculi.engines import Outcome, decide
from qsr.calculi.propagation import Literal, Propagator
from qsr.calculi.splitting import splitting
from qsr.errors import LimitReached

__all__ = ["refine", "scenarios"]


def refine(calculus: Calculus, labels: Sequence[Sequence[int]], wanted: dict[int, int] | None = None) -> list[list[int]]:
    """Return a scenario of labels over which closure decides, such as those of an `Outcome`.

    Base relations are tried pair by pair: closure decides whether one leaves a solution, so that no choice is ever taken back
    but the one just made.

    Parameters
    ----------
    calculus, labels
        A network in a tractable class that has a solution; where none is known for the calculus, an atomic closed one.
    wanted
        Pair ``i * size + j`` with i < j -> relations to be tried first.
    """
    size = len(labels)
    on = Propagator(calculus, size)
    pairs = [i * size + j for i, j in combinations(range(size), 2)]
    on.load((pair, labels[pair // size][pair % size]) for pair in pairs)
    for pair in pairs:
        first = wanted.get(pair, 0) if wanted else 0
        label = on.label(pair)
        if label.bit_count() == 1:
            continue
        for place in (*bits(label & first), *bits(label & ~first)):
            depth = len(on.levels)
            on.choose(pair, 1 << place)
            if on.propagate() is None:
                break
            on.undo(depth)
    return on.matrix.rows()


def scenarios(
    calculus: Calculus,
    size: int,
    constraints: Sequence[Literal],
    pairs: Sequence[int],
    engine: str = "auto",
    seconds: float | None = None,
) -> Iterator[dict[int, int]]:
    """Yield every assignment of base relations to some pairs that some scenario of the network has, once each.

    No two constraints are about one pair. The order is that of the pairs and of the calculus's relations. Nothing is worked out
    before it is asked for. Each node of the tree of assignments is known to lead to a scenario before it is entered, so that the
    time between two results is that of a few decisions.

    Raises
    ------
    LimitReached
        Where `seconds` are over before the last one was found.
    """
    on = Propagator(calculus, size)
    if on.load(constraints) is not None:
        return
    end = None if seconds is None else monotonic() + seconds
    is_open = splitting(calculus).is_open
    every_pair = splitting(calculus).kind == "atomic"

    def consistent(chosen: dict[int, int]) -> bool:
        """Tell whether the present labels have a solution: at once where they are in a tractable class, else by search."""
        remaining = None if end is None else end - monotonic()
        if remaining is not None and remaining <= 0:
            raise LimitReached("the time limit was reached between two scenarios")
        if not every_pair and not any(is_open(on.label(pair), mask) for pair, mask in constraints if pair not in chosen):
            return True
        outcome: Outcome = decide(calculus, size, [*constraints, *chosen.items()], engine, remaining)
        if outcome.status == "unknown":
            raise LimitReached("the time limit was reached in the search for a scenario")
        return outcome.status != "inconsistent"

    def below(depth: int, chosen: dict[int, int]) -> Iterator[dict[int, int]]:
        if depth == len(pairs):
            yield dict(chosen)
            return
        pair = pairs[depth]
        for place in bits(on.label(pair)):
            levels = len(on.levels)
            on.choose(pair, 1 << place)
            chosen[pair] = 1 << place
            if on.propagate() is None and consistent(chosen):
                yield from below(depth + 1, chosen)
            del chosen[pair]
            on.undo(levels)

    if consistent({}):
        yield from below(0, {})
