"""What predicates of a puzzle say of one thing or place: where it is, and before or beside which others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from qsr.errors import ParseError
from qsr.language.puzzles.phrases import Phrases, Predicate, Said, Some, has, noun, numbers, trees
from qsr.language.puzzles.world import conjunction, denial, disjunction
from qsr.logic import And, Count, Not, Or

__all__ = ["Predicates"]


class Predicates(Phrases):
    """Meanings of predicates; the methods are named like the rules of the grammar."""

    def _is_vp(self, tree: Tree[Token]) -> Predicate:
        (comps,) = trees(tree)
        if has(tree, "NOT") and any(has(one, "NOT") for one in comps.iter_subtrees()):
            raise ParseError("is that denied twice?")
        says = self._said(comps)
        return (lambda one: denial(says(one))) if has(tree, "NOT") else says

    def _is_bare(self, tree: Tree[Token]) -> Predicate:
        return (lambda one: Not(self._world.chosen(one))) if has(tree, "NOT") else self._world.chosen

    def _signed(self, tree: Tree[Token]) -> list[Predicate]:
        """Return what the parts of a coordination say, each with its own denial."""
        found: list[Predicate] = []
        denied = False
        for child in tree.children:
            if isinstance(child, Token):
                denied = denied or child.type == "NOT"
                continue
            found.append(_denied(self._said(child)) if denied else self._said(child))
            denied = False
        return found

    def _is_comps(self, tree: Tree[Token]) -> Predicate:
        return self._said(trees(tree)[0])

    def _is_some(self, tree: Tree[Token]) -> Predicate:
        parts = self._signed(tree)
        if has(tree, "NOTBOTH"):
            return lambda one: Count(tuple(part(one) for part in parts), 1, 1)
        return lambda one: disjunction([part(one) for part in parts])

    def _is_none(self, tree: Tree[Token]) -> Predicate:
        parts = self._signed(tree)
        return lambda one: conjunction([denial(part(one)) for part in parts])

    def _is_every(self, tree: Tree[Token]) -> Predicate:
        parts = self._signed(tree)
        return lambda one: conjunction([part(one) for part in parts])

    _is_also = _is_every

    def _is_linked(self, tree: Tree[Token]) -> Predicate:
        np = self._obj(trees(tree)[0])
        if (
            len(np.who) > 1
            and not self._world.several
            and (np.how == "each" or (np.how == "count" and np.low > 1 and np.who[0] not in self._world.people))
        ):
            raise ParseError("at several places?")
        named = self._subject is None or not self._subject.counted
        world = self._world

        def holds(one: int, other: int) -> Said:
            same = one not in world.people and other not in world.people and world.axis(one) is world.axis(other)
            if same and named:
                raise ParseError("one place is not another")
            return world.linked(one, other)

        given = np.given
        if np.how == "some" and given is not None:
            return lambda one: given(one) if one in np.who else np.of(lambda other: holds(one, other), one)
        return lambda one: np.of(lambda other: holds(one, other), one)

    def _obj(self, tree: Tree[Token]) -> Some:
        """Return what is said of whom in an object; "all" there is refused where it does not name whom."""
        np = self._np(tree)
        if np.counted and (np.how == "none" or (np.how == "each" and np.given is None)):
            raise ParseError("each for all of them?")
        return np

    def _is_linked_exactly(self, tree: Tree[Token]) -> Predicate:
        if trees(tree)[0].data != "linked":
            raise ParseError("exactly what?")
        return self._said(trees(tree)[0])

    def _is_ordered(self, tree: Tree[Token]) -> Predicate:
        order, obj = trees(tree)
        says, np = self._order(order), self._obj(obj)
        denied = has(tree, "NO")
        return lambda one: np.of(lambda other: Not(says(one, other)) if denied else says(one, other), one)

    def _orders(self, tree: Tree[Token]) -> list[Predicate]:
        *orders, obj = trees(tree)
        np = self._np(obj)

        def of(says: Callable[[int, int], Said]) -> Predicate:
            return lambda one: np.of(lambda other: says(one, other), one)

        return [of(self._order(order)) for order in orders]

    def _is_ordered_some(self, tree: Tree[Token]) -> Predicate:
        parts = self._orders(tree)
        return lambda one: disjunction([part(one) for part in parts])

    def _is_ordered_none(self, tree: Tree[Token]) -> Predicate:
        parts = self._orders(tree)
        return lambda one: conjunction([denial(part(one)) for part in parts])

    def _is_until(self, tree: Tree[Token]) -> Predicate:
        np = self._np(trees(tree)[-1])
        order = self._order(trees(tree)[0]) if len(trees(tree)) > 1 else lambda one, other: self._world.steps(other, one, 1)
        return lambda one: np.of(lambda other: order(one, other))

    def _is_next_to(self, tree: Tree[Token]) -> Predicate:
        np = self._obj(trees(tree)[0])
        return lambda one: np.of(lambda other: self._world.adjacent(one, other), one)

    def _is_opposite(self, tree: Tree[Token]) -> Predicate:
        np = self._obj(trees(tree)[0])
        return lambda one: np.of(lambda other: self._world.opposite(one, other), one)

    def _is_away(self, tree: Tree[Token]) -> Predicate:
        distance, obj = trees(tree)
        low, high = self._bounds(trees(distance)[0])
        np = self._np(obj)
        return lambda one: np.of(lambda other: self._apart(one, other, low, high), one)

    def _apart(self, one: int, other: int, low: int, high: int | None) -> Said:
        return Or((self._world.steps(one, other, low, high), self._world.steps(other, one, low, high)))

    def _is_positional(self, tree: Tree[Token]) -> Predicate:
        """Say it of whoever is at the place: "on a floor above the bank"."""
        kind, rest = trees(tree)
        if not self._axis(kind).ordered:
            raise ParseError("which place is that?")
        return self._said(rest)

    def _is_same(self, tree: Tree[Token]) -> Predicate:
        kind, obj = trees(tree)
        axis, np = self._axis(kind), self._np(obj)
        denied = has(tree, "DIFFERENT")

        def holds(one: int, other: int) -> Said:
            said = self._world.together(one, other, axis)
            return Not(said) if denied else said

        return lambda one: np.of(lambda other: holds(one, other), one)

    def _is_with_it(self, tree: Tree[Token]) -> Predicate:
        np, world = self._np(trees(tree)[0]), self._world
        return lambda one: np.of(lambda x: world.company(one, x), one)

    def _is_amid(self, tree: Tree[Token]) -> Predicate:
        here, there = (self._np(one) for one in trees(tree))
        if len(here.who) != 1 or len(there.who) != 1:
            raise ParseError("between which two?")
        pair = here.who[0], there.who[0]
        return lambda one: self._amid(one, pair)

    def _amid(self, one: int, pair: tuple[int, int]) -> Said:
        steps = self._world.steps
        return Or(tuple(And((steps(low, one, 1), steps(one, high, 1))) for low, high in (pair, pair[::-1])))

    def _is_end(self, tree: Tree[Token]) -> Predicate:
        world, ends = self._world, self._world.ordered().slots
        if world.ordered().ring:
            raise ParseError("a ring has no ends")
        denied = has(tree, "NEITHER")

        def at_end(one: int) -> Said:
            said = disjunction([world.linked(one, end) for end in (ends[0], ends[-1])])
            return Not(said) if denied else said

        return at_end

    def _is_parity(self, tree: Tree[Token]) -> Predicate:
        world = self._world
        half = world.ordered().slots[1 if has(tree, "EVEN") else 0 :: 2]
        if world.entities[half[0]].split()[-1] not in ("1", "2", "one", "two"):
            raise ParseError("which numbers have they?")
        return lambda one: disjunction([world.linked(one, slot) for slot in half])

    def _is_range(self, tree: Tree[Token]) -> Predicate:
        """Say it of "the first two places", "one of the last three"."""
        quants = [one for one in trees(tree) if one.data != "kind"]
        first = next(child.value for child in tree.children if isinstance(child, Token) and child.type == "S")
        (many,) = numbers(tree)
        if quants and numbers(quants[0]) != [1]:
            raise ParseError("at several places?")
        slots = self._world.ordered().slots
        ranges = {slots[0]: slots[:many], slots[-1]: slots[-many:]}
        if first not in ranges or not 1 < many <= len(slots):
            raise ParseError("which places are these?")
        return lambda one: disjunction([self._world.linked(one, slot) for slot in ranges[first]])

    def _is_alone(self, _: Tree[Token]) -> Predicate:
        world, axis = self._world, self._world.called()
        return lambda one: conjunction([Not(world.together(one, other, axis)) for other in world.people if other != one])

    def _is_only(self, tree: Tree[Token]) -> Predicate:
        """Say that no other one of a kind is so: "is the only clerk in Rome"."""
        kinds = [one for one in trees(tree) if one.data == "kind"]
        given = self._rel_of(tree)
        if given is None or numbers(tree):
            raise ParseError("the only one of which?")

        def holds(one: int) -> Said:
            who = self._kind(kinds[0]) if kinds else self._world.people
            if one not in who:
                raise ParseError("the only one of others?")
            return conjunction([given(one), *(Not(given(other)) for other in who if other != one)])

        return holds

    # ------------------------------------------------------------ orders

    def _axis(self, kind: Tree[Token]) -> Any:
        token = noun(kind)
        if not token.type.startswith("S"):
            raise ParseError("the same of what?")
        return self._world.called(token.value)

    def _order(self, tree: Tree[Token]) -> Callable[[int, int], Said]:
        """Return what a word for who comes sooner says of two things."""
        world, name = self._world, str(tree.data)
        look, sooner = next(child.value for child in tree.children if isinstance(child, Token) and child.type == "ORDER")
        kinds = [one for part in (tree, *trees(tree)) for one in trees(part) if one.data == "kind"]
        slots = [token.value for token in map(noun, kinds) if token.type.startswith("SK")]
        axis = world.ordered(*slots[:1])
        if axis.ring:
            raise ParseError("a ring has no order")
        for kind in kinds:
            if self._kind(kind) not in (axis.slots, self._world.people):
                raise ParseError("the order of which places?")
        if has(tree, "NUMBER"):
            look = "number"
        looks = dict(axis.looks)
        if look in ("up", "age", "north") and looks.get(look) is None:
            raise ParseError("is that sooner or later in the order?")
        # What is lower, or has the lower number, comes sooner, but in a ranking.
        forward = sooner != (look != "number" and not looks.get(look, True))
        low, high = (1, 1) if name == "directly" else (1, None)
        if name == "steps":
            low, high = self._bounds(trees(trees(tree)[0])[0])
        return lambda one, other: world.steps(*((one, other) if forward else (other, one)), low, high, axis)


def _denied(says: Predicate) -> Predicate:
    return lambda one: denial(says(one))
