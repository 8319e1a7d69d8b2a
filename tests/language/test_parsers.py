"""Parsers whose grammar was compiled before are those that Lark makes of the grammar's text."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from lark import Lark, Token, UnexpectedCharacters, UnexpectedInput

from qsr.language import grammar, parsers

SENTENCES = (
    "The cup is two units left of the pen.",
    'Neither the red cup nor "x). :- not y(" is above A, the island or South Africa.',
    "What is the relation of the agent A to the agent C?",
    "The table’s left side\n touches   the wall, and it is at 4 o'clock.",
)


@pytest.fixture
def built() -> Lark:
    def bounded(terminal):  # type: ignore[no-untyped-def]
        pattern = terminal.pattern
        if pattern.type == "re" and terminal.name not in grammar._SYMBOLS:
            terminal.pattern = type(pattern)(f"(?:{pattern.value}){grammar._WHOLE_WORD}", pattern.flags)
        return terminal

    return Lark(grammar._grammar(), start=["sentence", "question"], parser=None, lexer="basic", edit_terminals=bounded)


def test_tokens_are_those_of_the_basic_lexer(built: Lark) -> None:
    for text in SENTENCES:
        found = [(token.type, str(token), token.start_pos, token.end_pos) for token in grammar.tokens(text)]
        assert found == [(token.type, str(token), token.start_pos, token.end_pos) for token in built.lex(text)]


def test_a_sign_that_begins_no_token_has_its_place(built: Lark) -> None:
    with pytest.raises(UnexpectedCharacters) as ours:
        list(grammar._scanner().tokens("The cup $ is"))
    with pytest.raises(UnexpectedCharacters) as larks:
        list(built.lex("The cup $ is"))
    assert (ours.value.pos_in_stream, ours.value.allowed) == (larks.value.pos_in_stream, larks.value.allowed)


@pytest.mark.parametrize("kind", ["earley", "lalr"])
def test_trees_are_those_of_the_text(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QSR_CACHE", str(tmp_path))
    text = 'start: [A] "," b+ -> named\n?b: "(" b ")" | WORD\nA: "a"i\nWORD.2: /[b-z]+/i\n%ignore /\\s+/\n'
    options = {"parser": kind, "propagate_positions": True, "maybe_placeholders": True}
    trees = [made(text, **options).parse("A, (bc) D") for made in (Lark, parsers.parser, parsers.parser)]
    assert trees[0] == trees[1] == trees[2]
    assert [tree.meta.end_pos for tree in trees] == [9, 9, 9]


def test_lookahead_changes_no_result() -> None:
    grammar = "%declare A B C\nstart: x y? | x start\nx: A | A B\ny: B | C y | z\nz: A?  C"
    made = parsers.parser(grammar, parser="earley", lexer=parsers.Prelexed, ambiguity="explicit", maybe_placeholders=False)
    ahead = parsers.with_lookahead(made)
    for size in range(1, 6):
        for kinds in product("ABC", repeat=size):
            words = [Token(kind, kind.lower()) for kind in kinds]
            results = []
            for narrowed in (False, True):
                try:
                    results.append(ahead(words, "start") if narrowed else made.parse(words, start="start"))
                except UnexpectedInput as error:
                    results.append((type(error), getattr(error, "token", None)))
            assert results[0] == results[1]
