"""From a sentence to its parse trees: the Lark parser over `grammars/english.lark`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from lark import Token, Tree, UnexpectedInput
from lark.tree import Meta

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.language.terminals import terminals
from qsr.resources import grammar

__all__ = ["MAX_TOKENS", "READINGS", "Unparsed", "tokens", "trees"]

#: Earley needs up to cubic time in the length of a sentence, so length is bounded; no sentence of a benchmark has 60.
MAX_TOKENS: Final = 160
#: A terminal may take time with the square of its characters, and a quoted name of any length is one token.
MAX_CHARACTERS: Final = 20_000
#: More digits than any amount has; Python itself refuses numbers of thousands of them.
_NUMBER: Final = re.compile(r"\d{100,}")
#: How many trees of one sentence are looked at before it counts as hopelessly ambiguous.
READINGS: Final = 512

#: Terminals that the grammar only ever offers together, under the name of the rule that does.
_KINDS: Final = {
    **dict.fromkeys(("NAME", "CAPITAL_A", "QUOTED", "NOUN_PHRASE", "PRONOUN"), "np"),
    **dict.fromkeys(("DIAGONAL", "VERTICAL", "HORIZONTAL", "DEPTH", "COMPASS"), "direction"),
}
#: More kinds of sentences than any benchmark has.
_CAPACITY: Final = 20_000

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SYMBOLS: Final = frozenset({"WS", "QUOTED", "NAME", "CAPITAL_A", "NOUN_PHRASE", "_AND", "_POSSESSIVE", "_STOP", "_QUESTION"})
#: Behind a keyword: "island" does not begin with "is".
_WHOLE_WORD: Final = r"(?!\w|-(?!hand)\w)"
# What to call the terminals in an error message, by what a writer would have to put there.
_EXPECTED: Final = (
    ("a verb such as 'is'", {"_BE", "_POSTURE", "VERB"}),
    ("a relation such as 'left of'", {"PREPOSITION", "HORIZONTAL", "VERTICAL"}),
    ("a name or a noun phrase", {"NAME", "NOUN_PHRASE"}),
    ("'of' or 'to' and a landmark", {"_OF", "_TO"}),
    ('a side, as in "on the table\'s left"', {"_POSSESSIVE"}),
    ("the end of the sentence", {"_STOP", "$END"}),
)


class Unparsed(ParseError):
    """A sentence that the grammar has no rule for, as against one that it reads and refuses."""


@cache
def _parser() -> Callable[[Sequence[Token], str], Tree[Token]]:
    made = parsers.parser(
        _grammar(),
        start=["sentence", "question"],
        parser="earley",
        lexer=parsers.Prelexed,
        ambiguity="explicit",
        propagate_positions=True,
        maybe_placeholders=False,
    )
    return parsers.with_lookahead(made, narrow=False)


@cache
def _scanner() -> parsers.Scanner:
    return parsers.scanner(_grammar(), _WHOLE_WORD, _SYMBOLS, start=["sentence", "question"])


@cache
def _grammar() -> str:
    return f"{grammar('english.lark')}\n{terminals()}\n"


@lru_cache(maxsize=64)  # a new sentence is asked about three times: for its shape, its trees and its wording
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text; raise ParseError at a sign that begins none, and for a text that is too long."""
    if sum(1 for _ in islice(_TOKEN.finditer(text), MAX_TOKENS + 1)) > MAX_TOKENS:
        raise ParseError(f"the sentence has more than {MAX_TOKENS} words and signs; split it", text, 0, len(text))
    if len(text) > MAX_CHARACTERS:
        raise ParseError(f"the sentence has more than {MAX_CHARACTERS:,} characters; split it", text, 0, len(text))
    if (number := _NUMBER.search(text)) is not None:
        raise ParseError("a number of a hundred digits or more is not read", text, *number.span())
    try:
        return tuple(_scanner().tokens(text))
    except UnexpectedInput as error:
        raise _explained(error.pos_in_stream or 0, getattr(error, "allowed", None) or (), text) from None


# ---------------------------------------------------------------- trees


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A tree without its words: leaves and ends are positions in the list of tokens."""

    data: str
    children: tuple[_Pattern | int, ...]
    ends: tuple[int, int] | None

    def over(self, tokens: Sequence[Token]) -> Tree[Token]:
        """Return the tree with these words."""
        meta = Meta()  # type: ignore[no-untyped-call]
        if self.ends is not None:
            meta.empty = False
            meta.start_pos, meta.end_pos = _start(tokens[self.ends[0]]), _end(tokens[self.ends[1]])
        children = [tokens[child] if isinstance(child, int) else child.over(tokens) for child in self.children]
        return Tree(self.data, children, meta)


class _Fault(NamedTuple):
    """Why words of some kinds cannot be read: the position of the first that cannot stand, and what could."""

    at: int
    expected: frozenset[str]


_patterns: dict[tuple[str, ...], tuple[_Pattern, ...] | _Fault] = {}


def trees(text: str, start: str = "sentence") -> Iterator[Tree[Token]]:
    """Yield every parse tree of a ``"sentence"`` or a ``"question"``, at most `READINGS` of them.

    The parser sees kinds of words only, so sentences whose words are of the same kinds are parsed once.

    Raises
    ------
    ParseError
        Where the words cannot be read; its offsets are into `text`.
    """
    found = tokens(text)
    kinds = (start, *(_KINDS.get(token.type, token.type) for token in found))
    patterns = _patterns.get(kinds)
    if patterns is None:
        try:
            patterns = _patterns_of(_parser()(found, start), found)
        except UnexpectedInput as error:
            at = next((place for place, token in enumerate(found) if token is getattr(error, "token", None)), len(found))
            patterns = _Fault(at, frozenset(getattr(error, "expected", ())))
        if len(_patterns) >= _CAPACITY:
            _patterns.clear()
        _patterns[kinds] = patterns
    if isinstance(patterns, _Fault):
        at = _start(found[patterns.at]) if patterns.at < len(found) else len(text)
        raise _explained(at, patterns.expected, text)
    return (pattern.over(found) for pattern in patterns)


def _patterns_of(tree: Tree[Token], tokens: Sequence[Token]) -> tuple[_Pattern, ...]:
    starts = {_start(token): position for position, token in enumerate(tokens)}
    ends = {_end(token): position for position, token in enumerate(tokens)}

    def pattern(node: Tree[Token] | Token) -> _Pattern | int:
        if not isinstance(node, Tree):
            return starts[_start(node)]
        meta = node.meta
        return _Pattern(
            str(node.data),
            tuple(pattern(child) for child in node.children),
            None if meta.empty else (starts[meta.start_pos], ends[meta.end_pos]),
        )

    found = (pattern(choice) for choice in islice(parsers.choices(tree, READINGS), READINGS))
    return tuple(dict.fromkeys(choice for choice in found if isinstance(choice, _Pattern)))


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0


def _explained(position: int, expected: Iterable[str], sentence: str) -> Unparsed:
    wanted = [text for text, names in _EXPECTED if not names.isdisjoint(expected)]
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
    return Unparsed(what + (f"; expected {' or '.join(wanted)}" if wanted else ""), sentence, position, end)
