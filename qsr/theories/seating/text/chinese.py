"""Chinese texts about who sits where: reading them, asking about them, and saying a relation in every way Chinese has.

A text begins with the names, separated by 、, and with the layout; conditions follow, with or without 已知：. A question has one
blank "()", which the options fill, or is about statements that the options are.

Examples
--------
>>> story = read("甲、乙、丙、丁四人围坐在圆桌旁。已知：甲在乙左边第一个位置，丙和甲不相邻。")
>>> dict(story.settings)["layout"], [(s.relation, s.args) for s in story.statements]
('ring 4 inward', [('left:1', (0, 1)), ('adjacent', (2, 0))])
>>> ask(story, "()在甲的正对面。", {"A": "乙", "B": "丙", "C": "以上选项都不是"}).questions[0].properties[1]
('none', ('C',))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.seats import Claim, Layout
from qsr.story import Span, Story
from qsr.theories.seating.text import chinese_lead
from qsr.theories.seating.text.building import (
    SIGN,
    Mask,
    bounded,
    build,
    chosen_layout,
    layout_of,
    option_text,
    pose,
    with_axis,
)
from qsr.theories.seating.text.chinese_clauses import claims as clause_claims
from qsr.theories.seating.text.chinese_clauses import readable
from qsr.theories.seating.text.chinese_words import table
from qsr.theories.seating.text.chinese_writing import lead_ins, name_pools, wordings

__all__ = ["NONE", "ask", "ask_line", "lead_ins", "name_pools", "read", "wordings"]

#: Spellings of the option that holds where no other does.
NONE: Final[tuple[str, ...]] = tuple(table()["questions"]["none"])
_CUT: Final = re.compile(r"[，,；;。！!\n]+")
_BLANK: Final = re.compile(r"[(（]\s*[)）]|_{2,}|＿+")
_END: Final = " 。.，,；;？?！!：:"
#: More names than this in one clause are not taken apart to see which of them are words.
_MOST: Final = 6


@guarded
def read(text: str, *, settings: Iterable[tuple[str, str]] = (), file: str | None = None) -> Story:
    """Read a text; parameters as for `english.read`.

    Raise ParseError for whatever is not understood; nothing is dropped but scenery before the conditions that has no word of
    place.
    """
    bounded(text, file)
    settings = tuple(settings)
    chosen = chosen_layout(settings, text, file)
    names, _, end = chinese_lead.names_of(text, file)
    mask = Mask.of(text[end:], names)
    lead, conditions = _parted(mask, text[end:], _opening(text, end))
    try:
        layout = chinese_lead.lead_layout(lead, len(names), chosen)
    except ParseError as error:
        raise _found(error, text, end, file) from None
    try:
        found = _said(mask.text, conditions, layout, names)
    except ParseError as error:
        start, stop = (end + mask.original(at) for at in (error.start, error.end))
        raise ParseError(error.message, text, start, max(start + 1, stop), file=file) from None
    said = [(claim, (end + mask.original(start), end + mask.original(stop))) for claim, (start, stop) in found]
    layout = with_axis(layout, (claim for claim, _ in said))
    return build(names, layout, said, text, settings=settings, file=file)


def _opening(text: str, end: int) -> tuple[str, ...]:
    """Return the clauses before the list of names, which tell of the layout too."""
    before = text[:end]
    return tuple(clause for clause in re.split("[，。；：:\n]", before) if clause and "、" not in clause)


def _found(error: ParseError, text: str, begin: int, file: str | None) -> ParseError:
    """Return an error of the lead-in with the place of its words in the whole text."""
    words = error.text[error.start : error.end]
    at = text.find(words, begin) if words and len(words) < len(error.text) else -1
    at = text.find(words) if at < 0 < len(words) < len(error.text) else at
    start, end = (at, at + len(words)) if at >= 0 else (0, len(text))
    return ParseError(error.message, text, start, end, file=file)


def _parted(mask: Mask, behind: str, opening: tuple[str, ...]) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """Part a masked text into the clauses of the lead-in and the places of the conditions.

    The clause that the list of names begins is about the layout. Of the others those with a name are conditions; but where
    已知： is still to come, only if they can be read, for a name may also be a part of a word. A clause about all of them is no
    condition, wherever it stands. `behind` is the unmasked text.
    """
    lead, conditions, begun = list(opening), [], False
    pieces = _pieces(mask.text)
    trimmed = [_trimmed(mask.text, start, stop) for start, stop in pieces]
    marked = max((index for index, (_, mark) in enumerate(trimmed) if mark), default=0)
    for index, ((start, stop), (begin, mark)) in enumerate(zip(pieces, trimmed, strict=True)):
        said = mask.text[begin:stop].rstrip()
        named = start > 0 and SIGN.search(said) is not None
        if named and index < marked and not begun:
            named = readable(_slotted(said)[0])
        begun = begun or mark or named
        if not begun or (not named and re.match(table()["lead"]["everyone"], said)):
            start = begin if begun else start
            lead.append(behind[mask.original(start) : mask.original(stop)].strip())
        elif said:
            conditions.append((begin, stop))
    return tuple(lead), conditions


def _pieces(text: str) -> list[tuple[int, int]]:
    found, at = [], 0
    for cut in _CUT.finditer(text):
        found.append((at, cut.start()))
        at = cut.end()
    found.append((at, len(text)))
    return [(start, stop) for start, stop in found if text[start:stop].strip()]


@cache
def _before() -> tuple[re.Pattern[str], re.Pattern[str]]:
    lead = table()["lead"]
    return re.compile(rf"\s*{lead['marks']}\s*"), re.compile(rf"\s*(?:{lead['numbered']}|(?:{lead['openings']})[:：]?)*\s*")


def _trimmed(text: str, start: int, stop: int) -> tuple[int, bool]:
    """Return where a clause begins behind 已知：, numbers and conjunctions, and whether 已知： or the like was there."""
    mark, opening = _before()
    found = mark.match(text, start, stop)
    at = found.end() if found and found.group().strip() else start
    behind = opening.match(text, at, stop)
    return (behind.end() if behind else at), at > start


# ---------------------------------------------------------------- conditions


def _said(text: str, places: Sequence[Span], layout: Layout, names: tuple[str, ...]) -> list[tuple[Claim, Span]]:
    """Return what the conditions of a masked text say; one that cannot stand alone belongs to the one before, or behind."""
    found: list[tuple[tuple[Claim, ...], int, int]] = []
    held: int | None = None
    for start, stop in places:
        begin = start if held is None else held
        words = text[begin:stop].rstrip()
        if re.fullmatch(table()["questions"]["relative"], words):
            held = begin
            continue
        held = None
        try:
            said = _claims(words, layout, names)
        except ParseError as error:
            joined = None
            if found:
                begin = found[-1][1]
                with suppress(ParseError):
                    joined = _claims(text[begin:stop].rstrip(), layout, names)
            if joined is None:
                # An error in other words than these, such as a clause with a name spelt out, is about all of them.
                own = error.text in (words, _slotted(words)[0])
                at, end = (error.start, min(error.end, len(words))) if own else (0, len(words))
                raise ParseError(error.message, text, start + at, start + end) from None
            said = joined
            found.pop()
        found.append((said, begin, begin + len(text[begin:stop].rstrip())))
    if held is not None:
        raise ParseError("the clause breaks off; somebody's place was expected", text, held, len(text))
    return [(claim, (begin, end)) for said, begin, end in found for claim in said]


def _slotted(words: str) -> tuple[str, list[int]]:
    """Return a clause with its names numbered as they come, so that clauses of one form are one, and the names."""
    order: list[str] = []
    for sign in SIGN.findall(words):
        if sign not in order:
            order.append(sign)
    pattern = words.translate({ord(sign): Mask.sign(slot) for slot, sign in enumerate(order)})
    return pattern, [Mask.index(sign) or 0 for sign in order]


def _claims(words: str, layout: Layout, names: tuple[str, ...]) -> tuple[Claim, ...]:
    """Return the claims of a masked clause, with the names' own numbers."""
    pattern, order = _slotted(words)
    try:
        said = clause_claims(pattern, layout)
    except ParseError as error:
        return _unmasked(words, layout, names, error)
    return tuple(Claim(relation, tuple(order[slot] for slot in args), denied) for relation, args, denied in said)


