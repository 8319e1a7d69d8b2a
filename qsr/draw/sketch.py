"""A room of two dimensions as a sketch in characters: its walls, a letter for what stands in it.

It is a raster, on which a place is where it rounds to, so that the exact numbers have to stand beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from string import ascii_letters

from qsr.draw.numbers import Number

__all__ = ["letters", "sketch", "together"]

#: Characters on the longer side of a room of points, and how many times higher than wide a character is.
_RASTER, _CHARACTER_HEIGHT = 48, 2


def letters(entities: Sequence[int]) -> dict[int, str]:
    """Return a short mark per entity: a letter, and from the 53rd on letters with a number.

    >>> letters([3, 5])
    {3: 'A', 5: 'B'}
    """
    rounds = [divmod(position, len(ascii_letters)) for position in range(len(entities))]
    marks = (ascii_letters.swapcase()[letter] + (str(again) if again else "") for again, letter in rounds)
    return dict(zip(entities, marks, strict=True))


def sketch(place: Mapping[int, Sequence[Number]], size: Sequence[Number]) -> list[str]:
    """Return the lines of a room of points, north at the top, entities marked as `letters` says; none for other than two axes."""
    if len(size) != 2:
        return []
    longer = Fraction(max(size))
    wide, high = (
        max(1, round(_RASTER * side / longer / share)) for side, share in zip(size, (1, _CHARACTER_HEIGHT), strict=True)
    )
    found = together({entity: (round(at[0] * wide / size[0]), round(at[1] * high / size[1])) for entity, at in place.items()})
    # Both walls are places of their own: what stands against a wall stands in it.
    raster = [[" "] * (wide + 1) for _ in range(high + 1)]
    for row, line in enumerate(raster):
        for column in range(wide + 1):
            corner = (row in (0, high), column in (0, wide))
            line[column] = {(True, True): "+", (True, False): "-", (False, True): "|"}.get(corner, " ")
    for row, line in enumerate(raster):
        for start, marks in _spread([(column, marks) for (column, at), marks in sorted(found.items()) if at == row], wide):
            line[start : start + len(marks)] = marks
    return ["".join(line).rstrip() for line in reversed(raster)]


def _spread(marked: Sequence[tuple[int, str]], last: int) -> list[tuple[int, str]]:
    """Return where marks about columns of one line start: between the walls, and those that would overlap in one piece."""
    pieces: list[tuple[int, int, str]] = []
    for column, marks in marked:
        piece = (_start(column, marks, last), column, marks)
        while pieces and pieces[-1][0] + len(pieces[-1][2]) > piece[0]:
            _, before, others = pieces.pop()
            middle, both = (before + piece[1]) // 2, others + piece[2]
            piece = (_start(middle, both, last), middle, both)
        pieces.append(piece)
    return [(start, marks[: last + 1 - start]) for start, _, marks in pieces]


def _start(column: int, marks: str, last: int) -> int:
    return max(0, min(column - (len(marks) - 1) // 2, last + 1 - len(marks)))


def together(place: Mapping[int, tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the marks that stand at each column and row."""
    marks = letters(sorted(place))
    found: dict[tuple[int, int], str] = {}
    for entity in sorted(place):
        found[place[entity]] = found.get(place[entity], "") + marks[entity]
    return found
