from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qsr import datasets, generate
from qsr.cli import main

SMALL = ("--hops", "1-2", "--count", "3")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: str) -> tuple[int, str, str]:
        code = main(["generate", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


def rows_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_items_go_to_standard_output_and_remarks_to_standard_error(run: Any) -> None:
    code, out, err = run("sparp", *SMALL)
    assert code == 0
    assert [row["context_id"] for row in rows_of(out)] == ["ps2-0-0", "ps2-0-1", "ps2-0-2"]
    assert "3 items, every one verified" in err
    assert run("sparp", *SMALL)[1] == out
    assert run("sparp", *SMALL, "--seed", "1")[1] != out


def test_a_file_of_items_is_a_data_set(run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "items.jsonl"
    assert run("sparp", *SMALL, "--property-set", "PS1", "--out", str(out))[:2] == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["items.jsonl"]
    items = list(datasets.read("sparp", out))
    assert all(isinstance(item, datasets.Item) for item in items)
    assert main(["eval", "sparp", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["items"], report["correct"]) == (3, 3)
    assert list(report["groups"]) == sorted({str(row["num_hop"]) for row in rows_of(out.read_text(encoding="utf-8"))})


def test_json_has_the_items_unless_a_file_has_them(run: Any, tmp_path: Path) -> None:
    whole = json.loads(run("sparp", *SMALL, "--json")[1])
    assert (whole["schema"], whole["dataset"], whole["count"], whole["rejected_draws"]) == (1, "sparp", 3, {})
    assert whole["items"] == rows_of(run("sparp", *SMALL)[1])
    whole = json.loads(run("sparp", *SMALL, "--json", "--out", str(tmp_path / "a.jsonl"))[1])
    assert "items" not in whole
    assert whole["files"] == [str(tmp_path / "a.jsonl")]


def test_each_split_has_a_file(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "items.jsonl"
    arguments = ("sparp", "--hops", "1-2", "--balance", "hops", "--splits", "train=4,validation=2,test=2")
    assert run(*arguments, "--out", str(out))[0] == 0
    files = {name: rows_of((tmp_path / f"items.{name}.jsonl").read_text("utf-8")) for name in ("train", "validation", "test")}
    assert [len(rows) for rows in files.values()] == [4, 2, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"items.{name}.jsonl" for name in files)
    for rows in files.values():
        assert sum(row["num_hop"] == 1 for row in rows) == len(rows) / 2
    assert len({row["context"] for rows in files.values() for row in rows}) == 8
    whole = json.loads(run(*arguments, "--json")[1])
    assert whole["splits"] == {"train": 4, "validation": 2, "test": 2}
    assert whole["items"] == files


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("babi",), "invalid choice"),
        ((), "DATASET"),
        (("sparp", "--hops", "0"), "numbers from 1"),
        (("sparp", "--hops", "5-2"), "ascending"),
        (("sparp", "--hops", "many"), "a number or a range"),
        (("sparp", "--hops", "6", "--entities", "6"), "a path of 6 hops needs 7 entities"),
        (("sparp", "--hops", "40"), "41 entities, and there are 26 names"),
        (("sparp", "--property-set", "PS9"), "invalid choice"),
        (("sparp", "--count", "-1"), "above 0"),
        (("sparp", "--seed", "x"), "whole number"),
        (("sparp", "--splits", "train=x"), "NAME=N"),
        (("sparp", "--splits", "../a=2", "--out", "b.jsonl"), "NAME=N"),
        (("sparp", "--splits", "train=2"), "needs --out or --json"),
        (("sparp", "--splits", "train=2", "--count", "2"), "leave --count out"),
        (("sparp", "--few-shot", "3"), "--format prompts or chat"),
        (("sparp", "--names", "no-such-file"), "letters, objects or a file"),
    ],
)
def test_mistakes_of_usage_are_said_and_write_nothing(
    run: Any, arguments: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert not list(tmp_path.iterdir())


def test_a_source_is_read_and_never_overwritten(run: Any, tmp_path: Path) -> None:
    source = tmp_path / "own.jsonl"
    text = json.dumps({"story": ["P is above Q."], "question": "Where is Q relative to P?", "label": "left"}) + "\n"
    source.write_text(text, encoding="utf-8")
    code, out, _ = run("sparp", "--from", str(source), "--count", "1")
    assert (code, rows_of(out)[0]["targets"]) == (0, ["below"])
    code, out, err = run("sparp", "--from", str(source), "--count", "1", "--out", str(source))
    assert (code, out) == (3, "")
    assert "would overwrite" in err
    assert source.read_text(encoding="utf-8") == text
    code, out, err = run("sparp", "--from", str(source), "--count", "2")
    assert (code, out) == (2, "")
    assert "too few items: 1 more would be needed" in err
    assert run("sparp", "--from", str(tmp_path / "none.jsonl"))[0] == 3


def test_a_failing_run_leaves_no_half_a_file(run: Any, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("A\nB", encoding="utf-8")
    out = tmp_path / "out" / "items.jsonl"
    out.parent.mkdir()
    code, _, err = run("sparp", "--names", str(names), "--hops", "1", "--count", "40", "--out", str(out))
    assert code == 2
    assert "no further context" in err
    assert not list(out.parent.iterdir())


def test_generators_are_imported_when_they_are_asked_for() -> None:
    code = "import sys, qsr.cli; qsr.cli.main(['datasets']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "qsr.datasets.sparp.generator" not in done.stdout.split()
    assert generate.names()[0] == "sparp"
    assert isinstance(generate.get("sparp"), generate.Generator)
