"""Prompts that put a grid world to a language model, for every combination of GRASP's constraints.

They say what the published prompts say, in other words: the goal, the actions, what blocks, how much can be carried, what a step
costs, how many there may be, that an invalid step changes nothing, and that a list is asked for. They are said so that a plan is
worth the same under either wording. Sentences about obstacles, a limit or a cost stand only where the story has them.

Templates of one's own are a JSON object of two texts, ``{"system": ..., "user": ...}``. What stands in them in braces is
filled in:

``{grid}`` the drawing; ``{rows}``, ``{columns}`` its size; ``{actions}`` the actions in one line; ``{steps}`` how many there may
be; ``{moves}`` 4 or 8; ``{carry}`` the limit or "none"; ``{cost}`` the cost of a step; ``{legend}`` what the letters mean;
``{energy_rule}`` how much a cell holds; ``{obstacle_rule}``, ``{diagonal_rule}``, ``{carry_rule}``, ``{cost_rule}`` a sentence
where the constraint applies, else nothing. Two braces stand for one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from qsr.datasets.forms.json_rows import json_file
from qsr.errors import DatasetError
from qsr.inputs import readable
from qsr.story import Story
from qsr.theories.gridworld.simulate import ACTIONS, DIAGONALS
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.theories.gridworld.text.reader import RULES, read, write

__all__ = ["DEFAULT", "Prompt", "prompt", "read_templates"]


class Prompt(NamedTuple):
    """The two messages that put one grid world to a model, or their templates, with places in braces."""

    system: str
    user: str


DEFAULT: Final = Prompt(
    "You control an agent that walks on a grid of cells. {energy_rule}{obstacle_rule}"
    "Bring as much energy as you can back to the cell in which you begin. You may use up to {steps} steps; fewer are allowed. "
    "Each step is one of {actions}. UP, DOWN, LEFT and RIGHT each take you one cell in that direction. {diagonal_rule}"
    "You cannot leave the grid. TAKE picks up one unit of energy from the cell you are in; where there is none, it picks up "
    "nothing. {carry_rule}DROP puts down everything you carry in the cell you are in. {cost_rule}"
    "A step that is not possible leaves the world as it is.",
    "This is the grid. {legend}\n{grid}Answer with your steps as one list, in this form: [STEP, STEP, ...]",
)


def prompt(story: Story, templates: Prompt = DEFAULT) -> Prompt:
    """Return the prompt for a story that `qsr.theories.gridworld.text.read` made.

    >>> from qsr.theories.gridworld.text import read
    >>> from qsr.theories.gridworld.text.drawing import draw_grid
    >>> prompt(read(draw_grid(1, 2, {(0, 0): "A", (0, 1): "E"}), carry="2")).system.count("no more than 2 units")
    1
    """
    filled = _filled(story)
    return Prompt(templates.system.format(**filled), templates.user.format(**filled))


def _filled(story: Story) -> dict[str, str]:
    rules = {**RULES, **dict(story.settings)}
    rows, columns = next(one.property("cell") for one in story.statements if one.relation == "size")
    blocked = any(one.relation == "obstacle" for one in story.statements)
    stores = any(one.property("units", 1) > 1 for one in story.statements)
    diagonal = rules["moves"] == "8"
    costs = float(rules["cost"]) > 0
    return {
        "grid": write(story),
        "rows": str(rows),
        "columns": str(columns),
        "actions": ", ".join(action for action in ACTIONS if diagonal or action not in DIAGONALS),
        **{name: rules[name] for name in RULES},
        "legend": "A is where you begin, E is one unit of energy"
        + (", a number is that many units" if stores else "")
        + (", O is an obstacle" if blocked else "")
        + ".",
        "energy_rule": f"Each cell holds {'some units of energy, one unit,' if stores else 'one unit of energy'} or none. ",
        "obstacle_rule": "Obstacles fill some cells, and you can neither enter nor cross those. " if blocked else "",
        "diagonal_rule": "UPLEFT takes you one cell up and one to the left in a single step, and the other three likewise. "
        if diagonal
        else "",
        "carry_rule": "" if rules["carry"] == "none" else f"You can carry no more than {_units(rules['carry'])} at a time. ",
        "cost_rule": f"Every step that you list uses up {_units(rules['cost'])} of energy. " if costs else "",
    }


def _units(amount: str) -> str:
    return f"{amount} unit" if amount == "1" else f"{amount} units"


def read_templates(path: Path) -> Prompt:
    """Read templates of one's own; raise DatasetError, saying what was expected, where they cannot be used.

    The drawing must be in one of the two texts, for without it there is nothing to plan.
    """
    with readable(path):
        found = json_file(path)
    if not isinstance(found, dict) or {*found} != {*Prompt._fields} or not all(isinstance(text, str) for text in found.values()):
        raise DatasetError(f'{path}: expected a JSON object of two texts, "system" and "user"')
    templates, smallest = Prompt(**found), read(draw_grid(1, 1, {(0, 0): "A"}))
    try:
        filled = prompt(smallest, templates)
    except (LookupError, AttributeError, ValueError) as error:
        known = ", ".join(f"{{{place}}}" for place in _filled(smallest))
        raise DatasetError(f"{path}: {error} in braces; there are {known}, and two braces stand for one") from error
    if write(smallest) not in "".join(filled):
        raise DatasetError(f"{path}: no text has {{grid}}, where the drawing goes")
    return templates
