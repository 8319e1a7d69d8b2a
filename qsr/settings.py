"""Settings: what a key of a ``theory:`` line may be set to. Each theory declares its own; `qsr.theories` knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from qsr.errors import ParseError

__all__ = ["PROPERTY_SETS", "SPARC", "Setting", "parse_settings"]


@dataclass(frozen=True, slots=True)
class Setting:
    """The values that a key takes.

    Parameters
    ----------
    values
        Those that are words, the default first.
    form
        How others look, in capitals: ``"WHOLE NUMBER"``; empty where there are none.
    accepts
        Tells whether a value has that form.
    about, words
        What is set, and each of the values, in words for those who know no theory; empty where there are none.
    """

    values: tuple[str, ...]
    form: str = ""
    accepts: Callable[[str], bool] | None = None
    about: str = ""
    words: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """The values, and behind them the form of all others."""
        return (*self.values, self.form) if self.form else self.values

    def takes(self, value: str) -> bool:
        """Tell whether this is one of the values.

        >>> Setting(("2", "3")).takes("3"), Setting(("0",), "WHOLE NUMBER", str.isdigit).takes("x")
        (True, False)
        """
        return value in self.values or (self.accepts is not None and self.accepts(value))


#: The three pairs of properties in SpaRC, and the number of axes: 3 where the story says "behind" or "in front", else 2, unless
#: it is set.
SPARC: Final[Mapping[str, Setting]] = {
    "objects": Setting(("points", "extended"), about="Things are", words=("points", "of some size")),
    "relations": Setting(("incomplete", "complete"), about="A direction nobody mentions", words=("stays open", "is level")),
    "quantities": Setting(("unspecified", "specified"), about="A step without a number is", words=("any length", "one unit")),
    "dimensions": Setting(("2", "3"), about="Space is", words=("flat", "with depth")),
}
#: The property sets of SpaRC (Rizvi, Zhu and Gurevych 2024): what each takes objects, relations and quantities to be.
PROPERTY_SETS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "PS1": (("objects", "extended"), ("relations", "incomplete"), ("quantities", "unspecified")),
    "PS2": (("objects", "points"), ("relations", "complete"), ("quantities", "specified")),
    "PS3": (("objects", "points"), ("relations", "complete"), ("quantities", "unspecified")),
    "PS4": (("objects", "extended"), ("relations", "complete"), ("quantities", "unspecified")),
}


def parse_settings(line: str, known: Callable[[str | None], Mapping[str, Setting]]) -> dict[str, str]:
    """Read what follows ``theory:`` in a story, or ``--theory`` on the command line.

    The first part may be the name of a theory (key ``"theory"`` of the result); the others are ``key: value``. `known` gives the
    settings of the theory of that name, and of all theories for None. Raise ParseError, with the place in the line, for anything
    else.

    >>> parse_settings("exact, objects: points, relations: complete", lambda name: SPARC)
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
            continue
        setting = known(settings.get("theory")).get(key) or known(None).get(key)
        if setting is None or not setting.takes(value):
            expected = "; ".join(f"{name}: {' | '.join(one.shown)}" for name, one in known(None).items())
            shown = piece.strip()[:60]
            raise ParseError(f"{shown!r} is no setting; expected a theory's name or one of {expected}", line, start, end)
        if key in settings:
            raise ParseError(f"{key} is set twice", line, start, end)
        settings[key] = value
    return settings
