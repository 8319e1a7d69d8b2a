"""Small random networks, and their scenarios by trying out every combination of base relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from qsr.calculi import Calculus, Network

Stated = tuple[tuple[str, str], tuple[str, ...]]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw(calculus: Calculus, size: int, random: Random, said: float = 0.8) -> list[Stated]:
    """Constraints on a share of the pairs, in either direction, with labels of any number of relations."""
    stated = []
    for x, y in combinations(LETTERS[:size], 2):
        if random.random() < said:
            few = random.randint(1, max(1, len(calculus.relations) * 2 // 3))
            relations = tuple(sorted(random.sample(calculus.relations, few)))
            stated.append(((x, y) if random.random() < 0.5 else (y, x), relations))
    return stated


def build(calculus: Calculus, stated: Sequence[Stated]) -> Network:
    network = Network(calculus)
    for (x, y), relations in stated:
        network.add(x, relations, y)
    return network


def scenarios(network: Network) -> Iterator[dict[tuple[str, str], str]]:
    """Yield every choice of one base relation per pair in which each triangle is in the composition table."""
    calculus, nodes = network.calculus, sorted(network.nodes)
    pairs = sorted(combinations(nodes, 2), key=lambda pair: (pair[1], pair[0]))
    chosen: dict[tuple[str, str], str] = {}

    def fits(x: str, y: str, relation: str) -> bool:
        for z in nodes:
            if z != x and (z, y) in chosen:
                first, second = (z, x) if z < x else (x, z), (z, y)
                if first not in chosen:
                    continue
                onward = calculus.mask(chosen[first])
                if z > x:
                    onward = calculus.converse(onward)
                # z to x, x to y, z to y.
                if not calculus.compose(onward, calculus.mask(relation)) & calculus.mask(chosen[second]):
                    return False
        return True

    def below(depth: int) -> Iterator[dict[tuple[str, str], str]]:
        if depth == len(pairs):
            yield dict(chosen)
            return
        x, y = pairs[depth]
        for relation in sorted(network.label(x, y)):
            if fits(x, y, relation):
                chosen[x, y] = relation
                yield from below(depth + 1)
                del chosen[x, y]

    return below(0)
