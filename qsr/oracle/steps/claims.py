"""The core of a sentence as a claim about two entities of a story.

Three forms are read: the paper's ("A is below and 2 unit right of D", "A is near, outside and touching and left of B"),
coordinates and vectors ("A = B + (-1, 0)", "A is at (2,1)"; x grows to the right, y upwards), and any relational sentence that
`qsr.language.english` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Final, TypeAlias

from qsr.errors import ParseError
from qsr.language import english, words
from qsr.language.verbalise import noun_phrase
from qsr.oracle.steps.model import Claim
from qsr.relations import CONVERSE, DIRECTIONS, LABELS, OVERLAPPING, parts
from qsr.story import Story

__all__ = ["Reader", "Unread", "label_list"]

_ENDINGS: Final = {"left": (" of",), "right": (" of",), "in front": (" of",), "far": (" from",), "near": (" to",)}
_SPOKEN: Final = {label + ending: label for label in LABELS for ending in ("", *_ENDINGS.get(label, ()))}
_ITEM: Final = re.compile(
    r"(?:is |are )?(?:(?P<amount>\d+(?:/\d+|\.\d+)?) units? (?:to the )?)?(?P<label>"
    + "|".join(sorted(_SPOKEN, key=len, reverse=True))
    + r")(?![\w-])"
)
_AND: Final = re.compile(r"\s*(?:,\s*and\s+|,\s*|and\s+|\s+(?=is ))")
_NUMBER: Final = r"[-−–]?\s*\d+(?:\.\d+)?"
_POINT: Final = rf"\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)"
#: "A = B + offset(left) = (0,0) + (-1,0) = (-1,0)": the shifts in words, then the sum that they come to.
_VECTOR: Final = re.compile(
    rf"(?P<head>[^=()+]+?)\s*=\s*(?P<tail>[^=()+]+?)(?:\s*\+\s*(?:offset\s*\([^()]*\)|{_POINT}))+"
    rf"(?:\s*=\s*{_POINT}(?:\s*\+\s*{_POINT})*)*"
)
#: "considering A(0,0) and B(1,0)".
_LOCATED: Final = re.compile(rf"([^\s,()]+)\s*{_POINT}")
_POSITION: Final = re.compile(
    rf"(?P<assumed>(?:let us|let's|we)?\s*(?:suppose|assume|let|set|place|put)\s+(?:that\s+)?)?(?P<name>[^=()]+?)"
    rf"\s*(?:(?:is|be|lies)?\s*(?:located|placed|positioned)?\s*at|=|be)\s*(?:the origin\s*)?(?P<point>{_POINT})",
    re.IGNORECASE,
)
_THEY: Final = re.compile(r"they\b|both\b", re.IGNORECASE)
#: What stands for an entity that another sentence names.
_PRONOUN: Final = re.compile(r"\b(?:it|they|them|both)\b", re.IGNORECASE)
#: A sentence about the meaning of a word ("6 denotes below"), not about the story.
_GLOSS: Final = re.compile(r"\b(?:denotes?|represents?|corresponds? to|stands? for)\b", re.IGNORECASE)
_WHATEVER: Final = re.compile(r",? whatever the other ax[ei]s do(?:es)?$", re.IGNORECASE)
_SUPPOSED: Final = re.compile(r"\b(?:should|must|would|will|has to) be\b", re.IGNORECASE)
_NONE: Final = re.compile(r"none of the relations of (?P<head>.+) to (?P<tail>.+) follows?", re.IGNORECASE)


_JOINT: Final = re.compile(r",\s*(?:and\s+|so\s+|then\s+|therefore\s+)*|\s+and\s+", re.IGNORECASE)
#: More than this is no sentence of a chain, and would take long to try.
_MOST_CLAUSES: Final = 10
_MOST_JOINTS: Final = 8
#: Head, tail, and the labels of the one relative to the other with their distances.
_Said: TypeAlias = tuple[int, int, dict[str, Fraction | None]]


@dataclass(frozen=True, slots=True)
class Unread:
    """A sentence that gave no claim.

    `unknown_entity`: it is a relational sentence, about something that the story does not have. `silent`: it says nothing about
    relations at all, so that there is nothing to judge.
    """

    reason: str
    unknown_entity: bool = False
    silent: bool = False


@dataclass(slots=True)
class Reader:
    """Reads cores one after another; remembers the coordinates that the text has given so far, and whom it spoke of last.

    Parameters
    ----------
    story
        Whose entities are meant.
    origin
        The entity that the text puts somewhere by assumption, with its place.
    """

    story: Story
    origin: tuple[int, tuple[Fraction, ...]] | None = None
    _places: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)
    _exact: dict[str, int] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)
    _shared: frozenset[str] = frozenset()
    _pair: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        exact: dict[str, set[int]] = {}
        folded: dict[str, set[int]] = {}
        for index, name in enumerate(self.story.entities):
            for said in (name, noun_phrase(name)):
                exact.setdefault(said, set()).add(index)
                folded.setdefault(_key(said), set()).add(index)
        # Names that differ in their capitals only are told apart by them, and by nothing else; equal names by nothing.
        self._exact = {said: next(iter(entities)) for said, entities in exact.items() if len(entities) == 1}
        self._names = {key: next(iter(entities)) for key, entities in folded.items() if len(entities) == 1}
        self._shared = frozenset(key for key, entities in folded.items() if len(entities) > 1)

    def read(self, core: str, *, measured: bool, comment: str = "") -> list[Claim | Unread | str]:
        """Return the claims of a core, or why there is none, or in words what is wrong with its own arithmetic.

        `measured` is as for `Claim`; `comment` is what stands in front of the core, where "they" may have their names.
        """
        named = [entity for entity in map(self._entity, _LOCATED.findall(comment)) if entity is not None]
        if len(named) == 2:
            self._pair = named[0], named[1]
        if match := _VECTOR.fullmatch(core):
            return [self._vector(match)]
        if match := _POSITION.fullmatch(core):
            return [self._position(match)]
        if match := _NONE.fullmatch(core):
            head, tail = self._entity(match["head"]), self._entity(match["tail"])
            if head is None or tail is None:
                return [Unread("it names an entity that the story does not have")]
            return [Claim(head, tail, ())]
        plain = _SUPPOSED.sub("is", _WHATEVER.sub("", core))
        partial = bool(_WHATEVER.search(core))
        found: list[_Said | Unread] = [*self._clauses(plain)] or [self._free_form(plain)]
        return [one if isinstance(one, Unread) else self._claim(one, measured, partial) for one in found]

    def _claim(self, found: _Said, measured: bool, partial: bool) -> Claim:
        head, tail, lengths = found
        self._pair = head, tail
        distances = tuple(lengths.values())
        said = any(distance is not None for distance in distances)
        return Claim(head, tail, tuple(lengths), distances if said else (), measured or said, partial)

    def _clauses(self, core: str) -> list[_Said]:
        """Return what a core says that is in the paper's form, or is several clauses with a comma or "and" between them."""
        found: list[_Said] = []
        rest = core
        while rest and len(found) < _MOST_CLAUSES:
            whole = self._paper_form(rest) or (self._clause(rest) if found else None)
            if whole is not None:
                return [*found, whole]
            for joint in islice(_JOINT.finditer(rest), _MOST_JOINTS):
                first = self._clause(rest[: joint.start()])
                if first is not None:
                    found.append(first)
                    rest = rest[joint.end() :]
                    break
            else:
                return []
        return []

    def _clause(self, text: str) -> _Said | None:
        found = self._paper_form(text) or self._free_form(text)
        return None if isinstance(found, Unread) else found

    def _entity(self, said: str) -> int | None:
        if said.strip() in self._exact:
            return self._exact[said.strip()]
        key = _key(said)
        for prefix in ("", "the object ", "object ", "the agent ", "agent ", "the ", "a ", "an "):
            if key.startswith(prefix) and key.removeprefix(prefix) in self._names:
                return self._names[key.removeprefix(prefix)]
        return None

    def _paper_form(self, core: str) -> _Said | None:
        """Split "HEAD is LIST TAIL" at every label list that stands between two known names."""
        plain = " ".join(core.split())
        for item in _ITEM.finditer(plain.lower()):
            head = self._entity(plain[: item.start()])
            if head is None:
                continue
            found, end = _items(plain.lower(), item.start())
            tail = self._entity(plain[end:])
            if tail is not None and found is not None:
                return head, tail, found
        return None

    def _free_form(self, core: str) -> _Said | Unread:
        if _THEY.match(core) and self._pair is not None:
            one, other = (noun_phrase(self.story.entities[entity]) for entity in self._pair)
            core = _THEY.sub(f"{one} and {other}", core, count=1)
        silent = _GLOSS.search(core) is not None or not self._speaks_of_relations(core)
        try:
            read = english.read([f"{core}."])
        except ParseError as error:
            return Unread("it says no relation of two entities" if silent else error.message, silent=silent)
        lengths: dict[str, Fraction | None] = {}
        pairs = {statement.args for statement in read.statements}
        if len(pairs) != 1 or len(next(iter(pairs))) != 2:
            return Unread("it is not one relation of two entities", silent=not pairs)
        if any(statement.property("negated") for statement in read.statements):
            return Unread("it denies a relation")
        for statement in read.statements:
            labels = parts(statement.relation)
            lengths |= dict(zip(labels, statement.property("distance") or (None,) * len(labels), strict=True))
        named = [read.entities[entity] for entity in next(iter(pairs))]
        head, tail = (self._entity(name) for name in named)
        if head is None or tail is None or not lengths.keys() <= CONVERSE.keys():
            shared = [
                name for name, entity in zip(named, (head, tail), strict=True) if entity is None and _key(name) in self._shared
            ]
            if shared:
                return Unread(f"the story has more than one {shared[0][:60]!r}")
            unknown = [name for name, entity in zip(named, (head, tail), strict=True) if entity is None]
            reason = f"the story has no {unknown[0][:60]!r}" if unknown else "no such relation"
            return Unread(reason, unknown_entity=bool(unknown), silent=silent)
        return head, tail, lengths

    def _speaks_of_relations(self, core: str) -> bool:
        """Tell whether a sentence names two entities and has a word of some relation, so that not to read it is a failure."""
        # Single letters are names only in upper case: "a" is an article.
        keys = [key.upper() if len(key) == 1 else key for key in self._names]
        named = sum(bool(re.search(rf"(?<!\w){re.escape(k)}(?!\w)", core if len(k) == 1 else core.lower())) for k in keys)
        spoken = any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", core.lower()) for word in _relation_words())
        return spoken and named + len(_PRONOUN.findall(core)) >= 2

    def _vector(self, match: re.Match[str]) -> Claim | Unread | str:
        head, tail = self._entity(match["head"]), self._entity(match["tail"])
        first, *sums = [[_point(point) for point in re.findall(_POINT, side)] for side in match.group().split("=")[1:]]
        shifts = first or next((side[1:] for side in sums if len(side) > 1), [])
        if head is None or tail is None or not shifts:
            return Unread("it is no vector between two entities of the story")
        started = next((side[0] for side in sums if len(side) > 1), None)
        if started is not None and tail not in self._places:
            # The equation begins anew from an entity that has no place yet.
            self._begin(tail, started)
        if started is not None and started != self._places[tail]:
            return f"{match['tail'].strip()} was at another place before"
        if len({_sum(side) for side in sums}) > 1:
            return "the two sides of an equation are not equal"
        return _placed(head, tail, _sum(shifts))

    def _begin(self, entity: int, point: tuple[Fraction, ...]) -> None:
        """Put an entity somewhere by assumption; coordinates that the text gave before have nothing to do with those to come."""
        self.origin = entity, point
        self._places = {entity: point}

    def _position(self, match: re.Match[str]) -> Claim | Unread | str:
        entity, point = self._entity(match["name"]), _point(match["point"])
        if entity is None:
            return Unread(f"the story has no {match['name'].strip()[:60]!r}", unknown_entity=True)
        if self.origin is None or match["assumed"]:
            self._begin(entity, point)
            return Unread("it is an assumption", silent=True)
        first, place = self.origin
        if entity == first:
            if point == place:
                return Unread("it repeats the assumption", silent=True)
            return f"{match['name'].strip()} was at another place before"
        self._places[entity] = point
        return _placed(entity, first, tuple(one - other for one, other in zip(point, place, strict=True)))


