"""What a sentence denies and its paraphrase does not, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qsr.assist.alignment import Alignment, found
from qsr.assist.found import Shallow, Token, same
from qsr.assist.vocabulary import listed

__all__ = ["Denying", "denials_of"]


#: What says that something is not there.
_HOLLOW: Final = frozenset(["empty", "missing", "vacant", "unoccupied", "absent", "lack", "lacking", "emptied"])


class Denying(Alignment):
    """Denials on one side only."""

    def denials(self) -> Iterator[str]:
        """Yield denials that stand on one side only."""
        source = [token for token in denials_of(self.sentence) if token.clause not in self.droppable]
        loose = list(denials_of(self.sentence))
        target = list(denials_of(self.paraphrase))
        hidden = [token for token in lexical(self.sentence) if token.lemmas & listed("denials", "strong")]
        hidden += [token for token in self.sentence.tokens if token.lower == "too" and self._is_excess(token)]
        hidden = [token for token in hidden if not found(token, self.paraphrase.tokens)]
        shown = [token for token in lexical(self.paraphrase) if not found(token, self.sentence.tokens)]
        denied = bool(target)
        source = [token for token in source if not self._is_kept_in(token)]
        loose = [token for token in loose if not self._is_kept_in(token)]
        target = [token for token in target if not self._has_left(token) and not self._excludes(token)]
        if len(source) > len(target) + len(shown):
            yield f"{source[0].text!r} of the sentence is not in the paraphrase"
        hollow = [token for token in self.sentence.tokens if token.lemmas & _HOLLOW and token.clause not in self.droppable]
        if hollow and not denied and not shown and not any(found(token, self.paraphrase.tokens) for token in hollow):
            yield f"{hollow[0].text!r} of the sentence is not in the paraphrase"
        if len(target) > len(loose) + len(hidden):
            yield f"{target[-1].text!r} is not in the sentence"
        else:
            yield from self._denied_elsewhere(source, target, hidden, shown)

    def _shares(self, clause: int, denied: set[int], best: frozenset[int]) -> bool:
        """Tell whether a clause of the paraphrase has a word of a denied clause that the likeliest ones lack."""
        own = [token for token in self.paraphrase.tokens if token.clause == clause and token.kind in ("noun", "place", "verb")]
        there = [token for token in self.sentence.tokens if token.clause in denied and token.kind in ("noun", "place", "verb")]
        others = [token for token in self.sentence.tokens if token.clause in best]
        return any(found(word, there) and not found(word, others) for word in own)

    def _is_excess(self, word: Token) -> bool:
        """Tell whether "too" weighs what follows: "too big for", and not "the slippers too"."""
        tokens = self.sentence.tokens
        place = next(place for place, token in enumerate(tokens) if token is word)
        return (
            place + 1 < len(tokens)
            and tokens[place + 1].lower.isalpha()
            and tokens[place + 1].kind in ("other", "filler", "adjective")
        )

    def _has_left(self, denial: Token) -> bool:
        """Tell whether a denial says that a thing is no longer where the sentence takes it from."""
        grounds = [ground for place in self.paraphrase.places if place.clause == denial.clause for ground in place.grounds]
        left = [ground for place in self.sentence.places if place.senses & {"from", "outside"} for ground in place.grounds]
        for position, token in enumerate(self.sentence.tokens):
            if token.kind == "verb" and token.lemmas & listed("verbs", "quit"):
                left += [thing for thing in self.sentence.things if thing.start > position][:1]
        here = {token.lower for token in self.paraphrase.tokens if token.clause == denial.clause}
        return bool(here & {"longer", "more", "now"}) and any(self.is_same(one, other) for one in grounds for other in left)

    def _is_kept_in(self, denial: Token) -> bool:
        """Tell whether what is denied of the sentence is that a thing leaves, and its paraphrase has it stay."""
        moves = listed("verbs", "quit") | {"move", "budge", "stir", "out", "off", "from", "come", "make", "take", "else", "both"}
        here = [token for token in self.sentence.tokens if token.clause == denial.clause]
        stays = {"still", "stay", "stayed", "stays", "always", "been", "or", "only", "all", "every", "remained", "where"}
        return any(token.lemmas & moves for token in here) and not self.paraphrase.phrases.isdisjoint(stays)

    def _excludes(self, denial: Token) -> bool:
        """Tell whether a denial leaves out all else, as "only", "all" or "whole" in the sentence does."""
        tokens = self.paraphrase.tokens
        place = next(place for place, token in enumerate(tokens) if token is denial)
        after = {token.lower for token in tokens[place + 1 : place + 3]}
        words = {
            "only",
            "all",
            "whole",
            "everybody",
            "everyone",
            "everything",
            "just",
            "but",
            "exactly",
            "nothing",
            "nowhere",
            "sole",
        }
        return bool(after & {"else", "other", "others"}) and not self.sentence.phrases.isdisjoint(words)

    def _denied_elsewhere(
        self, source: list[Token], target: list[Token], hidden: list[Token], shown: list[Token]
    ) -> Iterator[str]:
        """Yield denials in a clause of the paraphrase that says something else than the denied clause of the sentence."""
        denied = {token.clause for token in denials_of(self.sentence)} | {token.clause for token in hidden}
        nouns_denied = [noun for token in denials_of(self.sentence) if (noun := _denied_noun(self.sentence, token))]
        for token in target:
            best = self.clause_of(token.clause)
            noun = _denied_noun(self.paraphrase, token)
            if noun and any(same(noun, other) for other in nouns_denied):
                continue
            if best and not best & denied and not self._shares(token.clause, denied, best):
                yield f"{token.text!r} denies another part than in the sentence"
        refused = {token.clause for token in (*target, *shown)}
        for token in source:
            told = {clause for clause in range(self.paraphrase.clauses) if self.clause_of(clause) == {token.clause}}
            if told and not told & refused:
                yield f"{token.text!r} of the sentence is not where the paraphrase has it"


def denials_of(text: Shallow) -> Iterator[Token]:
    """Yield the words of denial of a text, without those of fixed phrases."""
    for place, token in enumerate(text.tokens):
        if token.lower in listed("denials"):
            following = " ".join(other.lower for other in text.tokens[place : place + 3])
            if not any(following.startswith(phrase) for phrase in listed("denials", "fixed")) and not (
                token.lower == "no"
                and text.tokens[place + 1 : place + 2]
                and (text.tokens[place + 1].lower in (".", ",") or text.tokens[place + 1].kind == "number")
            ):
                yield token


def _denied_noun(text: Shallow, denial: Token) -> Token | None:
    """Return the noun that a denial stands before, in its clause."""
    place = next(place for place, token in enumerate(text.tokens) if token is denial)
    if denial.lower not in ("no", "none", "neither"):
        return None
    return next(
        (token for token in text.tokens[place + 1 : place + 5] if token.kind == "noun" and token.clause == denial.clause), None
    )


def lexical(text: Shallow) -> Iterator[Token]:
    """Yield words that deny without a word of denial."""
    words = listed("denials", "lexical")
    return (token for token in text.tokens if token.lemmas & words and token.kind != "place")
