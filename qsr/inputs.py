"""What can be read as a file: told before anything is read, so that a folder or an endless device is named as what it is."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Final

from qsr.errors import DatasetError

__all__ = ["STANDARD", "check_input", "input_bytes", "readable", "stored"]

#: Stands for standard input where a file is read, and for standard output where one is written.
STANDARD: Final = "-"


def check_input(file: str | Path) -> None:
    """Raise OSError, in words for its reader, where a file cannot be read: there is none, or it is a folder or a device."""
    if str(file) == STANDARD:
        return
    try:
        mode = os.stat(file).st_mode
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, "no such file", str(file)) from None
    except ValueError as error:
        # A null character in the name.
        raise OSError(errno.EINVAL, f"not the name of a file: {error}", str(file)) from None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "a folder, where a file was expected", str(file))
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not os.path.samefile(file, os.devnull)):
        raise OSError(errno.EINVAL, "a device, where a file was expected", str(file))


@contextmanager
def readable(file: str | Path) -> Iterator[None]:
    """Tell as DatasetError what is wrong with a file that is read: that it cannot be opened, or is not UTF-8 text."""
    try:
        yield
    except OSError as error:
        raise DatasetError(f"{file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise DatasetError(f"{file}: not UTF-8 text ({error.reason} at byte {error.start})") from error


def input_bytes(file: str) -> bytes:
    """Return what a file holds, or standard input for ``-``; raise OSError where it cannot be read."""
    if file != STANDARD:
        check_input(file)
        return Path(file).read_bytes()
    return _standard_input().read()


def stored(file: str | Path) -> Path:
    """Return the place of a file that is read; standard input is stored in one, under a name that says its form.

    Raise OSError where it cannot be read.
    """
    check_input(file)
    return _stored_input(_standard_input()) if str(file) == STANDARD else Path(file)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", "<stdin>")
    return sys.stdin.buffer


@lru_cache(maxsize=1)
def _stored_input(source: BinaryIO) -> Path:
    """Store a stream, once however often it is named, for as long as this process lives."""
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="qsr-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    begin = folder / "stdin"
    with begin.open("wb") as file:
        shutil.copyfileobj(source, file)
    with begin.open("rb") as file:
        return begin.rename(begin.with_suffix(_form(file.readline(2**20))))


def _form(first: bytes) -> str:
    """Return the suffix of a file by its first line.

    >>> [_form(one) for one in (b'{"id": 1}', b"[", b"PAR1", b"1 The cup", b"id,answer", b"id;answer")]
    ['.jsonl', '.json', '.parquet', '.txt', '.csv', '.csv']
    """
    if first.startswith(b"PAR1"):
        return ".parquet"
    text = first.decode("utf-8-sig", "replace").strip()
    if text.startswith(("{", "[")):
        import json

        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            return ".json"
        # A document of rows in one line: by their keys, or as a list.
        rows = not isinstance(row, dict) or (row and all(isinstance(one, (dict, list)) for one in row.values()))
        return ".json" if rows else ".jsonl"
    if re.match(r"\d+ ", text):
        return ".txt"
    return ".tsv" if "\t" in text else ".csv" if "," in text or ";" in text else ".txt"
