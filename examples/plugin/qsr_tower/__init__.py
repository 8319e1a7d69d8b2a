"""Who lives on which floor of a tower: an example of everything that a package can add to qsr."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

__all__ = ["STOREYS"]

#: Where the calculus stands; `pyproject.toml` names it in the group ``qsr.calculi``.
STOREYS: Final = files(__name__) / "storeys.toml"
