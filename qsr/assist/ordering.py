"""In which order and when things are, in a sentence and in its paraphrase."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from qsr.assist.alignment import Alignment, found
from qsr.assist.found import Token, same
from qsr.assist.vocabulary import listed, pairs
from qsr.assist.wordwise import first

__all__ = ["Ordering"]

_EARLIER: Final = frozenset(("already", "first", "had", "until", "when"))


class Ordering(Alignment):
    """Words of order and time on one side only, and events in another order."""

    def order(self) -> Iterator[str]:
        """Yield words of order on one side only, and clauses that the paraphrase tells in another order."""
        for name, opposite in (("before", "after"), ("after", "before")):
            word = first(self.paraphrase, listed("order", name))
            if word and not first(self.sentence, listed("order", name)) and first(self.sentence, listed("order", opposite)):
                yield f"{word!r} is turned round"
        yield from self._time()
        if first(self.paraphrase, listed("order", "before")) and not first(self.sentence, listed("order", "before") | _EARLIER):
            yield "'before' is not in the sentence"
        if self._joins_times():
            return
        places = [self._first_place(clause) for clause in range(self.paraphrase.clauses) if self._moves(clause)]
        certain = [place for place in places if place >= 0]
        if any(other < one for one, other in itertools.pairwise(certain)):
            yield "the paraphrase tells the events in another order"

    def _joins_times(self) -> bool:
        """Tell whether the sentence itself tells its events in another order: "after", "before", "when", "because"."""
        tokens = self.sentence.tokens
        for place, token in enumerate(tokens[:-1]):
            if token.lower in ("before", "after", "when", "until", "since", "once", "because", "while"):
                following = [one.lower for one in tokens[place + 1 : place + 3]]
                if not set(following) & (listed("time") | {"that", "then"}):
                    return True
        return False

    def _first_place(self, clause: int) -> int:
        """Return where in the sentence that stands which only this clause of the paraphrase has; -1 where nothing is."""
        own = [token for token in self.paraphrase.tokens if token.clause == clause and token.kind in ("noun", "place", "number")]
        others = [
            token for token in self.paraphrase.tokens if token.clause != clause and token.kind in ("noun", "place", "number")
        ]
        words = [token for token in own if token.lower not in listed("time") and not found(token, others)]
        found_at = [
            place
            for word in words
            for place, token in enumerate(self.sentence.tokens)
            if token.kind in ("noun", "place", "number") and same(word, token)
        ]
        return max(found_at, default=-1)

    def _time(self) -> Iterator[str]:
        """Yield words of time on one side only: "until", "since", "then", and what was for what is."""
        for words in (("until", "till"), ("since",)):
            if self.paraphrase.has(*words) and not self.sentence.has(*words):
                yield f"{words[0]!r} is not in the sentence"
        ordered = {
            *listed("order", "then"),
            *listed("order", "first"),
            *listed("order", "before"),
            *listed("order", "after"),
            "and",
            "but",
            ",",
            ";",
        }
        then = first(self.paraphrase, listed("order", "then") - {"after", "next"})
        if then and self.sentence.phrases.isdisjoint(ordered):
            yield f"{then!r} is not in the sentence"
        source, target = self.sentence.phrases, self.paraphrase.phrases
        past = {"was", "were", "had", "did", "used", "would"}
        present = {"is", "are", "am", "has", "have", "does", "do", "now", "will", "can", "may", "must"}
        told = [token for token in self.sentence.tokens if token.kind == "verb"]
        if (
            target & {"was", "were"}
            and source & {"is", "are", "am"}
            and not source & past
            and not any(_is_past(token) for token in told)
        ):
            yield "the sentence says what is, and the paraphrase what was"
        lasting = source & {"was", "were"} and not source & present and not any(token.lower.endswith("s") for token in told)
        if lasting and target & {"is", "are", "am"} and not target & {"was", "were"}:
            yield "the sentence says what was, and the paraphrase what is"

    def _moves(self, clause: int) -> bool:
        moving = listed("verbs", "go") | listed("verbs", "put") | listed("verbs", "take") | listed("verbs", "give")
        return any(
            token.clause == clause and token.kind == "verb" and token.lemmas & moving for token in self.paraphrase.tokens
        ) or any(token.clause == clause and token.lower in ("then", "first", "next") for token in self.paraphrase.tokens)


def _is_past(verb: Token) -> bool:
    return verb.lower not in listed("closed", "unchanged") | {"got"} and (
        verb.lower.endswith("ed") or verb.lower in pairs("irregular", "forms")
    )
