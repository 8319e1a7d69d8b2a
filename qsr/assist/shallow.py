"""A shallow analysis of one or more sentences: words with their classes, clauses, things, and who stands where.

No grammar is asked and nothing of a story is known: tables of words (`grammars/alignment.toml`) and a few stated rules.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from qsr.assist import clauses as clausal
from qsr.assist.found import Shallow, Token
from qsr.assist.kinds import LONGEST, split, words_of
from qsr.assist.placing import is_attribute, places
from qsr.assist.vocabulary import lemmas

__all__ = ["analyse"]


@lru_cache(maxsize=4096)
def analyse(text: str) -> Shallow:
    """Analyse a text.

    >>> found = analyse("To the left of the box is Ann's cup.")
    >>> [(place.text, [one.head.text for one in place.grounds], place.figures[0].head.text) for place in found.places][-1]
    ('left', ['box'], 'cup')
    """
    words = split(text)
    kinds, marked = words_of(words)
    clauses = clausal.clauses(words, kinds)
    tokens = tuple(
        Token(word, word.lower(), lemmas(word.lower()), kind, clause)
        for word, kind, clause in zip(words, kinds, clauses, strict=True)
    )
    things = tuple(clausal.things(tokens))
    lower = [token.lower for token in tokens]
    phrases = frozenset(" ".join(lower[i : i + size]) for size in range(1, LONGEST) for i in range(len(lower) - size + 1))
    found = Shallow(text, tokens, things, (), max(clauses, default=0) + 1, phrases)
    attributes = tuple(tokens[start] for start, (end, _) in sorted(marked.items()) if is_attribute(tokens, start, end))
    return replace(found, places=tuple(places(found, marked)), attributes=attributes)
