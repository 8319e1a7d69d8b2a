"""Words, things and places as a shallow analysis finds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from qsr.assist.vocabulary import synonyms

__all__ = ["Place", "Shallow", "Thing", "Token", "same"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word: as written, in small letters, what it may be a form of, and what it is here: one of the kinds of `_kind`."""

    text: str
    lower: str
    lemmas: frozenset[str]
    kind: str = ""
    clause: int = 0


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun phrase: where it begins and ends, and its last word, which is its head."""

    start: int
    end: int
    words: tuple[Token, ...]

    @property
    def head(self) -> Token:
        """The last word that is no number, where there is one."""
        return next((word for word in reversed(self.words) if word.kind != "number"), self.words[-1])


@dataclass(frozen=True, slots=True)
class Place:
    """A word of place: its senses, where it stands, the things that it takes, and what it may place, the likeliest first.

    One that only several words together say is derived: it may be said in one word, and need not.
    """

    text: str
    senses: frozenset[str]
    start: int
    end: int
    clause: int
    grounds: tuple[Thing, ...] = ()
    figures: tuple[Thing, ...] = ()
    derived: bool = False


@dataclass(frozen=True, slots=True)
class Shallow:
    """Everything that was found in a text."""

    text: str
    tokens: tuple[Token, ...]
    things: tuple[Thing, ...]
    places: tuple[Place, ...] = ()
    clauses: int = 1
    phrases: frozenset[str] = field(default=frozenset())
    #: The words of place that stand in a noun phrase as adjectives: "the top shelf".
    attributes: tuple[Token, ...] = ()

    def has(self, *names: str) -> bool:
        """Tell whether one of these words or phrases stands in the text."""
        return any(name in self.phrases for name in names)


def same(one: Token, other: Token) -> bool:
    """Tell whether two words are forms of one word, or mean the same."""
    if not one.lemmas.isdisjoint(other.lemmas):
        return True
    alike = synonyms()
    return any(not alike.get(lemma, frozenset()).isdisjoint(other.lemmas) for lemma in one.lemmas)
