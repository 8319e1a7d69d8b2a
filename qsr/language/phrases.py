"""Which noun phrases of a story say more, or less, than another: an index by their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

__all__ = ["Phrases"]

#: Up to here all subsets of a phrase's words are looked up (2**n of them); longer phrases are compared one by one.
_MOST_WORDS: Final = 8


class Phrases:
    """The noun phrases of a story, as keys of `qsr.language.words.noun_key`.

    Both look-ups take time by the number of phrases that share the rarest word, not by the length of the story.

    >>> phrases = Phrases()
    >>> for key in ("cup", "small red cup", "red pen"):
    ...     phrases.add(key)
    >>> phrases.fuller(frozenset({"red"})), phrases.plainer(frozenset({"blue", "cup"}), ["blue", "cup"])
    (['small red cup', 'red pen'], ['cup'])
    """

    def __init__(self) -> None:
        self._with_word: dict[str, dict[str, frozenset[str]]] = {}
        self._of_words: dict[frozenset[str], dict[str, None]] = {}

    def add(self, key: str) -> None:
        """Enter a phrase."""
        words = frozenset(key.split())
        self._of_words.setdefault(words, {})[key] = None
        for word in words:
            self._with_word.setdefault(word, {})[key] = words

    def remove(self, key: str) -> None:
        """Take a phrase out, if it is in."""
        words = frozenset(key.split())
        self._of_words.get(words, {}).pop(key, None)
        for word in words:
            self._with_word.get(word, {}).pop(key, None)

    def __bool__(self) -> bool:
        return any(self._of_words.values())

    def __iter__(self) -> Iterator[str]:
        return (key for keys in self._of_words.values() for key in keys)

    def within(self, words: frozenset[str]) -> list[str]:
        """Return the phrases whose words are some but not all of these."""
        return list(dict.fromkeys(key for word in words for key, own in self._with_word.get(word, {}).items() if own < words))

    def fuller(self, words: frozenset[str]) -> list[str]:
        """Return the phrases that have all these words and more, in the order in which they were entered."""
        rarest = min((self._with_word.get(word, {}) for word in words), key=len, default={})
        return [key for key, own in rarest.items() if words < own]

    def plainer(self, words: frozenset[str], heads: Sequence[str]) -> list[str]:
        """Return the phrases whose words are some but not all of these and end on one of the heads."""
        if len(words) > _MOST_WORDS:
            found = {key: own for word in words for key, own in self._with_word.get(word, {}).items() if own < words}
        else:
            parts = (frozenset(part) for size in range(1, len(words)) for part in combinations(sorted(words), size))
            found = {key: part for part in parts for key in self._of_words.get(part, {})}
        return [key for key in found if key.split()[-1] in heads]
