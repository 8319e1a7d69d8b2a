"""From a sentence of a puzzle to a formula: all parse trees by `puzzles.lark`, which have to mean the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, islice
from typing import Any, Final

from lark import Token, Tree, UnexpectedInput

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.language.puzzles.choices import Choices
from qsr.language.puzzles.predicates import Predicate, Said
from qsr.language.puzzles.tokens import tokens
from qsr.language.puzzles.world import World, conjunction, disjunction
from qsr.logic import And, Count, If, Not, Or
from qsr.resources import grammar

__all__ = ["clause"]

#: How many trees of one sentence are looked at.
_READINGS: Final = 64
_LONGEST: Final = 90


@cache
def _parser() -> Callable[[Sequence[Token], str], Tree[Token]]:
    made = parsers.parser(
        grammar("puzzles.lark"),
        start=["start"],
        parser="earley",
        lexer=parsers.Prelexed,
        ambiguity="explicit",
        maybe_placeholders=False,
    )
    return parsers.with_lookahead(made)


def clause(world: World, text: str) -> Said:
    """Return what a sentence says; raise ParseError where it is not understood, or may mean two things."""
    if ";" in text:
        return conjunction([clause(world, part.strip()) for part in text.split(";")])
    found = tokens(world, text)
    if len(found) > _LONGEST:
        raise ParseError("the sentence is too long", text, 0, len(text))
    try:
        tree = _parser()(found, "start")
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = token.start_pos if isinstance(token, Token) and token.start_pos is not None else len(text)
        raise ParseError("a sentence of a puzzle goes on otherwise here", text, at, len(text)) from None
    said: dict[Said, None] = {}
    fault = ParseError("not understood", text, 0, len(text))
    for one in islice(parsers.choices(tree, _READINGS), _READINGS):
        try:
            said[_Meaning(world).of(one)] = None
        except (ParseError, TypeError) as error:
            if isinstance(error, TypeError):
                raise
            fault = ParseError(error.message, text, 0, len(text))
    if not said:
        raise fault
    if len(said) > 1:
        raise ParseError(f"that may mean {len(said)} things", text, 0, len(text))
    return next(iter(said))


class _Meaning(Choices):
    """Formulas of the trees of one world."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        #: What is said last in a condition, for "so is she".
        self._last: Predicate | None = None
        #: Of whom that is said, and what is said of several together, whatever denies it.
        self._whom: tuple[int, ...] = ()
        self._joint: tuple[Callable[[tuple[int, ...]], Said], bool] | None = None
        #: Who is named in the sentence, and whether a clause has only a verb like "does".
        self._mentioned: tuple[int, ...] = ()
        self._helps = False

    def of(self, tree: Any) -> Said:
        """Return the formula of a sentence or a clause."""
        self._helps = all(child.value for child in tree.children if isinstance(child, Token) and child.type == "V")
        name, wanted = str(tree.data), _VALUED | ({"N"} if tree.data in _NUMBERED else set())
        parts = [one for one in tree.children if isinstance(one, Tree) or one.type in wanted]
        method = getattr(self, f"_{name}", None)
        if method is None:
            raise ParseError(f"not understood: {name}")
        return method(*parts)  # type: ignore[no-any-return]

    def _start(self, tree: Tree[Token]) -> Said:
        found = tree.scan_values(lambda one: isinstance(one, Token) and one.type == "T")
        self._mentioned = tuple(dict.fromkeys(one.value for one in found))
        return self.of(tree)

    # ------------------------------------------------------------ sentences

    def _if_then(self, condition: Tree[Token], then: Tree[Token]) -> Said:
        return If(self.of(condition), self.of(then))

    def _then_if(self, then: Tree[Token], condition: Tree[Token]) -> Said:
        said = self.of(then)
        return If(self.of(condition), said)

    def _only_if(self, one: Tree[Token], other: Tree[Token]) -> Said:
        return If(self.of(one), self.of(other))

    def _unless(self, then: Tree[Token], condition: Tree[Token]) -> Said:
        said = self.of(then)
        return If(Not(self.of(condition)), said)

    def _unless_first(self, condition: Tree[Token], then: Tree[Token]) -> Said:
        return If(Not(self.of(condition)), self.of(then))

    def _iff(self, one: Tree[Token], other: Tree[Token]) -> Said:
        first, second = self.of(one), self.of(other)
        return And((If(first, second), If(second, first)))

    def _if_so(self, condition: Tree[Token], group: Tree[Token]) -> Said:
        said = self.of(condition)
        if self._last is None:
            raise ParseError("so is what?")
        return If(said, conjunction([self._last(one) for one in self._things(group)]))

    def _all(self, *parts: Tree[Token]) -> Said:
        return conjunction([self.of(one) for one in parts])

    def _any(self, *parts: Tree[Token]) -> Said:
        return disjunction([self.of(one) for one in parts])

    def _one(self, *parts: Tree[Token]) -> Said:
        return Count(tuple(self.of(one) for one in parts), 1, 1)

    # ------------------------------------------------------------ clauses

    def _each_of(self, group: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._predicate(pred)
        self._whom = self._things(group)
        return conjunction([says(one) for one in self._whom])

    def _predicate(self, pred: Tree[Token]) -> Predicate:
        """Return what is said; where nothing is, what was said last: "if Bo does", "if Bo does not"."""
        empty = pred.data in ("chosen", "left_out") and not any(axis.out is not None for axis in self._world.axes)
        if not empty:
            self._last, self._joint = self._said(pred), None
            return self._last
        last = self._last
        if last is None or not self._helps:
            raise ParseError("what is said of it?")
        return last if pred.data == "chosen" else lambda one: Not(last(one))

    def _of_last(self, pred: Tree[Token]) -> Said:
        if not self._whom or set(self._mentioned) != set(self._whom):
            raise ParseError("of whom is that said?")
        says = self._predicate(pred)
        return conjunction([says(one) for one in self._whom])

    def _goes_on(self, first: Tree[Token], pred: Tree[Token]) -> Said:
        return conjunction([self.of(first), self._of_last(pred)])

    def _so_too(self, first: Tree[Token], group: Tree[Token]) -> Said:
        said, things = self.of(first), self._things(group)
        if self._joint is not None:
            holds, denied = self._joint
            return conjunction([said, Not(holds(things)) if denied else holds(things)])
        if self._last is None:
            raise ParseError("so is what?")
        return conjunction([said, *(self._last(one) for one in things)])

    def _but_do(self, first: Tree[Token], group: Tree[Token]) -> Said:
        said = self.of(first)
        if self._joint is None or not self._joint[1]:
            raise ParseError("but they do what?")
        return conjunction([said, self._joint[0](self._things(group))])

    def _but_apart(self, first: Tree[Token]) -> Said:
        said = self.of(first)
        return conjunction([said, Not(And(tuple(map(self._world.chosen, self._pair(self._mentioned)))))])

    def _count_all(self, count: Tree[Token], *rest: Any) -> Said:
        *numbers, pred = rest
        if numbers and numbers[0].value != len(self._world.things):
            raise ParseError("of which of them?")
        says = self._said(pred)
        return Count(tuple(says(one) for one in self._world.things), *self._bounds(count))

    def _of_them_count(self, names: Tree[Token], count: Tree[Token], pred: Tree[Token]) -> Said:
        return self._count_of(count, names, pred)

    def _gapped(self, first: Tree[Token], *rest: Tree[Token]) -> Said:
        said = [self.of(first)]
        said += [self._each_of(group, at) for group, at in zip(rest[::2], rest[1::2], strict=True)]
        return conjunction(said)

    def _place_any(self, place: Tree[Token], names: Tree[Token]) -> Said:
        slot = self._slot(place)
        if self._world.axis(slot).out is not None or not self._world.axis(slot).single:
            raise ParseError("only one of them?")
        return disjunction([self._world.at(one, slot) for one in self._things(names)])

    def _together_or(self, group: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        things = self._things(self._several(group))
        return disjunction([conjunction([self._world.chosen(one) for one in things]), conjunction([says(one) for one in things])])

    def _each_of_both(self, group: Tree[Token], pred: Tree[Token]) -> Said:
        return self._each_of(self._several(group), pred)

    def _several(self, group: Tree[Token]) -> Tree[Token]:
        if len(self._things(group)) < 2:
            raise ParseError("both of whom?")
        return group

    def _not_both(self, group: Tree[Token], pred: Tree[Token]) -> Said:
        says, things = self._said(pred), self._things(self._several(group))

        def both(some: tuple[int, ...]) -> Said:
            return And(tuple(says(one) for one in some))

        self._joint = both, True
        return Not(both(things))

    def _some_of(self, names: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        return disjunction([says(one) for one in self._things(names)])

    def _just_one(self, names: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        return Count(tuple(says(one) for one in self._things(names)), 1, 1)

    def _none_of(self, *parts: Any) -> Said:
        *names, pred = parts
        says = self._said(pred)
        things = [one.value if isinstance(one, Token) else self._things(one) for one in names]
        flat = [each for one in things for each in (one if isinstance(one, tuple) else (one,))]
        return conjunction([Not(says(one)) for one in flat])

    def _count_of(self, count: Tree[Token], names: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        return Count(tuple(says(one) for one in self._things(names)), *self._bounds(count))

    def _count_kind(self, count: Tree[Token], kind: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        if "amid" in (one.data for one in pred.iter_subtrees()) and self._world.ordered().full:
            raise ParseError("so many between two are read as places")
        return Count(tuple(says(one) for one in self._kind(kind)), *self._bounds(count))

    def _count_each_kind(self, count: Tree[Token], *rest: Tree[Token]) -> Said:
        says, bounds = self._said(rest[-1]), self._bounds(count)
        return conjunction([Count(tuple(says(one) for one in kind), *bounds) for kind in self._some_kinds()])

    def _no_kind_but(self, kind: Tree[Token], group: Tree[Token], pred: Tree[Token]) -> Said:
        says, spared = self._said(pred), self._things(group)
        return conjunction([Not(says(one)) for one in self._kind(kind) if one not in spared])

    def _count_kind_at(self, count: Tree[Token], kind: Tree[Token], at: Tree[Token], pred: Tree[Token]) -> Said:
        says, here = self._said(pred), self._said(at)
        return Count(tuple(And((here(one), says(one))) for one in self._kind(kind)), *self._bounds(count))

    def _no_kind(self, kind: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        return conjunction([Not(says(one)) for one in self._kind(kind)])

    def _at_one(self, group: Tree[Token]) -> Said:
        axis = self._world.called()
        pairs = combinations(self._things(self._several(group)), 2)
        return conjunction([self._world.together(one, other, axis) for one, other in pairs])

    def _not_at_one(self, group: Tree[Token]) -> Said:
        return Not(self._at_one(group))

    def _each_place_counted(self, count: Tree[Token], *rest: Any) -> Said:
        *kind, name = rest
        return self._each_place_has(name, count, *kind)

    def _same_place(self, one: Tree[Token], other: Tree[Token]) -> Said:
        if self._slot(one) != self._slot(other):
            raise ParseError("one place is not another")
        return And((self._world.laws(),))

    def _all_apart(self, kind: Tree[Token], name: Token) -> Said:
        axis = self._world.called(name.value)
        return conjunction([Not(self._world.together(*pair, axis)) for pair in combinations(self._kind(kind), 2)])

    def _none_adjacent(self, kind: Tree[Token], *_: Token) -> Said:
        return conjunction([Not(self._world.adjacent(*pair)) for pair in combinations(self._kind(kind), 2)])

    def _always(self, kind: Tree[Token], number: Token, name: Token) -> Said:
        axis = self._world.called(name.value)
        if number.value != 1 or self._kind(kind) != self._world.things or axis.out is not None:
            raise ParseError("each thing is at one place")
        return And((self._world.laws(),))

    def _alone(self, name: Token, kind: Tree[Token], noun: Token | None = None) -> Said:
        axis = self._world.called(None if noun is None else noun.value)
        others = [one for one in self._world.things if one != name.value]
        if self._kind(kind) != self._world.things:
            raise ParseError("the only one of some")
        return conjunction([Not(self._world.together(name.value, one, axis)) for one in others])

    def _of_who(self, who: Tree[Token], pred: Tree[Token]) -> Said:
        says, slot = self._said(pred), self._slot(who)
        return disjunction([And((self._world.at(one, slot), says(one))) for one in self._world.things])

    def _share_place(self, group: Tree[Token], place: Tree[Token]) -> Said:
        return self._place_has_names(place, self._several(group))

    def _each_place_from_to(self, name: Token, low: Token, *rest: Any) -> Said:
        high = next(one.value for one in rest if isinstance(one, Token) and one.type == "N")
        slots = self._world.called(name.value).slots
        return conjunction([self._world.many(slot, low.value, high) for slot in slots])

    def _both_or_both(self, group: Tree[Token], one: Tree[Token], other: Tree[Token]) -> Said:
        return disjunction([self._each_of(self._several(group), one), self._each_of(group, other)])

    def _nobody(self, pred: Tree[Token]) -> Said:
        says = self._said(pred)
        return conjunction([Not(says(one)) for one in self._world.things])

    def _each_kind(self, kind: Tree[Token], pred: Tree[Token]) -> Said:
        says = self._said(pred)
        return conjunction([says(one) for one in self._kind(kind)])

    def _each_kind_at(self, kind: Tree[Token], at: Tree[Token], pred: Tree[Token]) -> Said:
        here, says = self._said(at), self._said(pred)
        return conjunction([If(here(one), says(one)) for one in self._kind(kind)])

    def _place_has(self, place: Tree[Token], count: Tree[Token], kind: Tree[Token] | None = None) -> Said:
        return self._world.many(self._slot(place), *self._bounds(count), None if kind is None else self._kind(kind))

    def _place_empty(self, place: Tree[Token], kind: Tree[Token]) -> Said:
        return self._world.many(self._slot(place), 0, 0, self._kind(kind))

    def _each_place_has(self, name: Token, count: Tree[Token], kind: Tree[Token] | None = None) -> Said:
        slots = self._world.called(name.value).slots
        things = None if kind is None else self._kind(kind)
        return conjunction([self._world.many(slot, *self._bounds(count), things) for slot in slots])

    def _each_place_had(self, count: Tree[Token], kind: Tree[Token], name: Token) -> Said:
        return self._each_place_has(name, count, kind)

    def _place_lacks(self, place: Tree[Token], name: Token) -> Said:
        return Not(self._world.at(name.value, self._slot(place)))

    def _more_at(self, place: Tree[Token], *rest: Tree[Token]) -> Said:
        """Say that more are at the first place than at the second."""
        *kinds, other = rest
        here, there = self._slot(place), self._slot(other)
        things = self._kind(kinds[0]) if kinds else self._world.things
        world = self._world
        return Or(
            tuple(
                And((world.many(here, many + 1, None, things), world.many(there, 0, many, things))) for many in range(len(things))
            )
        )

    def _fewer_at(self, place: Tree[Token], *rest: Tree[Token]) -> Said:
        *kinds, other = rest
        return self._more_at(other, *kinds, place)

    def _not_until(self, group: Tree[Token], names: Tree[Token]) -> Said:
        pairs = [(one, other) for one in self._things(group) for other in self._things(names)]
        return conjunction([self._world.steps(other, one, 1) for one, other in pairs])

    def _place_has_names(self, place: Tree[Token], names: Tree[Token]) -> Said:
        slot = self._slot(place)
        return conjunction([self._world.at(one, slot) for one in self._things(names)])

    def _together(self, group: Tree[Token], name: Token) -> Said:
        axis, things = self._world.called(name.value), self._things(self._several(group))

        def at_one(some: tuple[int, ...]) -> Said:
            return conjunction([self._world.together(one, other, axis) for one, other in combinations(some, 2)])

        self._joint = at_one, False
        return at_one(things)

    def _apart(self, group: Tree[Token], name: Token) -> Said:
        if len(self._things(self._several(group))) > 2:
            raise ParseError("do no two of them share it, or not all?")
        return self._different(group, name)

    def _different(self, group: Tree[Token], name: Token) -> Said:
        axis, things = self._world.called(name.value), self._things(self._several(group))
        self._joint = (lambda some: self._world.together(*self._pair(some), axis)), True
        return conjunction([Not(self._world.together(*pair, axis)) for pair in combinations(things, 2)])

    def _adjacent(self, group: Tree[Token], *_: Token) -> Said:
        one, other = self._pair(self._things(group))
        return self._world.adjacent(one, other)

    def _not_adjacent(self, group: Tree[Token], *_: Token) -> Said:
        return Not(self._adjacent(group))

    @staticmethod
    def _pair(things: tuple[int, ...]) -> tuple[int, int]:
        if len(things) != 2:
            raise ParseError("two things were expected")
        return things[0], things[1]

    def _between(self, *parts: Any) -> Said:
        """Say how many are between two; things are as many as places only where each place has one."""
        trees = [one for one in parts if isinstance(one, Tree)]
        count = next(
            one for one in trees if one.data in ("exactly", "at_least", "at_most", "from_to", "bare", "more_than", "fewer_than")
        )
        whom = next(one for one in trees if one.data in ("names", "last_two"))
        one, other = self._pair(self._mentioned if whom.data == "last_two" else self._things(whom))
        axis = self._world.ordered()
        kinds = [self._kind(tree) for tree in trees if tree.data == "kind"]
        if not axis.full and not any(isinstance(part, Token) and part.type in ("SK", "PLACES") for part in parts):
            raise ParseError("how many places are that?")
        if any(kind != self._world.things for kind in kinds):
            raise ParseError("how many of some are between")
        low, high = self._bounds(count)
        most = len(axis.slots) if high is None else high + 1
        return Or((self._world.steps(one, other, low + 1, most), self._world.steps(other, one, low + 1, most)))


#: Tokens that a method takes as such; all other words have done their part in the grammar.
_VALUED: Final = frozenset({"T", "SK"})
_NUMBERED: Final = ("always", "each_place_from_to", "count_all", "of_them_acted")
