"""Parts of a file of rows, each of which is read without what stands before it: lines, and rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from qsr.datasets.forms.lines import lines

__all__ = ["Part", "line_places", "part_lines"]

#: Bytes between two places at which the reading of a part may begin.
_STEP: Final = 2**18


@dataclass(frozen=True, slots=True)
class Part:
    """The rows or lines behind the first so many, up to and with the last; reading begins at a byte with so many before it."""

    first: int
    last: int
    offset: int = 0
    before: int = 0


def line_places(path: Path) -> tuple[int, list[tuple[int, int]]]:
    """Return how many lines a file has, and places where one begins: how many lines stand before it, and its byte."""
    count, places = 0, []
    with path.open("rb") as file:
        while True:
            places.append((count, file.tell()))
            block = file.read(_STEP)
            if not block:
                return count, places
            if not block.endswith(b"\n"):
                block += file.readline()
            count += block.count(b"\n") + (not block.endswith(b"\n"))


def part_lines(file: BinaryIO, part: Part) -> Iterator[tuple[int, bytes | None]]:
    """Yield number and bytes of each line of a part; see `qsr.datasets.forms.lines.lines`."""
    file.seek(part.offset)
    for number, line in lines(file, part.before):
        if number > part.last:
            return
        if number > part.first:
            yield number, line
