"""What a clause says of those whom somebody chooses: "she picks Ada", "at most two of them are kept"."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from qsr.errors import ParseError
from qsr.language.puzzles.predicates import Predicates, Said
from qsr.language.puzzles.world import conjunction, disjunction
from qsr.logic import Count, Not

__all__ = ["Choices"]


class Choices(Predicates):
    """Formulas of clauses whose subject is who chooses."""

    def _of_them_acted(self, *parts: Any) -> Said:
        names, count = (one for one in parts if isinstance(one, Tree) and one.data != "kind")
        if any(isinstance(one, Token) and one.type == "N" and one.value != len(self._things(names)) for one in parts):
            raise ParseError("of so many of them?")
        return self._count_acted(count, names)

    def _acted_but(self, names: Tree[Token], name: Token) -> Said:
        return conjunction([self._acted(names), Not(self._world.chosen(name.value))])

    def _count_each_kind_acted(self, count: Tree[Token], *_: Tree[Token]) -> Said:
        bounds = self._bounds(count)
        return conjunction([Count(tuple(map(self._world.chosen, kind)), *bounds) for kind in self._some_kinds()])

    def _acted(self, names: Tree[Token]) -> Said:
        return conjunction([self._world.chosen(one) for one in self._things(names)])

    def _not_acted(self, name: Token) -> Said:
        return Not(self._world.chosen(name.value))

    def _none_acted(self, *names: Any) -> Said:
        flat = [each for one in names for each in ((one.value,) if isinstance(one, Token) else self._things(one))]
        return conjunction([Not(self._world.chosen(one)) for one in flat])

    def _not_both_acted(self, names: Tree[Token]) -> Said:
        return Not(self._acted(names))

    def _some_acted(self, names: Tree[Token]) -> Said:
        return disjunction([self._world.chosen(one) for one in self._things(names)])

    def _just_one_acted(self, names: Tree[Token]) -> Said:
        return Count(tuple(self._world.chosen(one) for one in self._things(names)), 1, 1)

    def _count_acted(self, count: Tree[Token], names: Tree[Token]) -> Said:
        return Count(tuple(self._world.chosen(one) for one in self._things(names)), *self._bounds(count))

    def _count_acted_kind(self, count: Tree[Token], kind: Tree[Token]) -> Said:
        return Count(tuple(self._world.chosen(one) for one in self._kind(kind)), *self._bounds(count))

    def _some_kinds(self) -> list[tuple[int, ...]]:
        """Return which things are of one kind each, for all kinds that are announced."""
        found = {value for name, value in self._world.phrases.values() if name == "TK" and len(value) < len(self._world.things)}
        if not found or sorted(one for kind in found for one in kind) != list(self._world.things):
            raise ParseError("of which kinds?")
        return sorted(found)
