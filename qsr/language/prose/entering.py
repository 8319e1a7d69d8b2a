"""From claims about mentions to statements and questions about entities.

A claim, or its denial, becomes a statement with its properties; anything else one with a formula, in which every word has to
mean a relation of its own: the everyday "in" is inside, touching the edge or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from qsr import relations
from qsr.errors import ParseError
from qsr.language import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import Asked, Claim, Rank, Said, Saying
from qsr.language.prose.lexicon import is_nowhere, is_time, on
from qsr.logic import And, Atom, Count, Formula, Not, Or, Relation, leaves, mapped
from qsr.story import Span, Statement

__all__ = [
    "ANYTHING",
    "PLAIN",
    "Fact",
    "Scene",
    "atoms",
    "fact",
    "head_of",
    "is_kind",
    "leaves_of",
    "mentions",
    "ranked",
    "related",
    "rests",
    "stated",
]

#: Kinds that mean whatever there is.
ANYTHING: Final = frozenset({"", "thing", "object", "item", "one"})
PLAIN: Final = frozenset({"everyday", "compass"})
#: Marks of claims that are no properties of statements.
_MARKS: Final = frozenset({"weak", "setting", "top"})
#: Kinds of what things are together at, and not in a place: "in a golf tournament".
_OCCASIONS: Final = frozenset({"event", "activity", "communication", "performance", "work"})


class Scene(NamedTuple):
    """What claims are about: every mention's entity, all names, and the things that the story declares, with their kind.

    For questions also what the story states, and the pairs of which it says that the one is on top of the other.
    """

    entity: Callable[[Mention], int]
    names: Sequence[str]
    arranged: Sequence[int]
    kind: str
    statements: Sequence[Statement] = ()
    resting: Collection[tuple[int, int]] = ()


class Fact(NamedTuple):
    """A relation of entities, with properties as of statements and marks beside them."""

    relation: str
    args: tuple[int, int]
    properties: tuple[tuple[str, Any], ...]


def mentions(said: Said | Asked) -> list[Mention]:
    """Return what a sentence or question mentions, in the order of the text."""
    found: list[Mention] = []
    if isinstance(said, Said):
        claims: Sequence[Saying] = said.claims
        found += [*said.mentioned, *(said.declared.things if said.declared else ())]
    else:
        claims = (*said.supposed, *(() if said.claim is None else (said.claim,)))
        found += (*said.args, *said.among)
    for claim in leaves_of(claims):
        found += [claim.head, claim.tail] if isinstance(claim, Claim) else [claim.head]
    return [mention for mention in sorted(found, key=lambda one: one.span) if mention.kind != "placeholder"]


def related(said: Said | Asked) -> list[tuple[Mention, Mention]]:
    """Return the pairs of mentions that a claim is about, which are two things."""
    claims = said.claims if isinstance(said, Said) else (*said.supposed, *(() if said.claim is None else (said.claim,)))
    return [(leaf.head, leaf.tail) for leaf in leaves_of(claims) if isinstance(leaf, Claim)]


def leaves_of(claims: Sequence[Saying]) -> Iterator[Claim | Rank]:
    """Yield the claims of formulas."""
    for one in claims:
        yield from cast("Iterator[Claim | Rank]", leaves(one))


def stated(said: Said, scene: Scene, first: int, span: Span) -> Iterator[Statement]:
    """Yield the statements of a sentence, the first of which has a number; raise ParseError where one has no meaning."""
    said_here = [claim for claim in said.claims if not (isinstance(claim, Claim) and _is_occasion(claim, scene))]
    for number, claim in enumerate(said_here, first):
        inner = claim.part if isinstance(claim, Not) else claim
        if isinstance(inner, Claim):
            found = fact(inner, scene)
            denied = (("negated", True),) if isinstance(claim, Not) else ()
            if denied and not dict(found.properties).keys() <= PLAIN:
                raise ParseError("what of this is denied: the place, or how exactly it is there?", "", *inner.tail.span)
            properties = tuple(sorted((*(pair for pair in found.properties if pair[0] not in _MARKS), *denied)))
            yield Statement(number, Relation.of(found.relation), found.args, span, properties)
        else:
            yield Statement.says(number, _formula(claim, scene), span)


def rests(said: Said, scene: Scene) -> Iterator[tuple[int, int]]:
    """Yield who is on top of what by a sentence."""
    for claim in said.claims:
        if isinstance(claim, Claim) and claim.relation == "on" and fact(claim, scene).relation == "above":
            yield scene.entity(claim.head), scene.entity(claim.tail)


def is_kind(noun: str, other: str) -> bool:
    """Tell whether two nouns, each singular or plural, are one."""
    return bool(other) and not {noun, *kinds.singulars(noun)}.isdisjoint({other, *kinds.singulars(other)})


def _is_occasion(claim: Claim, scene: Scene) -> bool:
    """Tell whether a claim says where a scene is set, and that is an occasion and no place."""
    if "setting" not in dict(claim.properties):
        return False
    return not set(kinds.kinds(head_of(scene.names[scene.entity(claim.tail)]))).isdisjoint(_OCCASIONS)


def head_of(name: str) -> str:
    """Return the head noun of a name, in small letters: its last word but for a number or a letter, before any "of"."""
    found = [word for word in name.lower().partition(" of ")[0].split() if len(word) > 1 and not word.isdigit()]
    return found[-1] if found else name.lower()


def fact(claim: Claim, scene: Scene) -> Fact:
    """Return what a claim says of entities; raise ParseError where that is nothing."""
    args = (scene.entity(claim.head), scene.entity(claim.tail))
    name = scene.names[args[1]]
    head = head_of(name)
    common = claim.tail.kind == "common" and not name.split()[-1][0].isupper()
    alone = claim.tail.kind == "common" and head == name.lower()
    if (alone and is_time(head)) or (common and claim.relation in ("on", "inside", "touching", "near") and is_nowhere(head)):
        raise ParseError(f"{name!r} is not understood as a place", "", *claim.tail.span)
    if claim.relation.startswith("before:rank") and not all(_runs(entity, scene) for entity in args):
        raise ParseError("who runs here? Say first who there are: 'There were three runners: ...'", "", *claim.tail.span)
    if claim.relation != "on":
        return Fact(claim.relation, args, claim.properties)
    meant = "above" if dict(claim.properties).get("top") else on(name, head, head_of(scene.names[args[0]]))
    marks = tuple(pair for pair in claim.properties if pair[0] in _MARKS)
    if not meant:
        raise ParseError(f"is that on top of the {name}, or somewhere along it? Say above, in or touching", "", *claim.tail.span)
    if meant == "above":
        return Fact("above", args, tuple(sorted({*marks, ("weak", True)})))
    return Fact(meant, args, (("everyday", True), *marks) if meant in relations.EVERYDAY else marks)


def _runs(entity: int, scene: Scene) -> bool:
    """Tell whether something can be ahead of others in a ranking: what the story announces, or somebody with a name."""
    return entity in scene.arranged or scene.names[entity][0].isupper()


def _formula(saying: Saying, scene: Scene) -> Formula[Atom]:
    def formula(leaf: Claim | Rank) -> Formula[Atom]:
        return ranked(leaf, scene) if isinstance(leaf, Rank) else atoms(fact(leaf, scene), leaf)

    return mapped(saying, cast("Callable[[object], Formula[Atom]]", formula))


def atoms(said: Fact, claim: Claim) -> Formula[Atom]:
    """Return a claim as a formula of relations that need no properties to be understood."""
    given = dict(said.properties)
    if not given.keys() <= PLAIN:
        raise ParseError("a distance, 'directly' or 'on' inside a condition, choice or count is not read", "", *claim.tail.span)
    labels = relations.parts(said.relation)
    if not {"above", "below"}.isdisjoint(given.get("compass", ())):
        raise ParseError("north and south inside a condition, choice or count are not read", "", *claim.tail.span)
    if given.get("everyday") and said.relation == relations.OVERLAPPING:
        raise ParseError("'overlaps' inside a condition, choice or count is not read", "", *claim.tail.span)
    if given.get("everyday"):
        return Or(tuple(Atom(Relation.of(relations.CALLED[base]), said.args) for base in relations.EVERYDAY[said.relation]))
    found = tuple(Atom(Relation.of(label), said.args) for label in labels)
    return found[0] if len(found) == 1 else And(found)


def ranked(rank: Rank, scene: Scene) -> Formula[Atom]:
    """Return that a thing has so many before it, and all others behind it, of the things that the story declares."""
    entity = scene.entity(rank.head)
    if entity not in scene.arranged:
        raise ParseError("of which things? Say first which there are: 'There are three books: ...'", "", *rank.head.span)
    if rank.kind and not is_kind(rank.kind, scene.kind) and rank.kind not in ANYTHING:
        raise ParseError(f"which {rank.kind}s are there? Announced are {scene.kind}", "", *rank.head.span)
    others = [one for one in scene.arranged if one != entity]
    if rank.place > len(others) + 1:
        raise ParseError(f"there are only {len(others) + 1} things", "", *rank.head.span)
    relation, earlier = Relation.of(rank.relation), rank.place - 1
    before = tuple(Atom(relation, (one, entity)) for one in others)
    after = tuple(Atom(relation, (entity, one)) for one in others)
    if rank.from_end:
        before, after = after, before
    return And((Count(before, earlier, earlier), Count(after, len(others) - earlier, len(others) - earlier)))
