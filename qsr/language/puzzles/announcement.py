"""What a puzzle opens with: who there is, and which places, or how many of them are chosen.

A sentence announces where it lists who or what was not named before, or names a series of places. All in it that counts, denies
or compares has to be understood; its other words only tell the scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final

from qsr.language.puzzles.world import NUMBERS, ORDINALS, pattern, singular, words
from qsr.story import Span

__all__ = ["Found", "copied", "ends", "take"]

#: More things or places than any puzzle has.
_MOST: Final = 14


@dataclass
class Found:
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
        """Whether there are things, and places or a choice."""
        return len(self.things) > 1 and bool(self.places or self.sequence or self.choice)


def copied(found: Found) -> Found:
    """Return the same, to be added to."""
    return deepcopy(found)


def ends(sentence: str) -> Iterator[int]:
    """Yield where the announcement of a sentence may end: at its end, or where a further clause begins."""
    yield len(sentence)
    yield from (one.start() for one in reversed([*re.finditer(r"(?:,|;) (?:and |with )", sentence)]))


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.index(word.lower())


def _lists(sentence: str) -> Iterator[tuple[int, int, list[str], str]]:
    """Yield the lists of a sentence: start, end, items and the word for some of them that stands in front ("the poets Ansel")."""
    taken: list[Span] = []
    groups = [*pattern("group").finditer(sentence)]
    for hit in groups if len(groups) > 1 else ():
        taken.append(hit.span())
        yield *hit.span(), re.split(r", and | and |, ", hit[2]), hit[1]
    for form in (pattern("list"), pattern("pair")):
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
            if re.search(r"\b(\w+)\s+(?:of\s+)?\Z", sentence[:begin]) and _counts(sentence[:begin]) and len(items) > 2:
                items, begin = items[1:], begin + hit[0].index(items[1])
            if len(items) > 1 and (form is pattern("list") or len(items) == 2):
                taken.append((begin, end))
                yield begin, end, [_bare(one) for one in items], group


def _counts(before: str) -> bool:
    last = re.sub(r"\s+of\Z", "", before.rstrip()).split()[-1].lower()
    return last in NUMBERS or last.isdecimal()


def _number_word(word: str) -> bool:
    return word.lower() in NUMBERS


def _bare(item: str) -> str:
    return re.sub(r"\A(?:an?|the|either)\s+", "", item.strip())


def take(found: Found, sentence: str) -> bool:
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
        group = next((hit[3] for hit in pattern("whom").finditer(masked) if hit[2] == piece), group)
        if all(one in found.things for one in items):
            return False
        if not _listed(found, before, masked.partition(piece)[2], items, group):
            return False
        new = True
    for pair in pattern("either").finditer(masked):
        if found.things:
            items = [_bare(one) for one in pair.groups()]
            if re.search(r"\b(?:not|no)\b", masked):
                return False
            kind = (
                "day"
                if any(items[0] in one for one in words("series"))
                else singular(items[0].split()[-1])
                if items[0].split()[-1] == items[1].split()[-1] and " " in items[0]
                else "part"
            )
            if any(one.lower() in (each.lower() for _, known, _ in found.places for each in known) for one in items):
                return False
            found.places.append((kind, items, False))
            masked, new = masked.replace(pair[0], " "), True
    if (some := pattern("some").search(masked)) and found.things and not found.places:
        found.places.append(("part", [_bare(one) for one in some.groups()], False))
        masked, new = masked.replace(some[0], " "), True
    series = pattern("series").search(masked)
    if series and not (series["first"] and any("ay" in one for _, known, _ in found.places for one in known)):
        if not _series(found, masked, series):
            return False
        masked, new = masked.replace(series[0], " "), True
    elif row := pattern("row").search(masked):
        noun = singular(row["noun"])
        if any(name == noun for name, _, _ in found.places):
            return False
        found.places.append((noun, [f"{ORDINALS[number]} {noun}" for number in range(1, _number(row["many"]) + 1)], True))
        masked, new = masked.replace(row[0], "row "), True
    for form in (pattern("sequence"), pattern("each_one")):
        while hit := form.search(masked):
            found.sequence |= form is pattern("sequence") or "same time" in hit[0]
            found.each = True
            masked, new = masked[: hit.start()] + " " + masked[hit.end() :], True
    if (rest := pattern("rest").search(masked)) and found.things and found.choice is not None:
        masked, new = masked.replace(rest[0], " "), True
    if re.search(r"\b(?:is|are|be)? ?(?:ranked|in order)\b", masked):
        found.sequence = found.each = True
    for form in (pattern("choice"), pattern("pick")) if found.choice is None else ():
        hit = form.search(masked)
        if hit is None or (form is pattern("pick") and not pattern("choosing").search(masked)):
            continue
        total = hit["total"] if form is pattern("choice") else (pattern("from").search(masked) or {"total": None})["total"]
        if form is pattern("pick") and total and _number(total) != sum(len(items) for _, _, items, _ in lists):
            total = None
        if form is pattern("choice") and any(len(one) == _number(str(total)) for _, one, _ in found.places):
            continue
        many = len(found.things) or sum(len(items) for _, _, items, _ in lists)
        if form is pattern("choice") and many and _number(str(total)) != many:
            continue
        low = _number(hit["low"])
        how = (hit["how"] or "exactly").lower()
        high = _number(hit["high"]) if hit["high"] else low if how == "exactly" else None
        if how in ("at most", "no more than"):
            low, high = 0, low
        if low == high == 1 or (form is pattern("pick") and not new and not found.things):
            continue
        found.choice, found.total = (low, high), _number(total) if total else found.total
        masked, new = masked[: hit.start()] + " " + (total or "") + " " + masked[hit.end() :], True
        break
    if (ones := pattern("one").search(masked)) and (found.things or found.places):
        found.counted.append((singular(ones[0].split()[-1]), 1))
        found.each |= any(ordered for *_, ordered in found.places)
        masked = masked.replace(ones[0], " ")
    if (
        (found.things or lists)
        and not found.places
        and not found.sequence
        and found.choice is None
        and pattern("any").search(masked)
    ):
        found.choice = (0, None)
    sizes = {len(found.things), found.total, *(len(one) for _, one, _ in found.places), *map(len, found.kinds.values())}
    sizes |= {len(items) for _, _, items, _ in lists}
    masked = pattern("number").sub(lambda one: " " if _number(one[0]) in sizes - {1} else one[0], masked)
    masked = re.sub(r"\b(?:each|one) of them\b|\bevery (?:\w+)\b(?= has| is)", " ", masked)
    found.said += f" {sentence}"
    masked = pattern("direction").sub(" ", masked)
    return new and not pattern("operators").search(re.sub(r"#\d+#", " ", masked))


def _listed(found: Found, before: str, after: str, items: list[str], group: str) -> bool:
    """Take a list with what stands before it."""
    heads = [*pattern("head").finditer(before)] or [*pattern("after").finditer(after)]
    head = heads[-1] if heads else pattern("the").search(before) or pattern("kinds").search(before)
    noun = group or (head["nouns"].split()[-1] if head else "")
    kind = singular(noun.lower())
    several = re.search(r"\bone (?:of )?(?:\w+)", before)
    one = re.search(r"\bone (?!of\b)(\w+)", before)
    kind = kind or (one[1] if one else "")
    wrong = heads and _number(heads[-1]["count"]) not in (1, len(items)) and not group
    if wrong and pattern("choice").search(before) is None:
        return False
    in_order = _in_order(items)
    slotlike = in_order or kind in words("slots") or bool(several and (found.things or found.total))
    if len(items) > _MOST or len({one.lower() for one in items}) < len(items):
        return False
    if (
        found.things
        and not slotlike
        and (group or not found.places)
        and (group or re.match(r"\s*,? ?and\b", before) or found.total)
    ):
        slotlike = False
    elif found.things and not slotlike and (found.places or heads):
        slotlike = True
    if slotlike:
        found.places.append((kind or singular(items[0].split()[-1].lower()), items, in_order))
        return True
    start = len(found.things)
    found.things += items
    named = range(start, len(found.things))
    # "Three of the programs are about music": these are music, and all are programs.
    every = group or (heads and " of " in head[0] if head else False)
    for word in head["nouns"].split() if head else []:
        if every and word.lower() not in words("stops"):
            found.counted.append((singular(word.lower()), 0))
        elif word.lower() not in words("stops"):
            found.kinds.setdefault(singular(word.lower()), []).extend(named)
    if group:
        found.kinds.setdefault(singular(group.lower()), []).extend(named)
    return True


def _in_order(items: list[str]) -> bool:
    for one in words("series"):
        if all(item.split()[0] in one for item in items):
            return True
    if all(item.split()[-1].lower() in NUMBERS or item.split()[0].lower() in (*NUMBERS, *ORDINALS) for item in items):
        return True
    return [one.split()[0].lower() for one in items] in (["morning", "afternoon"], ["morning", "afternoon", "evening"])


def _series(found: Found, sentence: str, hit: re.Match[str]) -> bool:
    before = sentence[: hit.start()]
    heads = [*pattern("head").finditer(before)]
    noun = singular(heads[-1]["nouns"].split()[-1].lower()) if heads else ""
    if hit["first"]:
        row = next((one for one in words("series") if hit["first"] in one and hit["last"] in one), ())
        names = list(row[row.index(hit["first"]) : row.index(hit["last"]) + 1]) if row else []
        found.places.append((noun or "day", names, True))
    else:
        low, high = hit["low"] or hit["one"], hit["high"] or hit["most"]
        order = ORDINALS if hit["one"] else NUMBERS
        one, most = (int(end) if end.isdecimal() else order.index(end) for end in (low, high))
        nouns = re.findall(
            r"\b(\w+?)(?:s|es)?(?: are| that are|,| which are)? (?:numbered )?(?:consecutively )?(?:from )?\Z", before
        )
        kind = singular(nouns[-1].lower()) if nouns and nouns[-1].lower() in words("slots") else noun
        if kind not in words("slots"):
            at_end = re.findall(r"\w+", before.lower())[-12:]
            kind = next((singular(one) for one in reversed(at_end) if singular(one) in words("slots")), "place")
        names = [f"{kind} {number}" for number in range(one, most + 1)]
        found.places.append((kind, names, True))
    kind, names, _ = found.places[-1]
    counts = [_number(one["count"]) for one in heads if singular(one["nouns"].split()[-1].lower()) == kind]
    return 1 < len(names) <= _MOST and (not counts or len(names) in counts)
