"""A drawing is what the name of its file says, or a clear error."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

from qsr.cli import main
from qsr.outputs import DRAWING

TEXT = "The cup is left of the pen. The pen is above the box."
FORMS = {".svg": b"<svg", ".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF-"}


@pytest.mark.parametrize("suffix", FORMS)
def test_a_file_holds_what_its_name_says(tmp_path: Path, suffix: str) -> None:
    if suffix != ".svg":
        pytest.importorskip("vl_convert")
    target = tmp_path / f"scene{suffix}"
    assert main(["solve", TEXT, "--draw", str(target)]) == 0
    assert target.read_bytes().startswith(FORMS[suffix])
    # It is ours, so that it may be written again.
    assert DRAWING.is_ours(target)
    assert main(["solve", TEXT, "--draw", str(target)]) == 0


def test_a_png_and_a_pdf_can_be_opened(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext")
    target = tmp_path / "scene.pdf"
    main(["solve", TEXT, "--draw", str(target)])
    found = subprocess.run(["pdftotext", str(target), "-"], capture_output=True, text=True, check=True).stdout
    assert {"cup", "pen", "box"} <= set(found.split())


def test_another_suffix_is_refused_before_anything_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", TEXT, "--draw", str(tmp_path / "scene.jpg")]) == 2
    assert "written as .svg, .png or .pdf, not .jpg" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_is_missing_for_a_png_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("qsr.draw.files.find_spec", lambda name: None if name == "vl_convert" else find(name))
    assert main(["solve", TEXT, "--draw", str(tmp_path / "scene.png")]) == 2
    assert 'pip install "qsr-reasoning[pictures]"' in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
