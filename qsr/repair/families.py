"""Relations that are easily written for one another: opposites, and neighbours in a family of relations.

One vocabulary serves all theories, because their names agree where they share them: the labels of `qsr.relations`, the codes of
rooms, the relations of seats and of headings. A name is taken apart into words; a word has one opposite. Whether a name that
comes out has a meaning is for the theory to say.

Neighbours are relations that turn into one another by a small continuous change. Those of RCC8 are the edges of its conceptual
neighbourhood graph (Randell, Cui and Cohn, KR 1992); of directions and regions, the ones beside it on the compass or in the
room; of counts, one more and one less.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from qsr import relations

__all__ = ["NEIGHBOURS", "OPPOSITES", "neighbours", "opposites"]

#: Words that are names of relations, or stand in such names.
OPPOSITES: Final = (
    ("left", "right"),
    ("above", "below"),
    ("near", "far"),
    ("clockwise", "anticlockwise"),
    ("north", "south"),
    ("east", "west"),
    ("upper", "lower"),
    ("top", "bottom"),
)
_PAIRS: Final = (
    *OPPOSITES,
    ("behind", "in front"),
    ("leftmost", "rightmost"),
    ("looks at", "looks away"),
    ("column:", "from right:"),
    ("TPP", "NTPP"),
    ("CL2", "FR2"),
    ("CL3", "FR3"),
    ("N", "S"),
    ("E", "W"),
)
_OPPOSITE: Final = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
#: A code of a direction, or of a region of the room: letters that stand for their opposites one by one.
_CODE: Final = re.compile(r"[NS]?[EW]?(?=R?$)")
_WORD: Final = re.compile("|".join(sorted((name for name in _OPPOSITE if len(name) > 1), key=len, reverse=True)))
_WORDS: Final = re.compile(rf"(?<![A-Za-z])(?:{_WORD.pattern})(?![A-Za-z])")
_ANGLE: Final = re.compile(r"(?P<name>heads|turned|lies|bearing|raised):(?P<degrees>[0-9]{1,3})")
_COUNT: Final = re.compile(r":(?P<count>[0-9]{1,3})")

#: Steps east and north of the middle -> the code of a direction, and of a region.
_AROUND: Final = tuple((x, y) for y in (1, 0, -1) for x in (1, 0, -1))
_DIRECTIONS: Final = {(x, y): ("S", "", "N")[y + 1] + ("W", "", "E")[x + 1] or "O" for x, y in _AROUND}
_REGIONS: Final = {place: ("C" if name == "O" else name) + "R" for place, name in _DIRECTIONS.items()}

#: Pairs of relations with nothing between them.
NEIGHBOURS: Final = (
    ("outside", "outside and touching"),
    ("outside and touching", "partially overlapping"),
    ("partially overlapping", "inside and touching"),
    ("partially overlapping", "contains and touches"),
    ("inside and touching", "inside"),
    ("contains and touches", "contains"),
    ("inside and touching", "overlapping"),
    ("contains and touches", "overlapping"),
    ("inside", "overlapping"),
    ("contains", "overlapping"),
    ("touching", "outside"),
    ("touching", "partially overlapping"),
    ("CL3", "MD3"),
    ("MD3", "FR3"),
    ("adjacent", "opposite"),
    ("adjacent", "diagonal"),
    ("opposite", "diagonal"),
)


def opposites(relation: str) -> tuple[str, ...]:
    """Return a relation with some of its words turned into their opposites: all first, then one alone.

    >>> opposites("left"), opposites("above+left"), opposites("SER"), opposites("left:2"), opposites("turned:90")
    (('right',), ('below+right', 'below+left', 'above+right'), ('NWR', 'NER', 'SWR'), ('right:2',), ('turned:270',))
    """
    angle = _ANGLE.fullmatch(relation)
    if angle is not None:
        degrees = int(angle["degrees"])
        turned = dict.fromkeys((-degrees % 360, (degrees + 180) % 360))
        return tuple(f"{angle['name']}:{other}" for other in turned if other != degrees)
    code = _CODE.match(relation)
    places = [(at, letter) for at, letter in enumerate(code.group())] if code is not None else []
    if not places or code is None or code.group() + "R" * relation.endswith("R") != relation:
        places = [(found.start(), found.group()) for found in _WORDS.finditer(relation)]
    found: dict[str, None] = {}
    for many in range(len(places), 0, -1):
        for chosen in combinations(places, many):
            if many in (1, len(places)):
                found[_turned(relation, chosen)] = None
    found.pop(relation, None)
    return tuple(found)


def _turned(relation: str, places: tuple[tuple[int, str], ...]) -> str:
    for at, word in reversed(places):
        relation = relation[:at] + _OPPOSITE[word] + relation[at + len(word) :]
    return relation


def neighbours(relation: str) -> tuple[str, ...]:
    """Return the neighbours of a relation, in a fixed order.

    >>> neighbours("inside"), neighbours("left:2"), neighbours("NE"), neighbours("above+left")
    (('inside and touching', 'overlapping'), ('left:1', 'left:3'), ('N', 'E'), ('left', 'above'))
    """
    return tuple(dict.fromkeys(other for other in _neighbours(relation) if other != relation))


def _neighbours(relation: str) -> Iterator[str]:
    for one, other in NEIGHBOURS:
        if relation in (one, other):
            yield other if relation == one else one
    angle = _ANGLE.fullmatch(relation)
    if angle is not None:
        degrees = int(angle["degrees"])
        yield from (f"{angle['name']}:{(degrees + turn) % 360}" for turn in (90, -90, 45, -45))
        return
    for found in _COUNT.finditer(relation):
        count = int(found["count"])
        yield from (
            f"{relation[: found.start()]}:{near}{relation[found.end() :]}" for near in (count - 1, count + 1) if near >= 0
        )
    yield from _beside(relation)
    several = relations.parts(relation)
    if len(several) > 1:
        yield from (relations.join(name for name in several if name != left_out) for left_out in several)


def _beside(code: str) -> Iterator[str]:
    """Yield what is one step on either axis from a direction of the compass, or from a region of a room."""
    for names in (_DIRECTIONS, _REGIONS):
        if code in names.values():
            x, y = next(place for place, name in names.items() if name == code)
            yield from (names[near] for near in _AROUND if abs(near[0] - x) + abs(near[1] - y) == 1)
