"""A report as one HTML file: nothing from elsewhere, light and dark, for a screen, a telephone and a printer.

The only script is `page.js`, which the page's own policy names by its digest: no other could run. It fills the list of items,
which stands in the page as packed data; without it all else can be read.
"""

from __future__ import annotations

import json
from base64 import b64encode
from gzip import compress
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from qsr.pages import Block, Case, Figure, Heading, Items, Notes, Page, Paragraph, Table
from qsr.story import Witness
from qsr.wording import counted

__all__ = ["write"]

#: A story that is longer is folded.
_LONG: Final = 1200
#: With more characters or lines than this an answer may have to be scrolled.
_SCROLLED: Final = 400
_LINES: Final = 8

#: Characters of a word that fits a narrow column.
_WORD: Final = 14
#: A table with more columns than this is set row by row on a narrow screen.
_NARROW: Final = 5
_HERE: Final = Path(__file__).parent


def write(page: Page) -> str:
    """Return the page as an HTML document; whatever names hold is text in it, and nothing else."""
    style, script = ((_HERE / f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    parts, number, end = [], 0, ""
    for block in page.blocks:
        if isinstance(block, Heading) and block.level == 2:
            number += 1
            opened, closing = ("<section>", "</section>") if block.opened else ("<details><summary>", "</details>")
            title = f'<h2 id="part-{number}">{_text(block.text)}</h2>'
            parts.append(end + opened + title + ("" if block.opened else "</summary>"))
            end = closing
        else:
            parts.append(_block(block))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="qsr">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{_text(page.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>{_text(page.title)}</h1>\n"
        + "\n".join(parts)
        + f"{end}\n</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _text(text: str) -> str:
    """Return text as markup; a character that no page may hold is written as its escape."""
    kept = "".join(
        char
        if char.isprintable() or char in "\n\t " or (ord(char) > 0xA0 and not "\ud800" <= char <= "\udfff")
        else char.encode("unicode_escape").decode()
        for char in text
    )
    return escape(kept)


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h3>{_text(block.text)}</h3>"
    if isinstance(block, Paragraph):
        kind = ' class="lead"' if block.lead else ' class="fine"' if block.fine else ""
        return f"<p{kind}>{_text(block.text)}</p>"
    if isinstance(block, Notes):
        return "<ul>" + "".join(f'<li dir="auto">{_text(entry)}</li>' for entry in block.entries) + "</ul>"
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Figure):
        return f"<figure>{block.svg}<figcaption>{_text(block.caption)}</figcaption></figure>"
    if isinstance(block, Items):
        return _items(block)
    return _case(block)


def _items(items: Items) -> str:
    """Return the place of the list, and its data: packed, so that a page of thousands of items stays small."""
    packed = compress(json.dumps({"models": items.models, "rows": items.rows}, ensure_ascii=True).encode(), mtime=0)
    left = items.count - len(items.rows)
    told = f"<p>The first {len(items.rows)} of {items.count} items are listed.</p>" if left > 0 else ""
    return (
        f'<div id="items"><p id="items-wait">A list of {counted(len(items.rows), "item")} to filter, sort and search. '
        f"It needs JavaScript, and a browser of 2023 or later.</p></div>{told}"
        f'<script type="text/plain" id="items-data">{b64encode(packed).decode()}</script>'
    )


def _long(name: str) -> str:
    """Return the class of a name that may be broken anywhere, because it has a word that no narrow column holds."""
    return ' class="long"' if max(map(len, name.split()), default=0) > _WORD else ""


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col"{_long(cell)}>{_text(cell)}</th>' for cell in table.head) if any(table.head) else ""
    many = len(table.head) > _NARROW
    rows = []
    for first, *rest in table.rows:
        named = [f' data-of="{_text(of)}"' if many else "" for of in table.head[1:]]
        cells = "".join(f'<td dir="auto"{of}><span>{_text(cell)}</span></td>' for cell, of in zip(rest, named, strict=True))
        rows.append(f'<tr><th scope="row" dir="auto"{_long(first)}>{_text(first)}</th>{cells}</tr>')
    # What has to be scrolled on a narrow screen must be reached by the keyboard too.
    named_region = f'tabindex="0" role="region" aria-label="{_text(table.caption)}"'
    caption = f"<caption>{_text(table.caption)}</caption>"
    kinds = f"{'numbers' if table.numeric else 'words'}{' many' if many else ''}"
    drawn = (
        f'<div class="wide" {named_region}><table class="{kinds}">{caption}'
        + (f"<thead><tr>{head}</tr></thead>" if head else "")
        + f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    if not table.folded:
        return drawn
    return f"<details><summary>{_text(table.caption)}: {counted(len(table.rows), 'row')}</summary>{drawn}</details>"


def _case(case: Case) -> str:
    pieces = "".join(f"<mark>{_text(text)}</mark>" if is_marked else _text(text) for text, is_marked in case.story)
    kind = "story grid-story" if case.as_typed else "story"
    story = f'<div class="{kind}" dir="auto">{pieces}</div>'
    if sum(len(text) for text, _ in case.story) > _LONG and not any(is_marked for _, is_marked in case.story):
        story = f"<details><summary>The story</summary>{story}</details>"
    facts = "".join(f"<dt>{_text(term)}</dt>{_fact(words)}" for term, words in case.facts)
    words = ""
    if case.evidence:
        entries = "".join(f'<li dir="auto">{_text(entry)}</li>' for entry in case.evidence)
        words = f"<p>The words that show it:</p><ul>{entries}</ul>"
    drawing = ""
    if case.drawing is not None:
        drawing = f"<figure>{_drawn(case.drawing)}<figcaption>{_text(case.drawing_caption)}</figcaption></figure>"
    body = f"{story}<dl>{facts}</dl>{words}{drawing}"
    return f"<article><details><summary><h3>{_text(case.title)}</h3></summary>{body}</details></article>"


def _fact(words: str) -> str:
    # What has to be scrolled must be reached by the keyboard too.
    reached = ' tabindex="0"' if len(words) > _SCROLLED or words.count("\n") > _LINES else ""
    return f'<dd dir="auto"{reached}>{_text(words)}</dd>'


def _drawn(drawing: Witness) -> str:
    try:
        return drawing.svg().strip()
    except ValueError:
        # A kind that has no drawing has words.
        return f'<div class="story grid-story">{_text(drawing.text())}</div>'
