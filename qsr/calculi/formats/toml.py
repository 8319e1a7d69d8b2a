"""Calculus files, written: what `qsr.calculi.load` reads back to the same calculus."""

from __future__ import annotations

import re
from typing import Final

from qsr.calculi.calculus import Calculus

__all__ = ["write"]

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def write(calculus: Calculus) -> str:
    """Return the text of a calculus file.

    A product is written as one if its parts come with qsr; this is not checked here.
    """
    head = [f"{key} = {_text(getattr(calculus, key))}" for key in ("name", "title", "reference")]
    if calculus.parts:
        head.append(f"product = [{', '.join(_text(part.name) for part in calculus.parts)}]")
    head.append(f"relations = [{', '.join(map(_text, calculus.relations))}]")
    if not calculus.parts:
        head.append(f"identity = {_text(calculus.names(calculus.identity)[0])}")
    blocks = ["\n".join(head)]
    if calculus.aliases:
        blocks.append("\n".join(["[aliases]", *(f"{_key(alias)} = {_text(name)}" for alias, name in calculus.aliases.items())]))
    for key in ("decides", "undecided"):
        for decision in getattr(calculus, key):
            lines = (f"[[{key}]]", f"networks = {_text(decision.networks)}", f"reference = {_text(decision.reference)}")
            blocks.append("\n".join(lines))
    if not calculus.parts:
        pairs = zip(calculus.relations, calculus.converses, strict=True)
        blocks.append("\n".join(["[converse]", *(f"{_text(name)} = {_text(*calculus.names(back))}" for name, back in pairs)]))
        comment = (
            '# Weak composition: "R S" gives the relations that X and Z can have where X R Y and Y S Z; "*" is every relation.'
        )
        blocks.append("\n".join([comment, "[composition]", *_compositions(calculus)]))
    return "\n\n".join(blocks) + "\n"


def _compositions(calculus: Calculus) -> list[str]:
    return [
        f"{_text(f'{first} {second}')} = {_text('*' if composed == calculus.universal else ' '.join(calculus.names(composed)))}"
        for first, row in zip(calculus.relations, calculus.compositions, strict=True)
        for second, composed in zip(calculus.relations, row, strict=True)
    ]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    """Return a basic string of TOML."""
    safe = "".join(_ESCAPES.get(char) or (char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}") for char in value)
    return f'"{safe}"'
