"""Files that hold one JSON document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from qsr.errors import DatasetError

__all__ = ["json_file"]


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
