"""Ids that begin with a file, however its name was typed: ``x.jsonl:3``, ``./x.jsonl:3`` and ``/data/x.jsonl:3`` are one.

An id is written as the data file was typed in the run that wrote it. The run that reads it may name the file in another way; the
two are the same where both names lead to the same file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

from qsr.errors import DatasetError

__all__ = ["ANY", "Typed"]

T = TypeVar("T")


class Typed:
    """The names of data files as this run knows them.

    Parameters
    ----------
    files
        The files as they were typed; ids of their items begin with that.
    """

    def __init__(self, files: Iterable[str | Path]) -> None:
        self._typed: dict[str, list[str]] = {}
        for file in dict.fromkeys(map(str, files)):
            self._typed.setdefault(os.path.realpath(file), []).append(file)
        self._bare = {os.path.basename(file) for real, typed in self._typed.items() for file in (real, *typed)}
        self._here = lru_cache(4096)(self._names)

    def id(self, identity: str, source: str) -> str:
        """Return an id as items have it here; one that begins with none of the files stays as it is.

        Raise DatasetError, about the `source` of the id, where the file was typed here in two ways, and it may be of either.
        """
        end = len(identity)
        while (end := identity.rfind(":", 0, end)) > 0:
            typed = self._here(identity[:end])
            if len(typed) > 1:
                either = " and ".join(repr(f"{one}{identity[end:]}"[:80]) for one in typed[:2])
                raise DatasetError(f"{source}: the id {identity[:80]!r} may be that of {either}, which are of one file")
            if typed:
                return typed[0] + identity[end:]
        return identity

    def keys(self, found: Mapping[str, T], source: str) -> dict[str, T]:
        """Return what a source has by id, by the ids of items here; raise DatasetError where two of them are one item's."""
        named: dict[str, T] = {}
        for identity, value in found.items():
            here = self.id(identity, source)
            if here in named:
                before = next(one for one in found if self.id(one, source) == here)
                raise DatasetError(f"{source}: {before[:80]!r} and {identity[:80]!r} are of one item")
            # Ids are kept by the million: one that stays as it is, is kept once.
            named[identity if here == identity else here] = value
        return named

    def _names(self, given: str) -> tuple[str, ...]:
        # Most ids begin with no file; to ask the system costs more than to look at the name.
        if os.path.basename(given) in self._bare or os.path.islink(given):
            return tuple(self._typed.get(os.path.realpath(given), ()))
        return ()


#: Leaves every id as it is.
ANY: Final = Typed(())
