"""The grammar of prose as a GBNF grammar, the form in which servers of llama.cpp take what a reply has to keep to.

The rules are those of `grammars/prose.lark`, the words those of its lexicon. Both are taken in part, since a server follows all
readings of what was said so far at once: the alternatives that `grammars/assist.toml` lists, without what may be left out; the
words of the sentence that is asked for, of the story before it, and of the table. Whether a sentence is read at all is still for
the reader to tell, which looks at more than the order of words.

GBNF has no left recursion: where a rule would begin with itself ("Ann's sister's mug"), it begins once with what does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from qsr import resources
from qsr.language.prose.entries import phrases

__all__ = ["reply_grammar"]

#: An expression: a symbol, or an operator with its parts; None is what nothing matches, an empty sequence what is left out.
Expression: TypeAlias = tuple[Any, ...]
_Rules: TypeAlias = dict[str, Expression]

_START: Final = "clause"
_SIGNS: Final[Mapping[str, str]] = {"COMMA": ",", "SEMICOLON": ";", "COLON": ":", "STOP": "."}
#: What is joined to the word before it.
_JOINED: Final = frozenset({"APOSTROPHE_S", "APOSTROPHE"})
_WORD: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
#: The behind of a rule's name that begins with none of the rules that begin with each other.
_BASE: Final = "-base"
_MOST: Final = 4


def reply_grammar(texts: Iterable[str]) -> str:
    """Return the grammar of a reply (`qsr.assist.prompts.SCHEMA`) whose sentences are built of the words of some texts.

    Parameters
    ----------
    texts
        The sentence that is asked for, and those before it.

    Examples
    --------
    >>> grammar = reply_grammar(["The mug sits in the sink."])
    >>> grammar.splitlines()[0].startswith("root ::= ")
    True
    """
    said = [word for text in texts for word in _WORD.findall(text.replace("’", "'"))]
    plain = _WORD.findall(resources.table("assist.toml")["grammar"]["words"])
    small = frozenset(word.lower() for word in (*said, *plain))
    names = frozenset(word for word in said if word[:1].isupper())
    words = _terminals(small, names)
    rules = _reachable(_productive(_unrecursed(_rules()), words))
    lines = [_root()]
    lines += [f"{_name(rule)} ::= {_shown(rules[rule])}" for rule in rules]
    used = {symbol for one in rules.values() for symbol in _symbols(one)}
    lines += [f"{_name(kind)} ::= {text}" for kind, text in words.items() if kind in used]
    return "\n".join(lines) + "\n"


def _root() -> str:
    """Return the rule of a reply: sentences, or nothing, or why not."""

    def text(words: str) -> str:
        return json.dumps(words)

    sentence = f"{text(chr(34))} {_START} {text('.' + chr(34))}"
    several = f"({sentence}) ({text(', ')} {sentence}){{0,{_MOST - 1}}}"
    why = r"[^\"\\\x00-\x1f]{1,120}"
    empty = '"sentences": null, '
    return (
        f"root ::= {text('{' + chr(34) + 'sentences' + chr(34) + ': [')} {several} "
        f"{text('], ' + chr(34) + 'nothing' + chr(34) + ': false, ' + chr(34) + 'cannot' + chr(34) + ': null}')}"
        f" | {text('{' + empty + chr(34) + 'nothing' + chr(34) + ': true, ' + chr(34) + 'cannot' + chr(34) + ': null}')}"
        f" | {text('{' + empty + chr(34) + 'nothing' + chr(34) + ': false, ' + chr(34) + 'cannot' + chr(34) + ': ' + chr(34))}"
        f" {why} {text(chr(34) + '}')}"
    )


# ---------------------------------------------------------------- words


def _terminals(small: frozenset[str], names: frozenset[str]) -> dict[str, str]:
    """Return what each class of words stands for in GBNF, its leading space included."""
    found: dict[str, list[str]] = {}
    for phrase, entry in phrases().items():
        if small.issuperset(word for part in phrase for word in _WORD.findall(part)):
            found.setdefault(entry.kind, []).append(" ".join(phrase))
    shown = {kind: _either([f"{'' if kind in _JOINED else ' '}{one}" for one in several]) for kind, several in found.items()}
    known = {phrase[0] for phrase in phrases() if len(phrase) == 1}
    shown["WORD"] = _either([f" {word}" for word in sorted(small - known)])
    shown["NAME"] = _either([f" {name}" for name in sorted(names) if name.lower() not in known])
    numbers = [shown["NUMBER"]] if "NUMBER" in shown else []
    shown["NUMBER"] = " | ".join([*numbers, '" " [0-9]{1,4}'])
    shown.update({kind: json.dumps(sign) for kind, sign in _SIGNS.items()})
    return {kind: text for kind, text in shown.items() if text}


def _either(several: Sequence[str]) -> str:
    """Return texts of which one is wanted, each with a small or a capital letter at its beginning."""
    shown = []
    for one in several:
        first = re.search(r"[^\W\d_]", one)
        if first is None or not one[first.start()].islower():
            shown.append(json.dumps(one, ensure_ascii=False))
            continue
        at = first.start()
        begins = f"{json.dumps(one[:at])} " if at else ""
        rest = f" {json.dumps(one[at + 1 :], ensure_ascii=False)}" if one[at + 1 :] else ""
        shown.append(f"{begins}[{one[at]}{one[at].upper()}]{rest}")
    return " | ".join(shown)


# ---------------------------------------------------------------- rules


@cache
def _rules() -> Mapping[str, Expression]:
    """Return the rules of prose that the table lists, as expressions."""
    from lark import load_grammar

    read: Any = load_grammar.load_grammar  # has no types
    grammar, _ = read(resources.grammar("prose.lark"), "prose.lark", [], False)
    chosen = resources.table("assist.toml")["grammar"]
    found: dict[str, Expression] = {}
    for name, _, tree, _ in grammar.rule_defs:
        wanted = chosen["rules"].get(str(name), ())
        kept = [
            one
            for one in tree.children
            if wanted == "all" or (str(one.children[1].name) if one.data == "alias" else "") in wanted
        ]
        if kept:
            found[str(name)] = ("either", *(_expression(one, whole=name in chosen["whole"]) for one in kept))
    return found


def _expression(tree: Any, *, whole: bool) -> Expression:
    """Return what a tree of Lark stands for; what may be left out is, unless the whole is wanted."""
    parts = tree.children
    if tree.data == "alias":
        return _expression(parts[0], whole=whole)
    if tree.data == "value":
        return ("symbol", str(parts[0].name))
    inner = [_expression(one, whole=whole) for one in parts if hasattr(one, "children")]
    if tree.data in ("expansions", "expansion"):
        return ("either" if tree.data == "expansions" else "all", *inner)
    if tree.data == "expr" and len(parts) == 2 and str(parts[1]) in "?*+":
        return (str(parts[1]), *inner) if whole else inner[0] if parts[1] == "+" else ("all",)
    raise ValueError(f"prose.lark has a {tree.data}, which has no form here")


def _symbols(one: Expression) -> Iterable[str]:
    if one[0] == "symbol":
        yield one[1]
    else:
        for part in one[1:]:
            yield from _symbols(part)


def _is_empty(one: Expression, empty: frozenset[str]) -> bool:
    """Tell whether an expression may stand for no word at all; `empty` are the rules that may."""
    if one[0] == "symbol":
        return one[1] in empty
    if one[0] == "all":
        return all(_is_empty(part, empty) for part in one[1:])
    return one[0] in "?*" or any(_is_empty(part, empty) for part in one[1:])


def _beginning(one: Expression, empty: frozenset[str], exchange: Callable[[str], Expression | None]) -> Expression | None:
    """Return an expression with the rules exchanged that it may begin with; None where nothing is left of it."""
    if one[0] == "symbol":
        return exchange(one[1])
    if one[0] == "all":
        parts = list(one[1:])
        for place, part in enumerate(parts):
            changed = _beginning(part, empty, exchange)
            if changed is None:
                return None
            parts[place] = changed
            if not _is_empty(part, empty):
                break
        return ("all", *parts)
    if one[0] == "either":
        left = [changed for part in one[1:] if (changed := _beginning(part, empty, exchange)) is not None]
        return ("either", *left) if left else None
    inner = _beginning(one[1], empty, exchange)
    if one[0] == "?":
        return ("all",) if inner is None else ("?", inner)
    if inner is None:
        return ("all",) if one[0] == "*" else None
    # Only the first of several stands at the beginning.
    several = ("all", inner, ("*", one[1]))
    return several if one[0] == "+" else ("?", several)


def _unrecursed(rules: Mapping[str, Expression]) -> _Rules:
    """Return rules of which none begins with itself, by whatever detour."""
    empty = _empty(rules)
    found: _Rules = {}
    #: Rules that are being gone through, and pairs of a rule and one it begins with that closes a circle.
    going: list[str] = []
    back: set[tuple[str, str]] = set()

    def visit(name: str) -> None:
        going.append(name)
        for other in _first(rules[name], empty):
            if other in rules and other in going:
                back.add((name, other))
            elif other in rules and other not in seen:
                visit(other)
        going.pop()
        seen.add(name)

    seen: set[str] = set()
    for name in rules:
        if name not in seen:
            visit(name)
    for name, one in rules.items():

        def exchanged(other: str, name: str = name) -> Expression | None:
            return ("symbol", f"{other}{_BASE}" if (name, other) in back else other)

        def left(other: str, name: str = name) -> Expression | None:
            if (name, other) in back:
                return None
            return ("symbol", f"{other}{_BASE}" if other in rules else other)

        found[name] = _beginning(one, empty, exchanged) or ("either",)
        found[f"{name}{_BASE}"] = _beginning(one, empty, left) or ("either",)
    return found


def _empty(rules: Mapping[str, Expression]) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    while True:
        more = frozenset(name for name, one in rules.items() if _is_empty(one, found))
        if more == found:
            return found
        found = more


def _first(one: Expression, empty: frozenset[str]) -> list[str]:
    """Return the symbols that an expression may begin with."""
    found: list[str] = []

    def note(symbol: str) -> Expression:
        found.append(symbol)
        return ("symbol", symbol)

    _beginning(one, empty, note)
    return found


def _productive(rules: Mapping[str, Expression], words: Mapping[str, str]) -> _Rules:
    """Return the rules without the alternatives for which there are no words."""
    known = set(words)
    while True:
        more = {name for name, one in rules.items() if name not in known and _kept(one, known) is not None}
        if not more:
            break
        known |= more
    kept = {name: _kept(one, known) for name, one in rules.items() if name in known}
    return {name: one for name, one in kept.items() if one is not None}


def _kept(one: Expression, known: set[str]) -> Expression | None:
    """Return what is left of an expression in which only some symbols are known."""
    if one[0] == "symbol":
        return one if one[1] in known else None
    if one[0] == "all":
        parts = [_kept(part, known) for part in one[1:]]
        return None if None in parts else ("all", *parts)
    if one[0] == "either":
        left = [found for part in one[1:] if (found := _kept(part, known)) is not None]
        return ("either", *left) if left else None
    inner = _kept(one[1], known)
    if inner is None:
        return None if one[0] == "+" else ("all",)
    return (one[0], inner)


def _reachable(rules: Mapping[str, Expression]) -> _Rules:
    found: _Rules = {}
    waiting = [_START]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = rules[name]
            waiting += [symbol for symbol in _symbols(rules[name]) if symbol in rules]
    return found


# ---------------------------------------------------------------- the text


def _name(symbol: str) -> str:
    """Return a name of GBNF, which knows no underscores: classes of words in capitals, rules in small letters."""
    return symbol.replace("_", "-").strip("-") if symbol.strip("_") else symbol


def _shown(one: Expression) -> str:
    if one[0] == "symbol":
        return _name(one[1])
    if one[0] == "all":
        parts = [f"({_shown(part)})" if part[0] == "either" else _shown(part) for part in one[1:] if part != ("all",)]
        return " ".join(parts) or '""'
    if one[0] == "either":
        return " | ".join(dict.fromkeys(_shown(part) for part in one[1:]))
    return f"({_shown(one[1])}){one[0]}"
