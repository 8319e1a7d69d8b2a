"""The one rule for every file that an option names to be written.

1. Never over a file that the command reads.
2. Over an existing file only where it is what would be written there: rows of the same kind, a drawing, a certificate or a page
   of qsr's own. Anything else, a text, a program, data, is left as it is, unless ``--force`` is given. What carries no mark of
   ours (a mended story, generated or corrected data) is never taken for ours.
3. One run at a time: a lock beside the file (``.NAME.qsr-lock``) names the run that holds it. The system lets go of the lock of
   a process that is gone, however it went, so that what a killed run leaves behind stops nobody.
4. A file appears under its name when it is whole: it is written beside and renamed. Only rows that `--resume` can go on with
   grow under their own name.

Devices and pipes, such as ``/dev/stdout``, are written to directly, and standard output under the name ``-``.
"""

from __future__ import annotations

import errno
import json
import os
import shlex
import socket
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from qsr.errors import OutputRefused
from qsr.inputs import STANDARD

__all__ = [
    "CERTIFICATE",
    "DRAWING",
    "PAGE",
    "PAGE_COMMENT",
    "UNMARKED",
    "Kind",
    "beside",
    "claimed",
    "named",
    "rows_with",
    "save",
]

#: Bytes at either end of a file in which a mark is looked for, and the longest first line of a file of rows.
_END: Final = 4096
_LINE: Final = 2**20


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file that qsr writes: its name in messages, and what tells it from every other file."""

    name: str
    is_ours: Callable[[Path], bool]


def _marked(*marks: bytes) -> Callable[[Path], bool]:
    def is_ours(path: Path) -> bool:
        with path.open("rb") as file:
            head = file.read(_END)
            file.seek(max(0, path.stat().st_size - _END))
            return any(mark in head + file.read(_END) for mark in marks)

    return is_ours


def rows_with(name: str, *keys: str) -> Kind:
    """Return the kind of a file of JSON lines whose first line has these keys."""

    def is_ours(path: Path) -> bool:
        with path.open("rb") as file:
            first = file.readline(_LINE)
        try:
            row = json.loads(first)
        except (ValueError, RecursionError):
            return False
        return isinstance(row, dict) and row.keys() >= set(keys)

    return Kind(name, is_ours)


DRAWING: Final = Kind("a drawing by qsr", _marked(b'class="qsr-drawing"'))
CERTIFICATE: Final = Kind("a certificate", _marked(b'"kind": "qsr certificate"'))
PAGE_COMMENT: Final = "<!-- a report by qsr -->"
PAGE: Final = Kind("a report by qsr", _marked(b'<meta name="generator" content="qsr">', PAGE_COMMENT.encode()))
UNMARKED: Final = Kind("", lambda path: False)


@contextmanager
def claimed(targets: Iterable[tuple[Path, Kind]], inputs: Iterable[str | Path] = (), *, force: bool = False) -> Iterator[None]:
    """Hold the right to write some files; what stands in them is not touched by that.

    Parameters
    ----------
    targets
        The files, and what is to be written there.
    inputs
        Files that are read, and so never written.
    force
        Whether files of another kind may be overwritten.

    Raises
    ------
    OutputRefused
        Where a file is an input or of another kind, or another run is writing it.
    OSError
        About the file itself, where it cannot be written.
    """
    read = [Path(one) for one in inputs if os.path.exists(one)]
    with ExitStack() as stack:
        for target, kind in targets:
            if str(target) == STANDARD:
                continue
            # A folder that is read stands for the files in it.
            if target.exists() and any(one.samefile(target.parent if one.is_dir() else target) for one in read):
                raise OutputRefused(f"{target}: would overwrite an input file")
            if not _is_direct(target):
                stack.enter_context(_locked(target))
                _spare(target, kind, force)
        yield


def _is_direct(target: Path) -> bool:
    """Tell whether what is written there goes through and does not stay: a pipe, a terminal, ``/dev/null``."""
    with named(target):
        try:
            mode = target.stat().st_mode
        except FileNotFoundError:
            return False
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "a folder, where a file is to be written", str(target))
    return not stat.S_ISREG(mode)


def _spare(target: Path, kind: Kind, force: bool) -> None:
    if not target.exists() or not target.stat().st_size:
        return
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    with named(target):
        if not force and not kind.is_ours(target):
            what = f" and does not hold {kind.name}" if kind.name else " already"
            raise OutputRefused(f"{target}: exists{what}; --force writes over it")


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """Yield a place to write a whole file to; at the end it takes the name of the target, or is gone where there was an error."""
    if str(target) == STANDARD:
        yield from _printed()
        return
    if _is_direct(target):
        with named(target):
            yield target
        return
    whole = Path(os.path.realpath(target))
    part = _hidden(whole, "part")
    try:
        with named(target, part):
            part.unlink(missing_ok=True)
            yield part
            with part.open("rb") as file:
                # A full disk may show only now.
                os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                part.chmod(stat.S_IMODE(whole.stat().st_mode))
            part.replace(whole)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _printed() -> Iterator[Path]:
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="qsr-") as folder:
        yield (part := Path(folder) / "stdout")
        with part.open("rb") as file:
            sys.stdout.flush()
            shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def save(target: Path, content: str | bytes) -> None:
    """Write a whole file, the line breaks of a text as they are."""
    with beside(target) as part:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def named(target: Path, part: Path | None = None) -> Iterator[None]:
    """Let errors of the system say which file they are about: those of a write have no name, or that of an unfinished file."""
    try:
        yield
    except OSError as error:
        if isinstance(error, OutputRefused) or error.filename not in (None, "", part, str(part)):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(target)) from error


def _hidden(whole: Path, what: str) -> Path:
    return whole.with_name(f".{whole.name}.qsr-{what}")


# ---------------------------------------------------------------- one run at a time

#: The locks of this process, which its own locks do not stop.
_held: Final[set[Path]] = set()


@contextmanager
def _locked(target: Path) -> Iterator[None]:
    lock = _hidden(Path(os.path.realpath(target)), "lock")
    if lock in _held:
        raise OutputRefused(f"{target}: is written by this run already")
    with named(target, lock):
        file = _taken(lock, target)
    _held.add(lock)
    try:
        yield
    finally:
        _held.discard(lock)
        # Gone while it is still held: who has it open already sees that it is no longer the lock.
        with file, suppress(OSError):
            lock.unlink(missing_ok=True)


def _taken(lock: Path, target: Path) -> BinaryIO:
    """Return the lock's file, held until it is closed; raise OutputRefused where another process holds it."""
    while True:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        file = os.fdopen(os.open(lock, flags, 0o666), "r+b")
        if not _hold(file):
            with file:
                other = file.read(_END).decode("utf-8", "replace") or "a process that has just begun"
            raise OutputRefused(f"{target}: is being written by another run: {other}")
        with suppress(FileNotFoundError):
            # A run that ended in between has taken its lock away.
            if os.path.samestat(os.fstat(file.fileno()), lock.stat()):
                break
        file.close()
    file.truncate(0)
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    command = shlex.join(["qsr", *sys.argv[1:]])
    file.write(f"process {os.getpid()} on {socket.gethostname()} since {since}: {command[:400]}".encode("utf-8", "replace"))
    file.flush()
    return file


def _hold(file: BinaryIO) -> bool:
    """Lock a file, or tell that another process has; systems and file systems without locks go without them."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        # Not flock, whose locks outlive a killed process in its children.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES)
    return True
