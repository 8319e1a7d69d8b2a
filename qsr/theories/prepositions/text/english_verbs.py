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
from qsr.theories.prepositions.text.words import alternatives, governed, inflected, prepositions, words

__all__ = ["END", "FIGURE", "governed_clause", "passive"]

END: Final = r"[\s.!?…]*"
FIGURE: Final = r"(?P<figure>\S(?:.*?\S)??)"
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
    return frozenset(found | {entry.split()[-1] for _, _, entry in governed("en", "adjectives")})


@cache
def _governed() -> tuple[tuple[str, re.Pattern[str]], ...]:
    be, adverbs = alternatives(words("en", "auxiliary")), alternatives(words("en", "adverb"))
    patterns = []
    for kind in ("governed", "adjectives"):
        groups: dict[tuple[str, str], set[str]] = {}
        for sense, name, entry in governed("en", kind):
            groups.setdefault((sense, name), set()).add(entry)
        for (sense, name), entries in sorted(groups.items()):
            tail = rf"\s+(?P<preposition>{name})\s+(?P<ground>\S.*?){END}"
            if kind == "governed":
                forms = [inflected(verb) for verb in sorted(entries)]
                finite = alternatives(frozenset().union(*(one.finite for one in forms)))
                running = alternatives(frozenset().union(*(one.participles for one in forms)))
                verb = rf"(?P<copula>(?:{be})\s+(?:{running}|{finite})|{running}|{finite})"
                tail = rf"{_OBJECT if sense == 'means' else ''}(?:\s+(?:{adverbs}|[a-z]+ly))*{tail}"
            else:
                qualities = alternatives(frozenset(entries))
                verb = rf"(?P<copula>(?:{be})(?:\s+(?:{adverbs}|very|so|too|quite|[a-z]+ly))*\s+(?:{qualities}))"
            patterns.append((sense, re.compile(rf"\s*{FIGURE}\s+{verb}{tail}", re.IGNORECASE | re.DOTALL)))
    return tuple(patterns)


@cache
def passive() -> re.Pattern[str]:
    """Return the pattern of a passive: "is being made in the barn"."""
    be = alternatives(words("en", "auxiliary"))
    irregular = alternatives(words("en", "participle"))
    named, minds = alternatives(prepositions("en")), alternatives(words("en", "minded"))
    verb = rf"(?P<copula>(?:{be})\s+(?:(?:[a-z]+ly|last|first)\s+)?(?!(?:{minds})\b)(?:[a-z-]{{2,}}ed|{irregular}))"
    return re.compile(rf"\s*{FIGURE}\s+{verb}\s+(?P<preposition>{named})\s+(?P<ground>\S.*?){END}", re.IGNORECASE | re.DOTALL)
