"""The table of English phrases for seats: one line is read and written; see the notes in `grammars/seating_english.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import Final, TypeAlias

from qsr import resources
from qsr.seats import Layout

__all__ = [
    "Element",
    "Frame",
    "Meaning",
    "Word",
    "expanded",
    "fits",
    "frames",
    "nouns",
    "number_word",
    "spelled",
    "table",
    "vocabulary",
    "word_at",
    "words",
]

#: Terminal of the grammar, and what the word stands for.
Word: TypeAlias = tuple[str, str]
#: Forms of phrases: those behind a verb of the table, and those with a verb of their own.
_OWN_VERB: Final = ("act", "act_two", "act_pair", "whole")
_FORMS: Final = ("two", "noun", "one", "pair", *_OWN_VERB)
_CLASSES: Final = ("side", "turn", "up", "upper", "compass")
#: Slot -> terminal; those of `_CLASSES` have the same name.
_SLOTS: Final = {
    **{name: name.upper() for name in _CLASSES},
    "rise": "UP",
    "X": "NAME",
    "Y": "NAME",
    "are": "VERB",
    "are not": "DENY",
    "ordinal": "ORDINAL",
    "count": "COUNT",
    "seat": "SEAT",
    "seats": "SEAT",
    "layer": "LAYER",
    "layers": "LAYER",
    "all layers": "LAYER",
    "people": "PERSON",
}
_CHOICE: Final = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
_SLOT: Final = re.compile(r"\{([^{}]+)\}")
#: What stands between a letter's neighbours: hyphens part words, apostrophes begin an ending.
_PIECE: Final = re.compile(r"[a-z]+(?:n['’]t)|[a-z]+|[0-9]+(?:st|nd|rd|th)?|['’]s?|[^\sa-z0-9'’-]", re.IGNORECASE)
_NUMBER: Final = re.compile(r"([0-9]{1,2})(st|nd|rd|th)?")
#: Words that only hold a sentence together.
_FUNCTION: Final = {
    "_AND": ("and",),
    "_OR": ("or", "nor"),
    "_CONJ": (",", ", and", ", while", "while", ", but", "but", "and that", ", whereas"),
    "_POSS": ("'s", "'"),
    "_WHO": ("who is", "who sits", "who stands", "that is", "which is", "sitting", "standing", "seated"),
    "THE_ONE": ("the one",),
    "TAKEN": ("is taken by", "is occupied by", "belongs to"),
    "BETWEEN": ("directly between", "immediately between", "right between", "exactly between"),
    "SOME": ("some place", "some seat", "some position", "someone", "somebody"),
    "NONE": ("no place", "no seat", "no position"),
}


@dataclass(frozen=True, slots=True)
class Element:
    """One terminal of a phrase, and the slot that it fills, empty for a word of its own; `text` is written where it is a word."""

    terminal: str
    slot: str
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What phrases of one form mean in which layouts; see the notes in the table."""

    form: str
    means: str
    kinds: tuple[str, ...]
    denied: bool
    read_only: bool
    say: tuple[tuple[Element, ...], ...]
    deny: tuple[tuple[Element, ...], ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a row of terminals means where a layout is of certain kinds."""

    means: str
    kinds: tuple[str, ...]
    denied: bool
    slots: tuple[str, ...]


#: The whole table.
table: Final = partial(resources.table, "seating_english.toml")


@cache
def nouns(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a noun for one and for several, in the same order."""
    one, many = table()["nouns"][name]
    return tuple(one), tuple(many)


def number_word(number: int) -> str:
    """Return a cardinal number in words, in figures above twenty.

    >>> number_word(0), number_word(2), number_word(30)
    ('no', 'two', '30')
    """
    return "no" if not number else (table()["numbers"][number - 1] if number <= len(table()["numbers"]) else str(number))


def spelled(slot: str, value: str) -> str:
    """Return how a slot's value is written: a direction, an ordinal or a cardinal number.

    >>> spelled("ordinal", "3"), spelled("rise", "upper"), spelled("compass", "north-east")
    ('third', 'above', 'north east')
    """
    if slot == "count":
        return number_word(int(value))
    if slot == "ordinal":
        ordinals = table()["ordinals"]
        return str(ordinals[int(value) - 1]) if int(value) <= len(ordinals) else f"{value}th"
    if slot == "rise":
        return str(next(word for word, rise in table()["rise"].items() if rise == value))
    return str(table()[slot][value][0])


def fits(kinds: Sequence[str], layout: Layout, *, counted: bool) -> bool:
    """Tell whether a layout is of one of the kinds: "ring", "ring inward", "shelf counted" where the text counts from below."""
    known = {layout.kind, layout.view, *(("counted",) if counted else ())}
    return not kinds or any(known.issuperset(kind.split()) for kind in kinds)


# ---------------------------------------------------------------- words


def words(text: str) -> list[tuple[str, int, int]]:
    """Return the words and signs of a text in lower case, with their places; a hyphen parts words.

    >>> words("Ben's left-hand side")
    [('ben', 0, 3), ("'s", 3, 5), ('left', 6, 10), ('hand', 11, 15), ('side', 16, 20)]
    """
    spelling, found = table()["spelling"], _PIECE.finditer(text)
    lower = ((one.group().lower().replace("’", "'"), one) for one in found)
    return [(spelling.get(word, word), one.start(), one.end()) for word, one in lower]


@cache
def vocabulary() -> dict[tuple[str, ...], Word]:
    """Return rows of words -> the terminal and what they stand for; other words are terminals of their own, `W_` and the word."""
    found: dict[tuple[str, ...], Word] = {}

    def enter(phrase: str, terminal: str, value: str) -> None:
        found[tuple(word for word, _, _ in words(phrase))] = (terminal, value)

    for name in _CLASSES:
        for value, phrases in table()[name].items():
            for phrase in phrases:
                enter(phrase, name.upper(), value)
    for number, phrase in enumerate(table()["numbers"], 1):
        enter(phrase, "COUNT", str(number))
    enter("no", "COUNT", "0")
    for number, phrase in enumerate(table()["ordinals"], 1):
        enter(phrase, "ORDINAL", str(number))
    for name in table()["nouns"]:
        for phrase in (*nouns(name)[0], *nouns(name)[1]):
            enter(phrase, name.upper(), phrase)
    for terminal, key in (("VERB", "affirmed"), ("DENY", "denied")):
        for phrase in chain(*table()["verbs"][key]):
            enter(phrase, terminal, "")
    for terminal, phrases in _FUNCTION.items():
        for phrase in phrases:
            enter(phrase, terminal, "")
    for phrase in table()["fixed"]:
        enter(phrase, "W_" + re.sub(r"[^A-Z]", "_", phrase.upper()), "")
    return found


def word_at(row: Sequence[str], at: int) -> tuple[Word, int]:
    """Return the terminal of the longest phrase that begins at a place in a row of words, and how many words it has."""
    for length in range(min(5, len(row) - at), 0, -1):
        found = vocabulary().get(tuple(row[at : at + length]))
        if found is not None:
            return found, length
    number = _NUMBER.fullmatch(row[at])
    if number is not None and (int(number[1]) or number[2] is None):
        return ("ORDINAL" if number[2] else "COUNT", str(int(number[1]))), 1
    return ("W_" + re.sub(r"[^A-Z]", "_", row[at].upper()), ""), 1


# ---------------------------------------------------------------- phrases


def expanded(phrase: str) -> tuple[str, ...]:
    """Return a phrase with every choice made.

    >>> expanded("(in|on) the left [end [of the row]]")[:3]
    ('in the left', 'in the left end', 'in the left end of the row')
    """
    open_ones, done = [phrase], dict[str, None]()
    while open_ones:
        following = []
        for text in open_ones:
            choice = _CHOICE.search(text)
            if choice is None:
                done[" ".join(text.split())] = None
                continue
            # The innermost choice has no other in it.
            ways = choice[1].split("|") if choice[1] is not None else ["", *choice[2].split("|")]
            following += [text[: choice.start()] + way + text[choice.end() :] for way in ways]
        open_ones = following
    return tuple(done)


@cache
def frames() -> tuple[Frame, ...]:
    """Return the entries of the table in its order, one for each form of phrase."""
    return tuple(
        Frame(
            form,
            entry["means"],
            tuple(entry.get("kinds", ())),
            entry.get("denied", False),
            entry.get("read", False),
            _rows(phrases),
            _rows(entry.get("deny", ()) if form in _OWN_VERB else ()),
        )
        for entry in table()["frames"]
        for form, phrases in entry.items()
        if form in _FORMS
    )


def _rows(phrases: Iterable[str]) -> tuple[tuple[Element, ...], ...]:
    return tuple(_elements(text) for phrase in phrases for text in expanded(phrase))


def _elements(phrase: str) -> tuple[Element, ...]:
    found: list[Element] = []
    position = 0
    for slot in _SLOT.finditer(phrase):
        found += _own_words(phrase[position : slot.start()])
        found.append(Element(_SLOTS[slot[1]], slot[1], ""))
        position = slot.end()
    found += _own_words(phrase[position:])
    return tuple(found)


def _own_words(text: str) -> Iterator[Element]:
    row = [word for word, _, _ in words(text)]
    at = 0
    while at < len(row):
        (terminal, value), length = word_at(row, at)
        if value:
            raise ValueError(f"{text!r} has the word {row[at]!r} that belongs into a slot")
        yield Element(terminal, "", "".join(row[at : at + length]) if terminal == "_POSS" else " ".join(row[at : at + length]))
        at += length
