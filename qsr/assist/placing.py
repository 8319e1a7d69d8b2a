"""Who stands where around the words of place of a sentence.

The thing that a word of place takes stands right behind it ("left of the box", "behind it"), or owns it ("the box's left");
what is placed stands before it in its clause, and behind where the phrase opens the clause ("Behind the box is a cup");
somebody who puts a thing somewhere is not what is placed. After Quirk, Greenbaum, Leech and Svartvik (1985), A Comprehensive
Grammar of the English Language, chapters 9 (prepositions) and 18 (inversion).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qsr.assist.found import Place, Shallow, Thing, Token
from qsr.assist.vocabulary import ARTICLES, BE, POSSESSIVE, SIDES, listed

__all__ = ["is_attribute", "places"]


_ALONG: Final = frozenset(("carry", "bring", "take", "lead", "push", "pull", "drag", "wheel", "drive", "row"))
_GOING: Final = listed("closed", "going")


def places(found: Shallow, marked: dict[int, tuple[int, frozenset[str]]]) -> Iterator[Place]:
    """Yield the words of place of a text, with the things around them."""
    taken: set[int] = set()
    items = []
    for start, (end, senses) in sorted(marked.items()):
        if is_attribute(found.tokens, start, end) or (
            found.tokens[start].lower == "to" and found.tokens[end : end + 1] and found.tokens[end].kind == "verb"
        ):
            continue
        grounds = tuple(_grounds(found, start, end))
        items.append((start, end, senses, grounds))
        taken.update(thing.start for thing in grounds)
    yield from _constructions(found)
    for start, end, senses, grounds in items:
        clause = found.tokens[start].clause
        yield Place(
            " ".join(token.text for token in found.tokens[start:end]),
            senses,
            start,
            end,
            clause,
            grounds,
            tuple(_figures(found, start, end, grounds, taken)),
        )


def is_attribute(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Tell whether a word of place stands before a noun as an adjective: "the back step", and not "the left side of"."""
    if (
        end >= len(tokens)
        or not start
        or (tokens[end].kind not in ("noun", "adjective", "number") and tokens[end].lower not in ("one", "ones"))
        or (tokens[end].lower in SIDES and tokens[start].lower not in ("far", "near", "opposite"))
    ):
        return False
    before = tokens[start - 1]
    if tokens[start].lower in listed("closed", "prepositions"):
        return False
    return before.lower in ARTICLES | {"'s", "other"} or before.kind in ("number", "adjective")


def _grounds(found: Shallow, start: int, end: int) -> Iterator[Thing]:
    """Yield what a word of place takes: the thing behind it, with those that "and" adds; or whose side it is."""
    tokens = found.tokens
    position = end
    while position + 2 < len(tokens) and (
        tokens[position].lower in ARTICLES
        and tokens[position + 1].lower in ("far", "near", "other", "opposite")
        and tokens[position + 2].lower in SIDES
    ):
        position += 3
    while position < len(tokens) and (
        (
            tokens[position].lower
            in ("of", "to", "hand", "side", "end", "part", "half", "edge", "section", "from", "corner", "and")
            and tokens[position - 1].lower != "and"
            and (tokens[position].lower not in ("and", "to") or "between" not in tokens[start].lower)
        )
        or tokens[position].lower in ARTICLES
        or tokens[position].kind in ("filler",)
    ):
        if tokens[position].lower in ("and",):
            break
        position += 1
        if (
            any(thing.start == position - 1 for thing in found.things)
            and tokens[position - 1].lower in ("end", "side", "corner", "part", "half", "edge", "section")
            and tokens[position].lower != "of"
            if position < len(tokens)
            else False
        ):
            break
    if tokens[start].lower in ("out", "away") and end == start + 1:
        return
    if position < len(tokens) and tokens[position].kind == "place" and is_attribute(tokens, position, position + 1):
        position += 1
    first = next((thing for thing in found.things if thing.start <= position < thing.end or thing.start == position), None)
    if first is not None and tokens[first.start].clause == tokens[start].clause:
        first = owned(found, first)
        yield first
        yield from _added(found, first)
        return
    # Whose side: "on its left", "to the box's left".
    back = start - 1
    while back >= 0 and tokens[back].kind in ("filler", "adjective"):
        back -= 1
    if back >= 0 and tokens[back].lower in POSSESSIVE:
        yield Thing(back, back + 1, (tokens[back],))
    elif back > 0 and tokens[back].kind == "owner":
        yield from (thing for thing in found.things if thing.end == back)


def _constructions(found: Shallow) -> Iterator[Place]:
    """Yield places that several words say: "across the road from us", "its back to the pond", "from the gate to the door"."""
    tokens = found.tokens

    def behind(position: int) -> Thing | None:
        while position < len(tokens) and tokens[position].lower in ARTICLES:
            position += 1
        return next((owned(found, thing) for thing in found.things if thing.start == position), None)

    for position, token in enumerate(tokens[:-1]):
        if token.lower in ("is", "was") and tokens[position + 1].lower == "where":
            before = tuple(thing for thing in found.things if thing.end <= position)[-1:]
            placed = tuple(thing for thing in found.things if thing.start > position + 1)
            if before and placed:
                yield Place(
                    "where", frozenset(("in", "on", "at")), position, position + 2, token.clause, before, placed[:2], True
                )
        first = behind(position + 1)
        if first is None or first.end >= len(tokens):
            mine = position > 0 and (tokens[position - 1].lower in POSSESSIVE or tokens[position - 1].kind == "owner")
            if token.lower == "back" and mine and tokens[position + 1].lower in ("to", "on"):
                thing = behind(position + 2)
                subject = [
                    one
                    for one in found.things
                    if one.end <= position and tokens[one.start].clause == token.clause and one.head.lower not in POSSESSIVE
                ]
                if thing is not None:
                    yield Place(
                        "back to", frozenset(("behind",)), position, position + 2, token.clause, tuple(subject[-1:]), (thing,)
                    )
            continue
        following = tokens[first.end].lower
        if (token.lower in ("across", "over", "side") and following in ("from", "of", "at")) or (
            token.lower == "from" and following == "to"
        ):
            second = behind(first.end + 1)
            if second is not None:
                across = token.lower != "from"
                yield Place(
                    token.text,
                    frozenset(("opposite",) if across else ("between",)),
                    position,
                    first.end + 1,
                    token.clause,
                    (second,) if across else (first, second),
                    tuple(_figures(found, position, second.end, (first, second), set())),
                    True,
                )


