"""A sentence and its paraphrase laid beside each other: which clauses say the same, which may go, which things are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from qsr.assist.found import Shallow, Thing, Token, same
from qsr.assist.vocabulary import listed, pairs
from qsr.nouns.lexicon import family, nouns

__all__ = ["SPEAKERS", "Alignment", "found", "heads", "is_concrete", "is_human", "is_name", "is_pronominal", "is_thing"]


_PREFIX: Final = 5

SPEAKERS: Final = listed("closed", "speakers")

_REFERRING: Final = listed("closed", "referring")


@dataclass(frozen=True)
class Alignment:
    """A sentence, its paraphrase, and the story before the sentence, each analysed."""

    sentence: Shallow
    paraphrase: Shallow
    before: Shallow

    @cached_property
    def droppable(self) -> frozenset[int]:
        """The clauses of the sentence that place, count and move nothing, or only say why or who says so."""
        kept = set()
        for clause in range(self.sentence.clauses):
            words = [token for token in self.sentence.tokens if token.clause == clause]
            if self._says_something(clause, words):
                kept.add(clause)
        return frozenset(range(self.sentence.clauses)) - kept if kept else frozenset()

    def told(self) -> Iterator[str]:
        """Yield words of the sentence that place, count or move a thing."""
        for place in self.sentence.places:
            sided = place.senses & listed("sides")
            nouns_only = [ground for ground in place.grounds if sided or ground.head.kind != "function"]
            grounds = [ground for ground in nouns_only if is_concrete(ground) or ground.head.kind == "number"]
            told = grounds or sided - {"outside"} or place.senses == {"next"}
            if told and (sided or any(is_concrete(figure) for figure in place.figures[:2])):
                yield " ".join([place.text, *(ground.head.text for ground in grounds)])
        counted = zip(self.sentence.tokens, self.sentence.tokens[1:], strict=False)
        if any(one.kind == "number" and other.kind == "noun" and is_thing(other) for one, other in counted):
            yield "a number"
        for position, token in enumerate(self.sentence.tokens[:-2]):
            if token.lower == "there" and self.sentence.tokens[position + 1].lower in ("is", "are", "was", "were"):
                yield "there is"

    def _says_something(self, clause: int, words: list[Token]) -> bool:
        lower = [word.lower for word in words if word.kind != "sign"]
        if not lower:
            return False
        if word_in(lower[:2], frozenset(("if", "unless", "only", "except"))):
            return True
        if word_in(lower[:3], frozenset(("i", "you", "we", "he", "she"))) and self._is_aside(words):
            return False
        if lower[0] in listed("droppable", "openers") and not self._is_told(clause, words):
            return False
        places = [place for place in self.sentence.places if place.clause == clause]
        if any(place.grounds or place.senses & listed("sides") for place in places):
            return True
        if self._is_header(words):
            return False
        if any(word.kind == "number" for word in words) or any(
            other in lower for other in ("mine", "yours", "ours", "theirs", "there")
        ):
            return True
        moving = (
            listed("verbs", "go")
            | listed("verbs", "put")
            | listed("verbs", "take")
            | listed("verbs", "give")
            | listed("verbs", "swap")
        )
        if any(word.kind == "verb" and word.lemmas & moving for word in words):
            return not word_in(lower, listed("droppable", "speech"))
        return False

    def _is_aside(self, words: list[Token]) -> bool:
        """Tell whether somebody sees, hears, says or thinks something in a clause of which the paraphrase has no noun."""
        inert = any(word.kind == "verb" and word.lemmas & listed("verbs", "senses") for word in words)
        nouns_here = [word for word in words if word.kind == "noun"]
        return inert and not any(found(word, self.paraphrase.tokens) for word in nouns_here)

    def _is_header(self, words: list[Token]) -> bool:
        """Tell whether words stand before a colon at the beginning and place nothing: "Band set-up:", "For the new starter:"."""
        return words[0] is self.sentence.tokens[0] and any(token.lower == ":" for token in self.sentence.tokens)

    def _is_told(self, clause: int, words: list[Token]) -> bool:
        """Tell whether a paraphrase has a noun or a word of place that only this clause of the sentence has."""
        others = [token for token in self.sentence.tokens if token.clause != clause]
        telling = [
            word for word in words if word.kind == "noun" or (word.kind == "place" and word.lower not in ("to", "in", "on", "at"))
        ]
        return any(found(word, self.paraphrase.tokens) and not found(word, others) for word in telling)

    @cached_property
    def refers(self) -> bool:
        """Whether the sentence speaks of something that only the story before it names: by a pronoun, or by leaving it out."""
        words = self.sentence.tokens
        lower = {token.lower for token in words}
        if lower & _REFERRING or any(not place.grounds for place in self.sentence.places):
            return True
        return any(token.kind == "number" for token in words) or self.is_elliptic()

    def is_elliptic(self) -> bool:
        """Tell whether the sentence leaves out its subject or its verb."""
        first = next((token for token in self.sentence.tokens if token.kind not in ("sign", "filler")), None)
        return (
            first is None
            or first.kind == "verb"
            or first.lower in ("then", "not", "was", "is", "and", "but", "are")
            or not any(token.kind == "verb" or token.lower in ("is", "are", "was", "were") for token in self.sentence.tokens)
        )

    def clause_of(self, clause: int) -> frozenset[int]:
        """Return the clauses of the sentence with most of the words of a clause of the paraphrase; none where none has any."""
        words = [
            token
            for token in self.paraphrase.tokens
            if token.clause == clause and token.kind in ("noun", "verb", "place", "number")
        ]
        scores: dict[int, float] = {}
        for word in words:
            here = {
                token.clause
                for token in self.sentence.tokens
                if token.kind not in ("sign", "function", "filler") and same(word, token)
            }
            for other in here:
                scores[other] = scores.get(other, 0) + 1 / len(here)
        most = max(scores.values(), default=0)
        return frozenset(other for other, score in scores.items() if score >= most - 0.01)

    def is_measure(self, token: Token) -> bool:
        """Tell whether a word is one of amounts and stretches of time, which need not be found again."""
        return bool(
            token.lemmas
            & {
                "minute",
                "hour",
                "moment",
                "while",
                "bit",
                "course",
                "reason",
                "way",
                "turn",
                "lot",
                "couple",
                "pair",
                "day",
                "time",
                "start",
                "beginning",
                "week",
                "month",
                "year",
                "cent",
            }
        )

    def is_named(self, thing: Thing) -> bool:
        """Tell whether the sentence names a thing."""
        return any(heads(thing, other) for other in self.sentence.things)

    def is_elided(self, thing: Thing) -> bool:
        """Tell whether what an owner in the sentence owns is left out: "next to Priya's"."""
        tokens = self.sentence.tokens
        return thing.end < len(tokens) and tokens[thing.end].kind == "owner" and tokens[thing.start] is thing.words[0]

    def _owner(self, thing: Thing, text: Shallow | None = None) -> Token | None:
        """Return who owns a thing, of the paraphrase where no text is given: Priya in "Priya's tent"."""
        tokens = (text or self.paraphrase).tokens
        if thing.start < 2 or tokens[thing.start] is not thing.words[0] or tokens[thing.start - 1].kind != "owner":
            return None
        return tokens[thing.start - 2]

    def is_same(self, one: Thing, other: Thing) -> bool:
        """Tell whether a thing of the paraphrase may be one of the sentence: by its head, or as what a pronoun stands for."""
        if heads(one, other):
            owners = self._owner(one), self._owner(other, self.sentence)
            known = [owner for owner in owners if owner is not None and owner.kind == "noun"]
            return len(known) < 2 or same(known[0], known[1])
        word = other.head.lower
        if self.is_elided(other) and self._owner(one) is not None:
            return same(self._owner(one) or one.head, other.head)
        if word in listed("closed", "persons") and one.head.kind == "noun" and _is_lifeless(one.head):
            return False
        if word in ("it", "its", "itself") and one.head.kind == "noun" and is_human(one.head):
            return False
        if word in listed("closed", "anybody") and not (is_human(one.head) or is_name(one.head)):
            return False
        if word in listed("closed", "indefinite"):
            return one.head.lower in listed("pronouns")
        if word in listed("pronouns") or other.head.kind == "number" or is_pronominal(other):
            if word in SPEAKERS:
                return one.head.lower in SPEAKERS | listed("pronouns")
            if word in ("one", "ones") and other.start:
                # "The black one" is no brown suitcase.
                before = self.sentence.tokens[other.start - 1]
                told = before.lower in listed("free", "telling") or before.kind in ("place", "adjective")
                if told and not any(same(before, own) for own in one.words):
                    return False
            named = [thing for thing in self.sentence.things if heads(one, thing)]
            if any(thing.start < other.start for thing in named):
                return True
            if named and word in ("her", "his", "him") and other.start < 6:
                return True  # "with the bishop to her right, Dame Edith presided"
            return found(one.head, self.before.tokens) if named or self.before.tokens else True
        return one.head.lower in listed("pronouns") and one.head.lower not in SPEAKERS


def heads(one: Thing, other: Thing) -> bool:
    """Tell whether the last words of two noun phrases are the same, and no word before them tells them apart."""
    if not (same(one.head, other.head) or _alike(one.head, other.head) or _carried(one, other) or _carried(other, one)):
        return False
    first, second = (_telling(thing) for thing in (one, other))
    numbers = [{word.lower for word in thing.words if word.lower.isdigit()} for thing in (one, other)]
    if numbers[0] and numbers[1] and numbers[0] != numbers[1]:
        return False
    return not first or not second or not first.isdisjoint(second)


def _carried(one: Thing, other: Thing) -> bool:
    """Tell whether a noun phrase is another with a word for what it is behind it."""
    return len(other.words) > 1 and other.head.lower in listed("synonyms", "carriers") and same(one.head, other.words[-2])


def _telling(thing: Thing) -> frozenset[str]:
    """Return the words before a noun that tell it from others of its name."""
    words = listed("free", "telling") | frozenset(pairs("numbers", "ordinals")) | listed("sides")
    return frozenset(token.lower for token in thing.words[:-1] if token.lower in words or token.kind == "place")


def is_name(word: Token) -> bool:
    """Tell whether a word may be the name of somebody."""
    kinds = nouns("en").known(word.lower)
    return not kinds or kinds[0][0] in family("human")


def _is_lifeless(word: Token) -> bool:
    """Tell whether a noun names a place or a thing that nobody calls "he"."""
    kinds = [kind for lemma in word.lemmas for kind, _ in nouns("en").known(lemma)[:1]]
    return bool(kinds) and all(kind in listed("closed", "lifeless") for kind in kinds)


def is_human(word: Token) -> bool:
    """Tell whether a noun names somebody."""
    return any(kind in family("human") for lemma in word.lemmas for kind, _ in nouns("en").known(lemma)[:1])


def is_thing(word: Token) -> bool:
    """Tell whether a noun names something that may be somewhere, and no part of a body, or is not known at all."""
    kinds = [kind for lemma in word.lemmas for kind, cost in nouns("en").known(lemma) if cost == 0]
    return not kinds or any(kind in family("concrete") and kind != "body" for kind in kinds)


def is_concrete(thing: Thing) -> bool:
    """Tell whether a noun phrase names something that can be somewhere."""
    if thing.head.kind == "function" or thing.head.text[:1].isupper():
        return True
    kinds = [kind for lemma in thing.head.lemmas for kind, cost in nouns("en").known(lemma) if cost == 0]
    return any(kind in family("concrete") for kind in kinds)


def is_pronominal(thing: Thing) -> bool:
    """Tell whether a noun phrase stands for another: "the other two"."""
    return thing.head.lower in ("one", "ones", "other", "others", "two", "latter", "former", "first", "second")


def found(word: Token, tokens: Iterable[Token]) -> bool:
    """Tell whether a word stands among others, in any form."""
    return any(same(word, other) or _alike(word, other) for other in tokens)


def _alike(one: Token, other: Token) -> bool:
    """Tell whether two long words begin alike, so that one is made from the other: "photographer" and "photograph"."""
    if one.kind == "function" or other.kind == "function":
        return False
    short, long = sorted((one.lower, other.lower), key=len)
    return len(short) >= _PREFIX and long.startswith(short[: max(_PREFIX, len(short) - 2)]) and len(long) - len(short) <= 5


def word_in(words: Iterable[str], listed_words: frozenset[str]) -> bool:
    """Tell whether one of some words is listed."""
    return any(word in listed_words for word in words)
