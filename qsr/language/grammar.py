"""From a sentence to its parse trees: the Lark parser over `grammars/english.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Final

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import PatternRE, TerminalDef

from qsr.errors import ParseError
from qsr.language.terminals import terminals
from qsr.resources import grammar

__all__ = ["MAX_TOKENS", "READINGS", "tokens", "trees"]

#: Earley needs up to cubic time in the length of a sentence, so length is bounded; no sentence of a benchmark has 60.
MAX_TOKENS: Final = 160
#: How many trees of one sentence are looked at before it counts as hopelessly ambiguous.
READINGS: Final = 512

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SYMBOLS: Final = frozenset({"WS", "QUOTED", "NAME", "CAPITAL_A", "NOUN_PHRASE", "_AND", "_POSSESSIVE", "_STOP", "_QUESTION"})
# What to call the terminals in an error message, by what a writer would have to put there.
_EXPECTED: Final = (
    ("a verb such as 'is'", {"_BE", "_POSTURE", "VERB"}),
    ("a relation such as 'left of'", {"PREPOSITION", "HORIZONTAL", "VERTICAL"}),
    ("a name or a noun phrase", {"NAME", "NOUN_PHRASE"}),
    ("'of' or 'to' and a landmark", {"_OF", "_TO"}),
    ("the end of the sentence", {"_STOP", "$END"}),
)


def _whole_words(terminal: TerminalDef) -> TerminalDef:
    """Make a keyword match whole words only; "island" does not begin with "is"."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternRE) and terminal.name not in _SYMBOLS:
        terminal.pattern = PatternRE(f"(?:{pattern.value})(?!\\w|-(?!hand)\\w)", pattern.flags)
    return terminal


@cache
def _parser() -> Lark:
    return Lark(
        _grammar(),
        start=["sentence", "question"],
        parser="earley",
        lexer="basic",
        ambiguity="explicit",
        propagate_positions=True,
        maybe_placeholders=False,
        edit_terminals=_whole_words,
    )


@cache
def _lexer() -> Lark:
    """Return the same grammar for its tokens only; Lark would build a lexer anew for every text that a parser lexes."""
    return Lark(_grammar(), start=["sentence", "question"], parser=None, lexer="basic", edit_terminals=_whole_words)


@cache
def _grammar() -> str:
    return f"{grammar('english.lark')}\n{terminals()}\n"


def trees(text: str, start: str = "sentence") -> Iterator[Tree[Token]]:
    """Yield every parse tree of a ``"sentence"`` or a ``"question"``, at most `READINGS` of them.

    Raises
    ------
    ParseError
        Where the words cannot be read; its offsets are into `text`.
    """
    if sum(1 for _ in islice(_TOKEN.finditer(text), MAX_TOKENS + 1)) > MAX_TOKENS:
        raise ParseError(f"the sentence has more than {MAX_TOKENS} words and signs; split it", text, 0, len(text))
    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explained(error, text) from None
    return islice((_one(choice) for choice in _choices(tree)), READINGS)


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text; raise ParseError at a sign that begins none."""
    try:
        return list(_lexer().lex(text))
    except UnexpectedInput as error:
        raise _explained(error, text) from None


def _choices(tree: Tree[Token] | Token) -> Iterator[Tree[Token] | Token]:
    """Unfold the ambiguous nodes of a forest, lazily."""
    if not isinstance(tree, Tree):
        yield tree
    elif tree.data == "_ambig":
        for child in tree.children:
            yield from _choices(child)
    elif not any(isinstance(child, Tree) for child in tree.children):
        yield tree
    else:
        for children in product(*(list(islice(_choices(child), READINGS)) for child in tree.children)):
            yield Tree(tree.data, list(children), tree.meta)


def _one(tree: Tree[Token] | Token) -> Tree[Token]:
    if not isinstance(tree, Tree):  # the start rule always makes a tree
        raise TypeError(tree)
    return tree


def _explained(error: UnexpectedInput, sentence: str) -> ParseError:
    position = error.pos_in_stream if error.pos_in_stream is not None and error.pos_in_stream >= 0 else len(sentence)
    expected: set[str] = set(
        getattr(error, "expected", None) or getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    )
    wanted = [text for text, names in _EXPECTED if names & expected]
    rest = sentence[position:]
    found = _TOKEN.match(rest)
    if not rest.strip():
        what, end = "the sentence breaks off", position
    elif found is None or not found.group()[0].isalnum():
        what, end = f"{rest[0]!r} cannot stand here", position + 1
    else:
        word = found.group()
        shown = word if len(word) <= 40 else word[:39] + "…"
        what, end = f"{shown!r} cannot be read here", position + len(word)
    return ParseError(what + (f"; expected {' or '.join(wanted)}" if wanted else ""), sentence, position, end)
