"""What a puzzle opens with: who there is, and which places, or how many of them are chosen.

A sentence announces where it lists who or what was not named before, or names a series of places. All in it that counts, denies or
compares has to be understood; its other words only tell the scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from qsr.language.puzzles.tokens import pieces, stem
from qsr.language.puzzles.world import NUMBERS, ORDINALS, Axis, World, conjunction, singular, words
from qsr.logic import And, Atom, Count, Formula, Not, Relation
from qsr.story import Span

__all__ = ["announced"]

_N: Final = rf"(?:{'|'.join(NUMBERS[1:])}|\d+)"
_ORD: Final = rf"(?:{'|'.join(ORDINALS[1:])})"
_STOP: Final = "|".join(words("stops"))
_PART: Final = rf"(?!(?i:{_STOP})\b)[^\W_][\w'’-]*"
_ART: Final = r"(?:(?:an?|the|Mr\.|Ms\.|Mrs\.|Dr\.|either)\s+)?"
_ITEM: Final = rf"(?<!\w)(?:{_N} o['’]clock|{_ART}{_PART}(?:\s+{_PART}){{0,3}}(?:\s+{_N}\b)?)"
_LIST: Final = re.compile(rf"{_ITEM}(?:,\s+{_ITEM})+,?\s+(?:and|or)\s+{_ITEM}")
_PAIR: Final = re.compile(rf"(?<=[:,]\s)(?:{_ITEM})\s+(?:and|or)\s+{_ITEM}")
#: "the poets Ansel, Byrne, and Cho": some of the things, and what they are.
_GROUP: Final = re.compile(r"\bthe ([a-z]+) ([A-Z]\w+(?:(?:, and | and |, )[A-Z]\w+)*)")
_WHOM: Final = re.compile(rf"\b({_N}) of whom, (#\d+#), are (\w+)", re.IGNORECASE)
_EITHER: Final = re.compile(r"either (?:in |on |to )?((?:an? |the )?[\w ]+?) or (?:in |on |to )?((?:an? |the )?[\w ]+?)(?=[.,;]|$)")
_HEAD: Final = re.compile(
    rf"\b(?P<count>{_N})\s+(?:of\s+(?:the|its|his|her|their)\s+)?(?P<nouns>(?:(?!of\b|{_N}\b)[\w-]+\s+){{0,2}}?(?:\w+s|people|children|men|women|fish|staff))\b",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(rf"^,? ?(?:are|is|were) (?:the |all )?(?P<count>{_N}) (?P<nouns>(?:\w+ ){{0,2}}?(?:\w+s|people|children|men|women))\b")
_THE: Final = re.compile(r"\b[Tt]he (?P<nouns>(?:\w+ ){0,2}\w+)(?: are| is|,| include)\s*$")
_KINDS: Final = re.compile(r"\bexactly one (?:\w+ )?(?P<nouns>\w+)[,:]\s*$")
_DAYS: Final = [tuple(one) for one in words("series")]
_DAY: Final = "|".join(name for one in _DAYS for name in one)
_SERIES: Final = re.compile(
    rf"(?:\b(?:from |between )?(?P<first>{_DAY}),? ?(?:through|to|and|until|[-–]) ?(?P<last>{_DAY})\b)"
    rf"|(?:\b(?:numbered )?(?:consecutively )?(?:from )?(?P<low>{_N}) (?:through|to) (?P<high>{_N})\b)"
    rf"|(?:\b(?:from )?(?P<one>{_ORD})(?: \([\w ]+\))? (?:through|to) (?P<most>{_ORD})(?: \([\w ]+\))?)",
)
_ROW: Final = re.compile(rf"\brow of (?P<many>{_N}) (?:\w+ )?(?P<noun>\w+)")
_SEQUENCE: Final = re.compile(
    r",? ?\b(?:in a (?:single |straight )?(?:row|line|queue)|in line|lined up|in a stack|stacked|from left to right|back to back|in sequence|in turn"
    r"|finish(?:ed|es)? (?:a|the) race|one after (?:another|the other)|one at a time|one by one|in succession|with no ties|no ties|at (?:\w+ )?different times)\b"
)
_EACH_ONE: Final = re.compile(
    rf"\b(?:exactly )?one (?:\w+ ){{1,3}}?(?:(?:in|on|at|to|for|per|during) )?(?:each|every)(?: of)?(?: (?:{_N}|the|these))*(?: \w+)?"
    r"|\beach (?:\w+ ){1,4}(?:exactly )?once\b|\bexactly once\b|\bin \w+ different places"
    r"|\b(?:no two (?:of them |\w+ ){1,3}(?:\w+ ){0,3}?(?:at )?the same (?:\w+ )?\w+)|\beach (?:\w+ ){1,2}a different (?:kind of )?\w+"
    r"|\bone (?:to (?:a|each)|per|each|on each|in each|at each|for each) \w+|\b(?:each|all) (?:\w+ ){0,2}(?:on|at|in|to) (?:a )?different \w+|\ball different\b|\bin (?:some|a single|a certain) order\b",
    re.IGNORECASE,
)
_ONE: Final = re.compile(rf"\b(?:exactly )?one (?:of (?:the )?(?:following )?(?:(?:{_N}) )?)?\w+", re.IGNORECASE)
_CHOICE: Final = re.compile(
    rf"\b(?P<how>exactly|at least|at most|no more than|no fewer than)? ?(?P<low>{_N})(?: (?:but no|and no|but not|and at) (?:more than|most) (?P<high>{_N}))?"
    rf"(?: (?:people|members|persons|students|items|\w+))?(?: will be \w+)? (?:of|from|from among|out of|among)(?: (?:a group of|the|these|its|his|her))? (?P<total>{_N})\b",
    re.IGNORECASE,
)
_FROM: Final = re.compile(rf"\bfrom (?:among |a group of |among a group of )?(?:the )?(?P<total>{_N})\b", re.IGNORECASE)
_CHOOSING: Final = re.compile(
    r"\b(?:choos|select|form|pick|hir|invit|plant|show|send|sent|buy|includ|us|committee|squad|panel|sew|place|appoint|serv|make)"
)
_PICK: Final = re.compile(
    rf"(?:\b(?:committee|panel|team|squad|crew|board|jury|group|delegation|menu|set) of )?\b(?P<how>exactly|at least|at most|no more than|no fewer than) (?P<low>{_N})(?: (?:but no|and no|but not|and at) (?:more than|most) (?P<high>{_N}))?(?P<noun> \w+)?"
)
_OPERATORS: Final = re.compile(
    r"\b(?:not|no|only|if|unless|least|most|exactly|than|more|fewer|both|same|different|before|after|immediately|or|except|either|neither"
    r"|twice|but|never|cannot|between|until|"
    rf"every|{'|'.join(NUMBERS[1:])})\b(?!-)",
    re.IGNORECASE,
)
_SOME: Final = re.compile(r"\b[Ss]ome (?:of (?:the |these |them)?)?(?:[\w ]+?) (?:in|on|to|at|into|for) ((?:the |an? )?[\w ]+?),? and the (?:rest|others|remainder) (?:[\w ]+ )?(?:in|on|to|at|into|for) ((?:the |an? )?\w+)")
#: What becomes of those who are not chosen; and a choice of any number.
_REST: Final = re.compile(r"\b(?:anyone|everyone|anything|those|whoever|any \w+|the \w+) (?:who is |who are |that is |that are )?not \w+ (?:stay|remain)s? \w+", re.IGNORECASE)
_ANY: Final = re.compile(r"\b(?:may|can|might) be \w+|\b[Ff]rom (?:among|a group of|a pool of).*\b(?:selects?|chooses?|picks?|hires?|invites?)\b|\bwhich of\b")
#: More things or places than any puzzle has.
_MOST: Final = 14


@dataclass
class _Found:
    """What was announced so far."""

    things: list[str] = field(default_factory=list)
    kinds: dict[str, list[int]] = field(default_factory=dict)
    places: list[tuple[str, list[str], bool]] = field(default_factory=list)
    total: int = 0
    each: bool = False
    sequence: bool = False
    choice: tuple[int, int | None] | None = None
    counted: list[tuple[str, int]] = field(default_factory=list)
    series_of: str = ""
    said: str = ""

    @property
    def whole(self) -> bool:
        return len(self.things) > 1 and bool(self.places or self.sequence or self.choice)


def announced(text: str, spans: list[Span]) -> tuple[World, Formula[Atom], Span, list[Span]] | None:
    """Return the world, what the announcement says and its place, and the places of the conditions.

    None for a text that does not open like a puzzle.
    """
    found, rest = _Found(), list(spans)
    tails: list[Span] = []
    end = 0
    for begin, last in spans[:6]:
        sentence = text[begin:last]
        for stop in _ends(sentence):
            trial = _copy(found)
            if _sentence(trial, sentence[:stop].rstrip(" ,;")):
                found, end = trial, begin + stop
                del rest[0]
                if stop < len(sentence):
                    said = re.match(r"[,;] (?:and |with )?", sentence[stop:])
                    tails.append((begin + stop + (said.end() if said else 0), last))
                break
        else:
            break
    if not found.whole:
        return None
    made = _world(found, text[spans[0][0] : end])
    return None if made is None else (*made, (spans[0][0], end), [*tails, *rest])


def _copy(found: _Found) -> _Found:
    kinds = {name: list(one) for name, one in found.kinds.items()}
    return _Found(
        list(found.things), kinds, list(found.places), found.total, found.each, found.sequence, found.choice, list(found.counted),
        found.series_of, found.said,
    )  # fmt: skip


def _ends(sentence: str) -> Iterator[int]:
    """Yield where the announcement of a sentence may end: at its end, or where a further clause begins."""
    yield len(sentence)
    yield from (one.start() for one in reversed([*re.finditer(r"(?:,|;) (?:and |with )", sentence)]))


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.index(word.lower())


def _lists(sentence: str) -> Iterator[tuple[int, int, list[str], str]]:
    """Yield the lists of a sentence: start, end, items and the word for some of them that stands in front ("the poets Ansel")."""
    taken: list[Span] = []
    groups = [*_GROUP.finditer(sentence)]
    for hit in groups if len(groups) > 1 else ():
        taken.append(hit.span())
        yield *hit.span(), re.split(r", and | and |, ", hit[2]), hit[1]
    for form in (_LIST, _PAIR):
        for hit in form.finditer(sentence):
            begin, end = hit.span()
            if any(begin < j and i < end for i, j in taken):
                continue
            items = re.split(r",\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+", hit[0])
            # What stands in front of the first item may be no part of it.
            first = items[0].split()
            named = sum(one.removeprefix("the ")[:1].isupper() for one in items[1:]) == len(items) - 1
            group = ""
            if named and not first[0][0].isupper():
                upper = next((at for at, word in enumerate(first) if word[0].isupper()), None)
                words_before = [one for one in first[:upper] if one.lower() != "the"]
                group = words_before[-1] if words_before else ""
                if upper is None:
                    items, cut = items[1:], hit[0].index(items[1])
                else:
                    the = first[upper - 1] == "the" and not words_before
                    cut = hit[0].index(first[upper]) if not the else 0
                    items[0] = " ".join(first[upper:])
                begin += cut
            elif named and _number_word(first[0]):
                items, begin = items[1:], begin + hit[0].index(items[1])
            if re.search(rf"\b{_N}\s+(?:of\s+)?\Z", sentence[:begin], re.IGNORECASE) and len(items) > 2:
                items, begin = items[1:], begin + hit[0].index(items[1])
            if len(items) > 1 and (form is _LIST or len(items) == 2):
                taken.append((begin, end))
                yield begin, end, [_bare(one) for one in items], group


def _number_word(word: str) -> bool:
    return word.lower() in NUMBERS


def _bare(item: str) -> str:
    return re.sub(r"\A(?:an?|the|either)\s+", "", item.strip())


def _sentence(found: _Found, sentence: str) -> bool:
    """Take what a sentence announces; tell whether it does, and all of it is understood."""
    masked, new = sentence, False
    lists = sorted(_lists(sentence))
    for begin, end, items, group in reversed(lists):
        masked = f"{masked[:begin]}#{lists.index((begin, end, items, group))}#{masked[end:]}"
    before = ""
    for piece in re.split(r"(#\d+#)", masked):
        if not piece.startswith("#"):
            before = piece
            continue
        _, _, items, group = lists[int(piece[1:-1])]
        group = next((hit[3] for hit in _WHOM.finditer(masked) if hit[2] == piece), group)
        if all(one in found.things for one in items):
            return False
        if not _listed(found, before, masked.partition(piece)[2], items, group):
            return False
        new = True
    for hit in _EITHER.finditer(masked):
        if found.things:
            items = [_bare(one) for one in hit.groups()]
            if re.search(r"\b(?:not|no)\b", masked):
                return False
            kind = "day" if items[0] in _DAY else singular(items[0].split()[-1]) if items[0].split()[-1] == items[1].split()[-1] and " " in items[0] else "part"
            if any(one.lower() in (each.lower() for _, known, _ in found.places for each in known) for one in items):
                return False
            found.places.append((kind, items, False))
            masked, new = masked.replace(hit[0], " "), True
    if (some := _SOME.search(masked)) and found.things and not found.places:
        found.places.append(("part", [_bare(one) for one in some.groups()], False))
        masked, new = masked.replace(some[0], " "), True
    series = _SERIES.search(masked)
    if series and not (series["first"] and any("ay" in one for _, known, _ in found.places for one in known)):
        if not _series(found, masked, series):
            return False
        masked, new = masked.replace(series[0], " "), True
    elif row := _ROW.search(masked):
        noun = singular(row["noun"])
        if any(name == noun for name, _, _ in found.places):
            return False
        found.places.append((noun, [f"{ORDINALS[number]} {noun}" for number in range(1, _number(row["many"]) + 1)], True))
        masked, new = masked.replace(row[0], "row "), True
    for form in (_SEQUENCE, _EACH_ONE):
        while hit := form.search(masked):
            found.sequence |= form is _SEQUENCE or "same time" in hit[0]
            found.each = True
            masked, new = masked[: hit.start()] + " " + masked[hit.end() :], True
    if (rest := _REST.search(masked)) and found.things and found.choice is not None:
        masked, new = masked.replace(rest[0], " "), True
    if re.search(r"\b(?:is|are|be)? ?(?:ranked|in order)\b", masked):
        found.sequence = found.each = True
    for form in (_CHOICE, _PICK) if found.choice is None else ():
        hit = form.search(masked)
        if hit is None or (form is _PICK and not _CHOOSING.search(masked)):
            continue
        total = hit["total"] if form is _CHOICE else (_FROM.search(masked) or {"total": None})["total"]
        if form is _PICK and total and _number(total) != sum(len(items) for _, _, items, _ in lists):
            total = None
        if form is _CHOICE and any(len(one) == _number(str(total)) for _, one, _ in found.places):
            continue
        many = len(found.things) or sum(len(items) for _, _, items, _ in lists)
        if form is _CHOICE and many and _number(str(total)) != many:
            continue
        low = _number(hit["low"])
        how = (hit["how"] or "exactly").lower()
        high = _number(hit["high"]) if hit["high"] else low if how == "exactly" else None
        if how in ("at most", "no more than"):
            low, high = 0, low
        if low == high == 1 or (form is _PICK and not new and not found.things):
            continue
        found.choice, found.total = (low, high), _number(total) if total else found.total
        masked, new = masked[: hit.start()] + " " + (total or "") + " " + masked[hit.end() :], True
        break
    if (ones := _ONE.search(masked)) and (found.things or found.places):
        found.counted.append((singular(ones[0].split()[-1]), 1))
        found.each |= any(ordered for *_, ordered in found.places)
        masked = masked.replace(ones[0], " ")
    if (found.things or lists) and not found.places and not found.sequence and found.choice is None and _ANY.search(masked):
        found.choice = (0, None)
    sizes = {len(found.things), found.total, *(len(one) for _, one, _ in found.places), *map(len, found.kinds.values())}
    sizes |= {len(items) for _, _, items, _ in lists}
    exact = rf"(?<!least )(?<!most )(?<!than )(?<!exactly )\b({_N})\b"
    masked = re.sub(exact, lambda one: " " if _number(one[0]) in sizes - {1} else one[0], masked, flags=re.IGNORECASE)
    masked = re.sub(r"\b(?:each|one) of them\b|\bevery (?:\w+)\b(?= has| is)", " ", masked)
    found.said += f" {sentence}"
    if not new and not found.whole and not any(re.search(rf"\b{re.escape(one)}\b", sentence) for one in found.things):
        new = True
    return new and not _OPERATORS.search(re.sub(r"#\d+#", " ", masked))


def _listed(found: _Found, before: str, after: str, items: list[str], group: str) -> bool:
    """Take a list with what stands before it."""
    heads = [*_HEAD.finditer(before)] or [*_AFTER.finditer(after)]
    head = heads[-1] if heads else _THE.search(before) or _KINDS.search(before)
    noun = group or (head["nouns"].split()[-1] if head else "")
    kind = singular(noun.lower())
    several = re.search(r"\bone (?:of )?(?:\w+)", before)
    one = re.search(r"\bone (?!of\b)(\w+)", before)
    kind = kind or (one[1] if one else "")
    if heads and _number(heads[-1]["count"]) not in (1, len(items)) and not group:
        if _CHOICE.search(before) is None:
            return False
    in_order = _in_order(items)
    slotlike = in_order or kind in words("slots") or bool(several and (found.things or found.total))
    if len(items) > _MOST or len({one.lower() for one in items}) < len(items):
        return False
    if found.things and not slotlike and (group or not found.places) and (group or re.match(r"\s*,? ?and\b", before) or found.total):
        slotlike = False
    elif found.things and not slotlike and (found.places or heads):
        slotlike = True
    if slotlike:
        found.places.append((kind or singular(items[0].split()[-1].lower()), items, in_order))
        return True
    start = len(found.things)
    found.things += items
    named = range(start, len(found.things))
    for one in [*(head["nouns"].split() if head else []), group]:
        if one and one.lower() not in words("stops"):
            found.kinds.setdefault(singular(one.lower()), []).extend(named)
    return True


def _in_order(items: list[str]) -> bool:
    for one in _DAYS:
        if all(item.split()[0] in one for item in items):
            return True
    if all(item.split()[-1].lower() in NUMBERS or item.split()[0].lower() in (*NUMBERS, *ORDINALS) for item in items):
        return True
    return [one.split()[0].lower() for one in items] in (["morning", "afternoon"], ["morning", "afternoon", "evening"])


def _series(found: _Found, sentence: str, hit: re.Match[str]) -> bool:
    before = sentence[: hit.start()]
    heads = [*_HEAD.finditer(before)]
    noun = singular(heads[-1]["nouns"].split()[-1].lower()) if heads else ""
    if hit["first"]:
        row = next((one for one in _DAYS if hit["first"] in one and hit["last"] in one), ())
        names = list(row[row.index(hit["first"]) : row.index(hit["last"]) + 1]) if row else []
        found.places.append((noun or "day", names, True))
    else:
        low, high = hit["low"] or hit["one"], hit["high"] or hit["most"]
        order = ORDINALS if hit["one"] else NUMBERS
        one, most = (int(end) if end.isdecimal() else order.index(end) for end in (low, high))
        nouns = re.findall(r"\b(\w+?)(?:s|es)?(?: are| that are|,| which are)? (?:numbered )?(?:consecutively )?(?:from )?\Z", before)
        kind = singular(nouns[-1].lower()) if nouns and nouns[-1].lower() in words("slots") else noun
        if kind not in words("slots"):
            at_end = re.findall(r"\w+", before.lower())[-12:]
            kind = next((singular(one) for one in reversed(at_end) if singular(one) in words("slots")), "place")
        names = [f"{kind} {number}" for number in range(one, most + 1)]
        found.places.append((kind, names, True))
    kind, names, _ = found.places[-1]
    counts = [_number(one["count"]) for one in heads if singular(one["nouns"].split()[-1].lower()) == kind]
    return 1 < len(names) <= _MOST and (not counts or len(names) in counts)


def _world(found: _Found, text: str) -> tuple[World, Formula[Atom]] | None:
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
        for section, slot in (("first", slots[0]), ("last", slots[-1])) if in_order else ():
            other = slots[0] if slot == slots[-1] else slots[-1]
            for look, word in words(section):
                sooner = dict(_looks(lowered)).get(look)
                if sooner is not None:
                    phrases.setdefault((word,), ("S", slot if sooner else other))
        if in_order and len(slots) % 2:
            phrases.setdefault(("middle",), ("S", slots[len(slots) // 2]))
        if in_order and sum(one.ordered for one in axes) == 1:
            phrases.setdefault(("last",), ("S", slots[-1]))
    several: list[Formula[Atom]] = []
    crossed = len(axes) == 2 and len(axes[0].slots) * len(axes[1].slots) == len(things)
    if not any(axis.full for axis in axes):
        if found.each and crossed:
            several = [
                Not(And(tuple(Atom(Relation("same", axis.name), pair) for axis in axes))) for pair in combinations(range(len(things)), 2)
            ]
        elif found.each or any(noun not in {axis.name for axis in axes} for noun, _ in found.counted):
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
        for other in found.kinds:
            for form in _plural(other) if other != group else ():
                phrases.setdefault((group, *form), ("TK", kinds[group]))
    for group in ("anyone", "everyone", "someone"):
        phrases.setdefault((group,), ("TK", everybody))
    known = {word for form in phrases for word in form}
    filling = {stem(word.lower()) for word, *_ in pieces(text) if word.lower() not in known and word.isalpha()}
    filling -= {stem(word) for word in words("weighty")}
    filling -= set(map(stem, ("not", "no", "if", "only", "or", "and", "except", "unless", "both", "either", "neither", "but")))
    world = World(tuple(entities), everybody, tuple(axes), phrases, frozenset(filling))
    return world, conjunction([world.laws(), *choice, *several])


def _one_each(text: str, kind: str, found: _Found) -> bool:
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
