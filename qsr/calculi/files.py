"""Calculus files: how a relation algebra is written down, and what is checked when one is read.

A calculus is a TOML file (``tables/*.toml`` holds those that come with qsr; other packages add the paths of theirs through the
entry-point group ``qsr.calculi``)::

    name = "point"
    title = "Point algebra: positions on a line"
    reference = "where the table was published"
    relations = ["<", "=", ">"]          # the base relations; a name has no white space
    identity = "="                       # the base relation of an entity to itself

    [aliases]                            # optional: further name = base relation
    before = "<"

    [converse]                           # one line per base relation
    "<" = ">"

    [composition]                        # one line per ordered pair, "*" for every relation
    "< <" = "<"
    "< >" = "*"

    [[decides]]                          # optional, several allowed
    networks = "all"                     # or "atomic"
    reference = "who proved that closure decides consistency of these networks"

    [[undecided]]                        # optional, several allowed, as decides
    networks = "all"
    reference = "who proved that closure does not decide consistency of these networks"

A product of calculi says of which, and needs no tables: ``product = ["point", "point"]`` stands in the place of identity,
converse and composition. The relations can then be left out; where they are given they name the pairs of base
relations, with the first calculus slowest. A part is a calculus that comes with qsr, or the name of a file
beside this one.

The composition is the weak one: ``"R S"`` holds T exactly if some X, Y, Z have X R Y, Y S Z and X T Z. The
laws that follow from this definition are checked on reading, see `qsr.calculi.laws`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from itertools import chain, islice, product
from math import prod
from pathlib import Path
from typing import Any, Final, NoReturn

from qsr.calculi.calculus import COVERAGES, Calculus, Decision, joined
from qsr.calculi.documents import NotBeside, file_beside, text_of, toml_of
from qsr.calculi.laws import broken_law
from qsr.errors import ParseError, UnknownName
from qsr.registry import Registry
from qsr.wording import counted

__all__ = ["load", "names", "parse"]

_TABLES: Final = files("qsr.calculi") / "tables"
#: Files of other packages by their names, each a path or what `importlib.resources.files` has for one.
_others: Registry[Any] = Registry("calculus", "qsr.calculi", {})
_EVERY: Final = "*"
_REQUIRED: Final = ("name", "title", "reference", "relations", "identity", "converse", "composition")
_KEYS: Final = (*_REQUIRED, "aliases", "decides", "undecided")
_PRODUCT_REQUIRED: Final = ("name", "title", "reference", "product")
_PRODUCT_KEYS: Final = (*_PRODUCT_REQUIRED, "relations", "aliases", "decides", "undecided")
#: A label of so many relations is an integer of half a kilobyte; beyond this every step gets slow.
_MOST_RELATIONS: Final = 4096


def names() -> list[str]:
    """Return the names of the calculi that come with qsr and with other packages, sorted."""
    own = {entry.name.removesuffix(".toml") for entry in _TABLES.iterdir() if entry.name.endswith(".toml")}
    return sorted(own.union(_others.names()))


def load(calculus: str | Path) -> Calculus:
    """Return a calculus by its name, or read it from a file.

    Parameters
    ----------
    calculus
        A name that `names` lists, or the path of a calculus file: a `Path`, or text that ends in ``.toml``.

    Raises
    ------
    UnknownName
        Where text is neither a known name nor the path of a TOML file.
    ParseError
        Where the file breaks the format or a law, with the place of the entry and what was expected.
    OSError
        Where the file cannot be opened.
    """
    if isinstance(calculus, Path) or calculus.endswith(".toml"):
        path = Path(calculus)
        return parse(text_of(path), str(path))
    if calculus not in names():
        raise UnknownName("calculus", calculus, names())
    return _named(calculus)


@cache
def _named(name: str) -> Calculus:
    file: Any = _TABLES / f"{name}.toml"
    if not file.is_file():
        file = _others.find(name)
    return parse(file.read_text(encoding="utf-8"), f"{name}.toml")


def parse(text: str, file: str | None = None) -> Calculus:
    """Read a calculus from the text of a calculus file; raise ParseError as `load` does. `file` is named in errors."""
    return _Reader(text, file).calculus()


class _Reader:
    """Checks one file; every complaint names an entry and, where the file has it, its place."""

    def __init__(self, text: str, file: str | None) -> None:
        self._text = text
        self._file = file
        self._data = toml_of(text, file)

    def calculus(self) -> Calculus:
        is_product = "product" in self._data
        self._check_keys(*(_PRODUCT_REQUIRED, _PRODUCT_KEYS) if is_product else (_REQUIRED, _KEYS))
        parts = self._parts() if is_product else ()
        relations = self._relations() if "relations" in self._data else joined(parts)
        if parts and len(relations) != (number := prod(len(part.relations) for part in parts)):
            self._fail(
                "relations",
                f"relations: {counted(len(relations), 'name')}; expected one for each of {number} tuples of base relations",
            )
        bit_of = {name: 1 << place for place, name in enumerate(relations)}
        calculus = Calculus(
            name=self._string(self._data, "name"),
            title=self._string(self._data, "title"),
            reference=self._string(self._data, "reference"),
            relations=relations,
            identity=0 if parts else self._one(self._data["identity"], bit_of, "identity"),
            converses=() if parts else self._converses(bit_of),
            compositions=() if parts else self._compositions(bit_of),
            aliases=self._aliases(bit_of),
            decides=self._decisions("decides"),
            undecided=self._decisions("undecided"),
            parts=parts,
        )
        if not parts and (broken := broken_law(calculus)) is not None:
            self._fail(*broken)
        return calculus

    def _check_keys(self, required: tuple[str, ...], known: tuple[str, ...]) -> None:
        for key in required:
            if key not in self._data:
                self._fail(key, f"{key} is missing; expected {', '.join(required)}")
        for key in self._data:
            if key not in known:
                self._fail(key, f"unknown entry {key!r}; expected one of {', '.join(known)}")

    def _parts(self) -> tuple[Calculus, ...]:
        entries = self._data["product"]
        if not isinstance(entries, list) or len(entries) < 2 or not all(isinstance(entry, str) for entry in entries):
            self._fail("product", "product: expected a list of two calculi or more")
        parts = tuple(self._part(entry) for entry in entries)
        number = prod(len(part.relations) for part in parts)
        if number > _MOST_RELATIONS:
            self._fail("product", f"product: {number} base relations; expected at most {_MOST_RELATIONS}")
        return parts

    def _part(self, entry: str) -> Calculus:
        """Return a part of a product. That no product is a part of another leaves no way for a file to lead to itself."""
        part: Calculus | None
        try:
            if not entry.endswith(".toml"):
                part = load(entry)
            else:
                path = file_beside(self._file or "", entry)
                reader = _Reader(text_of(path), str(path))
                part = None if "product" in reader._data else reader.calculus()
        except OSError as error:
            self._fail("product", f"product: {entry[:60]}: {error.strerror or error}")
        except (UnknownName, NotBeside) as error:
            self._fail("product", f"product: {error}")
        if part is None or part.parts:
            self._fail("product", f"product: {entry} is itself a product; expected its parts instead")
        return part

    def _relations(self) -> tuple[str, ...]:
        relations = self._data["relations"]
        if not isinstance(relations, list) or not relations:
            self._fail("relations", "relations: expected a list of names")
        if len(relations) > _MOST_RELATIONS:
            self._fail("relations", f"relations: {len(relations)} names; expected at most {_MOST_RELATIONS}")
        seen: set[str] = set()
        for name in relations:
            if not isinstance(name, str) or not name or name == _EVERY or name.split() != [name]:
                self._fail("relations", f"relations: {name!r} is no name; expected text without white space, not {_EVERY!r}")
            if name in seen:
                self._fail("relations", f"relations: {name!r} is listed twice")
            seen.add(name)
        return tuple(relations)

    def _converses(self, bit_of: dict[str, int]) -> tuple[int, ...]:
        table = self._table("converse", bit_of, bit_of.__contains__)
        return tuple(self._one(table[name], bit_of, f"converse of {name}", name) for name in bit_of)

    def _compositions(self, bit_of: dict[str, int]) -> tuple[tuple[int, ...], ...]:
        def is_pair(entry: str) -> bool:
            names = entry.split(" ")
            return len(names) == 2 and all(name in bit_of for name in names)

        pairs = (f"{first} {second}" for first, second in product(bit_of, repeat=2))
        table = self._table("composition", pairs, is_pair)

        def mask(pair: str) -> int:
            value = table[pair]
            if value == _EVERY:
                return (1 << len(bit_of)) - 1
            if not isinstance(value, str) or not value.split():
                self._fail(pair, f"composition of {pair}: expected relation names, or {_EVERY!r} for every relation")
            return sum({self._one(name, bit_of, f"composition of {pair}", pair) for name in value.split()})

        return tuple(tuple(mask(f"{first} {second}") for second in bit_of) for first in bit_of)

    def _aliases(self, bit_of: dict[str, int]) -> dict[str, str]:
        aliases = self._data.get("aliases", {})
        if not isinstance(aliases, dict):
            self._fail("aliases", "aliases: expected a table of name = relation")
        for alias, name in aliases.items():
            if alias in bit_of:
                self._fail(alias, f"aliases: {alias!r} is a base relation")
            self._one(name, bit_of, f"alias {alias}", alias)
        return aliases

    def _decisions(self, key: str) -> tuple[Decision, ...]:
        entries = self._data.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._fail(key, f"{key}: expected [[{key}]] sections")
        for entry in entries:
            if set(entry) != {"networks", "reference"}:
                self._fail(key, f"{key}: expected networks and reference, not {', '.join(sorted(entry)) or 'nothing'}")
            if entry["networks"] not in COVERAGES:
                self._fail("networks", f"{key}: networks is {entry['networks']!r}; expected one of {', '.join(COVERAGES)}")
        return tuple(Decision(entry["networks"], self._string(entry, "reference")) for entry in entries)

    def _table(self, key: str, expected: Iterable[str], is_expected: Callable[[str], bool]) -> dict[str, Any]:
        """Return a table with just the entries that are expected; these may be many, and are made one at a time."""
        table = self._data[key]
        expected = iter(expected)
        first, *more = islice(expected, 3)
        if not isinstance(table, dict):
            self._fail(key, f"{key}: expected a table with an entry for each of {', '.join((first, *more))} ...")
        for entry in table:
            if not is_expected(entry):
                self._fail(entry, f"{key}: unknown entry {entry!r}; expected one such as {first!r}")
        for entry in chain((first, *more), expected):
            if entry not in table:
                self._fail(f"[{key}]", f"{key}: the entry {entry!r} is missing")
        return table

    def _one(self, name: object, bit_of: dict[str, int], what: str, place: str | None = None) -> int:
        if not isinstance(name, str) or name not in bit_of:
            self._fail(place or what, f"{what}: {name!r} is no base relation; expected one of {', '.join(bit_of)}")
        return bit_of[name]

    def _string(self, table: dict[str, Any], key: str) -> str:
        value = table[key]
        if not isinstance(value, str) or not value.strip():
            self._fail(key, f"{key}: expected text")
        return value

    def _fail(self, entry: str, message: str) -> NoReturn:
        """Raise ParseError, pointing at the line that begins with the entry if there is one."""
        found = re.search(rf'^[ \t]*(["\']?{re.escape(entry)}["\']?)(?=[ \t]*(=|$))', self._text, re.MULTILINE)
        if found is None:
            raise ParseError(message, file=self._file)
        raise ParseError(message, self._text, found.start(1), found.end(1), file=self._file)
