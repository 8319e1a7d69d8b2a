"""A report as Markdown: the same words and numbers; pictures of numbers are left out, and models are drawn as text."""

from __future__ import annotations

import re
from typing import Final

from qsr.pages import Block, Case, Figure, Heading, Items, Notes, Page, Paragraph, Table

__all__ = ["write"]

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|!~$&])")
#: What makes a list or a rule of a line that begins with it.
_BEGINNING: Final = re.compile(r"^(\d*)([-+=]|(?<=\d)[.)](?=\s|$))")
_TICKS: Final = re.compile("`+")


def write(page: Page) -> str:
    """Return the page as Markdown with tables as GitHub takes them; whatever names hold is text in it, and nothing else."""
    parts = [f"# {_text(page.title)}", *(_block(block) for block in page.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _clean(text: str) -> str:
    kept = (
        char if char.isprintable() or char in "\n " or ord(char) > 0xA0 else " " if char.isspace() else repr(char)[1:-1]
        for char in text
    )
    return "".join(char if not any("\ud800" <= one <= "\udfff" for one in char) else "\ufffd" for char in kept)


def _text(text: str) -> str:
    """Return text on one line that no reader of Markdown takes for markup."""
    return _BEGINNING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(_clean(text).split())))


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_text(block.text)}"
    if isinstance(block, Paragraph):
        return f"**{_text(block.text)}**" if block.lead else _text(block.text)
    if isinstance(block, Notes):
        return "\n".join(f"- {_text(entry)}" for entry in block.entries)
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Figure):
        return ""
    if isinstance(block, Items):
        return f"All {block.count} items stand in the report as HTML, in a list to filter, sort and search."
    return _case(block)


def _table(table: Table) -> str:
    rule = ("---", *("---:" if table.numeric else "---" for _ in table.head[1:]))
    rows = [_row(tuple(map(_text, table.head))), _row(rule), *(_row(tuple(map(_text, row))) for row in table.rows)]
    return f"**{_text(table.caption)}**\n\n" + "\n".join(rows)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def _case(case: Case) -> str:
    story = "".join(f"**{_text(text)}** " if is_marked else f"{_text(text)} " for text, is_marked in case.story).strip()
    plain = "".join(text for text, _ in case.story)
    parts = [f"### {_text(case.title)}", _fenced(plain) if case.as_typed else f"> {story}"]
    parts.append("\n".join(f"- {_text(term)}: {_text(words)}" for term, words in case.facts))
    if case.evidence:
        parts.append("The words that show it:\n\n" + "\n".join(f"- {_text(entry)}" for entry in case.evidence))
    if case.drawing is not None:
        parts.append(f"{_text(case.drawing_caption)}\n\n{_fenced(case.drawing.text())}")
    return "\n\n".join(parts)


def _fenced(text: str) -> str:
    # A fence is longer than any run of its own sign in the text.
    fence = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(text)), default=0))
    return f"{fence}text\n{_clean(text)}\n{fence}"
