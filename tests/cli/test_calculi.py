"""``qsr calculi``: the list, one calculus, one combination, files, and names that there are not."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from qsr.calculi import load, names
from qsr.cli import main


def test_the_list_names_every_calculus_and_combination(capsys):
    assert main(["calculi"]) == 0
    shown = capsys.readouterr().out
    first = {line.split()[0] for line in shown.splitlines() if line.strip()}
    assert {*names(), "rcc8-size", "rcc8-boxes", "rcc8-boxes-size"} <= first
    assert "ORD-Horn (868)" in shown


def test_the_list_as_json_says_what_closure_decides(capsys):
    assert main(["calculi", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    found = {one["name"]: one for one in data["calculi"]}
    assert list(found) == names()
    assert found["block3"]["size"] == 2197
    assert found["block3"]["product"] == ["allen"] * 3
    assert [(one["name"], one["size"]) for one in found["rcc8"]["tractable"]] == [("H8", 148), ("Q8", 160), ("C8", 158)]
    assert [one["networks"] for one in found["point"]["decides"]] == ["all"]
    assert found["opra1"]["decides"] == []
    assert all(entry["reference"] for one in found.values() for entry in one["decides"] + one["undecided"])
    assert [one["calculi"] for one in data["combinations"] if one["name"] == "rcc8-size"] == [["rcc8", "point"]]


@pytest.mark.parametrize("name", names())
def test_one_calculus_is_shown_whole(name, capsys):
    assert main(["calculi", name]) == 0
    shown = capsys.readouterr().out
    calculus = load(name)
    assert shown.startswith(f"{name}: {calculus.title}\n")
    assert f"relations ({len(calculus.relations)}): {calculus.relations[0]} " in shown
    assert all(one.reference in shown for one in (*calculus.decides, *calculus.undecided))


def test_one_calculus_as_json_has_its_relations(capsys):
    assert main(["calculi", "cd", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["identity"] == "Eq"
    assert data["relations"]["NE"] == {"converse": "SW"}
    assert data["aliases"]["north"] == "N"


def test_a_combination_is_shown(capsys):
    assert main(["calculi", "rcc8-size"]) == 0
    shown = capsys.readouterr().out
    assert "  NTPP: <\n" in shown
    assert "joint closure decides" in shown
    assert main(["calculi", "rcc8-boxes", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["calculi"] == ["rcc8", "block2"]


def test_a_file_of_the_users_own_is_shown(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    text = (files("qsr.calculi") / "tables" / "rcc5.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('name = "rcc5"', 'name = "mine"'), encoding="utf-8")
    assert main(["calculi", str(path)]) == 0
    assert capsys.readouterr().out.startswith("mine: RCC5")
    path.write_text("name = 3", encoding="utf-8")
    assert main(["calculi", str(path)]) == 3
    assert "mine.toml" in capsys.readouterr().err


def test_an_unknown_name_lists_calculi_and_combinations(capsys):
    assert main(["calculi", "rcc9"]) == 2
    assert "unknown calculus 'rcc9'; one of: allen, block2" in capsys.readouterr().err
