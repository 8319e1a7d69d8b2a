"""Chat messages for one room: the task alone, or with definitions of the relations in front of it.

The sentences stand in `grammars/roomspace_generation.toml`. Definitions say what the item's mode and grid mean, and only of
relations that its setting has.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Final

from qsr.datasets.roomspace.generator.names import words
from qsr.generate.protocol import Line
from qsr.theories.room.text import DIRECTIONS, answer_word

__all__ = ["messages"]

_KEPT: Final = ("id", "setting", "mode", "grid", "n", "m_effective", "p", "status", "canary")


def messages(line: Line, view: str, style: str, question: str) -> Line:
    """Return a row as chat messages up to the question, with the expected answer beside them."""
    table = words()
    parts = [table["prompt"][f"task_{question}"].format(labels=", ".join(answer_word(code, view) for code in DIRECTIONS))]
    if style == "definitions":
        parts.append(" ".join((table["definitions"]["opening"], *_definitions(line, view, table["definitions"]))))
    parts.append(table["prompt"][f"answer_{question}"])
    asked = "question_fr" if question == "fr" else "question_yn" if view == "topdown" else "question_yn_north_raw"
    turns = [
        {"role": "system", "content": "\n".join(parts)},
        {"role": "user", "content": f"{line[f'story_{view}']}\n{line[asked]}"},
    ]
    target = [answer_word(code, view) for code in line["possible"]] if question == "fr" else _yes_no(line)
    return {**{key: line[key] for key in _KEPT}, "view": view, "style": style, "target": target, "messages": turns}


def _yes_no(line: Line) -> str:
    asked = next(code for code in DIRECTIONS if answer_word(code, "topdown") == line["yn_relation"])
    return "Yes" if asked in line["possible"] else "No"


def _definitions(line: Line, view: str, table: dict[str, Any]) -> list[str]:
    parts, mode = line["setting"].split("+"), line["mode"]
    kind = "real" if mode == "real" else "grid"
    width, length = line["grid"]
    found = [table[kind].format(width=width, length=length), table[view], table[f"overlap_{kind}"]]
    if {"Layout", "TPP"}.intersection(parts):
        found.append(table["layout" if view == "topdown" else "layout_north"])
    if "TPP" in parts:
        found.append(table["walls_real"] if kind == "real" else table["walls_grid"].format(away=table[f"away_{mode}"]))
    cells = max(width, length) - (mode == "code")
    side = table["side_real"] if kind == "real" else table["side_grid"].format(cells=cells)
    if "D2" in parts:
        found.append(table["two"].format(side=side))
    if "D3" in parts:
        found.append(table["three"].format(side=side, root=_root(2, 9), double=_root(8, 9)))
    return found


def _root(above: int, below: int) -> str:
    """Return the words for the square root of a fraction whose lower part is a square."""
    outside = next(number for number in range(isqrt(above), 0, -1) if above % (number * number) == 0)
    inside = above // (outside * outside)
    return f"{'' if outside == 1 else f'{outside} times '}the square root of {inside} divided by {isqrt(below)}"
