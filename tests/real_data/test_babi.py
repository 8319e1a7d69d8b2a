"""The published test files of bAbI 17 and 19, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

import qsr
from qsr.run import Job, evaluate

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "babi"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the bAbI files are not at ../shared/data/babi")


@pytest.mark.parametrize(("name", "group"), [("qa17_positional-reasoning_test.txt", "17"), ("qa19_path-finding_test.txt", "19")])
def test_every_item_is_answered_correctly(name: str, group: str) -> None:
    report = evaluate(Job(dataset="babi"), [DATA / name])
    questions = (DATA / name).read_text(encoding="utf-8").count("?\t")
    assert questions >= 500
    assert report["groups"] == {group: {"items": questions, "correct": questions, "accuracy": 1.0}}
    assert report["unparsed"]["count"] == report["bad_rows"]["count"] == report["failed"]["count"] == 0


def test_supporting_lines_and_labels_are_not_read(tmp_path: Path) -> None:
    lines = (DATA / "qa17_positional-reasoning_test.txt").read_text(encoding="utf-8").splitlines()[:200]
    outs = []
    for name, kept in (("whole", 3), ("blank", 1)):
        file, out = tmp_path / f"{name}.txt", tmp_path / f"{name}.jsonl"
        file.write_text(
            "".join("\t".join(line.split("\t")[:kept]) + ("\t\t" if "\t" in line and kept == 1 else "") + "\n" for line in lines),
            encoding="utf-8",
        )
        evaluate(Job(dataset="babi"), [file], out=out)
        text = out.read_text(encoding="utf-8").replace(str(file), "file")
        outs.append(text.replace('"correct": true', '"correct": null'))
    assert outs[0] == outs[1]
