"""What the README shows is what the program does."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from qsr import cli

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for name, text in BLOCKS if name == kind]


@pytest.mark.parametrize("code", blocks("python"))
def test_python(code: str) -> None:
    """Every comment behind a print is what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    expected = re.findall(r"^# (.*)$", code, re.MULTILINE)
    lines = printed.getvalue().splitlines()
    assert expected
    assert [line for line in lines if line in expected] == expected


@pytest.mark.parametrize("session", blocks("console"))
def test_commands_print_what_is_shown(session: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command, *shown = session.splitlines()
    monkeypatch.chdir(CHECKOUT)
    assert cli.main(command.removeprefix("$ qsr ").split()) == 0
    printed = capsys.readouterr().out.splitlines()
    position = 0
    for line in shown:
        if line.strip() != "...":
            assert line in printed[position:]
            position += printed[position:].index(line) + 1


def test_the_story_is_the_example() -> None:
    story = next(text for text in blocks("text") if "kettle" in text)
    example = (CHECKOUT / "examples" / "kitchen.story").read_text(encoding="utf-8")
    assert all(line in example for line in story.splitlines())


def test_the_picture_is_drawn_by_the_program(tmp_path: Path) -> None:
    target = tmp_path / "kitchen.svg"
    assert cli.main(["solve", str(CHECKOUT / "examples" / "kitchen.story"), "--draw", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == (CHECKOUT / "docs" / "kitchen.svg").read_text(encoding="utf-8")


def test_every_target_of_make_is_there() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|`)make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
