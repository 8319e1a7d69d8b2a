"""The only reader of `encodings/` and `grammars/`, and of the like in other packages, whose names are ``"package:file"``.

In a wheel both folders lie below `qsr/_resources`; in a checkout (and so in an editable install) they stand beside
the package. The wheel's place is tried first.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

__all__ = ["encoding", "fingerprint", "grammar", "table"]

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "_resources", _PACKAGE.parent)


@cache
def _read(folder: str, name: str) -> str:
    package, _, file = name.rpartition(":")
    if package:
        from importlib.resources import files  # takes longer to import than all that a first answer reads

        return (files(package) / file).read_text(encoding="utf-8")
    for place in _PLACES:
        path = place / folder / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(f"{folder}/{name} is missing from this installation of qsr")


def encoding(name: str) -> str:
    """Return the text of the answer-set program `encodings/<name>`, such as ``"property_sets.lp"``."""
    return _read("encodings", name)


def grammar(name: str) -> str:
    """Return the text of the Lark grammar `grammars/<name>`, such as ``"english.lark"``."""
    return _read("grammars", name)


@cache
def table(name: str) -> dict[str, Any]:
    """Return the table of words `grammars/<name>`, such as ``"english_words.toml"``; it is shared, and nobody changes it."""
    # Most commands need no table.
    from tomllib import loads

    return loads(_read("grammars", name))


@lru_cache(maxsize=64)
def fingerprint(*texts: str) -> str:
    """Return twelve hexadecimal digits that change whenever one of the texts changes."""
    digest = sha256()
    for text in texts:
        digest.update(text.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:12]
