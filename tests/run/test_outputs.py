"""The one rule for files that are written: what is spared, who may write, and what is left after a failure."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qsr.calculi.formats.gqr import read_calculus
from qsr.cli import main
from qsr.datasets import BadRow, read
from qsr.datasets.forms.lines import LONGEST
from qsr.errors import OutputRefused, ParseError
from qsr.outputs import DRAWING, UNMARKED, beside, claimed, rows_with, save

ROW = {"story": ["P is below Q."], "question": "What is the relation of the agent Q to the agent P?", "label": "above"}
HOLDER = """
import sys, time
from pathlib import Path
from qsr.outputs import UNMARKED, claimed
with claimed([(Path(sys.argv[1]), UNMARKED)]):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.jsonl"
    path.write_text((json.dumps(ROW) + "\n") * 3, encoding="utf-8")
    return path


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another run, which is writing `out.jsonl`."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "out.jsonl")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.mark.parametrize(
    "command",
    [
        "eval stepgame rows.jsonl --out out.jsonl",
        "eval stepgame rows.jsonl --out out.jsonl --resume",
        "eval stepgame rows.jsonl --out link.jsonl",
        "check stepgame rows.jsonl --answers answers.jsonl --out out.jsonl",
        "audit stepgame rows.jsonl --out out.jsonl",
        "convert stepgame rows.jsonl --out out.jsonl",
        "generate prepositions --count 1 --out out.jsonl",
    ],
)
def test_two_runs_do_not_write_one_file(
    data: Path, other: subprocess.Popen[str], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("answers.jsonl").write_text('{"id": "rows.jsonl:1", "answer": "above"}\n', encoding="utf-8")
    Path("link.jsonl").symlink_to("out.jsonl")
    assert main(command.split()) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert f"is being written by another run: process {other.pid} on " in said.err
    assert not Path("out.jsonl").exists()
    # The lock of a process that is gone stops nobody, however it went.
    other.kill()
    other.wait()
    assert Path(".out.jsonl.qsr-lock").exists()
    assert main(command.split()) == 0
    assert not Path(".out.jsonl.qsr-lock").exists()


def test_many_runs_at_once_leave_the_rows_of_one(data: Path) -> None:
    data.write_text((json.dumps(ROW) + "\n") * 600, encoding="utf-8")
    command = [sys.executable, "-m", "qsr.cli", "eval", "stepgame", "rows.jsonl", "--out", "out.jsonl", "--theory"]
    runs = [
        subprocess.Popen([*command, theory], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for theory in ("paper-ps2", "paper-ps3")
    ]
    codes = [run.wait() if run.communicate() else run.returncode for run in runs]
    found = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert 0 in codes
    assert (len(found), len({row["run"] for row in found})) == (600, 1)


@pytest.mark.parametrize("text", ["A is left of B.\n", "import os\n", json.dumps(ROW) + "\n", '{"a": 1}', "id,answer\n"])
@pytest.mark.parametrize(
    "command",
    [
        "eval stepgame rows.jsonl --out {}",
        "audit stepgame rows.jsonl --corrected {}",
        "convert stepgame rows.jsonl --out {}",
        "report stepgame rows.jsonl --out {}",
        "generate prepositions --count 1 --out {}",
        "solve torn.story --draw {}",
        "solve good.story --certify {}",
        "repair torn.story --write {}",
    ],
)
def test_what_is_not_ours_is_spared_and_what_is_ours_is_not(data: Path, command: str, text: str) -> None:
    Path("good.story").write_text("A is left of B.\n? Where is A relative to B?\n", encoding="utf-8")
    Path("torn.story").write_text("A is left of B. B is left of A.\n", encoding="utf-8")
    target = Path("there.svg" if "--draw" in command else "there.md")
    target.write_text(text, encoding="utf-8")
    words = command.replace("solve torn", "solve good").format(target).split()
    assert main(words) == 3
    assert target.read_text(encoding="utf-8") == text
    assert main([*words, "--force"]) in (0, 1)
    assert target.read_text(encoding="utf-8") != text or command.startswith("audit")
    unmarked = any(option in command for option in ("--corrected", "generate", "--write"))
    assert main(words) == (3 if unmarked else 0)
    target.write_bytes(b"")
    assert main(words) in (0, 1)


def test_an_input_is_never_written_over(data: Path) -> None:
    Path("torn.story").write_text("A is left of B. B is left of A.\n", encoding="utf-8")
    os.link("torn.story", "hard.story")
    for target in ("torn.story", "hard.story", "./torn.story"):
        assert main(["repair", "torn.story", "--write", target, "--force"]) == 3
    assert main(["eval", "stepgame", "rows.jsonl", "--out", "rows.jsonl", "--force"]) == 3
    assert main(["audit", "stepgame", "rows.jsonl", "--out", "new.jsonl", "--corrected", "new.jsonl"]) == 3
    assert Path("torn.story").read_text(encoding="utf-8").startswith("A is left")


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.svg"
    save(target, "old")
    target.chmod(0o640)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def half_written() -> None:
        with beside(target) as part:
            part.write_text("half", encoding="utf-8")
            full()

    with pytest.raises(OSError, match="No space left") as caught:
        half_written()
    assert caught.value.filename == str(target)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            save(target, "new")
    assert (target.read_text(encoding="utf-8"), os.listdir(tmp_path)) == ("old", ["a.svg"])
    save(target, "new")
    assert (target.read_text(encoding="utf-8"), target.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_claim_is_let_go_of(tmp_path: Path) -> None:
    target = tmp_path / "a.jsonl"
    for _ in range(2):
        with (
            claimed([(target, UNMARKED)]),
            pytest.raises(OutputRefused, match="by this run already"),
            claimed([(target, UNMARKED)]),
        ):
            pass
    assert os.listdir(tmp_path) == []
    kind = rows_with("rows", "id", "run")
    for text, ours in (('{"id": 1, "run": 2}\n', True), ('{"id": 1}\n', False), ("[" * 99_999, False), ("\x00\n", False)):
        target.write_text(text, encoding="utf-8")
        assert kind.is_ours(target) is ours
    assert not DRAWING.is_ours(target)


def test_a_failing_run_leaves_the_rows_of_the_last_one(data: Path) -> None:
    assert main(["eval", "stepgame", "rows.jsonl", "--out", "out.jsonl"]) == 0
    before = Path("out.jsonl").read_bytes()
    Path("rows.xyz").write_text("x", encoding="utf-8")
    assert main(["eval", "stepgame", "rows.xyz", "--out", "out.jsonl"]) == 3
    assert Path("out.jsonl").read_bytes() == before


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".txt", ".parquet"])
def test_a_row_has_a_bound(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows{suffix}"
    text = "P is below Q. " * (LONGEST // 14 + 1)
    rows = [ROW, {**ROW, "story": [text]}, ROW]
    if suffix == ".parquet":
        arrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(arrow.Table.from_pylist(rows), path)
    elif suffix == ".json":
        path.write_text(json.dumps({str(number): row for number, row in enumerate(rows, 1)}), encoding="utf-8")
    elif suffix == ".txt":
        told = "1 P is below Q.\n2 {}\tabove\n"
        path.write_text("".join(told.format(one) for one in (ROW["question"], text, ROW["question"])), encoding="utf-8")
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    began = time.monotonic()
    found = list(read("stepgame", path))
    assert time.monotonic() - began < 20
    assert [isinstance(one, BadRow) for one in found] == [False, True, False]
    assert isinstance(found[1], BadRow)
    assert "longer than 8 MiB" in found[1].error
    assert found[1].line in ((2, 4) if suffix in (".txt", ".json") else (2,)) or suffix == ".json"


def test_a_row_of_any_length_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with path.open("wb") as file:
        file.truncate(400 * 2**20)
        file.seek(0, os.SEEK_END)
        file.write(b"\n" + json.dumps(ROW).encode() + b"\n")
    tracemalloc.start()
    try:
        kinds = [type(one).__name__ for one in read("stepgame", path)]
        assert tracemalloc.get_traced_memory()[1] < 50 * 2**20
    finally:
        tracemalloc.stop()
    assert kinds == ["BadRow", "Item"]


@pytest.mark.parametrize("name", ["../own.conv", "/etc/passwd", "sub/own.conv", "link.conv", "..", "a\0b"])
def test_a_calculus_names_files_beside_it_only(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "calculus"
    (folder / "sub").mkdir(parents=True)
    for place in (tmp_path, folder / "sub"):
        (place / "own.conv").write_text("E :: E\n", encoding="utf-8")
    (folder / "link.conv").symlink_to("../own.conv")
    (folder / "own.comp").write_text("E : E :: ( E )\n", encoding="utf-8")
    spec = folder / "own.spec"
    spec.write_text(f"comp_table_file own.comp\nconverse_file {name}\nidentity E\n", encoding="utf-8")
    with pytest.raises(ParseError, match=r"own\.spec:2:1: .*(beside|not the name of a file)"):
        read_calculus(spec)
    (folder / "plain.conv").write_text("E :: E\n", encoding="utf-8")
    spec.write_text("comp_table_file own.comp\nconverse_file plain.conv\nidentity E\n", encoding="utf-8")
    assert read_calculus(spec).relations == ("E",)
