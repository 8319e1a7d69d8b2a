"""What one Chinese clause about seats says before the layout is known: one method for each rule of the grammar.

The relations are those of `qsr.seats`, and some whose sense depends on the layout, such as 同侧: their names begin with
a question mark, and `qsr.theories.seating.text.chinese_clauses` settles them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.resources import grammar
from qsr.seats import COMPASS, joined
from qsr.theories.seating.text.chinese_words import Words, value

__all__ = ["Said", "Unsaid", "stated"]

#: Ways to look, turned round.
_BACK: Final = {
    name: next(other for other, angle in COMPASS.items() if angle == (bearing + 180) % 360) for name, bearing in COMPASS.items()
}
_STRAIGHT: Final = {"straight above": "layer above", "straight below": "layer below"}
_SLANTED: Final = ("upper left", "upper right", "lower left", "lower right")


class Unsaid(Exception):
    """Words that can be read but say nothing definite."""


class Said(NamedTuple):
    """A relation of names, by their signs, as the words have it; a name with a question mark depends on the layout."""

    relation: str
    args: tuple[str, ...]
    denied: bool = False


class _Place(NamedTuple):
    """The places that stand in some relations to somebody."""

    of: str
    relations: tuple[str, ...]


class _Predicate(NamedTuple):
    """What a predicate says of its subject: relations, and to whom; nobody for a place by itself."""

    relations: tuple[str, ...]
    of: str | None
    denied: bool = False


def _next(relations: tuple[str, ...]) -> tuple[str, ...]:
    """Return the relations of a place that is spoken of as the only one: "the one on the left" is the next."""
    (first, *_) = relations
    side = first.rpartition(" ")[2]
    return (f"{side}:1",) if first.startswith("?") and side in ("left", "right") else relations


def _definite(place: _Place) -> str:
    """Return the one relation of a place that is spoken of as a place of its own, as in "the cell above X is ..."."""
    if len(place.relations) != 1:
        raise Unsaid("one place is expected here, at a definite distance")
    (relation,) = _next(place.relations)
    if relation in _STRAIGHT or relation in _SLANTED:
        return f"{relation}:1"
    if ":" in relation or relation in ("opposite", "?back", "?front", "diagonal left", "diagonal right"):
        return relation
    raise Unsaid("one definite place is expected here")


def _composed(first: _Place, second: str, of: str) -> Said:
    return Said(joined(_definite(first), second), (first.of, of))


def _denied(said: Sequence[Said]) -> list[Said]:
    if len(said) != 1:
        raise Unsaid("more than one relation is denied at once")
    return [said[0]._replace(denied=not said[0].denied)]


def _both(first: str, second: str, relations: tuple[str, ...]) -> list[Said]:
    said = []
    for relation in relations:
        plain = relation.removeprefix("not ")
        said.append(Said(plain, (first, second), plain != relation))
    return said


def _about(subject: str, predicates: Sequence[_Predicate]) -> list[Said]:
    said: list[Said] = []
    for relations, of, denied in predicates:
        args = (subject,) if of is None else (subject, of)
        new = [Said(relation, args) for relation in relations]
        said += _denied(new) if denied else new
    return said


def _not(rule: Callable[..., list[Said]]) -> Callable[..., list[Said]]:
    """Return the meaning of a statement's rule with a denial in it."""
    return lambda self, *parts: _denied(rule(self, *parts))


def _never(rule: Callable[..., _Predicate]) -> Callable[..., _Predicate]:
    """Return the meaning of a predicate's rule with a denial in it."""
    return lambda self, *parts: rule(self, *parts)._replace(denied=True)


#: Rule -> the relation that it says, which the words and numbers of the rule, in order, are put into.
_RELATIONS: Final = {
    "side": "?side {}",
    "side_somewhere": "?side {}",
    "side_seated": "?seat {}",
    "side_place": "{}:1",
    "side_next": "{}:1",
    "side_ordinal": "{}:{}",
    "side_gap": "{}:{}",
    "side_diagonal": "diagonal {}",
    "side_same": "?same {1}",
    "same_side": "?same side",
    "compass": "{}",
    "vertical": "{}",
    "layer_number": "layer:{}",
    "line_number": "?line:{}",
    "layer_name": "{}",
    "column_side": "?column {}",
    "column_compass": "side:{}",
    "column_number": "column:{}",
    "both_adjacent": "?adjacent",
    "both_layers": "layers:{}",
    "both_layers_adjacent": "layers:1",
}


