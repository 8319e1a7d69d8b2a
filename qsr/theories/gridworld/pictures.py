"""Walks through grid worlds as SVG.

Every step has its number in the cell that it ends in. Moves are arrows, which bend aside so that there and back again are two
lines. A step in which nothing happened is red: a bar where a move was blocked, a cross where an action was empty. Energy is a
disc and, where all of it was taken, a ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import hypot
from textwrap import wrap
from typing import Final

from qsr.draw.document import document
from qsr.draw.panel import Axis, Panel, attributes, colour, group, text_element
from qsr.draw.points import towards
from qsr.draw.rect import Rect
from qsr.theories.gridworld.simulate import MOVES, Step
from qsr.theories.gridworld.walks import Walk, numbers_by_cell, step_runs, step_words, void_steps
from qsr.theories.gridworld.world import Cell, World

__all__ = ["walk_svg"]

#: Pixels: what a board may take on its longer side, and the largest and the smallest cell.
_LONGER, _LARGEST, _SMALLEST = 620, 84, 46
_ENERGY, _START, _VOID = "#d99a06", "#3b82f6", "#ef4444"
#: Arrows: how far a first one bends aside and each further one of the same way, their ends, and their heads, in shares of a cell.
_BEND, _BEND_MORE, _CLEAR, _HEAD, _WING = 0.1, 0.07, 0.14, 0.16, 0.075
#: Letters, in shares of a cell, and in pixels at least and at most.
_FONT, _LEAST_FONT, _LARGEST_FONT = 0.21, 10.0, 12.5
#: Where the walk passes through a cell, from its middle, in shares of it: beside the numbers, which stand at the top left.
_ASIDE: Final = (0.12, 0.14)
#: Where the numbers begin.
_INDENT: Final = 0.38
_MOST_LINES: Final = 3
#: What a line of numbers may fill of the width of a cell.
_FILLED: Final = 0.86
#: Width of a digit and of a blank, in shares of the size of letters.
_ADVANCE, _BLANK = 0.7, 0.4
_LEGEND: Final = "Numbers: steps. Disc: energy; ring: taken. Square: start. Red: nothing happened."


def walk_svg(board: World, walk: Walk) -> str:
    """Return an SVG document with the board and the steps."""
    unit = max(_SMALLEST, min(_LARGEST, _LONGER // max(board.rows, board.columns)))
    said = ", ".join(" ".join(step_words(number, step)) for number, step in enumerate(walk, 1))
    return document([_panel(board, walk, unit)], "Walks through a grid world", f"walk: {said}", _LEGEND)


def _panel(board: World, walk: Walk, unit: int) -> Panel:
    half = Fraction(1, 2)
    axes = [
        Axis(Fraction(0), Fraction(side - 1), Fraction(unit), grid_offset=half, grows_down=down, walls=(-half, side - half))
        for side, down in ((board.columns, False), (board.rows, True))
    ]
    frame = Panel(axes[0], axes[1], "", around=unit / 2 + 10)
    drawing = _Drawing(frame, board, unit)
    drawing.ground(walk)
    here = board.start
    for step in walk:
        drawing.step(here, step)
        here = step.cell
    drawing.numbers(walk)
    return frame


class _Drawing:
    """A board being drawn: what happens, cell by cell, at the scale of a panel."""

    def __init__(self, frame: Panel, board: World, unit: int) -> None:
        self._frame, self._board, self._unit = frame, board, float(unit)
        self._font = max(_LEAST_FONT, min(_LARGEST_FONT, _FONT * unit))
        self._ways: dict[tuple[Cell, Cell], int] = {}

    def _at(self, cell: Cell) -> tuple[float, float]:
        return self._frame.x(cell[1]), self._frame.y(cell[0])

    def _passed(self, cell: Cell) -> tuple[float, float]:
        """Return where a walk passes through a cell."""
        x, y = self._at(cell)
        return x + _ASIDE[0] * self._unit, y + _ASIDE[1] * self._unit

    def ground(self, walk: Walk) -> None:
        """Draw obstacles, energy and the start."""
        unit, taken = self._unit, _taken(walk)
        for cell in sorted(self._board.obstacles):
            box = Rect.around(*self._at(cell), unit, unit)
            self._frame.mark(f"<rect{attributes(x=box.left, y=box.top, width=unit, height=unit, class_='qsr-obstacle')}/>")
        for cell, units in self._board.energy:
            x, y = self._at(cell)
            x, y, radius = x + 0.33 * unit, y + 0.33 * unit, 0.1 * unit
            inside = "none" if taken.get(cell, 0) >= units else _ENERGY
            ring = attributes(cx=x, cy=y, r=radius, fill=inside, stroke=_ENERGY, stroke_width=1.5)
            self._frame.mark(f"<circle{ring}/>")
            if units > 1:
                self._write(str(units), x - 0.24 * unit, y + 0.08 * unit, "label qsr-units")
        box = Rect.around(*self._at(self._board.start), 0.86 * unit, 0.86 * unit)
        side = {"x": box.left, "y": box.top, "width": 0.86 * unit, "height": 0.86 * unit}
        self._frame.mark(f"<rect{attributes(**side, rx=0.15 * unit, fill='none', stroke=_START, stroke_width=2.5)}/>")

    def step(self, here: Cell, step: Step) -> None:
        """Draw one step that begins here."""
        wanted = MOVES.get(step.action)
        if step.cell != here:
            self._arrow(here, step.cell)
        elif step.outcome and wanted is not None:
            self._bar(here, wanted)
        elif step.outcome:
            self._cross(here)

    def _arrow(self, here: Cell, there: Cell) -> None:
        unit, start, end = self._unit, self._passed(here), self._passed(there)
        again = self._ways[here, there] = self._ways.get((here, there), -1) + 1
        across, down = end[0] - start[0], end[1] - start[1]
        length = hypot(across, down)
        along = (across / length, down / length)
        bend = 2 * (_BEND + _BEND_MORE * again) * unit
        control = ((start[0] + end[0]) / 2 - along[1] * bend, (start[1] + end[1]) / 2 + along[0] * bend)
        first = towards(start, control, _CLEAR * unit)
        tip = towards(end, control, _CLEAR * unit)
        neck = towards(tip, control, _HEAD * unit)
        curve = f"M{first[0]:.1f} {first[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
        self._frame.mark(f"<path{attributes(d=curve, stroke=colour(2), class_='qsr-step')}/>")
        ahead = ((tip[0] - neck[0]) / (_HEAD * unit), (tip[1] - neck[1]) / (_HEAD * unit))
        wings = [(neck[0] - ahead[1] * side * unit, neck[1] + ahead[0] * side * unit) for side in (_WING, -_WING)]
        head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings))
        self._frame.mark(f"<polygon{attributes(points=head, fill=colour(2))}/>")

    def _bar(self, here: Cell, wanted: Cell) -> None:
        """Draw a line that ends at a bar on the edge, or in the corner, that a move could not cross."""
        unit, (x, y) = self._unit, self._at(here)
        down, across = wanted
        edge = (x + 0.42 * unit * across, y + 0.42 * unit * down)
        length = hypot(across, down)
        turned = (-down / length * 0.2 * unit, across / length * 0.2 * unit)
        start = (x + 0.16 * unit * across, y + 0.16 * unit * down)
        line = f"M{start[0]:.1f} {start[1]:.1f}L{edge[0]:.1f} {edge[1]:.1f}"
        bar = f"M{edge[0] - turned[0]:.1f} {edge[1] - turned[1]:.1f}L{edge[0] + turned[0]:.1f} {edge[1] + turned[1]:.1f}"
        self._frame.mark(f"<path{attributes(d=line + bar, stroke=_VOID, class_='qsr-step qsr-blocked')}/>")

    def _cross(self, here: Cell) -> None:
        arm, (x, y) = 0.13 * self._unit, self._at(here)
        y += 0.3 * self._unit
        lines = (
            f"M{x - arm:.1f} {y - arm:.1f}L{x + arm:.1f} {y + arm:.1f}M{x - arm:.1f} {y + arm:.1f}L{x + arm:.1f} {y - arm:.1f}"
        )
        self._frame.mark(f"<path{attributes(d=lines, stroke=_VOID, class_='qsr-step qsr-empty')}/>")

    def numbers(self, walk: Walk) -> None:
        """Write the numbers of the steps into their cells, as many as fit; all of them show on hovering."""
        unit, void = self._unit, void_steps(walk)
        font = self._font
        for cell, found in sorted(numbers_by_cell(walk).items()):
            x, y = self._at(cell)
            longest = int(_FILLED * unit / (_ADVANCE * font))
            lines = wrap(" ".join(step_runs(found, void)), longest, break_long_words=False, break_on_hyphens=False)
            for row, line in enumerate(lines[:_MOST_LINES]):
                words = line.split()
                if row == _MOST_LINES - 1 and len(lines) > _MOST_LINES:
                    words[-1] = "…"
                left = x - _INDENT * unit
                for word in words:
                    kind = "label qsr-halo qsr-start" + (" qsr-void" if word.endswith("!") else "")
                    self._write(word.removesuffix("!"), left, y - 0.5 * unit + (row + 1.2) * 1.1 * font, kind)
                    left += (len(word.removesuffix("!")) * _ADVANCE + _BLANK) * font
            self._hover(Rect.around(x, y, unit, unit), [(number, walk[number - 1]) for number in found])

    def _hover(self, area: Rect, steps: Sequence[tuple[int, Step]]) -> None:
        """Let a cell say its steps in words, by an area that is not seen."""
        said = [(words[0], words[1:]) for words in (step_words(number, step) for number, step in steps)]
        self._frame.top(group(f"<rect{attributes(**area.sides, fill_opacity='0')}/>", said))

    def _write(self, words: str, x: float, y: float, kind: str) -> None:
        # A style in the element wins over the rule of the document, which has one size for all labels.
        self._frame.top(text_element(words, x, y, kind, style=f"font-size:{self._font:.1f}px"))


def _taken(walk: Walk) -> dict[Cell, int]:
    """Return the units that were taken from each cell."""
    found: dict[Cell, int] = {}
    for step in walk:
        if step.action == "TAKE" and not step.outcome:
            found[step.cell] = found.get(step.cell, 0) + 1
    return found
