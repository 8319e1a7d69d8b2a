"""Text files read line by line, with errors that show the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from qsr.calculi.calculus import Calculus, Mask
from qsr.errors import ParseError, UnknownName

__all__ = ["Line", "lines", "written"]

_IN_PARENTHESES: Final = re.compile(r"\(\s*([^()]*?)\s*\)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line without the white space around it, and where it stands: the whole text, its offset in it, and the file."""

    content: str
    text: str
    start: int
    file: str | None

    def fail(self, message: str) -> NoReturn:
        """Raise ParseError for this line."""
        raise ParseError(message, self.text, self.start, self.start + len(self.content), file=self.file)

    def mask(self, calculus: Calculus, written: str) -> Mask:
        """Return the label that ``( R1 R2 ... )`` stands for; a name alone needs no parentheses."""
        found = _IN_PARENTHESES.fullmatch(written)
        names = (found[1] if found else written).split()
        if not found and len(names) != 1:
            self.fail(f"expected a relation, or relations as in '( R1 R2 )', not {written[:60]!r}")
        try:
            return calculus.mask(names)
        except UnknownName as error:
            self.fail(str(error))


def lines(text: str, file: str | None = None) -> Iterator[Line]:
    """Yield the lines that say something: no empty ones, and none that begin with ``#``."""
    start = 0
    for raw in text.splitlines(keepends=True):
        content = raw.strip()
        if content and not content.startswith("#"):
            yield Line(content, text, start + raw.index(content[0]), file)
        start += len(raw)


def written(calculus: Calculus, mask: Mask) -> str:
    """Return a label as `Line.mask` reads it."""
    return f"( {' '.join((*calculus.names(mask), ')'))}"
