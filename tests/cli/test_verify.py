"""``qsr solve --certify`` and ``qsr verify``, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qsr.certificates.format import digest_of
from qsr.cli import main
from qsr.theories.gridworld.text.drawing import draw_grid

STORY = "The cup is left of the pen. The box is above the pen.\n? Where is the cup relative to the box?\n"


@pytest.fixture
def story(tmp_path: Path) -> Path:
    file = tmp_path / "a.story"
    file.write_text(STORY, encoding="utf-8")
    return file


def test_what_is_certified_is_verified(story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.json"
    assert main(["solve", str(story), "--question", "Is the box left of the cup?", "--certify", str(file)]) == 0
    capsys.readouterr()
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("every claim holds: confirmed 2 questions")
    assert main(["verify", str(file), "--story", str(story), "--fast", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True


def test_a_false_claim_is_named(story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.json"
    main(["solve", str(story), "--certify", str(file)])
    data = json.loads(file.read_text(encoding="utf-8"))
    data["questions"][0]["status"] = "determined"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["verify", str(file)]) == 3
    assert "digest" in capsys.readouterr().err
    data["digest"] = digest_of(data)
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "status is ambiguous" in capsys.readouterr().out


def test_another_story_is_not_what_it_is_about(story: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    main(["solve", str(story), "--certify", str(file)])
    story.write_text(STORY.replace("left", "right"), encoding="utf-8")
    assert main(["verify", str(file), "--story", str(story)]) == 1


@pytest.mark.parametrize("content", ["", "{}", "[" * 10_000, "1.5"])
def test_what_is_no_certificate_ends_with_3(tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.json"
    file.write_text(content, encoding="utf-8")
    assert main(["verify", str(file)]) == 3
    assert capsys.readouterr().err
    assert main(["verify", str(tmp_path / "missing.json")]) == 3


def test_a_bound_that_is_not_rechecked_ends_with_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held = {(0, 0): "A", **{(row, column): "E" for row in (2, 3, 5) for column in (1, 2, 4, 5)}}
    (tmp_path / "w.story").write_text("theory: gridworld, moves: 8\n" + draw_grid(6, 6, held), encoding="utf-8")
    file = tmp_path / "w.json"
    assert main(["solve", str(tmp_path / "w.story"), "--certify", str(file)]) == 0
    assert main(["verify", str(file)]) == 4
    assert "the bound was not re-checked" in capsys.readouterr().out


def test_theories_that_cannot_be_certified_are_a_mistake_of_usage(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", str(story), "--theory", "paper-ps2", "--certify", str(tmp_path / "a.json")]) == 2
    assert "can be: exact" in capsys.readouterr().err
