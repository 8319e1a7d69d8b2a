"""No reader lets anything out but the project's errors: a fault of a reader is told as a text that it cannot read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from qsr.errors import ParseError, QsrError

__all__ = ["guarded"]

P = ParamSpec("P")
R = TypeVar("R")


def guarded(read: Callable[P, R]) -> Callable[P, R]:
    """Return a reader that raises `ParseError` where the one given raises what is no error of this project.

    >>> def careless(text: str) -> int:
    ...     return int(text)
    >>> guarded(careless)("1/0")
    Traceback (most recent call last):
    qsr.errors.ParseError: <text>:1:1: this cannot be read: ValueError: invalid literal for int() with base 10: '1/0'
        1/0
        ^^^
    """

    @wraps(read)
    def guarding(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return read(*args, **kwargs)
        except (QsrError, MemoryError):
            raise
        except Exception as error:
            text = next((one for one in reversed(args) if isinstance(one, str)), "")
            raise ParseError(f"this cannot be read: {type(error).__name__}: {error}", text, 0, len(text)) from error

    return guarding
