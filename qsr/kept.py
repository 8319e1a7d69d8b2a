"""What takes long to build, kept on disk between processes: compiled grammars, large regular expressions.

The files are in ``$QSR_CACHE``, else in ``qsr`` below ``$XDG_CACHE_HOME``, else in ``~/.cache/qsr``; ``QSR_CACHE=off`` keeps
nothing. Where the folder cannot be written, everything is built anew, and nobody is told: the answers are the same.

A file is named by a digest of all that it was made from, versions included, so that a grammar that changes has another file. It
holds JSON, which cannot execute anything, behind a digest of its own: a damaged one is built anew. One that belongs to another
user, or that others may write, is not looked at. A file appears under its name when it is whole, whoever else writes it too.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from qsr import __version__

__all__ = ["expression", "folder", "kept"]

_OFF: Final = "off"
#: Files of grammars that nothing has written for so long go when a new one is written; one that is still used is built anew.
_SECONDS: Final = 90 * 86400


def folder() -> Path | None:
    """Return the folder of the files; None where nothing is kept."""
    chosen = os.environ.get("QSR_CACHE")
    if chosen:
        return None if chosen == _OFF else Path(chosen)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "qsr"
    except RuntimeError:  # a user without a home
        return None


def kept(kind: str, sources: tuple[str, ...], build: Callable[[], Any]) -> Any:
    """Return what `build` returns, from disk where it was built from the same sources before.

    Parameters
    ----------
    kind
        A word for the name of the file.
    sources
        All that the result depends on, but for Python, qsr and the module of `build`.
    build
        What builds it: lists, dictionaries, texts and numbers, as JSON has them.
    """
    place = folder()
    if place is None:
        return build()
    key = sha256("\0".join((kind, __version__, _code(build), sys.version, sys.byteorder, *sources)).encode()).hexdigest()
    file = place / f"{kind}-{key[:32]}.json"
    with suppress(OSError, ValueError):
        return _read(file, key)
    built = build()
    with suppress(OSError):
        _write(file, key, json.dumps(built, separators=(",", ":")).encode())
    return built


def _code(build: Callable[[], Any]) -> str:
    """Return the text of the module that builds, so that a checkout in which it is changed does not go by an old file."""
    try:
        return Path(build.__code__.co_filename).read_text(encoding="utf-8")
    except OSError:  # no file, as in an archive, where the version tells
        return ""


def _read(file: Path, key: str) -> Any:
    """Return what a file holds; raise OSError or ValueError where there is none that can be trusted."""
    with file.open("rb") as stream:
        about = os.fstat(stream.fileno())
        if hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            raise PermissionError(f"{file} may have been written by others")
        digest, _, data = stream.read().partition(b"\n")
    if digest != _digest(key, data):
        raise ValueError(f"{file} is damaged")
    return json.loads(data)


def _write(file: Path, key: str, data: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = file.with_suffix(f".{os.getpid()}-{time.monotonic_ns()}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(_digest(key, data) + b"\n" + data)
        os.replace(beside, file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    for other in file.parent.glob("*-*.*"):
        if other.stat().st_mtime < time.time() - _SECONDS:
            other.unlink(missing_ok=True)


def _digest(key: str, data: bytes) -> bytes:
    return sha256(key.encode() + b"\n" + data).hexdigest().encode()


def expression(pattern: str) -> re.Pattern[str]:
    """Return a large regular expression compiled; `re.compile` of 80,000 characters takes a tenth of a second.

    What is kept is the code of CPython's matcher, which checks it before it takes it. Where Python's parts are not as they are
    in CPython 3.11 to 3.13, the expression is compiled as any other.
    """
    try:
        import _sre  # type: ignore[import-not-found]
        from re import _compiler, _parser  # type: ignore[attr-defined]

        def build() -> Any:
            parsed = _parser.parse(pattern)
            state = parsed.state
            return [_compiler._code(parsed, 0), state.flags, state.groups - 1, state.groupdict]

        code, flags, groups, names = kept("expression", (pattern, str(_sre.MAGIC), str(_sre.CODESIZE)), build)
        by_number: list[str | None] = [None] * (groups + 1)
        for name, number in names.items():
            by_number[number] = name
        found: re.Pattern[str] = _sre.compile(pattern, flags, code, groups, names, tuple(by_number))
        return found
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError):
        return re.compile(pattern)
