"""Generated grids: equal seeds, published form, published parameters (tests of shares have fixed seeds), and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import datasets, generate
from qsr.cli import main
from qsr.datasets.grasp.generator import distributions, rows
from qsr.datasets.grasp.generator.options import Wanted
from qsr.generate import GenerationError, ImpossibleRequest, Report, Request
from qsr.theories.gridworld.text import read_json
from qsr.theories.gridworld.world import world_of

PUBLISHED = ["index", "energy", "energy_probability", "obstacle", "start_position", "grid", "start"]
READ = {option.name: option.read for option in Wanted.named().values()}


def grids(count=20, seed=0, splits=(), report=None, **options):
    request = Request(seed, count, {name: READ[name](text) for name, text in options.items()}, splits)
    return list(generate.get("grasp").generate(request, report))


def lines(count=20, seed=0, **options):
    return [line for _, line in grids(count, seed, **options)]


def world(line):
    return world_of(read_json(line))


def energy(line):
    return {cell for cell, _ in world(line).energy}


def near(share, chance, number):
    """Whether a share of so many draws is within four standard deviations of its chance."""
    return abs(share - chance) <= 4 * sqrt(chance * (1 - chance) / number)


def test_equal_requests_give_equal_rows_and_other_seeds_others():
    assert lines(seed=5) == lines(seed=5)
    assert not {line["grid"] for line in lines(seed=5)} & {line["grid"] for line in lines(seed=6)}
    assert lines(30, seed=5)[:20] == lines(20, seed=5)


def test_rows_have_the_published_keys_and_every_kind_in_turn():
    found = lines(40)
    assert all(list(line) == [*PUBLISHED, rows.OWN] for line in found)
    assert [line["index"] for line in found] == list(range(40))
    kinds = [(line["energy"], line["obstacle"], line["start_position"]) for line in found]
    assert kinds[:20] == kinds[20:]
    assert len(set(kinds)) == 20
    assert [energy for energy, _, _ in kinds[:5]] == list(distributions.ENERGY)
    assert all(json.loads(json.dumps(line)) == line for line in found)
    assert all(line["generated"].get("formula") == "a fit to the published grids" for line in found if line["energy"] == "spiral")


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.sampled_from(sorted(distributions.ENERGY)),
    st.tuples(st.integers(3, 30), st.integers(3, 30)),
    st.booleans(),
    st.sampled_from(distributions.AREAS),
    st.randoms(use_true_random=False),
)
def test_a_row_reads_as_what_was_drawn_on_any_size(kind, size, blocked, start, random):
    scene = distributions.draw(random, kind, size, blocked, start)
    line = rows.row(scene, 0, (kind, "block" if blocked else "free", start), 0)
    rows.verify(line, scene)
    held = world(line)
    assert (held.rows, held.columns) == size
    assert held.start == tuple(line["start"]) == scene.start
    assert held.obstacles == scene.obstacles
    assert energy(line) == scene.energy
    margins = [max(1, side * 3 // 11) for side in size]
    inner = all(margin <= at < side - margin for at, side, margin in zip(held.start, size, margins, strict=True))
    assert inner == (start == "inner")


def test_a_row_that_is_not_the_drawn_grid_is_not_handed_out():
    line = lines(1, obstacle="free", start="inner", energy="cluster")[0]
    drawn = world(line)
    scene = distributions.Scene((11, 11), drawn.start, frozenset(energy(line)), frozenset(), 3)
    rows.verify(line, scene)
    assert line["grid"].count(" E ") > 1
    wrong = (
        {**line, "grid": line["grid"].replace(" E ", "   ", 1)},
        {**line, "grid": line["grid"].replace("| E ", "E|  ", 1)},
        {**line, "start": [0, 0]},
        {**line, "start_position": "outer"},
    )
    for other in wrong:
        with pytest.raises(GenerationError, match="index 0"):
            rows.verify(other, scene)
    blocked = lines(1, obstacle="block", start="inner")[0]
    drawn = world(blocked)
    scene = distributions.Scene((11, 11), drawn.start, frozenset(energy(blocked)), drawn.obstacles, 0.5)
    with pytest.raises(GenerationError, match="without obstacles"):
        rows.verify({**blocked, "obstacle": "free"}, scene)


def test_random_grids_have_their_chance_in_every_cell():
    found = lines(300, energy="random", obstacle="free")
    assert all(0.3 <= line["energy_probability"] <= 0.7 for line in found)
    assert fmean(line["energy_probability"] for line in found) == pytest.approx(0.5, abs=0.03)
    # The start, which holds none, is not counted.
    expected = fmean(line["energy_probability"] * 120 for line in found)
    assert fmean(len(energy(line)) for line in found) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("names", "axis", "said"),
    [(("upDown", "columns", "vertically-skewed"), 1, "columns"), (("leftRight", "rows", "horizontally-skewed"), 0, "rows")],
)
def test_skewed_grids_are_skewed_by_the_axis_that_they_say_under_every_name(names, axis, said):
    found = lines(120, energy=names[0], obstacle="free")
    assert all(lines(120, energy=other, obstacle="free") == found for other in names[1:])
    assert {line["energy"] for line in found} == {names[0]}
    assert {line["generated"]["skewed_by"] for line in found} == {said}
    for low, high in ((0.3, 0.4), (0.6, 0.7)):
        part = [line for line in found if low <= line["energy_probability"] <= high]
        assert near(len(part) / len(found), 0.5, len(found))
        cells = [[0, 0], [0, 0]]
        for line in part:
            start, held = world(line).start, energy(line)
            for cell in ((row, column) for row in range(11) for column in range(11)):
                if cell != start:
                    half = int(cell[axis] > 5)
                    cells[half][0] += cell in held
                    cells[half][1] += 1
        first = fmean(line["energy_probability"] for line in part)
        assert near(cells[0][0] / cells[0][1], first, cells[0][1])
        assert near(cells[1][0] / cells[1][1], 1 - first, cells[1][1])


def test_clusters_are_squares_off_the_edge():
    found = lines(90, energy="cluster", obstacle="free")
    numbers = Counter(line["energy_probability"] for line in found)
    assert set(numbers) == {3, 4, 5}
    assert all(near(count / len(found), 1 / 3, len(found)) for count in numbers.values())
    for line in found:
        held = energy(line) | {world(line).start}
        squares = [
            square
            for row in range(1, 10)
            for column in range(1, 10)
            if (square := {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}) <= held
        ]
        assert energy(line) <= set().union(*squares)
        assert len(energy(line)) <= 9 * line["energy_probability"]


def test_obstacles_take_a_tenth_of_the_cells_and_replace_energy():
    found = lines(300, energy="random", obstacle="block")
    number = 120 * len(found)
    assert near(sum(len(world(line).obstacles) for line in found) / number, 0.1, number)
    expected = fmean(line["energy_probability"] * 120 * 0.9 for line in found)
    assert fmean(len(energy(line)) for line in found) == pytest.approx(expected, rel=0.02)


def test_starts_are_spread_over_their_whole_area():
    found = lines(800, start="inner")
    assert {tuple(line["start"]) for line in found} == {(row, column) for row in range(3, 8) for column in range(3, 8)}
    outer = Counter(tuple(line["start"]) for line in lines(1200, start="outer"))
    assert len(outer) == 96
    assert not {(row, column) for row in range(3, 8) for column in range(3, 8)} & set(outer)


def test_a_spiral_winds_twice_around_the_middle():
    found = [energy(line) for line in lines(60, energy="spiral", obstacle="free", start="outer")]
    # From the middle to the left the ray crosses both turns, with nothing between and beyond them.
    shares = [fmean((5, column) in held for held in found) for column in range(11)]
    assert [share > 0.5 for share in shares] == [column in (2, 5, 9) for column in range(11)]
    assert len({frozenset(held) for held in found}) > 50


def test_splits_share_no_grid_and_are_indexed_apart():
    found = grids(splits=(("train", 12), ("test", 5)), size="4x5")
    assert [(split, line["index"]) for split, line in found] == [
        *(("train", index) for index in range(12)),
        *(("test", index) for index in range(5)),
    ]
    assert len({line["grid"] for _, line in found}) == 17


def test_prompts_have_a_line_per_combination_with_the_ids_of_the_reader(tmp_path):
    drawn = lines(2)
    file = tmp_path / "drawn.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in drawn) + "[1]\n", encoding="utf-8")
    report = Report()
    found = [
        line for _, line in generate.get("grasp").generate(Request(0, 10, {"format": "prompts", "from": (str(file),)}), report)
    ]
    ids = [item.id for item in datasets.read("grasp", file) if isinstance(item, datasets.Item)]
    assert [line["id"] for line in found] == ids
    assert len(set(ids)) == 16
    assert report.passed_over == {"not a JSON object": 1}
    for line in found:
        said = line["messages"][0]["content"]
        assert ("UPLEFT" in said) == (line["moves"] == "8")
        assert ("carry no more than" in said) == (line["carry"] == "2")
        assert ("0.3" in said) == (line["cost"] == "0.3")
        assert drawn[line["index"]]["grid"] in line["messages"][1]["content"]
    narrowed = lines(2, format="prompts", moves="8", carry="3", cost="0.25")
    assert [line["id"] for line in narrowed] == ["gen-0-0-1-1-1", "gen-0-1-1-1-1"]


def test_prompts_of_ones_own(tmp_path):
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"system": "Plan {steps}.", "user": "{grid}"}), encoding="utf-8")
    found = lines(1, format="prompts", prompts=str(file), moves="4", carry="none", cost="0")
    assert found[0]["messages"][0] == {"role": "system", "content": "Plan 20."}
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(ImpossibleRequest, match="--prompts"):
        lines(1, format="prompts", prompts=str(file))


def test_the_report_says_what_was_drawn():
    report = Report()
    grids(40, report=report)
    assert {name: table["items"] for name, table in report.tables["energy"].items()} == dict.fromkeys(distributions.ENERGY, 8)
    assert report.tables["obstacle"]["free"]["obstacles"] == 0
    assert report.tables["obstacle"]["block"]["obstacles"] > 5


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--energy", "updown"), "expected one of random, upDown"),
        (("--obstacle", "some"), "expected block or free"),
        (("--start", "middle"), "expected inner or outer"),
        (("--size", "2x9"), "ROWSxCOLUMNS"),
        (("--size", "11"), "ROWSxCOLUMNS"),
        (("--moves", "8"), "is for --format prompts"),
        (("--from", "x.jsonl"), "is for --format prompts"),
        (("--format", "prompts", "--carry", "0"), "none or a whole number"),
        (("--format", "prompts", "--carry", "2,3"), "name one of each"),
        (("--format", "prompts", "--cost", "-1"), "expected a decimal number"),
        (("--format", "prompts", "--from", "x.jsonl", "--size", "4x4"), "is for grids that are drawn"),
        (("--size", "3x3", "--energy", "cluster", "--obstacle", "free", "--start", "inner", "--count", "3"), "no further grid"),
    ],
)
def test_what_cannot_be_met_is_refused(arguments, reason, capsys):
    assert main(["generate", "grasp", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_a_file_that_is_not_there_is_an_error_of_input(capsys, tmp_path):
    assert main(["generate", "grasp", "--format", "prompts", "--from", str(tmp_path / "none.jsonl")]) == 3
    assert "none.jsonl" in capsys.readouterr().err
