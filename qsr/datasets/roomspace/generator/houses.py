"""Rooms of ProcTHOR's houses, read from JSON. Written from the format's description and not verified on published files.

A house is an object with ``rooms`` (each with ``id``, ``roomType`` and ``floorPolygon``, a list of points with x and z) and
``objects`` (each with ``id``, such as ``"ArmChair|2|0"``, and ``position``); objects within objects, ``children``, are left
out. A file holds one house, a list of houses, or a house a line. A room is taken as the rectangle around its polygon; x runs to
the east, z to the north, and an object is the point of its position, so that in a continuous room none stands against a wall.

Source of the format: Deitke et al., "ProcTHOR", NeurIPS 2022.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from qsr.datasets.roomspace.generator.names import with_numbers
from qsr.datasets.roomspace.generator.scenes import Scene, steps_of
from qsr.errors import DatasetError
from qsr.generate.protocol import Report
from qsr.inputs import readable, stored
from qsr.theories.room.grid import Cell

__all__ = ["picked", "scenes"]

#: Steps on the longer side of a room: places are rounded to that.
_STEPS: Final = 1000
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
#: What is part of the building.
_FIXED: Final = ("door", "doorway", "doorframe", "window", "wall", "floor", "room")


def scenes(files: Sequence[str], sides: tuple[int, int], fewest: int, report: Report) -> list[Scene]:
    """Return the continuous rooms of the files that have enough objects; what is passed over is counted in the report.

    Objects of one kind have one name; `picked` numbers them. Raise DatasetError, with the file and the line, for a file that is
    not JSON or not of houses.
    """
    found = []
    for file in files:
        for number, house in _houses(Path(file)):
            where = f"{file}:{number}"
            for scene in _rooms(house, where, sides):
                if isinstance(scene, str):
                    report.passed_over[scene] += 1
                elif len(scene.names) < fewest:
                    report.passed_over[f"a room with fewer than {fewest} objects"] += 1
                else:
                    found.append(scene)
    return found


def picked(random: Random, scene: Scene, objects: int) -> Scene:
    """Return a room with so many of its objects in random order, those of a kind side by side and numbered."""
    chosen = random.sample(range(len(scene.names)), objects)
    kinds = [scene.names[at] for at in chosen]
    order = sorted(chosen, key=lambda at: kinds.index(scene.names[at]))
    names = with_numbers([scene.names[at] for at in order])
    return replace(scene, names=names, places=tuple(scene.places[at] for at in order))


def _houses(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield each house with its number: that of its line, or its place in a list."""
    with readable(path):
        text = stored(path).read_text(encoding="utf-8-sig")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        houses = [(number, _line(path, number, line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    else:
        houses = list(enumerate(whole if isinstance(whole, list) else [whole], 1))
    for number, house in houses:
        if not (isinstance(house, Mapping) and isinstance(house.get("rooms"), list) and isinstance(house.get("objects"), list)):
            raise DatasetError(f"{path}:{number}: expected a house of ProcTHOR, an object with lists rooms and objects")
        yield number, house


def _line(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{path}:{number}: not JSON: {error}") from error


def _rooms(house: Mapping[str, Any], where: str, sides: tuple[int, int]) -> Iterator[Scene | str]:
    """Yield each room as a scene, or why it is none."""
    objects = [found for found in map(_object, house["objects"]) if found is not None]
    for room in house["rooms"]:
        try:
            corners = [(float(corner["x"]), float(corner["z"])) for corner in room["floorPolygon"]]
            kind = " ".join(_WORDS.findall(room["roomType"])).lower()
            bounds = [(min(axis), max(axis)) for axis in zip(*corners, strict=True)]
        except (KeyError, TypeError, ValueError):
            yield "a room without a readable type and floor"
            continue
        if not kind or len(bounds) != 2 or any(low >= high for low, high in bounds):
            yield "a room without a readable type and floor"
            continue
        steps = steps_of(sides, _STEPS)
        inside = [(name, _place(spot, bounds, steps)) for name, spot in objects if _within(spot, bounds)]
        names, places = tuple(name for name, _ in inside), tuple(place for _, place in inside)
        yield Scene(kind, names, places, sides, steps, f"{where}:{room.get('id', '?')}")


def _object(found: Any) -> tuple[str, tuple[float, float]] | None:
    try:
        name = " ".join(_WORDS.findall(found["id"].partition("|")[0])).lower()
        spot = (float(found["position"]["x"]), float(found["position"]["z"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return None if not name or name in _FIXED else (name, spot)


def _within(spot: tuple[float, float], bounds: Sequence[tuple[float, float]]) -> bool:
    return all(low <= number <= high for number, (low, high) in zip(spot, bounds, strict=True))


def _place(spot: tuple[float, float], bounds: Sequence[tuple[float, float]], steps: tuple[int, int]) -> Cell:
    x, y = (round((number - low) / (high - low) * count) for number, (low, high), count in zip(spot, bounds, steps, strict=True))
    return x, y
