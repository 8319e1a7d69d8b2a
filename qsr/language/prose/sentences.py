"""Sentences and questions of prose: all their readings, of which there has to be one."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final, TypeVar, cast

from lark import Lark, Token, Tree, UnexpectedInput
from lark.exceptions import VisitError

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.language.prose.claims import Asked, Said
from qsr.language.prose.meaning import Interpreter
from qsr.language.prose.tokens import tokens
from qsr.resources import grammar

__all__ = ["question", "sentence"]

T = TypeVar("T", Said, Asked)
#: Earley takes cubic time at worst; no sentence that a person writes has so many words.
_MAX_TOKENS: Final = 80
_READINGS: Final = 256


@cache
def _parser() -> Lark:
    return parsers.parser(
        grammar("prose.lark"),
        start=["sentence", "question"],
        parser="earley",
        lexer=parsers.Prelexed,
        ambiguity="explicit",
        propagate_positions=True,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=4096)
def sentence(text: str) -> Said:
    """Return what a sentence claims; raise ParseError, with a place in it, where it cannot be read or means two things."""
    return cast("Said", _read(text, "sentence"))


@lru_cache(maxsize=4096)
def question(text: str) -> Asked:
    """Return what a question asks; raise ParseError as `sentence` does."""
    return cast("Asked", _read(text, "question"))


def _read(text: str, start: str) -> Said | Asked:
    words = tokens(text)
    if len(words) > _MAX_TOKENS:
        raise ParseError(f"the sentence has more than {_MAX_TOKENS} words; split it", text, 0, len(text))
    try:
        tree = _parser().parse(cast("str", words), start=start)
    except UnexpectedInput as error:
        raise _explained(error, text) from None
    found: dict[Said | Asked, None] = {}
    faults: list[ParseError] = []
    for choice in islice(parsers.choices(tree, _READINGS), _READINGS):
        try:
            found[_interpreted(cast("Tree[Token]", choice), text)] = None
        except VisitError as error:
            if not isinstance(error.orig_exc, ParseError):
                raise
            faults.append(error.orig_exc)
    if not found:
        raise faults[0]
    if len(found) > 1:
        raise ParseError("this can be read in more than one way; say it in shorter sentences", text, 0, len(text.rstrip()))
    return next(iter(found))


def _interpreted(tree: Tree[Token], text: str) -> Any:
    return Interpreter(text).transform(tree)


def _explained(error: UnexpectedInput, text: str) -> ParseError:
    token = getattr(error, "token", None)
    if isinstance(token, Token) and token.type != "$END":
        start, end = token.start_pos or 0, token.end_pos or 0
        return ParseError(f"{str(token)!r} cannot be read here", text, start, end)
    return ParseError("the sentence breaks off", text, len(text.rstrip()), len(text.rstrip()))
