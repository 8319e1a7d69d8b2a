"""JSON in files: documents, values that ought to be JSON, and rows, read so that one broken row does not cost the others.

A JSON object of rows is decoded value by value, which gives each row its line and lets the reader go on after a fault;
Python's own `json.load` would give neither.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.lines import LONGEST, TOO_LONG, lines
from qsr.datasets.forms.parts import Part, part_lines
from qsr.datasets.protocol import BadRow, Row
from qsr.errors import DatasetError

__all__ = ["json_file", "json_lines", "json_object", "json_values", "loose"]

_decode: Final = json.JSONDecoder().raw_decode
_KEY: Final = re.compile(r'\s*("(?:[^"\\\n]|\\.)*")\s*:\s*')
_NEXT_ROW: Final = re.compile(r'"(?:[^"\\\n]|\\.){0,80}"\s*:\s*\{')
_COMMA: Final = re.compile(r"\s*,")
_END: Final = re.compile(r"\s*\}\s*")
_BRACKETED: Final = re.compile(r"\s*[\[({].*[\])}]\s*", re.DOTALL)


def json_file(path: Path) -> Any:
    """Return what a file of one JSON document stands for.

    Raises
    ------
    DatasetError
        With line and column where there are any, for a file that is not JSON.
    OSError, UnicodeDecodeError
        Where it cannot be opened, or is not UTF-8.
    """
    text = path.read_text(encoding="utf-8-sig")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DatasetError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise DatasetError(f"{path}: not JSON: nested too deeply") from error
    except ValueError as error:
        # Python refuses to convert whole numbers of more than some thousands of digits.
        raise DatasetError(f"{path}: not JSON: a number has too many digits") from error


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


def json_lines(path: Path, part: Part | None = None) -> Iterator[Row | BadRow]:
    """Yield a row per line of a `.jsonl` file or a part of it, the decoded object as payload; blank lines are skipped."""
    name = str(path)
    for number, payload, error in json_values(path, part=part):
        identity = f"{name}:{number}"
        yield BadRow(identity, name, number, error) if error else Row(identity, name, number, payload)


def json_values(
    path: Path, parse_float: Callable[[str], Any] | None = None, part: Part | None = None
) -> Iterator[tuple[int, Any, str]]:
    """Yield (number, value, error) for each line that is not blank; the error is empty, or says why there is no value."""
    with path.open("rb") as file:
        for number, line in lines(file) if part is None else part_lines(file, part):
            if line is None:
                yield number, None, TOO_LONG
            elif line.strip():
                try:
                    value = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"), parse_float=parse_float)
                except (ValueError, RecursionError) as error:
                    yield number, None, f"not JSON: {error}"
                else:
                    yield number, value, ""


def json_object(path: Path) -> Iterator[Row | BadRow]:
    """Yield a row per entry of a file that holds one JSON object, with the line of its key.

    Raise DatasetError where the file does not begin with an object.
    """
    name = str(path)
    text = path.read_text(encoding="utf-8-sig")
    start = re.compile(r"\s*\{").match(text)
    if start is None:
        raise DatasetError(f"{name}:1:1: expected a JSON object of numbered rows")
    position, line, counted = start.end(), 1, 0
    seen: set[str] = set()
    if _END.match(text, position):
        return
    while True:
        key_match = _KEY.match(text, position)
        fault_at = position
        if key_match is not None:
            fault_at = key_match.start(1)
        line, counted = line + text.count("\n", counted, fault_at), fault_at
        problem = ""
        identity = f"{name}:{line}"
        if key_match is None:
            problem = "expected a key in quotes and a colon"
        else:
            try:
                key = json.loads(key_match[1])
                identity = f"{name}:{key}"
                payload, position = _decode(text, key_match.end())
            except (ValueError, RecursionError) as error:
                problem = f"not JSON: {error}"
            else:
                if position - key_match.end() > LONGEST:
                    yield BadRow(identity, name, line, TOO_LONG)
                elif key in seen:
                    yield BadRow(identity, name, line, f"the key {key[:40]!r} stands twice in the file")
                else:
                    seen.add(key)
                    yield Row(identity, name, line, payload)
                comma = _COMMA.match(text, position)
                if comma is not None:
                    position = comma.end()
                    continue
                end = _END.match(text, position)
                if end is not None and end.end() == len(text):
                    return
                line, counted = line + text.count("\n", counted, position), position
                identity = f"{name}:{line}"
                problem = "text after the end of the object" if end is not None else "expected a comma or a closing brace"
        yield BadRow(identity, name, line, problem)
        following = _NEXT_ROW.search(text, max(position, fault_at + 1))
        if following is None:
            return
        position = following.start()
