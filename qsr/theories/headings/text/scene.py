"""What a text has said so far: things with their present states, and the statements between them.

A thing that turns or walks gets a new entity for its new state, named with a prime: the theory knows no time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from qsr.logic import Relation
from qsr.story import Span, Statement

__all__ = ["Fault", "Scene"]


class Fault(Exception):
    """Words that fit a pattern and still cannot be taken; the reader adds the place."""


@dataclass(slots=True)
class Scene:
    """Entities and statements under construction; `span` is the piece of text being read."""

    entities: list[str] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    #: Name -> the entity that is its present state; people and things, and places that walks begin or end at.
    now: dict[str, int] = field(default_factory=dict)
    spots: dict[str, int] = field(default_factory=dict)
    #: Whom the sentence is about, where a clause names nobody.
    subjects: list[str] = field(default_factory=list)
    span: Span = (0, 0)

    def entity(self, name: str) -> int:
        """Return a new entity."""
        while name in self.entities:
            name += "′"
        self.entities.append(name)
        return len(self.entities) - 1

    def thing(self, name: str) -> int:
        """Return the present state of a thing, which may be new."""
        if name in self.spots:
            return self.spots[name]
        if name not in self.now:
            self.now[name] = self.entity(name)
        return self.now[name]

    def known(self, name: str) -> int:
        """Return the present state of what has been spoken of; raise Fault for anything else."""
        found = self.now.get(name, self.spots.get(name))
        if found is None:
            raise Fault(f"{name!r} was expected to be something that the text has spoken of before")
        return found

    def renewed(self, name: str) -> tuple[int, int]:
        """Return the state of a thing so far, and a new one that is from now on the present."""
        before = self.thing(name)
        self.now[name] = self.entity(name)
        return before, self.now[name]

    def about(self, names: Sequence[str] | None) -> list[str]:
        """Return the names, or whom the sentence is about where it gives none; raise Fault where that is nobody."""
        if names:
            self.subjects = list(names)
        if not self.subjects:
            raise Fault("it was expected to be clear whom this is about")
        return self.subjects

    def say(self, relation: Relation | str, *args: int, **properties: Any) -> None:
        """Add a statement with the span that is being read."""
        if properties.get("distance") is not None:
            properties["distance"] = (properties["distance"],)
        said = tuple(sorted((key, value) for key, value in properties.items() if value is not None))
        known = relation if isinstance(relation, Relation) else Relation.of(relation)
        self.statements.append(Statement(len(self.statements), known, args, self.span, said))

    def is_headed(self, entity: int) -> bool:
        """Tell whether a statement says where an entity heads."""
        return any(one.args[0] == entity and one.relation.name in _HEADED for one in self.statements)

    def is_placed(self, entity: int) -> bool:
        """Tell whether a statement says where an entity lies, or hangs something else on it."""
        return any(entity in one.args and one.relation.name in ("lies", "bearing") for one in self.statements)

    def stay(self, before: int, after: int) -> None:
        """Say that a new state is in the place of the old one."""
        self.say(Relation("bearing", 0), after, before, distance=Fraction(0))


_HEADED = frozenset({"heads", "turned", "looks at", "looks away", "image"})
