"""Orders of prose: comparatives, superlatives, ordinals and ranks, as functions of the thing that they are said of."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token, v_args

from qsr import relations
from qsr.language.parts import Mention
from qsr.language.prose.claims import Claim, Group, Rank, Saying, over
from qsr.language.prose.lexicon import comes_before
from qsr.language.prose.phrases import span
from qsr.language.prose.places import Places, Predicate
from qsr.language.prose.tokens import Word

__all__ = ["Orders"]


@v_args(inline=True)
class Orders(Places):
    """Makes predicates of orders."""

    def compared(self, word: Word, _: Token, landmark: Group) -> Predicate:
        """Read older than something."""
        axis, earlier = word.meaning
        if landmark.counted:
            raise self.fault("than all of these, or than one of them?", span(word))
        return self._ordered(f"before:{axis}", landmark, earlier)

    def _ordered(self, relation: str, landmark: Group, earlier: bool) -> Predicate:
        def says(head: Mention) -> Saying:
            return over(landmark, lambda tail: Claim(relation, *((head, tail) if earlier else (tail, head))))

        return Predicate(says, len(landmark.things) == 1 or landmark.counted)

    def superlative(self, *parts: Word) -> Predicate:
        """Read the oldest; the leftmost."""
        return self._at_place(parts, 1)

    def ordinal_superlative(self, *parts: Word) -> Predicate:
        """Read the second-oldest."""
        place, from_end = next(part for part in parts if part.type == "ORDINAL").meaning
        if from_end:
            raise self.fault("from which end is that counted?", span(parts[0]))
        return self._at_place(parts, place)

    def _at_place(self, parts: Sequence[Word], place: int) -> Predicate:
        axis, earlier = next(part for part in parts if part.type == "SUPERLATIVE").meaning
        return _ranked(axis if axis in relations.DIRECTIONS else f"before:{axis}", place, not earlier, _kind(parts))

    def ordinal(self, *parts: Word) -> Predicate:
        """Read second; second from the left."""
        place, from_end = next(part for part in parts if part.type == "ORDINAL").meaning
        side = next((part for part in parts if part.type == "SIDE"), None)
        if side is None:
            raise self.fault("in which order? Say 'from the left', or 'the second-oldest'", span(parts[0]))
        if from_end or side.meaning not in relations.DIRECTIONS:
            raise self.fault("from which end is that counted?", span(side))
        return _ranked(str(side.meaning), place, False, _kind(parts))

    def finished(self, word: Word) -> Predicate:
        """Read "finished second"."""
        return _ranked("before:rank", *word.meaning)

    def furthest(self, *parts: Word) -> Predicate:
        """Read "furthest to the left"."""
        side = parts[-1]
        if side.meaning not in relations.DIRECTIONS:
            raise self.fault("from which end is that counted?", span(side))
        return _ranked(str(side.meaning), 1, False)

    def rank_by(self, preposition: Word, landmark: Group) -> Predicate:
        """Read finished above, ahead of, behind somebody."""
        earlier = comes_before(" ".join(preposition.lower().split()))
        if earlier is None:
            raise self.fault(f"{str(preposition)!r} says no order", span(preposition))
        return self._ordered("before:rank", landmark, earlier)


def _ranked(relation: str, place: int, from_end: bool, kind: str = "") -> Predicate:
    return Predicate(lambda head: Rank(relation, head, place, from_end, kind))


def _kind(parts: Sequence[Word]) -> str:
    """Return the noun behind an ordinal or a superlative."""
    return next((part.lower() for part in reversed(parts) if part.type == "WORD"), "")
