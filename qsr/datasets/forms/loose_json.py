"""Values that ought to be JSON: single quotes, tuples and trailing commas are understood as Python writes them."""

from __future__ import annotations

import ast
import json
import re
from typing import Any, Final

__all__ = ["loose"]

_BRACKETED: Final = re.compile(r"\s*[\[({].*[\])}]\s*", re.DOTALL)


def loose(value: Any) -> Any:
    """Return what a text that looks like a list or an object stands for; every other value is returned as it is.

    A text that is neither JSON nor a Python literal stays a text, so nothing is raised.

    >>> loose('["left", "above"]'), loose("('left', 'above',)"), loose("{'left': 1,}"), loose("[left")
    (['left', 'above'], ('left', 'above'), {'left': 1}, '[left')
    """
    if not isinstance(value, str) or not _BRACKETED.fullmatch(value):
        return value
    for decode in (json.loads, ast.literal_eval):
        try:
            return decode(value.strip())
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
    return value
