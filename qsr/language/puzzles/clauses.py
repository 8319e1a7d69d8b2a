"""From a sentence of a puzzle to a formula: all parse trees by `puzzles.lark`, which have to mean the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any, Final

from lark import Token, Tree, UnexpectedInput

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.language.puzzles.phrases import Phrases, Predicate, Said, Some, has, noun, numbers, trees
from qsr.language.puzzles.predicates import Predicates
from qsr.language.puzzles.tokens import tokens
from qsr.language.puzzles.world import ALWAYS, NEVER, World, conjunction, disjunction
from qsr.logic import And, Count, If, Not, Or
from qsr.resources import grammar

__all__ = ["clause"]

#: How many trees of one sentence are looked at.
_READINGS: Final = 128
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
    names = [one for one in found if one.type in ("T", "S")]
    fault = ParseError("not understood", text, 0, len(text))
    for one in islice(_unfolded(tree, Predicates(world, names)), _READINGS):
        try:
            said[_Meaning(world, names).of(one)] = None
        except ParseError as error:
            fault = ParseError(error.message, text, 0, len(text))
    if not said:
        raise fault
    first, *others = said
    if not all(world.alike(first, other) for other in others):
        raise ParseError(f"that may mean {len(said)} things", text, 0, len(text))
    if first == NEVER:
        raise ParseError("that is never so", text, 0, len(text))
    return And((world.laws(),)) if first == ALWAYS else first


def _unfolded(tree: Any, phrases: Phrases) -> Iterator[Any]:
    """Unfold the ambiguous nodes of a forest, lazily, without the phrases that mean nothing wherever they stand."""
    if isinstance(tree, Token):
        yield tree
    elif tree.data == "_ambig":
        for child in tree.children:
            yield from _unfolded(child, phrases)
    else:
        parts = [list(islice(_unfolded(child, phrases), _READINGS)) for child in tree.children]
        yield from (one for one in (Tree(tree.data, list(some)) for some in product(*parts)) if phrases.fits(one))


class _Meaning(Predicates):
    """Formulas of the trees of one sentence."""

    def __init__(self, world: World, names: Sequence[Token]) -> None:
        super().__init__(world, names)
        #: What is said last, for "so is she" and "but Bo is not", and what of several together.
        self._last: Predicate | None = None
        self._joint: tuple[Callable[[Some], Said], bool] | None = None

    def of(self, tree: Any) -> Said:
        """Return the formula of a sentence or a clause."""
        method = getattr(self, f"_{tree.data}", None)
        if method is None:
            raise ParseError(f"not understood: {tree.data}")
        found: Said = method(tree)
        return found

    def _start(self, tree: Tree[Token]) -> Said:
        return self.of(tree.children[0])

    # ------------------------------------------------------------ sentences

    def _both(self, tree: Tree[Token], then_first: bool = False) -> tuple[Said, Said]:
        one, other = (self.of(part) for part in trees(tree))
        return (other, one) if then_first else (one, other)

    def _if_then(self, tree: Tree[Token]) -> Said:
        return If(*self._both(tree))

    def _then_if(self, tree: Tree[Token]) -> Said:
        return If(*self._both(tree, then_first=True))

    def _unless(self, tree: Tree[Token]) -> Said:
        condition, then = self._both(tree, then_first=True)
        return If(Not(condition), then)

    def _unless_first(self, tree: Tree[Token]) -> Said:
        condition, then = self._both(tree)
        return If(Not(condition), then)

    def _iff(self, tree: Tree[Token]) -> Said:
        one, other = self._both(tree)
        return And((If(one, other), If(other, one)))

    def _all(self, tree: Tree[Token]) -> Said:
        return conjunction([self.of(one) for one in trees(tree)])

    def _any(self, tree: Tree[Token]) -> Said:
        parts = [self.of(one) for one in trees(tree)]
        return Count(tuple(parts), 1, 1) if has(tree, "NOTBOTH") else disjunction(parts)

    def _whoever(self, tree: Tree[Token]) -> Said:
        """Say it of all of a kind: "if a stall sells soup, it does not sell tea"."""
        kind, condition, then = trees(tree)
        if noun(kind).type.endswith("KS"):
            raise ParseError("which ones are meant?")
        who, holds, says = self._kind(kind), self._said(condition), self._said(then)
        return conjunction([If(holds(one), says(one)) for one in who])

    def _whoever_does(self, tree: Tree[Token]) -> Said:
        """Say it of all of the only kind to which both predicates apply: "whoever mends the fan also mends the iron"."""
        condition, then = map(self._said, trees(tree))
        found: list[Said] = []
        for who in (self._world.people, *(axis.slots for axis in self._world.axes)):
            with suppress(ParseError):
                found.append(conjunction([If(condition(one), then(one)) for one in who]))
        if len(found) != 1:
            raise ParseError("whoever of which?")
        return found[0]

    # ------------------------------------------------------------ clauses

    def _says(self, tree: Tree[Token]) -> Said:
        np, vp = trees(tree)
        some = self._np(np)
        if has(tree, "NOTBOTH") or has(tree, "ORBOTH"):
            if some.how != "some" or some.counted:
                raise ParseError("not both of whom?")
            some = replace(some, how="count", low=1, high=1 if has(tree, "NOTBOTH") else None)
        return self._of(some, vp)

    def _of(self, some: Some, vp: Tree[Token]) -> Said:
        self._subject = some
        says = self._predicate(vp)
        if has(vp, "BOTH"):
            if len(some.who) < 2 or some.how != "each" or some.counted:
                raise ParseError("both of whom?")
            if has(vp, "NOT"):
                inner = self._said(trees(vp)[0]) if trees(vp) else self._world.chosen
                return self._together(replace(some), lambda these: conjunction([inner(one) for one in these.who]), denied=True)
        return some.of(says)

    def _together(self, some: Some, holds: Callable[[Some], Said], *, denied: bool) -> Said:
        self._joint = holds, denied
        return Not(holds(some)) if denied else holds(some)

    def _predicate(self, vp: Tree[Token]) -> Predicate:
        """Return what is said; where nothing is, what was said last: "if Bo does", "if Bo does not"."""
        if vp.data == "bare" and not any(axis.out is not None for axis in self._world.axes):
            last = self._last
            if last is None or not all(one.value for one in vp.children if one.type == "V"):  # type: ignore[union-attr]
                raise ParseError("what is said of it?")
            return (lambda one: Not(last(one))) if has(vp, "NOT") else last
        self._last, self._joint = self._said(vp), None
        return self._last

    def _they(self, token: Any) -> Some:
        """Return the subject of the clause before as what a pronoun means; raise ParseError where it may be another one."""
        some = self._subject
        before = dict.fromkeys(one.value for one in self._things_named() if (one.start_pos or 0) < (token.start_pos or 0))
        if some is not None and not some.counted and token.value == "plural" and len(some.who) == 1:
            some = Some(tuple(before))
        if some is None or (some.counted and token.value != "plural") or len(some.who) > 1 != (token.value == "plural"):
            raise ParseError("of whom is that said?")
        if not some.counted and set(before) - set(some.who):
            raise ParseError("of whom is that said?")
        if some.counted:
            last, given = self._last, some.given
            if some.how != "count" or last is None:
                raise ParseError("of whom is that said?")
            both = (lambda one: conjunction([given(one), last(one)])) if given is not None else last
            return replace(some, how="each", given=both)
        return replace(some, how="each")

    def _of_last(self, tree: Tree[Token]) -> Said:
        return self._of(self._they(tree.children[0]), trees(tree)[0])

    def _jointly(self, tree: Tree[Token]) -> Said:
        np, *joints = trees(tree)
        self._subject = self._np(np)
        if len(joints) > 1 and has(tree, "NOT"):
            raise ParseError("neither, or not both?")
        return disjunction([self._jointly_of(self._subject, joint, tree) for joint in joints])

    def _last_jointly(self, tree: Tree[Token]) -> Said:
        some = self._they(tree.children[0])
        return self._jointly_of(some, trees(tree)[0], tree)

    def _both_or_both(self, tree: Tree[Token]) -> Said:
        """Say one of two things of both: "are either both picked or both left out"."""
        np, *comps = trees(tree)
        some, cut = self._np(np), next(at for at, one in enumerate(tree.children) if getattr(one, "type", "") in ("OR", "ORBOTH"))
        if len(some.who) != 2 or some.counted:
            raise ParseError("both of whom?")
        sides = [
            [one for one in part if isinstance(one, Tree) and one is not np]
            for part in (tree.children[:cut], tree.children[cut:])
        ]
        return disjunction([some.of(self._said(one[0]) if one else self._world.chosen) for one in sides if len(comps) or one])

    def _jointly_of(self, some: Some, joint: Tree[Token], tree: Tree[Token]) -> Said:
        holds = self._pairwise(joint)
        denied = has(tree, "NOT") != has(joint, "DIFFERENT")
        exactly_two = len(some.who) == 2 and not some.counted
        if has(tree, "BOTH") and not exactly_two:
            raise ParseError("both of whom?")
        if (has(joint, "NEXTTO") or has(joint, "OPPOSITE")) and not (exactly_two or denied or some.how == "none"):
            raise ParseError("which of them are side by side?")
        if has(tree, "NOT") and not exactly_two and not some.given:
            raise ParseError("do no two of them share it, or not all?")
        self._last = None
        if denied and not has(tree, "NOT") and some.how == "each":
            self._joint = (lambda these: these.joint(holds)), True
            return some.joint(lambda one, other: Not(holds(one, other)))
        if denied and some.given is not None:
            return some.joint(lambda one, other: Not(holds(one, other)))
        return self._together(some, lambda these: these.joint(holds), denied=denied)

    def _pairwise(self, joint: Tree[Token]) -> Callable[[int, int], Said]:
        world, parts = self._world, trees(joint)
        if has(joint, "NEXTTO"):
            return world.adjacent
        if has(joint, "OPPOSITE"):
            return world.opposite
        if has(joint, "AWAY"):
            low, high = self._bounds(trees(parts[0])[0])
            return lambda one, other: self._apart(one, other, low, high)
        if has(joint, "TOGETHER") and parts:
            says = self._said(parts[0])
            return lambda one, other: conjunction([says(one), says(other)])
        if parts and parts[0].data == "name":
            place = self._name(parts[0])
            return lambda one, other: conjunction([world.linked(one, place), world.linked(other, place)])
        axis = self._axis(parts[0]) if parts else world.called()
        return lambda one, other: world.together(one, other, axis)

    def _acted(self, tree: Tree[Token]) -> Said:
        """Say it of those to whom somebody does it: "she picks Ada", "it calls at Ada first"."""
        np, *comps = trees(tree)
        some = self._np(np)
        if comps:
            says = self._said(comps[0])
        else:
            says = self._world.chosen
            if not any(axis.out is not None for axis in self._world.axes):
                raise ParseError("what is said of it?")
        self._subject, self._last, self._joint = some, says, None
        if has(tree, "BOTH") and not (some.how == "each" and len(some.who) == 2):
            raise ParseError("both of whom?")
        denied = has(tree, "NOT")
        whole = denied and (has(tree, "BOTH") or has(np, "BOTH"))
        if whole:
            return self._together(some, lambda these: these.of(says), denied=True)
        if not denied:
            return some.of(says)
        self._last = lambda one: Not(says(one))
        if some.how == "count" or some.how == "some":
            return Not(some.of(says))
        if len(some.who) > 1:
            raise ParseError("not both, or neither?")
        return some.of(self._last)

    def _acted_of(self, tree: Tree[Token]) -> Said:
        *_, names, quant = trees(tree)
        low, high = self._bounds(quant)
        return replace(self._np(names), how="count", low=low, high=high).of(self._world.chosen)

    def _said_of(self, tree: Tree[Token]) -> Said:
        *_, names, quant, vp = trees(tree)
        low, high = self._bounds(quant)
        return self._of(replace(self._np(names), how="count", low=low, high=high), vp)

    def _each_had(self, tree: Tree[Token]) -> Said:
        """Say it of each place: "at least two clerks are in each room"."""
        np, kind = trees(tree)
        some = self._np(np)
        return conjunction([some.of(lambda one, at=at: self._world.linked(one, at)) for at in self._kind(kind)])  # type: ignore[misc]

    def _between(self, tree: Tree[Token]) -> Said:
        """Say how many are between two; things are as many as places only where each place has one."""
        parts = trees(tree)
        count = next(one for one in parts if one.data == "count_np")
        rest = next((one for one in parts if one is not count), None)
        mentioned = tuple(dict.fromkeys(one.value for one in self._things_named()))
        whom = mentioned if rest is None or rest.data == "last" else self._np(rest).who
        if len(whom) != 2:
            raise ParseError("between which two?")
        world, quant = self._world, trees(count)[0]
        low, high = self._bounds(quant)
        slots = [
            token.value for token in (noun(one) for one in trees(count) if one.data == "kind") if token.type.startswith("SK")
        ]
        axis = world.ordered(*slots[:1])
        kinds = [self._kind(one) for one in trees(count) if one.data == "kind"]
        if any(str(one.data).startswith("rel") for one in trees(count)):
            raise ParseError("so many of which?")
        if (axis.full and all(kind in (world.people, axis.slots) for kind in kinds)) or kinds == [axis.slots]:
            most = len(axis.slots) if high is None else high + 1
            return self._apart(whom[0], whom[1], low + 1, most)
        if not kinds:
            raise ParseError("how many of which are between?")
        return Count(tuple(self._amid(one, (whom[0], whom[1])) for one in kinds[0] if one not in whom), low, high)

    def _compared(self, tree: Tree[Token]) -> Said:
        """Say how many more one has than another."""
        parts = trees(tree)
        one, other = (self._np(part) for part in parts if part.data not in ("amount", "kind"))
        kinds = [self._kind(part) for part in parts if part.data == "kind"]
        if len(one.who) != 1 or len(other.who) != 1:
            raise ParseError("more than which one?")
        place = one.who[0] not in self._world.people
        if not kinds and not place:
            raise ParseError("more of what?")
        who = kinds[0] if kinds else self._world.people
        here, there = ([self._world.linked(some.who[0], x) for x in who] for some in (one, other))
        amount = next(part for part in parts if part.data == "amount")
        return self._more(here, there, amount, denied=has(tree, "NOT"))

    def _compared_numbers(self, tree: Tree[Token]) -> Said:
        kind, rel, than, other, other_rel = trees(tree)
        sides = []
        for one, which in ((kind, rel), (other, other_rel)):
            who, says = self._kind(one), self._given(which)
            sides.append([says(x) for x in who])
        return self._more(sides[0], sides[1], than, denied=has(tree, "NOT"))

    def _more(self, here: list[Said], there: list[Said], amount: Tree[Token], *, denied: bool) -> Said:
        by = numbers(amount)
        if has(amount, "FEWER"):
            here, there = there, here

        def fits(many: int, than: int) -> bool:
            if has(amount, "EQUAL") or has(amount, "SAME"):
                return many == than
            if has(amount, "TWICE"):
                return many == 2 * than
            return many == than + by[0] if by else many > than

        if not by and (has(amount, "MORE") or has(amount, "FEWER")):
            pairs: list[Said] = [And((Count(tuple(here), n + 1, None), Count(tuple(there), 0, n))) for n in range(len(here))]
        else:
            pairs = [
                And((Count(tuple(here), n, n), Count(tuple(there), m, m)))
                for n in range(len(here) + 1)
                for m in range(len(there) + 1)
                if fits(n, m)
            ]
        return Not(Or(tuple(pairs))) if denied else Or(tuple(pairs))

    def _nothing_else(self, _: Tree[Token]) -> Said:
        """Say what holds anyway: "no stall sells any other dish"."""
        return ALWAYS

    # ------------------------------------------------------------ what leaves words out

    def _gapped(self, tree: Tree[Token]) -> Said:
        first, *rest = trees(tree)
        said = [self.of(first)]
        for who, comp in zip(rest[::2], rest[1::2], strict=True):
            some = self._np(who) if who.data == "names" else Some((self._name(who),))
            said.append(some.of(self._said(comp)))
        return conjunction(said)

    def _so_too(self, tree: Tree[Token]) -> Said:
        first, np = trees(tree)
        return conjunction([self.of(first), self._too(np)])

    def _so(self, tree: Tree[Token]) -> Said:
        return self._too(trees(tree)[0])

    def _too(self, np: Tree[Token]) -> Said:
        some = self._np(np)
        if self._joint is not None:
            holds, denied = self._joint
            return Not(holds(some)) if denied else holds(some)
        if self._last is None:
            raise ParseError("so is what?")
        return some.of(self._last)

    def _but_do(self, tree: Tree[Token]) -> Said:
        first, np = trees(tree)
        said = self.of(first)
        if self._joint is None or not self._joint[1]:
            raise ParseError("but they do what?")
        return conjunction([said, self._joint[0](self._np(np))])

    def _but_apart(self, tree: Tree[Token]) -> Said:
        said = self.of(trees(tree)[0])
        mentioned = tuple(dict.fromkeys(one.value for one in self._things_named()))
        if len(mentioned) != 2:
            raise ParseError("which two are together?")
        return conjunction([said, Not(And(tuple(map(self._world.chosen, mentioned))))])
