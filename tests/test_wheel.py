"""The wheel carries encodings and grammars, and solves a story in an environment that holds nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
STORY = "The cup is left of the pen.\nThe pen is left of the box.\n? Is the cup left of the box?\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(CHECKOUT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


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
