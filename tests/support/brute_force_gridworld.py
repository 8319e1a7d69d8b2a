"""What every sequence of actions in a small grid world can bring to the start, written without the planner or the simulator.

Sequences that lead to the same state are followed once: what comes after is the same. Actions that change nothing are left out,
as a sequence without them is shorter and leads to the same state.
"""

from __future__ import annotations

from fractions import Fraction

State = tuple[int, int, tuple[int, ...]]


def most_units(rows: list[str], moves: int, carry: int | None, steps: int) -> list[int]:
    """Return the most units that lie on the start after 0, 1, ... steps; rows hold ``.``, ``A``, ``O`` and numbers of units.

    Energy is taken and dropped anywhere, the start included.
    """
    width = len(rows[0])
    cells = "".join(rows)
    start = cells.index("A")
    reach = []
    for place in range(len(cells)):
        row, column = divmod(place, width)
        near = [
            other
            for other, kind in enumerate(cells)
            if kind != "O"
            and max(abs(other // width - row), abs(other % width - column)) == 1
            and (moves == 8 or other // width == row or other % width == column)
        ]
        reach.append(near)
    held = tuple(int(kind) if kind.isdigit() else 0 for kind in cells)
    seen: set[State] = {(start, 0, held)}
    layer = set(seen)
    most = [0]
    for _ in range(steps):
        following: set[State] = set()
        for place, carried, units in layer:
            following.update((other, carried, units) for other in reach[place])
            if units[place] and (carry is None or carried < carry):
                following.add((place, carried + 1, (*units[:place], units[place] - 1, *units[place + 1 :])))
            if carried:
                following.add((place, 0, (*units[:place], units[place] + carried, *units[place + 1 :])))
        # A state that was there before can do all that it can do now, and sooner.
        layer = following - seen
        seen |= layer
        most.append(max([most[-1], *(units[start] for _, _, units in layer)]))
    return most


def optimum(most: list[int], cost: Fraction) -> Fraction:
    """Return the greatest value of units less the cost of the steps."""
    return max(units - cost * steps for steps, units in enumerate(most))
