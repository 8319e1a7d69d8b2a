"""What a ``theory:`` line may say: the name of a theory, its SpaRC properties, and the room or grid world it speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from qsr.errors import ParseError, UnknownName
from qsr.seats import Layout

__all__ = ["SETTINGS", "is_setting", "known_settings", "parse_settings", "sides_of"]

#: Keys of a ``theory:`` line and the values they take; the first is the default. `dimensions` is 3 where the story says
#: "behind" or "in front", else 2, unless it is set. `mode` and `grid` are about rooms; a grid's last value stands for all whole
#: numbers up to 999, as in ``12x9``, and a layout's last for the names of `qsr.seats`. `moves`, `carry`, `cost` and `steps` are
#: the rules of a grid world; a number stands for all others of its kind.
SETTINGS: Final[dict[str, tuple[str, ...]]] = {
    "objects": ("points", "extended"),
    "relations": ("incomplete", "complete"),
    "quantities": ("unspecified", "specified"),
    "dimensions": ("2", "3"),
    "mode": ("code", "paper", "real"),
    "grid": ("9x9", "WIDTHxLENGTH"),
    "layout": ("ring 6 inward", "KIND SIZE [VIEW] [from BEARING]"),
    "moves": ("4", "8"),
    "carry": ("none", "WHOLE NUMBER"),
    "cost": ("0", "DECIMAL NUMBER"),
    "steps": ("20", "WHOLE NUMBER"),
}
_WHOLE: Final = re.compile(r"[0-9]{1,6}")
_DECIMAL: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
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
        elif not is_setting(key, value):
            expected = "; ".join(f"{name}: {' | '.join(values)}" for name, values in SETTINGS.items())
            shown = piece.strip()[:60]
            raise ParseError(f"{shown!r} is no setting; expected a theory's name or one of {expected}", line, start, end)
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


def is_setting(key: str, value: str) -> bool:
    """Tell whether a key of `SETTINGS` takes a value.

    >>> is_setting("cost", "0.3"), is_setting("cost", "-1"), is_setting("carry", "none"), is_setting("colour", "red")
    (True, False, True, False)
    """
    if key == "grid":
        return sides_of(value) is not None
    if key == "layout":
        return Layout.parse(value) is not None
    if key == "cost":
        return _DECIMAL.fullmatch(value) is not None
    if key in ("carry", "steps") and _WHOLE.fullmatch(value):
        return True
    return value in SETTINGS.get(key, ()) and not value.isupper()


def known_settings(settings: Mapping[str, str]) -> None:
    """Raise UnknownName for a key that no theory has; a theory whose settings are fixed accepts the others and ignores them."""
    for key in settings:
        if key not in SETTINGS:
            raise UnknownName("setting", key, list(SETTINGS))
