"""Algebras and networks in the JSON of qualreas [1]_.

An algebra has ``Name``, ``Relations`` (per relation its ``Converse`` and notes on its domain and range) and ``TransTable``, the
composition table with relations joined by ``|``. A network has ``nodes``, each a name with the classes it can be of, and
``edges`` ``["a", "b", "TPP|NTPP"]``; ``abbreviations`` may stand for labels. Where an algebra has several identities, as
those of points and intervals together have, it is no calculus in the sense of `Calculus`, and reading refuses it.

References
----------
.. [1] Reich (1994), Intervals, points, and branching time, TIME-94; the files of the qualreas project.
"""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from qsr.calculi.calculus import Calculus, Mask, bits
from qsr.calculi.documents import json_of
from qsr.calculi.laws import broken_law
from qsr.calculi.network import MOST_NODES, Network
from qsr.errors import ParseError, UnknownName

__all__ = ["parse_calculus", "parse_network", "write_calculus", "write_network"]

#: The names that qualreas gives to relations where they differ from those here.
_NAMES: Final[dict[str, dict[str, str]]] = {
    "allen": {
        "<": "B",
        ">": "BI",
        "=": "E",
        **{name: name.upper() for name in ("m", "mi", "o", "oi", "s", "si", "d", "di", "f", "fi")},
    },
    "cd": {"Eq": "EQ"},
}
#: What qualreas calls the entities of each calculus.
_CLASSES: Final = {"allen": "ProperInterval", "point": "Point", "cd": "2DPoint", "rcc5": "Region", "rcc8": "Region"}
_ALGEBRAS: Final = {
    "allen": "Linear_Interval_Algebra",
    "point": "Linear_Point_Algebra",
    "cd": "2D_Point_Algebra",
    "rcc8": "RCC8_Algebra",
}


def parse_calculus(text: str, file: str | None = None) -> Calculus:
    """Read an algebra; raise ParseError where it is not one or breaks a law of weak composition."""
    data = _object(text, file)
    described, table = data.get("Relations"), data.get("TransTable")
    if not isinstance(described, dict) or not isinstance(table, dict) or not described:
        _fail("expected the objects Relations and TransTable", file)
    relations = tuple(described)
    if any(not name or name.split() != [name] or "|" in name for name in relations):
        _fail("Relations: expected names without white space and '|'", file)
    bare = Calculus("", "", "", relations)
    converses = tuple(_one(bare, _get(described[name], "Converse"), f"converse of {name}", file) for name in relations)
    compositions = tuple(
        tuple(_label(bare, _get(table.get(first), second), {}, f"TransTable: {first}, {second}", file) for second in relations)
        for first in relations
    )
    neutral = [
        place
        for place, row in enumerate(compositions)
        if all(row[other] == 1 << other == compositions[other][place] for other in range(len(relations)))
    ]
    if len(neutral) != 1:
        _fail(f"{len(neutral)} relations are neutral under composition; expected one, the identity", file)
    name = str(data.get("Name", file or "qualreas"))
    about = str(data.get("Description") or name)
    calculus = Calculus(name, about, file or name, relations, 1 << neutral[0], converses, compositions)
    if (broken := broken_law(calculus)) is not None:
        _fail(broken[1], file)
    return calculus


