"""Files as text and text as JSON or TOML, with errors that say where a document is broken."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from qsr.errors import ParseError

__all__ = ["json_of", "text_of", "toml_of"]

_TOML_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")
_DEEP: Final = "nested too deeply"
#: Python refuses to convert whole numbers of more digits than `sys.get_int_max_str_digits` says.
_LONG_NUMBER: Final = "a number has too many digits"


def text_of(path: str | Path) -> str:
    """Return the text of a file, without a byte order mark.

    Raises
    ------
    ParseError
        Where it is not UTF-8, or no file can have the name.
    OSError
        Where the file cannot be opened.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"not UTF-8 text: {error.reason} at byte {error.start}", file=str(path)) from None
    except ValueError as error:
        # A null character in the name.
        raise ParseError(f"not the name of a file: {error}", file=str(path)) from None


def json_of(text: str, file: str | None = None) -> Any:
    """Return what a JSON text stands for; raise ParseError, with the place where there is one, for text that is not JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"not JSON: {error.msg}", text, error.pos, file=file) from None
    except (RecursionError, ValueError) as error:
        raise ParseError(f"not JSON: {_reason(error)}", file=file) from None


def toml_of(text: str, file: str | None = None) -> dict[str, Any]:
    """Return the entries of a TOML text; raise ParseError, with the place where there is one, for text that is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"not a TOML file: {error}"
        if (place := _TOML_PLACE.search(str(error))) is None:
            raise ParseError(message, file=file) from None
        line, column = int(place[1]), int(place[2])
        start = sum(len(text) for text in text.split("\n")[: line - 1]) + line - 1 + column - 1
        raise ParseError(_TOML_PLACE.sub("", message), text, start, file=file) from None
    except (RecursionError, ValueError) as error:
        raise ParseError(f"not a TOML file: {_reason(error)}", file=file) from None


def _reason(error: Exception) -> str:
    return _DEEP if isinstance(error, RecursionError) else _LONG_NUMBER
