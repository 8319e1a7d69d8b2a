"""Plans in a grid world as pictures: what each action did, and one plan beside another, such as the best one.

Every plan is carried out by the simulator under the same rules, so that a picture shows what counts and not what was meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from qsr.draw.numbers import decimal
from qsr.draw.walk_panels import walks_svg
from qsr.draw.walks import Board, Walk, walk_lines, walk_of
from qsr.theories.gridworld.profiles import score
from qsr.theories.gridworld.simulate import Trace, simulate
from qsr.theories.gridworld.traces import witness_of
from qsr.theories.gridworld.world import Rules, World

__all__ = ["board_of", "plans_svg", "plans_text", "walk_of_trace"]


def plans_svg(world: World, rules: Rules, plans: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return an SVG document with the world once per plan, side by side.

    Parameters
    ----------
    world, rules
        Where, and what is allowed.
    plans
        For each plan a name, which stands above its picture, and its actions.

    Examples
    --------
    >>> world = World(1, 2, (0, 0), energy=(((0, 1), 1),))
    >>> picture = plans_svg(world, Rules(), [("mine", ["UP"]), ("best", ["RIGHT", "TAKE", "LEFT", "DROP"])])
    >>> "mine: energy 0, 1 step" in picture, "best: energy 1, 4 steps" in picture
    (True, True)
    """
    return walks_svg(board_of(world), _walks(world, rules, plans), "Plans in a grid world")


def plans_text(world: World, rules: Rules, plans: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return the same in characters: grid and steps of one plan after the other, with an empty line between them."""
    board = board_of(world)
    return "\n\n".join("\n".join(walk_lines(board, walk)) for walk in _walks(world, rules, plans))


def board_of(world: World) -> Board:
    """Return a world as it is drawn."""
    return Board(world.rows, world.columns, world.start, world.obstacles, dict(world.energy))


def walk_of_trace(trace: Trace, name: str = "plan") -> Walk:
    """Return a plan that was carried out as it is drawn, with its name and its energy, as intended, above it."""
    witness = witness_of(trace)
    count = f"{len(trace.steps)} {'step' if len(trace.steps) == 1 else 'steps'}"
    left_out = len(trace.listed) - len(trace.steps)
    caption = f"{name}: energy {decimal(score(trace))}, {count}{f', {left_out} more not counted' if left_out else ''}"
    return walk_of(board_of(trace.world), witness.place, witness.names, caption)


def _walks(world: World, rules: Rules, plans: Sequence[tuple[str, Sequence[str]]]) -> list[Walk]:
    return [walk_of_trace(simulate(world, rules, actions), name) for name, actions in plans]
