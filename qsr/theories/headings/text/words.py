"""The table `grammars/headings.toml` as compiled patterns, and the numbers, directions and coordinates that its slots hold."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, partial
from typing import Final, NamedTuple

from qsr import resources

__all__ = ["NONE", "Pattern", "coordinates", "is_scenery", "names_of", "number", "patterns", "point"]

#: Spellings of "none of the above", and of "this cannot be told"; without the full stop.
NONE: Final = ("以上选项都不是", "以上选项均不正确", "以上均不对", "无法确定", "不能确定", "无法判断")

_POINTS: Final = {
    "东": "east",
    "南": "south",
    "西": "west",
    "北": "north",
    "东北": "north-east",
    "西北": "north-west",
    "东南": "south-east",
    "西南": "south-west",
}
_DIRECTION: Final = re.compile("(?P<due>正?)(?P<point>[东西][南北]|[东南西北])(?:方向|方位|方|边|面|侧)?")
_SLOT: Final = re.compile(r"(?<!\?P)<(?:([a-z]+):)?([a-z]+)>")
_DIGITS: Final = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2}
_PLACES: Final = {"十": 10, "百": 100, "千": 1000}
_MEASURE: Final = "[0-9]{1,3}(?:[.][0-9]{1,4})?"
_LETTERED: Final = re.compile(f"({_MEASURE})°?([NSEW])")
_SPELT: Final = re.compile(f"([东西南北])[纬经]({_MEASURE})(?:°|度)")


class Pattern(NamedTuple):
    """What a piece of text looks like, and the name of the method that says what it means."""

    does: str
    regex: re.Pattern[str]


_table: Final = partial(resources.table, "headings.toml")


@cache
def _slots() -> dict[str, str]:
    table = _table()
    banned = "|".join(map(re.escape, table["not_names"]))
    name = f"(?!{banned})[^{re.escape(table['not_in_names'])}]{{1,8}}?"
    return {**table["slots"], "name": name, "names": f"{name}(?:[、和与]{name})*"}


@cache
def patterns(kind: str) -> tuple[Pattern, ...]:
    """Return the patterns of ``"clause"`` or ``"question"``."""
    found = []
    for does, texts in _table()[kind].items():
        for text in texts:
            regex = _SLOT.sub(lambda slot: f"(?{f'P<{slot[1]}>' if slot[1] else ':'}{_slots()[slot[2]]})", text)
            found.append(Pattern(does, re.compile(f"(?:{regex})(?=[，。；：！？,;\\n]|$)")))
    return tuple(found)


def is_scenery(clause: str) -> bool:
    """Tell whether a clause has no sign of place, direction, number, motion or condition."""
    return not set(clause).intersection(_table()["signs"].replace("\n", ""))


def names_of(words: str) -> list[str]:
    """Return the names of a list.

    >>> names_of("小明、小红和小刚")
    ['小明', '小红', '小刚']
    """
    return re.split("[、和与]", words)


def number(words: str) -> Fraction | None:
    """Return a number in figures or in Chinese; None for what is none.

    >>> number("一百二十"), number("十五"), number("2.5"), number("十十")
    (Fraction(120, 1), Fraction(15, 1), Fraction(5, 2), None)
    """
    if re.fullmatch("[0-9]{1,9}(?:[.][0-9]{1,6})?", words):
        return Fraction(words)
    total, digit, least = 0, None, 10_000
    for sign in words:
        if sign in _DIGITS and (digit is None or digit == 0):
            digit = _DIGITS[sign]
        elif sign in _PLACES and _PLACES[sign] < least and digit != 0:
            least = _PLACES[sign]
            total, digit = total + (1 if digit is None else digit) * least, None
        else:
            return None
    return Fraction(total + (digit or 0)) if words else None


def point(words: str) -> tuple[str, bool] | None:
    """Return the compass point of a direction and whether it is said to be due; None for what is none.

    >>> point("正东方"), point("西北边"), point("东西")
    (('east', True), ('north-west', False), None)
    """
    found = _DIRECTION.fullmatch(words)
    return None if found is None else (_POINTS[found["point"]], bool(found["due"]))


def coordinates(words: str) -> tuple[Fraction, Fraction] | None:
    """Return latitude and longitude in degrees, north and east positive; None for what names no place.

    >>> coordinates("（23.5°N,120°W）")
    (Fraction(47, 2), Fraction(-120, 1))
    """
    pieces = re.split("[，,、]", re.sub(r"[\s（）()]", "", words))
    found: dict[str, Fraction] = {}
    for piece in pieces:
        lettered, spelt = _LETTERED.fullmatch(piece), _SPELT.fullmatch(piece)
        if lettered:
            size, side = lettered[1], lettered[2]
        elif spelt and (spelt[1] in "南北") == ("纬" in piece):
            size, side = spelt[2], "NSEW"["北南东西".index(spelt[1])]
        else:
            return None
        found["NS" if side in "NS" else "EW"] = Fraction(size) * (1 if side in "NE" else -1)
    if len(pieces) != 2 or len(found) != 2 or abs(found["NS"]) > 90 or abs(found["EW"]) > 180:
        return None
    return found["NS"], found["EW"]
