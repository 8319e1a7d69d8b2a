"""English verbs that give their preposition a sense of its own, and passives of verbs that no list has.

"Lectured on the bees" says what about, "stared at the clock" at what, "opened the tin with a knife" by what means, wherever
anybody was (R. Huddleston and G. Pullum, "The Cambridge Grammar of the English Language", 2002, chapter 4, on prepositional
verbs; B. Levin, "English Verb Classes and Alternations", 1993, on instruments). A passive says of its subject what "be" says.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from qsr.theories.prepositions.text.clauses import Clause
from qsr.theories.prepositions.text.words import adjectives, alternatives, governed, inflected, prepositions, words

__all__ = ["governed_clause", "passive"]

_END: Final = r"[\s.!?…]*"
_FIGURE: Final = r"\s*(?P<figure>\S(?:.*?\S)??)"
#: What a verb does something to, between it and "with".
_OBJECT: Final = r"(?:\s+\S(?:.*?\S)??)??"


def governed_clause(text: str) -> Clause | None:
    """Return the pieces of a sentence whose verb governs its preposition, and the sense.

    >>> found = governed_clause("The spy stared at the map.")
    >>> found.sense
    'target'
    """
    if _forms().isdisjoint(text.lower().split()):
        return None
    for sense, pattern in _governed():
        found = pattern.fullmatch(text)
        if found is not None:
            figure, verb, preposition, ground = (found.span(name) for name in ("figure", "copula", "preposition", "ground"))
            return Clause(figure, verb, preposition, ground, sense=sense)
    return None


@cache
def _forms() -> frozenset[str]:
    verbs = (inflected(verb) for _, _, verb in governed("en"))
    found = {form for forms in verbs for form in forms.finite | forms.participles}
    return frozenset(found | {entry.split()[-1] for _, _, entry in adjectives("en")})


@cache
def _governed() -> tuple[tuple[str, re.Pattern[str]], ...]:
    patterns = []
    be, adverbs = alternatives(words("en", "auxiliary")), alternatives(words("en", "adverb"))
    groups: dict[tuple[str, str], set[str]] = {}
    for sense, name, verb in governed("en"):
        groups.setdefault((sense, name), set()).add(verb)
    for (sense, name), verbs in sorted(groups.items()):
        forms = [inflected(verb) for verb in sorted(verbs)]
        finite = alternatives(frozenset().union(*(one.finite for one in forms)))
        running = alternatives(frozenset().union(*(one.participles for one in forms)))
        verb = rf"(?P<copula>(?:{be})\s+(?:{running}|{finite})|{running}|{finite})"
        between = _OBJECT if sense == "means" else ""
        tail = rf"(?:\s+(?:{adverbs}|[a-z]+ly))*\s+(?P<preposition>{name})\s+(?P<ground>\S.*?){_END}"
        patterns.append((sense, re.compile(rf"{_FIGURE}\s+{verb}{between}{tail}", re.IGNORECASE | re.DOTALL)))
    qualities: dict[tuple[str, str], set[str]] = {}
    for sense, name, entry in adjectives("en"):
        qualities.setdefault((sense, name), set()).add(entry)
    for (sense, name), entries in sorted(qualities.items()):
        verb = rf"(?P<copula>(?:{be})(?:\s+(?:{adverbs}|very|so|too|quite|[a-z]+ly))*\s+(?:{alternatives(frozenset(entries))}))"
        tail = rf"\s+(?P<preposition>{name})\s+(?P<ground>\S.*?){_END}"
        patterns.append((sense, re.compile(rf"{_FIGURE}\s+{verb}{tail}", re.IGNORECASE | re.DOTALL)))
    return tuple(patterns)


@cache
def passive() -> re.Pattern[str]:
    """Return the pattern of a passive: "is being made in the barn"."""
    be = alternatives(words("en", "auxiliary"))
    irregular = alternatives(words("en", "participle"))
    named, minds = alternatives(prepositions("en")), alternatives(words("en", "minded"))
    verb = rf"(?P<copula>(?:{be})\s+(?:(?:[a-z]+ly|last|first)\s+)?(?!(?:{minds})\b)(?:[a-z-]{{2,}}ed|{irregular}))"
    return re.compile(rf"{_FIGURE}\s+{verb}\s+(?P<preposition>{named})\s+(?P<ground>\S.*?){_END}", re.IGNORECASE | re.DOTALL)
