"""Composition on clingo: the rules of `encodings/prepositions.lp`, for one pair of premises at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qsr.resources import encoding
from qsr.solvers.clingo import AnswerSets, Fact
from qsr.theories.prepositions.composition import Case, Outcome, Pair, outcome_of, pair_of
from qsr.theories.prepositions.lexicon import PREPOSITIONS, tables

__all__ = ["ENCODING", "decide"]

ENCODING: Final = "prepositions.lp"
#: The verdicts by their numbers in the encoding.
_VERDICTS: Final = {1: True, 0: False}


def decide(case: Case, seed: int = 0) -> Outcome:
    """Return the answer of the cheapest readings, as `qsr.theories.prepositions.composition.decide` does."""
    senses = sorted({sense for sense, _ in (*case.one, *case.two)} | set(tables().words))
    program = AnswerSets(encoding(ENCODING), list(_facts(case, senses)), seed=seed, options=("--opt-mode=opt",))
    pairs = []
    for number, holds in _VERDICTS.items():
        best = program.last([("verdict", (number,))])
        if best is not None:
            one, two = (senses[numbers[1]] for name, numbers in sorted(best.shown) if name == "sense")
            pairs.append(Pair(one, two, best.cost[0], holds, pair_of(case, one, two).rule))
    return outcome_of(pairs)


def _facts(case: Case, senses: list[str]) -> Iterator[Fact]:
    known = tables().composition
    kind = {name: number for number, name in enumerate(tables().kinds)}
    sense = {name: number for number, name in enumerate(senses)}
    preposition = {name: number for number, name in enumerate(PREPOSITIONS)}
    for premise, readings in ((1, case.one), (2, case.two)):
        for name, cost in readings:
            yield "reading", (premise, sense[name], cost)
    for place, name in enumerate((case.first, case.second, case.asked), 1):
        yield "preposition", (place, preposition[name])
    for place, name in enumerate((case.figure, case.middle, case.ground), 1):
        if name in kind:
            yield "kind", (place, kind[name])
    for sets, numbers in ((known.senses, sense), (known.kinds, kind)):
        for name, members in sets.items():
            for one in sorted(members):
                yield name, (numbers[one],)
    for number, name in enumerate(known.named):
        yield "named", (number, sense[name])
    for name, table in (("not_inherited", known.not_inherited), ("open_inherited", known.open_inherited)):
        for first, second in sorted(table):
            yield name, (preposition[first], preposition[second])
    for (first, second), grounds in sorted(known.extended.items()):
        for one in sorted(grounds):
            yield "extended", (preposition[first], preposition[second], kind[one])
