"""Calculi and networks in the text formats of GQR, the Generic Qualitative Reasoner [1]_.

A network file (``.csp``) holds one network or more::

    3 #first                    # the greatest node and the name
     0 1 ( TPP NTPP )           # a constraint
     1 3 ( DC )
    .                           # the end of this network

Nodes are numbers from 0 on; a pair that is not listed may be in any relation. A calculus is a ``.spec`` file of keys and
values, which names a ``.comp`` file of compositions (``TPP : EC :: ( DC EC )``) and a ``.conv`` file of converses
(``TPP :: TPPI``).

Lines that begin with ``#`` and empty lines are skipped, and names are read without regard to case where that leaves one reading.

References
----------
.. [1] Gantner, Westphal and Woelfl (2008), GQR: a fast reasoner for binary qualitative constraint calculi, AAAI-08
   Workshop on Spatial and Temporal Reasoning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Final

from qsr.calculi.calculus import Calculus, Mask
from qsr.calculi.documents import NotBeside, file_beside, text_of
from qsr.calculi.formats.lines import Line, lines, written
from qsr.calculi.laws import broken_law
from qsr.calculi.network import MOST_NODES, Network
from qsr.errors import ParseError
from qsr.wording import counted

__all__ = [
    "parse_networks",
    "read_calculus",
    "read_networks",
    "write_calculus",
    "write_networks",
]

_HEADER: Final = re.compile(r"([0-9]{1,9})\s*(?:#\s*(.*))?")
_CONSTRAINT: Final = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})\s*(\(.*\))")
_CONVERSE: Final = re.compile(r"(\S+)\s*::\s*(.+)")
_COMPOSITION: Final = re.compile(r"(\S+)\s+:\s+(\S+)\s+::\s*(\(.*\))")
_SPEC_KEYS: Final = ("comp_table_file", "converse_file", "identity", "calculus_size")


def read_networks(path: str | Path, calculus: Calculus) -> Iterator[tuple[str, Network]]:
    """Yield (name, network) for every network of a ``.csp`` file; the nodes are the numbers of the file.

    Raises
    ------
    ParseError
        Where a line is not what the format asks for, or names a relation that the calculus does not have.
    OSError
        Where the file cannot be opened.
    """
    return parse_networks(text_of(path), calculus, str(path))


def parse_networks(text: str, calculus: Calculus, file: str | None = None) -> Iterator[tuple[str, Network]]:
    """Yield (name, network) for every network of the text of a ``.csp`` file, as `read_networks` does."""
    network: Network | None = None
    name, nodes, number = "", 0, 0
    header: Line | None = None
    for line in lines(text, file):
        if network is None:
            found = _HEADER.fullmatch(line.content)
            if found is None:
                line.fail("expected the head of a network: its greatest node and its name, as in '19 #name'")
            nodes = int(found[1]) + 1
            if nodes > MOST_NODES:
                line.fail(f"expected fewer than {MOST_NODES} as the greatest node")
            header, name, number = line, found[2] or f"{number}", number + 1
            network = Network(calculus)
            for node in range(nodes):
                network.add(node, calculus.relations, node)
        elif line.content == ".":
            yield name, network
            network = None
        else:
            constraint = _CONSTRAINT.fullmatch(line.content)
            if constraint is None:
                line.fail("expected a constraint such as '0 1 ( R1 R2 )', or '.' at the end of the network")
            x, y = int(constraint[1]), int(constraint[2])
            if max(x, y) >= nodes:
                line.fail(f"node {max(x, y)} is beyond the greatest node {nodes - 1} of the head of the network")
            network.add(x, calculus.names(line.mask(calculus, constraint[3])), y)
    if not number:
        raise ParseError(
            "no network in it; expected the head of one: its greatest node and its name, as in '19 #name'", file=file
        )
    if network is not None and header is not None:
        header.fail(f"the network {name!r} has no end; expected '.' on a line of its own")


def write_networks(networks: Iterable[tuple[str, Network]]) -> str:
    """Return the text of a ``.csp`` file.

    Nodes that are the numbers from 0 on keep them; others are numbered in the order of `Network.nodes`. Raise ValueError for a
    network without nodes, which the format cannot say, and for a name with a line break.
    """
    blocks = []
    for name, network in networks:
        size = len(network.nodes)
        if not size or len(name.splitlines()) > 1:
            raise ValueError(f"network {name[:60]!r}: expected at least one node, and a name without line breaks")
        nodes = sorted(network.nodes) if set(network.nodes) == set(range(size)) else network.nodes  # type: ignore[type-var]
        said = [f"{size - 1} #{name}"]
        for (i, x), (j, y) in combinations(enumerate(nodes), 2):
            mask = network.calculus.mask(network.label(x, y))
            if mask != network.calculus.universal:
                said.append(f" {i} {j} {written(network.calculus, mask)}")
        blocks.append("\n".join([*said, ".\n"]))
    return "".join(blocks)


def read_calculus(path: str | Path) -> Calculus:
    """Read a calculus from a ``.spec`` file and the two files that it names; its name is that of the file.

    Raises
    ------
    ParseError
        Where a file breaks the format or a law of weak composition.
    OSError
        Where one cannot be opened.
    """
    path = Path(path)
    spec = _spec(path)
    converse_file, composition_file = (_beside(path, *spec[key]) for key in ("converse_file", "comp_table_file"))
    converses = _converses(converse_file)
    relations = tuple(converses)
    # Names and nothing else, to read labels with.
    bare = Calculus(path.stem, path.stem, path.name, relations)
    identity_line, identity = spec["identity"]
    if "calculus_size" in spec and spec["calculus_size"][1] != str(len(relations)):
        spec["calculus_size"][0].fail(f"{converse_file.name} has {counted(len(relations), 'relation')}; expected this number")
    calculus = Calculus(
        name=path.stem,
        title=f"{path.stem} (from {path.name})",
        reference=path.name,
        relations=relations,
        identity=identity_line.mask(bare, identity),
        converses=tuple(line.mask(bare, back) for line, back in converses.values()),
        compositions=_compositions(composition_file, bare),
    )
    for mask, (line, _) in zip(calculus.converses, converses.values(), strict=True):
        if mask.bit_count() != 1:
            line.fail("expected one converse")
    if calculus.identity.bit_count() != 1:
        identity_line.fail("expected one relation as the identity")
    if (broken := broken_law(calculus)) is not None:
        raise ParseError(broken[1], file=str(composition_file))
    return calculus


def _spec(path: Path) -> dict[str, tuple[Line, str]]:
    found: dict[str, tuple[Line, str]] = {}
    for line in lines(text_of(path), str(path)):
        key, _, value = line.content.partition(" ")
        found[key] = (line, value.strip().removeprefix("= ").strip())
    for key in _SPEC_KEYS[:3]:
        if key not in found or not found[key][1]:
            raise ParseError(f"{key} is missing; expected {', '.join(_SPEC_KEYS)}", file=str(path))
    return found


def _beside(path: Path, line: Line, name: str) -> Path:
    try:
        return file_beside(path, name)
    except NotBeside as error:
        line.fail(str(error))


def _converses(path: Path) -> dict[str, tuple[Line, str]]:
    found: dict[str, tuple[Line, str]] = {}
    for line in lines(text_of(path), str(path)):
        entry = _CONVERSE.fullmatch(line.content)
        if entry is None:
            line.fail("expected a relation and its converse, as in 'A :: B'")
        if entry[1] in found:
            line.fail(f"{entry[1]} has two lines")
        found[entry[1]] = (line, entry[2])
    if not found:
        raise ParseError("expected lines such as 'A :: B'", file=str(path))
    return found


def _compositions(path: Path, bare: Calculus) -> tuple[tuple[Mask, ...], ...]:
    found: dict[tuple[Mask, Mask], Mask] = {}
    for line in lines(text_of(path), str(path)):
        entry = _COMPOSITION.fullmatch(line.content)
        if entry is None:
            line.fail("expected a composition such as 'A : B :: ( R1 R2 )'")
        pair = line.mask(bare, entry[1]), line.mask(bare, entry[2])
        if pair in found:
            line.fail(f"{entry[1]} : {entry[2]} has two lines")
        found[pair] = line.mask(bare, entry[3])
    places = [1 << place for place in range(len(bare.relations))]
    for first, second in product(places, repeat=2):
        if (first, second) not in found:
            missing = " : ".join(bare.names(first) + bare.names(second))
            raise ParseError(f"the composition {missing} is missing", file=str(path))
    return tuple(tuple(found[first, second] for second in places) for first in places)


def write_calculus(calculus: Calculus, folder: str | Path) -> Path:
    """Write the ``.spec``, ``.comp`` and ``.conv`` files of a calculus into a folder that exists; return the first."""
    folder, name, relations = Path(folder), calculus.name, calculus.relations
    converses = "".join(f"{one} :: {calculus.names(back)[0]}\n" for one, back in zip(relations, calculus.converses, strict=True))
    compositions = "".join(
        f"{first} : {second} :: {written(calculus, composed)}\n"
        for first, row in zip(relations, calculus.compositions, strict=True)
        for second, composed in zip(relations, row, strict=True)
    )
    keys = {
        "comp_table_file": f"{name}.comp",
        "converse_file": f"{name}.conv",
        "identity": calculus.names(calculus.identity)[0],
        "calculus_size": str(len(relations)),
    }
    (folder / f"{name}.conv").write_text(converses, encoding="utf-8")
    (folder / f"{name}.comp").write_text(compositions, encoding="utf-8")
    spec = folder / f"{name}.spec"
    spec.write_text("".join(f"{key} {value}\n" for key, value in keys.items()), encoding="utf-8")
    return spec
