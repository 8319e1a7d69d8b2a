"""Sentences and questions of prose in a story: what they say of its entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from qsr.errors import ParseError
from qsr.language.prose import nominals, sentences
from qsr.language.prose.claims import Claim, Rank, Said, Saying, changed, conjuncts, every_leaf
from qsr.language.prose.context import Context
from qsr.language.prose.entering import mentions, rests, stated
from qsr.language.prose.questions import asked, phrase
from qsr.language.prose.reference import Resolved
from qsr.language.prose.times import THIS_DAY, Mark, without_times
from qsr.language.prose.viewers import is_speaker
from qsr.language.prose.viewing import framed, heading, of_sides, seen, standing, turned
from qsr.language.prose.views import BEARINGS, Frames, settled
from qsr.language.words import head_of
from qsr.logic import And, Not, Or
from qsr.relations import EVENTS
from qsr.story import Question, Span, Statement

__all__ = ["Context", "question", "statements"]


def statements(text: str, context: Context, first: int, span: Span) -> tuple[list[Statement], Context]:
    """Return what a sentence says, and the context of the next one; raise ParseError, with its place, where it says nothing."""
    nominals.check_figures(text)
    whole, (text, marks) = text, without_times(text)
    said = replace(sentences.sentence(text), timed=bool(marks))
    nominals.check([one for one in mentions(said) if one.name.split()[-1].lower() != "one"], text, parsed=True)
    placed = _Timed(said, context, marks, whole)
    heads = {head_of(name) for name in context.entities.names} if said.notes.restricted else set()
    for mention in said.notes.restricted:
        if mention.kind == "common" and mention.definite and head_of(mention.name) in heads:
            raise ParseError(
                f"is that another {head_of(mention.name)}? Say where it is in a sentence of its own", text, *mention.span
            )
    said = seen(said, context)
    known = Resolved(said, context, text)
    claims = [one for claim in said.claims for one in conjuncts(known.opened(claim))]
    claims = [one for _, saying in said.notes.told_apart for one in conjuncts(known.opened(saying))] + placed.told(claims)
    opened = replace(said, claims=tuple(turned(one, known.turn, said.notes.stance.viewer) for one in claims))
    found = list(stated(opened, known.scene, first, span))
    resting = context.resting.union(rests(opened, known.scene))
    arranged, together = context.arranged, known.together()
    if said.declared:
        phrase = said.declared.phrase
        members = tuple(entity for mention in said.declared.things or (phrase,) for entity in known.members(mention))
        if said.declared.things:
            context.entities.gather(phrase.key, members)
        arranged = (said.declared.kind, members)
        together = tuple(dict.fromkeys((members, *together))) if len(members) > 1 else together
    before = known.everything()
    found = [replace(one, properties=placed.properties(one.properties)) for one in found]
    return found, replace(
        context,
        before=before,
        arranged=arranged,
        together=together,
        topic=known.topic,
        tense=placed.tense,
        resting=resting,
        moved=known.moved,
        when=placed.when,
        viewers=standing(opened, known),
    )


class _Timed:
    """When what a sentence says is so.

    Parameters
    ----------
    said, marks, text
        The sentence, what it says of its time, and its words.
    context
        What was told before.
    """

    def __init__(self, said: Said, context: Context, marks: Sequence[Mark], text: str) -> None:
        told = "telling" in (said.tense, context.tense)
        self._later = [one.start for one in marks if one.kind == "later"]
        self._first = [one.start for one in marks if one.kind == "first"]
        self._until = any(one.kind == "until" for one in marks)
        self._turns, self._begins = said.turns, bool(context.told)
        self.when = next((one.when for one in marks if one.when), context.when)
        self.tense = "telling" if told else said.tense or context.tense
        before = any(one.when and one.when < THIS_DAY for one in marks)
        if said.tense == "present" and said.turns < 0 and (self._until or before):
            raise ParseError("is that so at that time? Say what was so then, and what is so now", text, 0, len(text.rstrip()))
        if self.when and not context.when and context.tense == "present":
            raise ParseError("was that before? Tell it in the order in which it was", text, 0, len(text.rstrip()))
        if told or not (said.tense and context.tense) or said.tense == context.tense:
            return
        if said.tense == "present" and self._later:
            self.tense = "present"
        elif not (said.tense == "past" and 0 < self.when < context.when):
            raise ParseError(f"is that at another time? The story is told in the {context.tense}", text, 0, len(text.rstrip()))

    def told(self, claims: Sequence[Saying]) -> list[Saying]:
        """Return the claims with those marked that may be about a later moment, and with the end of what was so until then."""
        found: list[Saying] = []
        for claim in claims:
            about = [leaf for leaf in every_leaf(claim) if isinstance(leaf, Claim)]
            state = not any(leaf.relation in EVENTS or "ended" in dict(leaf.properties) for leaf in about)
            place = max((leaf.tail.span[0] for leaf in about), default=0)
            first = [one for one in self._first if one < place]
            later = [one for one in self._later if (one < place or self._begins) and not (first and one < first[-1])]
            # "First it is here, then there": a time that comes behind what is said is of what comes next.
            later = [one for one in later if one < place or not self._first]
            if (state and later and (self._begins or min(later) > self._starts(claims))) or (state and 0 <= self._turns < place):
                claim = changed(claim, _then)
            found.append(claim)
            if state and self._until:
                if not isinstance(claim, Claim):
                    raise ParseError("what of this is so no longer? Say it of one thing at a time")
                found.append(Not(replace(claim, properties=tuple(sorted((*claim.properties, ("ended", True)))))))
        return found

    def _starts(self, claims: Sequence[Saying]) -> int:
        """Return where the first of the claims is made."""
        spans = [leaf.tail.span[0] for claim in claims for leaf in every_leaf(claim) if isinstance(leaf, Claim)]
        return min(spans, default=0)

    def properties(self, properties: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
        """Return the properties of a statement with its time, where it has one."""
        return tuple(sorted((*properties, ("when", self.when)))) if self.when else properties


def _then(claim: Claim | Rank) -> Claim | Rank:
    return replace(claim, properties=tuple(sorted((*claim.properties, ("then", True))))) if isinstance(claim, Claim) else claim


def question(text: str, context: Context, number: int, span: Span, *, closed: bool) -> Question:
    """Return what a question asks; raise ParseError as `statements` does, and, if closed, for something new to the story.

    What a question supposes may be about something new.
    """
    found, known = seen(sentences.question(text), context), len(context.entities.names)
    if found.now and context.tense == "past":
        raise ParseError("is that at another time? The story is told in the past", text, 0, len(text.rstrip()))
    resolved = Resolved(found, context, text)
    new = [one for one in context.entities.names[known:] if one not in BEARINGS and not is_speaker(one)]
    if closed and context.tense != "telling" and new and not found.supposed:
        name = new[0]
        place = text.find(name)
        raise ParseError(
            f"the story does not mention {name!r}", text, max(place, 0), place + len(name) if place >= 0 else len(text)
        )
    frames = Frames(context.told, context.entities.names)
    scene = resolved.scene._replace(statements=settled(context.told, context.entities.names), frames=frames)
    if found.form == "heading":
        found = heading(found, frames, resolved.entity, context.entities.names)
    found = of_sides(found, frames, resolved.entity)
    if found.form == "choice" and isinstance(found.claim, Or):
        found = replace(found, candidates=tuple(phrase(cast("Claim", one), scene) for one in found.claim.parts))

    def opened(said: Saying) -> Saying:
        certain = turned(resolved.opened(said, certain=False), resolved.turn, found.notes.stance.viewer)
        return framed(certain, frames, resolved.entity)

    if found.form == "relation" and found.claim is None and frames.turned:
        one, other = found.args
        if not found.candidates:
            raise ParseError("as who sees it? Ask whether it is left or right of it", text, 0, len(text.rstrip()))
        found = replace(found, claim=And(tuple(Claim(label, one, other) for label in found.candidates)))
    claim = None if found.claim is None else opened(found.claim)
    supposed = tuple(map(opened, found.supposed))
    own = frozenset(entity for one in mentions(replace(found, supposed=())) for entity in resolved.members(one))
    return asked(replace(found, claim=claim, supposed=supposed), scene, own, number, text, span)
