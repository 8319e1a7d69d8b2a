"""Who is in two places at one moment, for every theory about text.

A story is about one moment: whoever moves is not in two places of which neither overlaps nor holds the other
(`qsr.nouns.places`), so that a story which says so tells of a change, and is refused. Towns, waters and whatever else is spread
out may lie in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from qsr.errors import NotCovered
from qsr.nouns import lexicon
from qsr.nouns.phrases import analyse
from qsr.nouns.places import TABLES, is_solid, kinds, may_share
from qsr.story import Story

__all__ = ["TABLES", "check_moment", "is_solid", "kinds", "may_share"]

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
