"""The command ``qsr report``: what it asks for and what it refuses. Its pages are tested in tests/report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qsr.cli import main

ROW = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def test_it_says_what_it_wrote(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.html"
    assert said(capsys, "report", "stepgame", file, "--out", out) == (0, f"{out}: 1 answer\n")
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--out", "r.pdf"), "expected a name in .html, .htm, .md"),
        ((), "--out"),
        (("--out", "r.md", "--worst", "-1"), "whole number"),
        (("--out", "r.md", "--answers", "a/x.jsonl", "--answers", "b/x.jsonl"), "same name"),
        (("--out", "r.md", "--answers", "x.jsonl", "--rows"), "not allowed with"),
        (("--out", "r.md", "--optimum", "none"), "unrecognized arguments: --optimum"),
        (("--out", "r.md", "--answers", "x.jsonl", "--verdicts", "a=y", "--verdicts", "b=z"), "expected one for each"),
    ],
)
def test_mistakes_of_usage(file: Path, arguments: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = said(capsys, "report", "stepgame", file, *arguments)
    assert code == 2
    assert expected in printed


def test_a_source_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.md"
    file.write_text("kept", encoding="utf-8")
    assert said(capsys, "report", "stepgame", file, "--out", file) == (3, f"qsr: {file}: would overwrite an input file\n")
    assert file.read_text() == "kept"


@pytest.mark.parametrize(
    ("line", "expected"),
    [("{", "not JSON"), ('{"id": "a"}', "expected an object with id, sound"), ("3", "expected an object")],
)
def test_lines_that_are_no_verdicts(
    file: Path, line: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = tmp_path / "v.jsonl"
    verdicts.write_text(f"\n{line}\n", encoding="utf-8")
    code, printed = said(capsys, "report", "stepgame", file, "--verdicts", verdicts, "--out", tmp_path / "r.md")
    assert code == 3
    assert f"{verdicts}:2: {expected}" in printed


def test_a_file_may_have_the_sign_of_a_name(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = tmp_path / "a=b.jsonl"
    answers.write_text(json.dumps({"id": f"{file}:1", "answer": "above"}) + "\n", encoding="utf-8")
    out = tmp_path / "r.md"
    assert said(capsys, "report", "stepgame", file, "--answers", answers, "--out", out)[0] == 0
    assert "a=b" in out.read_text(encoding="utf-8")
