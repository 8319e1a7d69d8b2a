"""Drawings as files. SVG is what they are; PNG and PDF are made of it by vl-convert (resvg and svg2pdf), the extra ``pictures``.

A PNG or PDF is on light ground, as paper is. It carries the mark of an SVG document, by which `qsr.outputs` knows it for ours.
"""

from __future__ import annotations

import struct
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from zlib import crc32

from qsr.errors import BackendUnavailable

__all__ = ["SUFFIXES", "encoded", "suffix_of"]

SUFFIXES: Final = (".svg", ".png", ".pdf")
#: Pixels of a PNG for each pixel of the drawing: sharp on a dense screen, and 200 dots per inch in print.
_SCALE: Final = 2.0
_MARK: Final = b'class="qsr-drawing"'
#: The last chunk of every PNG: no data, the name, its check sum (PNG specification, 3rd edition, 11.2.5).
_END_OF_PNG: Final = bytes.fromhex("0000000049454e44ae426082")


def suffix_of(target: Path) -> str:
    """Return the form of drawing that a file name asks for; without a suffix (a pipe, standard output) SVG.

    Raises
    ------
    ValueError
        For another suffix than `SUFFIXES`.
    BackendUnavailable
        For one that needs an extra which is not installed.

    Examples
    --------
    >>> suffix_of(Path("kitchen.SVG")), suffix_of(Path("-"))
    ('.svg', '.svg')
    """
    suffix = target.suffix.lower() or ".svg"
    if suffix not in SUFFIXES:
        raise ValueError(f"{target}: a drawing is written as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not {target.suffix}")
    if suffix != ".svg" and find_spec("vl_convert") is None:
        raise BackendUnavailable(
            f'{target}: a {suffix} needs vl-convert: pip install "qsr-reasoning[pictures]"; .svg needs nothing'
        )
    return suffix


def encoded(svg: str, suffix: str) -> bytes:
    """Return a drawing in one of the forms of `SUFFIXES`."""
    if suffix == ".svg":
        return svg.encode("utf-8")
    import vl_convert

    if suffix == ".pdf":
        # What follows the end is passed over by readers (PDF 32000-1, annex H.3, note 18).
        return bytes(vl_convert.svg_to_pdf(svg)) + b"% " + _MARK + b"\n"
    picture = bytes(vl_convert.svg_to_png(svg, scale=_SCALE))
    said = b"tEXt" + b"Software\0qsr " + _MARK
    chunk = struct.pack(">I", len(said) - 4) + said + struct.pack(">I", crc32(said))
    return picture.removesuffix(_END_OF_PNG) + chunk + _END_OF_PNG