@cache
def _relation_words() -> frozenset[str]:
    categories = ("vertical", "horizontal", "depth", "compass", "prepositions", "verbs")
    spoken = {word for category in categories for word in words.labels(category)}
    return frozenset(word for word in spoken | set(_SPOKEN) | {"overlap"} if len(word) > 2)


def label_list(text: str) -> tuple[str, ...] | None:
    """Return the labels of a bare list such as "above, outside and touching, and left"; None for anything else.

    >>> label_list("above, outside and touching, and left."), label_list("somewhere")
    (('above', 'outside and touching', 'left'), None)
    """
    plain = " ".join(text.lower().split()).rstrip(". ")
    found, end = _items(plain, 0)
    return tuple(found) if found and end == len(plain) else None


def _items(plain: str, start: int) -> tuple[dict[str, Fraction | None] | None, int]:
    """Read a list of labels with their distances; return it, or None where a label stands twice, and where it ends."""
    found: dict[str, Fraction | None] = {}
    position = start
    while item := _ITEM.match(plain, position):
        label = _SPOKEN[item["label"]]
        if label in found:
            return None, item.end()
        found[label] = None if item["amount"] is None else Fraction(item["amount"])
        end = item.end()
        joint = _AND.match(plain, end)
        if joint is None or not _ITEM.match(plain, joint.end()):
            return found, end
        position = joint.end()
    return (found or None), position


def _placed(head: int, tail: int, vector: Sequence[Fraction]) -> Claim:
    lengths: dict[str, Fraction | None] = {
        label: abs(vector[axis]) for label, (axis, sign) in DIRECTIONS.items() if axis < 2 and vector[axis] * sign > 0
    }
    if not lengths:
        return Claim(head, tail, (OVERLAPPING,), (), True)
    return Claim(head, tail, tuple(lengths), tuple(lengths.values()), True)


def _point(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(re.sub(r"\s|[−–]", lambda m: "" if m.group().isspace() else "-", n)) for n in re.findall(_NUMBER, text))


def _sum(points: Iterable[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    return tuple(sum(numbers, Fraction(0)) for numbers in zip(*points, strict=True))


def _key(name: str) -> str:
    return words.noun_key(" ".join(name.strip().strip('"“”*_').replace("’", "'").split())) if name.strip() else ""
