"""`qsr network`: what it prints, what its JSON holds, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.cli import main

FILE = """
# two networks
3 #scene
 0 1 ( TPP NTPP )
 1 2 ( ntpp )
 2 3 ( EC )
.

2 #circle
 0 1 ( NTPP )
 1 2 ( NTPP )
 0 2 ( DC TPP )
.
"""


@pytest.fixture
def networks(tmp_path: Path) -> str:
    path = tmp_path / "two.csp"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[dict[str, Any], dict[str, Any]]:
    # The second network contradicts itself.
    assert main(["network", *arguments, "--calculus", "rcc8", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == 1
    scene, circle = found["networks"]
    assert (scene["name"], circle["name"]) == ("scene", "circle")
    return scene, circle


def test_consistency_of_each_network(networks: str, capsys: pytest.CaptureFixture[str]) -> None:
    for engine in ("auto", "python", "asp", "z3"):
        scene, circle = asked(capsys, networks, "consistent", "--engine", engine)
        assert (scene["consistent"], scene["closed"], scene["status"]) == (True, True, "consistent")
        assert (circle["consistent"], circle["closed"]) == (False, False)
        assert "Renz" in scene["reference"]
        assert (scene["nodes"], scene["constraints"]) == (4, 3)
        assert scene["seconds"] >= 0


def test_the_task_may_stand_after_the_options(networks: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["network", networks, networks, "--calculus", "rcc8", "consistent", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["networks"]
    assert [entry["consistent"] for entry in found] == [True, False, True, False]


def test_labels_of_the_closure_and_minimal_ones(networks: str, capsys: pytest.CaptureFixture[str]) -> None:
    for task in ("closure", "minimal"):
        scene, circle = asked(capsys, networks, task)
        assert {"x": 0, "relations": ["DC"], "y": 3} in scene["labels"]
        assert circle["status"] == "inconsistent"


def test_a_refutation_is_told(networks: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, circle = asked(capsys, networks, "closure")
    assert circle["derivation"] == [
        "0 NTPP 1: given",
        "0 DC|TPP 2: given",
        "1 NTPP 2: given",
        "0 nothing 2: from 0 NTPP 1 and 1 NTPP 2 and 0 DC|TPP 2",
    ]
    scene, circle = asked(capsys, networks, "core")
    assert scene["core"] is None
    assert len(circle["core"]) == 3


def test_scenarios(networks: str, capsys: pytest.CaptureFixture[str]) -> None:
    scene, circle = asked(capsys, networks, "scenario")
    assert all(len(entry["relations"]) == 1 for entry in scene["labels"])
    assert len(scene["labels"]) == 6
    scene, circle = asked(capsys, networks, "scenarios")
    assert (len(scene["scenarios"]), scene["complete"]) == (2, True)
    assert (circle["scenarios"], circle["status"]) == ([], "inconsistent")
    scene, _ = asked(capsys, networks, "scenarios", "--limit", "1")
    assert (len(scene["scenarios"]), scene["complete"]) == (1, False)
    (scene, _) = asked(capsys, networks, "scenarios", "--nodes", "1,2")
    assert scene["scenarios"] == [[{"x": 1, "relations": ["NTPP"], "y": 2}]]


def test_lines_for_people(networks: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["network", networks, "core", "--calculus", "rcc8"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "scene: consistent",
        "circle: inconsistent",
        "  0 NTPP 1",
        "  1 NTPP 2",
        "  0 DC|TPP 2",
    ]


def test_a_network_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"name": "one", "nodes": ["a", "b"], "edges": [["a", "b", "TPP|NTPP"]]}), encoding="utf-8")
    assert main(["network", str(path), "scenario", "--calculus", "rcc8"]) == 0
    assert capsys.readouterr().out.splitlines() == ["one: consistent", "  a TPP b"]


def test_a_limit_ends_with_its_own_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.csp"
    path.write_text("3 #open\n 0 1 ( TPP TPPI )\n 1 2 ( TPP TPPI )\n 2 3 ( TPP TPPI )\n.\n", encoding="utf-8")
    for task in ("consistent", "minimal", "scenario", "scenarios", "core"):
        arguments = ["network", str(path), task, "--calculus", "rcc8", "--engine", "python", "--timeout", "1e-9"]
        assert main([*arguments, "--json"]) == 4
        found = json.loads(capsys.readouterr().out)["networks"][0]
        assert found["status"] == "unknown"
        assert found.get("consistent") is None


@pytest.mark.parametrize(
    ("text", "line"),
    [("2 #a\n 0 1 ( NEAR )\n.\n", 2), ("no head\n", 1), ("2 #a\n 0 7 ( EC )\n.\n", 2), ("2 #a\n 0 1 ( EC )\n", 1)],
)
def test_a_fault_is_shown_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, line: int) -> None:
    path = tmp_path / "bad.csp"
    path.write_text(text, encoding="utf-8")
    assert main(["network", str(path), "consistent", "--calculus", "rcc8"]) == 3
    assert f"bad.csp:{line}:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["consistent", "--calculus", "nothing"],
        ["consistent"],
        ["walk", "--calculus", "rcc8"],
        ["consistent", "--calculus", "rcc8", "--engine", "pencil"],
        ["core", "--calculus", "rcc8", "--engine", "asp"],
        ["scenarios", "--calculus", "rcc8", "--nodes", "0,99"],
    ],
)
def test_mistakes_of_usage(networks: str, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["network", networks, *arguments]) == 2
    assert capsys.readouterr().err


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["network", "no_such.csp", "consistent", "--calculus", "rcc8"]) == 3
    assert "no_such.csp" in capsys.readouterr().err


def test_a_scenario_is_drawn(networks: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = tmp_path / "pictures"
    code = main(["network", networks, "--calculus", "rcc8", "scenario", "--draw", str(pictures), "--json"])
    found = {one["name"]: one for one in json.loads(capsys.readouterr().out)["networks"]}
    assert code == 1
    # The second network has no scenario, and no picture.
    assert "drawn" not in found["circle"]
    assert found["scene"]["drawn"] == str(pictures / "scene.svg")
    assert [path.name for path in pictures.iterdir()] == ["scene.svg"]
    assert (pictures / "scene.svg").read_text(encoding="utf-8").startswith("<svg")


def test_only_a_scenario_is_drawn(networks: str, tmp_path: Path) -> None:
    assert main(["network", networks, "--calculus", "rcc8", "consistent", "--draw", str(tmp_path / "none")]) == 2
    assert not (tmp_path / "none").exists()
