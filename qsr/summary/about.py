"""What there is here: which qsr and which solvers, and which theories."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import qsr

__all__ = ["DISTRIBUTION", "theory_list", "versions"]

#: What `pip install` calls this package: in the public index `qsr` is another project.
DISTRIBUTION: Final = "qsr-reasoning"


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


def theory_list() -> dict[str, Any]:
    """Return the theories, each with its meaning in a sentence, and the values of all settings, the default first."""
    entries = [
        {
            "name": one.name,
            "meaning": (type(one).__doc__ or "").strip().partition("\n")[0],
            "backends": list(one.backends),
            "fingerprint": one.fingerprint,
        }
        for one in map(qsr.theories.get, qsr.theories.names())
    ]
    return {"theories": entries, "settings": {key: list(one.shown) for key, one in qsr.theories.settings_of().items()}}
