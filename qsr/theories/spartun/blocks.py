"""What follows from a story of blocks and the shapes in them: the rules of SpartQA, beside which those of SpaRTUN stand.

Stated facts hold with their inverses. Directions are transitive; near, far and touching are not. Things that touch opposite
edges of one block lie in that direction of each other, and far apart. Things of different blocks lie as their blocks do, in a
direction or far apart. The same rules stand in `encodings/spartqa.lp`, and the tests hold the two against each other.

References
----------
.. [1] R. Mirzaee, H. Rajaby Faghihi, Q. Ning, P. Kordjamshidi, "SpartQA: A Textual Question Answering Benchmark for Spatial
   Reasoning", NAACL 2021, section 3 and the rules published with the generator.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qsr.relations import CONVERSE
from qsr.theories.spartun.facts import Fact
from qsr.theories.spartun.rules import Derived, Matrix, matrices

__all__ = ["DIRECTIONS", "EDGES", "LABELS", "NUMBER", "derive"]

DIRECTIONS: Final = ("left", "right", "above", "below")
#: What holds of two entities, by number.
LABELS: Final = (*DIRECTIONS, "near", "far", "touching", "inside", "contains")
#: Direction -> the relation of a thing to its block whose edge on that side it touches.
EDGES: Final = {name: f"edge:{side}" for name, side in zip(DIRECTIONS, ("left", "right", "top", "bottom"), strict=True)}
#: Relation -> its number, for `encodings/spartqa.lp`.
NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate((*LABELS, *EDGES.values()))}


def derive(facts: Iterable[Fact]) -> Derived:
    """Return everything that the rules derive from the facts."""
    stated = list(facts)
    names = list(NUMBER)
    turned = [(tail, head, NUMBER[CONVERSE[names[label]]]) for head, tail, label in stated if label < len(LABELS)]
    rows = matrices([*stated, *turned])
    said = {name: Matrix(rows[number]) for name, number in NUMBER.items()}
    whole = said["contains"]

    def lifted(relation: Matrix) -> Matrix:
        return (relation | said["inside"] @ relation @ whole).apart()

    found = dict(said)
    for name, edge in EDGES.items():
        ends = (said[edge] @ said[EDGES[CONVERSE[name]]].converse()).apart()
        found[name] = said[name] | ends
        found["far"] = found["far"] | ends | ends.converse()
    for name in DIRECTIONS:
        found[name] = lifted(found[name].closure())
    found["far"] = lifted(found["far"])
    return Derived([found[name].rows for name in NUMBER])
