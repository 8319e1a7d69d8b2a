"""Distances between centres, which only Z3 expresses, against Fourier-Motzkin elimination in exact arithmetic."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from qsr.relations import DIRECTIONS, OVERLAPPING, join, parts
from qsr.story import Question, Statement, Story
from qsr.theories import get

#: Coefficients by variable (entity, axis, 0 start or 1 end), bound, whether strict: their sum is at most (below) the bound.
Row = tuple[dict[tuple[int, int, int], Fraction], Fraction, bool]
STORIES = int(os.environ.get("QSR_STORIES", "40"))
LABELS = ("left", "right", "above", "below", OVERLAPPING)
ONE, HALF = Fraction(1), Fraction(1, 2)


def row(bound: Fraction, strict: bool, *terms: tuple[Fraction, tuple[int, int, int]]) -> Row:
    total: dict[tuple[int, int, int], Fraction] = {}
    for coefficient, variable in terms:
        total[variable] = total.get(variable, Fraction(0)) + coefficient
    return {variable: c for variable, c in total.items() if c}, bound, strict


def feasible(rows: list[Row]) -> bool:
    """Eliminate the variables one by one; what is left are comparisons of numbers."""
    while variables := {variable for coefficients, _, _ in rows for variable in coefficients}:
        chosen = min(
            variables,
            key=lambda v: (sum(1 for c, _, _ in rows if c.get(v, 0) > 0) * sum(1 for c, _, _ in rows if c.get(v, 0) < 0), v),
        )
        above = [r for r in rows if r[0].get(chosen, 0) > 0]
        below = [r for r in rows if r[0].get(chosen, 0) < 0]
        rows = [r for r in rows if chosen not in r[0]]
        for (upper, a, s), (lower, b, t) in product(above, below):
            p, q = ONE / upper[chosen], -ONE / lower[chosen]
            terms = [(p * c, v) for v, c in upper.items()] + [(q * c, v) for v, c in lower.items()]
            rows.append(row(p * a + q * b, s or t, *terms))
    return all(bound > 0 or (bound == 0 and not strict) for _, bound, strict in rows)


def before(x: int, y: int, axis: int, strict: bool = False) -> Row:
    return row(Fraction(0), strict, (ONE, (x, axis, 1)), (-ONE, (y, axis, 0)))


def equal(bound: Fraction, *terms: tuple[Fraction, tuple[int, int, int]]) -> list[Row]:
    return [row(bound, False, *terms), row(-bound, False, *((-c, v) for c, v in terms))]


def points_of(story: Story) -> set[int]:
    """Who is a point: here each entity is one thing in all statements, and extended where nothing is said."""
    kinds = [pair for s in story.statements for pair in zip(s.args, s.property("kinds", (None, None)), strict=True)]
    return {entity for entity, kind in kinds if kind == "points"}


def rows_of(story: Story, complete: bool, points: set[int]) -> list[Row]:
    rows: list[Row] = []
    for e, a in product(range(len(story.entities)), (0, 1)):
        ends = (ONE, (e, a, 0)), (-ONE, (e, a, 1))
        rows += equal(Fraction(0), *ends) if e in points else [row(Fraction(0), True, *ends)]
    for statement in story.statements:
        head, tail = statement.args
        distances = statement.property("distance")
        stated = set()
        for name, distance in zip(parts(statement.relation), distances, strict=True):
            axis, sign = DIRECTIONS[name]
            stated.add(axis)
            x, y = (head, tail) if sign < 0 else (tail, head)
            rows.append(before(x, y, axis, {x, y} <= points))
            if statement.property("measured"):
                rows += equal(-distance, *((HALF, (x, axis, s)) for s in (0, 1)), *((-HALF, (y, axis, s)) for s in (0, 1)))
            else:
                rows += equal(-distance, (ONE, (x, axis, 1)), (-ONE, (y, axis, 0)))
        for axis in {0, 1} - stated if complete else ():
            rows += [row(Fraction(0), False, (ONE, (x, axis, 0)), (-ONE, (y, axis, 1))) for x, y in ((head, tail), (tail, head))]
    return rows


def label_rows(label: str, head: int, tail: int, points: set[int]) -> tuple[list[list[Row]], list[list[Row]]]:
    """Return the label and its denial, each as alternatives."""
    if label == OVERLAPPING:
        same = [r for a in (0, 1) for s in (0, 1) for r in equal(Fraction(0), (ONE, (head, a, s)), (-ONE, (tail, a, s)))]
        differs = [[row(Fraction(0), True, *((-c, v) for v, c in coefficients.items()))] for coefficients, _, _ in same]
        return [same], differs
    axis, sign = DIRECTIONS[label]
    x, y = (head, tail) if sign < 0 else (tail, head)
    strict = {x, y} <= points
    holds = before(x, y, axis, strict)
    return [[holds]], [[row(Fraction(0), not strict, *((-c, v) for v, c in holds[0].items()))]]


def some(alternatives: Iterable[list[Row]], rows: list[Row]) -> bool:
    return any(feasible([*rows, *alternative]) for alternative in alternatives)


def random_story(generator: random.Random, mixed: bool) -> Story:
    entities = "abcd"[: generator.choice((2, 3, 3, 4))]
    kinds = [generator.choice(("points", "extended")) for _ in entities]
    statements = []
    for number in range(generator.randint(1, 4)):
        head, tail = generator.sample(range(len(entities)), 2)
        horizontal, vertical = generator.choice(("left", "right")), generator.choice(("above", "below"))
        relation = generator.choice((horizontal, vertical, join((horizontal, vertical))))
        distance = tuple(Fraction(generator.randint(1, 4), generator.choice((1, 2))) for _ in parts(relation))
        measured = (("measured", "centres"),) if generator.random() < 0.7 else ()
        treated = (("kinds", (kinds[head], kinds[tail])),) if mixed else ()
        statements.append(Statement(number, relation, (head, tail), properties=(("distance", distance), *treated, *measured)))
    return Story(tuple(entities), tuple(statements))


@pytest.mark.parametrize("mixed", [False, True], ids=["extended", "points and extended"])
@pytest.mark.parametrize("relations", ["incomplete", "complete"])
def test_answers_are_those_of_elimination(relations: str, mixed: bool) -> None:
    generator = random.Random(f"{relations} {mixed}")
    settings = {"objects": "extended", "relations": relations, "quantities": "specified", "dimensions": "2"}
    theory = get("exact", settings)
    session = theory.open()
    seen = {"inconsistent": 0, "ambiguous": 0, "determined": 0}
    for _ in range(STORIES):
        story = random_story(generator, mixed)
        points = points_of(story)
        question = Question(0, "relation", (0, 1))
        answer = session.answer(story, question)
        rows = rows_of(story, relations == "complete", points)
        seen[answer.status] += 1
        if not feasible(rows):
            assert answer.status == "inconsistent"
            core = session.core(story)
            assert core is not None
            core = core.statements
            assert not feasible(rows_of(subset(story, core), relations == "complete", points))
            for left_out in core:
                rest = subset(story, [number for number in core if number != left_out])
                assert feasible(rows_of(rest, relations == "complete", points))
            continue
        possible, entailed = set(), set()
        for label in LABELS:
            holds, fails = label_rows(label, 0, 1, points)
            if some(holds, rows):
                possible.add(label)
                if not some(fails, rows):
                    entailed.add(label)
                witness = session.witness(story, question, label)
                assert witness is not None
                assert theory.violated(story, witness) == ()
        assert (answer.possible, answer.entailed) == (possible, entailed)
    assert all(seen.values())


def subset(story: Story, kept: Iterable[int]) -> Story:
    return Story(story.entities, tuple(story.statements[number] for number in kept))
