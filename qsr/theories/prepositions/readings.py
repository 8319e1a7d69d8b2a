"""The senses that one premise may have, each with what it costs to read it so.

Evidence, in the order of its weight: a fixed phrase of the dictionary ("on strike", "under the weather"); what
kinds of thing figure and ground name; the article, for a bare singular noun that can be counted names no particular thing ("in
plaster"), while an article or a plural makes a ground a thing (Quirk et al., "A Comprehensive Grammar of the English Language",
1985, sections 5.41-5.51).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from qsr.theories.prepositions import english, romanian_evidence
from qsr.theories.prepositions.choice import UNUSUAL, as_figure, as_ground, shared_kind
from qsr.theories.prepositions.english import analysed
from qsr.theories.prepositions.lexicon import Kinds, Language, Senses, language, tables
from qsr.theories.prepositions.nouns import NounPhrase
from qsr.theories.prepositions.romanian import stems

__all__ = ["Reading", "read", "read_together"]

#: What it costs to take a fixed phrase apart, and to take a phrase for a fixed one where it can be meant literally.
_LITERAL, _FIXED = 4, 2
#: How a dictionary writes the possessive of a fixed phrase: "at the end of one's tether".
_ONE: Final = "one's"
#: What runs on something: a noun after "pe" is then what drives it.
_POWERED: Final = ("device", "vehicle", "craft", "building", "component")
#: What somebody makes who works at one of it.
_HANDIWORK: Final = frozenset(("clothing", "food", "thing"))
#: How far or how fast something moves, and what it moves across a river on.
_SPEED: Final = frozenset(("measure", "structure"))
#: What takes along whatever is fastened to it.
_DRAWING: Final = frozenset(("vehicle", "craft", "animal"))
_ARTICLES: Final = {
    "definite": ("the", "any"),
    "possessive": ("the", "any"),
    "indefinite": ("a", "any"),
    "number": ("any",),
    "bare": ("bare",),
    "name": ("bare",),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """A premise read: figure and ground taken apart, and the senses of its preposition.

    Parameters
    ----------
    preposition
        One of `qsr.theories.prepositions.lexicon.PREPOSITIONS`.
    figure, ground
        The two noun phrases.
    senses
        Each sense once with its least cost, the cheapest first.
    fixed
        Whether a fixed phrase decides.
    """

    preposition: str
    figure: NounPhrase
    ground: NounPhrase
    senses: Senses
    fixed: bool


@lru_cache(maxsize=65536)
def read(
    code: str, preposition: str, figure: str, ground: str, given: str = "", figure_kind: str = "", ground_kind: str = ""
) -> Reading:
    """Return the senses of a premise.

    Parameters
    ----------
    code
        The language, ``"en"`` or ``"ro"``.
    preposition
        One of `PREPOSITIONS`.
    figure, ground
        The noun phrases as they are written.
    given
        The sense that the verb gives the preposition, if any ("looks at": ``"target"``).

    Examples
    --------
    >>> read("en", "in", "John", "the newspaper").senses[0][0], read("en", "in", "the coupon", "the newspaper").senses[0][0]
    ('depiction', 'containment')
    """
    words = language(code)
    located, phrase = analysed(figure, code), _placed(preposition, analysed(ground, code), code)
    if code == "en":
        phrase = english.commanded(preposition, located, phrase)
    if given and _governs(given, located, phrase):
        return Reading(preposition, located, phrase, ((given, 0),), True)
    located, phrase = (
        _settled(located, as_figure(preposition, located, phrase, code), figure_kind),
        _settled(phrase, as_ground(preposition, located, phrase, code), ground_kind),
    )
    found: dict[str, int] = {}
    for ground_kind, cost in phrase.kinds:
        for figure_kind, other in located.kinds:
            for sense, own in tables().senses(preposition, figure_kind, ground_kind):
                found[sense] = min(found.get(sense, 99), cost + other + own)
    construction = romanian_evidence.evidence if code == "ro" else english.evidence
    found = construction(preposition, located, phrase, found)
    fixed = _fixed(words, code, preposition, phrase)
    shared = tables()
    if code == "ro" and located.kinds[0][0] in shared.family("mass") and phrase.kinds[0][0] in shared.family("concrete"):
        # What stands still is not on the move: "balta este pe drumul spre sat".
        fixed = tuple(sense for sense in fixed if sense != "travel")
    figurative = _figurative(words, code, preposition, located, phrase)
    if figurative:
        found = {sense: cost + _LITERAL for sense, cost in found.items()} | {"idiom": 0}
    elif fixed:
        literal = _is_literal(code, preposition, located, phrase) and not (
            code == "ro" and "means" in fixed and located.kinds[0][0] in _POWERED
        )
        found = {sense: cost + (0 if literal else _LITERAL) for sense, cost in found.items()}
        for sense in fixed:
            found[sense] = min(found.get(sense, 99), _FIXED if literal else 0)
    return Reading(
        preposition, located, phrase, tuple(sorted(found.items(), key=lambda pair: (pair[1], pair[0]))), bool(fixed) or figurative
    )


def _governs(given: str, figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a verb decides the sense: an instrument is something small, and what is worked at is something made.

    Only what does not move by itself suits another thing: a tie goes with a shirt, and a boy with his father.
    Handiwork is worked at like a text ("lucrează la un tort"); a measure after a verb of motion says how far or how fast; what is
    fastened to a vehicle or an animal hangs on it.
    """
    shared, kind = tables(), ground.kinds[0][0]
    if given == "match":
        moving = shared.family("being", "society") | {"vehicle", "craft"}
        first = figure.kinds[0][0]
        return first not in moving and (kind not in moving or any(one == "food" for one, _ in ground.kinds))
    made = _HANDIWORK if ground.article == "indefinite" else frozenset[str]()
    needed = {
        "means": shared.family("small") | shared.family("abstract"),
        "activity": shared.family("spoken", "paper") | made,
        "travel": _SPEED,
        "support": _DRAWING,
    }
    return kind in needed.get(given, {kind})


