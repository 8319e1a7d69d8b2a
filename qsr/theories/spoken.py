"""The words in which a story speaks of its axes, for drawings of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from qsr.errors import NotCovered
from qsr.logic import leaves
from qsr.relations import AXES, DIRECTIONS, parts
from qsr.story import Story
from qsr.theories.everyday import Manner

__all__ = ["BY_COMPASS", "spoken"]

_ENDS: Final = {"x": ("left", "right"), "y": ("below", "above"), "z": ("behind", "in front")}
_UNDER: Final = ("under", "over")
#: On a map, and in a story with heights, where north lies behind (`qsr.theories.everyday`).
_COMPASS: Final = {"x": ("west", "east"), "y": ("south", "north"), "z": ("north", "south")}

_POINTS: Final = {"x": re.compile("east|west", re.IGNORECASE), "y": re.compile("north|south", re.IGNORECASE)}

#: What `spoken` returns of a story in the plane that speaks of the compass alone.
BY_COMPASS: Final[Mapping[str, str]] = {"x-": "west", "x+": "east", "y-": "south", "y+": "north", "north": "y"}


def spoken(story: Story) -> dict[str, str]:
    """Return the words at the ends of the axes that a story speaks of, those it uses first, and the axis to the north.

    >>> from qsr import parse
    >>> spoken(parse("The inn is north of the well. The oak is to the right of the inn."))
    {'y-': 'south', 'y+': 'north', 'x-': 'left', 'x+': 'right', 'north': 'y'}
    """
    try:
        manner = Manner(story, None)
    except NotCovered:
        return {}
    found: dict[str, tuple[str, str]] = {}
    by_compass = set()
    for statement in story.statements:
        properties = dict(statement.properties)
        for name in (part for atom in leaves(statement.formula) for part in parts(atom.relation) if part in DIRECTIONS):
            axis = AXES[DIRECTIONS[manner.direction(name, properties)][0]]
            # A data set's text says its words, and not how they were meant.
            if name in properties.get("compass", ()) or ("compass" not in properties and _named(axis, story.quote(statement.id))):
                by_compass.add(axis)
                found.setdefault(axis, _COMPASS[axis])
            else:
                is_under = axis == "y" and re.search(r"\b(?:over|under)\b", story.quote(statement.id))
                found.setdefault(axis, _UNDER if is_under else _ENDS[axis])
    words = {f"{axis}{end}": word for axis, ends in found.items() for end, word in zip("-+", ends, strict=True)}
    north = "z" if manner.own_axis else "y"
    # What is above is not in the north.
    return {**words, "north": north} if by_compass and (north in by_compass or north not in found) else words


def _named(axis: str, words: str) -> bool:
    """Tell whether words name a point of the compass on an axis of the plane, and no side of it."""
    return axis in _POINTS and bool(_POINTS[axis].search(words)) and not any(end in words.split() for end in _ENDS[axis])
