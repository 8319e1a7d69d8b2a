"""Plans are proved best; what would prove them wrong is every sequence of actions on small boards."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import pytest

import brute_force_gridworld as brute
from qsr.errors import LimitReached
from qsr.solvers.protocol import Deadline
from qsr.story import Plan
from qsr.theories.gridworld.board import Board
from qsr.theories.gridworld.nearest import nearest_first
from qsr.theories.gridworld.planner import Planner
from qsr.theories.gridworld.profiles import score
from qsr.theories.gridworld.relays import Relays
from qsr.theories.gridworld.simulate import simulate
from qsr.theories.gridworld.world import Cell, Rules, World

COSTS = (Fraction(0), Fraction(1, 10), Fraction(1, 7), Fraction(3, 10), Fraction(1, 2))
#: Random worlds; the environment variable asks for more.
WORLDS = int(os.environ.get("QSR_GRIDWORLD_WORLDS", "60"))


def world_of(rows: list[str]) -> World:
    cells = {(row, column): kind for row, line in enumerate(rows) for column, kind in enumerate(line)}
    (start,) = (cell for cell, kind in cells.items() if kind == "A")
    obstacles = frozenset(cell for cell, kind in cells.items() if kind == "O")
    energy = tuple((cell, int(kind)) for cell, kind in sorted(cells.items()) if kind.isdigit())
    return World(len(rows), len(rows[0]), start, obstacles, energy)


def random_rows(rng: random.Random, largest: int = 4) -> list[str]:
    height, width = rng.randint(3, largest), rng.randint(3, largest)
    share = rng.choice((0.2, 0.35, 0.5))
    cells = [rng.choices(".O12", (1 - share, 0.15, 0.75 * share, 0.25 * share))[0] for _ in range(height * width)]
    cells[rng.randrange(len(cells))] = "A"
    return ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]


@pytest.mark.parametrize("number", range(WORLDS))
def test_no_sequence_of_actions_is_better(number: int) -> None:
    rng = random.Random(number)
    rows, moves, carry = random_rows(rng), rng.choice((4, 8)), rng.choice((None, 1, 2, 3))
    steps, planner = rng.randint(6, 14), Planner()
    most = brute.most_units(rows, moves, carry, steps)
    world = world_of(rows)
    for cost in COSTS:
        rules = Rules(moves, carry, cost, steps)
        plan = planner.best(world, rules)
        assert plan.proved
        assert plan.energy == plan.bound == brute.optimum(most, cost), (rows, rules)
        trace = simulate(world, rules, plan.actions)
        assert score(trace) == plan.energy
        assert all(not step.outcome for step in trace.steps)
    fewest = [(units, most.index(next(best for best in most if best >= units))) for units in range(1, most[-1] + 1)]
    assert [(units, len(plan)) for units, plan in Planner().pareto(world, Rules(moves, carry, steps=steps))] == fewest


@pytest.mark.parametrize("number", range(WORLDS // 4))
def test_drops_anywhere_do_not_beat_pairs(number: int) -> None:
    """The encoding that knows relays agrees with the pairs that are proved to suffice under a limit of two."""
    rng = random.Random(number)
    world, moves = world_of(random_rows(rng)), rng.choice((4, 8))
    rules = Rules(moves, 2, steps=14)
    relays = Relays(Board(world, moves), 2)
    for units, plan in Planner().pareto(world, rules):
        fewest = len(plan)
        found = relays.find(units, fewest, Deadline())
        assert found is not None
        assert simulate(world, rules, found).delivered == units
        assert relays.find(units, fewest - 1, Deadline()) is None


RELAY = world_of(["..2..", ".....", "A...2", ".....", "..2.."])
#: Two units wait in the middle of the board; one goes home with each of the other two pairs.
BY_RELAY = (
    "RIGHT RIGHT UP UP TAKE TAKE DOWN DOWN DROP RIGHT RIGHT TAKE TAKE LEFT LEFT TAKE LEFT LEFT DROP "
    "RIGHT RIGHT DOWN DOWN TAKE TAKE UP UP TAKE LEFT LEFT DROP"
)


def trips_alone(world: World, carry: int) -> int:
    """Return the fewest steps that deliver all units of an open board by straight moves without a drop on the way."""

    def apart(one: Cell, other: Cell) -> int:
        return abs(one[0] - other[0]) + abs(one[1] - other[1])

    units = [cell for cell, count in world.energy for _ in range(count)]

    def trip(cells: tuple[Cell, ...]) -> int:
        ways = [(world.start, *order, world.start) for order in permutations(cells)]
        walk = min(sum(apart(one, other) for one, other in pairwise(way)) for way in ways)
        return walk + len(cells) + 1

    def best(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        chosen = [(first, *others) for size in range(carry) for others in combinations(rest, size)]
        return min(trip(tuple(units[unit] for unit in some)) + best(tuple(set(left) - set(some))) for some in chosen)

    return best(tuple(range(len(units))))


def test_a_relay_saves_a_step_under_a_limit_of_three() -> None:
    trace = simulate(RELAY, Rules(4, 3, steps=40), BY_RELAY.split())
    assert all(not step.outcome for step in trace.steps)
    assert trace.delivered == 6
    assert len(trace.steps) == 31
    assert trips_alone(RELAY, 3) == 32


def test_units_are_never_found_below_the_bounds_of_arithmetic() -> None:
    rng = random.Random(7)
    for _ in range(30):
        world, moves, carry = world_of(random_rows(rng)), rng.choice((4, 8)), rng.choice((2, 3))
        planner = Planner()
        deliveries = planner._deliveries(Board(world, moves), carry)
        for units, plan in planner.pareto(world, Rules(moves, carry, steps=13)):
            assert deliveries.least(units, 0) <= len(plan)


def test_large_boards_and_large_limits() -> None:
    rows = ["." * 40 for _ in range(30)]
    rows[15] = "." * 19 + "A3" + "." * 19
    world = world_of(rows)
    plan = Planner().best(world, Rules(4, 50, Fraction("0.25")))
    assert plan == Plan(("RIGHT", "TAKE", "TAKE", "TAKE", "LEFT", "DROP"), Fraction(3, 2), Fraction(3, 2), proved=True)
    assert Planner().best(world, Rules(4, 2, Fraction(0), 40)).energy == 3


@pytest.mark.parametrize(
    ("rows", "rules"),
    [
        (["A"], Rules()),
        (["A1"], Rules(carry=0)),
        (["A1"], Rules(steps=3)),
        (["A1"], Rules(steps=0)),
        (["AO1"], Rules()),
        (["A1"], Rules(cost=Fraction(1, 4))),
        (["A9"], Rules(cost=Fraction(2))),
    ],
)
def test_where_nothing_pays_the_plan_is_empty(rows: list[str], rules: Rules) -> None:
    assert Planner().best(world_of(rows), rules) == Plan((), Fraction(0), Fraction(0), proved=True)


def test_at_the_time_limit_there_is_a_bound() -> None:
    world, rules = world_of(["1A.2"]), Rules(steps=7)
    planner = Planner()
    plan = planner.best(world, rules, seconds=0)
    assert plan == Plan(("LEFT", "TAKE", "RIGHT", "DROP"), Fraction(1), Fraction(2), proved=False)
    with pytest.raises(LimitReached):
        planner.pareto(world, rules, seconds=0)
    # What was cut short is taken up again.
    whole = planner.best(world, rules)
    assert whole.proved
    assert whole.energy == 2


@pytest.mark.parametrize("carry", [None, 1, 2, 3])
def test_plans_to_the_nearest_unit_are_plans(carry: int | None) -> None:
    rng = random.Random(11)
    for _ in range(20):
        world, moves = world_of(random_rows(rng, largest=6)), rng.choice((4, 8))
        board = Board(world, moves)
        plans = nearest_first(board, carry)
        assert [units for units, _ in plans] == list(range(1, sum(board.units.values()) + 1))
        for units, plan in plans:
            trace = simulate(world, Rules(moves, carry, steps=len(plan)), plan)
            assert trace.delivered == units
            assert all(not step.outcome for step in trace.steps)


def test_many_steps_are_not_looked_through() -> None:
    """Where every unit can be fetched, a plan for all of them bounds the search from above."""
    plan = Planner().best(world_of(["1.1", ".A.", "1.1"]), Rules(4, 2, Fraction(0), 999_999))
    assert (plan.energy, len(plan.actions), plan.proved) == (4, 18, True)


def test_plans_are_the_same_every_time() -> None:
    world = world_of(["1.1.1", ".1O1.", "1.A.1", ".1.1.", "1.1.1"])
    for carry in (None, 2, 3):
        assert len({Planner(seed=3).best(world, Rules(8, carry, Fraction("0.1"))).actions for _ in range(2)}) == 1
