"""The senses that one premise may have, each with what it costs to read it so.

Evidence, in the order of its weight: a fixed phrase of the dictionary ("on strike", "under the weather"); what constructions
say (`qsr.theories.prepositions.evidence`); what kinds of thing figure and ground name. A noun that is the ground of one premise
and the figure of the next names the same in both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from qsr.nouns.forms import forms, stems
from qsr.nouns.lexicon import Kinds, Nouns, family, nouns
from qsr.nouns.phrases import NounPhrase, analyse
from qsr.theories.prepositions.evidence import UNUSUAL, Evidence, Situation, analysed, evidence, rather
from qsr.theories.prepositions.lexicon import Senses, language, tables

__all__ = ["Reading", "is_part_of", "read", "read_together"]

#: What it costs to take a fixed phrase apart, and to take a phrase for a fixed one where it can be meant literally.
_LITERAL, _FIXED = 4, 2
#: How a dictionary writes the possessive of a fixed phrase: "at the end of one's tether".
_ONE: Final = "one's"
#: Endings of the genitive of a bearer.
_GENITIVE: Final = ("ei", "ii", "ului", "elor", "ilor", "urilor", "lui")
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
    rules = evidence(code)
    located = analysed(figure, code)
    phrase = rules.name(preposition, located, analysed(ground, code))
    if given and rules.holds(f"verb-{given}", Situation(preposition, located, phrase), unnamed=True):
        return Reading(preposition, located, phrase, ((given, 0),), True)
    located, phrase = (
        _settled(located, rules.kinds("figure", preposition, located, phrase), figure_kind),
        _settled(phrase, rules.kinds("ground", preposition, located, phrase), ground_kind),
    )
    found: dict[str, int] = {}
    for ground_kind, cost in phrase.kinds:
        for figure_kind, other in located.kinds:
            for sense, own in tables().senses(preposition, figure_kind, ground_kind):
                found[sense] = min(found.get(sense, 99), cost + other + own)
    return _with_phrases(code, Situation(preposition, located, phrase), found)


def _with_phrases(code: str, at: Situation, found: dict[str, int]) -> Reading:
    """Return a premise read with what its construction and the fixed phrases of the language say of the senses found by kinds."""
    rules = evidence(code)
    determined = _with_determiner(at) if code == "ro" else ""
    found = rather(determined, found) if determined else rules.senses(*at[:3], found)
    fixed = _fixed(code, at.preposition, at.ground)
    if rules.holds("still", at):
        fixed = tuple(sense for sense in fixed if sense != "travel")
    figurative = _figurative(code, at.preposition, at.figure, at.ground)
    if figurative:
        found = {sense: cost + _LITERAL for sense, cost in found.items()} | {"idiom": 0}
    elif fixed:
        literal = rules.holds("literal", at) and not ("means" in fixed and rules.holds("powered", at))
        found = {sense: cost + (0 if literal else _LITERAL) for sense, cost in found.items()}
        for sense in fixed:
            found[sense] = min(found.get(sense, 99), _FIXED if literal else 0)
    elif not determined:
        found = _with_learnt(code, at, found)
    senses = tuple(sorted(found.items(), key=lambda pair: (pair[1], pair[0])))
    return Reading(at.preposition, at.figure, at.ground, senses, bool(fixed) or figurative)


def _with_learnt(code: str, at: Situation, found: dict[str, int]) -> dict[str, int]:
    """Return senses with the one likelier that its preposition has before such a noun, where kinds alone would locate the figure.

    What is listed by hand is left as it is.
    """
    ground, located = at.ground, tables().composition.senses
    if min(found, key=lambda sense: (found[sense], sense)) not in located["physical"] | located["present"]:
        return found
    if ground.article == "name" or ground.kinds[0][0] in family("mass") or nouns(code).listed(ground.head):
        return found
    article = "bare" if code == "en" and ground.article == "bare" else "any"
    sense = language(code).learnt(at.preposition, article, ground.head)
    return rather(sense, found) if sense else found


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
    kind = _shared_kind(evidence(first[0]), one, middle, two)
    return read(*first, ground_kind=kind), read(*second, figure_kind=kind)


def _shared_kind(rules: Evidence, one: Reading, middle: NounPhrase, two: Reading) -> str:
    """Return the kind that the ground of one premise and the figure of the next have most easily in both."""
    own = dict(middle.kinds)
    ground = dict(rules.kinds("ground", one.preposition, one.figure, middle))
    figure = dict(rules.kinds("figure", two.preposition, middle, two.ground))
    return min(own, key=lambda kind: ground[kind] + figure.get(kind, ground[kind]) - own[kind])


def _settled(phrase: NounPhrase, kinds: Kinds, chosen: str) -> NounPhrase:
    """Return a noun phrase with the kinds that suit its place, the cheapest first, or one that is settled already."""
    if chosen:
        kinds = tuple((kind, 0 if kind == chosen else cost + UNUSUAL) for kind, cost in kinds)
    return replace(phrase, kinds=tuple(sorted(kinds, key=lambda pair: pair[1]))) if len(kinds) > 1 else phrase


def _with_determiner(at: Situation) -> str:
    """Return the sense of a set phrase whose determiner is a part of it, "în doi peri", or nothing."""
    tokens = at.ground.text.lower().split()
    if len(tokens) == len(at.ground.words):
        return ""
    words = language("ro")
    tries = (words.fixed(at.preposition, "any", "_".join(tokens[:size])) for size in range(len(tokens), 1, -1))
    return next((senses[0] for senses in tries if senses), "")


def _fixed(code: str, preposition: str, phrase: NounPhrase) -> tuple[str, ...]:
    """Return the senses that the dictionary gives a phrase: as it stands, up to its postmodifier, and its head noun alone."""
    tries, articles = (_english_entries if code == "en" else _romanian_entries)(phrase, nouns(code))
    words = language(code)
    for one in tries:
        for article in articles:
            senses = words.fixed(preposition, article, one)
            if senses == ("exposure",) and "_".join(phrase.words).startswith(one + "_of_"):
                # A danger that is named threatens its bearer alone: "in danger of collapse".
                return ("state",)
            if senses:
                return senses
    return ()


def _english_entries(phrase: NounPhrase, own: Nouns) -> tuple[list[str], tuple[str, ...]]:
    """Return the entries that a dictionary may have an English phrase under, and the articles that it may say."""
    words, articles = phrase.words, _ARTICLES[phrase.article]
    tries = ["_".join(words[:size]) for size in range(len(words), 0, -1)]
    if phrase.article == "name":
        # "In Red Square" is not in red.
        return tries[:1], articles
    if phrase.article == "bare" and len(words) > 1 and words[0] not in own.postmodifiers:
        # Nor is "in red ink", or "in bed linen" in bed; what follows may only be a postmodifier.
        tries = [one for one in tries if one.count("_") + 1 == len(words) or _closes(one, phrase, own)]
    tokens = phrase.text.lower().split()
    if phrase.article == "possessive" and any(token.endswith(("'s", "s'")) for token in tokens[:-1]):
        # The owner may be part of the phrase: "at his wits' end", "at death's door".
        tries = ["_".join(tokens if tokens[0].endswith(("'s", "s'")) else tokens[1:]), *tries]
        articles = (*articles, "bare")
    # A fixed phrase allows an adjective before its noun where it has no definite article: "in deep trouble".
    tries += ["_".join(words[start:]) for start in range(1, len(words))]
    if phrase.article == "definite" and len(words) > 1:
        # "On the market for a year" is on the market, "on the market square" is not; what follows "of" may change it.
        core = next((place for place, word in enumerate(words) if place and word in own.postmodifiers), 0)
        whole = "_".join(words[:core]) if core and words[core] != "of" else ""
        tries = [one for one in tries if "_" in one or one == whole]
        articles = (*articles, "any")
    if any(own.determiners.get(word) == "possessive" for word in words):
        tries.append("_".join(_ONE if own.determiners.get(word) == "possessive" else word for word in words))
    return tries, articles


def _romanian_entries(phrase: NounPhrase, own: Nouns) -> tuple[list[str], tuple[str, ...]]:
    """Return the same of a Romanian phrase, whose entries know no article."""
    tries = ["_".join(phrase.words[:size]) for size in range(len(phrase.words), 0, -1)]
    if phrase.article != "definite":
        tries.append(phrase.head)
    if len(phrase.words) > 1 and phrase.kinds[0][0] not in family("open"):
        # A modifier brings the article back: "sub influență", "sub influența vecinului".
        tries += [form for form in stems(phrase.words[0], own) if form != phrase.words[0]]
    return [one for one in tries if "_" in one] if _is_one_of_many(phrase) else tries, ("any",)


def _is_one_of_many(phrase: NounPhrase) -> bool:
    """Tell whether a Romanian ground is one thing of its sort, and no fixed phrase: "pe drum", "pe un drum"."""
    return phrase.article == "indefinite" and phrase.kinds[0][0] in family("concrete")


def _closes(phrase: str, ground: NounPhrase, own: Nouns) -> bool:
    """Tell whether a noun phrase without an article ends where a phrase does, but for what follows its head."""
    end = phrase.count("_") + 1
    following = ground.words[end] if end < len(ground.words) else ""
    last = phrase.rpartition("_")[2]
    return following in own.postmodifiers or last in own.postmodifiers or last == ground.head


def _figurative(code: str, preposition: str, figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a ground that is literal of things is a fixed phrase of such a figure: a proposal on the table."""
    kind = figure.kinds[0][0]
    if code == "en" and ground.article not in ("definite", "possessive") and kind not in family("abstract"):
        return False
    if code == "ro" and _is_one_of_many(ground):
        return False
    groups = (("person", "human"), ("abstract", "abstract"), ("thing", "concrete"))
    group = next((name for name, kinds in groups if kind in family(kinds)), "")
    phrase = ground.words[0] if len(ground.words) == 1 else ""
    return bool(phrase) and any(
        language(code).open_to(preposition, one, noun) for one in dict.fromkeys((group, kind)) for noun in (phrase, ground.head)
    )


def is_part_of(part: str, bearer: str, *, fixed: bool = False) -> bool:
    """Tell whether a Romanian phrase names a part, an end or a property of a bearer, who stands in the genitive behind it.

    Parameters
    ----------
    part, bearer
        The two phrases.
    fixed
        Whether the first is a fixed phrase, whatever its noun: "la poalele muntelui", "în custodia muzeului".

    Examples
    --------
    >>> is_part_of("umărul lui Zoli", "Zoli"), is_part_of("capul bunicului", "bunicul"), is_part_of("masa bunicului", "bunicul")
    (True, True, False)
    """
    found, who = analyse(part, "ro"), analyse(bearer, "ro")
    if len(found.words) < 2 or not who.words:
        return False
    if not fixed and not evidence("ro").holds("part", Situation("in", who, found)):
        return False
    own, owner = nouns("ro"), found.words[1:]
    if owner[0] == "lui":
        return owner[1:] == who.words
    if owner[0] in ("unui", "unei") and len(owner) > 1:
        owner = owner[1:]
    same = owner[0].endswith(_GENITIVE) and not set(forms(owner[0], own)).isdisjoint(forms(who.words[0], own))
    return same and (owner[1:] == who.words[1:] or len(who.words) == 1)
