"""What a story has introduced so far, and which of it a noun phrase can mean.

SpaRTUN's things live in blocks and are only ever related to things of the same block, so a group (things known to
share a block, named or not yet) is what descriptions are read against. "number two" counts the things of one full description
(size, colour, shape) in one group, in the order in which the text introduces them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from qsr import relations
from qsr.datasets.spartun.english.phrases import Noun

__all__ = ["HELD", "Object", "Scene"]

#: Relations between a thing and its block, seen from the thing.
HELD: Final = frozenset({"inside", "inside and touching"})


@dataclass(frozen=True, slots=True)
class Object:
    """A block or a thing in one, as the text describes it.

    `block` is the entity index of the block it lies in, None where the text does not say; `number` its place among the things
    of the same size, colour and shape there, None where it is the only one.
    """

    kind: str
    name: str = ""
    size: str = ""
    colour: str = ""
    shape: str = ""
    block: int | None = None
    number: int | None = None

    @property
    def label(self) -> str:
        """The words that tell it from others, such as ``"box one"`` or ``"medium red star number two"``."""
        number = "" if self.number is None else f"number {self.number}"
        return " ".join(word for word in (self.size, self.colour, self.shape, self.name, number) if word)

    def fits(self, noun: Noun) -> bool:
        """Tell whether a description, its number and place left aside, is true of the object."""
        if noun.sort and (noun.sort == "block") != (self.kind == "block"):
            return False
        if noun.sort == "shape" and self.shape != noun.kind:
            return False
        if noun.names and self.name not in noun.names:
            return False
        return noun.size in ("", self.size) and noun.colour in ("", self.colour)


class Scene:
    """Objects, the facts between them and their groups."""

    def __init__(self) -> None:
        self.objects: list[Object] = []
        self.stated: set[tuple[int, str, int]] = set()
        self.facts: set[tuple[int, str, int]] = set()
        #: What lies in what, as (inner, outer).
        self.places: set[tuple[int, int]] = set()
        self._group: list[int] = []

    def add(self, noun: Noun, name: str = "") -> int:
        """Introduce a new object as a noun phrase describes it."""
        kind = "block" if noun.sort == "block" else "object"
        self.objects.append(Object(kind, name, noun.size, noun.colour, noun.kind))
        self._group.append(len(self._group))
        return len(self.objects) - 1

    def relate(self, head: int, relation: str, tail: int) -> None:
        """Take note of a fact; things that are related, and a block and what it holds, come into one group."""
        self.stated.add((head, relation, tail))
        if relation in HELD or relations.converse(relation) in HELD:
            self.places.add((head, tail) if relation in HELD else (tail, head))
        self.facts |= {(head, relation, tail), (tail, relations.converse(relation), head)}
        kinds = {self.objects[head].kind, self.objects[tail].kind}
        if kinds == {"object"} or (kinds == {"object", "block"} and {(head, tail), (tail, head)} & self.places):
            self.unite(head, tail)

    def unite(self, one: int, other: int) -> None:
        """Put two objects, with all that shares their blocks, into one group, unless that would join two blocks."""
        if len({self._home(self._group[index]) for index in (one, other)} - {None}) > 1:
            return
        old, new = sorted((self._group[one], self._group[other]), reverse=True)
        self._group = [new if group == old else group for group in self._group]

    def group(self, index: int) -> int:
        """Return the group of an object; a block stands in the group of what it holds."""
        return self._group[index]

    def block(self, index: int) -> int | None:
        """Return the block of a thing, or None where it is a block itself or the text has not said."""
        if self.objects[index].kind == "block":
            return None
        return self._home(self._group[index])

    def _home(self, group: int) -> int | None:
        return next((i for i, thing in enumerate(self.objects) if thing.kind == "block" and self._group[i] == group), None)

    def held(self, index: int) -> bool:
        """Tell whether the text has said directly what block a thing is in."""
        return any(inner == index for inner, _ in self.places)

    def number(self, index: int) -> int:
        """Return the place of a thing among those of its description and group."""
        return self.namesakes(index).index(index) + 1

    def namesakes(self, index: int) -> list[int]:
        """Return the things of the same size, colour and shape in the same group, in order of introduction."""
        return [i for i in self.alike(index) if self._group[i] == self._group[index]]

    def alike(self, index: int) -> list[int]:
        """Return the things of the same size, colour and shape in the whole story, in order of introduction."""
        return [i for i, other in enumerate(self.objects) if other == self.objects[index]]

    def described(self, index: int) -> Object:
        """Return an object with its block and number, as far as the text has said them."""
        thing = self.objects[index]
        counted = thing.kind == "object" and len(self.namesakes(index)) > 1
        return replace(thing, block=self.block(index), number=self.number(index) if counted else None)

    def name(self, index: int) -> str:
        """Return the words for an object that tell it from all others as well as the text allows."""
        thing = self.described(index)
        return thing.label if thing.block is None else f"{thing.label} in {self.objects[thing.block].label}"

    def fitting(self, noun: Noun) -> list[int]:
        """Return the objects that a description, with its number, is true of."""
        fits = (i for i, thing in enumerate(self.objects) if thing.fits(noun))
        return [i for i in fits if noun.number is None or noun.number == self.number(i)]

    def satisfying(self, candidates: Sequence[int], names: Sequence[str], tail: int) -> list[int]:
        """Return the candidates of which the text has said every one of the relations to the tail, best in these words."""
        for known in (self.stated, self.facts):
            if found := [i for i in candidates if all((i, name, tail) in known for name in names)]:
                return found
        return []
