"""Contexts of extended objects in space with all sixteen labels, for property set 1.

A scene of boxes comes first and the links are read off it, so that the context is consistent. What SpaRTUN's rules conclude
along a path has a form: parts lead up to a whole, directions lead from whole to whole, and wholes lead down to parts. The path of
a context is built in that form, and further boxes are put in, on and beside those of the path.

"near" and "far" have no meaning of their own in SpaRTUN; in the scene a gap of up to 5 is near and one of 50 and more is far.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Final, TypeAlias

from qsr.datasets.sparp.generator.drawing import Context, Link, turned
from qsr.relations import CONVERSE, DIRECTIONS, OVERLAPPING

__all__ = ["Box", "draw_boxes", "holding"]

#: Start and end on each of the three axes.
Box: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
#: An axis and which of its two ends.
_Face: TypeAlias = tuple[int, int]

_NEAR, _FAR = 5, 50
#: How wide a gap is drawn, by what is said of it.
_GAPS: Final = {"near": (1, _NEAR), "": (_NEAR + 1, _FAR - 1), "far": (_FAR, 3 * _FAR)}
_FACES: Final = tuple((axis, end) for axis in range(3) for end in range(2))
_LIFTED: Final = frozenset({*DIRECTIONS, "far", "outside"})


def holding(head: Box, tail: Box) -> frozenset[str]:
    """Return the labels that hold of two boxes: the directions, one topological label, and near or far."""
    found = {
        label
        for label, (axis, sign) in DIRECTIONS.items()
        if (head[axis][1] <= tail[axis][0] if sign < 0 else tail[axis][1] <= head[axis][0])
    }
    gap = max(max(h[0] - t[1], t[0] - h[1]) for h, t in zip(head, tail, strict=True))
    found.add(_topology(head, tail, gap))
    if gap <= _NEAR:
        found.add("near")
    elif gap >= _FAR:
        found.add("far")
    return frozenset(found)


def _topology(head: Box, tail: Box, gap: Fraction) -> str:
    if gap >= 0:
        return "outside" if gap > 0 else "outside and touching"
    if head == tail:
        return OVERLAPPING
    for inner, outer, within in ((head, tail, "inside"), (tail, head, "contains")):
        pairs = list(zip(inner, outer, strict=True))
        if all(o[0] <= i[0] and i[1] <= o[1] for i, o in pairs):
            inmost = all(o[0] < i[0] and i[1] < o[1] for i, o in pairs)
            return within if inmost else {"inside": "inside and touching", "contains": "contains and touches"}[within]
    return "partially overlapping"


def draw_boxes(random: Random, hops: int, size: int) -> Context:
    """Draw a context of `size` entities whose question is `hops` links long."""
    scene = _Scene(random)
    scene.path(hops)
    while len(scene.boxes) < size:
        scene.further()
    links = [turned(link) if random.random() < 0.5 else link for link in scene.links]
    random.shuffle(links)
    # Turn the question round for one half, so that wholes do not always come last.
    ends = (0, hops) if random.random() < 0.5 else (hops, 0)
    return Context(size, tuple(links), *ends, holding(scene.boxes[ends[0]], scene.boxes[ends[1]]))


class _Scene:
    """Boxes and what is told of them; the boxes of the path come first, in its order."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.boxes: list[Box] = []
        self.links: list[Link] = []

    def path(self, hops: int) -> None:
        up, across, down = self._form(hops)
        start = tuple((Fraction(0), Fraction(100)) for _ in range(3))
        # The way up is built from the whole down to its parts and told from the part upwards.
        self.boxes = [*reversed(self._nested(start, up)), start]
        for part in range(up):
            self._tell(part, part + 1, part_of=True)
        if across and not (up or down) and across > 1 and self.random.random() < 0.15:
            self._across(across - 1)
            self._add(self.boxes[-1], len(self.boxes) - 1)
        elif hops == 1 and across and self.random.random() < 0.2:
            self._overlapping()
        elif across:
            self._across(across, lifted=bool(up or down))
        top = len(self.boxes) - 1
        for offset, box in enumerate(self._nested(self.boxes[top], down)):
            self.boxes.append(box)
            self._tell(top + offset + 1, top + offset, part_of=True)

    def _form(self, hops: int) -> tuple[int, int, int]:
        """Return how many links lead up to a whole, from whole to whole, and down to a part."""
        if self.random.random() < 0.25:
            return (hops, 0, 0) if self.random.random() < 0.5 else (0, 0, hops)
        across = self.random.randint(1, hops)
        up = self.random.randint(0, hops - across)
        return up, across, hops - across - up

    def _nested(self, whole: Box, depth: int) -> list[Box]:
        """Return boxes one in the other, from the outermost: first those that touch the one around them, then those that do not.

        SpaRTUN concludes a containment from chains of this order only. No two of them in a row touch on the same side, so
        that the inner one of two is well inside the outer one, as its rules say.
        """
        touching = self.random.randint(0, depth)
        found: list[Box] = []
        last: _Face | None = None
        for level in range(depth):
            last = self.random.choice([face for face in _FACES if face != last]) if level < touching else None
            whole = self._inside(whole, last)
            found.append(whole)
        return found

    def _inside(self, whole: Box, face: _Face | None) -> Box:
        def margin(axis: int, end: int) -> Fraction:
            return Fraction(0) if (axis, end) == face else Fraction(self.random.randint(10, 30), 100)

        box = []
        for axis, (start, end) in enumerate(whole):
            width = end - start
            box.append((start + width * margin(axis, 0), end - width * margin(axis, 1)))
        return tuple(box)

    def _across(self, count: int, *, lifted: bool = False) -> None:
        """Go from whole to whole `count` times, all in some common directions where there are several."""
        common = self._directions(self.random.randint(1, 2))
        for _ in range(count):
            extra = [d for d in self._directions(1) if d not in common and CONVERSE[d] not in common]
            directions = {*common, *(extra if self.random.random() < 0.3 else ())}
            self._beside(len(self.boxes) - 1, directions, common if count > 1 else (), lifted)

    def _directions(self, count: int) -> list[str]:
        axes = self.random.sample(range(3), count)
        return [self.random.choice([d for d, (axis, _) in sorted(DIRECTIONS.items()) if axis == chosen]) for chosen in axes]

    def _beside(self, other: int, directions: Iterable[str], needed: Iterable[str] = (), lifted: bool = False) -> None:
        """Put a new box so that `other` lies in these directions from it; tell what is needed and some of the rest."""
        whole = self.boxes[other]
        said = self.random.choice(("near", "", "", "far", "touch"))
        sides = {DIRECTIONS[direction][0]: DIRECTIONS[direction][1] for direction in sorted(directions)}
        box = []
        for axis, (start, end) in enumerate(whole):
            width = (end - start) * Fraction(self.random.randint(60, 140), 100)
            if axis in sides:
                gap = Fraction(0 if said == "touch" else self.random.randint(*_GAPS[said]))
                low = end + gap if sides[axis] < 0 else start - gap - width
            else:
                # Some of it beside some of the other: on this axis neither is beyond the other.
                low = start + (end - start) * Fraction(self.random.randint(-40, 40), 100)
            box.append((low, low + width))
        self.boxes.append(tuple(box))
        self._tell(other, len(self.boxes) - 1, needed=needed, lifted=lifted)

    def _overlapping(self) -> None:
        """Put a box partly into the last one, or as large as it and in the same place."""
        whole = self.boxes[-1]
        shift = Fraction(self.random.choice((0, 20, 50)))
        self._add(tuple((start + shift, end + shift) for start, end in whole), len(self.boxes) - 1)

    def _add(self, box: Box, other: int) -> None:
        self.boxes.append(box)
        self._tell(other, len(self.boxes) - 1, part_of=True)

    def further(self) -> None:
        """Put one more box in or beside any other and tell how they lie."""
        other = self.random.randrange(len(self.boxes))
        if self.random.random() < 0.4:
            face = self.random.choice((None, *_FACES))
            self._add(self._inside(self.boxes[other], face), other)
        else:
            self._beside(other, self._directions(self.random.randint(1, 2)))

    def _tell(self, head: int, tail: int, *, part_of: bool = False, needed: Iterable[str] = (), lifted: bool = False) -> None:
        """State the topological label of two boxes that share points, else what is needed and some of what else holds."""
        true = holding(self.boxes[head], self.boxes[tail])
        if part_of:
            true -= {"near", "far", *DIRECTIONS}
            self.links.append(Link(head, tail, tuple(sorted(true))))
            return
        told = set(true.intersection(needed)) | {label for label in sorted(true) if self.random.random() < 0.3}
        if not told or (lifted and not told & _LIFTED):
            told.add(self.random.choice(sorted(true & _LIFTED) if lifted else sorted(true)))
        self.links.append(Link(head, tail, tuple(sorted(told))))
