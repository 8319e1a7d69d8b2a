"""The names in an English text about seats: found in the list that brings them in, and masked wherever they occur."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from qsr.errors import ParseError
from qsr.theories.seating.text.building import Mask
from qsr.theories.seating.text.english_table import nouns, table, words

__all__ = ["masked", "names_of", "quoted"]

_ABBREVIATED: Final = r"(?:Mr|Mrs|Ms|Dr|St|Prof)\."
#: No white space at its ends: were it in an item and beside it, a list of n items would have two to the n readings.
_WORD: Final = rf"(?:{_ABBREVIATED}|[^\s.,;:!?()\"“”—–])+?"
_ITEM: Final = rf"""(?:"[^"\n]+"|“[^”\n]+”|{_WORD}(?:[^\S\n]+{_WORD})*?)"""
_AND: Final = r"(?:\s*,)?\s+(?:and|&)\s+"
_SPLIT: Final = re.compile(r",?\s+(?:and|&)\s+|\s*,\s*")
_QUOTES: Final = '"“”'
_QUOTED: Final = re.compile(r'"[^"\n]+"|“[^”\n]+”')


def _words(texts: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, texts), key=lambda text: (-len(text), text)))


@cache
def _list() -> re.Pattern[str]:
    end = rf"(?=\s*(?:[.,;:!?)\n—–]|$)|\s+(?:{_words(table()['lists']['behind'])})\b)"
    joined = rf"(?P<joined>(?:{_ITEM}\s*,\s*)*?{_ITEM}{_AND}{_ITEM}){end}"
    listed = rf"(?<=[:(])\s*(?P<listed>{_ITEM}(?:\s*,\s*{_ITEM})+)(?=\s*(?:[.;)\n]|$))"
    return re.compile(rf"(?:(?<![^.,;:!?()\n—–])|(?<=[.:;!?] ))\s*{joined}|{listed}")


@cache
def _before(*, people: bool) -> re.Pattern[str]:
    """Return the pattern of what stands before the first name in its own item: "six people called", "six friends"."""
    brought = (*nouns("person")[0], *nouns("person")[1]) if people else tuple(table()["lists"]["introduced"])
    return re.compile(rf".*\b(?:{_words(brought)})\s*(?:\s|$)", re.IGNORECASE | re.DOTALL)


@cache
def _scenery() -> re.Pattern[str]:
    numbers = (*table()["numbers"], *table()["lists"]["scenery"])
    return re.compile(rf"(?:{_words(numbers)}|\d+)(?=\s|$)", re.IGNORECASE)


@lru_cache(maxsize=256)
def names_of(text: str, file: str | None = None) -> tuple[tuple[str, ...], int]:
    r"""Return the names that a text brings in, and where their list ends; raise ParseError where it has none.

    Commas and "and" part names; a name that has one of its own stands in quotation marks, and so does, wherever it is used, one
    that is made of words such as "left" alone. Articles do not belong to names.

    >>> names_of("Five old friends, Ann, Mr. Bo, Cy, Di and Ed, sit around a table.")[0]
    ('Ann', 'Mr. Bo', 'Cy', 'Di', 'Ed')
    >>> names_of("On the shelf are three things: a red cup, the pot, and \"salt and pepper\".")[0]
    ('red cup', 'pot', 'salt and pepper')
    """
    best: list[str] = []
    place = (0, 0)
    for found in _list().finditer(text):
        start, end = found.span("listed" if found["listed"] else "joined")
        names = _items(text[start:end], bare=text[:start].rstrip().endswith((":", "(")))
        if _directions().intersection(names):
            continue
        # "A and B sit ..." speaks of two of the names that a longer list has brought in.
        if len(names) > max(len(best), 1):
            best, place = names, (start, end)
    if best:
        _checked(best, text, place, file)
        return tuple(best), place[1]
    raise ParseError("a list of names was expected, such as 'Anna, Ben and Cleo sit ...'", text, 0, len(text), file=file)


