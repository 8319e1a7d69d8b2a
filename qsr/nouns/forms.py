"""Forms of Romanian nouns: what an inflected word, a diminutive or a learned word may come from.

Endings and alternations stand in `grammars/nouns_romanian.toml`; they say what may be, and a table of nouns says what is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from qsr.nouns.lexicon import Nouns

__all__ = ["bases", "cognates", "forms", "phrase_forms", "stems"]

#: Shorter words are too often alike by chance.
_LEARNED = 5
#: So many sounds of a stem may change at once: "cărți" has two others than "carte".
_CHANGES = 2
#: Endings of the singular, before which a stem is that of the dictionary.
_UNCHANGED = ("ul", "ă", "a")
#: Articles of plurals.
_ARTICLES = ("le", "lor", "i")
_PLAIN = str.maketrans("ăâîșț", "aaist")


@lru_cache(maxsize=65536)
def forms(word: str, words: Nouns) -> tuple[str, ...]:
    """Return what a word in lower case may be an inflected form of, the word itself first."""
    level = list(stems(word, words))
    found = dict.fromkeys(level)
    for _ in range(0 if word.endswith(_UNCHANGED) else _CHANGES):
        level = [other for stem in level for other in _alternated(stem, words)]
        level = [stem for stem in dict.fromkeys(level) if stem not in found]
        found.update(dict.fromkeys(level))
    return tuple(found)


def stems(word: str, words: Nouns) -> Iterator[str]:
    """Yield a word and what it is without its ending, no sound of its stem changed."""
    word = word.replace("ş", "ș").replace("ţ", "ț")
    yield word
    for ending in ("", *_ARTICLES):
        if word.endswith(ending) and word.removesuffix(ending) in words.irregular:
            yield words.irregular[word.removesuffix(ending)]
    for ending, starts in words.endings:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            for start in starts:
                yield word.removesuffix(ending) + start


def _alternated(stem: str, words: Nouns) -> Iterator[str]:
    for changed, base in words.alternations:
        place = stem.rfind(changed)
        while place > 0:
            yield stem[:place] + base + stem[place + len(changed) :]
            place = stem.rfind(changed, 0, place)


def phrase_forms(name: tuple[str, ...], words: Nouns) -> Iterator[str]:
    """Yield the same for a name of several words, whose first is inflected."""
    for form in forms(name[0], words):
        yield "_".join((form, *name[1:]))


def bases(word: str, words: Nouns) -> Iterator[str]:
    """Yield the nouns from which a diminutive or a feminine may be made: a small thing is of the kind of its base."""
    for form in forms(word, words):
        for ending in words.diminutives:
            if form.endswith(ending) and len(form) > len(ending) + 2:
                for base in words.bases:
                    made = form.removesuffix(ending) + base
                    yield from (made, *_alternated(made, words))


def cognates(word: str, words: Nouns) -> Iterator[str]:
    """Yield the English words that a learned word, of Latin or Greek origin in both languages, may correspond to."""
    if len(word) < _LEARNED:
        return
    for ending, other in words.cognates:
        if word.endswith(ending):
            stem = word.removesuffix(ending).translate(_PLAIN) + other
            yield from (stem, stem.replace("f", "ph"), stem.replace("cv", "qu"))
