"""A report as one HTML file: no script, nothing from elsewhere, light and dark, for a screen, a telephone and a printer."""

from __future__ import annotations

from html import escape
from typing import Final

from qsr.pages import Block, Case, Figure, Heading, Notes, Page, Paragraph, Table
from qsr.story import Witness
from qsr.wording import counted

__all__ = ["write"]

#: A story that is longer is folded.
_LONG: Final = 1200
#: With more characters or lines than this an answer may have to be scrolled.
_SCROLLED: Final = 400
_LINES: Final = 8

_STYLE: Final = """
:root{color-scheme:light dark;--ground:#ffffff;--ink:#1f2328;--soft:#57606a;--line:#d0d7de;--stripe:#f6f8fa;
--mark:#fff3b0;--link:#0550ae;
--s1:#0072b2;--s2:#d55e00;--s3:#009e73;--s4:#cc79a7;--s5:#b07d00;--s6:#56b4e9}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--ink:#e6edf3;--soft:#9198a1;--line:#30363d;--stripe:#161b22;
--mark:#5c4a00;
--link:#6cb6ff;--s1:#4aa8e0;--s2:#f08c45;--s3:#2fc79b;--s4:#e29fc4;--s5:#e6b422;--s6:#8fd0f5}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink)}
body,.plot text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans","Noto Sans CJK SC",sans-serif}
body{font-size:16px;line-height:1.5}
main{max-width:62rem;margin:0 auto;padding:1rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.25;overflow-wrap:anywhere}
h2{font-size:1.3rem;margin:2.2rem 0 .6rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1.08rem;margin:1.4rem 0 .5rem;overflow-wrap:anywhere}
p,ul{max-width:46rem}
li{overflow-wrap:anywhere}
nav{font-size:.95rem}
nav a{color:var(--link);margin-right:1rem;display:inline-block}
.wide{overflow-x:auto;margin:.8rem 0 1.2rem}
table{border-collapse:collapse;min-width:min(100%,24rem);font-size:.92rem}
caption{text-align:left;font-weight:600;padding:.2rem 0 .4rem}
th,td{padding:.28rem .7rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom}
tbody th{font-weight:600;overflow-wrap:break-word;min-width:7rem;max-width:24rem}
tbody tr:nth-child(even){background:var(--stripe)}
.numbers td,.numbers thead th+th{text-align:right;font-variant-numeric:tabular-nums}
.numbers td{white-space:nowrap}
.words td{overflow-wrap:anywhere}
figure{margin:1rem 0}
figcaption{color:var(--soft);font-size:.9rem;max-width:40rem;margin-top:.3rem}
.plot{display:block;width:100%;max-width:32rem;height:auto}
.plot text{fill:var(--ink);font-size:12.5px}
.plot .tick{fill:var(--soft);font-size:11px}
.plot .grid{stroke:var(--line);stroke-width:1}
.plot .whisker{stroke:var(--ink);stroke-width:1.3;fill:none}
.plot .stroke{stroke-width:2}
.series-1{fill:var(--s1);stroke:var(--s1)}.series-2{fill:var(--s2);stroke:var(--s2)}.series-3{fill:var(--s3);stroke:var(--s3)}
.series-4{fill:var(--s4);stroke:var(--s4)}.series-5{fill:var(--s5);stroke:var(--s5)}.series-6{fill:var(--s6);stroke:var(--s6)}
rect.series-1,rect.series-2,rect.series-3,rect.series-4,rect.series-5,rect.series-6{stroke:none}
summary{cursor:pointer;color:var(--soft)}
article{border:1px solid var(--line);border-radius:10px;padding:.2rem 1rem 1rem;margin:1rem 0}
.story{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--stripe);border-radius:8px;padding:.7rem .9rem;margin:.6rem 0}
.grid-story{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.85rem;white-space:pre;overflow-x:auto}
mark{background:var(--mark);color:inherit;padding:.05em 0;border-bottom:2px solid var(--s2)}
dl{margin:.6rem 0;display:grid;grid-template-columns:8.5rem 1fr;gap:.2rem .8rem}
dt{color:var(--soft)}
dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;max-height:16rem;overflow-y:auto}
article svg{max-width:100%;height:auto}
@media (max-width:36rem){dl{grid-template-columns:1fr}dt{margin-top:.3rem}article{padding:.2rem .7rem .8rem}
th,td{padding:.25rem .45rem}}
@media print{article,figure,tr{break-inside:avoid}main{max-width:none}nav{display:none}
dd{max-height:none}.wide{overflow:visible}}
"""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def write(page: Page) -> str:
    """Return the page as an HTML document; whatever names hold is text in it, and nothing else."""
    headings = [block.text for block in page.blocks if isinstance(block, Heading) and block.level == 2]
    links = "".join(f'<a href="#part-{number}">{_text(text)}</a>' for number, text in enumerate(headings, 1))
    parts, number = [], 0
    for block in page.blocks:
        if isinstance(block, Heading) and block.level == 2:
            number += 1
            parts.append(f'<h2 id="part-{number}">{_text(block.text)}</h2>')
        else:
            parts.append(_block(block))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="qsr">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{_text(page.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{_text(page.title)}</h1>\n"
        f'<nav aria-label="Parts of this report">{links}</nav>\n' + "\n".join(parts) + "\n</main>\n</body>\n</html>\n"
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
        return f"<p>{_text(block.text)}</p>"
    if isinstance(block, Notes):
        return "<ul>" + "".join(f'<li dir="auto">{_text(entry)}</li>' for entry in block.entries) + "</ul>"
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Figure):
        return f"<figure>{block.svg}<figcaption>{_text(block.caption)}</figcaption></figure>"
    return _case(block)


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in table.head) if any(table.head) else ""
    rows = []
    for first, *rest in table.rows:
        cells = "".join(f'<td dir="auto">{_text(cell)}</td>' for cell in rest)
        rows.append(f'<tr><th scope="row" dir="auto">{_text(first)}</th>{cells}</tr>')
    # What has to be scrolled on a narrow screen must be reached by the keyboard too.
    named = f'tabindex="0" role="region" aria-label="{_text(table.caption)}"'
    caption = f"<caption>{_text(table.caption)}</caption>"
    drawn = (
        f'<div class="wide" {named}><table class="{"numbers" if table.numeric else "words"}">{caption}'
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
    return f"<article><h3>{_text(case.title)}</h3>{story}<dl>{facts}</dl>{words}{drawing}</article>"


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