def write_calculus(calculus: Calculus) -> str:
    """Return the text of an algebra, under the names of qualreas where the calculus is one of its own."""
    names = _NAMES.get(calculus.name, {})
    kind = [_CLASSES.get(calculus.name, "Entity")]
    shown = {relation: names.get(relation, relation) for relation in calculus.relations}

    def joined(mask: Mask) -> str:
        return "|".join(shown[relation] for relation in calculus.names(mask))

    def described(place: int) -> dict[str, Any]:
        mask, name = 1 << place, calculus.relations[place]
        return {
            "Name": name,
            "Converse": joined(calculus.converses[place]),
            "Domain": kind,
            "Range": kind,
            "Reflexive": mask == calculus.identity,
            "Symmetric": calculus.converses[place] == mask,
            "Transitive": calculus.compositions[place][place] == mask,
        }

    data = {
        "Name": _ALGEBRAS.get(calculus.name, calculus.name),
        "Description": calculus.title,
        "Relations": {shown[name]: described(place) for place, name in enumerate(calculus.relations)},
        "TransTable": {
            shown[first]: {shown[second]: joined(composed) for second, composed in zip(calculus.relations, row, strict=True)}
            for first, row in zip(calculus.relations, calculus.compositions, strict=True)
        },
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def parse_network(text: str, calculus: Calculus, file: str | None = None) -> tuple[str, Network]:
    """Return the name and the network of a file. An edge without a label says nothing; its ends are nodes all the same.

    Raise ParseError where the file is not a network of this calculus.
    """
    data = _object(text, file)
    if not data.keys() & {"nodes", "edges"}:
        _fail("expected a network: an object with lists nodes and edges", file)
    nodes, edges, short = data.get("nodes", []), data.get("edges", []), data.get("abbreviations", {})
    if not isinstance(nodes, list) or not isinstance(edges, list) or not isinstance(short, dict):
        _fail("expected lists nodes and edges, and an object abbreviations if any", file)
    if len(nodes) > MOST_NODES:
        _fail(f"nodes: {len(nodes)}; expected at most {MOST_NODES}", file)
    network = Network(calculus)
    every = calculus.relations
    for node in nodes:
        name = node[0] if isinstance(node, list) and node else node
        if not isinstance(name, str):
            _fail(f"nodes: expected a name, or a name and its classes, not {node!r}", file)
        network.add(name, every, name)
    known = set(network.nodes)
    for edge in edges:
        if not isinstance(edge, list) or len(edge) not in (2, 3) or not all(isinstance(part, str) for part in edge):
            _fail(f'edges: expected two nodes and a label such as ["a", "b", "R|S"], not {edge!r}', file)
        x, y, *label = edge
        for end in (x, y):
            if nodes and end not in known:
                _fail(f"edges: {end!r} is no node", file)
            known.add(end)
        if len(known) > MOST_NODES:
            _fail(f"edges: more than {MOST_NODES} nodes; expected at most so many", file)
        mask = _label(calculus, label[0], short, f"edge {x}, {y}", file) if label else calculus.universal
        network.add(x, calculus.names(mask), y)
    return str(data.get("name", file or "")), network


def write_network(name: str, network: Network) -> str:
    """Return the text of a network; nodes go by their text. Raise ValueError where two nodes have the same one."""
    calculus = network.calculus
    names = _NAMES.get(calculus.name, {})
    if len({str(node) for node in network.nodes}) < len(network.nodes):
        raise ValueError("two nodes have the same name as text")
    data = {
        "name": name,
        "algebra": _ALGEBRAS.get(calculus.name, calculus.name),
        "description": calculus.title,
        "nodes": [[str(node), [_CLASSES.get(calculus.name, "Entity")]] for node in network.nodes],
        "edges": [[str(x), str(y), "|".join(names.get(one, one) for one in label)] for x, label, y in network.constraints()],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _object(text: str, file: str | None) -> dict[str, Any]:
    data = json_of(text, file)
    if not isinstance(data, dict):
        _fail("expected a JSON object", file)
    return data


def _get(data: object, key: str) -> object:
    return data.get(key) if isinstance(data, dict) else None


def _label(calculus: Calculus, written: object, short: dict[str, Any], what: str, file: str | None) -> Mask:
    if not isinstance(written, str):
        _fail(f"{what}: expected relations joined by '|', not {written!r}", file)
    try:
        return calculus.mask(part for name in written.split("|") if name for part in str(short.get(name, name)).split("|"))
    except UnknownName as error:
        _fail(f"{what}: {error}", file)


def _one(calculus: Calculus, written: object, what: str, file: str | None) -> Mask:
    mask = _label(calculus, written, {}, what, file)
    if len(bits(mask)) != 1:
        _fail(f"{what}: expected one relation, not {written!r}", file)
    return mask


def _fail(message: str, file: str | None) -> NoReturn:
    raise ParseError(message, file=file)
