"""Generated RoomSpace items, answered from their text once more, and what is counted of them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from qsr import generate
from qsr.cli import main
from qsr.datasets.roomspace.generator import rows
from qsr.datasets.roomspace.generator.facts import described, pairs, tightness
from qsr.datasets.roomspace.generator.options import SETTINGS
from qsr.datasets.roomspace.generator.scenes import Scene
from qsr.datasets.roomspace.generator.verify import Verifier
from qsr.errors import DatasetError
from qsr.generate import GenerationError, ImpossibleRequest, Report, Request
from qsr.theories.room.grid import grid_of


def made(count: int = 4, seed: int = 0, report: Report | None = None, **options: Any) -> list[dict[str, Any]]:
    return [line for _, line in generate.get("roomspace").generate(Request(seed, count, options), report)]


@pytest.mark.parametrize("options", [(), ("--view", "north"), ("--mode", "paper"), ("--question", "yn")])
def test_a_file_of_items_is_a_data_set(options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "items.jsonl"
    lines = made(24, seed=5, balance="status", n=(3, 5))
    out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert main(["eval", "roomspace", str(out), "--json", *options]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["items"], report["labelled"], report["correct"]) == (24, 24, 24)


def test_statuses_are_balanced_and_are_those_of_the_answers() -> None:
    report = Report()
    lines = made(12, seed=2, report=report, balance="status", n=(4, 5))
    assert Counter(line["status"] for line in lines) == {"single": 4, "multiple": 4, "no": 4}
    for line in lines:
        assert line["status"] == {0: "no", 1: "single"}.get(len(line["consistent"]), "multiple")
        assert line["setting"] in SETTINGS
        assert line["altered"] is None or line["altered"] in line["facts"]
    assert set(report.tables) == {"setting", "n", "m", "grid"}
    for table in report.tables.values():
        assert sum(group["items"] or 0 for group in table.values()) == 12
        assert all(
            abs(sum(group[status] or 0 for status in ("single", "multiple", "no")) - 1) < 0.001 for group in table.values()
        )


def test_equal_requests_give_equal_lines() -> None:
    assert made(3, seed=8) == made(3, seed=8) != made(3, seed=9)


def test_no_description_is_made_twice_and_there_is_an_end_of_them(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("samovar\n", encoding="utf-8")
    narrow = {"furniture": str(names), "setting": ("Layout",), "grid": ((2, 1),), "n": (3, 3)}
    # Three samovars, each in the western or the eastern part: eight rooms in all.
    lines = made(8, seed=3, **narrow)
    assert len({str(line["facts"]) for line in lines}) == 8
    with pytest.raises(ImpossibleRequest, match="no further room"):
        made(9, seed=3, **narrow)


def test_what_is_asked_for_is_made() -> None:
    lines = made(6, setting=("O2+D2",), grid=((6, 4),), n=(5, 5), m=(6, 6), mode="paper", layout="continuous")
    assert {(line["setting"], *line["grid"], line["n"], line["m_effective"]) for line in lines} == {("O2+D2", 6, 4, 5, 6)}
    assert all("rectang" in line["story_topdown"] for line in lines)
    assert all(0 < line["p"] < 1 for line in lines)
    assert "story_north" not in made(1, view="topdown")[0]


def test_facts_are_those_of_the_room() -> None:
    scene = Scene("kitchen", ("a", "b", "c"), ((0, 0), (8, 8), (4, 8)), (9, 9))
    assert described(scene, "TPP", "code", 2) == tuple(
        (code, (at,)) for codes in (("SWR", "NER", "NR"), ("TPP",) * 3) for at, code in enumerate(codes)
    )
    assert described(scene, "O2+D3", "code", 2) == (("SW", (0, 1)), ("E", (1, 2)), ("FR3", (0, 1)), ("MD3", (1, 2)))


def test_the_pair_of_the_question_is_never_described() -> None:
    assert all((0, count - 1) not in pairs(count) and len(pairs(count)) == count * (count - 1) // 2 - 1 for count in range(3, 9))


def test_tightness_is_the_share_of_excluded_pairs_of_cells() -> None:
    facts = (("NE", (0, 1)), ("CL2", (0, 1)), ("O", (1, 2)))
    grid, cells = grid_of("code", (4, 3)), list(product(range(4), range(3)))
    excluded = [
        sum(not all(grid.apart(code, a[0] - b[0], a[1] - b[1]) for code in codes) for a, b in product(cells, cells))
        for codes in (("NE", "CL2"), ("O",))
    ]
    assert tightness(facts, "code", (4, 3)) == pytest.approx(sum(excluded) / 2 / 144)
    assert tightness((("CR", (0,)),), "code", (4, 3)) is None


def test_a_row_that_was_changed_is_refused() -> None:
    scene = Scene("kitchen", ("bed", "desk", "lamp"), ((0, 0), (8, 8), (4, 8)), (9, 9))
    of = rows.draft(scene, "O2", "code", 2)
    found = {mode: frozenset({"W", "NW", "SW"}) for mode in ("code", "paper")}
    said = {f"story_{view}": rows.write(rows.story_of(of), view, room="kitchen") for view in ("topdown", "north")}
    said |= {"question_fr": "Where is the bed positioned in relation to the lamp?"}
    said |= dict.fromkeys(("question_yn", "question_yn_north_raw"), "Could the bed be placed to the north of the lamp?")
    with Verifier(("code", "paper")) as verifier, pytest.raises(GenerationError, match="clingo finds"):
        verifier.check(
            rows.line(of, "one", said, "N", found, ("topdown",)), of, {mode: frozenset() for mode in found}, ("topdown",)
        )
    said["story_topdown"] = said["story_topdown"].replace("south-west", "south")
    with Verifier(("code", "paper")) as verifier, pytest.raises(GenerationError, match="does not say the facts"):
        verifier.check(rows.line(of, "one", said, "N", found, ("topdown",)), of, found, ("topdown",))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"n": (2, 4)}, "from 3"),
        ({"n": (3, 3), "m": (5, 5)}, "3 objects have 2 pairs"),
        ({"setting": ("Layout",), "balance": "status"}, "never contradict"),
        ({"style": "bare"}, "prompts"),
        ({"mode": "real", "layout": "grid"}, "continuous"),
        ({"furniture": "no-such-file"}, "no-such-file"),
        ({"hops": 3}, "unknown option"),
    ],
)
def test_what_cannot_be_made_is_said(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ImpossibleRequest, match=reason):
        made(**options)


def test_prompts_define_what_the_setting_says() -> None:
    for style in ("bare", "definitions"):
        (line,) = made(1, setting=("O2+D3",), grid=((9, 9),), format="prompts", style=style, view="north")
        system, user = (turn["content"] for turn in line["messages"])
        assert ("moderate" in system) == ("9 by 9" in system) == (style == "definitions")
        assert "against the wall" not in system.lower()
        assert "From this perspective" in user
        assert line["target"]


def test_own_furniture_and_rooms_of_a_house(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("samovar\nhat stand\n", encoding="utf-8")
    assert all("samovar" in entity or "hat stand" in entity for line in made(3, furniture=str(names)) for entity in line["query"])
    corners = [{"x": x, "y": 0, "z": z} for x, z in ((0, 0), (4, 0), (4, 4), (0, 4))]
    things = [("HatStand|1|0", 1, 1), ("Samovar|1|1", 3, 3), ("Samovar|1|2", 1, 3), ("Door|1|3", 2, 2), ("Bed|2|0", 9, 9)]
    house = {
        "rooms": [{"id": "room|1", "roomType": "LivingRoom", "floorPolygon": corners}],
        "objects": [{"id": name, "position": {"x": x, "y": 0, "z": z}} for name, x, z in things],
    }
    file = tmp_path / "house.json"
    file.write_text(json.dumps(house), encoding="utf-8")
    for line in made(3, n=(3, 3), grid=((9, 9),), **{"from": (str(file),)}):
        assert {name: tuple(spot) for name, spot in line["layout"].items() if name == "hat stand"} == {"hat stand": (2, 2)}
        assert set(line["layout"]) == {"hat stand", "samovar 1", "samovar 2"}
        assert "living room" in line["story_topdown"]
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(DatasetError, match="expected a house"):
        made(1, **{"from": (str(file),)})


def test_rooms_are_compared_on_several_grids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "room.txt"
    sentences = (
        "Imagine a square-shaped attic, bordered by four walls.",
        "This room contains a collection of furniture, including a bed, a desk, and a vase.",
        "The bed is placed to the east of the desk, at a short distance.",
        "The desk is placed to the east of the vase, at a short distance.",
        "? Where is the bed positioned in relation to the vase?",
    )
    file.write_text("\n".join(sentences), encoding="utf-8")
    assert main(["solve", str(file), "--compare-domains", "2", "--json"]) == 0
    (question,) = json.loads(capsys.readouterr().out)["stories"][0]["questions"]
    assert len(question["domains"]) == 5
    assert {tuple(entry["possible"]) for entry in question["domains"]} == {("E",)}
    assert question["agree"]
    assert main(["solve", str(file), "--compare-domains"]) == 0
    assert "not covered" in capsys.readouterr().out
    assert main(["solve", str(tmp_path / "none.txt"), "--compare-domains"]) == 3
