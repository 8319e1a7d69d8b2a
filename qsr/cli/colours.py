"""Colours, where a terminal shows them: never in a file or a pipe, and nowhere under NO_COLOR or TERM=dumb."""

from __future__ import annotations

import os
from typing import IO, Final

__all__ = ["coloured", "painted"]

#: Style -> number of Select Graphic Rendition (ECMA-48): bold, faint, and four of the colours that each terminal has.
_STYLES: Final = {"strong": 1, "faint": 2, "bad": 31, "good": 32, "open": 33, "name": 36}


def coloured(stream: IO[str]) -> bool:
    """Tell whether what goes to a stream is shown in colours; ``FORCE_COLOR`` and ``NO_COLOR`` decide where they are set."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    try:
        return os.environ.get("TERM") != "dumb" and stream.isatty()
    except ValueError:  # a closed stream
        return False


def painted(text: str, style: str) -> str:
    r"""Return a text in a style.

    >>> painted("left", "good")
    '\x1b[32mleft\x1b[0m'
    """
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"
