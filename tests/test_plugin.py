"""The example package, installed beside qsr: all that it adds works in every command, and keeps the contract of theories."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from certificates_forging import resealed
from scripts import CHECKOUT

PLUGIN = CHECKOUT / "examples" / "plugin"
STORY, ROWS = str(PLUGIN / "tower.story"), str(PLUGIN / "rows.jsonl")
TORN = "theory: tower\nA lives above B. B lives above C. C lives above A.\n? Does A live above C?\n"
SERVED = """
import json, sys
from fastapi.testclient import TestClient
from qsr.adapters.serve import answers
from qsr.adapters.serve.app import application
from qsr.adapters.serve.work import Bounds
from qsr.adapters.serve.work import Pool

if __name__ == "__main__":
    bounds = Bounds(seconds=60.0, workers=1, waiting=1, text=2000)
    pool = Pool(bounds, answers.perform, answers.FIRST)
    try:
        client = TestClient(application(bounds, pool), base_url="http://127.0.0.1:8642")
        print(json.dumps(client.post("/api/solve", json=json.loads(sys.argv[1])).json()))
    finally:
        pool.close()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds qsr and the package, which is installed from its folder and nowhere else."""
    pytest.importorskip("pip")
    folder = tmp_path_factory.mktemp("site")
    alone = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([sys.executable, "-m", "pip", "install", *alone, "--target", str(folder), str(PLUGIN)], check=True)
    told = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return {**told, "PYTHONPATH": os.pathsep.join((str(CHECKOUT), str(folder)))}


def run(installed: dict[str, str], *arguments: str, folder: Path | None = None, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=installed, cwd=folder or CHECKOUT
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def qsr(installed: dict[str, str], *arguments: str, code: int = 0) -> str:
    return run(installed, "-m", "qsr.cli", *arguments, code=code)


def test_what_there_is_is_listed(installed: dict[str, str]) -> None:
    (theory,) = [one for one in json.loads(qsr(installed, "theories", "--json"))["theories"] if one["name"] == "tower"]
    assert theory["backends"] == ["clingo", "search"]
    assert "directly" in str(theory["words"])
    assert "what English words mean under tower" in qsr(installed, "theories")
    assert "towers" in qsr(installed, "datasets")
    assert "storeys" in qsr(installed, "calculi")


@pytest.mark.parametrize("backend", ["clingo", "search"])
def test_a_story_is_solved_explained_drawn_and_certified(installed: dict[str, str], backend: str, tmp_path: Path) -> None:
    picture, certificate = str(tmp_path / "tower.svg"), str(tmp_path / "tower.json")
    chosen = ["--backend", backend, "--json", "--certify", certificate, "--draw", picture]
    (story,) = json.loads(qsr(installed, "solve", STORY, *chosen))["stories"]
    floor, above, relative = story["questions"]
    assert (floor["status"], floor["possible"]) == ("ambiguous", ["floor:3", "floor:4"])
    assert above["entailed"] == ["yes"]
    assert relative["possible"] == ["above", "level"]
    assert "<svg" in Path(picture).read_text(encoding="utf-8")
    assert "every claim holds" in qsr(installed, "verify", certificate)
    changed = json.loads(Path(certificate).read_text(encoding="utf-8"))
    changed["questions"][1]["labels"]["yes"]["holds"]["witness"]["place"][0][1] = 1
    Path(certificate).write_text(json.dumps(resealed(changed)), encoding="utf-8")
    qsr(installed, "verify", certificate, code=1)


def test_what_excludes_a_label_is_told_with_steps_or_without(installed: dict[str, str]) -> None:
    for told in (qsr(installed, "solve", STORY, "--explain"), qsr(installed, "explain", STORY)):
        assert "4 | baker" in told
        assert "excluded  floor:1 by\n              The smith lives directly below the baker." in told


def test_a_contradiction_is_shown_and_repaired(installed: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "torn.story"
    file.write_text(TORN, encoding="utf-8")
    assert "These sentences contradict each other" in qsr(installed, "solve", str(file), code=1)
    assert "Did you mean: A lives below B." in qsr(installed, "repair", str(file), code=1)


def test_the_data_set_is_solved_checked_audited_and_reported(installed: dict[str, str], tmp_path: Path) -> None:
    predictions, page = str(tmp_path / "predictions.jsonl"), str(tmp_path / "report.html")
    found = json.loads(qsr(installed, "eval", "towers", ROWS, "--out", predictions, "--json"))
    assert (found["items"], found["correct"], found["theory"]) == (5, 5, "tower")
    checked = json.loads(qsr(installed, "check", "towers", ROWS, "--answers", predictions, "--json"))
    assert checked["against_text"] == {"right": 5, "wrong": 0, "undecided": 0}
    assert "5 items, 0 findings" in qsr(installed, "audit", "towers", ROWS)
    qsr(installed, "report", "towers", ROWS, "--out", page)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({"id": f"{ROWS}:1", "answer": "It lives below."}) + "\n", encoding="utf-8")
    assert "below does not hold" in qsr(installed, "check", "towers", ROWS, "--answers", str(wrong))


def test_the_calculus_closes_networks(installed: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "tower.csp"
    file.write_text("2 #tower\n 0 1 ( + )\n 1 2 ( + )\n.\n\n2 #torn\n 0 1 ( + )\n 1 2 ( + )\n 0 2 ( = )\n.\n", encoding="utf-8")
    closed = qsr(installed, "network", str(file), "--calculus", "storeys", "closure", code=1)
    assert "0 ++ 2" in closed
    code = (
        "import qsr; n = qsr.Network('storeys'); n.add('a', '+', 'b'); n.add('b', '+', 'c'); print(*n.closure().label('a', 'c'))"
    )
    assert run(installed, "-c", code) == "++\n"


def test_the_page_shows_the_theory_and_its_drawings(installed: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    script = tmp_path / "served.py"
    script.write_text(SERVED, encoding="utf-8")
    asked = {
        "story": "theory: tower\nThe baker lives two floors above the tailor.",
        "question": "On which floor does the tailor live?",
    }
    (found,) = json.loads(run(installed, "-W", "ignore", str(script), json.dumps(asked), folder=tmp_path))["questions"]
    assert {one["label"] for one in found["possible"]} == {f"floor:{number}" for number in (1, 2, 3, 4)}
    assert all(one["drawing"]["svg"].startswith("<svg") for one in found["possible"])


def test_its_readme_does_what_it_shows(installed: dict[str, str], tmp_path: Path) -> None:
    shown = (
        "import pathlib, sys, transcripts\n"
        "run = transcripts.Run(pathlib.Path('.'))\n"
        "for block in transcripts.blocks(pathlib.Path(sys.argv[1]).read_text(encoding='utf-8')):\n"
        "    run.block(block)\n"
        "assert run.compared"
    )
    found = {**installed, "PYTHONPATH": os.pathsep.join((installed["PYTHONPATH"], str(CHECKOUT / "tests" / "support")))}
    run(found, "-c", shown, str(PLUGIN / "README.md"), folder=tmp_path)


def test_the_contract_of_every_theory_is_kept(installed: dict[str, str]) -> None:
    contract = ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/theories/test_contract.py", "-k", "tower"]
    assert " passed" in run(installed, *contract)


def test_nothing_in_qsr_knows_the_package() -> None:
    own: list[Any] = [*(CHECKOUT / "qsr").rglob("*.py"), *(CHECKOUT / "grammars").iterdir(), *(CHECKOUT / "encodings").iterdir()]
    assert not [path for path in own if "qsr_tower" in path.read_text(encoding="utf-8") or "storeys" in path.name]
