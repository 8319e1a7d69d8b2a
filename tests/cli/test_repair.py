"""``qsr repair`` as it is typed."""

from __future__ import annotations

import json

import pytest

from qsr.cli import main

TORN = """# who sits where
The cup is left of the pen.
The pen is left of the box. The box is left of the cup.
? Where is the cup relative to the box?
"""


@pytest.fixture
def torn(tmp_path):
    file = tmp_path / "torn.story"
    file.write_text(TORN, encoding="utf-8")
    return file


def test_conflict_and_repairs(torn, capsys):
    assert main(["repair", str(torn)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "inconsistent: 1 minimal conflict",
        "  1. line 2: The cup is left of the pen.",
        "     line 3: The pen is left of the box.",
        "     line 3: The box is left of the cup.",
    ]
    assert "  1. Did you mean: The cup is right of the pen.  (line 2 says: The cup is left of the pen.)" in lines
    assert "  4. Leave out: The cup is left of the pen.  (line 2)" in lines


def test_only_one_way_and_a_limit(torn, capsys):
    assert main(["repair", str(torn), "--drop", "--limit", "1"]) == 1
    out = capsys.readouterr().out
    assert "Did you mean" not in out
    assert out.count("Leave out") == 1
    assert "more: 2 more repairs were found" in out
    assert main(["repair", str(torn), "--change"]) == 1
    assert "Leave out" not in capsys.readouterr().out
    assert main(["repair", str(torn), "--change", "--drop"]) == 2


def test_write(torn, tmp_path, capsys):
    target = tmp_path / "mended.story"
    assert main(["repair", str(torn), "--write", str(target)]) == 1
    assert target.read_text(encoding="utf-8") == TORN.replace("cup is left", "cup is right")
    assert main(["repair", str(target), "--json"]) == 0
    assert main(["repair", str(torn), str(torn), "--write", str(target)]) == 2
    capsys.readouterr()


def test_json(torn, capsys):
    assert main(["repair", str(torn), "--json"]) == 1
    (result,) = json.loads(capsys.readouterr().out)["stories"]
    assert result["status"] == "inconsistent"
    assert [said["statement"] for said in result["conflicts"][0]] == [0, 1, 2]
    best = result["repairs"][0][0]
    assert (best["kind"], best["line"], best["instead"], best["is_wording"]) == (
        "opposite",
        2,
        "The cup is right of the pen.",
        True,
    )
    assert "instead" not in result["repairs"][-1][0]


def test_consistent_unreadable_and_uncovered(torn, tmp_path, capsys):
    fine = tmp_path / "fine.story"
    fine.write_text("The cup is left of the pen.", encoding="utf-8")
    assert main(["repair", str(fine)]) == 0
    assert capsys.readouterr().out == "consistent: there is nothing to mend\n"
    broken = tmp_path / "broken.story"
    broken.write_text("The cup wugs.", encoding="utf-8")
    assert main(["repair", str(fine), str(broken)]) == 3
    assert "broken.story:1" in capsys.readouterr().err
    assert main(["repair", str(torn), "--theory", "spartun"]) == 2
    assert "cannot say what to mend" in capsys.readouterr().out


def test_a_limit_of_time(torn, capsys):
    assert main(["repair", str(torn), "--timeout", "0.0000001"]) == 4
    assert "unknown" in capsys.readouterr().out
