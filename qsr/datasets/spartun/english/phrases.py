"""From one sentence to phrases: what is described how, and which relations are said of it; nothing is resolved yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters, VisitError
from lark.tree import Meta

from qsr.datasets.spartun.english import words
from qsr.errors import ParseError
from qsr.language import parsers
from qsr.resources import grammar
from qsr.story import Span

__all__ = ["CONTAINMENT", "Choice", "Claim", "Noun", "Sentence", "option", "question", "sentence"]


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase as written: every field that it leaves out is empty."""

    span: Span
    determiner: str = ""
    size: str = ""
    colour: str = ""
    kind: str = ""
    sort: str = ""
    names: tuple[str, ...] = ()
    number: int | None = None
    count: int = 1
    plural: bool = False
    holds: tuple[Noun, ...] = ()
    relatives: tuple[tuple[tuple[str, ...], tuple[Noun, ...]], ...] = ()
    place: Noun | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Relations that hold between every head and every tail."""

    heads: tuple[Noun, ...]
    relations: tuple[str, ...]
    tails: tuple[Noun, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A question which block, or which of some things, stands in relations to what is described.

    `of` is ``"block"`` or ``"object"``; `options` are the things as the question lists them, none where it does not.
    """

    of: str
    relations: tuple[str, ...]
    tail: Noun
    options: tuple[Noun, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """What one sentence says: its noun phrases in the order of the words, its claims, and what it is about."""

    nouns: tuple[Noun, ...]
    claims: tuple[Claim, ...]
    topics: tuple[Noun, ...]


#: Relations, and what they relate something to.
_Predicate: TypeAlias = tuple[tuple[str, ...], tuple[Noun, ...]]

#: Relations between a block and what is in it, seen from the block.
CONTAINMENT: Final = frozenset({"contains", "contains and touches"})


class _Tokens(tuple[Any, ...]):
    """A marked list: keeps the kinds of children apart."""


class _Relations(_Tokens):
    pass


class _Nouns(_Tokens):
    pass


class _Relatives(_Tokens):
    pass


class _Unsaid(Exception):
    """A sentence that the grammar lets pass and that still lacks something."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message, span)
        self.message, self.span = message, span


@v_args(meta=True)
class _Phrases(Transformer[Token, Any]):
    """One method per rule of `spartun.lark`."""

    # ---- relations

    def relation(self, _: Meta, children: list[Any]) -> str:
        return words.relation(str(children[0]))

    def relations(self, _: Meta, children: list[Any]) -> _Relations:
        return _Relations(children)

    def half(self, _: Meta, children: list[Any]) -> _Relations:
        return children[0] if isinstance(children[0], _Relations) else _Relations(children)

    def predicate(self, _: Meta, children: list[Any]) -> _Predicate:
        relations, nouns = children
        return tuple(relations), tuple(nouns) if isinstance(nouns, _Nouns) else (nouns,)

    # ---- descriptions

    # Parts of a description are fields of the noun.

    def determiner(self, _: Meta, children: list[Any]) -> dict[str, Any]:
        word = str(children[0]).lower()
        return {"determiner": "a" if words.number(word) else word, "count": words.number(word) or 1}

    def name(self, _: Meta, children: list[Token]) -> dict[str, Any]:
        return {"names": tuple(_named(child) for child in children)}

    def description(self, meta: Meta, children: list[Any]) -> Noun:
        found: dict[str, Any] = {"span": (meta.start_pos, meta.end_pos)}
        for child in children:
            if isinstance(child, dict):
                found |= child
            elif child.type == "PRONOUN":
                found["determiner"] = "it"
            elif child.type in ("NAME", "NUMERAL"):
                found |= {"names": (_named(child),), "sort": "block"}
            elif child.type == "NUMBER":
                found["number"] = words.number(child.split()[-1])
            elif child.type in ("SIZE", "COLOUR"):
                found[child.type.lower()] = words.canonical(child)
            else:
                found |= {"kind": words.canonical(child), "sort": child.type.lower(), "plural": words.is_plural(child)}
        noun = Noun(**found)
        if noun.names and noun.count not in (1, len(noun.names)):
            raise _Unsaid("as many names as things were expected", noun.span)
        return noun

    def relative(self, _: Meta, children: list[Any]) -> _Relatives:
        return _Relatives(children)

    def noun(self, meta: Meta, children: list[Any]) -> Noun:
        found: dict[str, Any] = {"span": (meta.start_pos, meta.end_pos)}
        for child in children[1:]:
            found["relatives" if isinstance(child, _Relatives) else "holds"] = tuple(child)
        base: Noun = children[0]
        return replace(base, **found)

    def nouns(self, _: Meta, children: list[Any]) -> _Nouns:
        return _Nouns(children)

    # ---- sentences

    def exists(self, _: Meta, children: list[Any]) -> Sentence:
        return Sentence(tuple(children[0]), (), tuple(children[0]))

    def located(self, _: Meta, children: list[Any]) -> Sentence:
        heads, *predicates = children
        claims: list[Claim] = []
        for relations, tails in predicates:
            *others, last = tails
            kept, lifted = _divided(last)
            claims.append(Claim(tuple(heads), relations, (*others, kept)))
            claims += (Claim(tuple(heads), more, nouns) for more, nouns in lifted)
        return Sentence((*heads, *(tail for claim in claims for tail in claim.tails)), tuple(claims), tuple(heads))

    def joined(self, _: Meta, children: list[Any]) -> Sentence:
        heads, *predicates = children
        subjects, claims = tuple(heads), []
        for at, (names, tails) in enumerate(predicates):
            last = at == len(predicates) - 1
            if not last and len(tails) == 1:
                raise _Unsaid("a subject is missing before the next verb", tails[0].span)
            claims.append(Claim(subjects, names, tails if last else tails[:-1]))
            subjects = subjects if last else tails[-1:]
        nouns = (*heads, *(tail for _, tails in predicates for tail in tails))
        return Sentence(nouns, tuple(claims), subjects)

    def located_there(self, _: Meta, children: list[Any]) -> Sentence:
        heads, relations, tails = children
        return Sentence((*heads, *tails), (Claim(tuple(heads), tuple(relations), tuple(tails)),), tuple(heads))

    def fronted(self, meta: Meta, children: list[Any]) -> Sentence:
        relations, tails, heads = children
        return self.located_there(meta, [heads, relations, tails])

    def shared(self, _: Meta, children: list[Any]) -> Sentence:
        tails = tuple(children[-1])
        pairs = list(zip(children[:-1:2], children[1:-1:2], strict=True))
        claims = tuple(Claim(tuple(heads), tuple(relations), tails) for heads, relations in pairs)
        heads = tuple(head for claim in claims for head in claim.heads)
        return Sentence((*tails, *heads), claims, heads)

    # ---- questions

    def place(self, meta: Meta, children: list[Any]) -> Noun:
        thing: Noun = children[0]
        return thing if len(children) == 1 else replace(thing, place=children[2], span=(meta.start_pos, meta.end_pos))

    def where(self, _: Meta, children: list[Any]) -> Claim:
        return Claim((children[0],), (), (children[1],))

    def whether(self, _: Meta, children: list[Any]) -> Claim:
        head, relations, tail = children
        return Claim((head,), tuple(relations) if isinstance(relations, _Relations) else (relations,), (tail,))

    def which_block(self, _: Meta, children: list[Any]) -> Choice:
        return Choice("block", tuple(children[0]), children[1])

    def which_object(self, _: Meta, children: list[Any]) -> Choice:
        return Choice("object", tuple(children[0]), children[1], tuple(children[2:]))


def _divided(noun: Noun) -> tuple[Noun, tuple[_Predicate, ...]]:
    """Split off what a relative clause cannot say of a thing, since only blocks hold things.

    "Box one covers a star which is below a circle and has a square": it is the box that has the square, while in "... and is
    near a square" the clause goes on.
    """
    for at, (relations, _) in enumerate(noun.relatives):
        if at and CONTAINMENT.intersection(relations) and noun.sort != "block":
            return replace(noun, relatives=noun.relatives[:at]), noun.relatives[at:]
    return noun, ()


def _named(token: Token) -> str:
    return token.lower() if token.type == "NUMERAL" else str(token)


@cache
def _parser() -> Lark:
    return parsers.parser(
        f"{grammar('spartun.lark')}\n{words.terminals()}\n",
        start=["sentence", "question", "option"],
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
    )


_WORD: Final = re.compile(r"\w+|\S")
#: Relative clauses nest, and so does the transformation of their trees; the longest sentence of the data has 36 words.
_MOST_WORDS: Final = 200


def _parsed(text: str, start: str) -> Any:
    if sum(1 for _ in islice(_WORD.finditer(text), _MOST_WORDS + 1)) > _MOST_WORDS:
        raise ParseError(f"the {start} has more than {_MOST_WORDS} words and signs; split it", text, 0, len(text))
    try:
        return _Phrases().transform(_parser().parse(text, start=start))
    except VisitError as error:
        if not isinstance(error.orig_exc, _Unsaid):
            raise
        raise ParseError(error.orig_exc.message, text, *error.orig_exc.span) from None
    except UnexpectedInput as error:
        at = error.pos_in_stream
        at = len(text) if at is None or at < 0 or getattr(getattr(error, "token", None), "type", "") == "$END" else at
        word = _WORD.match(text, at)
        if word is None:
            raise ParseError(f"the {start} breaks off", text, at, at) from None
        reason = "is no word of SpaRTUN" if isinstance(error, UnexpectedCharacters) else "cannot stand here"
        raise ParseError(f"{word.group()[:40]!r} {reason}", text, at, word.end()) from None


@lru_cache(maxsize=8192)
def sentence(text: str) -> Sentence:
    """Return the phrases of a sentence, spans relative to it; raise ParseError where it cannot be read."""
    found: Sentence = _parsed(text, "sentence")
    return found


@lru_cache(maxsize=8192)
def question(text: str) -> Claim | Choice:
    """Return the phrases of a question; a claim without a relation means that the relation is what is asked."""
    found: Claim | Choice = _parsed(text, "question")
    return found


@lru_cache(maxsize=8192)
def option(text: str) -> Noun:
    """Return the phrase of one option of a question, such as ``"the red star"``."""
    found: Noun = _parsed(text, "option")
    return found
