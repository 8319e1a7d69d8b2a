"""From the text of a SpartQA story to a `Story`: which block and which thing each phrase means.

A block is current from the sentence that fills it; new things lie in it, and known ones are looked for there. "It" and "this
shape" are what the clause before was about, "number two" counts the things of one size, colour and shape in one block by their
introduction. Whatever can mean two things is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.language.page import Page
from qsr.logic import Relation
from qsr.relations import CONVERSE
from qsr.story import Span, Statement, Story
from qsr.theories.spartun.text import phrases
from qsr.theories.spartun.text.phrases import Clause, Noun, Predicate

__all__ = ["Thing", "read"]

_SENTENCE: Final = re.compile(r"[^\s.][^.]*")
#: Every thing is looked for among all before it; the longest story of the data has some 2,000 characters.
_LONGEST: Final = 20_000


@dataclass(slots=True)
class Thing:
    """A block, whose `name` may come later, or a thing in the block of that entity; `number` where the text has several alike."""

    kind: str
    size: str = ""
    colour: str = ""
    name: str = ""
    block: int | None = None
    number: int | None = None

    def fits(self, noun: Noun) -> bool:
        """Tell whether a description, its number and claims left aside, is true of the thing."""
        if (noun.kind == "block") != (self.kind == "block"):
            return False
        if noun.kind not in ("", "thing", self.kind):
            return False
        return noun.size in ("", self.size) and noun.colour in ("", self.colour)

    def words(self) -> str:
        """Return the description, such as ``"big red star number two"``."""
        number = "" if self.number is None else f"number {phrases.numerals()[self.number - 1]}"
        return " ".join(filter(None, (self.size, self.colour, self.kind, self.name, number)))


@guarded
def read(page: Page) -> Story:
    """Return the story of a page without its questions; raise ParseError for what is not understood, or could mean two things."""
    text = page.told
    if len(text) > _LONGEST:
        raise ParseError(f"a story of at most {_LONGEST:,} characters was expected", text, _LONGEST, len(text), file=page.file)
    reader = _Reader()
    for match in _SENTENCE.finditer(text):
        words = match.group().rstrip()
        try:
            reader.sentence(words, (match.start(), match.start() + len(words)))
        except ParseError as error:
            start, end = match.start() + error.start, match.start() + max(error.end, error.start + 1)
            raise ParseError(error.message, page.text, start, end, file=page.file) from None
    return Story(reader.entities(), tuple(reader.statements), (), text, page.settings, page.file)


class _Reader:
    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self._things: list[Thing] = []
        self._words = ""
        self._span: Span = (0, 0)
        #: How many blocks there are that have no names yet; whether the text has listed all blocks.
        self._nameless = 0
        self._listed = False
        self._current: int | None = None
        self._filled: set[int] = set()
        #: The blocks of the clause at hand, and the phrases that mean them.
        self._placed: dict[Noun, int] = {}
        #: What a phrase of the clause at hand says its block has.
        self._held: list[int] = []
        #: What the clause before was about; the blocks that the sentence before was about, or called "it", and those of this one.
        self._about: list[int] = []
        self._before: list[int] = []
        self._spoken: list[int] = []

    def entities(self) -> tuple[str, ...]:
        """Return a name for each thing, which describes it and nothing else."""
        for index, thing in enumerate(self._things):
            alike = self._alike(index)
            thing.number = alike.index(index) + 1 if thing.kind != "block" and len(alike) > 1 else None
        return tuple(
            one.words() if one.block is None else f"{one.words()} in {self._things[one.block].words()}" for one in self._things
        )

    def sentence(self, words: str, span: Span) -> None:
        """Take in a sentence; raise ParseError with the place in its words."""
        self._words, self._span = words, span
        self._before, self._spoken = self._spoken, []
        for clause in phrases.sentence(words):
            self._clause(clause)

    def _fault(self, message: str, noun: Noun) -> ParseError:
        return ParseError(message, self._words, *noun.span)

    # ---------------------------------------------------------------- clauses

    def _clause(self, clause: Clause) -> None:
        if clause.named:
            self._call(clause)
            return
        first = clause.heads[0]
        if first.kind == "block" and first.count > 1 and not first.names:
            self._declare(clause)
            return
        tails = [noun for _, nouns in clause.predicates for noun in nouns]
        self._held = []
        self._move(clause)
        known = len(self._things)
        meant: dict[Noun, list[int]] = {}
        # "Above the star and near to it": what it is near to is the star.
        behind = {noun: first for (_, first), (_, then) in pairwise(clause.predicates) for noun in then if not noun.kind}
        for these, others in ((tails, clause.heads), (clause.heads, tails))[:: 1 if clause.fronted else -1]:
            for noun in these:
                if noun in behind:
                    meant[noun] = self._single([index for one in behind[noun] for index in meant[one]], noun)
                else:
                    meant[noun] = self._meaning(noun, others, clause.predicates if these is clause.heads else ())
        heads = [index for noun in clause.heads for index in meant[noun]]
        for relations, nouns in clause.predicates:
            for relation in relations:
                for noun in nouns:
                    self._state(heads, relation, noun, meant[noun], known)
        self._about = [*heads, *self._held, *(index for noun in tails for index in meant[noun] if _holds(clause.predicates))]
        mentioned = [*heads, *(index for noun in tails for index in meant[noun] if noun.quantity == "it")]
        self._spoken += [index for index in mentioned if self._things[index].kind == "block" and index not in self._spoken]

    def _declare(self, clause: Clause) -> None:
        """Read how many blocks there are, and perhaps their names."""
        first, *others = clause.heads
        names = [name for noun in others for name in noun.names]
        if (
            clause.predicates
            or any(noun.kind != "block" or len(noun.names) != 1 for noun in others)
            or first.claims
            or first.holds
        ):
            raise self._fault("blocks have to be named before anything is said of them", first)
        self._nameless += first.count
        if names:
            self._name_all(names, first)

    def _name_all(self, names: Sequence[str], noun: Noun) -> None:
        if len(names) != self._nameless or len({*names, *(one.name for one in self._things)}) < len(names) + len(self._things):
            raise self._fault(f"{self._nameless} different names were expected", noun)
        self._things += [Thing("block", name=name) for name in names]
        self._nameless, self._listed = 0, True

    def _call(self, clause: Clause) -> None:
        """Read what blocks are called that had no names."""
        (noun,) = clause.heads
        if self._nameless:
            self._name_all(clause.named, noun)
            return
        block = self._here(noun)
        if len(clause.named) > 1 or self._things[block].name or any(one.name == clause.named[0] for one in self._things):
            raise self._fault("one block without a name was expected, and a new name for it", noun)
        self._things[block].name = clause.named[0]
        self._spoken.append(block)

    def _move(self, clause: Clause) -> None:
        """Make the block current that the clause fills, or whose inside or edge it speaks of."""
        places = [noun for relations, nouns in clause.predicates for noun in nouns if noun.edge or "inside" in relations]
        if _holds(clause.predicates):
            places += clause.heads
        self._placed = {noun: self._block(noun) for noun in places if noun.kind in ("", "block")}
        if len({*self._placed.values()}) > 1 or any(len(noun.names) > 1 for noun in places):
            raise self._fault("one block was expected", places[0])
        self._current = next(iter(self._placed.values()), self._current)

    def _state(self, heads: Sequence[int], relation: str, noun: Noun, tails: Sequence[int], known: int) -> None:
        """State a relation of all heads to all that a noun phrase means; things from `known` on were introduced by the clause."""
        if noun.edge:
            if relation != "touching":
                raise self._fault("'touching' was expected before an edge", noun)
            relation = noun.edge
        for head in heads:
            for tail in tails:
                self._say(head, relation, tail, noun, known)

    def _say(self, head: int, relation: str, tail: int, noun: Noun, known: int) -> None:
        things = self._things
        inner, outer = (tail, head) if relation == "contains" else (head, tail)
        kinds = things[inner].kind == "block", things[outer].kind == "block"
        if relation in ("inside", "contains") or noun.edge:
            if kinds != (False, True):
                raise self._fault("only blocks hold things, and have edges", noun)
            if things[inner].block != outer:
                raise self._fault(f"the story has put the {things[inner].words()} into another block", noun)
            # The block of what is new is stated already.
            if inner >= known and not noun.edge:
                return
        elif kinds[0] != kinds[1]:
            raise self._fault("a relation of a block and a thing has no meaning here", noun)
        if head == tail:
            raise self._fault("two different things were expected", noun)
        self._add(relation, head, tail)

    def _add(self, relation: str, head: int, tail: int) -> None:
        self.statements.append(Statement(len(self.statements), Relation.of(relation), (head, tail), self._span))

    # ---------------------------------------------------------------- what phrases mean

    def _meaning(self, noun: Noun, others: Sequence[Noun], predicates: Sequence[Predicate]) -> list[int]:
        """Return the things that a noun phrase means, the new ones made; `others` are what it is related to in `predicates`."""
        if noun.quantity in ("all", "any"):
            raise self._fault("a story has to say which things it means", noun)
        if not noun.kind:
            return [self._pronoun(noun, others, predicates)]
        if noun.kind == "block":
            return self._blocks(noun)
        if noun.holds:
            raise self._fault("only blocks hold things", noun)
        if not noun.count:
            raise self._fault("a story has to say how many things it means", noun)
        if noun.quantity == "a" and noun.number is None:
            return self._introduced(noun)
        if noun.count > 1:
            raise self._fault("a single thing was expected", noun)
        topical = [index for index in self._about if self._things[index].fits(noun)]
        if noun.quantity == "this" and len(topical) == 1:
            return self._claimed(noun, topical)
        return [self._referent(noun)]

    def _blocks(self, noun: Noun) -> list[int]:
        found = [self._named(name, noun) for name in noun.names] if len(noun.names) > 1 else [self._block(noun)]
        for block in found:
            for inner in noun.holds:
                self._current = block
                for index in self._landmark(inner):
                    self._held.append(index)
                    if self._things[index].block != block:
                        raise self._fault("the story has put this into another block", inner)
        return self._claimed(noun, found)

    def _block(self, noun: Noun) -> int:
        """Return the one block that a phrase means; a new one without a name where "a block" brings it in."""
        if noun in self._placed:
            return self._placed[noun]
        if noun.names:
            return self._named(noun.names[0], noun)
        if noun.count != 1:
            raise self._fault("a story has to say which blocks it means", noun)
        if noun.quantity != "a":
            return self._here(noun)
        if self._listed or self._nameless:
            raise self._fault("the name of one of the blocks was expected", noun)
        if noun.edge:
            raise self._fault("a block that the story has introduced was expected", noun)
        self._things.append(Thing("block"))
        return len(self._things) - 1

    def _named(self, name: str, noun: Noun) -> int:
        for index, thing in enumerate(self._things):
            if thing.kind == "block" and thing.name == name:
                return index
        if self._listed or self._nameless:
            raise self._fault(f"the story has no block {name}", noun)
        self._things.append(Thing("block", name=name))
        return len(self._things) - 1

    def _here(self, noun: Noun) -> int:
        """Return the block that "it" or "this block" is: one spoken of, rather one without contents, or the current one."""
        spoken = list(dict.fromkeys([*self._spoken, *self._before]))
        found = [index for index in spoken if index not in self._filled] or spoken
        found = found or ([] if self._current is None else [self._current])
        if len(found) != 1:
            raise self._fault("the story has not said which block this is", noun)
        return found[0]

    def _pronoun(self, noun: Noun, others: Sequence[Noun], predicates: Sequence[Predicate]) -> int:
        """Return what "it" is: of the kind of what it is related to, and what the clause before was about."""
        if noun in self._placed:
            return self._placed[noun]
        edges = any(one.edge for one in others) or any("inside" in relations for relations, _ in predicates)
        kinds = {one.kind == "block" and not edges for one in others if one.kind}
        found = [index for index in self._about if not kinds or (self._things[index].kind == "block") in kinds]
        return self._single(found, noun)[0]

    def _single(self, found: list[int], noun: Noun) -> list[int]:
        if len(found) != 1:
            raise self._fault(f"'it' can mean {len(found) or 'no'} things here", noun)
        return found

    def _introduced(self, noun: Noun) -> list[int]:
        if self._current is None:
            raise self._fault("the story has not said which block this is in", noun)
        shape = "thing" if noun.kind == "thing" else noun.kind
        found = list(range(len(self._things), len(self._things) + noun.count))
        self._filled.add(self._current)
        for index in found:
            self._things.append(Thing(shape, noun.size, noun.colour, block=self._current))
            self._add("inside", index, self._current)
        if len(self._alike(found[-1])) > len(phrases.numerals()):
            raise self._fault(f"at most {len(phrases.numerals())} things alike were expected in a block", noun)
        return self._claimed(noun, found)

    def _claimed(self, noun: Noun, found: list[int]) -> list[int]:
        """State what "which is ..." says of things."""
        for relations, others in noun.claims:
            for other in others:
                tails = self._landmark(other)
                for relation in relations:
                    self._state(found, relation, other, tails, len(self._things))
        return found

    def _landmark(self, noun: Noun) -> list[int]:
        """Return what a phrase in a relative clause means; "it" may be what the clause is part of, or the sentence is about."""
        if not noun.kind:
            raise self._fault("'it' can mean several things in a relative clause", noun)
        return self._meaning(noun, (), ())

    def _referent(self, noun: Noun) -> int:
        """Return the thing that a definite phrase means.

        "The star which is below the square" says where the only star is, and of several stars which one is meant.
        """
        tails = {other: self._landmark(other) for _, others in noun.claims for other in others}
        apart = {index for found in tails.values() for index in found}
        fitting = [index for index, thing in enumerate(self._things) if thing.fits(noun) and index not in apart]
        if noun.number is not None:
            fitting = [index for index in fitting if self._alike(index).index(index) + 1 == noun.number]
        fitting = [index for index in fitting if self._things[index].block == self._current] or fitting
        several = len(fitting) > 1
        if several:
            fitting = [index for index in fitting if noun.claims and self._is_said(index, noun.claims, tails)]
        if len(fitting) != 1:
            told = "can mean several things" if several else "is nothing that the story has introduced"
            raise self._fault(f"this {told}", noun)
        if not several:
            for relations, others in noun.claims:
                for relation in relations:
                    for other in others:
                        self._state(fitting, relation, other, tails[other], len(self._things))
        return fitting[0]

    def _is_said(self, head: int, claims: Sequence[Predicate], tails: dict[Noun, list[int]]) -> bool:
        """Tell whether the text has said of a thing what a relative clause says."""
        said = {(str(one.relation), *one.args) for one in self.statements}
        said |= {(CONVERSE[relation], tail, head) for relation, head, tail in said if relation in CONVERSE}
        return all(
            (other.edge or relation, head, tail) in said
            for relations, others in claims
            for relation in relations
            for other in others
            for tail in tails[other]
        )

    def _alike(self, index: int) -> list[int]:
        """Return the things of the same size, colour, shape and block, in order of introduction."""
        thing = self._things[index]
        same = (thing.kind, thing.size, thing.colour, thing.name, thing.block)
        return [at for at, one in enumerate(self._things) if (one.kind, one.size, one.colour, one.name, one.block) == same]


def _holds(predicates: Sequence[Predicate]) -> bool:
    """Tell whether it is said what a block holds."""
    return any("contains" in relations for relations, _ in predicates)
