"""Tables of calculi of three points in the plane, derived from scenes.

Where the third of three points lies, seen from the first one towards the second, does not change when a scene is moved, turned or
made larger. So the first two are (0, 0) and (1, 0), or one point, and the third is taken from every part of the plane that the
relations, and where lines meet, can tell apart. All coordinates are fractions, so that equal means equal.

    python tests/support/derived_ternary.py lr|dcc

writes the file in ``qsr/calculi/tables_of_three``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Final

Point = tuple[Fraction, Fraction]
#: A line: points P with n . P = c, as (n, c).
Line = tuple[Point, Fraction]
Relate = Callable[[Point, Point, Point], str]

#: Names of the regions of the double cross: left, straight or right of the line, then how far along it: front of the second
#: point, at its perpendicular, in the centre, at the perpendicular of the first (as in line with it), back of the first.
_ALONG: Final = {(1, 1): "f", (1, 0): "p", (1, -1): "c", (0, -1): "l", (-1, -1): "b"}


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def _cross(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])


def _ahead(a: Point, b: Point, c: Point) -> Fraction:
    """Return how far the third is before the first, in the direction of the second."""
    return (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])


def lr(a: Point, b: Point, c: Point) -> str:
    """Return the relation of LR: where the third is for who stands at the first and looks at the second.

    >>> lr((0, 0), (1, 0), (0, 1)), lr((0, 0), (1, 0), (2, 0)), lr((0, 0), (0, 0), (1, 0))
    ('l', 'f', 'dou')
    """
    if a == b:
        return "tri" if a == c else "dou"
    side = _sign(_cross(a, b, c))
    if side:
        return "l" if side > 0 else "r"
    first, last = _sign(_ahead(a, b, c)), _sign(_ahead(b, a, c))
    return {(-1, 1): "b", (0, 1): "s", (1, 1): "i", (1, 0): "e", (1, -1): "f"}[first, last]


def dcc(a: Point, b: Point, c: Point) -> str:
    """Return the relation of the double cross, which cuts the plane at the line and at its perpendiculars through both points.

    >>> dcc((0, 0), (1, 0), (2, 1)), dcc((0, 0), (1, 0), (1, 0))
    ('lf', 'sp')
    """
    if a == b:
        return "tri" if a == c else "dou"
    side = "slr"[_sign(_cross(a, b, c))]
    return side + _ALONG[_sign(_ahead(a, b, c)), -_sign(_ahead(b, a, c))]


RELATE: Final[dict[str, tuple[Relate, tuple[str, ...]]]] = {
    "lr": (lr, ("l", "r", "f", "b", "i", "s", "e", "dou", "tri")),
    "dcc": (dcc, (*(side + along for side in "lsr" for along in "fpclb"), "dou", "tri")),
}


def _line(a: Point, b: Point) -> Line:
    normal = (a[1] - b[1], b[0] - a[0])
    return normal, normal[0] * a[0] + normal[1] * a[1]


def _across(a: Point, b: Point, at: Point) -> Line:
    normal = (b[0] - a[0], b[1] - a[1])
    return normal, normal[0] * at[0] + normal[1] * at[1]


def _meeting(one: Line, other: Line) -> Point | None:
    ((a, b), c), ((d, e), f) = one, other
    determinant = a * e - b * d
    return None if not determinant else ((c * e - b * f) / determinant, (a * f - c * d) / determinant)


def parts(lines: Iterable[Line], points: Iterable[Point]) -> Iterator[Point]:
    """Yield points of each part into which some lines cut the plane, and into which each other and some points cut the lines.

    On each line these are the points where others meet it, one between any two neighbours, and one beyond each end.
    """
    lines, points = list(dict.fromkeys(lines)), list(points)
    on: list[Point] = list(points)
    for one in lines:
        (a, b), c = one
        origin = (a * c / (a * a + b * b), b * c / (a * a + b * b))
        here = [point for other in lines if (point := _meeting(one, other)) is not None]
        here += [(x, y) for x, y in points if a * x + b * y == c]
        places = {(a * (y - origin[1]) - b * (x - origin[0])) / (a * a + b * b) for x, y in here}
        ordered = sorted(places)
        along = [*ordered, *((x + y) / 2 for x, y in pairwise(ordered)), ordered[0] - 1, ordered[-1] + 1]
        on += [(origin[0] - b * t, origin[1] + a * t) for t in along]
    on = list(dict.fromkeys(on))
    yield from on
    # A part without corners has two edges at least and is convex, so that it has what lies between points of these.
    yield from (((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in combinations(on, 2))


def scenes() -> Iterator[tuple[Point, Point, Point]]:
    """Yield the first three points: one scene for each way that the lines through two of them, and the perpendiculars, can meet.

    That changes where the third comes to the line through the others, to one of its perpendiculars, or to the circle over these
    two, on which its own perpendicular goes through the first.
    """
    zero, one, half = Fraction(0), Fraction(1), Fraction(1, 2)
    a, b = (zero, zero), (one, zero)
    circle = [(half, half), (half, -half), (half, half / 2), (half, -half / 2), (half, one), (half, -one)]
    seen = set()
    for c in (*circle, *parts([_line(a, b), _across(a, b, a), _across(a, b, b)], [a, b])):
        kind = (dcc(a, b, c), _sign(_ahead(c, a, b)))
        if kind not in seen:
            seen.add(kind)
            yield a, b, c
    yield a, a, b
    yield a, a, a


def table(name: str) -> tuple[dict[str, dict[str, set[str]]], dict[tuple[str, str], set[str]]]:
    """Return what each relation is when the points change places, and the weak composition.

    The composition of R and S holds T where some points have A, B R C; B, C S D and A, B T D.
    """
    relate, relations = RELATE[name]
    turned: dict[str, dict[str, set[str]]] = {way: {one: set() for one in relations} for way in ("inverse", "shortcut", "homing")}
    composed: dict[tuple[str, str], set[str]] = {pair: set() for pair in product(relations, repeat=2)}
    for a, b, c in scenes():
        held = relate(a, b, c)
        turned["inverse"][held].add(relate(b, a, c))
        turned["shortcut"][held].add(relate(a, c, b))
        turned["homing"][held].add(relate(b, c, a))
        pairs = [(one, other) for one, other in ((a, b), (b, c)) if one != other]
        lines = [
            line for one, other in pairs for line in (_line(one, other), _across(one, other, one), _across(one, other, other))
        ]
        for d in set(parts(lines, {a, b, c})) if lines else {a, (a[0] + 1, a[1])}:
            composed[held, relate(b, c, d)].add(relate(a, b, d))
    return turned, composed


HEADS: Final = {
    "lr": (
        "LR: the third of three points, seen from the first one towards the second",
        "Ligozat (1993), Qualitative triangulation for spatial reasoning, COSIT-93, 54-68; Scivos and Nebel (2004), The finest "
        "of its class: the natural point-based ternary calculus LR for qualitative spatial reasoning, Spatial Cognition IV, "
        "283-303",
    ),
    "dcc": (
        "Double cross: the third of three points, seen from the first one towards the second, and from there",
        "Freksa (1992), Using orientation information for qualitative spatial reasoning, Theories and Methods of Spatio-Temporal "
        "Reasoning in Geographic Space, LNCS 639, 162-178; Zimmermann and Freksa (1996), Qualitative spatial reasoning using "
        "orientation, distance, and path knowledge, Applied Intelligence 6(1), 49-58",
    ),
}
HARD: Final = (
    "Scivos and Nebel (2001), Double-crossing: decidability and computational complexity of a qualitative calculus for "
    "navigation, COSIT-01, 431-446; Lee (2014), The complexity of reasoning with relative directions, ECAI-14, 507-512: as hard "
    "as the existential theory of the reals, so that closure does not decide it, also where every label is one base relation"
)


def written(name: str) -> str:
    """Return the file of a calculus."""
    relations = RELATE[name][1]
    turned, composed = table(name)

    def label(some: set[str]) -> str:
        return '"*"' if len(some) == len(relations) else f'"{" ".join(one for one in relations if one in some)}"'

    title, reference = HEADS[name]
    lines = [f'name = "{name}"', f'title = "{title}"', f'reference = "{reference}"', "",
             "# Derived by `python tests/support/derived_ternary.py`; a test derives it again.",
             f"relations = [{', '.join(f'{chr(34)}{one}{chr(34)}' for one in relations)}]", "",
             "[[undecided]]", 'networks = "atomic"', f'reference = "{HARD}"']  # fmt: skip
    said = {"inverse": "B, A; C", "shortcut": "A, C; B", "homing": "B, C; A"}
    for way, found in turned.items():
        lines += ["", f"# Of {said[way]} where the relation is that of A, B; C.", f"[{way}]"]
        lines += [f'"{one}" = {label(some)}' for one, some in found.items()]
    lines += [
        "",
        '# "R S": what A, B; D can be where A, B; C is R and B, C; D is S; "" where no points have both.',
        "[composition]",
    ]
    lines += [f'"{one} {other}" = {label(some)}' for (one, other), some in composed.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    from qsr.calculi import of_three

    (of_three.FOLDER / f"{sys.argv[1]}.toml").write_text(written(sys.argv[1]), encoding="utf-8")  # type: ignore[attr-defined]
