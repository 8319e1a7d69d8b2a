"""Which qsr and which solvers gave a summary."""

from __future__ import annotations

from functools import cache

import qsr

__all__ = ["versions"]


@cache
def versions() -> dict[str, str | None]:
    """Return the versions of qsr and of the solvers, without importing them; None for what is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # takes longer to import than most commands need

    found: dict[str, str | None] = {"qsr": qsr.__version__}
    for name, package in (("clingo", "clingo"), ("z3", "z3-solver")):
        try:
            found[name] = version(package)
        except PackageNotFoundError:
            found[name] = None
    return found