def _unmasked(words: str, layout: Layout, names: tuple[str, ...], error: ParseError) -> tuple[Claim, ...]:
    """Read a clause in which a name may also be a word, such as 东 or 左边: the fewest such words that let it be read.

    Raise the error where there is no such reading, and another where there are two.
    """
    letters = _letters()
    signs = [found.start() for found in SIGN.finditer(words) if letters.issuperset(names[Mask.index(found.group()) or 0])]
    for count in range(1, len(signs) + 1 if len(signs) <= _MOST else 0):
        found = set()
        for chosen in combinations(signs, count):
            spelt = "".join(names[Mask.index(sign) or 0] if at in chosen else sign for at, sign in enumerate(words))
            pattern, order = _slotted(spelt)
            try:
                said = clause_claims(pattern, layout)
            except ParseError:
                continue
            found.add(tuple(Claim(one.relation, tuple(order[slot] for slot in one.args), one.denied) for one in said))
        if len(found) > 1:
            raise ParseError(
                "some names are also words of place, and the clause has two readings", error.text, 0, len(error.text)
            )
        if found:
            return found.pop()
    raise error


@cache
def _letters() -> frozenset[str]:
    """Return the letters of all words that a clause can hold."""
    words = table()
    phrases = [phrase for group in words["meant"].values() for written in group.values() for phrase in written]
    phrases += [phrase for written in words["bound"].values() for phrase in written]
    return frozenset("".join(phrases)) | frozenset("一二三四五六七八九十两0123456789")


