"""The noun phrases of prose: from their trees to mentions, lists and counts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from lark import Token, Transformer, v_args

from qsr.errors import ParseError
from qsr.language import words
from qsr.language.parts import Mention
from qsr.language.prose.claims import Group, Thing

__all__ = ["Phrases", "span"]


def span(token: Token) -> tuple[int, int]:
    """Return where a token begins and ends."""
    return token.start_pos or 0, token.end_pos or 0


@v_args(inline=True)
class Phrases(Transformer[Token, Any]):
    """Makes mentions of noun phrases."""

    def __init__(self, text: str) -> None:
        super().__init__(visit_tokens=False)
        self._text = text

    def things(self, thing: Thing | Mention) -> Group:
        """Read one thing."""
        return Group((_thing(thing),), 1, 1)

    def all_things(self, *parts: Any) -> Group:
        """Read a list."""
        found = _things(parts)
        for one, other in pairwise(thing.mention for thing in found):
            if " of " in one.name:
                raise ParseError(f"is the other thing part of {one.name!r}?", self._text, *one.span)
            owner, _, owned = other.name.partition("'s ")
            if _is_owned(one) and other.bare and other.name[0].islower():
                raise ParseError(f"whose {other.name!r} is that?", self._text, *other.span)
            if owned and owner[0].isupper() and one.kind != "quoted" and one.name[0].isupper() and not _is_owned(one):
                raise ParseError(f"is the {owned} theirs together?", self._text, *other.span)
        return Group(found, len(found), len(found))

    def some_thing(self, *parts: Any) -> Group:
        """Read one of a list, or more."""
        found = _things(parts)
        return Group(found, 1, len(found), True)

    def no_thing(self, *parts: Any) -> Group:
        """Read none of a list."""
        return Group(_things(parts), 0, 0, True)

    def counted_things(self, word: Token, number: Token, _: Token, names: list[Thing]) -> Group:
        """Read exactly two of a list."""
        many = int(words.amount_of(f"{number} unit")[0])
        low = 0 if word.type == "AT_MOST" else many
        high = len(names) if word.type == "AT_LEAST" else many
        return Group(tuple(names), low, high, True)

    def names(self, *parts: Any) -> list[Thing]:
        """Read a list of things."""
        return list(_things(parts))

    def counted(self, number: Token, noun: Token) -> tuple[int, str]:
        """Read so many things of a kind."""
        return int(words.amount_of(f"{number} unit")[0]), noun.split()[-1].lower()

    def thing(self, mention: Mention) -> Thing:
        """Read a thing as it is called."""
        return Thing(mention)

    def nominal(self, *parts: Token) -> Token:
        """Read the words of a noun phrase, as one token with its place."""
        start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
        return Token("NOMINAL", " ".join(self._text[start:end].split()), start, end_pos=end)

    def definite(self, _: Token, nominal: Token) -> Mention:
        """Read the cup."""
        return _common(nominal, nominal, definite=True)

    def indefinite(self, _: Token, nominal: Token) -> Mention:
        """Read a cup."""
        return _common(nominal, nominal, definite=False)

    def possessive(self, word: Token, nominal: Token) -> Mention:
        """Read My office."""
        if word.lower() in ("his", "her", "its", "their"):
            raise ParseError(f"whose? Say it in place of {str(word)!r}", self._text, *span(word))
        if nominal[0].isupper():
            raise ParseError(f"is {str(nominal)!r} a name? Then nobody owns it", self._text, *span(nominal))
        return _common(Token("NOMINAL", f"{word.lower()} {nominal}"), nominal, definite=True)

    def of_somebody(self, owner: Thing, _: Token, nominal: Token) -> Mention:
        """Read Maria's desk."""
        return _common(Token("NOMINAL", f"{owner.mention.name}'s {nominal}"), nominal, definite=True)

    def part_of(self, _: Token, nominal: Token, __: Token, whole: Mention) -> Mention:
        """Read the roof of the house: a thing of its own."""
        return _common(Token("NOMINAL", f"{nominal} of {whole.name}"), nominal, definite=True)

    def several(self, _: Token, nominal: Token) -> Mention:
        """Read "two mugs": several things that are spoken of as one."""
        if nominal[0].isupper():
            raise ParseError(f"is {str(nominal)!r} a name? Then there is one", self._text, *span(nominal))
        return _common(nominal, nominal, definite=False)

    def bare(self, nominal: Token) -> Mention:
        """Read toys, Maria, B: without an article."""
        if len(nominal) == 1:
            return Mention("name", str(nominal), str(nominal), True, span(nominal))
        return _common(nominal, nominal, definite=True, bare=True)

    def quoted(self, token: Token) -> Mention:
        """Read a name in quotation marks."""
        text = " ".join(token[1:-1].split())
        return Mention("quoted", text, text, True, span(token))

    def pronoun(self, token: Token) -> Mention:
        """Read It."""
        return Mention("pronoun", "it", "it", True, span(token))


def _is_owned(mention: Mention) -> bool:
    return "'s " in mention.name or mention.name.startswith(("my ", "our ", "your "))


def _common(text: Token, place: Token, *, definite: bool, bare: bool = False) -> Mention:
    return Mention("common", words.noun_key(str(text)), str(text), definite, span(place), bare)


def _thing(thing: Thing | Mention) -> Thing:
    return thing if isinstance(thing, Thing) else Thing(thing)


def _things(parts: Iterable[Any]) -> tuple[Thing, ...]:
    return tuple(_thing(part) for part in parts if isinstance(part, (Thing, Mention)))
