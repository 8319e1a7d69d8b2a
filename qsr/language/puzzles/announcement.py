"""What a puzzle opens with: who there is, which places, and how many of these go to how many of those.

A sentence announces where it names who or what was not named before, or says in numbers how all of them are assigned. Its words
that only tell the scene are passed over; all that counts, denies or compares has to be a phrase of `announcement.lark`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from lark import UnexpectedInput

from qsr.errors import ParseError
from qsr.language.puzzles.facts import Found, Group, told
from qsr.language.puzzles.naming import Named, Words, counted, named, number, split
from qsr.language.puzzles.world import ORDINALS, is_plural, singular, words
from qsr.resources import table

__all__ = ["ends", "take"]

#: "One van is red, one is blue, and one is white", behind the first word.
_FURTHER: Final = r"(?:one|another|the other|the \w+(?: one)?) (?:is )?(?:the )?"
_ONES: Final = re.compile(rf"[Oo]ne (?:of the )?(\w+) is (?:the )?(\w+)((?:,? (?:and )?{_FURTHER}\w+)+)")
#: "Three of the plays are comedies: ..., five are tragedies, ...".
_SOME: Final = re.compile(r"\b(\w+)(?: of (?:the|these|them)(?: \w+)?)? (?:are|were) (\w+[:,])")
_RING: Final = re.compile(r"\b(?:clockwise|evenly spaced|round table|circular table|in a circle)\b")


def ends(sentence: str) -> Iterator[int]:
    """Yield where the announcement of a sentence may end: at its end, or where a further clause begins."""
    yield len(sentence)
    yield from (one.start() for one in reversed([*re.finditer(r", (?:and |with |but )", sentence)]))


def take(found: Found, sentence: str) -> bool:
    """Take what a sentence announces; tell whether it does, and all of it is understood."""
    said = split(_plainly(sentence))
    lists, kinds = [*named(said)], False
    spans: dict[int, tuple[int, Group]] = {}
    heads = counted(said)
    before: Named | None = None
    for one in lists:
        known = [group for group in found.named() if all(group.has(name) for name in one.names)]
        if known:
            if not _kinds(said, one, known[0]):
                return False
            kinds = True
            spans[one.begin] = (one.end, known[0])
            continue
        if any(group.has(name) for group in found.named() for name in one.names):
            return False
        noun = _noun(said, one)
        joined = before is not None and _joined(said, before, one) and before.ordered == one.ordered
        if joined and before is not None:
            group = found.groups[-1]
            first = singular(before.group.lower()) or _noun(said, before) or _head(heads, before)
            group.kinds.setdefault(first, [*range(group.many - len(before.names), group.many)])
            group.nouns = [other for other in group.nouns if other != first]
        else:
            group = Group(0, ordered=one.ordered, sizes=one.sizes)
            found.groups.append(group)
        label = singular(one.group.lower()) or (joined and (noun or _head(heads, one)))
        if label:
            group.kinds.setdefault(label, []).extend(range(group.many, group.many + len(one.names)))
        elif noun and not joined:
            group.nouns.append(noun)
        group.names += one.names
        group.many = len(group.names)
        many = [table("puzzles.toml")["sizes"].get(name.split()[-1].lower(), 0) for name in group.names]
        group.sizes = many if all(many) else group.sizes
        spans[one.begin] = (one.end, group)
        before = one
    fresh = [group for _, group in spans.values() if not group.nouns]
    _name_heads(found, said, heads, {begin: group for begin, (_, group) in spans.items()}, fresh)
    if _mentions(found, said, spans):
        return False
    _name_rest(found, said)
    scene = not found.groups and not any(number(word) for word in said)
    if scene or (not found.named() and not lists and len(heads) == 0):
        return scene
    try:
        says = told(found, said, spans)
    except (UnexpectedInput, ParseError):
        return False
    return bool(lists) or says or kinds


def _plainly(sentence: str) -> str:
    """Return a sentence without what tells only which way a row runs, and with a list in place of "one is red, one is blue"."""
    sentence = re.sub(r" from (?:one|either) (?:\w+)(?: of the \w+)? to the (?:other|opposite)(?: \w+)?", "", sentence)
    sentence = re.sub(
        r"\b(to )?(him|her|it)self or (?:him|her)self\b|\bhis or her\b", lambda one: one[0].split(" or ")[0], sentence
    )
    sentence = _SOME.sub(lambda one: f"{one[1]} {one[2]}" if number(one[1]) and is_plural(one[2][:-1]) else one[0], sentence)
    if _RING.search(sentence):
        sentence = re.sub(r",? (?:so that|with) .*", "", sentence)
    ones = _ONES.fullmatch(sentence)
    if ones:
        items = re.findall(r"(\w+)(?=,|$| and )", ones[3])
        return f"The {len(items) + 1} {ones[1]}s are {', '.join([ones[2], *items[:-1]])} and {items[-1]}"
    return sentence


def _noun(said: Words, one: Named) -> str:
    """Return what the names of a list are called by their last word, or by the one in front of "are"."""
    if one.noun:
        return one.noun
    last = {name.split()[-1].lower() for name in one.names}
    if len(last) == 1 and all(" " in name and "clock" not in name for name in one.names):
        return singular(last.pop())
    at = one.begin
    if one.ordered and any("clock" in name for name in one.names):
        return "hour"
    if one.ordered and at > 1:
        near = [singular(word.lower()) for word in said[max(0, at - 4) : at] if singular(word.lower()) != word.lower()]
        if found := [word for word in near if word in words("slots") or word in words("ordered")]:
            return str(found[-1])
    if at > 1 and said[at - 1].lower() in ("are", "include", "were"):
        plural = [word for word in said[max(0, at - 4) : at - 1] if singular(word) != word]
        return singular(plural[-1].lower()) if plural else ""
    if one.ordered and any(one.names[0] in series for series in words("series")):
        return "day" if one.names[0].endswith("day") else "month"
    return ""


def _head(heads: Sequence[Any], one: Named) -> str:
    fitting = [head for head in heads if head.end <= one.begin and head.many == len(one.names)]
    return str(fitting[-1].nouns[-1]) if fitting else ""


def _joined(said: Words, one: Named, other: Named) -> bool:
    """Tell whether a list goes on with another one: "three sisters, A, B and C, and two brothers, D and E"."""
    between = said[one.end : other.begin]
    whole = one.names[0][0].isupper() == other.names[0][0].isupper()
    heads = [word.lower() for word in between if word not in ",;" and word.lower() not in ("and", "the", "of", "whom", "are")]
    nouns = [word for word in heads if number(word) is None]
    slots = any(singular(word) in words("slots") for word in nouns)
    told = number(heads[0]) == len(other.names) if heads and number(heads[0]) is not None else bool(other.group)
    return whole and told and not slots and len(nouns) <= 2 and "," in between


def _kinds(said: Words, one: Named, group: Group) -> bool:
    """Take "A, B and C are comedies" as what some of a group are; tell whether it says so."""
    rest = [word for word in said[one.end : one.end + 4] if word.lower() != "the"]
    if len(rest) > 1 and rest[0].lower() in ("are", "were") and singular(rest[1]) != rest[1]:
        some = [place for place, name in enumerate(group.names) if name in one.names]
        group.kinds.setdefault(singular(rest[1].lower()), []).extend(some)
        return True
    return False


def _name_heads(found: Found, said: Words, heads: Sequence[Any], lists: dict[int, Group], fresh: list[Group]) -> None:
    """Give lists the nouns of what was counted in front of them, else behind them, else in an earlier sentence."""
    some = {noun for group in found.groups for noun in group.kinds}
    left = [one for one in heads if one.nouns[-1] not in some]
    ordered = frozenset(words("ordered"))
    for begin, group in lists.items():
        fitting = [one for one in left if one.many == group.many and one.end <= begin] or [
            one for one in left if one.many == group.many
        ]
        if not group.ordered:
            fitting = [one for one in fitting if one.nouns[-1] not in ordered] or fitting
        if fitting and (group in fresh or fitting[-1].nouns[-1] in group.nouns):
            group.nouns += [noun for noun in fitting[-1].nouns[-1:] if noun not in group.nouns]
            left.remove(fitting[-1])
        elif group in fresh and (these := _these(found, said)):
            group.nouns.append(these)
        elif group in fresh and _headed(said, begin):
            group.nouns.append(singular(said[begin - 2].lower()))
        elif group in fresh:
            open_ = [one for one in found.groups if not one.names and one.many == group.many]
            if open_ and (group.ordered or not any(noun in ordered for noun in open_[-1].nouns)):
                group.nouns += open_[-1].nouns
        if group.ordered and not group.nouns:
            near = [singular(word.lower()) for word in said[max(0, begin - 6) : begin]]
            group.nouns += next(([one] for one in reversed(near) if one in words("slots")), [])
        for noun, known in table("puzzles.toml")["classes"].items():
            if not group.nouns and all(name.lower() in known for name in group.names):
                group.nouns.append(str(noun))
    for one in left:
        if one.nouns[-1] not in words("anybody") and found.of(one.nouns[-1]) is None:
            found.groups.append(Group(one.many, nouns=[one.nouns[-1]], ordered=one.nouns[-1] in ordered))
    for open_group in [one for one in found.groups if not one.names]:
        same = next((one for one in found.named() if any(found.of(noun) is one for noun in open_group.nouns)), None)
        if same is not None:
            found.groups.remove(open_group)
            found.facts = [one._replace(group=same) if one.group is open_group else one for one in found.facts]
            found.facts = [one._replace(other=same) if one.other is open_group else one for one in found.facts]


def _name_rest(found: Found, said: Words) -> None:
    """Give a list without a noun the one behind "each" or "exactly one", where that calls nothing else."""
    for at, word in enumerate(said[1:-1], 1):
        noun, before, behind = singular(word.lower()), said[at - 1].lower(), said[at + 1].lower()
        nameless = [group for group in found.named() if not group.nouns and not group.ordered and not group.kinds]
        told = before == "one" or (before in ("each", "every") and behind in words("stops") and behind not in ("one", "exactly"))
        if (
            told
            and len(nameless) == 1
            and word.islower()
            and word == noun
            and word not in words("stops")
            and found.of(noun) is None
        ):
            nameless[0].nouns += [noun] if noun not in ("kind", "sort", "type") else []


def _headed(said: Words, begin: int) -> bool:
    """Tell whether a colon stands in front of a list, and in front of it a noun in the plural, or "a different owner"."""
    if begin < 3 or said[begin - 1] != ":" or said[begin - 3].lower() in ("no", "without"):
        return False
    return is_plural(said[begin - 2]) or said[begin - 3].lower() in ("different", "distinct", "separate")


def _these(found: Found, said: Words) -> str:
    """Return what is called "these" something, and was not counted."""
    for one, word in pairwise(said):
        if one.lower() == "these" and singular(word) != word and found.of(singular(word)) is None:
            return singular(word)
    return ""


def _mentions(found: Found, said: Words, spans: dict[int, tuple[int, Group]]) -> bool:
    """Tell whether single things are mentioned, which announcements do not."""
    inside = {at for begin, (end, _) in spans.items() for at in range(begin, end)}
    single = {name.split()[0] for one in found.named() for name in one.names if number(name.split()[0]) is None}
    single = {one if len(one) == 1 else one.lower() for one in single} - {"mr", "ms", "mrs", "dr", *ORDINALS}
    told = [word for at, word in enumerate(said) if at not in inside and (at, word) != (0, "A")]
    return any((word if len(word) == 1 else word.lower()) in single for word in told)
