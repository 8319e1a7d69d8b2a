"""Files as text and text as JSON or TOML, with errors that say where a document is broken."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from qsr.errors import ParseError
from qsr.inputs import input_bytes

__all__ = ["NotBeside", "file_beside", "json_of", "text_of", "toml_of"]

_TOML_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")
_DEEP: Final = "nested too deeply"
#: Python refuses to convert whole numbers of more digits than `sys.get_int_max_str_digits` says.
_LONG_NUMBER: Final = "a number has too many digits"


class NotBeside(ValueError):
    """The name of a file that leads out of the folder of the document which names it."""


def text_of(path: str | Path) -> str:
    """Return the text of a file, ``-`` for standard input, without a byte order mark.

    Raises
    ------
    ParseError
        Where it is not UTF-8.
    OSError
        Where the file cannot be read.
    """
    try:
        return input_bytes(str(path)).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise ParseError(f"not UTF-8 text: {error.reason} at byte {error.start}", file=str(path)) from None


def file_beside(document: str | Path, name: str) -> Path:
    """Return the file that a document names: one in the folder of the document, which may come from anybody.

    Raise NotBeside for a name that leads out of the folder, by itself or as a link.
    """
    document = Path(document)
    found = document.parent / name
    if "\0" in name:
        raise NotBeside(f"not the name of a file: {name[:60]!r}")
    if Path(name).name != name or found.resolve().parent not in (document.parent.resolve(), document.resolve().parent):
        raise NotBeside(f"{name[:60]!r} does not stand beside it; expected the name of a file in the same folder")
    return found


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
