"""What a noun phrase shows on its surface, and when two of them speak of the same thing."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NounPhrase", "same"]


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
    mine, theirs = set(one.modifiers), set(other.modifiers)
    return bool(set(one.lemmas) & set(other.lemmas)) and (mine <= theirs or theirs <= mine)