@v_args(inline=True)
class _Meaning(Transformer[Token, list[Said]]):
    """One method per rule of the grammar that is not in `_RELATIONS`, named as the rule; the rule is its documentation."""

    def __default__(self, data: str, children: list[Any], meta: object) -> tuple[str, ...]:
        return (_RELATIONS[data].format(*children),)

    def clause(self, said: list[Said], *more: Callable[[list[Said]], list[Said]]) -> list[Said]:
        for further in more:
            said = said + further(said)
        return said

    def also(self, *predicates: _Predicate) -> Callable[[list[Said]], list[Said]]:
        return lambda said: _about(said[0].args[0], predicates)

    def pair_also(self, relations: tuple[str, ...]) -> Callable[[list[Said]], list[Said]]:
        def further(said: list[Said]) -> list[Said]:
            pair = next((one for one in reversed(said) if len(one.args) == 2), None)
            if pair is None:
                raise Unsaid("these words speak of two, and only one was named")
            found = relations
            # Where one is above the other, 相邻 is next to it in height; where it is beside it, in its layer.
            if relations == ("?adjacent",):
                found = ("layers:1",) if pair.relation.startswith(("straight", "upper", "lower")) else ("adjacent",)
            first, second = pair.args
            return _both(first, second, found)

        return further

    def pair_not(self, relations: tuple[str, ...]) -> Callable[[list[Said]], list[Said]]:
        asserted = self.pair_also(relations)
        return lambda said: _denied(asserted(said))

    # ------------------------------------------------------------ statements

    def located(self, subject: Token, *predicates: _Predicate) -> list[Said]:
        return _about(subject, predicates)

    def is_place(self, subject: Token, place: _Place) -> list[Said]:
        return _about(subject, [_Predicate(_next(place.relations), place.of)])

    is_not_place = _not(is_place)

    def is_spot(self, subject: Token, relations: tuple[str, ...]) -> list[Said]:
        return _about(subject, [_Predicate(relations, None)])

    def higher(self, subject: Token, other: Token, way: Token, layers: int | None = None) -> list[Said]:
        return [Said(str(way) if layers is None else f"layer {way}:{layers}", (subject, other))]

    def nearer(self, subject: Token, other: Token, side: Token) -> list[Said]:
        return [Said(f"?nearer {side}", (subject, other))]

    def all_located(self, *parts: Any) -> list[Said]:
        *subjects, predicate = parts
        return [said for subject in subjects for said in _about(subject, [predicate])]

    def flanked(self, middle: Token, sides: Token, first: Token, second: Token) -> list[Said]:
        return [Said(side, (name, middle)) for side, name in zip(sides.split(","), (first, second), strict=True)]

    def relative(self, subject: Token, other: Token, relations: tuple[str, ...]) -> list[Said]:
        return _about(subject, [_Predicate(relations, other)])

    def relative_first(self, other: Token, subject: Token, relations: tuple[str, ...]) -> list[Said]:
        return self.relative(subject, other, relations)

    def found(self, place: _Place, subject: Token) -> list[Said]:
        return self.is_place(subject, place)

    def mutual_found(self, other: Token, relations: tuple[str, ...], subject: Token) -> list[Said]:
        return _both(subject, other, relations)

    def spotted(self, relations: tuple[str, ...], subject: Token) -> list[Said]:
        return self.is_spot(subject, relations)

    def mutually(self, first: Token, second: Token, relations: tuple[str, ...]) -> list[Said]:
        return _both(first, second, relations)

    not_mutually = _not(mutually)

    def next_to(self, first: Token, second: Token) -> list[Said]:
        return _both(first, second, ("?adjacent",))

    not_next_to = _not(next_to)

    def touching_at(self, subject: Token, other: Token, side: Token) -> list[Said]:
        return _about(subject, [self.at_touching(other, side)])

    def towards(self, first: Token, way: Token, second: Token) -> list[Said]:
        return _both(first, second, self.both(way))

    def layers_adjacent(self, first: Token, second: Token) -> list[Said]:
        return [Said("layers:1", (first, second))]

    layers_not_adjacent = _not(layers_adjacent)

    def composed(self, first: _Place, second: _Place) -> list[Said]:
        if len(second.relations) != 1:
            raise Unsaid("one relation is expected here")
        return [_composed(first, second.relations[0], second.of)]

    def same_place(self, first: _Place, second: _Place) -> list[Said]:
        return [_composed(first, _definite(second), second.of)]

    # ------------------------------------------------------------ predicates

    def at(self, place: _Place) -> _Predicate:
        return _Predicate(place.relations, place.of)

    not_at = _never(at)

    def at_seated(self, place: _Place) -> _Predicate:
        (first, *others) = place.relations
        return _Predicate((first.replace("?side", "?seat"), *others), place.of)

    not_at_seated = _never(at_seated)

    def at_touching(self, other: Token, side: Token) -> _Predicate:
        return _Predicate((f"{side}:1",), other)

    def at_spot(self, relations: tuple[str, ...]) -> _Predicate:
        return _Predicate(relations, None)

    not_at_spot = _never(at_spot)

    def faces(self, way: Token, direction: Token) -> _Predicate:
        plain = direction.removeprefix("due ")
        return _Predicate((f"faces:{_BACK[plain] if way in ('away', 'back') else plain}",), None)

    not_faces = _never(faces)

    def place(self, of: Token, relations: tuple[str, ...]) -> _Place:
        return _Place(of, relations)

    # ------------------------------------------------------------ relations

    def side_level(self, level: Token, side: Token) -> tuple[str, ...]:
        if level not in ("same layer", "same row"):
            raise Unsaid("a layer or a row is expected before the side")
        return (f"?side {side}", str(level))

    def both(self, word: Token) -> tuple[str, ...]:
        if word == "same":
            return ("?same side",)
        return (f"?{word}",) if word in ("back", "front") else tuple(word.split(","))

    def both_gap(self, steps: int) -> tuple[str, ...]:
        return (f"between:{steps - 1}",)

    def vertical_next(self, word: Token) -> tuple[str, ...]:
        return (f"{word}:1",) if word in _SLANTED else self.vertical_layers(word, 1)

    def vertical_layers(self, word: Token, layers: int) -> tuple[str, ...]:
        if word in _STRAIGHT:
            return (f"{word}:{layers}",)
        return (f"layer {word}:{layers}",) if word in ("above", "below") else (str(word), f"layers:{layers}")

    # ------------------------------------------------------------ numbers and places

    def number(self, word: Token) -> int:
        found = value(word)
        if found is None:
            raise Unsaid(f"{word} is no number from 1 to 99")
        return found

    def gap(self, number: int) -> int:
        """So many lie between: one step more leads there."""
        return number + 1

    def spot_both(self, layer: tuple[str, ...], column: tuple[str, ...]) -> tuple[str, ...]:
        return layer + column

    def column_spot(self, word: Token) -> tuple[str, ...]:
        return ("?column middle" if word == "middle" else str(word),)

    def column_from(self, side: Token, number: int) -> tuple[str, ...]:
        return (f"column:{number}" if side == "left" else f"from right:{number}",)


@cache
def _parser() -> Lark:
    return parsers.parser(
        grammar("seating_chinese.lark"),
        start="clause",
        parser="lalr",
        lexer=Words,
        propagate_positions=False,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=65536)
def stated(clause: str) -> tuple[Said, ...]:
    """Return what a clause says before the layout is known; raise ParseError, with places in the clause."""
    try:
        return tuple(_Meaning().transform(_parser().parse(clause)))
    except VisitError as error:
        if isinstance(error.orig_exc, Unsaid):
            raise ParseError(str(error.orig_exc), clause, 0, len(clause)) from None
        raise
    except UnexpectedInput as error:
        at = error.pos_in_stream
        if at is None or at < 0 or getattr(getattr(error, "token", None), "type", "") == "$END":
            raise ParseError("the clause breaks off; a place was expected", clause, len(clause), len(clause)) from None
        end = getattr(getattr(error, "token", None), "end_pos", None) or at + 1
        raise ParseError("these words cannot stand here", clause, at, end) from None
