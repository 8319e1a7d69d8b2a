"""States of things as propositions, on which conditions hang: "if the gate is open, the dog is in the barn".

Of a state nothing is known but whether it holds and what its opposite is. It says nothing of where anything is, so that
statements of states on which nothing in a story hangs are left out of it (`qsr.language.prose.idle`).
"""

from __future__ import annotations

from typing import Any, Final

from lark import Token, v_args

from qsr.language.parts import Mention
from qsr.language.prose.claims import Rank, Saying, joined
from qsr.language.prose.lexicon import is_quality, is_time, opposite
from qsr.language.prose.phrases import span
from qsr.language.prose.places import Places, Predicate
from qsr.language.prose.tokens import Word
from qsr.logic import And, Not
from qsr.relations import STATE

__all__ = ["WEATHER", "States", "in_state"]

_DAYS: Final = frozenset({"today", "tomorrow", "tonight"})
#: What is the weather of a story; that of a day is a thing of its own where a condition is about that day.
WEATHER: Final = "weather"
#: What somebody did to what has a colour.
PAINTED: Final = frozenset({"painted", "dyed", "coloured", "colored", "sprayed", "varnished"})

#: Classes of words that name states.
_STATES: Final = frozenset({"WORD", "SIDE", "ON", "NAMED", "PARTICIPLE", "TAKEN"})


@v_args(inline=True)
class States(Places):
    """Makes claims of states."""

    def in_a_state(self, *parts: Any) -> Predicate:
        """Read is red and narrow, is not locked, is on; is kept for shoes, which says nothing of where it is."""
        found = [
            part
            for part in parts
            if isinstance(part, Word) and part.type in ("WORD", "SIDE", "ON", "NAMED", "PARTICIPLE", "EMPTY")
        ]
        if any(part.type == "WORD" for part in found):
            # "Is painted white."
            found = [part for part in found if part.type != "PARTICIPLE" or part.lower() not in PAINTED]
        for word in found:
            if word.type == "WORD" and not is_quality(word.lower()):
                raise self.fault(f"is {str(word)!r} where it is?", span(word))
        if any(isinstance(part, Token) and part.type == "FOR" for part in parts):
            return Predicate(lambda _: And(()))
        if any(word.type != "WORD" and opposite(word.lower()) is None for word in found):
            raise self.fault(f"{str(found[0])!r} of what?", span(found[0]))
        denied = any(isinstance(part, Token) and part.type in ("BE_NOT", "NOT") for part in parts)
        return Predicate(lambda head: joined([in_state(word.lower(), head, denied) for word in found]))

    def stands_so(self, *parts: Any) -> Predicate:
        """Read "run side by side"."""
        found: Predicate = parts[-1]
        return found

    def weather(self, *parts: Token) -> Saying:
        """Read "it rains", "it is not raining", "it rains on Sunday"."""
        word = next(part for part in parts if isinstance(part, Word) and part.type == "WEATHER")
        weather, denied = word.meaning
        when = next((part for part in parts if part.type in ("NAME", "WORD")), None)
        if when is not None and not is_time(when.lower()) and when.lower() not in _DAYS:
            raise self.fault(f"{str(when)!r} cannot be read here", span(when))
        name = WEATHER if when is None else f"{WEATHER} on {when}"
        return in_state(weather, Mention("common", name.lower(), name, True, span(word)), denied)

    def obliged(self, *parts: Any) -> Predicate:
        """Read "must be", "has to stand": so it is."""
        return next(part for part in parts if isinstance(part, Predicate))


def in_state(word: str, head: Mention, denied: bool) -> Saying:
    """Return that a thing is in a state, or not; what is full is not empty, but what is not full may be anything."""
    if word == "full" and not denied:
        return And((Rank(f"{STATE}full", head, 1, False), Not(Rank(f"{STATE}empty", head, 1, False))))
    name, turned = opposite(word) or (word, False)
    found = Rank(f"{STATE}{name}", head, 1, False)
    return Not(found) if denied != turned else found
