"""What clauses of a puzzle say of one thing: where it is, and before or beside which others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from lark import Token, Tree

from qsr.errors import ParseError
from qsr.language.puzzles.world import World, conjunction, disjunction
from qsr.logic import And, Atom, Count, Formula, Not, Or

__all__ = ["Predicate", "Predicates", "Said"]

Said: TypeAlias = Formula[Atom]
#: What is said of a thing.
Predicate: TypeAlias = Callable[[int], Said]


class Predicates:
    """Formulas of predicates of one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        #: Who was named last in the sentence.
        self._named: tuple[int, ...] = ()

    def _things(self, tree: Any) -> tuple[int, ...]:
        self._named = (
            tuple(child.value for child in tree.children if isinstance(child, Token) and child.type == "T") or self._named
        )
        return tuple(child.value for child in tree.children if isinstance(child, Token) and child.type == "T")

    def _bounds(self, count: Tree[Token]) -> tuple[int, int | None]:
        numbers = [child.value for child in count.children if isinstance(child, Token) and child.type == "N"]
        name = str(count.data)
        if name == "from_to":
            return numbers[0], numbers[1]
        (number,) = numbers
        if name == "bare" and number == 1 and not all(axis.full for axis in self._world.axes):
            raise ParseError("exactly one, or at least one?")
        bounds = {"more_than": (number + 1, None), "fewer_than": (0, number - 1)}
        return {**bounds, "at_least": (number, None), "at_most": (0, number)}.get(name, (number, number))

    def _kind(self, tree: Tree[Token]) -> tuple[int, ...]:
        return tuple(tree.children[0].value)  # type: ignore[union-attr]

    def _slot(self, tree: Tree[Token]) -> int:
        place = next(one for one in tree.iter_subtrees() if one.data == "place")
        slot = next(child for child in place.children if child.type == "S").value  # type: ignore[union-attr]
        noun = next((child.value for child in place.children if child.type == "SK"), None)  # type: ignore[union-attr]
        many = next((child.value for child in place.children if child.type == "N"), None)  # type: ignore[union-attr]
        if many not in (None, len(self._world.axis(slot).slots)):
            raise ParseError("of so many places?")
        if noun is not None and self._world.axis(slot).name != noun:
            raise ParseError("that is no such place")
        return int(slot)

    def _said(self, tree: Tree[Token]) -> Predicate:
        """Return what a predicate says of a thing."""
        world, name = self._world, str(tree.data)
        atoms = [child for child in tree.children if isinstance(child, Tree)]
        named = [child.value for child in tree.children if isinstance(child, Token) and child.type == "T"]
        nouns = [child.value for child in tree.children if isinstance(child, Token) and child.type == "SK"]
        if name == "chosen":
            return world.chosen
        if name == "left_out":
            return lambda one: Not(world.chosen(one))
        if name == "pred":
            return self._said(atoms[0])
        if name in ("at", "place"):
            slot = self._slot(tree)
            return lambda one: world.at(one, slot)
        if name in ("ordered", "ordered_any"):
            orders = [self._order(one) for one in atoms]
            return lambda one: disjunction([order(one, named[0]) for order in orders])
        if name == "ordered_neither":
            orders = [self._order(one) for one in atoms]
            return lambda one: conjunction([Not(order(one, named[0])) for order in orders])
        if name == "ordered_both":
            orders = [self._order(one) for one in atoms]
            return lambda one: conjunction([order(one, named[0]) for order in orders])
        if name == "ordered_who":
            order, slot = self._order(atoms[0]), self._slot(atoms[1])
            return lambda one: disjunction(
                [And((world.at(other, slot), order(one, other))) for other in world.things if other != one]
            )
        if name == "ordered_all":
            order, things = self._order(atoms[0]), self._things(atoms[1])
            return lambda one: conjunction([order(one, other) for other in things])
        if name == "until":
            order = self._order(atoms[0])
            return lambda one: order(one, named[0])
        if name in ("same_as", "same_as_any"):
            axis = world.called(nouns[0])
            return lambda one: disjunction([world.together(one, other, axis) for other in named])
        if name == "different_from":
            axis = world.called(nouns[0])
            return lambda one: Not(world.together(one, named[0], axis))
        if name in ("beside_place", "not_beside_place"):
            order, slot = self._order(atoms[0]), self._slot(atoms[1])
            if slot not in world.ordered().slots:
                raise ParseError("that place is in no order")
            if name == "beside_place":
                return lambda one: order(one, slot)
            return lambda one: Not(order(one, slot))
        if name == "not_ordered":
            order = self._order(atoms[0])
            return lambda one: Not(order(one, named[0]))
        if name == "range":
            said = [child.value for child in tree.children if isinstance(child, Token) and child.type in ("S", "N")]
            if len(said) == 3 and said.pop(0) != 1:
                raise ParseError("at several places?")
            first, many = said
            slots = world.ordered().slots
            ranges = {slots[0]: slots[:many], slots[-1]: slots[-many:]}
            if first not in ranges or not 1 < many <= len(slots):
                raise ParseError("which places are these?")
            return lambda one: disjunction([world.at(one, slot) for slot in ranges[first]])
        if name == "both_places":
            here, there = (self._slot(one) for one in atoms)
            return lambda one: conjunction([world.at(one, here), world.at(one, there)])
        if name in ("even", "odd"):
            half = world.ordered().slots[1 if name == "even" else 0 :: 2]
            if not world.ordered().name or world.entities[half[0]].split()[-1] not in ("1", "2", "one", "two"):
                raise ParseError("which numbers have they?")
            return lambda one: disjunction([world.at(one, slot) for slot in half])
        if name == "end":
            ends = world.ordered().slots
            return lambda one: disjunction([world.at(one, ends[0]), world.at(one, ends[-1])])
        if name == "alone_at":
            slot = self._slot(tree)
            return lambda one: And((world.at(one, slot), *(Not(world.at(other, slot)) for other in world.things if other != one)))
        if name == "alone_somewhere":
            single = world.called()
            return lambda one: conjunction([Not(world.together(one, other, single)) for other in world.things if other != one])
        if name == "same_as_all":
            shared, others = world.called(nouns[0]), self._things(atoms[0])
            return lambda one: conjunction([world.together(one, other, shared) for other in others])
        if name == "amid":
            here, there = named
            return lambda one: Or(
                tuple(And((world.steps(low, one, 1), world.steps(one, high, 1))) for low, high in ((here, there), (there, here)))
            )
        if name == "with_it":
            only = world.called()
            return lambda one: world.together(one, named[0], only)
        if name == "next_to":
            return lambda one: world.adjacent(one, named[0])
        parts = [self._said(one) for one in atoms]
        if name == "denied":
            return lambda one: Not(parts[0](one))
        if name == "denied_any":
            return lambda one: conjunction([Not(part(one)) for part in parts])
        if name == "any_pred":
            return lambda one: disjunction([part(one) for part in parts])
        if name == "one_pred":
            return lambda one: Count(tuple(part(one) for part in parts), 1, 1)
        if name == "both_pred":
            return lambda one: conjunction([part(one) for part in parts])
        if name == "but_not":
            return lambda one: conjunction([parts[0](one), Not(parts[1](one))])
        raise ParseError(f"not understood: {name}")

    def _order(self, tree: Tree[Token]) -> Callable[[int, int], Said]:
        """Return what a word for who comes sooner says of two things."""
        world, name = self._world, str(tree.data)
        look, sooner = next(child.value for child in tree.children if isinstance(child, Token) and child.type == "ORDER")
        numbers = [child.value for child in tree.children if isinstance(child, Token) and child.type == "N"]
        axis = world.ordered()
        if any(isinstance(child, Token) and child.type == "NUMBER" for child in tree.children):
            look = "number"
        if look == "up" and dict(axis.looks).get("up") is None:
            raise ParseError("is that sooner or later in the order?")
        looks = dict(axis.looks)
        # What is lower, or has the lower number, comes sooner, but in a ranking.
        turned = look != "number" and not looks.get(look, True)
        forward = sooner != turned
        low, high = (1, 1) if name == "directly" else (numbers[0], numbers[0]) if name == "steps" else (1, None)
        if name == "steps_least":
            low = numbers[0]
        return lambda one, other: world.steps(one, other, low, high) if forward else world.steps(other, one, low, high)
