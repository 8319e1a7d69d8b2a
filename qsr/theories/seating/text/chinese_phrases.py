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


@v_args(inline=True)
class _Meaning(Transformer[Token, list[Said]]):
    """One method per rule of the grammar, named as the rule; the rule is its documentation."""

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

    def pair_not(self, denial: Token, relations: tuple[str, ...]) -> Callable[[list[Said]], list[Said]]:
        del denial
        asserted = self.pair_also(relations)
        return lambda said: _denied(asserted(said))

    # ------------------------------------------------------------ statements

    def located(self, subject: Token, *predicates: _Predicate) -> list[Said]:
        return _about(subject, predicates)

    def is_place(self, subject: Token, place: _Place) -> list[Said]:
        return _about(subject, [_Predicate(_next(place.relations), place.of)])

    def is_not_place(self, subject: Token, denial: Token, place: _Place) -> list[Said]:
        del denial
        return _denied(self.is_place(subject, place))

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
        return _about(subject, [_Predicate(relations, other)])

    def found(self, place: _Place, subject: Token) -> list[Said]:
        return self.is_place(subject, place)

    found_at = found

    def mutual_found(self, other: Token, relations: tuple[str, ...], subject: Token) -> list[Said]:
        return _both(subject, other, relations)

    def spotted(self, relations: tuple[str, ...], subject: Token) -> list[Said]:
        return self.is_spot(subject, relations)

    def mutually(self, first: Token, second: Token, relations: tuple[str, ...]) -> list[Said]:
        return _both(first, second, relations)

    def not_mutually(self, first: Token, *rest: Any) -> list[Said]:
        (second,) = (part for part in rest if isinstance(part, Token) and part.type == "NAME")
        return _denied(_both(first, second, rest[-1]))

    def next_to(self, first: Token, word: Token, second: Token) -> list[Said]:
        del word
        return _both(first, second, ("?adjacent",))

    def touching_at(self, subject: Token, word: Token, other: Token, side: Token) -> list[Said]:
        return _about(subject, [self.at_touching(word, other, side)])

    def not_next_to(self, first: Token, denial: Token, word: Token, second: Token) -> list[Said]:
        del denial
        return _denied(self.next_to(first, word, second))

    def towards(self, first: Token, way: Token, second: Token) -> list[Said]:
        return _both(first, second, self.both(way))

    def layers_adjacent(self, first: Token, second: Token, word: Token) -> list[Said]:
        del word
        return [Said("layers:1", (first, second))]

    def layers_not_adjacent(self, first: Token, second: Token, denial: Token, word: Token) -> list[Said]:
        del denial
        return _denied(self.layers_adjacent(first, second, word))

    def composed(self, first: _Place, second: _Place) -> list[Said]:
        if len(second.relations) != 1:
            raise Unsaid("one relation is expected here")
        return [_composed(first, second.relations[0], second.of)]

    def same_place(self, first: _Place, second: _Place) -> list[Said]:
        return [_composed(first, _definite(second), second.of)]

    # ------------------------------------------------------------ predicates

    def at(self, place: _Place) -> _Predicate:
        return _Predicate(place.relations, place.of)

    def not_at(self, denial: Token, place: _Place) -> _Predicate:
        del denial
        return _Predicate(place.relations, place.of, True)

    def at_seated(self, place: _Place) -> _Predicate:
        (first, *others) = place.relations
        return _Predicate((first.replace("?side", "?seat"), *others), place.of)

    def not_at_seated(self, denial: Token, place: _Place) -> _Predicate:
        del denial
        return self.at_seated(place)._replace(denied=True)

    def at_touching(self, word: Token, other: Token, side: Token) -> _Predicate:
        del word
        return _Predicate((f"{side}:1",), other)

    def at_spot(self, relations: tuple[str, ...]) -> _Predicate:
        return _Predicate(relations, None)

    def not_at_spot(self, denial: Token, relations: tuple[str, ...]) -> _Predicate:
        del denial
        return _Predicate(relations, None, True)

    def faces(self, way: Token, direction: Token) -> _Predicate:
        plain = direction.removeprefix("due ")
        return _Predicate((f"faces:{_BACK[plain] if way in ('away', 'back') else plain}",), None)

    def not_faces(self, denial: Token, way: Token, direction: Token) -> _Predicate:
        del denial
        return self.faces(way, direction)._replace(denied=True)

    def place(self, of: Token, relations: tuple[str, ...]) -> _Place:
        return _Place(of, relations)

    # ------------------------------------------------------------ relations

    def side(self, side: Token) -> tuple[str, ...]:
        return (f"?side {side}",)

    def side_seated(self, side: Token) -> tuple[str, ...]:
        return (f"?seat {side}",)

    def side_somewhere(self, side: Token, word: Token) -> tuple[str, ...]:
        del word
        return (f"?side {side}",)

    def side_ordinal(self, side: Token, steps: int) -> tuple[str, ...]:
        return (f"{side}:{steps}",)

    def side_next(self, side: Token, word: Token | None = None) -> tuple[str, ...]:
        del word
        return (f"{side}:1",)

    side_place = neighbour = side_next

    def side_gap(self, side: Token, gap: int) -> tuple[str, ...]:
        return (f"{side}:{gap + 1}",)

    def side_diagonal(self, side: Token, word: Token | None = None) -> tuple[str, ...]:
        del word
        return (f"diagonal {side}",)

    side_diagonal_far = side_diagonal

    def side_level(self, level: Token, side: Token) -> tuple[str, ...]:
        if level not in ("same layer", "same row"):
            raise Unsaid("a layer or a row is expected before the side")
        return (f"?side {side}", str(level))

    def side_same(self, word: Token, side: Token) -> tuple[str, ...]:
        del word
        return (f"?same {side}",)

    def same_side(self, *words: Token) -> tuple[str, ...]:
        del words
        return ("?same side",)

    # Clockwise and left are counted alike.
    clock_ordinal, clock_next, clock_gap = side_ordinal, side_next, side_gap

    def plain(self, word: Token) -> tuple[str, ...]:
        return (f"?{word}",) if word in ("back", "front") else (str(word),)

    def compass(self, word: Token) -> tuple[str, ...]:
        return (str(word),)

    vertical = compass

    def vertical_next(self, word: Token, near: Token) -> tuple[str, ...]:
        del near
        return (f"{word}:1",) if word in _SLANTED else self.vertical_layers(word, 1)

    def vertical_gap(self, word: Token, gap: int) -> tuple[str, ...]:
        return self.vertical_layers(word, gap + 1)

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

    def ordinal(self, number: int) -> int:
        return number

    gap = layer_gap = ordinal

    def layer_number(self, number: int) -> str:
        return f"layer:{number}"

    def line_number(self, number: int) -> str:
        return f"?line:{number}"

    def layer_name(self, word: Token) -> str:
        return str(word)

    def spot_layer(self, layer: str) -> tuple[str, ...]:
        return (layer,)

    def spot_both(self, layer: str, column: str) -> tuple[str, ...]:
        return (layer, column)

    spot_column = spot_layer

    def column_side(self, side: Token) -> str:
        return f"?column {side}"

    def column_spot(self, word: Token) -> str:
        return "?column middle" if word == "middle" else str(word)

    def column_compass(self, word: Token) -> str:
        return f"side:{word}"

    def column_from(self, side: Token, number: int) -> str:
        return f"column:{number}" if side == "left" else f"from right:{number}"

    def column_number(self, number: int) -> str:
        return f"column:{number}"

    # ------------------------------------------------------------ two alike

    def both_adjacent(self, word: Token) -> tuple[str, ...]:
        del word
        return ("?adjacent",)

    def both(self, word: Token) -> tuple[str, ...]:
        if word == "same":
            return ("?same side",)
        return (f"?{word}",) if word in ("back", "front") else tuple(word.split(","))

    def both_gap(self, gap: int) -> tuple[str, ...]:
        return (f"between:{gap}",)

    def both_layer_gap(self, gap: int) -> tuple[str, ...]:
        return (f"layers:{gap + 1}",)

    def both_layers_adjacent(self, word: Token) -> tuple[str, ...]:
        del word
        return ("layers:1",)


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
