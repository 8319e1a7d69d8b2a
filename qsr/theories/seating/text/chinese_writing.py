"""Saying relations of places in Chinese, and introducing names and layouts: all from the table ``writing`` of the words.

What is put together is read again by the grammar before it is given out, in the layout it is for. So a wording always means the
relation it was made for: 甲坐在乙左边坐 is another relation in two rows than around a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

from qsr.errors import ParseError
from qsr.logic import Relation
from qsr.seats import COMPASS, Claim, Layout, parts
from qsr.theories.seating.text.bearings import compass_words, starts
from qsr.theories.seating.text.building import Mask
from qsr.theories.seating.text.chinese_clauses import claims
from qsr.theories.seating.text.chinese_lead import DIRECTIONS
from qsr.theories.seating.text.chinese_words import expanded, number_word, numeral, numerals, table

__all__ = ["lead_ins", "name_pools", "wordings"]

_X, _Y = Mask.sign(0), Mask.sign(1)
_COUNTS: Final = {"k": range(1, 100), "1": range(1, 2), "2": range(2, 100)}
_KINDS_OF_PLACES: Final = ("at", "placed")
#: How many spellings of one word are written.
_SPELLINGS: Final = 2
_NAMES: Final = {bearing: word for word, bearing in DIRECTIONS.items()}


# ---------------------------------------------------------------- relations


def wordings(said: Sequence[Claim], names: Sequence[str], layout: Layout) -> tuple[str, ...]:
    """Return every way to say relations in one clause, without a full stop; nothing where Chinese has none for them.

    Parameters
    ----------
    said
        The relations, of indices into the names. Several, as in 面朝南且在乙左边, have to be about the same one, or the same two,
        the first of which the clause begins with.
    names
        The names; one may be the blank "()".
    layout
        The layout in which the clause is to be read.

    Examples
    --------
    >>> wordings([Claim("opposite", (0, 1))], ["甲", "()"], Layout("ring", (6,), "inward"))[:2]
    ('甲在()正对面', '甲在()的正对面')
    """
    if len(said) == 1:
        (claim,) = said
        return _named(_wordings(claim.relation, len(claim.args), claim.denied, layout), [names[index] for index in claim.args])
    order = sorted({index for claim in said for index in claim.args}, key=lambda index: (index != said[0].args[0], index))
    if len(order) > 2:
        return ()
    slots = {index: slot for slot, index in enumerate(order)}
    key = tuple(claim._replace(args=tuple(slots[index] for index in claim.args)) for claim in said)
    return _named(_joint(key, layout), [names[index] for index in order])


def _named(texts: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    signs = {ord(Mask.sign(slot)): name for slot, name in enumerate(names)}
    return tuple(text.translate(signs) for text in texts)


@lru_cache(maxsize=8192)
def _wordings(relation: str, arity: int, denied: bool, layout: Layout) -> tuple[str, ...]:
    wanted = (Claim(relation, tuple(range(arity)), denied),)
    made = [*_clauses(relation, denied, layout), *_composed(relation, layout)] if not denied or ";" not in relation else []
    return tuple(text for text in dict.fromkeys(made) if _reads(text, wanted, layout))


@lru_cache(maxsize=2048)
def _joint(said: tuple[Claim, ...], layout: Layout) -> tuple[str, ...]:
    first, *others = said
    made = list(_wordings(first.relation, len(first.args), first.denied, layout))
    if len(said) == 2 and not any(claim.denied for claim in said):
        made += _layer_and_column(first.relation, others[0].relation, layout)
        made += [text for frame in ("{x}和{y}{p}", "{x}与{y}{p}") for text in _pairs(frame, said)]
    longer = made
    for claim in others:
        longer = [f"{text}{more}" for text in longer for more in _behind(claim, layout) if text.startswith(_X)]
    return tuple(text for text in dict.fromkeys([*made, *longer]) if _reads(text, said, layout))


def _pairs(frame: str, said: tuple[Claim, ...]) -> list[str]:
    """Return clauses for two relations that one word says, such as 上下相邻."""
    words = table()["meant"]["PAIR"].get(",".join(claim.relation for claim in said), ())
    return [frame.format(x=_X, y=_Y, p=word) for phrase in words for word in expanded(phrase)[:_SPELLINGS]]


def _layer_and_column(layer: str, column: str, layout: Layout) -> list[str]:
    spots = {
        relation: [text.removeprefix(f"{_X}在") for text in _wordings(relation, 1, False, layout)] for relation in (layer, column)
    }
    heads, tails = ([text for text in spots[relation] if _X not in text] for relation in (layer, column))
    return [text for head, tail in product(heads, tails) for text in (f"{_X}在{head}{tail}", f"{head}{tail}是{_X}")]


def _behind(claim: Claim, layout: Layout) -> Iterator[str]:
    """Yield what says one more relation behind a clause that begins with the first name."""
    known, phrases = Relation.of(claim.relation), table()["writing"]["behind"]
    written = phrases.get(known) or phrases.get(f"{known.name}:k" if known.parameters else known, ())
    for phrase in written if not claim.denied else ():
        yield phrase.format(g=number_word(int(known.parameters[0]) - 1)) if known.parameters and known not in phrases else phrase
    if claim.args[0] == 0:
        for text in _wordings(claim.relation, len(claim.args), claim.denied, layout):
            if text.startswith(_X) and "，" not in text:
                yield f"且{text.removeprefix(_X)}"


def _reads(text: str, wanted: tuple[Claim, ...], layout: Layout) -> bool:
    """Tell whether a masked clause says just what is wanted."""
    order = list(dict.fromkeys(letter for letter in text if letter in (_X, _Y)))
    swapped = text.translate({ord(sign): Mask.sign(slot) for slot, sign in enumerate(order)})
    back = [Mask.index(sign) or 0 for sign in order]
    try:
        found = claims(swapped, layout)
    except ParseError:
        return False
    return tuple(Claim(one.relation, tuple(back[slot] for slot in one.args), one.denied) for one in found) == wanted


def _clauses(relation: str, denied: bool, layout: Layout) -> Iterator[str]:
    """Yield the clauses that the forms make for one relation; those of other relations among them are sieved out later."""
    frames = table()["writing"]["frames"]
    for form in table()["writing"]["forms"]:
        for names, phrase in _phrases(form, relation, denied, layout):
            for frame in (frame for name in names for frame in frames[name]):
                yield frame.format(x=_X, y=_Y, p=phrase)


def _phrases(form: dict[str, Any], relation: str, denied: bool, layout: Layout) -> Iterator[tuple[list[str], str]]:
    """Yield what one form says for a relation, every spelling of its word and of its number, each with its frames."""
    base, _, count = relation.partition(":")
    if denied and f"not {base}" in form["relations"]:
        base = f"not {base}"
    if relation in form["relations"]:
        base, count = relation, ""
    if base not in form["relations"] or layout.kind not in form.get("kinds", (layout.kind,)):
        return
    number = int(count) if count.isdigit() else None
    if ("count" in form) != (number is not None) or (number is not None and number not in _COUNTS[form["count"]]):
        # A form of faces and sides names its direction by a word, not by a number.
        return
    spelt = _spelt(form, count if number is None and count else relation.partition(":")[0])
    for names, phrase in ((names.split(", "), phrase) for names, phrases in form["say"].items() for phrase in phrases):
        for word in spelt if "{w}" in phrase else ("",):
            for digits in numerals(number) if number is not None and "{k}" in phrase else ("",):
                between = number_word(number - 1) if number is not None and number > 1 else ""
                if "{g}" in phrase and not between:
                    continue
                yield names, phrase.format(w=word, k=digits, g=between, n=number_word(number) if number is not None else "")


def _spelt(form: dict[str, Any], meaning: str) -> tuple[str, ...]:
    if "words" not in form:
        return ("",)
    words = table()["meant"][form["words"]]
    step = meaning.rpartition(" ")[2]
    chosen = words.get(meaning) or words.get(step) or words.get(f"due {meaning}") or ()
    return tuple(dict.fromkeys(word for phrase in chosen[:1] for word in expanded(phrase)[:_SPELLINGS]))


def _composed(relation: str, layout: Layout) -> Iterator[str]:
    """Yield clauses of two places: 甲的左邻在乙的左下方, and 甲的正上方是乙的左邻 where both are next to somebody."""
    if ";" not in relation:
        return
    first, second = parts(relation)
    for begin in _nouns(first, layout):
        for form in table()["writing"]["forms"]:
            for names, phrase in _phrases(form, second, False, layout):
                if set(_KINDS_OF_PLACES).intersection(names):
                    yield f"{_X}{_joint_word(begin)}{begin}在{_Y}的{phrase}"
        for noun in _nouns(second, layout):
            yield f"{_X}{_joint_word(begin)}{begin}是{_Y}{_joint_word(noun)}{noun}"


def _joint_word(noun: str) -> str:
    return "" if noun[0] in "背面" else "的"


def _nouns(relation: str, layout: Layout) -> list[str]:
    """Return the nouns for a place that is the only one of its kind: 左邻, 左边第二个位置, 正对面, 正上方."""
    base, _, count = relation.partition(":")
    words = table()["meant"]
    if base in words["VERTICAL"] and count == "1":
        return expanded(words["VERTICAL"][base][0])[:1]
    if relation == "opposite":
        faced = words["FACED"]["back" if layout.view == "outward" else "front"][0]
        return [expanded(words["ACROSS"]["opposite"][0])[0], next(text for text in expanded(faced) if "着" not in text)]
    if base in words["NEIGHBOUR"] and count.isdigit():
        near = expanded(words["NEIGHBOUR"][base][0])[-1:] if count == "1" else []
        side = expanded(words["SIDE"][base][0])[0]
        return [*near, *(f"{side}第{number}个位置" for number in numerals(int(count)))]
    return []


# ---------------------------------------------------------------- lead-ins


def name_pools(layout: Layout) -> tuple[tuple[str, ...], ...]:
    """Return the names of each theme that fits a layout, in the order of `lead_ins`."""
    return tuple(tuple(theme["names"]) for theme in _themes(layout))


def lead_ins(layout: Layout, names: Sequence[str]) -> tuple[str, ...]:
    """Return the texts that introduce names and a layout, one for each theme that fits.

    Nothing is returned where Chinese cannot say the layout: a ring whose bearings do not follow from the names of the directions,
    or more than 99 places.
    """
    found = []
    for theme in _themes(layout):
        compass = _compass(layout)
        if compass is None or layout.places > 99 or len(names) > layout.places:
            continue
        counts = {"n": numeral(len(names)), "p": number_word(layout.places), "r": number_word(layout.counts[0])}
        counts |= {"n": number_word(len(names)), "l": number_word(layout.counts[0]), "c": number_word(layout.counts[-1])}
        text = theme["text"].format(names="、".join(names), **counts)
        if len(names) < layout.places and layout.kind in ("ring", "row"):
            text += f"一共有{number_word(layout.places)}个位置。"
        found.append(text + (theme["compass"].format(**counts, **compass) if compass else ""))
    return tuple(found)


def _themes(layout: Layout) -> list[dict[str, Any]]:
    themes = table()["writing"]["themes"]
    return [theme for theme in themes if theme["kind"] == layout.kind and theme.get("view", layout.view) == layout.view]


def _compass(layout: Layout) -> dict[str, str] | None:
    """Return what the compass part of a lead-in is filled with; empty without a compass, None where it cannot be said."""
    start = layout.bearing
    if start is None:
        return {}
    if layout.kind == "ring":
        if start not in starts(layout.places):
            return None
        looks = [_NAMES[COMPASS[look]] for look in compass_words(layout)]
        return {"list": "、".join(f"正{look}" if len(look) == 1 else look for look in looks)}
    turn = {"rows": 0, "shelf": 0, "row": 270 if layout.view == "viewer" else 90}[layout.kind]
    word = _NAMES.get(int((start + turn) % 360)) if start.denominator == 1 else None
    other = _NAMES.get(int((start + 180) % 360)) if start.denominator == 1 else None
    if word is None or other is None or len(word) > 1 or (layout.kind == "rows" and start not in (90, 180)):
        return None
    return {"d": word, "e": other}
