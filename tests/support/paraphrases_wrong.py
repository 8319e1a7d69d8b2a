"""Wrong paraphrases: edits of a right one, by kind. Which of them are read, and are wrong, `paraphrases_compared` says.

Words are those of `paraphrases_wrong.toml`. Nothing here knows how paraphrases are verified.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

__all__ = ["EXTRA", "KINDS", "REWORDED", "Source", "edits"]

_TABLES: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_THINGS: Final[dict[str, Any]] = _TABLES["things"]
#: The kinds that a verifier is measured by, in the order of the table.
KINDS: Final = (
    "mirrored",
    "swapped",
    "negation lost or added",
    "a number changed",
    "a thing dropped or exchanged",
    "quantifier weakened",
    "frame dropped",
    "order changed",
    "something added",
    "unrelated",
)
#: Further ways to be wrong, counted apart.
EXTRA: Final = ("another place word",)
#: No wrong one, but what may be as right in other words.
REWORDED: Final = "reworded"
_WORD: Final = re.compile(r"[\w'’-]+")
_SENTENCE: Final = re.compile(r"(?:\b(?:Mrs?|Ms|Dr)\.|[^.!?])+[.!?]+\s*")
_FULL: Final = re.compile(r"\d+")


class Source(NamedTuple):
    """A right paraphrase, what else the story speaks of, and paraphrases of other sentences, those of the same story first."""

    text: str
    things: Sequence[str] = ()
    others: Sequence[str] = ()


def edits(source: Source, kind: str, rng: random.Random) -> list[str]:
    """Return the texts that edits of a kind make, each once, in a drawn order, without the right one itself."""
    made = dict.fromkeys(_tidied(text) for text in _MAKERS[kind](source, rng))
    made.pop(_tidied(source.text), None)
    found = list(made)
    rng.shuffle(found)
    # A paraphrase of the same story is the harder one to tell from the right one.
    return sorted(found, key=lambda text: source.others.index(text) if text in source.others else 0)


# ---------------------------------------------------------------- words for words


def _replaced(text: str, old: str, new: str) -> Iterator[str]:
    """Yield the text with one occurrence of a word or phrase replaced, for each; capitals at the beginning stay."""
    for match in re.finditer(rf"(?<![\w'’-]){re.escape(old)}(?![\w'’-])", text, re.IGNORECASE):
        found = match.group()
        if found[0].isupper() and not _opens(text, match.start()):
            continue  # part of a name
        said = new[:1].upper() + new[1:] if found[0].isupper() else new
        before, after = text[: match.start()], text[match.end() :]
        yield before + said + after if said else before + _raised(after.lstrip(), _opens(text, match.start()))


def _table(name: str) -> Callable[[Source, random.Random], Iterator[str]]:
    table = _TABLES[name]
    pairs = [*table["one"], *table["both"], *([new, old] for old, new in table["both"] if new)]

    def made(source: Source, rng: random.Random) -> Iterator[str]:
        for old, new in pairs:
            yield from _replaced(source.text, old, new)

    return made


def _opens(text: str, at: int) -> bool:
    """Tell whether a sentence begins there."""
    return not text[:at].strip() or (text[:at].rstrip()[-1] in ".!?" and not re.search(r"\b(?:Mrs?|Ms|Dr)\.\s*$", text[:at]))


def _raised(text: str, raised: bool) -> str:
    return text[:1].upper() + text[1:] if raised else text


def _tidied(text: str) -> str:
    """Return a text with its spaces and commas in order, and with a capital at the beginning of each sentence."""
    text = re.sub(r"\s+([,.!?])", r"\1", " ".join(text.split()))
    text = re.sub(r",\s*(?=[,.!?])", "", text)
    return re.sub(
        r"(^|(?<!Mr)(?<!Mrs)(?<!Ms)(?<!Dr)[.!?]\s+)([a-z])", lambda match: match.group(1) + match.group(2).upper(), text
    )


# ---------------------------------------------------------------- things


class Place(NamedTuple):
    """Where a text speaks of a thing."""

    start: int
    end: int


def _places(text: str) -> list[Place]:
    """Return where things are spoken of: a determiner and what follows it, a name, "I", in the order of the text."""
    found: list[Place] = []
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        word = words[at].group()
        low = word.casefold()
        common = low.removesuffix("'s").removesuffix("’s") in _THINGS["common"] and _opens(text, words[at].start())
        stop = at + 1
        if low in _THINGS["determiners"] or (low.endswith(("'s", "’s")) and word[0].isupper() and not common):
            while stop < len(words) and stop - at < 5 and not _ends(text, words[stop - 1], words[stop]):
                stop += 1
            if stop > at + 1 or low not in _THINGS["determiners"]:
                shortened = 2 * (stop == at + 1)  # "Bob's near" is of Bob
                found.append(Place(words[at].start(), words[stop - 1].end() - shortened))
        elif word[0].isupper() and low not in _THINGS["ends"] and not common:
            while (
                stop < len(words)
                and words[stop].group()[0].isupper()
                and text[words[stop - 1].end() : words[stop].start()] == " "
            ):
                stop += 1
            found.append(Place(words[at].start(), words[stop - 1].end()))
        at = stop
    return found


def _ends(text: str, before: re.Match[str], word: re.Match[str]) -> bool:
    return word.group().casefold() in _THINGS["ends"] or text[before.end() : word.start()] != " "


def _put(text: str, place: Place, said: str) -> str:
    """Return the text with another thing in a place; "the" begins a sentence with a capital, and only there."""
    if _opens(text, place.start):
        said = said[:1].upper() + said[1:]
    elif said.split()[0].casefold() in _THINGS["determiners"]:
        said = said[:1].lower() + said[1:]
    return text[: place.start] + said + text[place.end :]


def _swapped(source: Source, rng: random.Random) -> Iterator[str]:
    for piece in _SENTENCE.finditer(source.text):
        places = [place for place in _places(source.text) if piece.start() <= place.start < piece.end()]
        for index, one in enumerate(places):
            for other in places[index + 1 :]:
                first, second = source.text[slice(*one)], source.text[slice(*other)]
                between = source.text[one.end : other.start]
                if first.casefold() != second.casefold() and not any(word in between for word in _THINGS["mutual"]):
                    yield _put(_put(source.text, other, first), one, second)


def _exchanged(source: Source, rng: random.Random) -> Iterator[str]:
    text = source.text
    places = _places(text)
    said = [text[slice(*place)] for place in places]
    known = {one.casefold() for one in said}
    fresh = [one for one in source.things if one.casefold() not in known]
    for place, one in zip(places, said, strict=True):
        pool = _THINGS["people"] if not _determined(one) else _THINGS["others"]
        for other in (*rng.sample(fresh, min(2, len(fresh))), rng.choice(pool)):
            yield _put(text, place, other)
    for old, new in _THINGS["attributes"]:
        yield from _replaced(text, old, new)
    yield from _dropped(text)


def _determined(said: str) -> bool:
    return said.split()[0].casefold() in _THINGS["determiners"]


def _dropped(text: str) -> Iterator[str]:
    """Yield the text without one of its sentences, clauses, or members of a list."""
    sentences = [match.group() for match in _SENTENCE.finditer(text)]
    for index in range(len(sentences)):
        if len(sentences) > 1:
            yield "".join(sentences[:index] + sentences[index + 1 :])
    for match in re.finditer(r",? and [^,.]+(?=[.])|, [^,.]+(?=,| and )", text):
        yield text[: match.start()] + text[match.end() :]
    for match in re.finditer(r"(?:(?<=^)|(?<=[.] ))([A-Z][^,.]*?) and (?=the |my |your |[A-Z])", text):
        yield text[: match.start()] + _raised(text[match.end() :], True)
    for match in re.finditer(
        r" (?:in|on|under|behind|at|next to|near|inside|of) (?:the|a|an|my|your|his|her) [\w'’-]+(?: [\w'’-]+)?(?=[.,])", text
    ):
        yield text[: match.start()] + text[match.end() :]


def _added(source: Source, rng: random.Random) -> Iterator[str]:
    text = source.text
    places = _places(text)
    said = list(dict.fromkeys(text[slice(*place)] for place in places))
    fresh = rng.choice(_THINGS["others"])
    for one in said:
        for other in (*said, *source.things[:4]):
            if one.casefold() != other.casefold():
                yield f"{text} {_sentence(rng.choice(_THINGS['added']), one, other, fresh)}"
        yield f"{text} {_sentence(rng.choice(_THINGS['added_alone']), one, one, fresh)}"
    for place in places:
        yield text[: place.end] + _THINGS["joined"].format("", "", fresh) + text[place.end :]
    for word in ("directly left of", "directly right of", "directly above", "directly below", "directly behind"):
        yield from _replaced(text, word.removeprefix("directly "), word)


def _sentence(template: str, one: str, other: str, fresh: str) -> str:
    names = [_put("x ", Place(2, 2), name) if _determined(name) else f"x {name}" for name in (one, other, fresh)]
    made = template.format(*(name[2:] for name in names))
    return made[0].upper() + made[1:]


def _reworded(source: Source, rng: random.Random) -> Iterator[str]:
    """Yield what may say the same: a converse with its things exchanged, "X is there" for "there X is", another word."""
    text = source.text
    ways = [way for one, other in _TABLES["reworded"]["converses"] for way in ((one, other), (other, one))]
    for piece in _SENTENCE.finditer(text):
        said = piece.group()
        for phrase, other in ways:
            if match := re.fullmatch(rf"([^,]+?) (is|are|was|were) {phrase} ([^,]+?)\.(\s*)", said):
                head, verb, tail, space = match.groups()
                turned = _put(f"{tail} {verb} {other} {head}", Place(0, len(tail)), tail)
                turned = _put(turned, Place(len(turned) - len(head), len(turned)), head)
                yield f"{text[: piece.start()]}{turned}.{space}{text[piece.end() :]}"
        if match := re.fullmatch(
            r"([^,]+?) (is|are|was|were) ((?:in|on|under|behind|above|next to|left of|right of|near) [^,]+?)\.(\s*)", said
        ):
            head, verb, place, space = match.groups()
            turned = f"{place} {verb} {head}"
            turned = _raised(_put(turned, Place(len(turned) - len(head), len(turned)), head), True)
            yield f"{text[: piece.start()]}{turned}.{space}{text[piece.end() :]}"
        if match := re.fullmatch(r"([^,.]+?) and ([^,.]+?) are ([^,]+?)\.(\s*)", said):
            head, second, place, space = match.groups()
            yield f"{text[: piece.start()]}{head} is {place}. {_raised(second, True)} is {place}.{space}{text[piece.end() :]}"
    yield from _table("reworded")(source, rng)


# ---------------------------------------------------------------- numbers, frames, order


def _numbered(source: Source, rng: random.Random) -> Iterator[str]:
    for row in (_TABLES["numbers"]["words"], _TABLES["numbers"]["ranks"]):
        for at, word in enumerate(row):
            for other in (at - 1, at + 1, at + 2):
                if 0 <= other < len(row):
                    yield from _replaced(source.text, word, row[other])
    for match in _FULL.finditer(source.text):
        for step in (-1, 1, 10):
            if int(match.group()) + step > 0:
                yield f"{source.text[: match.start()]}{int(match.group()) + step}{source.text[match.end() :]}"


def _unframed(source: Source, rng: random.Random) -> Iterator[str]:
    text = source.text
    for piece in _SENTENCE.finditer(text):
        said = piece.group()
        if re.match(rf"(?:{'|'.join(_TABLES['frames']['opening'])})\b", said, re.IGNORECASE):
            for comma in re.finditer(", ", said):
                rest = said[comma.end() :].removeprefix("then ")
                yield text[: piece.start()] + _raised(rest, True) + text[piece.end() :]
            for opening in _places(said)[:1]:
                if opening.start and "," not in said:
                    yield text[: piece.start()] + _raised(said[opening.start :], True) + text[piece.end() :]
        for word in _TABLES["frames"]["closing"]:
            for match in re.finditer(rf",? {word}\b", said, re.IGNORECASE):
                yield text[: piece.start()] + said[: match.start()] + ". " + text[piece.end() :]
    yield from _table("frames")(source, rng)


def _reordered(source: Source, rng: random.Random) -> Iterator[str]:
    text = source.text
    yield from _table("reordered")(source, rng)
    sentences = [match.group().strip() for match in _SENTENCE.finditer(text)]
    for index in range(len(sentences) - 1):
        one, other = sentences[index], sentences[index + 1]
        if re.search(r"\b(?:then|first)\b", text, re.IGNORECASE):  # of what is so all the time "then" says nothing
            turned = [re.sub(r"^Then ", "", other), f"Then {_lowered(re.sub(r'^Then ', '', one))}"]
            yield " ".join([*sentences[:index], *turned, *sentences[index + 2 :]])
        yield " ".join([*sentences[:index], other, one, *sentences[index + 2 :]])
    for match in re.finditer(r"from ([^,.]+?) to ([^,.]+?)(?=[,.])", text):
        yield f"{text[: match.start()]}from {match.group(2)} to {match.group(1)}{text[match.end() :]}"
    for match in re.finditer(r"([\w'’-]+), ([\w'’-]+)(?=,| and )", text):
        yield f"{text[: match.start()]}{match.group(2)}, {match.group(1)}{text[match.end() :]}"
    for match in re.finditer(r"([\w'’-]+)((?: is| was)? (?:second|first|third|last), (?:then )?)([\w'’-]+)", text):
        yield f"{text[: match.start()]}{match.group(3)}{match.group(2)}{match.group(1)}{text[match.end() :]}"


def _lowered(text: str) -> str:
    first = text.split()[0]
    return text[0].lower() + text[1:] if first.casefold() in _THINGS["determiners"] else text


def _unrelated(source: Source, rng: random.Random) -> Iterator[str]:
    yield from source.others


_MAKERS: Final[dict[str, Callable[[Source, random.Random], Iterator[str]]]] = {
    "mirrored": _table("mirrored"),
    "swapped": _swapped,
    "negation lost or added": _table("negated"),
    "a number changed": _numbered,
    "a thing dropped or exchanged": _exchanged,
    "quantifier weakened": _table("weakened"),
    "frame dropped": _unframed,
    "order changed": _reordered,
    "something added": _added,
    "unrelated": _unrelated,
    "another place word": _table("misplaced"),
    REWORDED: _reworded,
}
