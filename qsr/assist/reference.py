"""Whether a paraphrase names what a pronoun of its sentence stands for, by what the grammar takes the pronoun for in that place.

A thing that the sentence does not name can only be what one of its pronouns stands for. So the pronoun is put back into the
paraphrase in the place of the name; read after the sentence before, it has to mean the same. Where the grammar finds that open,
so does the check: a guess would be a wrong answer later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from qsr.assist.draft import Draft
from qsr.assist.protocol import Check
from qsr.language import kinds
from qsr.language import words as english
from qsr.language.prose.viewers import is_speaker

__all__ = ["reference"]

#: Pronouns, each with the forms that may stand where a name stands: as a thing, and as the owner of one.
_PRONOUNS: Final = {
    "it": ("it", "its"),
    "its": ("it", "its"),
    "itself": ("it", "its"),
    "he": ("he", "him", "his"),
    "him": ("he", "him", "his"),
    "his": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "her": ("she", "her", "her"),
    "hers": ("she", "her", "her"),
    "they": ("they", "them", "their"),
    "them": ("they", "them", "their"),
    "their": ("they", "them", "their"),
    "theirs": ("they", "them", "their"),
    "there": ("there",),
    "this": ("this", "it"),
    "that": ("that", "it"),
    "these": ("these", "they", "them"),
    "those": ("those", "they", "them"),
}
#: Readings that are tried for one choice of pronouns.
_MOST: Final = 12


def reference(draft: Draft, number: int, words: str) -> Check | None:
    """Return the check of the names that stand for pronouns in words for a piece; None where the sentence has them all."""
    sentence = draft.pieces[number].words
    instead = draft.with_(number, words)
    reading = instead.read(number)
    new: dict[str, set[str]] = {}
    for name in map(reading.story.entities.__getitem__, reading.about(number)):
        # Whose something is, its name tells as well: "the cook's hat".
        for one in (name, *re.split(r"['’]s? ", name)[:-1]):
            if not _names(sentence, one):
                new.setdefault(_kind(one), set()).add(one)
    if not new:
        return None
    pronouns = list(dict.fromkeys(one for one in _words(sentence) if one in _PRONOUNS))
    listed = ", ".join(map(repr, new))
    if len(pronouns) < len(new):
        return Check("reference", False, f"the sentence does not name {listed}, nor refer to it by a pronoun")
    for order in permutations(pronouns, len(new)):
        pairs = [*zip(new, order, strict=True)]
        if all(_meant(draft, number, pronoun) == new[kind] for kind, pronoun in pairs) or _means(draft, number, words, pairs):
            return Check("reference", True, f"{listed} is what is referred to")
    stands = ", ".join(map(repr, pronouns))
    return Check("reference", False, f"it is not clear that {stands} stands for {listed}")


def _kind(name: str) -> str:
    """Return what things are called that are told apart by a number at the end."""
    return re.sub(r" \d+$", "", name)


def _names(sentence: str, name: str) -> bool:
    """Tell whether a sentence has the head of a name among its words, or the number at its end; a speaker needs none."""
    said = {form for word in _words(sentence) for form in (word, *kinds.singulars(word))}
    plain = _words(_kind(name)) and _words(english.head_of(english.noun_key(_kind(name))))[-1:]
    last = {*plain, *(one for word in plain for one in kinds.singulars(word)), *re.findall(r" (\d+)$", name)}
    return is_speaker(name) or not said.isdisjoint(last)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower().replace("'s", "").replace("’s", ""))


def _meant(draft: Draft, number: int, pronoun: str) -> set[str]:
    """Return what the grammar takes a pronoun for at the beginning of a plain sentence in a place; nothing if it is open."""
    first = _PRONOUNS[pronoun][0]
    for verb in ("are", "were") if first in ("they", "these", "those") else ("is", "was"):
        reading = draft.with_(number, f"{first.capitalize()} {verb} near the yurt.").read(number)
        if not reading.refused(number) and (said := reading.told(number)):
            return {reading.story.entities[one.args[0]] for one in said}
    return set()


def _means(draft: Draft, number: int, words: str, pairs: list[tuple[str, str]]) -> bool:
    """Tell whether words for a piece mean the same there with pronouns for names."""
    texts = [words]
    for name, pronoun in pairs:
        texts = [other for text in texts for form in _PRONOUNS[pronoun] for other in _replaced(text, name, form)]
    said = draft.with_(number, words).read(number).said(number)
    for text in texts[:_MOST]:
        back = draft.with_(number, text).read(number)
        if not back.refused(number) and back.said(number) == said:
            return True
    return False


def _replaced(text: str, name: str, pronoun: str) -> Iterator[str]:
    place = r"(?:in|at|on|to|into|onto|inside) " if pronoun == "there" else ""
    found = re.search(rf"\b{place}(?:(?:the|a|an) )?{re.escape(name)}(?:'s?)?(?!\w)", text, re.IGNORECASE)
    if found:
        capital = found.group()[0].isupper() and found.start() == 0
        yield text[: found.start()] + (pronoun.capitalize() if capital else pronoun) + text[found.end() :]
