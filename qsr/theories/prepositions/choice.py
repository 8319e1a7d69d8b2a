"""Which kind of thing a noun names in a premise, and in both premises that speak of it.

An English article speaks for some kinds and against others: a bare singular noun is rather abstract, one with an article rather a
thing (R. Quirk et al., "A Comprehensive Grammar of the English Language", 1985, sections 5.41-5.51). So does the noun at the
other end: what is in a drawer is no person. A noun that is the ground of one premise and the figure of the next names the same in
both (the selectional restrictions of two contexts together: D. A. Cruse, "Lexical Semantics", 1986, chapter 3).
"""

from __future__ import annotations

from typing import Final

from qsr.theories.prepositions.lexicon import Kinds, tables
from qsr.theories.prepositions.nouns import NounPhrase

__all__ = ["UNUSUAL", "as_figure", "as_ground", "shared_kind"]

#: What it costs to go against the article, and against what the preposition asks of its noun.
UNUSUAL: Final = 2
_UNLIKELY: Final = 3
#: Prepositions that take reasons, aims and limits as well as places.
_FIGURATIVE: Final = ("above", "behind")
#: What holds things, and no persons, societies or places, and seldom what is abstract.
_SMALL_HOLDERS: Final = ("container", "packaging", "clothing", "device", "component")


def as_figure(preposition: str, figure: NounPhrase, ground: NounPhrase, code: str) -> Kinds:
    """Return the kinds of a figure with what they cost beside its ground."""
    kinds = _by_article(figure, ground, code)
    if preposition != "in" or len(kinds) == 1 or ground.kinds[0][0] not in _SMALL_HOLDERS:
        return kinds
    outside = tables().family("human", "society", "large", "abstract") - {"furniture"}
    return tuple((kind, cost + (_UNLIKELY if kind in outside else 0)) for kind, cost in kinds)


def as_ground(preposition: str, figure: NounPhrase, ground: NounPhrase, code: str) -> Kinds:
    """Return the kinds of a ground with what they cost behind its preposition."""
    if (
        preposition in _FIGURATIVE
        and figure.kinds[0][0] in tables().family("human", "society", "abstract")
        and ground.article != "bare"
    ):
        # People are behind a plot, and prices above a limit: these prepositions have such grounds with an article as well.
        return _by_number(ground, code)
    kinds = _by_article(ground, figure, code)
    if len(kinds) == 1:
        return kinds
    human = tables().family("human")
    if preposition == "on" and figure.kinds[0][0] in human:
        # Who is on a board or a panel sits on it with others.
        return tuple((kind, cost + (_UNLIKELY if kind == "upright" else 0)) for kind, cost in kinds)
    if preposition not in ("in", "at"):
        return kinds
    # Words and pictures are in what is written or shown: "the footnote is in the second volume".
    printed = ("document", "text", "work", "list", "medium", "picture", "inscription")
    wanted = printed if preposition == "in" and figure.kinds[0][0] in ("inscription", "text", "work") else ()
    likely = bool(wanted) and any(kind in wanted for kind, _ in kinds)
    return tuple((kind, cost + (_UNLIKELY if kind in human or (likely and kind not in wanted) else 0)) for kind, cost in kinds)


def shared_kind(first: tuple[str, NounPhrase, NounPhrase], second: tuple[str, NounPhrase, NounPhrase], code: str) -> str:
    """Return the kind that the ground of one premise and the figure of the next have most easily in both.

    Parameters
    ----------
    first, second
        Preposition, figure and ground of each premise.
    code
        The language.
    """
    own = dict(first[2].kinds)
    one, two = dict(as_ground(*first, code)), dict(as_figure(*second, code))
    return min(own, key=lambda kind: one[kind] + two.get(kind, one[kind]) - own[kind])


def _by_number(phrase: NounPhrase, code: str) -> Kinds:
    """Return the kinds of a noun phrase; numbers measure: "under forty euros"."""
    measured = next((kind for kind, _ in phrase.kinds if kind in ("time", "measure", "possession")), "")
    if code != "en" or phrase.article != "number" or not measured:
        return phrase.kinds
    return tuple((kind, 0 if kind == measured else cost + UNUSUAL) for kind, cost in phrase.kinds)


def _by_article(phrase: NounPhrase, other: NounPhrase, code: str) -> Kinds:
    """Return the kinds of a noun phrase, those against its article at a higher cost; beside a thing it is rather a thing."""
    if code != "en" or len(phrase.kinds) == 1:
        return phrase.kinds
    shared = tables()
    if phrase.article == "bare" and not phrase.plural:
        concrete = shared.family("concrete", "society")
        return tuple((kind, cost + (UNUSUAL if kind in concrete else 0)) for kind, cost in phrase.kinds)
    counted = _by_number(phrase, code)
    if counted != phrase.kinds:
        return counted
    seldom = shared.family("quality", "mental") | ({"communication"} if other.kinds[0][0] in shared.family("concrete") else set())
    # "In a shambles", "in a rage": a state may be one of several, a known one is seldom spoken of.
    mild = frozenset(("state", "feeling")) if phrase.article == "indefinite" else frozenset()
    return tuple((kind, cost + (1 if kind in mild else _UNLIKELY if kind in seldom else 0)) for kind, cost in phrase.kinds)
