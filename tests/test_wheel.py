"""The wheel carries encodings and grammars, and solves a story in an environment that holds nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import qsr
from qsr.summary.about import DISTRIBUTION

CHECKOUT = Path(__file__).parent.parent
STORY = "The cup is left of the pen.\nThe pen is left of the box.\n? Is the cup left of the box?\n"


PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def build(kind: str, folder: Path, suffix: str) -> Path:
    command = [sys.executable, "-m", "build", kind, "--no-isolation", "--outdir", str(folder), str(CHECKOUT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob(suffix)
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("--wheel", tmp_path_factory.mktemp("wheel"), "*.whl")


def test_the_name_is_one_and_the_same_everywhere(wheel: Path) -> None:
    assert wheel.name.startswith(f"{DISTRIBUTION.replace('-', '_')}-{qsr.__version__}-")
    assert PROJECT["name"] == DISTRIBUTION
    assert f"\nversion: {qsr.__version__}\n" in (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")


def test_only_extras_that_there_are_are_to_be_installed_and_of_this_distribution() -> None:
    for folder in ("qsr", "docs", "examples", "benchmarks", "README.md"):
        files = [CHECKOUT / folder] if (CHECKOUT / folder).is_file() else [*(CHECKOUT / folder).rglob("*.[mp][dy]")]
        for file in files:
            for name, extra in re.findall(r"pip install [\"'](\S*?)\[(\w+)\]", file.read_text(encoding="utf-8")):
                assert name in (DISTRIBUTION, "."), file
                assert extra == "EXTRA" or extra in PROJECT["optional-dependencies"], file


def test_the_sdist_has_what_a_wheel_is_built_from(tmp_path: Path) -> None:
    with tarfile.open(build("--sdist", tmp_path, "*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("encodings", "grammars"):
        assert {f"{folder}/{file.name}" for file in (CHECKOUT / folder).iterdir() if file.is_file()} <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "CITATION.cff", "qsr/py.typed"} <= names


def test_every_encoding_and_grammar_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("encodings", "grammars"):
        files = [file for file in (CHECKOUT / folder).iterdir() if file.is_file()]
        assert files
        assert {f"qsr/_resources/{folder}/{file.name}" for file in files} <= names
    assert "qsr/py.typed" in names
    assert not any(name.startswith(("tests/", "encodings/")) for name in names)


@pytest.mark.slow
def test_the_wheel_solves_a_story(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    binaries = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    install = [str(binaries / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True)
    (tmp_path / "a.story").write_text(STORY, encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for backend in ("clingo", "z3"):
        solve = [str(binaries / "qsr"), "solve", "a.story", "--backend", backend]
        done = subprocess.run(solve, capture_output=True, text=True, check=False, cwd=tmp_path, env=clean)
        assert (done.returncode, done.stderr) == (0, "")
        assert "yes" in done.stdout
