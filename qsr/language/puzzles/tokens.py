"""Words of a sentence of a puzzle as tokens of `puzzles.lark`; a word that is neither in the table nor announced is refused."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from lark import Token

from qsr.errors import ParseError
from qsr.language.puzzles.world import NUMBERS, World, words
from qsr.resources import table

__all__ = ["pieces", "stem", "tokens"]

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
        found |= {tuple(one for one, *_ in pieces(phrase)): (name, None) for phrase in phrases}
    for look, sides in table("puzzles.toml")["order"].items():
        for side, phrases in sides.items():
            found |= {tuple(phrase.split()): ("ORDER", (look, side == "sooner")) for phrase in phrases}
    found |= {(word,): ("N", number) for number, word in enumerate(NUMBERS)}
    return found


@cache
def _known(section: str) -> frozenset[str]:
    return frozenset(map(str.lower, words(section)))


@cache
def _verbs() -> frozenset[str]:
    return frozenset(map(stem, _known("verbs")))


@cache
def _refusing() -> frozenset[str]:
    return frozenset(map(stem, _known("refusing")))


@cache
def _helping() -> frozenset[str]:
    return frozenset(map(stem, ("does", "is", "was", "did", "has", "are", "do", "were", "goes", "comes")))


def _of_thing(world: World, lowered: list[str], at: int) -> bool:
    """Tell whether the name of a thing follows behind a preposition."""
    while at < len(lowered) and lowered[at] in ("on", "with", "for", "of", "by", "to", "about", "from", "the"):
        at += 1
        if any(world.phrases.get(tuple(lowered[at : at + length]), ("",))[0] == "T" for length in (1, 2, 3)):
            return True
    return False


def tokens(world: World, text: str) -> list[Token]:
    """Return the tokens of a sentence; the values of those that call things or places stand in `Token.value`.

    Raise ParseError at a word that is not known.
    """
    found = pieces(text)
    lowered = [word.lower().replace("’", "'") for word, *_ in found]
    made: list[Token] = []
    allowed: tuple[str, int, int] | None = None
    at, possessive, the, numbered = 0, False, False, False
    while at < len(found):
        for length in range(min(6, len(found) - at), 0, -1):
            key = tuple(lowered[at : at + length])
            hit = world.phrases.get(key) or _phrases().get(key)
            # A name of one letter is no article.
            if hit is not None and not (length == 1 and len(key[0]) == 1 and key[0].isalpha() and found[at][0].islower()):
                break
        else:
            hit, length = None, 1
        word, begin, _ = found[at]
        end = found[at + length - 1][2]
        if hit is None and lowered[at].isdecimal():
            hit = ("N", int(lowered[at]))
        behind = lowered[at + 1] if at + 1 < len(found) else ""
        is_verb = stem(lowered[at]) in _verbs() or lowered[at] in world.filling or stem(lowered[at]) in world.filling
        if (
            lowered[at] == "one"
            and length == 1
            and made
            and made[-1].type == "S"
            and behind in ("", ",", "and", "or", "if", "unless")
        ):
            pass  # "the green one"
        elif made and made[-1].type == "END" and lowered[at] == "of" and behind == "the":
            length = 3  # "at one end of the row"
        elif hit is not None and hit[0] in ("SK", "TK") and behind == "of" and _of_thing(world, lowered, at + 1):
            length = 2  # "the floors of A and B"
        elif hit is not None and hit[0] == "TK" and at and lowered[at - 1] in ("its", "his", "her", "their"):
            pass  # "gets its delivery"
        elif hit is None and world.chooses and stem(lowered[at]) in _refusing():
            made += [Token("V", None, begin, end_pos=end), Token("NOT", None, begin, end_pos=end)]
        elif hit is None and at and lowered[at - 1] in ("the", "a", "an") and is_verb and _of_thing(world, lowered, at + 1):
            pass  # "the lecture on bees" is bees
        elif hit is None and lowered[at] == "'s":
            possessive = True
        elif possessive and (hit is None or hit[0] in ("SK", "TK", "PLACES")):
            # "Ivo's solo" is Ivo.
            if not (is_verb or hit):
                raise ParseError(f"{word!r} is not announced", text, begin, end)
            numbered = behind in ("number", "numbers")
            length += numbered
            if stem(lowered[at]) in _helping():
                made.append(Token("V", None, begin, end_pos=end))
            possessive = False
        elif hit is not None:
            possessive = False
            if hit[0] == "ORDER" and made and made[-1].type == "SK" and the:
                made.append(Token("AT", None, begin, end_pos=begin))  # "the day before", as against "a day before"
            the = at > 0 and lowered[at - 1] == "the" and hit[0] == "SK"
            if hit[0] == "EMPTY":
                at += length
                continue
            if hit[0] == "ORDER" and numbered:
                look, sooner = hit[1]  # type: ignore[misc]
                hit = ("ORDER", ("number" if look == "up" else look, sooner))
            if hit[0] == "S" and length > 1 and lowered[at].startswith("stay"):
                made.append(Token("V", None, begin, end_pos=end))
            made.append(Token("COMMA" if hit[0] == "," else hit[0], hit[1], begin, end_pos=end))
        elif word in ",;":
            possessive = False
            made.append(Token("COMMA", None, begin, end_pos=end))
        elif lowered[at] in _known("empty") or (lowered[at] == "other" and made and made[-1].type == "N"):
            pass
        elif lowered[at] in _known("allowing"):
            allowed = found[at]
        elif made and made[-1].type in ("SAME", "DIFFERENT") and [axis.name for axis in world.axes] == ["part"]:
            made.append(Token("SK", "part", begin, end_pos=end))  # a noun that the announcement had no need of
        elif is_verb:
            made.append(Token("V", None, begin, end_pos=end))
        else:
            raise ParseError(f"{word!r} is not announced", text, begin, end)
        at += length
    if allowed and not any(one.type in ("NOT", "NO", "NOBODY", "NEITHER", "ATMOST", "ONLYIF") for one in made):
        raise ParseError("what may be says nothing of what is", text, *allowed[1:])
    while made and made[-1].type == "COMMA":
        made.pop()
    return _collapsed(made)


def _collapsed(made: list[Token]) -> list[Token]:
    """Put one verb before a denial and "both", and leave out what carries nothing."""
    kept: list[Token] = []
    for one in made:
        if one.type == "T" and kept and kept[-1].type == "TK" and one.value in kept[-1].value:
            kept.pop()  # "the parcel for Silva", "bus 10"
        if one.type == "TK" and kept and kept[-1].type == "T" and kept[-1].value in one.value:
            continue  # "the poetry programme"
        if one.type == "S" and kept and len(kept) > 1 and kept[-1].type == "TK" and kept[-2].type == "V" and len(kept) > 2:
            kept.pop()  # "is the topic in week 4"
        if one.type == "SAME" and kept and kept[-1].type == "OF":
            kept.pop()
        if one.type == "V":
            at = len(kept)
            while at and kept[at - 1].type in ("NOT", "BOTH") and at > 1:
                at -= 1
            if at and kept[at - 1].type in ("V", "OF"):
                continue
            kept.insert(at, one)
        else:
            kept.append(one)
    return kept
