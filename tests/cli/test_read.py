"""``qsr read``: what was understood, sentence by sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr.cli import main

TEXT = """# Two jars, and a lid.
What a day! There are two jars: a red jar and a blue jar.
The red jar is older than the blue jar. The lid is nearly on the shelf.
? Which jar is the oldest?
"""
SAID = (
    "If the cup is left of the jug, then the pen is not above the jug. The lid is in the box. "
    "Either the cup or the pen is left of the box."
)


def _read(capsys: pytest.CaptureFixture[str], file: Path, *more: str) -> Any:
    assert main(["read", str(file), "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def _understood(capsys: pytest.CaptureFixture[str], file: Path, text: str) -> list[str]:
    file.write_text(text, encoding="utf-8")
    return [words for one in _read(capsys, file)["sentences"] for words in one["understood"]]


def test_each_sentence_stands_beside_what_it_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    story = tmp_path / "jars.story"
    story.write_text(TEXT, encoding="utf-8")
    assert main(["read", str(story)]) == 3
    assert "The red jar is older than the blue jar.\n  = The red jar is older than the blue jar." in capsys.readouterr().out
    found = _read(capsys, story, "--lenient")
    assert found["theory"] == "arrangement"
    assert [(one["line"], one["status"]) for one in found["sentences"]] == [
        (2, "passed over"),
        (2, "read"),
        (3, "read"),
        (3, "refused"),
        (4, "read"),
    ]
    assert found["sentences"][2]["understood"] == ["The red jar is older than the blue jar."]
    assert "nearly" in found["sentences"][3]["reason"]


def test_what_is_read_back_is_read_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first = _understood(capsys, tmp_path / "one.story", SAID)
    assert len(first) == 3
    assert _understood(capsys, tmp_path / "two.story", " ".join(first)) == first