@lru_cache(maxsize=65536)
def read_together(first: tuple[str, str, str, str, str], second: tuple[str, str, str, str, str]) -> tuple[Reading, Reading]:
    """Return the senses of two premises of which the one's ground is the other's figure, and names the same kind in both.

    Each premise is given by the first arguments of `read`.
    """
    one, two = read(*first), read(*second)
    middle = analysed(first[3], first[0])
    if len(middle.kinds) == 1 or first[0] != second[0]:
        return one, two
    if one.senses[0][0] == "depiction" and any(kind == "picture" for kind, _ in middle.kinds):
        # Whoever is on the cover is on a picture, wherever the cover is.
        return read(*first, ground_kind="picture"), read(*second, figure_kind="picture")
    if one.fixed:
        return one, two
    kind = shared_kind((first[1], one.figure, middle), (second[1], middle, two.ground), first[0])
    return read(*first, ground_kind=kind), read(*second, figure_kind=kind)


def _settled(phrase: NounPhrase, kinds: Kinds, chosen: str) -> NounPhrase:
    """Return a noun phrase with the kinds that suit its place, the cheapest first, or one that is settled already."""
    if chosen:
        kinds = tuple((kind, 0 if kind == chosen else cost + UNUSUAL) for kind, cost in kinds)
    return replace(phrase, kinds=tuple(sorted(kinds, key=lambda pair: pair[1]))) if len(kinds) > 1 else phrase


def _placed(preposition: str, ground: NounPhrase, code: str) -> NounPhrase:
    """Return a ground that is a name as the preposition has it."""
    return romanian_evidence.placed(preposition, ground) if code == "ro" else english.placed(preposition, ground, code)


