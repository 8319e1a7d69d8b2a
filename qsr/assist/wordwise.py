"""What of a sentence its paraphrase does not have, and the other way round, word by word.

Each method yields words to say, one for each thing left over; nothing where all is accounted for.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from qsr.assist.alignment import Alignment, found, is_human, is_name, is_thing
from qsr.assist.denying import denials_of
from qsr.assist.found import Shallow, Token, same
from qsr.assist.vocabulary import BE, listed, pairs, section
from qsr.nouns.lexicon import family, nouns

__all__ = ["Wordwise", "first", "view_of"]


_VIEW: Final = re.compile(
    r"\b(?:(?:as )?(?:seen|viewed) (?:from|by|in)|points? of view|viewpoint|perspective"
    r"|(?:his|her|its|their|my|your|our|'s) own (?:left|right|front)"
    r"|(?:as|when|if|where|while|once|the way|how) (?:\w+ ){1,4}?"
    r"(?:look|face|see|saw|stand|stood|come|enter|sit|go|walk|view|approach)(?:s|ed|es)?\b"
    r"|(?:looking|facing|viewed) (?!each)\w+|from where \w+|to (?:somebody|someone|anyone|a person) \w+ing)"
)
_OWN: Final = re.compile(
    r"(?<!turn )\b(?:my|your|his|her|our|their) (?:own )?(?:left|right)\b(?! (?:hand|arm|leg|foot|eye|ear|cheek))"
)
_PLAIN: Final = re.compile(r"\b(?:on|to) the (?:left|right)(?! of\b| hand\b| side of\b| end of\b)")
_WEIGHED: Final = frozenset(
    word for table in ("quantifiers", "order", "modals", "connectives") for key in section(table) for word in listed(table, key)
)
_STOPS: Final = frozenset((".", "!", "?", ":"))
_SIGHT: Final = listed("closed", "sight")


class Wordwise(Alignment):
    """Words left over on one side."""

    def lost(self) -> Iterator[str]:
        """Yield nouns and names of the sentence that its paraphrase does not have, and clauses of which it says nothing."""
        for place, token in enumerate(self.sentence.tokens):
            if token.kind not in ("noun", "adjective") or token.clause in self.droppable or not self._must_stay(place):
                continue
            if token.lower in listed("synonyms", "plain") | listed("free", "filler") - listed("free", "telling"):
                continue
            if token.kind == "adjective" and token.lower not in listed("free", "telling"):
                continue
            if self.is_measure(token) or found(token, self.paraphrase.tokens) or self._is_purpose(place):
                continue
            if token.lower in listed("free", "telling") and not self._head_kept(place):
                continue
            if self._is_resolved(token):
                continue
            yield token.text

    def _must_stay(self, place: int) -> bool:
        """Tell whether a noun has to be found again: a name, an owner, or the head of a phrase of something concrete."""
        token, tokens = self.sentence.tokens[place], self.sentence.tokens
        if token.lower in listed("free", "telling") or (
            token.text[:1].isupper() and place and tokens[place - 1].lower not in _STOPS
        ):
            return True
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        if following is not None and following.kind in ("noun", "adjective") and following.clause == token.clause:
            return False
        before = tokens[place - 1].lower if place else ""
        if following is not None and following.lower == "of" and self._is_portion(place):
            return False
        bare = tokens[place - 1].kind in ("verb", "filler", "other") and not token.lower.endswith("s") if place else False
        return not bare and is_thing(token) and not (before in ("own",) or self._is_agent(place))

    def _is_portion(self, place: int) -> bool:
        """Tell whether a noun is how much there is of what follows: "a ribbon of sand"."""
        tokens = self.sentence.tokens
        start = place - 1
        while start > 0 and tokens[start].kind in ("adjective", "filler"):
            start -= 1
        indefinite = start >= 0 and tokens[start].lower in ("a", "an", "single")
        return indefinite and place + 2 < len(tokens) and tokens[place + 2].kind == "noun"

    def _is_agent(self, place: int) -> bool:
        """Tell whether somebody did what the paraphrase only gives the outcome of: "the gardener planted roses"."""
        tokens = self.sentence.tokens
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        put = after is not None and after.kind == "verb" and after.lemmas & listed("verbs", "put")
        acting = listed("verbs", "put") - listed("verbs", "be")
        acts = any(token.kind == "verb" and token.lemmas & acting for token in self.paraphrase.tokens)
        return bool(put) and not acts and is_human(tokens[place])

    def _is_purpose(self, place: int) -> bool:
        """Tell whether a noun stands behind "for": what something is meant for, and no place."""
        before = [token.lower for token in self.sentence.tokens[max(0, place - 3) : place]]
        return "for" in before and self.sentence.tokens[place].lower not in listed("time")

    def _is_resolved(self, token: Token) -> bool:
        """Tell whether people are named instead: "the two passengers"."""
        kinds = {kind for lemma in token.lemmas for kind, _ in nouns("en").known(lemma)[:1]}
        return bool(kinds & family("human")) and any(
            other.text[:1].isupper()
            and place
            and is_name(other)
            and not found(other, self.sentence.tokens)
            and found(other, self.before.tokens)
            for place, other in enumerate(self.paraphrase.tokens)
            if other.kind == "noun"
        )

    def _head_kept(self, place: int) -> bool:
        tokens = self.sentence.tokens
        following = next((token for token in tokens[place + 1 : place + 3] if token.kind == "noun"), None)
        return following is not None and found(following, self.paraphrase.tokens)

    def added(self) -> Iterator[str]:
        """Yield nouns, names and verbs of the paraphrase that the sentence does not have, nor the story where it is spoken of."""
        for place, token in enumerate(self.paraphrase.tokens):
            if token.kind not in ("noun", "adjective", "verb", "other") or token.lower in listed("synonyms", "plain"):
                continue
            if token.kind == "adjective" and token.lower not in listed("free", "telling"):
                continue
            if token.lower in _WEIGHED:  # looked at by other checks
                continue
            if any(len(token.lower) > 3 and other.lower.endswith(token.lower) for other in self.sentence.tokens):
                continue
            if found(token, self.sentence.tokens) or (token.kind == "verb" and self._is_licensed(token)):
                continue
            if (self.refers or self._modifies(place)) and found(token, self.before.tokens):
                continue
            if (
                token.lower in listed("synonyms", "carriers")
                and place
                and found(self.paraphrase.tokens[place - 1], self.sentence.tokens)
            ):
                continue
            yield token.text

    def _modifies(self, place: int) -> bool:
        """Tell whether a word of the paraphrase stands in a noun phrase before a noun of the sentence: "the parrot's cage"."""
        tokens = self.paraphrase.tokens
        end = place + 1
        while end < len(tokens) and tokens[end].kind in ("noun", "owner", "adjective"):
            end += 1
        return end > place + 1 and found(tokens[end - 1], self.sentence.tokens)

    def _is_licensed(self, verb: Token) -> bool:
        """Tell whether a plain verb follows from the verbs of the sentence: "Rosa put" from "Rosa hid"."""
        verbs = [token for token in self.sentence.tokens if token.kind in ("verb", "noun", "place")]
        for one, other in (("taking", "putting"), ("putting", "taking")):
            acts = [token for token in verbs if token.kind == "verb" and token.lemmas & listed("opposed", other)]
            if verb.lemmas & listed("opposed", one) and acts and not any(t.lemmas & listed("opposed", one) for t in verbs):
                return False
        if verb.lemmas & {"leave", "quit"} and not any(token.lemmas & listed("verbs", "quit") for token in verbs):
            return any(token.lower in ("out", "off", "from", "away", "gone") for token in self.sentence.tokens)
        if verb.lemmas & listed("verbs", "be"):
            return True
        for name in section("verbs"):
            own = listed("verbs", name)
            if verb.lemmas & own and any(other.lemmas & own for other in verbs):
                return True
        ways = any(place.senses & {"to", "from"} for place in self.sentence.places)
        if ways and verb.lemmas & {"move", "go", "take", "put", "carry", "come", "get", "bring", "give"}:
            return True
        return not any(token.kind == "verb" for token in self.sentence.tokens)

    def numbers(self) -> Iterator[str]:
        """Yield numbers that stand on one side only."""
        source, target = list(_numbers(self.sentence)), list(_numbers(self.paraphrase))
        if self.paraphrase.has("one of") and not self.sentence.has("one", "a", "an", "another", "either", "1"):
            yield "'one of' is not in the sentence"
        told = {value for value, _ in _numbers(self.before)}
        source_counts, target_counts = (Counter(value for value, _ in side) for side in (source, target))
        fewer = [value for value in source_counts if target_counts[value] < source_counts[value]]
        for value in target_counts:
            if fewer and 0 < source_counts[value] < target_counts[value] and len(target) == len(source):
                yield f"{value} for {fewer[0]}"
        free = {value for value, clause in source if clause in self.droppable}
        for value in dict.fromkeys(value for value, _ in source):
            if value not in {other for other, _ in target} and value not in free and not self._is_counted(value):
                yield f"{value} of the sentence is not in the paraphrase"
        for value in dict.fromkeys(value for value, _ in target):
            if (
                value not in {other for other, _ in source}
                and not (self.refers and value in told and not source)
                and not self._is_listed(value)
            ):
                yield f"{value} is not in the sentence"

    def _is_counted(self, value: str) -> bool:
        """Tell whether a number of the sentence is written out in its paraphrase: "both" as two names."""
        if value.isdigit() and int(value) == self._listed():
            return True
        spelled = {"both", "and", "each", "neither", "either", "another", "other", "opposite"}
        return value == "2" and not self.paraphrase.phrases.isdisjoint(spelled) and not self.paraphrase.has("one of")

    def _listed(self) -> int:
        """Return how many things the paraphrase begins with, before its first verb."""
        tokens = self.paraphrase.tokens
        verb = next((place for place, token in enumerate(tokens) if token.kind == "verb" or token.lower in BE), 0)
        named = [thing for thing in self.paraphrase.things if thing.end <= verb and not thing.head.lower.isdigit()]
        return len(named) if any(token.lower == "and" for token in tokens[:verb]) else 0

    def _is_listed(self, value: str) -> bool:
        return value == "2" and self.sentence.has(
            "both", "neither", "either", "each other", "pair", "twins", "they", "them", "other"
        )

    def quantifiers(self) -> Iterator[str]:
        """Yield quantifiers of one side that the other does not have, nor one that says the same."""
        kinds = {name: listed("quantifiers", name) for name in section("quantifiers")}
        source = {name: first(self.sentence, words, self.droppable) for name, words in kinds.items()}
        target = {name: first(self.paraphrase, words) for name, words in kinds.items()}
        for other in ("somebody else", "someone else", "something else"):
            if self.paraphrase.has(other) and not self.sentence.has(other):
                yield f"{other!r} is not in the sentence"
        rarely = {"sometimes", "often", "usually", "once", "rarely"} & self.paraphrase.phrases - self.sentence.phrases
        if self.sentence.has("always", "every", "whenever") and rarely:
            yield f"{min(rarely)!r} is not in the sentence"
        for name, word in source.items():
            if (
                word
                and not any(target[other] for other in listed("same_quantifiers", name))
                and not self._is_definite(name, word)
            ):
                yield f"{word!r} of the sentence is not in the paraphrase"
        for name, word in target.items():
            loose = {other: first(self.sentence, words) for other, words in kinds.items()}
            if (
                word
                and not any(loose[other] for other in loose if name in listed("same_quantifiers", other))
                and not self._is_general(name, word)
            ):
                yield f"{word!r} is not in the sentence"

    def _is_definite(self, name: str, word: str) -> bool:
        if word == "neither":
            return any(token.lower in listed("denials") for token in self.paraphrase.tokens)
        if word in ("whenever", "whoever", "whichever", "wherever") and self.paraphrase.has("if", "when"):
            return True
        if name == "some" or word in ("any", "no", "none", "nobody", "nothing", "nowhere"):
            return True
        if name == "only":
            return bool(self.paraphrase.phrases & {"no other", "or", "nothing else", "one"})
        if name == "all":
            return not self._is_weakened(self.sentence, self.paraphrase, word)
        return name == "exactly"

    def _is_weakened(self, source: Shallow, target: Shallow, word: str) -> bool:
        """Tell whether what one side says of all the other says of some: by what stands before the same noun there."""
        weak = listed("quantifiers", "some") | {"one", "a", "an"}
        tokens = target.tokens
        single = any(one.lower == "one" and other.kind == "noun" for one, other in itertools.pairwise(tokens))
        if word in ("each", "every", "both") and single and not source.has("one", "a", "an"):
            return True
        for place, token in enumerate(source.tokens):
            if token.lower != word:
                continue
            noun = next((other for other in source.tokens[place + 1 : place + 6] if other.kind == "noun"), None)
            if noun is None or word in ("everyone", "everybody", "everything", "all"):
                fewer = {"someone", "somebody", "something", "most", "some", "several"} - source.phrases
                if not target.phrases.isdisjoint(fewer):
                    return True
            for where, other in enumerate(target.tokens):
                if noun is not None and same(noun, other):
                    before = {one.lower for one in target.tokens[max(0, where - 3) : where]}
                    if before & weak and not before & listed("quantifiers", "all"):
                        return True
        return False

    def _is_general(self, name: str, word: str) -> bool:
        if name == "all" and any(token.lower in listed("denials") for token in self.sentence.tokens):
            return True
        if name in ("none",) or word in ("someone", "somebody", "any"):
            return True
        if name == "all":
            return not self._is_weakened(self.paraphrase, self.sentence, word)
        if name == "some":
            return word == "some" and not self.sentence.phrases & listed("quantifiers", "all")
        return name in ("only", "exactly") and bool(
            self.sentence.phrases & {"just", "nobody", "else", "no", "nothing", "alone", "only", "one"}
        )

    def connectives(self) -> Iterator[str]:
        """Yield words that leave open or condition, exclude or weigh, on one side only."""
        for name in ("if", "or", "unless", "except"):
            yield from self._one_sided("connectives", name)
        for name in ("may", "must", "wish"):
            yield from self._one_sided("modals", name)
        others = listed("modals", "another")
        strange = first(self.paraphrase, others) if self.sentence.has("same") else ""
        if strange and not first(self.sentence, others):
            yield f"{strange!r} is not in the sentence, which has 'same'"

    def _one_sided(self, table: str, name: str) -> Iterator[str]:
        words = listed(table, name)
        source, target = first(self.sentence, words, self.droppable), first(self.paraphrase, words)
        if source and not target and not self._excused(name, source):
            yield f"{source!r} of the sentence is not in the paraphrase"
        if target and not first(self.sentence, words) and not self._excused(name, target, added=True):
            yield f"{target!r} is not in the sentence"

    def _excused(self, name: str, word: str, *, added: bool = False) -> bool:
        other = self.sentence if added else self.paraphrase
        if name == "if":
            first = next((token for token in self.sentence.tokens if token.kind != "filler"), None)
            if added and first is not None and first.lower in ("should", "had", "were"):
                return True
            if added and first is not None and first.kind == "verb" and self.sentence.has("and", "then"):
                return True
            return word in ("when", "once", "anyone", "wherever") or bool(
                other.phrases & {"every", "anyone", "whoever", "any", "each", "when", "whenever"}
            )
        if name == "or":
            return (
                word == "whether"
                or (added and word == "either")
                or bool(other.phrases & {"either", "one of", "unless", "not", "nor", "neither", "no"})
            )
        if name == "may":
            permitted = {
                "can",
                "allowed",
                "permitted",
                "welcome",
                "never",
                "no",
                "only",
                "nobody",
                "not",
                "free",
                "anywhere",
                "could",
            }
            return (
                (added and bool(other.phrases & permitted))
                or (not added and word in ("could", "likely"))
                or bool(other.phrases & {"either", "or", "can", "possible"})
            )
        if name == "must":
            return True
        if name == "unless":
            denied = len(list(denials_of(self.sentence))) != len(list(denials_of(self.paraphrase)))
            return denied and "if" in other.phrases
        return bool(other.phrases & {"only", "not", "no", "other", "except", "but", "without"})

    def frames(self) -> Iterator[str]:
        """Yield a point of view that stands on one side only."""
        source, target = view_of(self.sentence), view_of(self.paraphrase)
        own = _OWN.search(" ".join(token.lower for token in self.sentence.tokens))
        plain = _PLAIN.search(" ".join(token.lower for token in self.paraphrase.tokens))
        if own and plain and not target:
            yield f"{own.group()!r} of the sentence is {plain.group()!r} in the paraphrase"
        seen = {"left", "right", "front", "behind"}
        sided = any(place.senses & seen for place in self.sentence.places) and any(
            place.senses & seen for place in self.paraphrase.places
        )
        facing = source.startswith(("facing", "looking")) and any(
            token.lemmas & {"face", "look"} for token in self.paraphrase.tokens
        )
        if source and not target and sided and not facing:
            yield f"the point of view ({source}) of the sentence is not in the paraphrase"
        placed = any(place.senses & {"from", "opposite"} for place in self.sentence.places)
        told = placed or any(token.lemmas & _SIGHT or token.lower == "own" for token in self.sentence.tokens)
        if target and not source and not told:
            yield f"the point of view ({target}) is not in the sentence"


def _numbers(text: Shallow) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a text, and the clauses in which they stand."""
    values, ordinals = pairs("numbers"), pairs("numbers", "ordinals")
    for token in text.tokens:
        if token.kind == "number" or token.lower in ordinals or token.lower in listed("numbers", "said"):
            word = token.lower
            if word[-2:] in ("st", "nd", "rd", "th") and word[:-2].isdigit():
                word = f"{word[:-2]}."
            value = values.get(word) or word.rstrip("stndrhamp%") or word
            yield f"{ordinals[word]}." if word in ordinals else value, token.clause


def first(text: Shallow, words: frozenset[str], skipped: frozenset[int] = frozenset()) -> str:
    """Return which of some words and phrases a text has; empty where it has none."""
    for token in text.tokens:
        if token.lower in words and token.clause not in skipped:
            return token.lower
    return next((phrase for phrase in words if " " in phrase and phrase in text.phrases), "")


def view_of(text: Shallow) -> str:
    """Return the words by which a text says from where it is seen; empty where it does not."""
    joined = " ".join(token.lower for token in text.tokens)
    match = _VIEW.search(joined)
    return match.group() if match else ""
