"""The settings of a grid world: how the agent moves, what it carries, what an action costs, and how many of them count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from qsr.settings import Setting

__all__ = ["SETTINGS"]

_WHOLE: Final = re.compile(r"[0-9]{1,6}")
_DECIMAL: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


def _whole(value: str) -> bool:
    return _WHOLE.fullmatch(value) is not None


#: The defaults are the rules of the published benchmark without its constraints.
SETTINGS: Final[Mapping[str, Setting]] = {
    "moves": Setting(("4", "8")),
    "carry": Setting(("none",), "WHOLE NUMBER", _whole),
    "cost": Setting(("0",), "DECIMAL NUMBER", lambda value: _DECIMAL.fullmatch(value) is not None),
    "steps": Setting(("20",), "WHOLE NUMBER", _whole),
}
