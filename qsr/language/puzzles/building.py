"""From what an announcement says to a world: which axes there are, who is on them, and how sentences call all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from qsr.language.puzzles.announcement import Found, copied, ends, take
from qsr.language.puzzles.tokens import pieces, stem
from qsr.language.puzzles.world import NUMBERS, ORDINALS, Axis, World, conjunction, singular, words
from qsr.logic import And, Atom, Count, Formula, Not, Relation
from qsr.story import Span

__all__ = ["announced"]


def announced(text: str, spans: list[Span]) -> tuple[World, Formula[Atom], Span, list[Span]] | None:
    """Return the world, what the announcement says and its place, and the places of the conditions.

    None for a text that does not open like a puzzle.
    """
    found, rest = Found(), list(spans)
    tails: list[Span] = []
    end = 0
    for begin, last in spans[:6]:
        sentence = text[begin:last]
        for stop in ends(sentence):
            trial = copied(found)
            if take(trial, sentence[:stop].rstrip(" ,;")):
                found, end = trial, begin + stop
                del rest[0]
                if stop < len(sentence):
                    said = re.match(r"[,;] (?:and |with )?", sentence[stop:])
                    tails.append((begin + stop + (said.end() if said else 0), last))
                break
        else:
            break
    # Who lists things in general English seldom counts them as well, or says no more than that.
    told = {word.lower() for word, *_ in pieces(text[spans[0][0] : max(end, spans[0][0])])}
    sizes = {len(found.things), found.total, *(len(names) for _, names, _ in found.places), *map(len, found.kinds.values())}
    counted = any(one < len(NUMBERS) and {NUMBERS[one], str(one)} & told for one in sizes if one > 1)
    if not found.whole or not counted or not (tails or rest):
        return None
    made = _world(found, text[spans[0][0] : end])
    return None if made is None else (*made, (spans[0][0], end), [*tails, *rest])


def _world(found: Found, text: str) -> tuple[World, Formula[Atom]] | None:
    """Return the world of what was found, with what the announcement says of it."""
    if re.search(r"\b(?:circular|circle|clockwise|round table|carousel|ring)\b", text, re.IGNORECASE):
        return None
    things = list(found.things)
    phrases: dict[tuple[str, ...], tuple[str, Any]] = {}
    entities = list(things)
    axes: list[Axis] = []
    lowered = text.lower()
    if found.sequence and not found.places:
        found.places.append(("place", [f"{ORDINALS[number]} place" for number in range(1, len(things) + 1)], True))
    if found.choice is not None and (found.total or len(things)) != len(things):
        return None
    some = len(found.places) == 1 and found.choice == (len(found.places[0][1]),) * 2 and len(things) > len(found.places[0][1])
    if found.choice is not None and found.places and not some:
        return None
    for kind, names, in_order in found.places:
        slots = tuple(range(len(entities), len(entities) + len(names)))
        entities += names
        full = len(names) == len(things) and (found.each or _one_each(lowered, kind, found))
        full |= in_order and len(names) == len(things) and kind in words("single")
        if in_order and len(names) >= len(things) and not full:
            return None
        if any(kind == axis.name for axis in axes):
            return None
        if some:
            entities.append("left out")
        axes.append(Axis(kind, slots, in_order, full or some, full or some, _looks(lowered), slots[-1] + 1 if some else None))
        for number, (slot, name) in enumerate(zip(slots, names, strict=True)):
            for form in _forms(name, kind, number, in_order, len(names)):
                phrases[form] = ("S", slot)
        for noun in {kind, *(("place", "position") if in_order else ())}:
            for form in _plural(noun):
                phrases.setdefault(form, ("SK", kind))
        for number, slot in enumerate(slots, 1) if in_order else ():
            phrases.setdefault((ORDINALS[number],), ("S", slot))
        for section, end in (("first", slots[0]), ("last", slots[-1])) if in_order else ():
            other = slots[0] if end == slots[-1] else slots[-1]
            for look, word in words(section):
                sooner = dict(_looks(lowered)).get(look)
                if sooner is not None:
                    phrases.setdefault((word,), ("S", end if sooner else other))
        if in_order and len(slots) % 2:
            phrases.setdefault(("middle",), ("S", slots[len(slots) // 2]))
        if in_order and sum(one.ordered for one in axes) == 1:
            phrases.setdefault(("last",), ("S", slots[-1]))
    several: list[Formula[Atom]] = []
    crossed = len(axes) == 2 and len(axes[0].slots) * len(axes[1].slots) == len(things)
    if not any(axis.full for axis in axes):
        if found.each and crossed:
            several = [
                Not(And(tuple(Atom(Relation("same", axis.name), pair) for axis in axes)))
                for pair in combinations(range(len(things)), 2)
            ]
        elif found.each or any(noun not in {axis.name for axis in axes} for noun, one in found.counted if one):
            return None
    choice: list[Formula[Atom]] = []
    if found.choice is not None and not some:
        chosen, out = len(entities), len(entities) + 1
        entities += ["chosen", "left out"]
        axes.append(Axis("choice", (chosen,), out=out))
        for words_ in (("home",), ("left", "out"), ("out",)):
            phrases[words_] = ("S", out)
        low, high = found.choice
        choice.append(Count(tuple(Atom(Relation("same", "choice"), (thing, chosen)) for thing in range(len(things))), low, high))
    if sum(one.ordered for one in axes) > 1:
        return None
    nouns = [noun for noun in found.kinds if noun.isalpha()]
    for number, name in enumerate(things):
        if name == "A":
            return None
        for form in _called(name):
            phrases[form] = ("T", number)
            if name.isdecimal():
                phrases |= {(noun, name): ("T", number) for noun in nouns}
    groups = [noun for noun, which in found.kinds.items() if len(set(which)) < len(things)]
    kinds = {name: tuple(dict.fromkeys(which)) for name, which in found.kinds.items()}
    everybody = tuple(range(len(things)))
    for noun in words("anybody"):
        kinds.setdefault(noun, everybody)
    for noun, _ in found.counted:
        kinds.setdefault(noun, everybody)
    for noun, which in kinds.items():
        for form in _plural(noun):
            phrases.setdefault(form, ("TK", which))
    for group in groups:
        for kind in found.kinds:
            for form in _plural(kind) if kind != group else ():
                phrases.setdefault((group, *form), ("TK", kinds[group]))
    for noun in ("anyone", "everyone", "someone"):
        phrases.setdefault((noun,), ("TK", everybody))
    known = {word for form in phrases for word in form}
    filling = {stem(word.lower()) for word, *_ in pieces(text) if word.lower() not in known and word.isalpha()}
    filling -= {stem(word) for word in words("weighty")}
    filling -= set(map(stem, ("not", "no", "if", "only", "or", "and", "except", "unless", "both", "either", "neither", "but")))
    world = World(tuple(entities), everybody, tuple(axes), phrases, frozenset(filling))
    return world, conjunction([world.laws(), *choice, *several])


def _one_each(text: str, kind: str, found: Found) -> bool:
    return any(form in text for form in (f"a different {kind}", f"different {kind}", f"different kind of {kind}"))


def _looks(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the directions in which words may look at places that were announced so."""
    found = [("time", True), ("number", True)]

    def has(section: str) -> bool:
        return any(re.search(rf"\b{re.escape(one)}\b", text) for one in words(section))

    if has("down"):
        found.append(("up", False))
    elif has("up"):
        found.append(("up", True))
    found.append(("across", not has("turned")))
    return tuple(found)