# ---------------------------------------------------------------- questions


@guarded
def ask(story: Story, question: str, options: Mapping[str, object]) -> Story:
    """Return a story with one more question; parameters as for `english.ask`.

    The question has a blank "()", or 谁 in its place, or asks which of the options is true; what fills the blank may be a name,
    several names, or any words. Raise ParseError where the question or an option is not understood: one such as 无法确定 is about
    knowledge, not about places.
    """
    bounded(question, story.file)
    layout, names = layout_of(story), story.entities
    texts = {letter: option_text(option) for letter, option in options.items()}
    if not texts:
        raise ParseError("a question needs options", question, 0, len(question), file=story.file)
    shape = _blanked(question, names)
    letters: dict[str, tuple[Claim, ...] | None] = {}
    try:
        for letter, text in texts.items():
            letters[letter] = None if text.rstrip(_END) in NONE else _option(shape, text, layout, names)
    except ParseError as error:
        raise ParseError(error.message, question, 0, len(question), file=story.file) from None
    return pose(story, question, letters)


def ask_line(story: Story, question: str) -> Story:
    """Return the story with a question about every name that it does not mention; raise ParseError as `ask` does."""
    others = {name: name for name in story.entities if name not in question}
    if not others:
        raise ParseError("the question mentions every name", question, 0, len(question), file=story.file)
    return ask(story, question, others)


@lru_cache(maxsize=4096)
def _blanked(question: str, names: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the masked words before and behind the blank; None for a question about whole statements."""
    words = question.strip().rstrip(_END)
    asked = table()["questions"]
    if re.fullmatch(rf"(?:{asked['statements']})", _BLANK.sub("", words).strip(_END)):
        return None
    blank = _BLANK.search(words) or re.search(asked["who"], words)
    if blank is None:
        raise ParseError("a question with a blank () or 谁 was expected", question, 0, len(question))
    if _BLANK.search(words, blank.end()):
        raise ParseError("a question has one blank", question, 0, len(question))
    before, behind = words[: blank.start()], words[blank.end() :]
    begin, _ = _trimmed(before, 0, len(before))
    return Mask.of(before[begin:], names).text, Mask.of(behind, names).text


def _option(shape: tuple[str, str] | None, text: str, layout: Layout, names: tuple[str, ...]) -> tuple[Claim, ...]:
    """Return what an option says once it stands in the blank."""
    if shape is None:
        return _statement(Mask.of(text.rstrip(_END), names).text, layout, names)
    before, behind = shape
    if text in names:
        return _statement(f"{before}{Mask.sign(names.index(text))}{behind}", layout, names)
    masked = Mask.of(text.rstrip(_END), names).text
    if re.fullmatch(rf"{SIGN.pattern}(?:(?:、|和|与|及|以及|，){SIGN.pattern})+", masked):
        # Several names: what is said holds of each.
        each = (_statement(f"{before}{sign}{behind}", layout, names) for sign in SIGN.findall(masked))
        return tuple(claim for said in each for claim in said)
    return _statement(f"{before}{masked}{behind}", layout, names)


def _statement(masked: str, layout: Layout, names: tuple[str, ...]) -> tuple[Claim, ...]:
    if not _CUT.search(masked):
        return _claims(masked, layout, names)
    places = [(_trimmed(masked, start, stop)[0], stop) for start, stop in _pieces(masked)]
    return tuple(claim for claim, _ in _said(masked, places, layout, names))
