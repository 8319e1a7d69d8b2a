"""Named things that are imported only when asked for: theories, datasets.

Built-in names are listed where the registry is made; other packages add theirs through an entry-point group. A name maps to
``"module:attribute"``, so that listing names imports nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from qsr.errors import UnknownName

__all__ = ["Registry", "fetched"]

T = TypeVar("T")


class Registry(Generic[T]):
    """Names and where to find what they name.

    Parameters
    ----------
    kind
        What is registered, for error messages: ``"theory"``.
    group
        The entry-point group that other packages use: ``"qsr.theories"``.
    builtin
        Name -> ``"module:attribute"``; the attribute is called with the arguments of `get`.

    Examples
    --------
    >>> words = Registry("word", "qsr.no_such_group", {"upper": "builtins:str"})
    >>> words.get("upper", 3)
    '3'
    >>> words.get("lower")
    Traceback (most recent call last):
    qsr.errors.UnknownName: unknown word 'lower'; one of: upper
    """

    def __init__(self, kind: str, group: str, builtin: Mapping[str, str]) -> None:
        self._kind = kind
        self._group = group
        self._places = dict(builtin)
        self._loaded_entry_points = False

    def names(self) -> list[str]:
        """Return every registered name, built-in ones first."""
        if not self._loaded_entry_points:
            from importlib.metadata import entry_points  # takes longer to import than all else here

            self._loaded_entry_points = True
            for point in sorted(entry_points(group=self._group), key=lambda point: point.name):
                self._places.setdefault(point.name, point.value)
        return list(self._places)

    def get(self, name: str, *arguments: object) -> T:
        """Import what the name stands for and call it; raise `UnknownName` where nothing has that name."""
        return cast("Callable[..., T]", self.find(name))(*arguments)

    def __contains__(self, name: str) -> bool:
        """Tell whether something has the name; for a built-in one without a look at what is installed."""
        return name in self._places or name in self.names()

    def find(self, name: str) -> object:
        """Import what the name stands for; raise `UnknownName` where nothing has that name."""
        if name not in self:
            raise UnknownName(self._kind, name, self.names())
        found: object = fetched(self._places[name])
        return found


def fetched(place: str) -> Any:
    """Import what stands at ``"module:attribute"``."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
