"""From one sentence of SpartQA to phrases: what is described how, and which relations are said of it; nothing is resolved yet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import islice
from typing import Any, Final, TypeAlias

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters, VisitError
from lark.tree import Meta

from qsr import resources
from qsr.errors import ParseError
from qsr.language import parsers
from qsr.story import Span

__all__ = ["Choice", "Claim", "Clause", "Noun", "Predicate", "description", "numerals", "question", "sentence"]


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase as written: every field that it leaves out is empty.

    `quantity` is ``"a"``, ``"the"``, ``"this"``, ``"all"``, ``"any"`` or ``"it"``; `count` is how many are meant,
    0 for a plural that does not say.
    `kind` is ``"block"``, a shape, ``"thing"`` for one of any shape, or empty for "it". `edge` is the relation of what touches
    the edge of the block that the rest describes. `claims` say where the thing is: "which is ..."; `holds` what is in the block.
    """

    span: Span
    quantity: str = ""
    count: int = 1
    size: str = ""
    colour: str = ""
    kind: str = ""
    names: tuple[str, ...] = ()
    number: int | None = None
    edge: str = ""
    claims: tuple[Predicate, ...] = ()
    holds: tuple[Noun, ...] = ()


#: Relations, and what they relate something to.
Predicate: TypeAlias = tuple[tuple[str, ...], tuple[Noun, ...]]


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause says of its heads, in the order of the words: `fronted` where the landmarks stand first.

    `named` are names for blocks that the heads mean.
    """

    heads: tuple[Noun, ...]
    predicates: tuple[Predicate, ...] = ()
    fronted: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A question whether relations hold between what two phrases describe; without relations, which ones do."""

    head: Noun
    relations: tuple[str, ...]
    tail: Noun


@dataclass(frozen=True, slots=True)
class Choice:
    """A question which block has something, or has it not, or which of `options` stands in relations to what is described."""

    relations: tuple[str, ...]
    tail: Noun
    options: tuple[Noun, ...] = ()
    negated: bool = False


