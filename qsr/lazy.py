"""Names of packages that are fetched when they are first used, so that importing a package imports little (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["fetching"]


def fetching(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package.

    Parameters
    ----------
    package
        Its ``__name__``.
    places
        Module -> the names that are fetched from it, with spaces between them; a module without names stands for itself. None of
        the names may be that of a module of the package, which would take its place once it is imported.
    """
    modules = {name: module for module, names in places.items() for name in names.split()}
    rooms = {module.rpartition(".")[2]: module for module, names in places.items() if not names}

    def fetch(name: str) -> Any:
        if name in rooms:
            return import_module(rooms[name])
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return fetch
