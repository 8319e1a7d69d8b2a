"""Drawings, looked at as XML."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

from qsr.draw.names import pixels

SVG = "{http://www.w3.org/2000/svg}"


def parsed(document: str) -> ElementTree.Element:
    return ElementTree.fromstring(document.encode("utf-8"))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


class Area(NamedTuple):
    """A rectangle in the numbers of the document, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Area) -> bool:
        """Tell whether two areas share more than rounding gives."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0.3 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.3

    def holds(self, other: Area) -> bool:
        """Tell whether the other area lies in this one, as far as one can see."""
        low, high = (self.left, self.top), (self.right, self.bottom)
        return all(a <= b + 0.7 for a, b in zip((*low, *other[2:]), (*other[:2], *high), strict=True))


class Body(NamedTuple):
    """What is seen of a thing, or of several at one place: their names, their parts, and the area around these."""

    names: tuple[str, ...]
    parts: tuple[Area, ...]
    outline: Area
    is_dot: bool


class Scene(NamedTuple):
    """One panel: where labels may stand, labels with the words that they say or stand for, bodies, what is written below."""

    plot: Area
    labels: list[tuple[str, Area]]
    bodies: list[Body]
    below: list[str]


def area(element: ElementTree.Element, shift: tuple[float, float]) -> Area:
    """Return where a rectangle, a circle or a polygon lies."""

    def at(name: str) -> float:
        return float(element.get(name, "0"))

    if element.tag == f"{SVG}polygon":
        across, down = zip(*(map(float, point.split(",")) for point in element.get("points", "").split()), strict=True)
        return Area(min(across) + shift[0], min(down) + shift[1], max(across) + shift[0], max(down) + shift[1])
    if element.tag == f"{SVG}circle":
        x, y, radius = at("cx") + shift[0], at("cy") + shift[1], at("r")
        return Area(x - radius, y - radius, x + radius, y + radius)
    x, y = at("x") + shift[0], at("y") + shift[1]
    return Area(x, y, x + at("width"), y + at("height"))


def scenes(document: str) -> list[Scene]:
    """Return the panels of a drawing."""
    found = []
    for panel in parsed(document).findall(f"{SVG}g"):
        x, y = map(float, re.findall(r"-?\d+\.\d", panel.get("transform", "")))
        chips = [area(chip, (x, y)) for chip in of_class(panel, "qsr-chip")]
        texts = [
            ("".join(text.itertext()), "qsr-number" in text.get("class", ""))
            for text in panel.findall(f"{SVG}text")
            if {"qsr-label", "qsr-number"} & set(text.get("class", "").split()) and "qsr-halo" not in text.get("class", "")
        ]
        below = [text.text or "" for text in of_class(panel, "qsr-key")]
        # In columns, or one behind the other; names in tests have no numbers.
        entries = r"(?:^|;? )(\d+) (.+?)(?=;? \d+ (?!more)|;? ?Too close|$)"
        numbered = dict(re.findall(entries, " ".join(below)))
        labels = [(numbered[text] if is_number else text, chip) for (text, is_number), chip in zip(texts, chips, strict=True)]
        bodies = []
        for group in panel.findall(f"{SVG}g"):
            kinds = (f"{SVG}rect", f"{SVG}circle", f"{SVG}polygon")
            shapes = [one for one in group if one.tag in kinds and not one.get("fill-opacity")]
            if shapes:
                names = tuple(words.partition(": ")[0] for words in (group.findtext(f"{SVG}title") or "").split("; "))
                parts = [area(one, (x, y)) for one in shapes if one.get("class") != "qsr-outline"]
                sides = list(zip(*parts, strict=True))
                around = Area(min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
                bodies.append(Body(names, tuple(parts), around, shapes[0].tag != kinds[0]))
        (plot,) = of_class(panel, "qsr-plot")
        found.append(Scene(area(plot, (x, y)), labels, bodies, below))
    return found


def faults(document: str) -> list[str]:
    """Return what is wrong with a drawing whose things have names of their own: none where it can be read."""
    _, _, wide, high = map(float, (parsed(document).get("viewBox") or "").split())
    page, found = Area(0, 0, wide, high), []
    for panel in parsed(document).findall(f"{SVG}g"):
        left = float(re.findall(r"-?\d+\.\d", panel.get("transform", ""))[0])
        for text in (text for kind in ("qsr-key", "qsr-caption") for text in of_class(panel, kind)):
            if left + float(text.get("x", "0")) + pixels(text.text or "", 12) > wide:
                found.append(f"{text.text!r} leaves the picture")
    for scene in scenes(document):
        found += [f"{text!r} leaves the plot" for text, chip in scene.labels if not scene.plot.holds(chip)]
        seen = [scene.plot, *(body.outline for body in scene.bodies)]
        found += [f"{one} leaves the picture" for one in seen if not page.holds(one)]
        for (text, chip), (other, second) in combinations(scene.labels, 2):
            if chip.meets(second):
                found.append(f"labels {text!r} and {other!r} overlap")
        said = " ".join([*(text for text, _ in scene.labels), *scene.below])
        for body in scene.bodies:
            if body.names[0] != "empty" and body.names[0] not in said:
                found.append(f"{body.names[0]!r} is not told")
        for text, chip in scene.labels:
            own = max((body for body in scene.bodies if text.startswith(body.names[0])), key=lambda body: len(body.names[0]))
            for body in scene.bodies:
                grounds = body.outline.holds(own.outline) and not body.is_dot
                parts = [part for part in body.parts if not part.holds(own.outline)] if grounds else [body.outline]
                if body is own:
                    parts = [own.outline] if own.is_dot or not own.outline.holds(chip) else []
                if any(chip.meets(part) for part in parts):
                    found.append(f"label {text!r} lies on {body.names[0]!r}")
    return found
