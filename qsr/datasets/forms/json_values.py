"""Lines of a file of answers, as JSON has them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from qsr.inputs import check_input, readable

__all__ = ["json_values"]


def json_values(file: str | Path, parse_float: Callable[[str], Any] | None = None) -> Iterator[tuple[int, Any, str]]:
    """Yield (number, value, error) for each line that is not blank; the error is empty, or says why the value is None.

    Raise DatasetError where the file cannot be opened.
    """
    with readable(file):
        check_input(file)
        lines = Path(file).read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"), parse_float=parse_float)
        except (ValueError, RecursionError) as error:
            yield number, None, f"not JSON: {error}"
        else:
            yield number, value, ""
