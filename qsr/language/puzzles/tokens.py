"""Words of a sentence of a puzzle as tokens of `puzzles.lark`; a word that is neither in the table nor announced is refused."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from lark import Token

from qsr.errors import ParseError
from qsr.language.puzzles.world import NUMBERS, World, is_plural, words
from qsr.resources import table

__all__ = ["pieces", "stem", "tokens"]

#: What makes of "may" that something is not so.
_DENYING: Final = ("NOT", "NO", "NOBODY", "NEITHER", "ATMOST", "ONLYIF")
#: What may stand behind so many places.
_GAPS: Final = ("ORDER", "AWAY")
_WORD: Final = re.compile(r"['’]s\b|\d+|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+|-[^\W\d_]+)*(?:['’](?!\w))?|[,;:]")
_TITLE: Final = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St)\.")


def pieces(text: str) -> list[tuple[str, int, int]]:
    """Return the words and signs of a text with their places, titles without their stops."""
    plain = _TITLE.sub(lambda found: found[0][:-1] + " ", text)
    return [(found[0].rstrip("'’") or found[0], *found.span()) for found in _WORD.finditer(plain)]


def stem(word: str) -> str:
    """Return what forms of a verb or noun have in common, well enough to know a word of the announcement again.

    >>> {stem(one) for one in ("plants", "planted", "planting", "plant")}, stem("shown"), stem("hired") == stem("hire")
    ({'plant'}, 'show', True)
    """
    word = table("puzzles.toml")["irregular"].get(word, word)
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou" else word


@cache
def _phrases() -> dict[tuple[str, ...], tuple[str, Any]]:
    found: dict[tuple[str, ...], tuple[str, Any]] = {}
    for name, phrases in table("puzzles.toml")["terminals"].items():
        found |= {tuple(one.lower() for one, *_ in pieces(phrase)): (name, None) for phrase in phrases}
    for look, sides in table("puzzles.toml")["order"].items():
        for side, phrases in sides.items():
            found |= {tuple(phrase.split()): ("ORDER", (look, side == "sooner")) for phrase in phrases}
    for look, ends in table("puzzles.toml")["edges"].items():
        found |= {("from", "the", word): ("EDGE", (look, number == 0)) for number, word in enumerate(ends)}
    found |= {("of", each, sort): ("EACHKIND", None) for each in ("each", "every") for sort in words("sorts")}
    found |= {(word,): ("N", number) for number, word in enumerate(NUMBERS)}
    return found


@cache
def _stems(section: str) -> frozenset[str]:
    return frozenset(stem(one.lower()) for one in words(section))


@cache
def _known(section: str) -> frozenset[str]:
    return frozenset(map(str.lower, words(section)))


def tokens(world: World, text: str) -> list[Token]:
    """Return the tokens of a sentence; the values of those that call things or places stand in `Token.value`.

    Raise ParseError at a word that is not known.
    """
    found = pieces(text)
    lowered = [word.lower().replace("’", "'") for word, *_ in found]
    made: list[Token] = []
    allowed: tuple[str, int, int] | None = None
    at = 0
    while at < len(found):
        hit, length = _hit(world, found, lowered, at)
        word, begin, _ = found[at]
        end = found[at + length - 1][2]
        low, owned = lowered[at], at > 0 and lowered[at - 1] == "'s"
        before = lowered[at - 1] if at else ""
        is_verb = stem(low) in _stems("verbs") or low in world.filling or stem(low) in world.filling
        last = made[-1].type if made else ""
        if hit is None and word in ",:":
            made.append(Token("COMMA", None, begin, end_pos=end))
        elif low == "'s" or (low == "one" and last == "S" and not _counts(lowered, at)):
            pass  # "the green one"
        elif owned and (hit is None or hit[0] in ("SK", "TK", "PLACES", "NUMBER")):
            # "Ivo's solo" is Ivo, and "who's" tells who is.
            if hit is None and not is_verb:
                raise ParseError(f"{word!r} is not announced", text, begin, end)
            if hit is None and stem(low) in _stems("helping"):
                made.append(Token("V", True, begin, end_pos=end))
            lowered[at] = "'s" if lowered[at + 1 : at + 2] == ["number"] else low
        elif hit is not None:
            kind, value = hit
            if kind in ("SK", "TK") and (is_plural(lowered[at + length - 1]) or low == "people"):
                kind += "S"
            behind = lowered[at + length : at + length + 1]
            if kind in ("SK", "SKS") and not world.several and last == "N" and _phrases().get(tuple(behind), ("",))[0] in _GAPS:
                kind = "PLACES"  # "three days before"
            if kind == "TK" and before in ("its", "his", "her", "their"):
                at += length  # "gets its delivery"
                continue
            if kind == "ORDER" and last in ("SK", "SKS") and _definite(lowered, at):
                made.append(Token("AT", None, begin, end_pos=begin))  # "the day before", as against "a day before"
            if (
                kind == "ORDER"
                and value[0] == "up"
                and "number" in (lowered[at + length : at + length + 1] or [""]) + lowered[:at]
            ):
                value = ("number", value[1])
            if kind in ("HE", "PRON"):
                value = "plural" if low in ("they", "them", "theirs") else "single"
            if kind == "SHARE":
                made += [Token("V", False, begin, end_pos=end), Token("SAME", None, begin, end_pos=end)]
            elif kind != "EMPTY":
                if kind == "S" and length > 1 and low.startswith("stay"):
                    made.append(Token("V", None, begin, end_pos=end))
                made.append(Token(kind, value, begin, end_pos=end))
        elif low in _known("empty"):
            pass
        elif low in _known("allowing"):
            allowed = found[at]
        elif world.chooses and stem(low) in _stems("refusing"):
            made += [Token("V", None, begin, end_pos=end), Token("NOT", None, begin, end_pos=end)]
        elif last in ("SAME", "DIFFERENT") and [axis.name for axis in world.axes] == ["part"]:
            made.append(Token("SK", "part", begin, end_pos=end))  # a noun that the announcement had no need of
        elif is_verb:
            noun = before in ("the", "a", "an") and _of_thing(world, lowered, at + 1)
            if not noun:  # "the lecture on bees" is bees
                made.append(Token("V", stem(low) in _stems("helping"), begin, end_pos=end))
        else:
            raise ParseError(f"{word!r} is not announced", text, begin, end)
        at += length
    if allowed and not any(one.type in _DENYING for one in made):
        raise ParseError("what may be says nothing of what is", text, *allowed[1:])
    while made and made[-1].type == "COMMA":
        made.pop()
    return _collapsed(made)


def _hit(world: World, found: Any, lowered: list[str], at: int) -> tuple[tuple[str, Any] | None, int]:
    """Return what the longest phrase at a word is, and how many words it has."""
    word = found[at][0]
    for length in range(min(7, len(found) - at), 0, -1):
        key = tuple(lowered[at : at + length])
        hit = world.phrases.get(key) or _phrases().get(key)
        # A name of one letter is no article; "Will" and "May" are names, too.
        small = length == 1 and word.islower() and ((len(word) == 1 and word.isalpha()) or word in _modal())
        if hit is not None and not (small and hit[0] in ("T", "S")):
            return hit, length
    return (("N", int(word)), 1) if word.isdecimal() else (None, 1)


@cache
def _modal() -> frozenset[str]:
    return _known("empty") | _known("allowing")


def _counts(lowered: list[str], at: int) -> bool:
    return at + 1 < len(lowered) and lowered[at + 1] not in (",", "and", "or", "if", "unless")


def _definite(lowered: list[str], at: int) -> bool:
    """Tell whether "the" stands in front of the noun in front of a word."""
    return at > 1 and lowered[at - 2] == "the"


def _of_thing(world: World, lowered: list[str], at: int) -> bool:
    """Tell whether the name of a thing follows behind a preposition."""
    while at < len(lowered) and lowered[at] in ("on", "with", "for", "of", "by", "to", "about", "from", "the"):
        at += 1
        if any(world.phrases.get(tuple(lowered[at : at + length]), ("",))[0] == "T" for length in (1, 2, 3)):
            return True
    return False


def _collapsed(made: list[Token]) -> list[Token]:
    """Put one verb before a denial and "both", and leave out nouns that only stand by a name."""
    kept: list[Token] = []
    for number, one in enumerate(made):
        behind = made[number + 1].type if number + 1 < len(made) else ""
        last = kept[-1].type if kept else ""
        if one.type == "OF" and behind in ("T", "S") and last in ("TK", "SK", "TKS", "SKS") and not _counted(kept):
            kept.pop()  # "the floors of A and B"
            continue
        if one.type == "T" and last == "AS" and len(kept) > 1 and kept[-2].type == "TK" and one.value in kept[-2].value:
            kept.pop()  # "the interview with the pilot"
            last = kept[-1].type
        if one.type == "T" and last in ("TK", "TKS") and one.value in kept[-1].value and not _counted(kept):
            kept.pop()  # "the parcel for Silva", "bus 10"
        if one.type == "TK" and last == "T" and kept[-1].value in one.value:
            continue  # "the poetry programme"
        if one.type == "SK" and last == "T" and behind not in ("S", "N"):
            continue  # "the lettuce bed"
        if one.type == "S" and last == "TK" and len(kept) > 2 and kept[-2].type == "V":
            kept.pop()  # "is the topic in week 4"
        if one.type == "SAME" and last == "OF":
            kept.pop()
        if one.type == "V":
            at = len(kept)
            while at > 1 and kept[at - 1].type in ("NOT", "BOTH"):
                at -= 1
            if at and kept[at - 1].type == "V":
                if not one.value:
                    kept[at - 1] = one
                continue
            kept.insert(at, one)
        else:
            kept.append(one)
    return kept


def _counted(kept: list[Token]) -> bool:
    """Tell whether a noun at the end has a number in front: "one of the two species A and B"."""
    return len(kept) > 1 and kept[-2].type in ("N", "EACH", "NO")