def _fixed(words: Language, code: str, preposition: str, phrase: NounPhrase) -> tuple[str, ...]:
    """Return the senses that the dictionary gives a phrase: as it stands, up to its postmodifier, and its head noun alone."""
    articles = _ARTICLES[phrase.article] if code == "en" else ("any",)
    sizes = range(len(phrase.words), 0, -1)
    if code == "en" and phrase.article == "name":
        # "In Red Square" is not in red.
        sizes = range(len(phrase.words), len(phrase.words) - 1, -1)
    tries = ["_".join(phrase.words[:size]) for size in sizes]
    if code == "en" and phrase.article == "bare" and len(phrase.words) > 1 and phrase.words[0] not in words.postmodifiers:
        # Nor is "in red ink", or "in bed linen" in bed; what follows may only be a postmodifier.
        tries = [one for one in tries if one.count("_") + 1 == len(phrase.words) or _closes(one, phrase, words)]
    tokens = phrase.text.lower().split()
    if code == "en" and phrase.article == "possessive" and any(token.endswith(("'s", "s'")) for token in tokens[:-1]):
        # The owner may be part of the phrase: "at his wits' end", "at death's door".
        tries = ["_".join(tokens if tokens[0].endswith(("'s", "s'")) else tokens[1:]), *tries]
        articles = (*articles, "bare")
    if code == "en" and phrase.article != "name":
        # A fixed phrase allows an adjective before its noun where it has no definite article: "in deep trouble".
        tries += ["_".join(phrase.words[start:]) for start in range(1, len(phrase.words))]
        if phrase.article == "definite" and len(phrase.words) > 1:
            # "On the market for a year" is on the market, "on the market square" is not; what follows "of" may change it.
            core = next((place for place, word in enumerate(phrase.words) if place and word in words.postmodifiers), 0)
            whole = "_".join(phrase.words[:core]) if core and phrase.words[core] != "of" else ""
            tries = [one for one in tries if "_" in one or one == whole]
            articles = (*articles, "any")
        owners = [place for place, word in enumerate(phrase.words) if words.determiners.get(word) == "possessive"]
        if owners:
            impersonal = [_ONE if place in owners else word for place, word in enumerate(phrase.words)]
            tries.append("_".join(impersonal))
    elif code != "en" and phrase.words:
        if phrase.article != "definite":
            tries.append(phrase.head)
        if len(phrase.words) > 1 and phrase.kinds[0][0] not in tables().family("open"):
            # A modifier brings the article back: "sub influență", "sub influența vecinului".
            tries += [form for form in stems(phrase.words[0], words) if form != phrase.words[0]]
        if _is_one_of_many(phrase):
            tries = [one for one in tries if "_" in one]
    for one in tries:
        for article in articles:
            senses = words.fixed(preposition, article, one)
            if senses == ("exposure",) and "_".join(phrase.words).startswith(one + "_of_"):
                # A danger that is named threatens its bearer alone: "in danger of collapse".
                return ("state",)
            if senses:
                return senses
    return ()


def _is_one_of_many(phrase: NounPhrase) -> bool:
    """Tell whether a Romanian ground is one thing of its sort, and no fixed phrase: "pe drum", "pe un drum"."""
    return phrase.article == "indefinite" and phrase.kinds[0][0] in tables().family("concrete")


def _closes(phrase: str, ground: NounPhrase, words: Language) -> bool:
    """Tell whether a noun phrase without an article ends where a phrase does, but for what follows its head."""
    end = phrase.count("_") + 1
    following = ground.words[end] if end < len(ground.words) else ""
    last = phrase.rpartition("_")[2]
    return following in words.postmodifiers or last in words.postmodifiers or last == ground.head


def _figurative(words: Language, code: str, preposition: str, figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a ground that is literal of things is a fixed phrase of such a figure: a proposal on the table."""
    kind, shared = figure.kinds[0][0], tables()
    if code == "en" and ground.article not in ("definite", "possessive") and kind not in shared.family("abstract"):
        return False
    if code == "ro" and _is_one_of_many(ground):
        return False
    groups = (("person", "human"), ("abstract", "abstract"), ("thing", "concrete"))
    group = next((name for name, family in groups if kind in shared.family(family)), "")
    phrase = ground.words[0] if len(ground.words) == 1 else ""
    return bool(phrase) and any(
        words.open_to(preposition, one, noun) for one in dict.fromkeys((group, kind)) for noun in (phrase, ground.head)
    )


def _is_literal(code: str, preposition: str, figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a phrase that is also fixed is meant literally: its noun names a thing, and what is there is a thing too."""
    kind = figure.kinds[0][0]
    shared = tables()
    worn = code == "ro" and preposition == "on" and ground.kinds[0][0] == "body"
    if preposition in ("at", "with", "above") or (len(ground.words) > 1 and not worn):
        return False
    bodily = ("body",) if code == "ro" or preposition == "behind" else ()
    families = ("top", "vehicle", "structure", "clothing", "water", "food", "medium", *bodily)
    if ground.kinds[0][0] not in shared.family(*families):
        return False
    if code == "ro" and preposition == "in" and ground.kinds[0][0] == "thing":
        return False
    if code == "ro" and preposition == "under" and ground.kinds[0][0] == "device":
        return False
    if ground.kinds[0][0] == "room" or not (language(code).listed(ground.head) or language(code).derived(ground.head)):
        return False
    return kind in shared.family("small", "paper", "animal", "furniture") and (code == "ro" or ground.article != "bare")
