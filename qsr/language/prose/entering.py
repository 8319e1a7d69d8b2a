"""From claims about mentions to statements and questions about entities.

A claim, or its denial, becomes a statement with its properties; anything else one with a formula, in which every word has to
mean a relation of its own: the everyday "in" is inside, touching the edge or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from qsr import relations
from qsr.errors import ParseError
from qsr.language import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import Asked, Claim, Rank, Said, Saying
from qsr.language.prose.lexicon import is_nowhere, is_time, on
from qsr.language.prose.meaning import PLACEHOLDER
from qsr.logic import And, Atom, Count, Formula, Not, Or, Relation, leaves, mapped
from qsr.story import Question, Span, Statement

__all__ = ["Scene", "asked", "mentions", "related", "stated"]

#: Kinds that mean whatever there is.
_ANYTHING: Final = frozenset({"", "thing", "object", "item", "one"})
_PLAIN: Final = frozenset({"everyday", "compass"})
#: Marks of claims that are no properties of statements.
_MARKS: Final = frozenset({"weak", "setting"})
#: Kinds of what things are together at, and not in a place: "in a golf tournament".
_OCCASIONS: Final = frozenset({"event", "activity", "communication", "performance", "work"})


class Scene(NamedTuple):
    """What claims are about: every mention's entity, all names, and the things that the story declares, with their kind."""

    entity: Callable[[Mention], int]
    names: Sequence[str]
    arranged: Sequence[int]
    kind: str


class _Fact(NamedTuple):
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
        found += said.args
    for claim in _leaves(claims):
        found += [claim.head, claim.tail] if isinstance(claim, Claim) else [claim.head]
    return [mention for mention in sorted(found, key=lambda one: one.span) if mention != PLACEHOLDER]


def related(said: Said | Asked) -> list[tuple[Mention, Mention]]:
    """Return the pairs of mentions that a claim is about, which are two things."""
    claims = said.claims if isinstance(said, Said) else (*said.supposed, *(() if said.claim is None else (said.claim,)))
    return [(leaf.head, leaf.tail) for leaf in _leaves(claims) if isinstance(leaf, Claim)]


def _leaves(claims: Sequence[Saying]) -> Iterator[Claim | Rank]:
    for one in claims:
        yield from cast("Iterator[Claim | Rank]", leaves(one))


def stated(said: Said, scene: Scene, first: int, span: Span) -> Iterator[Statement]:
    """Yield the statements of a sentence, the first of which has a number; raise ParseError where one has no meaning."""
    said_here = [claim for claim in said.claims if not (isinstance(claim, Claim) and _is_occasion(claim, scene))]
    for number, claim in enumerate(said_here, first):
        inner = claim.part if isinstance(claim, Not) else claim
        if isinstance(inner, Claim):
            fact = _fact(inner, scene)
            denied = (("negated", True),) if isinstance(claim, Not) else ()
            if denied and not dict(fact.properties).keys() <= _PLAIN:
                raise ParseError("what of this is denied: the place, or how exactly it is there?", "", *inner.tail.span)
            properties = tuple(sorted((*(pair for pair in fact.properties if pair[0] not in _MARKS), *denied)))
            yield Statement(number, Relation.of(fact.relation), fact.args, span, properties)
        else:
            yield Statement.says(number, _formula(claim, scene), span)


def asked(question: Asked, scene: Scene, number: int, text: str, span: Span) -> Question:
    """Return the question; raise ParseError where it has no meaning."""
    hypothesis = None
    if question.supposed:
        hypothesis = And(tuple(_formula(one, scene) for one in question.supposed))
    if question.form == "relation":
        args = tuple(scene.entity(mention) for mention in question.args)
        return Question(number, "relation", args, question.candidates, text, span, hypothesis=hypothesis)
    if question.claim is None:
        raise ParseError("what is asked is not plain", text, 0, len(text))
    if question.form == "yes_no":
        if isinstance(question.claim, Claim) and hypothesis is None and not question.mood:
            fact = _fact(question.claim, scene)
            properties = dict(fact.properties)
            if not properties.keys() <= _PLAIN | {"distance", "unit"}:
                raise ParseError("how exactly it is there cannot be asked; ask for above, or for left", text, 0, len(text))
            if not {"above", "below"}.isdisjoint(relations.parts(fact.relation)):
                properties.setdefault("compass", ())
            return Question(number, "yes_no", fact.args, (fact.relation,), text, span, tuple(sorted(properties.items())))
        if question.mood == "must":
            raise ParseError(
                "what must be so is asked plainly: 'Is it ...?' is answered yes only where it must be", text, 0, len(text)
            )
        formula = _formula(question.claim, scene)
        about = tuple(dict.fromkeys(entity for atom in leaves(formula) for entity in atom.args))
        return Question(number, "yes_no", about, ("yes",), text, span, (), (formula,), hypothesis, question.mood or "must")
    sought = _sought(question, scene, text)
    if question.form == "how_many" and any(_is_plural(scene.names[one]) for one in sought):
        raise ParseError("several of these are spoken of as one, so they cannot be counted", text, 0, len(text))
    try:
        formulas = tuple(_formula(question.claim, scene._replace(entity=_standing(one, scene.entity))) for one in sought)
    except ParseError as error:
        place = (error.start, error.end) if error.start >= 0 else (0, len(text))
        raise ParseError(error.message, text, *place) from None
    names = tuple(scene.names[one] for one in sought)
    if question.form == "some":
        return Question(number, "yes_no", tuple(sought), ("yes",), text, span, formulas=(Or(formulas),), hypothesis=hypothesis)
    if question.form == "how_many":
        names = tuple(str(many) for many in range(len(sought) + 1))
    return Question(number, question.form, tuple(sought), names, text, span, formulas=formulas, hypothesis=hypothesis)


