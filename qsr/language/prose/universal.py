"""Everybody and everything of a story: which of its things a sentence about all of them is about, and what it says of each.

Persons are nouns and names of persons, and names of which nothing is known in which nobody is. What the sentence itself speaks of
is left alone, and so is what is part of that by its name. What lies in an exception is not denied to be where the exception is:
where only a box is in the room, what is in the box may be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Final, cast

from qsr.language import function_words, kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import ELSE, Claim, Each, Phrase, Rank, Saying, every_leaf
from qsr.language.prose.entering import Scene
from qsr.language.words import head_of
from qsr.logic import And, Not, leaves, mapped
from qsr.relations import EVERYDAY

__all__ = ["about", "elsewhere", "fitting", "instead", "is_deferred", "is_person"]

_PERSONS: Final = frozenset({"person", "performer", "role"})
#: Kinds of things that others are in.
_HOLDING: Final = frozenset(
    (
        "container",
        "furniture",
        "room",
        "building",
        "vehicle",
        "craft",
        "place",
        "region",
        "packaging",
        "structure",
        "garment",
        "group",
    )
)
#: Relations whose landmark is a place and nobody.
_PLACES: Final = frozenset({"inside", "inside and touching", "named:at", "named:on", "above"})


def is_deferred(said: Saying, is_open: Callable[[Mention], bool]) -> bool:
    """Tell whether what is said hangs on the whole story: on all its things, or inside a formula on what stands on what."""
    if isinstance(said, Claim | Rank):
        return False
    if any(is_open(each.mention) for each in _eaches(said)):
        return True
    compound = not isinstance(said, Each) and not all(isinstance(part, Claim) for part in getattr(said, "parts", (said,)))
    return (
        compound and not isinstance(getattr(said, "part", None), Claim) and any(one.relation == "on" for one in every_leaf(said))
    )


def _eaches(said: Saying) -> Iterator[Each]:
    for leaf in cast("Iterator[Claim | Rank | Each]", leaves(said)):
        if isinstance(leaf, Each):
            yield leaf
            yield from _eaches(leaf.said)


def about(saying: Saying) -> Iterator[Mention]:
    """Yield what a claim is about beside what it says so of each."""
    for leaf in every_leaf(saying):
        yield from (one for one in (leaf.mentions if isinstance(leaf, Claim) else (leaf.head,)) if one.kind != "member")


def fitting(phrase: Phrase, left: Collection[int], scene: Scene) -> tuple[int, ...]:
    """Return the things of a story that a phrase for all of a sort means, but for some that are left alone."""
    names = scene.names
    alone = [names[one].lower() for one in left]
    somebody = phrase.word == "somebody"
    return tuple(
        entity
        for entity, name in enumerate(names)
        if entity not in left
        and not any(_is_part(name.lower(), whole) for whole in alone)
        and (not somebody or _somebody(entity, scene))
    )


def elsewhere(said: Saying, member: int, each: Each) -> Saying:
    """Return what is denied of a member of all: what is in an exception may be where that is."""
    but = [one for one in getattr(each.mention, "but", ()) if one is not ELSE and _may_hold(one.name)]
    if not but or not any(isinstance(one, Claim) and one.relation in EVERYDAY for one in every_leaf(each.said)):
        return said
    head = Mention("entity", str(member), "", True, each.mention.span)
    outside: list[Saying] = [Not(Claim("inside", head, one, (("everyday", True),))) for one in but]
    return And((said, *outside))


def _may_hold(name: str) -> bool:
    """Tell whether something may be in what has a name: no person, food or tool has anything in it that a text speaks of."""
    known = set(kinds.kinds(head_of(name)))
    return is_person(name) is not True and (not known or bool(known & _HOLDING) or name[0].isupper())


def _is_part(name: str, whole: str) -> bool:
    return name.endswith(f" of {whole}") or name.startswith(f"{whole}'s ")


def _somebody(entity: int, scene: Scene) -> bool:
    """Tell whether an entity is a person: a name that no table has is one where nothing is in it, or on it."""
    known = is_person(scene.names[entity])
    if known is None and scene.names[entity][0].isupper():
        return not any(len(one.args) == 2 and one.args[1] == entity and one.relation in _PLACES for one in scene.statements)
    return known is True


def is_person(name: str) -> bool | None:
    """Tell whether a name or noun phrase means a person; None where that is open, as of a name that no table has."""
    first, head = name.split()[0].lower().rstrip("."), head_of(name)
    if first in function_words.listed("titles") or first in function_words.listed("given_names"):
        return not kinds.is_thing(head) or head == first
    known = set(kinds.kinds(head))
    if name[0].isupper() and not known:
        return None
    return bool(known & _PERSONS) if len(known) < 2 or not known & _PERSONS else None


def instead(saying: Saying, mention: Mention, entity: int) -> Saying:
    """Return a claim with an entity in the place of a mention."""
    known = Mention("entity", str(entity), mention.name, True, mention.span)

    def other(one: Mention) -> Mention:
        return known if one.span == mention.span and one.key == mention.key else one

    def leaf(one: Claim | Rank | Each) -> Saying:
        if isinstance(one, Claim):
            return replace(one, head=other(one.head), tail=other(one.tail), third=one.third and other(one.third))
        if isinstance(one, Rank):
            return replace(one, head=other(one.head))
        return replace(one, mention=other(one.mention), said=instead(one.said, mention, entity))

    return cast("Saying", mapped(saying, cast("Callable[[object], Saying]", leaf)))
