"""What the pages say of English words is what the program does: the table of meanings, and the sentences that are refused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import qsr
from qsr import theories
from qsr.resources import grammar

DOCS = Path(__file__).parent.parent.parent / "docs"


def sections() -> dict[str, str]:
    """Return what theories.md says of the words of each theory, on one line each."""
    page = (DOCS / "theories.md").read_text(encoding="utf-8").partition("## What English words mean")[2]
    found = {}
    for part in page.split("\n### ")[1:]:
        title, _, text = part.partition("\n")
        found.update({name: " ".join(text.split()) for name in re.findall(r"`([^`]+)`", title)})
    return found


@pytest.mark.parametrize("theory", theories.names())
def test_every_word_stands_on_the_page(theory: str) -> None:
    table = tomllib.loads(grammar("meanings.toml"))
    words = table[table["same"].get(theory, theory)]
    assert sections()[theory] == " ".join(f"- **{phrase}**: {meaning}." for phrase, meaning in words.items())


def rows() -> list[tuple[str, str]]:
    """Return what is refused and what is written instead, as in formats.md."""
    page = (DOCS / "formats.md").read_text(encoding="utf-8").partition("### What is refused")[2].partition("\n## ")[0]
    return [(row[0], row[2]) for line in page.splitlines() if line.startswith("| `") and (row := line.strip("| ").split(" | "))]


@pytest.mark.parametrize(("written", "instead"), rows())
def test_what_is_refused_is_refused_and_what_is_written_instead_is_read(written: str, instead: str) -> None:
    for sentence in re.findall(r"`([^`]+)`", written):
        with pytest.raises(qsr.ParseError):
            qsr.parse(sentence)
    for sentence in re.findall(r"`([^`]+)`", instead):
        assert qsr.parse(sentence).statements
