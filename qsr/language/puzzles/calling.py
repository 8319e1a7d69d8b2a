"""How sentences of a puzzle call its things and places, and which further words of its announcement they may use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from qsr.language.puzzles.facts import Group
from qsr.language.puzzles.tokens import pieces, stem
from qsr.language.puzzles.world import NUMBERS, ORDINALS, Axis, singular, words
from qsr.resources import table

__all__ = ["filling", "looks", "place_words", "plural", "thing_words"]


def place_words(axis: Axis, group: Group, phrases: dict[tuple[str, ...], tuple[str, Any]], first: bool) -> None:
    """Put down how sentences call places."""
    slots, looks = axis.slots, dict(axis.looks)
    for number, (slot, name) in enumerate(zip(slots, group.names, strict=True)):
        for noun in {*(group.nouns or [axis.name]), *(other for row in words("alike") if axis.name in row for other in row)}:
            for form in _forms(name, noun, number, axis.ordered, len(slots)):
                phrases[form] = ("S", slot)
    alike = {other for noun in group.nouns for row in words("alike") if noun in row for other in row}
    for noun in {*group.nouns, axis.name, *alike, *(("place", "position") if axis.ordered else ())}:
        for form in plural(noun):
            phrases.setdefault(form, ("SK", axis.name))
    if not axis.ordered:
        return
    for number, slot in enumerate(slots, 1):
        phrases.setdefault((ORDINALS[number],), ("S", slot))
    for section, end, other in (("first", slots[0], slots[-1]), ("last", slots[-1], slots[0])):
        for look, word in words(section):
            sooner = looks.get(look)
            if sooner is not None:
                for form in ((word,), (word, axis.name)):
                    phrases.setdefault(form, ("S", end if sooner else other))
    for look, both in table("puzzles.toml")["edges"].items():
        for word, sooner in zip(both, (True, False), strict=True):
            if look in looks and not axis.ring:
                end = slots[0 if looks[look] == sooner else -1]
                forms = ((word, "end"), (f"{word}-hand", "end"), ("far", word), ("extreme", word))
                phrases |= dict.fromkeys(forms, ("S", end))
    if len(slots) % 2:
        phrases.setdefault(("middle",), ("S", slots[len(slots) // 2]))
    if first:
        phrases.setdefault(("last",), ("S", slots[-1]))


def thing_words(things: Group, phrases: dict[tuple[str, ...], tuple[str, Any]], start: int = 0) -> None:
    """Put down how sentences call things."""
    everybody = tuple(range(start, start + things.many))
    for number, name in enumerate(things.names, start):
        for form in _called(name):
            phrases[form] = ("T", number)
            if len(form) > 1 and all(other.split()[-1].lower() == form[-1] for other in things.names):
                phrases[form[:-1]] = ("T", number)  # "the brake job" in a list of jobs
            if name.isdecimal():
                phrases |= {(noun, *form): ("T", number) for noun in things.nouns}
    some = {noun: tuple(start + one for one in dict.fromkeys(which)) for noun, which in things.kinds.items()}
    kinds = {**some, **dict.fromkeys((*things.nouns, *(() if start else words("anybody"))), everybody)}
    for noun, which in kinds.items():
        for form in plural(noun):
            phrases.setdefault(form, ("TK", which))
            for kind, those in some.items():
                if which == everybody:
                    phrases.setdefault((kind, *form), ("TK", those))
    for noun in ("anyone", "everyone", "someone"):
        phrases.setdefault((noun,), ("TK", everybody))


def filling(text: str, phrases: dict[tuple[str, ...], tuple[str, Any]]) -> frozenset[str]:
    """Return the words of the announcement that call nothing."""
    known = {word for form in phrases for word in form}
    filling = {stem(word.lower()) for word, *_ in pieces(text) if word.lower() not in known and word.replace("-", "").isalpha()}
    filling -= {stem(word) for word in words("weighty")}
    return frozenset(filling - set(map(stem, ("not", "no", "if", "only", "or", "and", "except", "unless", "neither", "but"))))


def looks(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the directions in which words may look at places that were announced so."""
    found = [("time", True), ("number", True)]
    if re.search(r"\b(?:born|oldest|youngest|ages?)\b", text):
        found.append(("age", not re.search(r"youngest to oldest", text)))

    def has(section: str) -> bool:
        return any(re.search(rf"\b{re.escape(one)}\b", text) for one in words(section))

    if has("down"):
        found.append(("up", False))
    elif has("up"):
        found.append(("up", True))
    if compass := re.search(r"\b(north|south) to (?:north|south)\b", text):
        found.append(("north", compass[1] == "north"))
    found.append(("across", not has("turned")))
    return tuple(found)


def plural(noun: str) -> list[tuple[str, ...]]:
    """Return a noun in the singular and in what its plural may be."""
    forms = {noun, f"{noun}s", f"{noun}es", f"{noun[:-1]}ies" if noun.endswith("y") else noun, words("plurals").get(noun, noun)}
    return [(form,) for form in forms]


def _called(name: str) -> list[tuple[str, ...]]:
    """Return how a thing is called: by its name, and whoever has a title without it; "the parcel for Silva" is read elsewhere."""
    parts = tuple(word.lower() for word, *_ in pieces(name))
    forms = [parts]
    if parts[0] in ("mr", "ms", "mrs", "dr") and len(parts) > 1:
        forms.append(parts[1:])
    return forms


def _forms(name: str, kind: str, number: int, in_order: bool, many: int) -> Iterator[tuple[str, ...]]:
    parts = tuple(word.lower().replace("’", "'") for word, *_ in pieces(name))
    clock = parts[-1] == "o'clock"
    if clock or parts[0] in NUMBERS:
        # "One" alone is a number.
        hour = parts[:-1] if clock else parts
        yield from (("at", *hour), (kind, *hour), (*hour, "o'clock"))
        return
    yield parts
    if parts[0] in ("mr", "ms", "mrs", "dr") and len(parts) > 1:
        yield parts[1:]
    if len(parts) > 1 and singular(parts[-1]) == kind:
        yield parts[:-1]
        yield (*parts[:-1], f"{parts[-1]}s")
    elif not in_order:
        yield (*parts, kind)
        yield (*parts, f"{kind}s")
    if parts[-1].endswith("s") and name[0].isupper() and not in_order:
        yield (*parts[:-1], singular(parts[-1]))
    if in_order and (parts[0] == ORDINALS[number + 1] or parts == (str(number + 1),)):
        yield from ((kind, str(number + 1)), (kind, NUMBERS[number + 1]))
    if len(parts) == 2 and parts[0] == kind and parts[1].isdecimal():
        yield (kind, NUMBERS[int(parts[1])])
        yield (NUMBERS[int(parts[1])], kind)
    if in_order:
        yield (ORDINALS[number + 1], kind)
        yield (ORDINALS[number + 1],)
        if number == many - 1:
            yield ("last", kind)
