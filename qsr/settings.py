"""What a ``theory:`` line may say: the name of a theory, the SpaRC properties it is set to, and the room it speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from qsr.errors import ParseError, UnknownName

__all__ = ["SETTINGS", "known_settings", "parse_settings", "sides_of"]

#: Keys of a ``theory:`` line and the values they take; the first is the default. `dimensions` is 3 where the story says
#: "behind" or "in front", else 2, unless it is set. `mode` and `grid` are about rooms; a grid's last value stands for all
#: whole numbers up to 999, as in ``12x9``.
SETTINGS: Final[dict[str, tuple[str, ...]]] = {
    "objects": ("points", "extended"),
    "relations": ("incomplete", "complete"),
    "quantities": ("unspecified", "specified"),
    "dimensions": ("2", "3"),
    "mode": ("code", "paper", "real"),
    "grid": ("9x9", "WIDTHxLENGTH"),
}
_SIDES: Final = re.compile(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")


def parse_settings(line: str) -> dict[str, str]:
    """Read what follows ``theory:`` in a story, or ``--theory`` on the command line.

    The first part may be the name of a theory (key ``"theory"`` of the result); the others are ``key: value``. Raise
    ParseError, with the place in the line, for anything else.

    >>> parse_settings("exact, objects: points, relations: complete")
    {'theory': 'exact', 'objects': 'points', 'relations': 'complete'}
    """
    settings: dict[str, str] = {}
    position = 0
    for piece in line.split(","):
        start = position + len(piece) - len(piece.lstrip())
        position += len(piece) + 1
        key, colon, value = (part.strip() for part in piece.partition(":"))
        end = start + len(piece.strip())
        if not colon and not settings and key:
            settings["theory"] = key
        elif not _is_value(key, value):
            expected = "; ".join(f"{name}: {' | '.join(values)}" for name, values in SETTINGS.items())
            raise ParseError(f"expected a theory's name or one of {expected}", line, start, end)
        elif key in settings:
            raise ParseError(f"{key} is set twice", line, start, end)
        else:
            settings[key] = value
    return settings


def sides_of(grid: str) -> tuple[int, int] | None:
    """Return width and length of a grid as a setting has it; None for what is no grid.

    >>> sides_of("12x9"), sides_of("12 by 9")
    ((12, 9), None)
    """
    found = _SIDES.fullmatch(grid)
    return None if found is None else (int(found[1]), int(found[2]))


def _is_value(key: str, value: str) -> bool:
    return sides_of(value) is not None if key == "grid" else value in SETTINGS.get(key, ())


def known_settings(settings: Mapping[str, str]) -> None:
    """Raise UnknownName for a key that no theory has; a theory whose settings are fixed accepts the others and ignores them."""
    for key in settings:
        if key not in SETTINGS:
            raise UnknownName("setting", key, list(SETTINGS))
