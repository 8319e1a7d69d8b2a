"""From what an announcement says to a world: which axes there are, who is on them, and how sentences call all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any, Final

from qsr.language.puzzles.announcement import ends, take
from qsr.language.puzzles.facts import Fact, Found, Group
from qsr.language.puzzles.naming import named, split
from qsr.language.puzzles.tokens import pieces, stem
from qsr.language.puzzles.world import NUMBERS, ORDINALS, Axis, World, conjunction, singular, words
from qsr.logic import And, Atom, Count, Formula, Not, Relation
from qsr.story import Span

__all__ = ["announced"]

#: How many sentences may announce, at most.
_OPENING: Final = 7


def announced(text: str, spans: list[Span]) -> tuple[World, Formula[Atom], Span, list[Span]] | None:
    """Return the world, what the announcement says and its place, and the places of the conditions.

    None for a text that does not open like a puzzle.
    """
    found, conditions = Found(), []
    end = 0
    parts = [
        (begin + one.start(), begin + one.end()) for begin, last in spans for one in re.finditer(r"[^;\s][^;]*", text[begin:last])
    ]
    for number, (begin, last) in enumerate(parts):
        sentence = text[begin:last]
        for stop in ends(sentence) if number < _OPENING else ():
            trial = deepcopy(found)
            whole = stop == len(sentence) or len([*named(split(sentence))]) == len([*named(split(sentence[:stop]))])
            if whole and take(trial, sentence[:stop].rstrip(" ,;.")):
                found, end = trial, max(end, begin + stop)
                if stop < len(sentence):
                    said = re.match(r"[,;] (?:and |with |but )?", sentence[stop:])
                    conditions.append((begin + stop + (said.end() if said else 0), last))
                break
        else:
            conditions.append((begin, last))
    if not end or not conditions or not any(len(one.names) > 1 for one in found.groups):
        return None
    opening = (spans[0][0], end)
    # Who lists things in general English seldom counts them as well, or says no more than that.
    told = {word.lower() for word in split(text[slice(*opening)])}
    sizes = [one.many for one in found.groups]
    counted = any(one < len(NUMBERS) and {NUMBERS[one], str(one)} & told for one in sizes if one > 1)
    if not counted and not (found.sequence or found.choice or found.facts):
        return None
    conditioned = {word.lower() for one in conditions for word in split(text[slice(*one)])}
    made = _Made(found, text[slice(*opening)], bool(conditioned & {*words("in_order"), *ORDINALS})).world()
    return None if made is None else (*made, opening, conditions)


class _Made:
    """A world under construction: which group is put where, as far as the announcement says it or everybody takes it so."""

    def __init__(self, found: Found, text: str, in_order: bool) -> None:
        self._found, self._text, self._in_order = found, text, in_order
        self._granted: list[str] = []
        self._used: list[Fact] = []

    def world(self) -> tuple[World, Formula[Atom]] | None:
        """Return the world and what is said of it, None where that is not clear."""
        found = self._found
        if re.search(r"\b(?:circular|circle|clockwise|round table|carousel)\b", self._text, re.IGNORECASE):
            return None
        self._places()
        if any(not one.names and all(one.many != other.many for other in found.named()) for one in found.groups):
            return None
        split_ = self._parts()
        if split_ is None:
            return None
        things, places = split_
        self._things = things
        entities = list(things.names)
        axes: list[Axis] = []
        said: list[Formula[Atom]] = []
        phrases: dict[tuple[str, ...], tuple[str, Any]] = {}
        for group in places:
            made = self._axis(group, things, len(entities))
            if made is None or any(made.name == axis.name for axis in axes):
                return None
            axes.append(made)
            entities += group.names + ["left out"] * (made.out is not None)
            self._words_of(made, group, phrases, sum(one.ordered for one in axes) == 1)
            said += self._sizes(made, group, things)
        several = self._apart(axes, things)
        if not axes or sum(one.ordered for one in axes) > 1:
            if axes or (found.choice is None and not found.chooses):
                return None
            chosen, out = len(entities), len(entities) + 1
            entities += ["chosen", "left out"]
            axes.append(Axis("choice", (chosen,), out=out))
            low, high = found.choice or (0, None)
            if (low, high) == (0, None):
                self._granted.append("any number of them may be chosen, as far as nothing else is said")
            if low > things.many or (high is not None and high > things.many):
                return None
            atoms = tuple(Atom(Relation("same", "choice"), (thing, chosen)) for thing in range(things.many))
            said.append(Count(atoms, low, high))
        for axis in axes:
            for form in words("out") if axis.out is not None else ():
                phrases[tuple(form.split())] = ("S", axis.out)
        if several is None or [one for one in found.facts if one not in self._used]:
            return None
        filling = self._things_words(things, phrases)
        world = World(tuple(entities), tuple(range(things.many)), tuple(axes), phrases, filling, tuple(self._granted))
        return world, conjunction([world.laws(), *said, *several])

    def _places(self) -> None:
        """Give names to places of which only the number is told, or to those of a sequence, where nothing else has an order."""
        found = self._found
        if any(one.ordered for one in found.named()):
            return
        lists = [one for one in found.named() if not one.ordered]
        for group in found.groups:
            row = set(group.nouns) & set(words("single")) and found.sequence
            if not group.names and (group.ordered or row) and group.many > 1 and (row or len(lists) == 1 or self._facts(group)):
                noun = group.nouns[0]
                group.names = [f"{ORDINALS[number]} {noun}" for number in range(1, group.many + 1)]
                group.ordered = True
                return
        alone = len(lists) == 1 and found.choice is None
        if alone and any(one.name == "apart" and one.other is None for one in found.facts):
            found.sequence = True
        if alone and not found.sequence and not found.chooses and self._in_order:
            self._granted.append("they come one after another")
            found.sequence = True
        if found.sequence and len(lists) == 1:
            names = [f"{ORDINALS[number]} place" for number in range(1, lists[0].many + 1)]
            found.groups.append(Group(lists[0].many, names, ["place"], ordered=True))
            found.facts.append(Fact("apart", lists[0], other=found.groups[-1]))

    def _facts(self, group: Group, other: Group | None = None) -> list[Fact]:
        """Return the facts of how many each of a group has, or has of another group; where it is not said of what, of any."""
        return [
            one
            for one in self._found.facts
            if one.name == "per" and one.group is group and (other is None or one.other in (other, None) or not one.other.names)
        ]

    def _parts(self) -> tuple[Group, list[Group]] | None:
        """Return which group is put in places, and the places."""
        lists = self._found.named()
        rows = [one for one in lists if one.ordered]
        rest = [one for one in lists if not one.ordered]
        if not rest or len(rows) > 1:
            return None
        for fact in [*self._found.facts]:
            if fact.group is None and fact.name == "per":
                self._found.facts[self._found.facts.index(fact)] = fact._replace(group=rest[0])
        if len(rest) == 1 and len(rows) == 1:
            one, row = rest[0], rows[0]
            exact = [fact for fact in self._facts(one, row) if (fact.low, fact.high) != (1, 1)]
            back = [fact for fact in self._facts(row, one) if (fact.low, fact.high) == (1, 1)]
            if exact and back:
                return row, [one]
            return one, [row]
        if rows:
            return rest[0], [*rows, *rest[1:]]
        if len(rest) == 1:
            return rest[0], []
        first, second = rest[:2]
        single = self._is_one(first, second), self._is_one(second, first)
        slots = [bool(one.sizes) or any(noun in words("slots") for noun in one.nouns) for one in (first, second)]
        turned = single == (False, True) or (single[0] == single[1] and slots == [True, False])
        if turned or (single == (True, True) and slots[0] == slots[1] and first.many < second.many):
            first, second = second, first
        return first, [one for one in rest if one is not first]

    def _is_one(self, group: Group, other: Group) -> bool:
        return any((one.low, one.high) == (1, 1) and not one.kind for one in self._facts(group, other))

    def _axis(self, group: Group, things: Group, first: int) -> Axis | None:
        """Return the places of a group."""
        found, slots = self._found, tuple(range(first, first + group.many))
        shown = (group.nouns or ["place"])[0]
        kind = (group.nouns or ["part" if not group.ordered else "place"])[0]
        if len(group.names) != group.many or any(fact.kind for fact in self._facts(things, group)):
            return None
        own = self._facts(things, group)
        if any((one.low, one.high) != (1, 1) for one in own):
            return None
        self._used += own
        apart = [one for one in found.facts if one.name == "apart" and self._is_apart(one, things, group)]
        self._used += apart
        theirs = [one for one in self._facts(group, things) if not one.kind and (one.low, one.high) == (1, 1)]
        twice = [one for one in found.facts if one.name == "apart" and one.group is group and one.other in (None, things)]
        if theirs or apart:
            self._used += theirs
        single, out = bool(apart or theirs), None
        if twice and theirs == []:
            return None
        self._used += twice
        full = single and group.many == things.many
        if group.many == things.many and not single and not self._facts(group, things) and not group.sizes:
            nouns = {*group.nouns, "place"}
            if group.ordered and (found.sequence or nouns & set(words("single")) or nouns & set(words("ordered"))):
                self._granted.append(f"each {shown} has exactly one of them")
                single = full = True
        if found.choice is not None and found.choice != (group.many, group.many):
            return None
        if things.many > group.many and single:
            if not theirs or (found.choice is None and own):
                return None
            full, out = True, slots[-1] + 1
            self._granted += [] if found.choice else ["those who have no place are left out"]
        elif found.choice is not None:
            return None
        if things.many < group.many and single and theirs:
            return None
        if not own and not single and out is None:
            self._granted.append(f"each of them has exactly one {shown}")
        if not single and not self._facts(group, things) and not group.sizes:
            self._granted.append(f"each {shown} may have several of them, or none, as far as nothing else is said")
        return Axis(kind, slots, group.ordered, single, full, _looks(self._text.lower()), out)

    def _is_apart(self, fact: Fact, things: Group, group: Group) -> bool:
        other = fact.other
        if fact.group not in (None, things):
            return False
        if other is None or not other.names:
            return group.ordered or (other is not None and bool(set(other.nouns) & set(group.nouns)))
        return other is group

    def _sizes(self, axis: Axis, group: Group, things: Group) -> list[Formula[Atom]]:
        """Return how many there are at each place, in all or of a kind."""
        said: list[Formula[Atom]] = []

        def many(slot: int, low: int, high: int | None, kind: str = "") -> Formula[Atom]:
            which = things.kinds.get(kind, range(things.many))
            return Count(tuple(Atom(Relation("same", axis.name), (thing, slot)) for thing in which), low, high)

        for fact in self._facts(group, things):
            if fact in self._used and axis.single:
                continue
            said += [many(slot, fact.low, fact.high, fact.kind) for slot in axis.slots]
            self._used.append(fact)
        if group.sizes:
            said += [many(slot, size, size) for slot, size in zip(axis.slots, group.sizes, strict=True)]
        return said

    def _apart(self, axes: list[Axis], things: Group) -> list[Formula[Atom]] | None:
        """Return that no two things share all places, where places of two kinds are as many as the things, and each has one."""
        if len(axes) == 2 and len(axes[0].slots) * len(axes[1].slots) == things.many and not any(axis.full for axis in axes):
            left = [
                one for one in self._found.facts if one not in self._used and one.name == "per" and (one.low, one.high) == (1, 1)
            ]
            if not left:
                return []
            self._used += left
            return [
                Not(And(tuple(Atom(Relation("same", axis.name), pair) for axis in axes)))
                for pair in combinations(range(things.many), 2)
            ]
        return []

    def _words_of(self, axis: Axis, group: Group, phrases: dict[tuple[str, ...], tuple[str, Any]], first: bool) -> None:
        """Put down how sentences call places."""
        slots, looks = axis.slots, dict(axis.looks)
        for number, (slot, name) in enumerate(zip(slots, group.names, strict=True)):
            for noun in {*(group.nouns or [axis.name]), *(other for row in words("alike") if axis.name in row for other in row)}:
                for form in _forms(name, noun, number, axis.ordered, len(slots)):
                    phrases[form] = ("S", slot)
        alike = {other for noun in group.nouns for row in words("alike") if noun in row for other in row}
        for noun in {*group.nouns, axis.name, *alike, *(("place", "position") if axis.ordered else ())}:
            for form in _plural(noun):
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
        if len(slots) % 2:
            phrases.setdefault(("middle",), ("S", slots[len(slots) // 2]))
        if first:
            phrases.setdefault(("last",), ("S", slots[-1]))

    def _things_words(self, things: Group, phrases: dict[tuple[str, ...], tuple[str, Any]]) -> frozenset[str]:
        """Put down how sentences call things, and return the further words of the announcement."""
        everybody = tuple(range(things.many))
        for number, name in enumerate(things.names):
            for form in _called(name):
                phrases[form] = ("T", number)
                if name.isdecimal():
                    phrases |= {(noun, *form): ("T", number) for noun in things.nouns}
        some = {noun: tuple(dict.fromkeys(which)) for noun, which in things.kinds.items()}
        kinds = {**some, **dict.fromkeys((*things.nouns, *words("anybody")), everybody)}
        for noun, which in kinds.items():
            for form in _plural(noun):
                phrases.setdefault(form, ("TK", which))
                for kind, those in some.items():
                    if which == everybody:
                        phrases.setdefault((kind, *form), ("TK", those))
        for noun in ("anyone", "everyone", "someone"):
            phrases.setdefault((noun,), ("TK", everybody))
        known = {word for form in phrases for word in form}
        filling = {
            stem(word.lower()) for word, *_ in pieces(self._text) if word.lower() not in known and word.replace("-", "").isalpha()
        }
        filling -= {stem(word) for word in words("weighty")}
        return frozenset(filling - set(map(stem, ("not", "no", "if", "only", "or", "and", "except", "unless", "neither", "but"))))


def _looks(text: str) -> tuple[tuple[str, bool], ...]:
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
    found.append(("across", not has("turned")))
    return tuple(found)


def _plural(noun: str) -> list[tuple[str, ...]]:
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
