"""Lark's parsers and lexers over grammars that are compiled once and kept on disk (`qsr.kept`).

Reading a grammar takes Lark a hundred milliseconds, most of the time of a short command; what comes of it, the rules and the
terminals, is plain data, from which a parser is made in a few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import islice, product
from typing import Any, cast

import lark
from lark import Lark, Token, Tree, UnexpectedCharacters
from lark.grammar import Rule
from lark.lexer import BasicLexer, Lexer, PatternRE, TerminalDef
from lark.load_grammar import Grammar

from qsr.kept import expression, kept

__all__ = ["Prelexed", "Scanner", "choices", "parser", "scanner", "with_lookahead"]


class Prelexed(Lexer):
    """Hands the parser tokens that are there already, given to `Lark.parse` in place of a text."""

    def __init__(self, configuration: object) -> None:
        """Take Lark's configuration of a lexer, which has no part in this."""

    def lex(self, lexer_state: object, parser_state: object = None) -> Iterator[Token]:
        """Yield the tokens that were given as the text."""
        return iter(cast("Sequence[Token]", lexer_state))


class _Compiled(Grammar):
    """A grammar whose rules and terminals are there already."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def compile(self, start: object, terminals_to_keep: object) -> tuple[list[TerminalDef], list[Rule], list[str]]:
        """Return the terminals, the rules, and the names of the terminals that are passed over."""
        terminals = [TerminalDef.deserialize(one, {}) for one in self._data["terminals"]]
        for terminal in terminals:
            terminal.pattern.flags = frozenset(terminal.pattern.flags)  # JSON has lists only
        return terminals, [Rule.deserialize(one, {}) for one in self._data["rules"]], list(self._data["ignored"])


def parser(text: str, **options: Any) -> Lark:
    """Return ``Lark(text, **options)``, its grammar compiled at most once on this machine."""

    def build() -> dict[str, Any]:
        built = Lark(text, **options)
        return {
            "terminals": [one.serialize() for one in built.terminals],
            "rules": [one.serialize() for one in built.rules],
            "ignored": list(built.ignore_tokens),
        }

    return Lark(_Compiled(kept("grammar", (lark.__version__, text, repr(sorted(options.items()))), build)), **options)


class _Ahead(dict[Any, list[Rule]]):
    """What an Earley parser predicts for a symbol, narrowed to what the token at hand can begin and was not predicted there."""

    def __init__(self, earley: Any, known: dict[tuple[Any, str], dict[int, Rule]], narrow: bool) -> None:
        super().__init__(earley.predictions)
        self._earley, self._known, self._narrow = earley, known, narrow
        self.at("")

    def at(self, token: str) -> None:
        """Go on to a token of this kind."""
        self._token = token if self._narrow else ""
        #: What was predicted here: a second item of a rule that begins here would be the first one.
        self._symbols: set[Any] = set()
        self._rules: set[int] = set()

    def __getitem__(self, symbol: Any) -> list[Rule]:
        if symbol in self._symbols:
            return []
        self._symbols.add(symbol)
        found = self._known.get((symbol, self._token))
        if found is None:
            found = {id(rule): rule for rule in super().__getitem__(symbol) if not self._narrow or self._begins(rule)}
            self._known[symbol, self._token] = found
        new = [rule for key, rule in found.items() if key not in self._rules]
        self._rules.update(found)
        return new

    def _begins(self, rule: Rule) -> bool:
        for symbol in rule.expansion:
            if symbol.name == self._token or any(one.name == self._token for one in self._earley.FIRST.get(symbol, ())):
                return True
            if symbol not in self._earley.NULLABLE:
                return False
        return True


class _Reading:
    """Hands an Earley parser its tokens, and lets what it predicts know of each."""

    def __init__(self, words: Sequence[Token], ahead: _Ahead) -> None:
        self._words, self._ahead = words, ahead

    def lex(self, _: object) -> Iterator[Token]:
        for word in self._words:
            self._ahead.at(word.type)
            yield word
        self._ahead.at("")


def with_lookahead(parser: Lark, *, narrow: bool = True) -> Callable[[Sequence[Token], str], Tree[Token]]:
    """Return what parses ready tokens, given with a start symbol, as an Earley parser of `Prelexed` tokens does, and much faster.

    A rule is predicted only where the next token can begin it: lookahead of one (A. V. Aho and J. D. Ullman, "The Theory of
    Parsing, Translation, and Compiling", volume 1, 1972, section 4.2.2), and once at each place; that changes no result.
    An error tells all that could stand at its place only if not `narrow`, which leaves the lookahead out.
    """
    earley: Any = parser.parser.parser
    known: dict[tuple[Any, str], dict[int, Rule]] = {}

    def parse(words: Sequence[Token], start: str) -> Tree[Token]:
        own = copy(earley)
        own.predictions = _Ahead(earley, known, narrow)
        own.predictions.at(words[0].type if words else "")
        return cast("Tree[Token]", own.parse(_Reading(words, own.predictions), start))

    return parse


def choices(tree: Tree[Token] | Token, most: int) -> Iterator[Tree[Token] | Token]:
    """Unfold the ambiguous nodes of a forest, lazily; of each part at most so many."""
    if not isinstance(tree, Tree):
        yield tree
    elif tree.data == "_ambig":
        for child in tree.children:
            yield from choices(child, most)
    elif not any(isinstance(child, Tree) for child in tree.children):
        yield tree
    else:
        for children in product(*(list(islice(choices(child, most), most)) for child in tree.children)):
            yield Tree(tree.data, list(children), tree.meta)


class Scanner:
    """Cuts a text into tokens as Lark's basic lexer does; see `scanner`."""

    def __init__(self, patterns: Sequence[str], terminals: Sequence[str], ignored: Sequence[str]) -> None:
        self._expressions = [expression(pattern) for pattern in patterns]
        self._wanted = set(terminals).difference(ignored)

    def tokens(self, text: str) -> Iterator[Token]:
        """Yield the tokens of a text; raise lark.UnexpectedCharacters, which knows its place, at a sign that begins none."""
        at = 0
        while at < len(text):
            match = next((found for one in self._expressions if (found := one.match(text, at)) is not None), None)
            if match is None or match.lastgroup is None:
                raise UnexpectedCharacters(text, at, 1, at + 1, allowed=self._wanted)  # type: ignore[no-untyped-call]
            if match.lastgroup in self._wanted:
                yield Token(match.lastgroup, match.group(), at, end_pos=match.end())
            at = match.end()


def scanner(text: str, boundary: str, symbols: frozenset[str], **options: Any) -> Scanner:
    """Return the lexer over all terminals of a grammar.

    Parameters
    ----------
    text
        The grammar; none of its terminals may be a string that another one matches.
    boundary
        What has to follow a terminal, as a regular expression without width.
    symbols
        Names of the terminals that anything may follow.
    options
        As for `lark.Lark`.
    """

    def bounded(terminal: TerminalDef) -> TerminalDef:
        pattern = terminal.pattern
        if isinstance(pattern, PatternRE) and terminal.name not in symbols:
            terminal.pattern = PatternRE(f"(?:{pattern.value}){boundary}", pattern.flags)
        return terminal

    def build() -> dict[str, Any]:
        lexer = cast("BasicLexer", Lark(text, parser=None, lexer="basic", edit_terminals=bounded, **options).lexer)
        found = lexer.scanner
        if lexer.callback:
            raise ValueError(f"terminals that match others: {', '.join(lexer.callback)}")
        return {
            "patterns": [one.pattern for one in found._mres],
            "terminals": sorted(found.allowed_types),
            "ignored": sorted(lexer.ignore_types),
        }

    sources = (lark.__version__, text, boundary, *sorted(symbols), repr(sorted(options.items())))
    return Scanner(**kept("terminals", sources, build))
