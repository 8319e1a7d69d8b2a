"""Programs of the checkout, which are no part of the package, as modules."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

__all__ = ["CHECKOUT", "script"]

CHECKOUT = Path(__file__).parents[2]


@cache
def script(path: str) -> ModuleType:
    """Return the module of a program such as ``"benchmarks/stepgame.py"``; it may import those beside it, as programs do."""
    file = CHECKOUT / path
    specification = importlib.util.spec_from_file_location(path.removesuffix(".py").replace("/", "_"), file)
    assert specification is not None
    assert specification.loader is not None
    module = sys.modules[specification.name] = importlib.util.module_from_spec(specification)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(file.parent))
        specification.loader.exec_module(module)
    return module
