"""Generated grids and baselines beside GRASP's published files, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import qsr
from qsr import generate
from qsr.datasets.grasp.baselines import baseline_plan
from qsr.datasets.grasp.generator import distributions
from qsr.generate import Request
from qsr.story import Story
from qsr.theories.gridworld.profiles import score
from qsr.theories.gridworld.simulate import simulate
from qsr.theories.gridworld.text import read_json
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.theories.gridworld.world import Rules, World, rules_of, world_of

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "grasp"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the GRASP files are not at ../shared/data/grasp")

KINDS = [
    (energy, obstacle, start) for energy in distributions.ENERGY for obstacle in ("block", "free") for start in ("inner", "outer")
]
CELLS = [(row, column) for row in range(11) for column in range(11)]
CONSTRAINTS = [
    {"moves": moves, "carry": carry, "cost": cost} for moves in "48" for carry in ("none", "2") for cost in ("0", "0.3")
]
#: Grids of each energy and obstacle that are generated: enough that their own noise is small beside that of the published ones.
MANY = 1000


def published(energy: str, obstacle: str, start: str) -> list[dict[str, Any]]:
    path = DATA / "grids" / f"{start}_{energy}_{obstacle}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def both(energy: str, obstacle: str) -> tuple[list[World], list[World]]:
    """Return the 200 published worlds of a kind, and generated ones."""
    old = [world_of(read_json(row)) for start in ("inner", "outer") for row in published(energy, obstacle, start)]
    request = Request(11, MANY, {"energy": (energy,), "obstacle": (obstacle,)})
    new = [world_of(read_json(line)) for _, line in generate.get("grasp").generate(request)]
    return old, new


def mean_and_error(values: list[float], others: list[float]) -> tuple[float, float]:
    """Return the difference of two means, and its standard error."""
    means = fmean(values), fmean(others)
    spreads = [
        sum((value - mean) ** 2 for value in some) / (len(some) - 1) / len(some)
        for some, mean in zip((values, others), means, strict=True)
    ]
    return means[0] - means[1], sum(spreads) ** 0.5


@pytest.mark.parametrize("kind", KINDS, ids="_".join)
def test_the_writer_gives_the_published_drawings_byte_for_byte(kind: tuple[str, str, str]) -> None:
    rows = published(*kind)
    assert len(rows) == 100
    for row in rows:
        held = world_of(read_json(row))
        marks = {cell: "E" for cell, _ in held.energy} | dict.fromkeys(held.obstacles, "O") | {held.start: "A"}
        assert draw_grid(held.rows, held.columns, marks) == row["grid"]
        assert list(held.start) == row["start"]
        assert held.start in distributions.area((11, 11), kind[2])


@pytest.mark.parametrize("obstacle", ["block", "free"])
@pytest.mark.parametrize("energy", list(distributions.ENERGY))
def test_generated_grids_have_the_published_means(energy: str, obstacle: str) -> None:
    """Cells with energy, in all and in the upper and the left half, and obstacles differ by no more than chance allows."""
    old, new = both(energy, obstacle)
    measures = {
        "energy": lambda world: len(world.energy),
        "upper": lambda world: sum(row < 6 for (row, _), _ in world.energy),
        "left": lambda world: sum(column < 6 for (_, column), _ in world.energy),
        "obstacles": lambda world: len(world.obstacles),
    }
    for name, measure in measures.items():
        difference, error = mean_and_error([measure(world) for world in old], [measure(world) for world in new])
        assert abs(difference) <= 3.5 * error, name


@pytest.mark.parametrize(("energy", "axis"), [("upDown", 1), ("leftRight", 0)])
def test_the_skew_is_on_the_axis_and_of_the_size_of_the_published_one(energy: str, axis: int) -> None:
    """Mean distance between the shares of the two halves; on the other axis there is only chance."""
    old, new = both(energy, "free")

    def gaps(worlds: list[World], along: int) -> list[float]:
        found = []
        for world in worlds:
            first = sum(cell[along] < 6 for cell, _ in world.energy)
            found.append(abs(first / 66 - (len(world.energy) - first) / 55))
        return found

    difference, error = mean_and_error(gaps(old, axis), gaps(new, axis))
    assert abs(difference) <= 3.5 * error
    assert fmean(gaps(new, axis)) > 0.2 > 0.15 > fmean(gaps(new, 1 - axis))


def test_clusters_cover_the_grid_as_the_published_ones_do() -> None:
    """Shares of cells with energy in each ring of cells, from the edge to the middle, differ by no more than chance allows."""
    old, new = both("cluster", "free")
    for edge in range(6):
        ring = {cell for cell in CELLS if min(*cell, 10 - cell[0], 10 - cell[1]) == edge}
        shares = [[sum(cell in ring for cell, _ in world.energy) / len(ring) for world in worlds] for worlds in (old, new)]
        difference, error = mean_and_error(*shares)
        assert abs(difference) <= 3.5 * error, edge


def test_the_spiral_fits_the_published_one_cell_by_cell() -> None:
    """Mean difference of the shares of grids with energy in a cell. The published shares alone are uncertain by 0.005."""
    old, new = both("spiral", "free")

    def shares(worlds: list[World]) -> list[float]:
        held = [({cell for cell, _ in world.energy}, world.start) for world in worlds]
        return [fmean(cell in energy for energy, start in held if start != cell) for cell in CELLS]

    differences = [abs(one - other) for one, other in zip(shares(old), shares(new), strict=True)]
    assert fmean(differences) < 0.016
    assert max(differences) < 0.15


@cache
def slice_of_the_paper() -> list[tuple[Story, World, Rules]]:
    """Return the first ten grids of each file under the eight combinations of constraints."""
    found = [read_json(row, **rules) for kind in KINDS for row in published(*kind)[:10] for rules in CONSTRAINTS]
    return [(story, world_of(story), rules_of(dict(story.settings))) for story in found]


def mean_score(name: str, seed: int) -> float:
    found = [score(simulate(world, rules, baseline_plan(story, name, seed))) for story, world, rules in slice_of_the_paper()]
    assert len(found) == 1600
    return float(fmean(found))


@pytest.mark.slow
def test_a_greedy_agent_whose_diagonals_work_scores_089_on_the_slice_of_the_paper() -> None:
    scores = [mean_score("greedy", seed) for seed in range(20)]
    assert all(abs(one - 0.89) <= 0.05 for one in scores), scores
    assert fmean(scores) == pytest.approx(0.89, abs=0.01)


def test_a_random_walk_scores_what_the_paper_gives_its_own_in_table_2() -> None:
    """Under the profile of that table, in which diagonals do nothing: -1.54 in all, and these per constraint."""
    rows = [line.split("\t") for line in (DATA / "table2.tsv").read_text(encoding="utf-8").splitlines()]
    column = rows[0].index("random_energy")
    table = {(row[0], row[1]): float(row[column]) for row in rows[1:]}
    expected = {
        "moves 4": table["Movement-related Action Set", "4 moves"],
        "moves 8": table["Movement-related Action Set", "8 moves"],
        "carry none": table["Energy Carrying Limit", "No Limit"],
        "carry 2": table["Energy Carrying Limit", "2 Units"],
        "cost 0": table["Energy Cost Per Step", "0 Unit"],
        "cost 3/10": table["Energy Cost Per Step", "0.3 Unit"],
        "all": table["Average", "Average"],
    }
    found: dict[str, list[float]] = {}
    for seed in range(6):
        for story, world, rules in slice_of_the_paper():
            energy = float(score(simulate(world, rules, baseline_plan(story, "random", seed)), "paper-table2"))
            carry = "none" if rules.carry is None else str(rules.carry)
            for group in (f"moves {rules.moves}", f"carry {carry}", f"cost {rules.cost}", "all"):
                found.setdefault(group, []).append(energy)
    for group, mean in expected.items():
        # Three standard errors of the published mean, which is one run.
        runs = len(found[group]) / 6
        spread = fmean((energy - fmean(found[group])) ** 2 for energy in found[group]) ** 0.5
        assert abs(fmean(found[group]) - mean) <= 3 * spread / runs**0.5, group


def test_knowing_the_limit_helps_the_greedy_agent_by_far() -> None:
    random, greedy, limited = (mean_score(name, 0) for name in ("random", "greedy", "greedy-limit"))
    assert random < greedy - 2
    assert limited > greedy + 1
