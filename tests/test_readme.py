"""What the README shows is what the program does."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import transcripts
from qsr import cli

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
BLOCKS = transcripts.blocks(README)
EXAMPLES = [block for block in BLOCKS if block.kind in ("python", "console")]


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: str(block.line))
def test_examples_print_what_is_shown(block: transcripts.Block) -> None:
    run = transcripts.Run(CHECKOUT)
    # The README may leave out the end of what a command prints.
    run.block(replace(block, text=f"{block.text}...\n") if block.kind == "console" else block)
    assert run.compared


def test_the_story_is_the_example() -> None:
    story = next(block.text for block in BLOCKS if block.kind == "text" and "kettle" in block.text)
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
