"""Clauses and noun phrases of a sentence, by its signs, conjunctions and verbs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qsr.assist.found import Thing, Token
from qsr.assist.vocabulary import ARTICLES, SIDES, listed

__all__ = ["clauses", "things"]


_BREAKS: Final = frozenset(".;:!?—–-()")

_CONJUNCTIONS: Final = listed("closed", "conjunctions")

_OPENING: Final = listed("closed", "opening")

_DETERMINING: Final = listed("closed", "determining")


def clauses(words: list[str], kinds: list[str]) -> list[int]:
    """Return the number of the clause of each word: it ends at a stop, and at a comma or conjunction before a new predicate."""
    lower = [word.lower() for word in words]
    cuts = [
        place
        for place, word in enumerate(lower)
        if place and (word in _BREAKS or word == "," or (word in _CONJUNCTIONS and not _is_cleft(lower, place)))
    ]
    pieces = [(start, end) for start, end in zip([0, *cuts], [*cuts, len(words)], strict=True) if end > start]
    numbers = [0] * len(words)
    current, full, placed, pair = 0, False, False, False
    for start, end in pieces:
        predicate = _has_predicate(lower, kinds, start, end)
        headed = lower[start] == ":" and start > 0 and kinds[0] == "place"
        gap = placed and not (pair and lower[start] == "and") and _has_gap(lower, kinds, start, end)
        if start and (
            (lower[start] in _BREAKS and not headed) or (full and predicate) or gap or (predicate and lower[start] in _OPENING)
        ):
            current += 1
            full = placed = False
        numbers[start:end] = [current] * (end - start)
        full = full or predicate
        placed = placed or "place" in kinds[start:end]
        pair = "between" in lower[start:end] and "and" not in lower[start + 1 : end]
    return numbers


def _is_cleft(lower: list[str], place: int) -> bool:
    """Tell whether a word only joins what is where it is: "that's where you'll find Benny"."""
    return lower[place] in ("where", "who") and lower[place - 1] in ("is", "was")


def _has_gap(lower: list[str], kinds: list[str], start: int, end: int) -> bool:
    """Tell whether a piece of a sentence places a thing without a verb: "bass on the right"."""
    opens = start + 1 < end and kinds[start + 1] == "place" and kinds[0] == "place"
    if (
        opens
        and sum(kind in ("noun", "number") or lower[place] == "it" for place, kind in enumerate(kinds[start:end], start)) > 1
    ):
        return True
    first = next((place for place in range(start, end) if kinds[place] == "place" and not _qualifies(lower, kinds, place)), -1)
    return first > 0 and any(
        kind in ("noun", "number") or lower[place] in ("mine", "his", "hers", "yours", "me", "one")
        for place, kind in enumerate(kinds[start:first], start)
    )


def _qualifies(lower: list[str], kinds: list[str], place: int) -> bool:
    following = kinds[place + 1] if place + 1 < len(kinds) else ""
    return lower[place - 1] in ARTICLES | {"'s"} and following in ("noun", "number") if place else False


def _has_predicate(lower: list[str], kinds: list[str], start: int, end: int) -> bool:
    return any(
        kinds[place] == "verb" or lower[place] in ("is", "are", "was", "were", "has", "have", "had", "am", "be")
        for place in range(start, end)
    )


def things(tokens: tuple[Token, ...]) -> Iterator[Thing]:
    """Yield the noun phrases: nouns, names, adjectives and numbers in a row, and pronouns."""
    start = -1
    for position, token in enumerate(tokens):
        inside = token.kind in ("noun", "adjective", "number") or (token.kind == "owner" and start >= 0)
        if (
            token.kind == "place"
            and (start < 0 or tokens[position - 1].kind in ("number", "adjective"))
            and position
            and _names_part(tokens, position)
        ):
            inside = True
        counts = _begins(tokens, position, start) or (
            token.kind == "number" and position and tokens[position - 1].kind == "noun" and _counts(tokens, position)
        )
        if inside and not counts and (start < 0 or tokens[start].clause == token.clause):
            start = position if start < 0 else start
            continue
        if start >= 0:
            yield from _thing(tokens, start, position)
            start = position if inside else -1
        if (
            token.lower in listed("pronouns")
            and token.kind == "function"
            and not (token.lower in ARTICLES | _DETERMINING and _noun_near(tokens, position))
        ):
            yield Thing(position, position + 1, (token,))
    if start >= 0:
        yield from _thing(tokens, start, len(tokens))


def _begins(tokens: tuple[Token, ...], position: int, start: int) -> bool:
    """Tell whether a name begins another phrase behind a noun: "in the picture Oscar"."""
    token, before = tokens[position], tokens[position - 1]
    return (
        start >= 0
        and token.text[:1].isupper()
        and len(token.text) > 1
        and before.kind == "noun"
        and before.text.islower()
        and token.kind == "noun"
    )


def _counts(tokens: tuple[Token, ...], position: int) -> bool:
    """Tell whether a number behind a noun begins another phrase: "on the middle level five spaces"."""
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    return following is not None and following.kind in ("noun", "adjective")


def _names_part(tokens: tuple[Token, ...], position: int) -> bool:
    """Tell whether a word of place stands in a noun phrase as an adjective: "the left cup", "the back row"."""
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    if following is not None and following.lower == "hand" and position + 2 < len(tokens):
        following = tokens[position + 2]
    return (
        following is not None
        and following.kind in ("noun", "number", "adjective")
        and tokens[position - 1].lower in ARTICLES | {"'s", "other"}
        and following.lower not in SIDES
    )


def _noun_near(tokens: tuple[Token, ...], position: int) -> bool:
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    if following is not None and following.kind == "place" and tokens[position].lower in _DETERMINING:
        return False
    return (
        following is not None
        and (following.kind in ("noun", "adjective", "number", "filler") or following.kind == "place")
        and following.clause == tokens[position].clause
    )


def _thing(tokens: tuple[Token, ...], start: int, end: int) -> Iterator[Thing]:
    """Yield a noun phrase, and the owners in it as things of their own."""
    words = tokens[start:end]
    while words and words[-1].kind == "owner":
        words = words[:-1]
    last = 0
    for place, word in enumerate(words):
        if word.kind == "owner" and place > last:
            yield Thing(start + last, start + place, words[last:place])
            last = place + 1
    if words[last:]:
        yield Thing(start + last, start + len(words), words[last:])