class _Unsaid(Exception):
    """A sentence that the grammar lets pass and that has no meaning, or more than one."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message, span)
        self.message, self.span = message, span


# ---------------------------------------------------------------- words

_own: Final = partial(resources.table, "spartqa.toml")
_shared: Final = partial(resources.table, "spartun_words.toml")
_KINDS: Final = ("SHAPE", "GENERAL", "BLOCKS")
_QUANTITIES: Final = {"ARTICLE": "a", "DEFINITE": "the", "EVERY": "all", "SOME": "any", "NUMERAL": "a"}


@cache
def numerals() -> list[str]:
    """Return the numerals from one on."""
    return sorted(_shared()["numerals"], key=_shared()["numerals"].__getitem__)


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())


def _quantity(word: Token) -> str:
    return "this" if word.lower() in ("this", "these") else _QUANTITIES[word.type]


@cache
def _meanings(section: str) -> dict[str, str]:
    """Return phrase -> entry of a section of either table; in the shared ones an entry is a word itself."""
    own = {phrase: entry for entry, phrases in _own().get(section, {}).items() for phrase in phrases}
    shared = {phrase: entry for entry, phrases in _shared().get(section, {}).items() for phrase in (entry, *phrases)}
    return own or shared


def _pattern(phrases: Iterable[str], before: str = "") -> str:
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    words = "|".join(re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['’]") for phrase in ordered)
    return rf"(?:{words})(?![\w-]){before}".replace("/", r"\/")


@cache
def _grammar() -> str:
    own = {
        f"{name}.{6 if len(phrases[0].split()) > 1 else 4}": _pattern(phrases) for name, phrases in _own()["terminals"].items()
    }
    kinds = {
        "SHAPE": _meanings("shapes"),
        "GENERAL": _meanings("general"),
        "SIZE": _meanings("sizes"),
        "COLOUR": _meanings("colours"),
    }
    numerals = _pattern(_shared()["numerals"])
    described = [word for words in kinds.values() for word in words] + ["block", "blocks"]
    found = {
        **own,
        # "A" is the name of a block, unless it stands before words that describe something.
        "ARTICLE.5": _pattern(_own()["terminals"]["ARTICLE"], rf"(?=\s+{_pattern(described)})"),
        "RELATION.5": _pattern(_meanings("relations")),
        "VERB.5": _pattern(_meanings("verbs")),
        "EDGE.7": _pattern(_meanings("edges")),
        **{f"{name}.4": _pattern(words) for name, words in kinds.items()},
        "NUMBER.5": rf"number\s+{numerals}",
        "NUMERAL.4": numerals,
        "IGNORED.4": _pattern(_own()["ignored"]["words"]),
    }
    del found["ARTICLE.4"]
    lines = [f"{name}: /{pattern}/i" for name, pattern in found.items()]
    return "\n".join([resources.grammar("spartqa.lark"), *lines, r"NAME.3: /[A-Z]{1,3}(?![\w'’-])/", ""])


# ---------------------------------------------------------------- trees


def _spread(noun: Noun, meta: Meta, **more: Any) -> Noun:
    """Return a noun phrase with what else is said of it, over all its words."""
    return replace(noun, span=(meta.start_pos, meta.end_pos), **more)


class _Relations(tuple[str, ...]):
    """The relations of a predicate, told from its other children."""


@v_args(meta=True)
class _Phrases(Transformer[Token, Any]):
    """One method per rule of `spartqa.lark`."""

    def _ambig(self, children: list[Any]) -> Any:
        if any(child != children[0] for child in children):
            raise _Unsaid("this can be read in more than one way")
        return children[0]

    # ---- relations

    def relation(self, _: Meta, children: list[Token]) -> str:
        return _meanings("relations")[_plain(children[0])]

    def verb(self, _: Meta, children: list[Token]) -> _Relations:
        return _Relations([_meanings("verbs")[_plain(children[0])]])

    def relations(self, _: Meta, children: list[str]) -> _Relations:
        return _Relations(children)

    def predicate(self, _: Meta, children: list[Any]) -> Predicate:
        if isinstance(children[0], Token):
            start, end = children[0].start_pos, children[0].end_pos
            return ("inside",), (Noun((start or 0, end or 0), kind="block", quantity="it"),)
        relations, tails = children
        return tuple(relations), (tails,) if isinstance(tails, Noun) else tails

    def predicates(self, _: Meta, children: list[Predicate]) -> tuple[Predicate, ...]:
        return tuple(children)

    # ---- descriptions

    def quantity(self, _: Meta, children: list[Token]) -> dict[str, Any]:
        word = children[0]
        counted = {"count": _shared()["numerals"][word.lower()]} if word.type == "NUMERAL" else {}
        return {"quantity": _quantity(word), **counted}

    def _described(self, meta: Meta, children: list[Any]) -> Noun:
        found: dict[str, Any] = {"span": (meta.start_pos, meta.end_pos)}
        names: list[str] = []
        for child in children:
            if isinstance(child, dict):
                found |= child
                continue
            if child.type in _KINDS and child.lower().endswith("s"):
                found.setdefault("count", 0)
            if child.type == "NAME":
                names.append(str(child))
            elif child.type == "PRONOUN":
                found["quantity"] = "it"
            elif child.type == "DEFINITE":
                found["quantity"] = _quantity(child)
            elif child.type == "NUMBER":
                found["number"] = _shared()["numerals"][child.split()[-1].lower()]
            elif child.type in ("SIZE", "COLOUR"):
                found[child.type.lower()] = _meanings(f"{child.type.lower()}s")[_plain(child)]
            elif child.type == "SHAPE":
                found["kind"] = _meanings("shapes")[_plain(child)]
            elif child.type == "GENERAL":
                found["kind"] = "thing"
            else:
                found["kind"] = "block"
        if names:
            found |= {"kind": "block", "names": tuple(names)}
        return Noun(**found)

    shape = block = called = _described

    def edge(self, meta: Meta, children: list[Any]) -> Noun:
        side, block = children
        return _spread(block, meta, edge=_meanings("edges")[_plain(side)])

    def which(self, meta: Meta, children: list[Any]) -> Noun:
        thing, relations, other = children
        return _spread(thing, meta, claims=((tuple(relations), (other,)),))

    def placed(self, meta: Meta, children: list[Any]) -> Noun:
        thing, relation, block = children
        if _meanings("relations")[_plain(relation)] != "inside":
            raise _Unsaid("'in' or 'which is' was expected", (relation.start_pos, relation.end_pos))
        return _spread(thing, meta, claims=((("inside",), (block,)),))

    def described(self, meta: Meta, children: list[Any]) -> Noun:
        thing, *claims = children
        return _spread(thing, meta, claims=tuple(claims))

    def holding(self, meta: Meta, children: list[Any]) -> Noun:
        thing, *rest = (child for child in children if not isinstance(child, Token))
        if isinstance(rest[0], _Relations) and rest[0] != ("contains",):
            raise _Unsaid("'which has' was expected", thing.span)
        return _spread(thing, meta, holds=rest[-1])

    def nouns(self, _: Meta, children: list[Noun]) -> tuple[Noun, ...]:
        return tuple(children)

    def names(self, _: Meta, children: list[Token]) -> tuple[str, ...]:
        return tuple(map(str, children))

    # ---- sentences

    def sentence(self, _: Meta, children: list[Any]) -> tuple[Clause, ...]:
        clauses: list[Clause] = []
        for child in children:
            if not isinstance(child, Token):
                clauses += child if isinstance(child, list) else [child]
        return tuple(clauses)

    def there(self, _: Meta, children: list[Any]) -> Clause:
        return Clause(*children)

    def named(self, _: Meta, children: list[Any]) -> Clause:
        called, names = children
        return Clause((called,), named=names)

    def located(self, _: Meta, children: list[Any]) -> Clause:
        heads, *rest = children
        return Clause(heads, ((tuple(rest[0]), rest[1]),) if isinstance(rest[0], _Relations) else rest[0])

    def fronted(self, _: Meta, children: list[Any]) -> Clause:
        predicates, heads = children
        return Clause(heads, predicates, fronted=True)

    def shared(self, _: Meta, children: list[Any]) -> list[Clause]:
        first, names, second, others, tails = children
        return [Clause(first, ((tuple(names), tails),)), Clause(second, ((tuple(others), tails),))]

    # ---- questions

    def whether(self, _: Meta, children: list[Any]) -> Claim:
        head, relations, tail = children
        return Claim(head, tuple(relations), tail)

    def where(self, _: Meta, children: list[Noun]) -> Claim:
        return Claim(children[0], (), children[1])

    def which_block(self, _: Meta, children: list[Any]) -> Choice:
        does, tail = children
        if isinstance(does, _Relations) and does != ("contains",):
            raise _Unsaid("'which blocks have' was expected", tail.span)
        return Choice(("contains",), tail, negated=isinstance(does, Token))

    def which_object(self, _: Meta, children: list[Any]) -> Choice:
        *kind, relations, tail, one, other = children
        if kind and replace(kind[0], span=(0, 0)) != Noun((0, 0), kind="thing"):
            raise _Unsaid("'which object' was expected", kind[0].span)
        return Choice(tuple(relations), tail, (one, other))


@cache
def _parser() -> Lark:
    return parsers.parser(
        _grammar(),
        start=["sentence", "question", "asked"],
        parser="earley",
        lexer="basic",
        ambiguity="explicit",
        propagate_positions=True,
        maybe_placeholders=False,
    )


_WORD: Final = re.compile(r"\w+|\S")
#: The longest sentence of the data has some 60 words; relative clauses nest.
_MOST_WORDS: Final = 120


@lru_cache(maxsize=8192)
def _parsed(text: str, start: str) -> Any:
    if sum(1 for _ in islice(_WORD.finditer(text), _MOST_WORDS + 1)) > _MOST_WORDS:
        raise ParseError(f"there are more than {_MOST_WORDS} words and signs; split it", text, 0, len(text))
    try:
        return _Phrases().transform(_parser().parse(text, start=start))
    except VisitError as error:
        if not isinstance(error.orig_exc, _Unsaid):
            raise
        raise ParseError(error.orig_exc.message, text, *(error.orig_exc.span or (0, len(text)))) from None
    except UnexpectedInput as error:
        at = getattr(error, "pos_in_stream", None)
        at = len(text) if at is None or at < 0 or getattr(getattr(error, "token", None), "type", "") == "$END" else at
        word = _WORD.match(text, at)
        if word is None:
            raise ParseError("the sentence breaks off", text, at, at) from None
        reason = "is no word of SpartQA" if isinstance(error, UnexpectedCharacters) else "cannot stand here"
        raise ParseError(f"{word.group()[:40]!r} {reason}", text, at, word.end()) from None


def sentence(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, spans relative to it; raise ParseError where it cannot be read, or in two ways."""
    found: tuple[Clause, ...] = _parsed(text, "sentence")
    return found


def question(text: str) -> Claim | Choice:
    """Return what a question asks; raise ParseError."""
    found: Claim | Choice = _parsed(text, "question")
    return found


def description(text: str) -> Noun:
    """Return the phrase that a text without more is, such as ``"small star number one in block A"``; raise ParseError."""
    found: Noun = _parsed(text, "asked")
    return found
