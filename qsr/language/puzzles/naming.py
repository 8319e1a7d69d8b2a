"""What a sentence of an announcement names: lists, rows of days or numbers, and how many there are of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from qsr.language.puzzles.tokens import pieces
from qsr.language.puzzles.world import NUMBERS, ORDINALS, is_plural, singular, words

__all__ = ["Counted", "Named", "Words", "counted", "named", "number", "split"]

Words = Sequence[str]
#: Words of a name, at most, and names of a list.
_LONGEST, _MOST = 4, 14
_ARTICLES: Final = ("a", "an", "the", "either")
_BEHIND: Final = ("from", "in", "along", "on")
_SIGNS: Final = ",;:"


class Counted(NamedTuple):
    """How many of what: "six new clerks"; the places of its words, and its nouns, the last one the head."""

    begin: int
    end: int
    many: int
    nouns: tuple[str, ...]


@dataclass
class Named:
    """A list or a row; `sizes` has how many go to each name, where the list tells it; `group` what its names are among others."""

    begin: int
    end: int
    names: list[str]
    ordered: bool = False
    group: str = ""
    sizes: list[int] = field(default_factory=list)
    noun: str = ""


class _Item(NamedTuple):
    end: int
    words: list[str]
    article: str
    group: str
    size: int | None


def split(text: str) -> list[str]:
    """Return the words and signs of a text; "six-storey" is two words.

    >>> split("a six-storey house, 'Elm'")
    ['a', 'six', 'storey', 'house', ',', 'Elm']
    """
    found: list[str] = []
    for word, *_ in pieces(text):
        parts = word.split("-")
        found += parts if len(parts) == 2 and parts[0].lower() in NUMBERS else [word]
    return found


def number(word: str) -> int | None:
    """Return what number a word is, None for any other word."""
    lowered = word.lower()
    return int(word) if word.isdecimal() else NUMBERS.index(lowered) if lowered in NUMBERS else None


@cache
def _stops() -> frozenset[str]:
    return frozenset(words("stops"))


def _is_part(word: str) -> bool:
    lowered = word.lower()
    empty = (lowered in _stops() and word not in ("Will", "May")) or (lowered in _ARTICLES and word == lowered)
    return word not in _SIGNS and word[0].isalnum() and not empty and number(word) is None


def _at_end(said: Words, at: int) -> bool:
    return at >= len(said) or said[at] in _SIGNS or said[at].lower() in ("and", "or")


def _letter(said: Words, at: int) -> bool:
    """Tell whether "A" is a name."""
    return said[at] == "A" and at > 0 and at + 1 < len(said) and not said[at + 1].islower()


def _clock(said: Words, at: int) -> bool:
    return at < len(said) and said[at].lower().replace("’", "'") == "o'clock"


def _item(said: Words, at: int, behind: bool = False) -> _Item | None:
    """Return the name that may begin at a word; `behind` a preposition where it is one of two."""
    behind = behind or (at < len(said) and said[at].lower() == "either")
    article = ""
    while at < len(said) and (
        (said[at].lower() in _ARTICLES and not _letter(said, at)) or (said[at].lower() in words("place_prepositions") and behind)
    ):
        article, at = said[at].lower()[:1], at + 1
    if at + 1 < len(said) and said[at].lower() == "one" and _is_part(said[at + 1]) and not _clock(said, at + 1):
        article, at = "one", at + 1
    found: list[str] = []
    while at < len(said) and len(found) < _LONGEST and _is_part(said[at]):
        found.append(said[at])
        at += 1
    clock = _clock(said, at + 1)
    if (
        at < len(said)
        and number(said[at]) is not None
        and (_at_end(said, at + 1) or clock or said[at + 1].lower() in _BEHIND)
        and (not article or not found)
    ):
        found += said[at : at + 1 + clock]
        at += 1 + clock
    group = ""
    upper = [place for place, word in enumerate(found) if word[0].isupper()]
    if upper and upper[0]:
        before = found[upper[0] - 1]
        group, found = before if is_plural(before) or article == "t" else "", found[upper[0] :]
    elif upper and not _at_end(said, at) and len(upper) < len(found):
        cut = next(place for place in range(len(found)) if place not in upper)
        at, found = at - len(found) + cut, found[:cut]
    if at < len(said) and said[at].lower() == "one" and found:
        at += 1
    size = None
    if at + 1 < len(said) and said[at].lower() == "of" and _at_end(said, at + 2):
        size = number(said[at + 1])
        at += 2 if size is not None else 0
    return _Item(at, found, article, group, size) if found else None


def _coordination(said: Words, begin: int) -> Named | None:
    """Return the list that begins at a word: names with commas, and the last one behind "and" or "or"."""
    items: list[_Item] = []
    at, closing = begin, False
    while True:
        item = _item(said, at, said[begin].lower() == "either")
        if item is None or (items and item.group and not items[0].group):
            return None
        items.append(item)
        at = item.end
        if closing:
            break
        comma = at < len(said) and said[at] == ","
        closing = at + comma < len(said) and said[at + comma].lower() in ("and", "or")
        if not comma and not closing:
            return None
        at += comma + closing
    long = max(len(one.words) for one in items[:-1])
    last = items[-1]
    if len(last.words) > long and not (at >= len(said) or said[at] in _SIGNS):
        at -= len(last.words) - long
        items[-1] = last._replace(words=last.words[:long], end=at)
    return _made(said, begin, at, items)


def _made(said: Words, begin: int, end: int, items: list[_Item]) -> Named | None:
    """Return the list of items, without a first one that is of another kind than all others."""
    kinds = [(one.article, one.words[0][0].isupper(), number(one.words[0]) is None) for one in items]
    counts = {number(one) for one in said}
    noun = ""
    other = kinds[0] not in kinds[1:] or len(items) - 1 in counts
    number_first = kinds[0][2] < kinds[-1][2] or (items[0].article == "one" != items[1].article)
    if len(items) > 2 and other and not items[0].group and (number_first or len(items) not in counts):
        noun = singular(items[0].words[-1].lower()) if items[0].article == "one" else ""
        begin = items[0].end + 1
        items = items[1:]
    head, *more = items[0].words
    if is_plural(head) and [*map(len, more)] == [1] and all(len(one.words) == 1 for one in items[1:]):
        noun, items[0] = singular(head.lower()), items[0]._replace(words=more)  # "Gates A, B and C"
    called = [" ".join(one.words) for one in items]
    if len({one.lower() for one in called}) < len(called) or not 1 < len(called) <= _MOST:
        return None
    if all(one.lower() in (*ORDINALS, "last") for one in called):
        return None
    if len(items) == 2 and not _pair(said, begin, items):
        return None
    sizes = [one.size for one in items if one.size is not None]
    if sizes and len(sizes) < len(items):
        return None
    return Named(begin, end, called, _in_order(called), items[0].group, sizes, noun)


def _pair(said: Words, begin: int, items: Sequence[_Item]) -> bool:
    """Tell whether two names are a list, and not just two of many."""
    before = said[begin - 1].lower() if begin else ""
    shared = items[0].words[-1] == items[1].words[-1] and len(items[0].words) > 1 and items[0].article in ("a", "t")
    either = said[begin].lower() == "either" and not items[0].words[0][0].isupper()
    numbers = all(number(one.words[-1]) is not None for one in items)
    return not numbers and ((bool(before) and before in ",:") or shared or either or bool(items[0].group))


def _sized(said: Words, begin: int) -> Named | None:
    """Return a list of names behind numbers: "two parcels into the red van, and one into the blue van"."""
    places = words("place_prepositions")
    items, sizes, at = [], [], begin
    while at < len(said) and (many := number(said[at])) is not None:
        stop = next((place for place in range(at + 1, min(at + 6, len(said))) if said[place].lower() in places), None)
        if stop is None or any(one in _SIGNS or one.lower() in ("and", "or", "each") for one in said[at + 1 : stop]):
            return None
        item = _item(said, stop + 1)
        if item is None:
            return None
        items.append(item)
        sizes.append(many)
        at = item.end
        if at < len(said) and said[at] == ",":
            at += 1
        if at < len(said) and said[at].lower() == "and":
            at += 1
    if len(items) < 2:
        return None
    called = [" ".join(one.words) for one in items]
    return Named(begin, items[-1].end, called, _in_order(called), "", sizes)


def _in_order(called: Sequence[str]) -> bool:
    if any(all(item.split()[0] in one for item in called) for one in words("series")):
        return True
    found = [number(word) for item in called for word in item.split() if number(word) is not None]
    if len(found) == len(called):
        return all(two == one + 1 for one, two in pairwise(found) if one is not None)
    ends = [item.split()[0].lower() for item in called]
    return ends in (["morning", "afternoon"], ["morning", "afternoon", "evening"], ["morning", "evening", "night"]) or all(
        one in ORDINALS for one in ends
    )


def _row(said: Words, at: int) -> Named | None:
    """Return the row from one day, number or ordinal to another that begins at a word."""
    first = said[at]
    stop = at + 1
    if stop < len(said) and said[stop] == ",":
        stop = next((place + 1 for place in range(stop + 1, min(stop + 5, len(said))) if said[place] == ","), stop)
    if stop + 1 >= len(said) or said[stop].lower() not in ("to", "through", "until", "and"):
        return None
    last, before = said[stop + 1], said[at - 1].lower() if at else ""
    if said[stop].lower() == "and" and before != "between":
        return None
    for series in words("series"):
        if first in series and last in series and series.index(first) < series.index(last):
            return Named(at, stop + 2, list(series[series.index(first) : series.index(last) + 1]), True)
    if first.lower() in ORDINALS and last.lower() in ORDINALS:
        ends = ORDINALS.index(first.lower()), ORDINALS.index(last.lower())
    elif number(first) is not None and number(last) is not None:
        ends = int(number(first) or 0), int(number(last) or 0)
        told = before in ("numbered", "from", "between", "through") or singular(before) in words("slots") or ends[0] > 20
        if not told:
            return None
    else:
        return None
    if not 0 < ends[1] - ends[0] < _MOST:
        return None
    noun = "place" if number(first) is None else ""
    return Named(at, stop + 2, [str(one) for one in range(ends[0], ends[1] + 1)], True, noun=noun)


def counted(said: Words) -> list[Counted]:
    """Return how many of what there are in a sentence; a noun is a word in the plural, with at most two in front of it."""
    found = []
    for at, word in enumerate(said):
        many = number(word)
        if many is None or many < 2:
            continue
        if at and said[at - 1].lower() == "no":
            continue
        if at > 2 and [one.lower() for one in said[at - 2 : at]] == ["out", "of"] and is_plural(said[at - 3]):
            found.append(Counted(at, at + 1, many, (singular(said[at - 3].lower()),)))
            continue
        for end in range(at + 1, min(at + 4, len(said))):
            if not _is_part(said[end]) or said[end][0].isupper():
                break
            if is_plural(said[end]) or singular(said[end]) in (*words("slots"), *words("ordered")):
                more = end + 1 < len(said) and is_plural(said[end]) and is_plural(said[end + 1]) and _is_part(said[end + 1])
                nouns = tuple(singular(one.lower()) for one in said[at + 1 : end + 1 + more])
                found.append(Counted(at, end + 1 + more, many, nouns))
                break
    return found


def named(said: Words) -> Iterator[Named]:
    """Yield the lists and rows of a sentence, from its beginning to its end."""
    at = 0
    while at < len(said):
        found = _row(said, at) or (_sized(said, at) if number(said[at]) else None)
        before = said[at - 1] if at else ","
        fresh = before in _SIGNS or (before.lower() in _stops() - {"following", "these"} and number(before) is None)
        stars = number(said[at]) is not None and said[at + 1 : at + 2] == [","] and number(said[at + 2]) is not None
        alone = stars or (number(said[at]) is not None and (before in _SIGNS or before.lower() in words("calling")))
        if found is None and (fresh or alone or said[at].lower() in _ARTICLES or said[at][0].isupper()):
            found = _coordination(said, at)
        if found is None:
            at += 1
        else:
            yield found
            at = max(found.end, at + 1)
