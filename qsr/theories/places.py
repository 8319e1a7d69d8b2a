"""Kinds of places, for every theory about text: which can overlap, which may lie in which, and who is in two at one moment.

The table is `grammars/places.toml`; what it does not list is looked up among the nouns of `qsr.nouns`. A story is
about one moment: whoever moves is not in two places of which neither overlaps nor holds the other, so that a story which says so
tells of a change, and is refused. Towns, waters and whatever else is spread out may lie in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import combinations
from typing import Final

from qsr import resources
from qsr.errors import NotCovered
from qsr.nouns import lexicon
from qsr.nouns.phrases import NounPhrase, analyse
from qsr.story import Story

__all__ = ["TABLES", "check_moment", "is_solid", "kinds", "may_share"]

_TABLE: Final = "places.toml"
#: All files that places are known by, in `grammars/`.
TABLES: Final = (_TABLE, *lexicon.FILES)
#: Families of nouns that go from place to place.
_MOVABLE: Final = ("being", "group", "small", "paper", "vehicle", "craft", "furniture", "role")
#: Kinds of places that stay where they are.
_FIXED: Final = frozenset(("wide", "room", "chamber", "dwelling", "building", "school", "lodging", "host", "plot", "way"))
#: The name of a place -> the kinds of names of which it may be in two.
_LARGER: Final = {
    "place": frozenset(("country", "continent")),
    "country": frozenset(("continent",)),
    "continent": frozenset[str](),
}
#: The longest noun of several words in the table.
_LONGEST: Final = 3


_table: Final = partial(resources.table, _TABLE)


@cache
def _nouns(code: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for kind, words in _table()[code].items():
        for word in words.split() if isinstance(words, str) else ():
            found.setdefault(word, set()).add(kind)
    return {word: frozenset(own) for word, own in found.items()}


@cache
def _names(code: str) -> dict[str, str]:
    return {name: kind for kind, names in _table()[code]["names"].items() for name in names.split()}


@lru_cache(maxsize=4096)
def kinds(text: str, code: str = "en") -> frozenset[str]:
    """Return the kinds of places that a noun phrase may name; none for what can overlap anything.

    >>> sorted(kinds("the old kitchen")), sorted(kinds("Norway")), sorted(kinds("the fog")), sorted(kinds("Lyon"))
    (['room'], ['country'], ['wide'], ['place'])
    """
    phrase = analyse(text, code)
    name = _name(phrase, code)
    if name:
        return frozenset((name,))
    if phrase.article == "name":
        return frozenset()
    words = phrase.words if code == "en" else phrase.words[:1]
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for last in dict.fromkeys((words[-1], phrase.head)):
            found = _nouns(code).get("_".join((*words[len(words) - size : -1], last)))
            if found:
                return found
    found = _nouns(code).get(phrase.head)
    if found:
        return found
    kind, _ = phrase.kinds[0]
    return frozenset((_table()["lexicon"][kind],)) if phrase.head and kind in _table()["lexicon"] else frozenset()


def _name(phrase: NounPhrase, code: str) -> str:
    """Return what a name is the name of: a continent, a country or another place; empty for what is no name of a place."""
    known = _names(code).get("_".join(phrase.words), "")
    kind = phrase.kinds[0][0]
    if known:
        return known if phrase.text.rpartition(" ")[2][:1].isupper() else ""
    named = phrase.article == "name" or (phrase.article == "bare" and phrase.text[:1].isupper() and phrase.head in phrase.words)
    return "place" if named and kind == "region" and phrase.head not in _nouns(code) else ""


def is_solid(own: frozenset[str]) -> bool:
    """Tell whether a thing of these kinds cannot overlap another one without being in it or holding it.

    >>> is_solid(kinds("the drawer")), is_solid(kinds("the park")), is_solid(frozenset())
    (True, False, False)
    """
    return bool(own) and own <= set(_table()["kinds"]["solid"])


def may_share(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether a thing may be in a place of these and in one of those kinds: they overlap, or the one lies in the other.

    >>> may_share(kinds("the kitchen"), kinds("the house")), may_share(kinds("the kitchen"), kinds("the garden"))
    (True, False)
    """
    within = _table()["within"]
    known = [own & set(within) | own & {"continent"} for own in (one, other)]
    if not all(known):
        return True
    names = {"continent", "country", "place"}
    return any(
        (first in names) != (second in names) or second in within.get(first, ()) or first in within.get(second, ())
        for first in known[0]
        for second in known[1]
    )


def _moves(text: str, code: str, places: Iterable[frozenset[str]]) -> bool:
    """Tell whether something goes from place to place; a name is that of somebody but for names of places in larger ones."""
    phrase, own = analyse(text, code), kinds(text, code)
    for name, larger in _LARGER.items():
        if name in own:
            # A town lies in no house, and in no two towns; on two continents it may.
            return not all(place & larger for place in places)
    if own & _FIXED:
        return False
    # With a capital and no article even a part of the day is somebody: Eve and Dawn.
    called = phrase.article == "name" or (phrase.article == "bare" and text[:1].isupper() and phrase.kinds[0][0] == "time")
    return called or phrase.kinds[0][0] in lexicon.family(*_MOVABLE)


def check_moment(story: Story, within: Iterable[tuple[int, int]], codes: dict[int, str] | None = None) -> None:
    """Raise NotCovered where something that moves is said to be in two places at one moment.

    Parameters
    ----------
    story
        For its entities.
    within
        Pairs of a thing and what it is in, at or on, all at one moment.
    codes
        The language of an entity's name where it is not English.
    """
    pairs = {pair for pair in within if pair[0] != pair[1]}
    closed = set(pairs)
    while more := {(x, z) for x, y in closed for again, z in pairs if y == again and x != z} - closed:
        closed |= more
    codes = codes or {}
    for thing, one, other in _doubles(closed):
        own = [kinds(story.entities[place], codes.get(place, "en")) for place in (one, other)]
        if not may_share(*own) and _moves(story.entities[thing], codes.get(thing, "en"), own):
            who, *where = (story.entities[entity] for entity in (thing, one, other))
            raise NotCovered(
                f"not covered: a theory of change: {who!r} is in two places, {where[0]!r} and {where[1]!r}, and the story puts "
                f"neither into the other; a story is about one moment"
            )


def _doubles(closed: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield every thing with two places that it is in, of which neither is in the other."""
    for thing in sorted({thing for thing, _ in closed}):
        for one, other in combinations(sorted(place for holder, place in closed if holder == thing), 2):
            if not {(one, other), (other, one)} & closed:
                yield thing, one, other
