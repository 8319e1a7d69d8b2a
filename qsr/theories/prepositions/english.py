"""English evidence for senses: what the construction of a premise says, whatever its nouns.

Numerals and times behind a noun, the article after "with", rivals after "behind", bare nouns. R. Quirk et al., "A Comprehensive
Grammar of the English Language", 1985, chapters 5 (articles) and 17 (noun phrases).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from qsr.theories.prepositions.lexicon import Kinds, language, tables
from qsr.theories.prepositions.nouns import NounPhrase, analyse

__all__ = ["UNUSUAL", "analysed", "evidence", "placed"]

#: What a ship or a people sails or serves under.
_FLAGS: Final = ("flag", "ensign", "colours", "colors", "banner")
#: Shorter words are no superlatives: "nest", "chest".
_SUPERLATIVE: Final = 6
#: What it costs to go against the article.
UNUSUAL: Final = 2
#: Things that are counted, so that a singular without an article does not name one of them.
_COUNTED: Final = (
    "building",
    "room",
    "container",
    "furniture",
    "structure",
    "road",
    "surface",
    "device",
    "body",
    "document",
    "cover",
    "thing",
)
#: What numbers a thing behind its noun.
_LABEL: Final = re.compile(r"\d{1,4}[A-Za-z]?|[A-Z]\d{0,3}|[IVX]{1,4}")
#: When something is so, behind a noun phrase: "Leeds this week", "the garage for now".
_WHEN: Final = re.compile(
    r"(?<=\w) (?:(?:this|next|last|every|all|these|for|until|till|since|during|by) (?:the )?(?:\w+ )?"
    r"(?:mornings?|afternoons?|evenings?|nights?|days?|weeks?|weekends?|months?|years?|summers?|winters?|autumns?|springs?"
    r"|terms?|seasons?|now|today|tonight|tomorrow|noon|midnight|time|moment|while|[A-Z][a-z]+days?)"
    r"|today|tonight|tomorrow|yesterday|nowadays|again|already|anyway|at (?:the moment|present|last)"
    r"|once more|right now|just now|as usual)$"
)
#: What a name that no table has may name behind a preposition of place.
_SOME_NAME: Final[Kinds] = (("person", 0), ("region", 2), ("institution", 2))
_SOME_PLACE: Final[Kinds] = (("region", 0), ("institution", 1), ("person", 3))


def analysed(text: str, code: str) -> NounPhrase:
    """Take a noun phrase apart; a numeral or a letter behind an English noun only numbers it: "Platform 9", "exhibit A"."""
    whole = analyse(text, code)
    noun, _, number = text.rpartition(" ")
    if code != "en" or not noun:
        return whole
    core = _WHEN.sub("", text)
    if core != text:
        return replace(analysed(core, code), text=text, words=whole.words)
    if whole.kinds and " of " in text:
        return _made_of(whole, text)
    if not _LABEL.fullmatch(number):
        return whole
    inner = analyse(f"the {noun.lower()}", code)
    known = language(code).listed(inner.head) or language(code).derived(inner.head)
    if not known or known[0][0] in ("time", "measure", "person", "role"):
        return whole
    return replace(inner, text=text, article="name", words=whole.words, kinds=known)


def _made_of(whole: NounPhrase, text: str) -> NounPhrase:
    """Return a noun that may name a society as one where it is made of persons: a board of governors, a bench of bishops."""
    shared = tables()
    members = analyse(text.partition(" of ")[2], "en")
    society = tuple((kind, 0) for kind, _ in whole.kinds if kind in shared.family("society"))
    if society and members.plural and members.kinds[0][0] in shared.family("human"):
        return replace(whole, kinds=society)
    return whole


def placed(preposition: str, ground: NounPhrase, code: str) -> NounPhrase:
    """Return a ground with a name that nobody knows as a place, where the preposition has places after it, not persons."""
    if code == "en" and preposition in ("in", "at") and ground.kinds == _SOME_NAME:
        return replace(ground, kinds=_SOME_PLACE)
    return ground


def evidence(preposition: str, figure: NounPhrase, ground: NounPhrase, found: dict[str, int]) -> dict[str, int]:
    """Return the readings with those that an English construction brings, whatever its nouns."""

    def instead(sense: str) -> dict[str, int]:
        return {other: cost + UNUSUAL for other, cost in found.items()} | {sense: 0}

    if ground.article != "bare" and "means" in found and "containment" in found:
        # Only a bare noun of stuff says what something is made of or made with: "in charcoal", but "in the mud".
        found = found | {"means": found["means"] + UNUSUAL}
    if preposition == "on" and ground.article == "bare" and ground.plural and _is_taken(figure, ground):
        found = instead("means")
    if preposition == "with" and _is_equipment(figure, ground):
        found = instead("bearing")
    if preposition == "with" and _is_separate(figure, ground) and "bearing" in found:
        found = instead("company")
    if preposition in ("behind", "above", "under") and _is_rivalry(ground):
        found = instead("scale")
    if preposition == "at" and _is_superlative(ground):
        found = instead("state")
    if preposition == "under" and ground.head in _FLAGS and figure.kinds[0][0] in tables().family("society") | {"craft"}:
        found = instead("state")
    if ground.article == "bare" and not ground.plural and ground.kinds[0][0] in _COUNTED:
        found = {sense: cost + UNUSUAL for sense, cost in found.items()}
        found.setdefault("state", 0)
    return found


def _is_taken(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether someone lives or moves by small things, no particular ones: on vitamins, on skates."""
    used = ("thing", "device", "substance", "food", "component", "clothing")
    return ground.kinds[0][0] in used and figure.kinds[0][0] in tables().family("being")


def _is_equipment(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether "with" gives a thing a part that is new to the listener: a cart with a squeaky wheel, boots with steel tips.

    What stands beside another thing is known or alive, as a rule: "the lamp is with the clock", "the pump with a plumber".
    """
    shared = tables()
    if ground.article not in ("indefinite", "number") and not (ground.article == "bare" and ground.plural):
        return False
    alive = shared.family("being", "society")
    return ground.kinds[0][0] in shared.family("concrete") - alive and figure.kinds[0][0] in shared.family("concrete")


def _is_separate(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether "with the" names a thing known before, and no part of the figure: the fork is with the spoons."""
    things = ("clothing", "container", "device", "document", "food", "packaging", "picture", "plant", "thing")
    kinds = figure.kinds[0][0], ground.kinds[0][0]
    return ground.article == "definite" and all(kind in things for kind in kinds)


def _is_superlative(ground: NounPhrase) -> bool:
    """Tell whether a ground is a degree of its owner's own: "at its most beautiful", "at their tallest"."""
    first = ground.words[0] if ground.words else ""
    degree = first in ("most", "least") or (len(ground.words) == 1 and first.endswith("est") and len(first) >= _SUPERLATIVE)
    return ground.article == "possessive" and "'" not in ground.text and degree


def _is_rivalry(ground: NounPhrase) -> bool:
    """Tell whether a ground is named for a contest, in which one is behind by rank: its rivals, the team in the polls."""
    words = language("en")
    if ground.head in words.rivals:
        return True
    for place, word in enumerate(ground.words[1:-1], 1):
        if word in ("in", "of"):
            contest = analyse(" ".join(ground.words[place + 1 :]), "en")
            return contest.head in words.contests or (word == "in" and contest.head in words.races)
    return False
