"""What the questions of `grammars/headings.toml` ask: a method for each of its names, which makes claims of the options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from qsr.logic import Relation
from qsr.seats import Claim
from qsr.theories.headings.text.clauses import Clauses, compass_point
from qsr.theories.headings.text.scene import Fault
from qsr.theories.headings.text.words import names_of

__all__ = ["claims_of"]

_Match: TypeAlias = "re.Match[str]"
#: Letter -> what the option says, and what it claims.
_Options: TypeAlias = Mapping[str, str]
_Claims: TypeAlias = dict[str, tuple[Claim, ...]]

_OTHER: Final = {"左": "右", "右": "左", "": ""}
_HEIGHTS: Final = {"高于": "higher", "低于": "lower", "等于": "level"}
_WAY: Final = re.compile("(?:由|从)(.{1,3})(?:向|往|到)(.{1,3})")


def claims_of(does: str, clauses: Clauses, found: _Match, options: _Options) -> _Claims:
    """Return what the options claim; raise Fault for words that cannot be taken."""
    if does in _HEADED:
        pointers = _HEADED[does](clauses, found)
        return {letter: _headings(pointers, words) for letter, words in options.items()}
    return _OTHERS[does](clauses, found, options)


def _facing(clauses: Clauses, found: _Match) -> list[int]:
    pointers = [clauses.scene.known(name) for name in names_of(found["xs"])]
    if len(set(pointers)) < len(pointers):
        raise Fault("different names were expected")
    return pointers


def _train(clauses: Clauses, found: _Match) -> list[int]:
    return [clauses.scene.known("列车")]


def _mirror(clauses: Clauses, found: _Match) -> list[int]:
    return [clauses.image(clauses.scene.known(found["x"]))]


def _pointing(clauses: Clauses, found: _Match) -> list[int]:
    return _pointers(clauses, found["where"], found["x"], found["side"] or "")


def _who_faces(clauses: Clauses, found: _Match, options: _Options) -> _Claims:
    relation = Relation("towards", compass_point(found["to"])[0])
    return {letter: (Claim(relation, (clauses.scene.known(words),)),) for letter, words in options.items()}


def _where(clauses: Clauses, found: _Match, options: _Options) -> _Claims:
    x, y = (clauses.scene.known(found[group]) for group in "xy")
    if x == y:
        raise Fault("two different things were expected")
    points = {letter: compass_point(words) for letter, words in options.items()}
    slanted = any("-" in name for name, _ in points.values())
    claims: _Claims = {}
    for letter, (name, due) in points.items():
        if due and "-" in name:
            raise Fault(f"one side was expected behind 'due', not {options[letter]!r}")
        # Beside a choice of slanted directions a plain one is meant exactly.
        claims[letter] = (Claim(f"due {name}" if "-" not in name and (due or slanted) else name, (x, y)),)
    return claims


def _height(clauses: Clauses, found: _Match, options: _Options) -> _Claims:
    clauses.body.check(found["who"])
    pairs = [(x, y) for x in clauses.body.part(found["x"]) for y in clauses.body.part(found["y"]) if x != y]
    if clauses.body.at_hips(found["x"]) and clauses.body.at_hips(found["y"]) and "腰部" in (found["x"], found["y"]):
        raise Fault("a comparison was expected that does not hang on how far the waist is above the hips")
    if not pairs:
        raise Fault("two different parts were expected")
    claims: _Claims = {}
    for letter, words in options.items():
        if words not in _HEIGHTS:
            raise Fault(f"a comparison of heights was expected, not {words!r}")
        claims[letter] = tuple(Claim(_HEIGHTS[words], pair) for pair in pairs)
    return claims


def _pointers(clauses: Clauses, where: str, name: str, hand: str) -> list[int]:
    """Return what somebody points with, in the mirror or out of it; a mirror changes the hands."""
    side, other = ("mirror", "real") if where.startswith("镜") else ("real", "mirror")

    def of(place: str, wanted: str) -> list[list[int]]:
        return [
            pointers
            for (at, who, which), pointers in clauses.pointers.items()
            if at == place and who == name and (not wanted or which == wanted)
        ]

    here, there = of(side, hand), of(other, _OTHER[hand])
    if len(here) + len(there) != 1:
        raise Fault(f"it was expected to be clear which pointing of {name!r} is meant")
    return here[0] if here else [clauses.image(pointer) for pointer in there[0]]


def _headings(pointers: Sequence[int], words: str) -> tuple[Claim, ...]:
    """Return claims that the pointers head, each in turn, as the words say."""
    pieces = _pieces(words)
    if len(pieces) != len(pointers):
        raise Fault(f"{len(pointers)} directions were expected, not {words!r}")
    return tuple(Claim(Relation("towards", _heading(piece)), (pointer,)) for pointer, piece in zip(pointers, pieces, strict=True))


def _heading(words: str) -> str:
    way = _WAY.fullmatch(words)
    if way is None:
        return compass_point(words)[0]
    start, end = compass_point(way[1])[0], compass_point(way[2])[0]
    if {start, end} not in ({"east", "west"}, {"north", "south"}):
        raise Fault(f"a way from one side to the opposite one was expected, not {words!r}")
    return end


def _pieces(words: str) -> list[str]:
    return [piece.strip() for piece in re.split("[，、,]", words)]


#: Questions for ways to head: what heads.
_HEADED: Final[dict[str, Callable[[Clauses, _Match], list[int]]]] = {
    "ask_facing": _facing,
    "ask_train": _train,
    "ask_mirror": _mirror,
    "ask_pointing": _pointing,
}
_OTHERS: Final[dict[str, Callable[[Clauses, _Match, _Options], _Claims]]] = {
    "ask_who_faces": _who_faces,
    "ask_where": _where,
    "ask_height": _height,
}
