"""The SVG document around the panels: its card, its style for light and dark ground, its title for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Final

from qsr.draw.panel import Panel, attributes, text_element

__all__ = ["document"]

_PADDING: Final = 14.0
_GAP: Final = 18.0
#: Panels that are wider than this together stand below each other: on a telephone the letters are read as well.
_WIDEST: Final = 700.0
#: Height of a line below the panels.
_NOTE: Final = 18.0
#: Width that a character of a note takes, at most on average.
_CHARACTER: Final = 6.0
_EMPTY: Final = (260.0, 90.0)
_LONGEST_DESCRIPTION: Final = 4000

# Every rule is below the one class: a notebook pastes the document into its page, whose own styles must not change.
_STYLE: Final = """
.qsr-drawing text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.qsr-drawing text{font-size:13px;text-anchor:middle}
.qsr-drawing .qsr-card{fill:#ffffff;stroke:#d8dee4}
.qsr-drawing .qsr-plot{fill:#f6f8fa}
.qsr-drawing .qsr-grid{stroke:#dfe4ea;stroke-width:1;fill:none}
.qsr-drawing .qsr-wall{fill:none;stroke:#57606a;stroke-width:3}
.qsr-drawing .qsr-tick{fill:#6e7781;font-size:11px}
.qsr-drawing .qsr-axis{fill:#6e7781;font-size:12px;font-style:italic;font-weight:600}
.qsr-drawing .qsr-end{text-anchor:end}
.qsr-drawing .qsr-caption{fill:#57606a;font-size:12px;text-anchor:start}
.qsr-drawing .qsr-label{fill:#1f2328;font-weight:600}
.qsr-drawing .qsr-chip{fill:#f6f8fa;fill-opacity:.82}
.qsr-drawing .qsr-dot{stroke:#ffffff;stroke-width:2}
.qsr-drawing .qsr-box{fill-opacity:.2;stroke-width:2}
.qsr-drawing .qsr-piece{fill-opacity:.3;stroke-width:1}
.qsr-drawing .qsr-outline{fill:none;stroke-width:1.2;stroke-dasharray:5 4}
.qsr-drawing .qsr-step{fill:none;stroke-width:2;stroke-linecap:round}
.qsr-drawing .qsr-obstacle{fill:#afb8c1}
.qsr-drawing .qsr-void{fill:#ef4444}
.qsr-drawing .qsr-may{stroke-width:1.5;stroke-dasharray:3 3}
.qsr-drawing .qsr-shade{fill-opacity:.16}
.qsr-drawing .qsr-start{text-anchor:start}
.qsr-drawing .qsr-key{fill:#1f2328;font-size:12px;text-anchor:start}
.qsr-drawing .qsr-number{fill:#1f2328;font-size:11px;font-weight:700}
.qsr-drawing .qsr-leader{stroke:#6e7781;stroke-width:1;fill:none}
.qsr-drawing .qsr-needle{stroke:#6e7781;stroke-width:1.5;fill:#6e7781}
.qsr-drawing .qsr-north{font-style:normal}
.qsr-drawing .qsr-halo{paint-order:stroke;stroke:#f6f8fa;stroke-width:3px;stroke-linejoin:round}
@media (prefers-color-scheme:dark){
.qsr-drawing .qsr-card{fill:#0d1117;stroke:#30363d}
.qsr-drawing .qsr-plot{fill:#161b22}
.qsr-drawing .qsr-grid{stroke:#2b323b}
.qsr-drawing .qsr-wall{stroke:#9198a1}
.qsr-drawing .qsr-tick,.qsr-drawing .qsr-axis,.qsr-drawing .qsr-caption{fill:#9198a1}
.qsr-drawing .qsr-label,.qsr-drawing .qsr-number,.qsr-drawing .qsr-key{fill:#f0f6fc}
.qsr-drawing .qsr-leader{stroke:#9198a1}
.qsr-drawing .qsr-halo{stroke:#161b22}
.qsr-drawing .qsr-needle{stroke:#9198a1;fill:#9198a1}
.qsr-drawing .qsr-chip{fill:#161b22}
.qsr-drawing .qsr-dot{stroke:#161b22}
.qsr-drawing .qsr-obstacle{fill:#484f58}
.qsr-drawing .qsr-void{fill:#ef4444}
}
"""


def document(panels: Sequence[Panel], title: str, description: str, legend: str = "") -> str:
    """Return an SVG document with the panels side by side, in rows where they are many.

    `title` is what a screen reader says first and `description` what it says next, both plain text. `legend` stands below the
    panels. Without panels the picture says that there is nothing in it.
    """
    rows = _rows(panels)
    inner_width = max((_width(row) for row in rows), default=_EMPTY[0])
    inner_height = sum(max(panel.height for panel in row) for row in rows) + _GAP * (len(rows) - 1) if rows else _EMPTY[1]
    notes = [legend] if legend else []
    if not all(panel.is_to_scale for panel in panels):
        notes.append("The two axes have different scales.")
    notes = [line for note in notes for line in wrap(note, max(12, int(inner_width / _CHARACTER)))]
    width, height = inner_width + 2 * _PADDING, inner_height + 2 * _PADDING + _NOTE * len(notes)
    body = []
    top = _PADDING
    for row in rows:
        left = _PADDING
        for panel in row:
            body.append(panel.svg(left, top))
            left += panel.width + _GAP
        top += max(panel.height for panel in row) + _GAP
    if not panels:
        body.append(text_element("nothing is placed", width / 2, height / 2 + 4, "tick"))
    for place, note in enumerate(reversed(notes)):
        body.append(text_element(note, width / 2, height - 12 - _NOTE * place, "tick"))
    head = attributes(
        xmlns="http://www.w3.org/2000/svg", class_="qsr-drawing", role="img", width=f"{width:.0f}", height=f"{height:.0f}"
    )
    card = attributes(x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12, class_="qsr-card")
    return (
        f'<svg{head} viewBox="0 0 {width:.1f} {height:.1f}"><title>{escape(title)}</title>'
        f"<desc>{escape(description[:_LONGEST_DESCRIPTION])}</desc><style>{_STYLE}</style><rect{card}/>{''.join(body)}</svg>\n"
    )


def _rows(panels: Sequence[Panel]) -> list[list[Panel]]:
    """Return the panels in rows that are not too wide."""
    rows: list[list[Panel]] = []
    for panel in panels:
        if rows and _width([*rows[-1], panel]) <= _WIDEST:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


def _width(row: Sequence[Panel]) -> float:
    return sum(panel.width for panel in row) + _GAP * (len(row) - 1)