def _standing(entity: int, meant: Callable[[Mention], int]) -> Callable[[Mention], int]:
    return lambda mention: entity if mention == PLACEHOLDER else meant(mention)


def _sought(question: Asked, scene: Scene, text: str) -> list[int]:
    """Return the things that a question can be about: those of its kind that it does not itself mention."""
    own = {scene.entity(mention) for mention in mentions(question)}
    every = [entity for entity in range(len(scene.names)) if entity not in own]
    *described, noun = question.kind.split() or [""]
    ranked = question.claim is not None and any(isinstance(leaf, Rank) for leaf in _leaves([question.claim]))
    if _is_kind(noun, scene.kind) or ranked:
        every = [entity for entity in scene.arranged if entity not in own]
    elif noun not in _ANYTHING and not _ANYTHING.intersection(kinds.singulars(noun)):
        every = [entity for entity in every if _is_kind(noun, head_of(scene.names[entity]))]
    found = [entity for entity in every if set(described) <= set(scene.names[entity].lower().split())]
    if not found:
        raise ParseError(f"no {question.kind or 'thing'} is known", text, 0, len(text))
    return found


def _is_kind(noun: str, other: str) -> bool:
    """Tell whether two nouns, each singular or plural, are one."""
    return bool(other) and not {noun, *kinds.singulars(noun)}.isdisjoint({other, *kinds.singulars(other)})


def _is_plural(name: str) -> bool:
    head = head_of(name)
    return any(kinds.is_noun(one) for one in kinds.singulars(head) if one != head)


def _is_occasion(claim: Claim, scene: Scene) -> bool:
    """Tell whether a claim says where a scene is set, and that is an occasion and no place."""
    if "setting" not in dict(claim.properties):
        return False
    return not set(kinds.kinds(head_of(scene.names[scene.entity(claim.tail)]))).isdisjoint(_OCCASIONS)


def head_of(name: str) -> str:
    """Return the head noun of a name, in small letters: its last word but for a number or a letter, before any "of"."""
    found = [word for word in name.lower().partition(" of ")[0].split() if len(word) > 1 and not word.isdigit()]
    return found[-1] if found else name.lower()


def _fact(claim: Claim, scene: Scene) -> _Fact:
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
        return _Fact(claim.relation, args, claim.properties)
    meant = on(name, head, head_of(scene.names[args[0]]))
    marks = tuple(pair for pair in claim.properties if pair[0] in _MARKS)
    if not meant:
        raise ParseError(f"is that on top of the {name}, or somewhere along it? Say above, in or touching", "", *claim.tail.span)
    if meant == "above":
        return _Fact("above", args, tuple(sorted({*marks, ("weak", True)})))
    return _Fact(meant, args, (("everyday", True), *marks) if meant in relations.EVERYDAY else marks)


def _runs(entity: int, scene: Scene) -> bool:
    """Tell whether something can be ahead of others in a ranking: what the story announces, or somebody with a name."""
    return entity in scene.arranged or scene.names[entity][0].isupper()


def _formula(saying: Saying, scene: Scene) -> Formula[Atom]:
    def formula(leaf: Claim | Rank) -> Formula[Atom]:
        return _ranked(leaf, scene) if isinstance(leaf, Rank) else _atoms(_fact(leaf, scene), leaf)

    return mapped(saying, cast("Callable[[object], Formula[Atom]]", formula))


def _atoms(fact: _Fact, claim: Claim) -> Formula[Atom]:
    """Return a claim as a formula of relations that need no properties to be understood."""
    given = dict(fact.properties)
    if not given.keys() <= _PLAIN:
        raise ParseError("a distance, 'directly' or 'on' inside a condition, choice or count is not read", "", *claim.tail.span)
    labels = relations.parts(fact.relation)
    if not {"above", "below"}.isdisjoint(given.get("compass", ())):
        raise ParseError("north and south inside a condition, choice or count are not read", "", *claim.tail.span)
    if given.get("everyday") and fact.relation == relations.OVERLAPPING:
        raise ParseError("'overlaps' inside a condition, choice or count is not read", "", *claim.tail.span)
    if given.get("everyday"):
        return Or(tuple(Atom(Relation.of(relations.CALLED[base]), fact.args) for base in relations.EVERYDAY[fact.relation]))
    atoms = tuple(Atom(Relation.of(label), fact.args) for label in labels)
    return atoms[0] if len(atoms) == 1 else And(atoms)


def _ranked(rank: Rank, scene: Scene) -> Formula[Atom]:
    """Return that a thing has so many before it, and all others behind it, of the things that the story declares."""
    entity = scene.entity(rank.head)
    if entity not in scene.arranged:
        raise ParseError("of which things? Say first which there are: 'There are three books: ...'", "", *rank.head.span)
    if rank.kind and not _is_kind(rank.kind, scene.kind) and rank.kind not in _ANYTHING:
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