def owned(found: Shallow, thing: Thing) -> Thing:
    """Return the thing that another owns, where it does: the cup in "Ann's cup"."""
    if thing.end < len(found.tokens) and found.tokens[thing.end].kind == "owner":
        return next((owned(found, other) for other in found.things if other.start == thing.end + 1), thing)
    return thing


def _added(found: Shallow, first: Thing) -> Iterator[Thing]:
    """Yield the things that "and", "or" and commas add to one: "between the bed, the desk and the door"."""
    tokens, position = found.tokens, first.end
    list_: list[Thing] = []
    joined = False
    while position < len(tokens) and tokens[position].clause == tokens[first.start].clause:
        if tokens[position].lower not in ("and", "or", ",", "'s"):
            break
        joined = joined or tokens[position].lower in ("and", "or")
        position += 1
        while position < len(tokens) and (tokens[position].lower in ARTICLES | {"and", "or"}):
            joined = joined or tokens[position].lower in ("and", "or")
            position += 1
        following = next((thing for thing in found.things if thing.start == position), None)
        if following is None:
            break
        following = owned(found, following)
        list_.append(following)
        position = following.end
    if joined:
        yield from list_


def _carried(found: Shallow, start: int) -> list[Thing]:
    """Return what "with" puts before a word of place: the pen in "with a pen on its right"."""
    tokens, position = found.tokens, start - 1
    while (
        position >= 0
        and (tokens[position].kind in ("place", "filler") or tokens[position].lower in ARTICLES | {"on", "at", "in", "to"})
        and tokens[position].lower != "with"
    ):
        position -= 1
    thing = next((thing for thing in found.things if thing.end == position + 1), None)
    if thing is None:
        return []
    before = thing.start - 1
    while before >= 0 and tokens[before].lower in ARTICLES:
        before -= 1
    return [thing] if before >= 0 and tokens[before].lower == "with" and tokens[before].clause == tokens[start].clause else []


def _is_distance(found: Shallow, thing: Thing, start: int) -> bool:
    """Tell whether a noun phrase before a word of place says how far: "a mile north of", "two floors above"."""
    if thing.end != start or not thing.head.lemmas & listed("closed", "units"):
        return False
    return thing.words[0].kind == "number" or (thing.start > 0 and found.tokens[thing.start - 1].lower in ("a", "one", "half"))


def _object(found: Shallow, clause: int) -> Thing | None:
    """Return what somebody puts somewhere in a clause: the thing right behind the verb."""
    tokens = found.tokens
    for position, token in enumerate(tokens[:-1]):
        if token.clause != clause or token.kind != "verb" or not token.lemmas & listed("verbs", "put") or token.lemmas & _GOING:
            continue
        if position and tokens[position - 1].lower in BE:
            continue
        after = position + 1
        while after < len(tokens) and (
            tokens[after].lower in ARTICLES
            or tokens[after].kind == "filler"
            or tokens[after].lower in ("back", "up", "down", "out", "away")
        ):
            after += 1
        return next(
            (owned(found, thing) for thing in found.things if thing.start == after and tokens[after].clause == clause), None
        )
    return None


def _figures(found: Shallow, start: int, end: int, grounds: tuple[Thing, ...], taken: set[int]) -> Iterator[Thing]:
    """Yield what a word of place may place: the things before it in its clause, the nearest first, or those behind it."""
    tokens = found.tokens
    clause = tokens[start].clause
    own = {thing.start for thing in grounds}
    carried = _carried(found, start)
    if carried:
        yield from carried
        return
    here = [
        thing
        for thing in found.things
        if tokens[thing.start].clause == clause and thing.start not in own and owned(found, thing) is thing
    ]
    moved = _object(found, clause)
    if moved is not None and moved.start not in own:
        yield moved
        yield from (thing for thing in _added(found, moved) if thing.start not in own)
        yield from (thing for thing in here if moved.end < thing.end <= start and thing.start not in own)
        if any(token.clause == clause and token.lemmas & _ALONG for token in tokens):
            yield from (thing for thing in here if thing.end <= moved.start)
        return
    here = [thing for thing in here if not _is_distance(found, thing, start)]
    before = [thing for thing in here if thing.end <= start and tokens[thing.start].lower not in POSSESSIVE]
    behind = [thing for thing in here if thing.start >= end]
    free = [thing for thing in before if thing.start not in taken]
    if free:
        yield from reversed(free)
        yield from (thing for thing in reversed(before) if thing.start in taken)
        return
    yield from (thing for thing in behind if thing.start not in taken)
    yield from reversed(before)
    yield from (thing for thing in behind if thing.start in taken)
    if not behind:
        earlier = [thing for thing in found.things if tokens[thing.start].clause < clause and thing.start not in taken]
        yield from earlier[-3:]
        if tokens[start - 1].clause == clause and any(
            token.clause == clause and token.lower in ("which", "who") for token in tokens
        ):
            # "The library, which is one floor higher".
            yield from [thing for thing in found.things if tokens[thing.start].clause < clause][-1:]
