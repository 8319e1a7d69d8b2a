"""What can be read as a file: told before anything is read, so that a folder or an endless device is named as what it is."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qsr.errors import DatasetError

__all__ = ["check_input", "input_bytes", "readable"]


def check_input(file: str | Path) -> None:
    """Raise OSError, in words for its reader, where a file cannot be read: there is none, or it is a folder or a device."""
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
    if file != "-":
        check_input(file)
        return Path(file).read_bytes()
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", "<stdin>")
    return sys.stdin.buffer.read()
