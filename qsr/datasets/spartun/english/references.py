"""Which object a noun phrase means: preferences, in a stated order, and a note of every choice that they had to make.

The generator of SpaRTUN refers by pronouns, numbers, descriptions and relative clauses without checking that they are unique.
The preferences are those of the semantics it documents: "it" and "this ..." mean what the sentence before was
about, unless type or sense forbid it; things of one claim share a block; the last one mentioned wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qsr import relations
from qsr.datasets.spartun.english.phrases import CONTAINMENT, Claim, Noun, Sentence
from qsr.datasets.spartun.english.scene import HELD, Scene
from qsr.errors import ParseError
from qsr.story import Span

__all__ = ["Resolver"]

Fact = tuple[int, str, int]
Doubt = tuple[Span, str]
#: A relation of a noun phrase to another one, and what that means where it is known already.
Partner = tuple[str, int | None]
_NEW: Final = ("a", "an", "another")
_QUANTIFIED: Final = ("all", "any", "each", "every", "some")
_TOPICAL: Final = ("it", "this")


class Resolver:
    """Follows a story sentence by sentence; `elsewhere` are things of which another sentence says what block they are in."""

    def __init__(self, scene: Scene, elsewhere: frozenset[int] = frozenset()) -> None:
        self._scene = scene
        self._elsewhere = elsewhere
        #: The trajectors of the sentence before, and all that it named, the likeliest first.
        self._about: tuple[int, ...] = ()
        self._topics: tuple[int, ...] = ()
        self._mentions: list[int] = []
        self._words = ""
        self._facts: list[Fact] = []
        self._doubts: list[Doubt] = []
        #: What the sentence at hand has introduced, and by "another".
        self._fresh: set[int] = set()
        self._another: set[int] = set()

    def understand(self, sentence: Sentence, words: str) -> tuple[list[Fact], list[Doubt]]:
        """Return what a sentence states, and the references in it that a preference had to resolve.

        Raises
        ------
        ParseError
            For a phrase that can mean nothing the story has introduced; its offsets are into `words`, the sentence.
        """
        self._words = words
        self._facts, self._doubts, self._fresh, self._another = [], [], set(), set()
        mentions = len(self._mentions)
        meant: dict[Noun, tuple[int, ...]] = {}
        for noun in sorted(sentence.nouns, key=self._vagueness):
            if noun not in meant:
                partners = _partners(noun, sentence.claims, meant)
                meant[noun] = self._introduced(noun, partners) or (self._referent(noun, partners),)
        for noun in dict.fromkeys(sentence.nouns):
            self._mentions += meant[noun]
            self._elaborate(noun, meant[noun])
        for claim in sentence.claims:
            self._doubts += _attachments(claim)
            for head in _all(claim.heads, meant):
                for tail in _all(claim.tails, meant):
                    for name in claim.relations:
                        self._state(head, name, tail)
        self._settle()
        main = _all(sentence.topics, meant)
        rest = [index for index in reversed(self._mentions[mentions:]) if index not in main]
        described = [index for noun in sentence.nouns if noun.relatives and not _describes(noun) for index in meant[noun]]
        about, topics = (*main, *described), (*reversed(main), *described, *rest)
        self._about, self._topics = tuple(dict.fromkeys(about)), tuple(dict.fromkeys(topics))
        return self._facts, self._doubts

    def _state(self, head: int, relation: str, tail: int) -> None:
        self._facts.append((head, relation, tail))
        self._scene.relate(head, relation, tail)

    def _vagueness(self, noun: Noun) -> tuple[int, int]:
        """Return the place of a noun phrase in the order of resolution: what is sure before what leans on it.

        New things keep the order of the words, since that order numbers them, but "another apple" comes after "an apple"
        wherever the sentence has it.
        """
        if noun.sort == "block" and noun.names:
            return 0, 0
        if noun.determiner in _NEW and noun.number is None:
            return (3 if noun.determiner == "another" else 2), 0
        if noun.determiner in _TOPICAL:
            return 4, 0
        return (5 if _is_bare(noun) else 1), len(self._scene.fitting(noun))

    # ------------------------------------------------------------ new things

    def _introduced(self, noun: Noun, partners: Sequence[Partner]) -> tuple[int, ...]:
        """Return the objects that a noun phrase brings in, if it does: new ones, and blocks by their names."""
        scene = self._scene
        if noun.sort == "block" and noun.names:
            known = {thing.name: index for index, thing in enumerate(scene.objects) if thing.kind == "block"}
            return tuple(known[name] if name in known else scene.add(noun, name) for name in noun.names)
        if noun.determiner not in _NEW or noun.number is not None:
            return ()
        if noun.count > 1 and (again := self._again(noun, partners)):
            return again
        found = tuple(scene.add(noun) for _ in range(noun.count))
        self._fresh.update(found)
        if noun.determiner == "another":
            self._another.update(found)
        return found

    def _again(self, noun: Noun, partners: Sequence[Partner]) -> tuple[int, ...]:
        """Return the things that "two apples" means where the block at hand has just two apples already."""
        scene = self._scene
        known = [scene.group(partner) for _, partner in partners if partner is not None and partner not in self._fresh]
        group = known[0] if known else scene.group(self._topics[0]) if self._topics else None
        fitting = [index for index in scene.fitting(noun) if index not in self._fresh and scene.group(index) == group]
        if len(fitting) != noun.count:
            return ()
        self._doubts.append((noun.span, "can be new things; read as those of this description that the block has already"))
        return tuple(fitting)

    def _elaborate(self, noun: Noun, found: Sequence[int]) -> None:
        """State what a noun phrase says of the things it means: "with ..." and "which is ..."."""
        if not _describes(noun):
            for names, others in noun.relatives:
                self._nested(found, names, others)
        self._nested(found, ("contains",), noun.holds)

    def _nested(self, heads: Sequence[int], names: Sequence[str], others: Sequence[Noun]) -> None:
        for other in others:
            partners: list[Partner] = [(relations.converse(name), head) for name in names for head in heads]
            found = self._introduced(other, partners) or (self._referent(other, partners),)
            self._mentions += found
            for head in heads:
                for tail in found:
                    for name in names:
                        self._state(head, name, tail)
            self._elaborate(other, found)

    def _settle(self) -> None:
        """Put what "another apple" brought in, where no block is known for it, with the apple last spoken of."""
        scene = self._scene
        for index in sorted(self._another):
            others = [other for other in scene.alike(index) if other not in self._another]
            if others and scene.block(index) is None:
                scene.unite(index, max(others, key=self._last_mention))

    # ------------------------------------------------------------ known things

    def _referent(self, noun: Noun, partners: Sequence[Partner]) -> int:
        if noun.determiner in _QUANTIFIED or noun.plural:
            raise ParseError("a story has to say which things it means", self._words, *noun.span)
        taken = {partner for _, partner in partners}
        fitting = [index for index in self._scene.fitting(noun) if index not in taken]
        fitting = self._described(noun, fitting)
        fitting = [index for index in fitting if self._agrees(index, partners)] or fitting
        if not fitting:
            raise ParseError("the story has introduced nothing that this can mean", self._words, *noun.span)
        return fitting[0] if len(fitting) == 1 else self._preferred(noun, fitting, partners)

    def _described(self, noun: Noun, fitting: list[int]) -> list[int]:
        """Keep those of which the text has said what "the thing which ..." says of it."""
        if not _describes(noun):
            return fitting
        for names, others in noun.relatives:
            for other in others:
                fitting = self._scene.satisfying(fitting, names, self._referent(other, ()))
        return fitting

    def _agrees(self, index: int, partners: Sequence[Partner]) -> bool:
        """Tell whether the kinds agree: blocks hold things, and every other relation is between two of a kind."""
        kind = self._scene.objects[index].kind
        for name, partner in partners:
            if name in CONTAINMENT:
                if kind != "block":
                    return False
            elif partner is not None and name not in HELD and kind != self._scene.objects[partner].kind:
                return False
        return True

    def _preferred(self, noun: Noun, fitting: Sequence[int], partners: Sequence[Partner]) -> int:
        """Return the preferred candidate, and note the doubt where a preference decided between things."""
        scene = self._scene
        groups = {scene.group(partner) for _, partner in partners if partner is not None}
        held = any(name in HELD for name, _ in partners)

        def rank(index: int) -> tuple[int, ...]:
            topical = self._topics.index(index) if noun.determiner in _TOPICAL and index in self._topics else 99
            told = any((index, name, partner) in scene.facts for name, partner in partners)
            return (
                -topical,
                scene.group(index) in groups,
                not (held and (scene.held(index) or index in self._elsewhere)),
                not told,
                -index if _is_bare(noun) else self._last_mention(index),
            )

        best = max(fitting, key=rank)
        if noun.determiner in _TOPICAL:
            rivals = [index for index in fitting if index in self._about] if best in self._about else fitting
        else:
            rivals = [index for index in fitting if (scene.group(index) in groups) == (scene.group(best) in groups)]
        if len(rivals) > 1:
            self._doubts.append((noun.span, f"can mean {len(rivals)} things; read as {scene.name(best)}"))
        return best

    def _last_mention(self, index: int) -> int:
        return max((at for at, mention in enumerate(self._mentions) if mention == index), default=-1)


def _is_bare(noun: Noun) -> bool:
    return not noun.determiner and noun.number is None


def _describes(noun: Noun) -> bool:
    """Tell whether a relative clause says which thing is meant, instead of saying something new of it."""
    return bool(noun.relatives) and noun.sort == "general" and noun.determiner == "the"


def _attachments(claim: Claim) -> list[Doubt]:
    """Return the places where "which is ... and is ..." could also go on with what the sentence is about."""
    loose = [tail for tail in claim.tails if len(tail.relatives) > 1 and any(head.sort == tail.sort for head in claim.heads)]
    return [(tail.span, "its last part can belong to the sentence; read as part of the description") for tail in loose]


def _partners(noun: Noun, claims: Sequence[Claim], meant: dict[Noun, tuple[int, ...]]) -> list[Partner]:
    """Return the relations of a noun phrase to what the sentence has named before it."""
    found = []
    for claim in claims:
        for these, others, turn in ((claim.heads, claim.tails, str), (claim.tails, claim.heads, relations.converse)):
            if noun in these:
                found += [
                    (turn(name), index) for name in claim.relations for other in others for index in meant.get(other, (None,))
                ]
    return found


def _all(nouns: Sequence[Noun], meant: dict[Noun, tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(index for noun in nouns for index in meant[noun])
