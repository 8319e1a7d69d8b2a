"""What a noun phrase shows on its surface, and when two of them speak of the same thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["NounPhrase", "same"]

#: What agreement changes in the end of a Romanian adjective: mare and mari, verzi and verde, frumoasă and frumos.
_ENDING: Final = re.compile(r"(?<=\w{2})[aăeiu]+$")
_SOUNDS: Final = str.maketrans("țșz", "tsd")


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase.

    Parameters
    ----------
    text
        As written.
    article
        ``"definite"``, ``"indefinite"``, ``"possessive"``, ``"number"`` (it begins with a numeral, or is one), ``"name"`` (no
        article, and a capital) or ``"bare"``.
    name
        Whether the head is written with a capital.
    lemmas
        What the head's lemma may be, the likeliest first: rules know no dictionary.
    number
        ``"singular"`` or ``"plural"``.
    modifiers
        The other words but for the article, in order, in small letters.
    phrase
        The words without article in small letters.
    """

    text: str
    article: str
    name: bool
    lemmas: tuple[str, ...]
    number: str
    modifiers: tuple[str, ...]
    phrase: str

    @property
    def lemma(self) -> str:
        """The likeliest lemma of the head."""
        return self.lemmas[0]

    @property
    def indefinite(self) -> bool:
        """Whether the phrase speaks of a thing as of one that nobody has spoken of: "a box", "another box", "two boxes"."""
        return self.article in ("indefinite", "number")

    @property
    def capitals(self) -> frozenset[str]:
        """The words of a name: those with a capital; that of a determiner is the sentence's."""
        words = self.text.split()
        kept = words[1:] if self.article not in ("name", "bare") else words
        return frozenset(word.lower() for word in kept if word[:1].isupper())

    def properties(self, role: str) -> tuple[tuple[str, object], ...]:
        """Return what a statement says of this phrase in the role ``"figure"`` or ``"ground"``."""
        return (
            (f"{role}_article", self.article),
            (f"{role}_lemma", self.lemma),
            (f"{role}_lemmas", self.lemmas),
            (f"{role}_modifiers", self.modifiers),
            (f"{role}_name", self.name),
            (f"{role}_number", self.number),
            (f"{role}_phrase", self.phrase),
        )


def same(one: NounPhrase, other: NounPhrase) -> bool:
    """Tell whether two phrases name one thing: the head in any of its forms, with the same modifiers or with fewer."""
    if one.phrase == other.phrase:
        return True
    if one.name and other.name and one.capitals != other.capitals:
        # "New York" is not York.
        return False
    mine, theirs = ({_stem(word) for word in phrase.modifiers} for phrase in (one, other))
    return bool(set(one.lemmas) & set(other.lemmas)) and (mine <= theirs or theirs <= mine)


def _stem(word: str) -> str:
    """Return what agreement leaves of an adjective; of a word of another language much the same."""
    return _ENDING.sub("", word).translate(_SOUNDS).replace("oa", "o").replace("ea", "e")
