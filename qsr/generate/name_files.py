"""Files of names for a generator, a name a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qsr.generate.protocol import ImpossibleRequest
from qsr.inputs import stored

__all__ = ["read_names"]


def read_names(source: str, expected: str, told_apart: Callable[[Sequence[str], str], bool]) -> tuple[str, ...]:
    """Return the names of a file, white space in them made single.

    Parameters
    ----------
    source
        The file; its empty lines count for nothing.
    expected
        The option that names the file, and what it takes: how a message about the file as a whole begins.
    told_apart
        Tells, of the names so far and the next one, whether a sentence can carry it and tell it from them.

    Raises
    ------
    ImpossibleRequest
        For a file that cannot be read or has no names, and, with its line, for a name that stands twice or is not told apart.
    """
    try:
        lines = stored(source).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        reason = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", None) or error
        raise ImpossibleRequest(f"{expected}: {source}: {reason}") from error
    found: list[str] = []
    for number, line in enumerate(lines, 1):
        name = " ".join(line.split())
        if name:
            if name in found or not told_apart(found, name):
                raise ImpossibleRequest(f"{source}:{number}: a sentence cannot tell this name from others: {name[:60]!r}")
            found.append(name)
    if not found:
        raise ImpossibleRequest(f"{expected}: {source}: no names in it")
    return tuple(found)