def _plural(noun: str) -> list[tuple[str, ...]]:
    irregular = {"person": "people", "man": "men", "woman": "women", "child": "children"}
    forms = {noun, f"{noun}s", f"{noun}es", f"{noun[:-1]}ies" if noun.endswith("y") else noun, irregular.get(noun, noun)}
    return [(form,) for form in forms]


def _called(name: str) -> list[tuple[str, ...]]:
    """Return how a thing is called: by its name, and whoever has a title without it; "the parcel for Silva" is read elsewhere."""
    parts = tuple(word.lower() for word, *_ in pieces(name))
    forms = [parts]
    if parts[0] in ("mr", "ms", "mrs", "dr") and len(parts) > 1:
        forms.append(parts[1:])
    return forms


def _forms(name: str, kind: str, number: int, in_order: bool, many: int) -> Iterator[tuple[str, ...]]:
    parts = tuple(word.lower() for word, *_ in pieces(name))
    yield parts
    if parts[0] in ("mr", "ms", "mrs", "dr") and len(parts) > 1:
        yield parts[1:]
    if len(parts) > 1 and singular(parts[-1]) == kind:
        yield parts[:-1]
        yield (*parts[:-1], f"{parts[-1]}s")
    elif not in_order:
        yield (*parts, kind)
        yield (*parts, f"{kind}s")
    if len(parts) == 2 and parts[0] == kind and parts[1].isdecimal():
        yield (kind, NUMBERS[int(parts[1])])
        yield (NUMBERS[int(parts[1])], kind)
    if in_order and parts[0] in NUMBERS and len(parts) == 1:
        yield (kind, *parts)
    if in_order:
        yield (ORDINALS[number + 1], kind)
        yield (ORDINALS[number + 1],)
        if number == many - 1:
            yield ("last", kind)
