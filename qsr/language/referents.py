"""Who is meant: from noun phrases to entities.

A name, or a noun phrase in the words of an earlier one, is the same entity. "The cup" is also the one thing so far whose
words include these ("the red cup") and whose head is the same: the dog is not the dog house, and York not New York. Where several
fit, where a fuller phrase might be an earlier plain one, or a noun before the head makes another thing of it (a park and a car
park), the text is refused: a guess here would be a wrong answer later.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import Final

from qsr.language import kinds, words
from qsr.language.parts import Mention
from qsr.language.phrases import Phrases
from qsr.language.verbalise import noun_phrase
from qsr.story import Referents

__all__ = ["Entities", "Unclear"]

#: Words that make another place, or another body of water, of the name behind them: "New York", "South Africa", "Lake Geneva".
_OTHER_PLACE: Final = frozenset(
    [
        "new",
        "north",
        "south",
        "east",
        "west",
        "northern",
        "southern",
        "eastern",
        "western",
        "old",
        "upper",
        "lower",
        "great",
        "little",
        "san",
        "santa",
        "saint",
        "st",
        "st.",
        "port",
        "fort",
        "mount",
        "mt",
        "lake",
        "el",
        "los",
        "las",
        "la",
        "le",
        "central",
        "inner",
        "outer",
    ]
)
#: Kinds of nouns that, behind a name, are called after it: "York Street".
_CALLED_AFTER: Final = frozenset(["building", "road", "region", "place", "water", "landform", "structure", "institution", "room"])
_LABEL: Final = re.compile(r"\d+|\w")


class Unclear(Exception):
    """A noun phrase that could mean several things; the message says which."""


class Entities:
    """The entities of a text and every way in which it names them.

    Parameters
    ----------
    everyday
        Whether the text is general English, in which a guess about a name is refused that a data set makes.
    """

    def __init__(self, *, everyday: bool) -> None:
        self.everyday = everyday
        self.names: list[str] = []
        #: Whether some entity has a name that is more than a single letter or a word in capitals.
        self.has_nouns = False
        self._index: dict[str, int] = {}
        self._phrases = Phrases()
        #: Shorter phrases that were taken for a longer one's thing.
        self._short: dict[str, int] = {}
        #: Names as they are written, where nothing else is known of a story: they go before what they say.
        self._exact: dict[str, int] = {}

    # ------------------------------------------------------------ keeping

    @classmethod
    def of(cls, names: Sequence[str], known: Referents | None) -> Entities:
        """Return the entities of a story as they are: by what its reader knew of them, else by their names."""
        if known is None or not known.keys:
            return cls._by_names(names, everyday=known is None or known.everyday)
        entities = cls(everyday=known.everyday)
        entities.names = list(names)
        entities._index = dict(known.keys)
        entities._short = dict(known.short)
        entities.has_nouns = entities._has_nouns()
        for key in known.phrases:
            entities._phrases.add(key)
        return entities

    @classmethod
    def _by_names(cls, names: Sequence[str], *, everyday: bool) -> Entities:
        entities = cls(everyday=everyday)
        entities.names = list(names)
        entities._exact = {name: index for index, name in reversed(list(enumerate(names)))}
        for index, name in enumerate(names):
            quoted = noun_phrase(name).startswith('"')
            key = name if len(name) == 1 or quoted else words.noun_key(name)
            entities._index.setdefault(key, index)
            if len(name) > 1 and not quoted:
                entities._phrases.add(key)
        entities.has_nouns = entities._has_nouns()
        return entities

    def referents(self, spoken_of: Sequence[int], declared: Sequence[tuple[int, str]]) -> Referents:
        """Return what a later question has to know."""
        return Referents(
            tuple(self._index.items()),
            tuple(self._phrases),
            tuple(self._short.items()),
            tuple(spoken_of),
            tuple(declared),
            self.everyday,
        )

    def enter(self, key: str, name: str, *, phrase: bool = True) -> int:
        """Return the entity of a key, a new one with this name where there is none; `phrase` where its words say what it is."""
        index = self._index.setdefault(key, len(self.names))
        if index == len(self.names):
            self.names.append(name)
            if len(key) > 1:
                self.has_nouns = self.has_nouns or not _is_code(key, name)
                if phrase:
                    self._phrases.add(key)
        return index

    def letters(self, letters: Iterable[str]) -> list[int]:
        """Return the entities of names in capitals, where there are no nouns."""
        index, names, found = self._index, self.names, []
        for letter in letters:
            if letter in index:
                found.append(index[letter])
            elif len(letter) > 1:
                found.append(self.enter(letter.lower(), letter))
            else:
                index[letter] = len(names)
                found.append(len(names))
                names.append(letter)
        return found

    @property
    def has_words(self) -> bool:
        """Whether some entity has more than a single letter for a name."""
        return self.has_nouns or bool(self._phrases)

    def _has_nouns(self) -> bool:
        return any(len(key) > 1 and not _is_code(key, self.names[index]) for key, index in self._index.items())

    def forget(self, known: int) -> None:
        """Take back the entities from number `known` on, which a refused sentence entered."""
        del self.names[known:]
        for key in [key for key, index in self._index.items() if index >= known]:
            del self._index[key]
            self._phrases.remove(key)
        self._short = {key: index for key, index in self._short.items() if index < known}
        self.has_nouns = self._has_nouns()

    # ------------------------------------------------------------ resolving

    def resolve(self, mention: Mention, others: Container[int] = ()) -> int:
        """Return the entity that a name or noun phrase means; it is none of `others`, to which its sentence relates it.

        Raise Unclear where that is open.
        """
        index = self._exact.get(mention.name, self._index.get(mention.key))
        if index is not None:
            if not mention.definite:
                raise Unclear(f"a second {mention.name!r}, or the same one? Write 'the', or tell the two apart")
            return index
        if mention.kind == "quoted" or not self.has_words:
            return self.enter(mention.key, mention.name, phrase=mention.kind != "quoted")
        if mention.kind == "common" and mention.bare and self.everyday and mention.name[0].isupper():
            self._compare_names(mention)
            return self.enter(mention.key, mention.name)
        shorter = self._shorter_for(mention, others)
        return self.enter(mention.key, mention.name) if shorter is None else shorter

    def _shorter_for(self, mention: Mention, others: Container[int]) -> int | None:
        """Return the entity of a fuller phrase that this one is short for, None where it is a thing of its own."""
        own = frozenset(mention.key.split())
        head = _head(mention.key)
        fuller = [key for key in self._phrases.fuller(own) if _head(key) == head and self._index[key] not in others]
        if mention.definite and len(fuller) == 1:
            made_of = [word for word in fuller[0].split() if word not in own and kinds.is_thing(word)]
            if made_of and self.everyday:
                raise Unclear(
                    f"is {mention.name!r} the {self._called(fuller[0])} of before? Use the same words for the same thing"
                )
            self._short[mention.key] = self._index[fuller[0]]
            return self._index[fuller[0]]
        if mention.definite and fuller:
            raise Unclear(f"{mention.name!r} could be {', '.join(map(self._called, fuller[:4]))}")
        if mention.key in self._short:
            raise Unclear(f"{mention.name!r} was {self._called_number(self._short[mention.key])} before; tell the two apart")
        plainer = [key for key in self._phrases.plainer(own, [head]) if self._index[key] not in others]
        if mention.kind == "common" and mention.definite and plainer:
            raise Unclear(f"is {mention.name!r} the {self._called(plainer[0])} of before? Use the same words for the same thing")
        return None

    def _compare_names(self, mention: Mention) -> None:
        """Raise Unclear where a name may be a longer or a shorter form of one that is known: Smith and Anna Smith."""
        own = mention.key.split()
        if len(own) > 1 and _LABEL.fullmatch(own[-1]) and not own[-1].isdigit() and not kinds.is_noun(own[-2]):
            raise Unclear(f"is {mention.name!r} a name? Put it in quotation marks")
        fuller = [key for key in self._phrases.fuller(frozenset(own)) if not _is_other_name(own, key.split())]
        parts = self._phrases.within(frozenset(own))
        shorter = [key for key in parts if not _is_other_name(key.split(), own)]
        for key in (*fuller, *shorter):
            if self.names[self._index[key]][0].isupper():
                raise Unclear(f"is {mention.name!r} the {self._called(key)} of before? Use the same words for the same thing")

    def _called(self, key: str) -> str:
        return self._called_number(self._index[key])

    def _called_number(self, index: int) -> str:
        return repr(self.names[index])


def _is_code(key: str, name: str) -> bool:
    """Tell whether a name is one word in capitals, such as "XD", and not quoted."""
    return key != name and name.isupper() and name.isalnum()


def _head(key: str) -> str:
    """Return the head of a phrase: its last word but for a number or a letter behind it."""
    found = key.split()
    while len(found) > 1 and _LABEL.fullmatch(found[-1]):
        found.pop()
    return found[-1]


def _is_other_name(short: Sequence[str], long: Sequence[str]) -> bool:
    """Tell whether a longer name is a name of its own: New York beside York, York Street beside York."""
    rest = [word for word in long if word not in short]
    if long[0] in _OTHER_PLACE and long[0] in rest:
        return True
    return long[-1] in rest and kinds.kind(long[-1]) in _CALLED_AFTER