@cache
def _directions() -> frozenset[str]:
    """Return the words for directions; a list of them brings in no names, unless they are quoted or have capitals."""
    return frozenset(text.replace(" ", sign) for texts in table()["compass"].values() for text in texts for sign in " -")


def _items(text: str, *, bare: bool) -> list[str]:
    kept = [(quoted.start(), quoted.end()) for quoted in _QUOTED.finditer(text)]
    cuts = [cut.span() for cut in _SPLIT.finditer(text) if not any(start < cut.start() < end for start, end in kept)]
    edges = [0, *(edge for cut in cuts for edge in cut), len(text)]
    pieces = [text[start:end].strip() for start, end in list(pairwise(edges))[::2]]
    names: list[str] = []
    for piece in pieces:
        if not names and not bare and piece[:1] not in _QUOTES:
            piece = _first(piece)
        first, _, rest = piece.strip().partition(" ")
        name = rest if rest and first.lower() in table()["lists"]["articles"] else piece
        name = name.strip().strip(_QUOTES)
        if name:
            names.append(name)
    return names


def _first(piece: str) -> str:
    """Return what is left of the first item without what brings the list in: nothing where it is no name."""
    brought = _before(people=False).match(piece)
    if brought is not None:
        return piece[brought.end() :]
    if not _scenery().match(piece):
        return piece
    counted = _before(people=True).match(piece)
    return "" if counted is None else piece[counted.end() :]


def _checked(names: list[str], text: str, span: tuple[int, int], file: str | None) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ParseError(f"the name {twice!r} stands twice in the list", text, *span, file=file)
    for name in names:
        if re.search(r"\w", name) is None:
            raise ParseError(f"{name!r} is no name", text, *span, file=file)
        if quoted(name) != name and not _pattern(name, name).search(text):
            reason = f"{name!r} has a meaning of its own: as a name it stands in quotation marks, wherever it is used"
            raise ParseError(reason, text, *span, file=file)


@cache
def _reserved() -> frozenset[str]:
    """Return the words of the table, save those for whoever is there."""
    found: set[str] = set()

    def collect(part: object) -> None:
        if isinstance(part, str):
            found.update(word for word, _, _ in words(part) if word.isalpha())
        elif isinstance(part, dict):
            for key, value in part.items():
                if key not in ("themes", "person"):
                    collect(value)
        elif isinstance(part, list):
            for value in part:
                collect(value)

    collect(table())
    return frozenset(found)


@lru_cache(maxsize=8192)
def quoted(name: str) -> str:
    """Return a name, in quotation marks where it has small letters only and nothing but words of the table.

    >>> quoted("Left"), quoted("left"), quoted("left shoe"), quoted("()")
    ('Left', '“left”', 'left shoe', '()')
    """
    row = [word for word, _, _ in words(name)]
    return f"“{name}”" if name == name.lower() and row and _reserved().issuperset(row) else name


def masked(text: str, names: tuple[str, ...]) -> Mask:
    r"""Mask names as whole words; one that begins with a small letter is found with a capital, too.

    >>> [letter < "\U00100000" for letter in masked("Ann is a. The pot", ("Ann", "the pot")).text]
    [False, True, True, True, True, True, True, True, False]
    """
    # A private-use character in the text is refused there.
    Mask.of(text, ())
    signs = {name: number for number, name in enumerate(names)}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        capital = name[0].upper() + name[1:]
        text = _pattern(name, capital if capital not in signs and len(capital) == len(name) else name).sub(
            Mask.sign(signs[name]), text
        )
    return Mask(text, tuple(map(len, names)))


@lru_cache(maxsize=8192)
def _pattern(name: str, capital: str) -> re.Pattern[str]:
    if quoted(name) != name:
        return re.compile(f'(?<=["“]){re.escape(name)}(?=["”])')
    before = r"(?<!\w)" if re.match(r"\w", name) else ""
    behind = r"(?!\w)" if re.search(r"\w$", name) else ""
    return re.compile(f"{before}(?:{re.escape(name)}|{re.escape(capital)}){behind}")
