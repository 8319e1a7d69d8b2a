"""What noun phrases and predicates of a puzzle mean: how many of whom, and what is so of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, TypeAlias

from lark import Token, Tree

from qsr.errors import ParseError
from qsr.language.puzzles.world import World, conjunction, denial, disjunction
from qsr.logic import And, Atom, Count, Formula, If, Not

__all__ = ["Phrases", "Predicate", "Said", "Some", "has", "noun", "numbers", "trees"]

Said: TypeAlias = Formula[Atom]
#: What is said of a thing or a place.
Predicate: TypeAlias = Callable[[int], Said]
#: Phrases that mean the same wherever they stand.
_ALONE: Final = ("linked", "ordered", "same", "next_to", "described", "names", "each_kind", "positional", "range", "parity")
_NOUNS: Final = ("TK", "TKS", "SK", "SKS")


@dataclass(frozen=True)
class Some:
    """So many of whom: "each", "some", "none", "not all", or "count" from `low` to `high`; `given` what holds of them."""

    who: tuple[int, ...]
    how: str = "each"
    low: int = 0
    high: int | None = None
    given: Predicate | None = None
    others: bool = False
    #: Whether it has a noun or a number, and no names.
    counted: bool = False
    #: Several of these, of each of which that is said.
    parts: tuple[Some, ...] = ()
    #: What holds of each two of whom something is said together.
    pair: Callable[[int, int], Said] | None = None

    def of(self, says: Predicate, but: int | None = None) -> Said:
        """Return that a predicate holds of so many; of `others` the one left out does not count."""
        if self.parts:
            return conjunction([one.of(says, but) for one in self.parts])
        who = [one for one in self.who if one != but or not self.others]
        if self.given is None:
            parts = [says(one) for one in who]
        elif self.how == "each":
            return conjunction([If(self.given(one), says(one)) for one in who])
        else:
            parts = [conjunction([self.given(one), says(one)]) for one in who]
        if not parts:
            raise ParseError("of whom is that said?")
        if self.how == "each":
            return conjunction(parts)
        if self.how == "some":
            return disjunction(parts)
        if self.how == "none":
            return conjunction([denial(one) for one in parts])
        if self.how == "not all":
            return Not(And(tuple(parts)))
        return Count(tuple(parts), self.low, self.high)

    def joint(self, holds: Callable[[int, int], Said]) -> Said:
        """Return that something holds of each two of them, or of no two."""
        if len(self.who) < 2 or self.how not in ("each", "none"):
            raise ParseError("of which two is that said?")
        parts = []
        for one, other in combinations(self.who, 2):
            said = holds(one, other) if self.how == "each" else Not(holds(one, other))
            said = said if self.pair is None else If(self.pair(one, other), said)
            parts.append(said if self.given is None else If(And((self.given(one), self.given(other))), said))
        return conjunction(parts)


class Phrases:
    """Meanings of phrases in one world; the methods are named like the rules of the grammar."""

    def __init__(self, world: World, names: Sequence[Token]) -> None:
        self._world = world
        #: The things that a sentence names, in its order, and whom a clause is about.
        self._names = names
        self._subject: Some | None = None
        #: The kinds that were spoken of last, of things and of places.
        self._kinds: dict[bool, tuple[int, ...]] = {}

    def _things_named(self) -> list[Token]:
        return [one for one in self._names if one.type == "T"]

    def fits(self, tree: Tree[Token]) -> bool:
        """Tell whether a phrase may mean something; of one with a pronoun or "others" that is not known by itself."""
        if tree.data not in _ALONE or any(
            has(one, name) for one in tree.iter_subtrees() for name in ("HE", "PRON", "OTHERS", "OF")
        ):
            return True
        try:
            if hasattr(self, f"_is_{tree.data}"):
                self._said(tree)
            else:
                self._np(tree)
        except ParseError:
            return False
        return True

    # ------------------------------------------------------------ noun phrases

    def _np(self, tree: Any) -> Some:
        method = getattr(self, f"_np_{tree.data}", None)
        if method is None:
            raise ParseError(f"not understood: {tree.data}")
        found: Some = method(tree)
        return found

    def _np_one(self, tree: Tree[Token]) -> Some:
        return Some((self._name(_first(tree, "name")),))

    def _np_names(self, tree: Tree[Token]) -> Some:
        found = tuple(self._name(one) for one in trees(tree) for one in (trees(one) if one.data != "name" else (one,)))
        if len(set(found)) < len(found):
            raise ParseError("one of them twice?")
        return Some(found)

    def _np_some_of(self, tree: Tree[Token]) -> Some:
        found = self._np_names(tree)
        return replace(found, how="count", low=1, high=1) if has(tree, "NOTBOTH") else replace(found, how="some")

    def _np_none_of(self, tree: Tree[Token]) -> Some:
        return replace(self._np_names(tree), how="none")

    def _np_not_all(self, tree: Tree[Token]) -> Some:
        return replace(self._np_names(tree), how="not all")

    def _np_last(self, tree: Tree[Token]) -> Some:
        """Return whom a pronoun means: the only one or ones named before it that the clause is not about."""
        token = tree.children[0]
        subject = self._subject.who if self._subject is not None else ()
        before = [one.value for one in self._things_named() if (one.start_pos or 0) < (token.start_pos or 0)]  # type: ignore[union-attr]
        found = tuple(dict.fromkeys(one for one in before if one not in subject))
        if not found or (len(found) > 1) != (token.value == "plural"):  # type: ignore[union-attr]
            raise ParseError("who is meant?")
        return Some(found)

    def _np_count_np(self, tree: Tree[Token]) -> Some:
        low, high = self._bounds(_first(tree, "quant_"))
        people = self._world.people
        kinds = [one for one in trees(tree) if one.data == "kind"]
        mentioned = tuple(dict.fromkeys(one.value for one in self._things_named()))
        of_thing = self._subject is not None and self._subject.who[0] in self._world.people
        groups = (mentioned, people) if numbers(tree) else (self._kinds.get(not of_thing, people),)
        who = self._kind(kinds[0]) if kinds else next((one for one in groups if one and numbers(tree) in ([], [len(one)])), ())
        self._of_all(tree, who)
        rels = [one for one in trees(tree) if one.data.startswith("rel")]
        given = self._given(rels[0]) if rels else None
        if not who:
            raise ParseError("how many of which?")
        return Some(who, "count", low, high, given, has(tree, "OTHERS"), counted=True)

    def _np_counted_names(self, tree: Tree[Token]) -> Some:
        low, high = self._bounds(_first(tree, "quant_"))
        found = self._np(_first(tree, "names"))
        self._of_all(tree, found.who)
        return replace(found, how="count", low=low, high=high)

    def _np_each_kind(self, tree: Tree[Token]) -> Some:
        who = self._kind(_first(tree, "kind"))
        if has(tree, "OTHERS"):
            token = next(one for one in tree.children if isinstance(one, Token) and one.type == "OTHERS")
            before = {one.value for one in self._names if (one.start_pos or 0) < (token.start_pos or 0)}
            who = tuple(one for one in who if one not in before)
        self._of_all(tree, who)
        return Some(who, given=self._rel_of(tree), counted=True)

    def _np_no_kind(self, tree: Tree[Token]) -> Some:
        who = self._kind(_first(tree, "kind")) if any(one.data == "kind" for one in trees(tree)) else self._world.people
        if has(tree, "OTHERS"):
            if self._subject is None or self._subject.counted:
                raise ParseError("others than whom?")
            who = tuple(one for one in who if one not in self._subject.who)
        pair = self._world.adjacent if has(tree, "NEXTTO") else None
        return Some(who, "none", given=self._rel_of(tree), counted=True, pair=pair)

    def _np_all_of(self, tree: Tree[Token]) -> Some:
        kinds = trees(tree)
        who = self._kind(kinds[0]) if kinds else self._kinds.get(True, self._world.people)
        self._of_all(tree, who)
        return Some(who, counted=True)

    def _np_each_sort(self, tree: Tree[Token]) -> Some:
        low, high = self._bounds(_first(tree, "quant_"))
        parts = tuple(Some(kind, "count", low, high, counted=True) for kind in self._world.kinds())
        return Some(self._world.people, "count", counted=True, parts=parts)

    def _np_counts(self, tree: Tree[Token]) -> Some:
        parts = tuple(map(self._np, trees(tree)))
        if any(one.given is not None for one in parts):
            raise ParseError("who is so, and who does it?")
        return Some(tuple(dict.fromkeys(x for one in parts for x in one.who)), "count", counted=True, parts=parts)

    def _np_no_kind_but(self, tree: Tree[Token]) -> Some:
        *_, last = trees(tree)
        spared = (self._name(last),) if last.data == "name" else self._np(last).who
        return Some(tuple(one for one in self._kind(_first(tree, "kind")) if one not in spared), "none", counted=True)

    def _np_described(self, tree: Tree[Token]) -> Some:
        kind, given = _first(tree, "kind"), self._rel_of(tree)
        who, plural = self._kind(kind), noun(kind).type.endswith("KS")
        if given is None and (not plural or numbers(tree) not in ([], [len(who)])):
            raise ParseError("which one is meant?")
        if given is not None and numbers(tree):
            raise ParseError("are there so many?")
        return Some(who, "each" if plural else "some", given=given, counted=True)

    def _of_all(self, tree: Tree[Token], who: Sequence[int]) -> None:
        if numbers(tree) not in ([], [len(who)]):
            raise ParseError("of which of them?")

    def _rel_of(self, tree: Tree[Token]) -> Predicate | None:
        rels = [one for one in trees(tree) if str(one.data).startswith("rel")]
        return self._given(rels[0]) if rels else None

    def _given(self, tree: Tree[Token]) -> Predicate:
        """Return what a relative clause, a participle or a phrase behind a noun says of it."""
        subject, parts = self._subject, trees(tree)
        try:
            self._subject = None
            if tree.data == "rel_acted":
                return self._said(parts[0]) if parts else self._world.chosen
            if tree.data == "rel_of":
                np = self._np_one(tree) if parts[0].data == "name" else self._np(parts[0])
                more = self._said(parts[1]) if len(parts) > 1 else None
                return lambda one: conjunction([np.of(lambda x: self._world.linked(x, one)), *([more(one)] if more else [])])
            return self._said(parts[0])
        finally:
            self._subject = subject

    def _name(self, tree: Tree[Token]) -> int:
        slot = next(child for child in tree.children if child.type in ("T", "S"))  # type: ignore[union-attr]
        nouns = [child.value for child in tree.children if child.type in ("SK", "SKS")]  # type: ignore[union-attr]
        if slot.type == "S":  # type: ignore[union-attr]
            axis = self._world.axis(slot.value)  # type: ignore[union-attr]
            if any(axis.name != noun for noun in nouns):
                raise ParseError("that is no such place")
            if numbers(tree) not in ([], [len(axis.slots)]):
                raise ParseError("of so many places?")
            edge = next((child.value for child in tree.children if child.type == "EDGE"), None)  # type: ignore[union-attr]
            return self._from_edge(slot.value, edge) if edge is not None else int(slot.value)  # type: ignore[union-attr]
        return int(slot.value)  # type: ignore[union-attr]

    def _from_edge(self, slot: int, edge: tuple[str, bool]) -> int:
        """Return the place that is as far from an end as a place is from the beginning: "second from the right"."""
        look, sooner = edge
        axis = self._world.axis(slot)
        if dict(axis.looks).get(look) is None or not axis.ordered:
            raise ParseError("from which end?")
        at = axis.slots.index(slot)
        return axis.slots[at] if sooner == dict(axis.looks)[look] else axis.slots[-1 - at]

    def _kind(self, tree: Tree[Token]) -> tuple[int, ...]:
        token = noun(tree)
        found = tuple(token.value) if token.type.startswith("T") else self._world.called(token.value).slots
        self._kinds[found[0] in self._world.people] = found
        return found

    def _bounds(self, count: Tree[Token]) -> tuple[int, int | None]:
        found, name = numbers(count), str(count.data)
        if name == "from_to":
            return found[0], found[1]
        (number,) = found
        if name == "exactly" and number == 1 and not has(count, "EXACTLY") and not all(axis.full for axis in self._world.axes):
            raise ParseError("exactly one, or at least one?")
        bounds = {"more_than": (number + 1, None), "fewer_than": (0, number - 1)}
        return {**bounds, "at_least": (number, None), "at_most": (0, number)}.get(name, (number, number))

    def _said(self, tree: Tree[Token]) -> Predicate:
        """Return what a verb phrase or a part of one says of whom it is about."""
        method = getattr(self, f"_is_{tree.data}", None)
        if method is None:
            raise ParseError(f"not understood: {tree.data}")
        found: Predicate = method(tree)
        return found


def trees(tree: Tree[Token]) -> list[Tree[Token]]:
    """Return the phrases that a phrase is made of."""
    return [one for one in tree.children if isinstance(one, Tree)]


def has(tree: Tree[Token], name: str) -> bool:
    """Tell whether a phrase has a word of a kind of its own."""
    return any(isinstance(one, Token) and one.type == name for one in tree.children)


def numbers(tree: Tree[Token]) -> list[int]:
    """Return the numbers among the words of a phrase."""
    return [one.value for one in tree.children if isinstance(one, Token) and one.type == "N"]


#: The counts of the grammar.
_QUANTS: Final = ("exactly", "at_least", "at_most", "from_to", "more_than", "fewer_than")


def _first(tree: Tree[Token], name: str) -> Tree[Token]:
    found = next((one for one in trees(tree) if one.data == name or (name == "quant_" and one.data in _QUANTS)), None)
    if found is None:
        raise ParseError(f"not understood: {tree.data}")
    return found


def noun(kind: Tree[Token]) -> Token:
    """Return the noun of a kind."""
    return next(one for one in kind.children if isinstance(one, Token))
