"""From one sentence to its parts: figures, verb, objects, places and paths; what they mean is said in `meaning`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from lark import Lark, Token, Transformer, UnexpectedInput

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.nouns.phrases import analyse
from qsr.resources import grammar
from qsr.story import Span
from qsr.theories.locatives.text.words import categories, tokens

__all__ = ["Path", "Place", "Sentence", "Thing", "sentence"]

_FORMS: Final = ("named", "described", "owned")
#: Rules of places and of paths that are named for their preposition.
_PLACES: Final = ("between", "across", "around")
_PATHS: Final = ("path_from", "path_through", "path_across", "path_past")


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun phrase: `key` is what it is recognised by, `named` whether it is a name alone.

    `nouns` is what its noun may be in a dictionary, nothing for a name; `fresh` tells that it speaks of its thing as of one that
    nobody has spoken of: "a box".
    """

    key: str
    nouns: frozenset[str]
    named: bool
    span: Span
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A preposition, or the name of a form of three, and the things it goes with."""

    kind: str
    word: str
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A path's preposition and its thing."""

    word: str
    thing: Thing


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of one of the forms of `grammars/locatives.lark`, named `form`; `then` are the paths behind "and then"."""

    form: str
    figures: tuple[Thing, ...]
    verb: str
    past: bool
    negated: bool
    things: tuple[Thing, ...]
    place: Place | None
    paths: tuple[Path, ...]
    then: tuple[Path, ...]
    source: Thing | None
    span: Span


@cache
def _parser() -> Lark:
    terminals = sorted({"__".join(names) for names in categories().values()} | {"NAME", "WORD", "_STOP", "_COMMA", "_ASKED"})
    classes: dict[str, list[str]] = {}
    for terminal in terminals:
        for name in terminal.split("__") if "__" in terminal or not terminal.startswith("_") else ():
            classes.setdefault(name, []).append(terminal)
    text = grammar("locatives.lark")
    rules = [f"{name.lower()}: {' | '.join(own)}" for name, own in classes.items() if name.lower() in _WORD_CLASSES]
    declared = f"%declare {' '.join(terminals)}"
    whole = "\n".join((text, *rules, declared))
    return parsers.parser(whole, start="sentence", parser="earley", lexer=parsers.Prelexed, maybe_placeholders=False)


#: Classes of words that the grammar names as rules.
_WORD_CLASSES: Final = (
    *("posture", "acting", "moving", "speaking", "moved", "leaving", "entering", "placing", "throwing", "taking"),
    *("seeing", "meeting", "treating", "preposition", "path_word", "viewed"),
)


@dataclass(frozen=True, slots=True)
class _Be:
    word: str
    negated: bool


@dataclass(frozen=True, slots=True)
class _Verb:
    word: str


@dataclass(frozen=True, slots=True)
class _Paths:
    first: tuple[Path, ...]
    then: tuple[Path, ...]


class _Parts(Transformer[Token, Any]):
    """One method per rule; words come with their places."""

    def __init__(self, text: str, span: Span) -> None:
        super().__init__()
        self._text, self._span = text, span

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        name = str(data)
        if name in _WORD_CLASSES:
            return _Verb(_plain(children[0]))
        if name in _FORMS or name == "owner":
            return self._thing(name, children)
        if name in _PLACES:
            return Place(name, name, tuple(children))
        if name in _PATHS:
            return Path(name.removeprefix("path_"), children[0])
        return self._sentence(name, children)

    def be(self, children: list[Token]) -> _Be:
        word = _plain(children[0])
        return _Be(word[:-3] if word.endswith(("n't", "n’t")) else word, len(children) > 1 or word.endswith("t"))

    def asked(self, children: list[Any]) -> Sentence:
        be, *rest = children
        denied = any(isinstance(one, Token) for one in rest)
        return self._sentence("asked", [rest[0], _Be(_plain(be), denied), *rest[1:]])

    def things(self, children: list[Thing]) -> tuple[Thing, ...]:
        return tuple(children)

    def by_one(self, children: list[Any]) -> Place:
        return Place("plain", children[0].word, (children[1],))

    def viewed_place(self, children: list[Any]) -> Place:
        return Place("viewed", children[0].word, tuple(children[1:]))

    def opposite_sides(self, children: list[Any]) -> Place:
        return Place("opposite sides", "on opposite sides of", tuple(children))

    def own_side(self, children: list[Any]) -> Place:
        return Place("own side", f"{children[0].word} {_plain(children[2])[3:]}", (children[1],))

    def path_by(self, children: list[Any]) -> Path:
        return Path(children[0].word, children[1])

    def paths(self, children: list[Path]) -> _Paths:
        return _Paths(tuple(one for one in children if isinstance(one, Path)), ())

    def paths_then(self, children: list[Any]) -> _Paths:
        return _Paths(tuple(children[:-1]), (children[-1],))

    def seen_from(self, children: list[Thing]) -> Path:
        return Path("from", children[0])

    def _thing(self, name: str, children: list[Any]) -> Any:
        if name == "owner":
            return tuple(children)
        owned = isinstance(children[0], tuple)
        flat = [*children[0], *children[1:]] if owned else children
        words = [_plain(one) for one in flat]
        span = flat[0].start_pos or 0, flat[-1].end_pos or 0
        kept = words[1:] if "DETERMINER" in flat[0].type and words[0] in ("the", "a", "an") else words
        mark = "'s " if owned else ""
        phrase = analyse(self._text[slice(*span)], "en")
        nouns = frozenset[str]() if flat[-1].type == "NAME" else phrase.lemmas
        return Thing(mark + " ".join(kept), nouns, name == "named", span, phrase.article == "indefinite")

    def _sentence(self, form: str, children: list[Any]) -> Sentence:
        figures, *rest = children
        be = next((one for one in rest if isinstance(one, _Be)), None)
        verb = next((one.word for one in rest if isinstance(one, _Verb)), be.word if be else "came")
        paths = next((one for one in rest if isinstance(one, _Paths)), _Paths((), ()))
        return Sentence(
            form,
            figures,
            verb,
            be is None or be.word in ("was", "were"),
            form == "came_not" or (be is not None and be.negated),
            tuple(one for one in rest if isinstance(one, Thing)),
            next((one for one in rest if isinstance(one, Place)), None),
            paths.first,
            paths.then,
            next((one.thing for one in rest if isinstance(one, Path)), None),
            self._span,
        )


def _plain(token: Token) -> str:
    """Return a word as it counts: a name with its capitals, a phrase in small letters and with single blanks."""
    word = " ".join(str(token).split())
    return word if token.type == "NAME" else word.lower()


def sentence(text: str, *, start: int = 0, end: int | None = None, file: str | None = None) -> Sentence:
    """Read the sentence between two places of a text; raise ParseError, with its place, for one of another form.

    >>> found = sentence("The red key is not under the mat.")
    >>> found.form, [one.key for one in found.figures], found.negated, found.place.word, found.place.things[0].key
    ('state', ['red key'], True, 'under', 'mat')
    """
    end = len(text) if end is None else end
    pieces = tokens(text, start, end, file)
    if not pieces:
        raise ParseError("a sentence was expected", text, start, end, file=file)
    made = [Token(name, text[begin:upto], start_pos=begin, end_pos=upto) for name, begin, upto in pieces]
    try:
        tree = _parser().parse(cast("str", made))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = token.start_pos if isinstance(token, Token) and token.type != "$END" and token.start_pos is not None else None
        if at is None:
            raise ParseError("not covered: the sentence has no form that is known here", text, start, end, file=file) from None
        upto = next(last for _, begin, last in pieces if begin == at)
        raise ParseError(f"not covered: {text[at:upto][:40]!r} in this place", text, at, upto, file=file) from None
    read = _Parts(text, (pieces[0][1], pieces[-1][2])).transform(tree)
    return cast("Sentence", read)
