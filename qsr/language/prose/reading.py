"""Sentences and questions of prose in a story: what they say of its entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from qsr import logic
from qsr.errors import ParseError
from qsr.language.parts import Mention
from qsr.language.prose import asides, nominals, sentences
from qsr.language.prose.claims import EVERYTHING, Claim, Rank, Said, Saying, conjuncts, every_leaf
from qsr.language.prose.entering import mentions, rests, stated
from qsr.language.prose.extremes import extreme, way
from qsr.language.prose.pronouns import Context
from qsr.language.prose.questions import asked, phrase, positioned
from qsr.language.prose.reference import Resolved
from qsr.language.prose.rows import Row, along, in_row, sides
from qsr.language.prose.seeing import (
    check_moves,
    faced,
    framed,
    heading,
    in_one,
    of_sides,
    seen,
    standing,
    stands_open,
    turned,
    unfaced,
)
from qsr.language.prose.universal import is_deferred
from qsr.language.prose.viewers import is_speaker
from qsr.language.prose.views import BEARINGS, Frames, settled
from qsr.language.words import head_of
from qsr.logic import And, Or
from qsr.story import Question, Span, Statement

__all__ = ["Context", "General", "question", "statements"]


def statements(text: str, context: Context, first: int, span: Span) -> tuple[list[Statement], Context]:
    """Return what a sentence says, and the context of the next one, with the part that was passed over, if there is one.

    Raise ParseError, with its place, where it says nothing.
    """
    known = len(context.entities.names)
    try:
        return _statements(text, context, first, span)
    except ParseError:
        for start, end in asides.parts(text):
            context.entities.forget(known)
            try:
                found, after = _statements(f"{text[:start]}{' ' * (end - start)}{text[end:]}", context, first, span)
            except ParseError:
                continue
            return found, replace(after, passed=(*context.passed, (span[0] + start, span[0] + end)))
        raise


def _statements(text: str, context: Context, first: int, span: Span) -> tuple[list[Statement], Context]:
    nominals.check_figures(text)
    said = sentences.sentence(text)
    nominals.check(
        [one for one in mentions(said) if one.name.split()[-1].lower() != "one" and getattr(one, "word", "") not in EVERYTHING],
        text,
        parsed=True,
    )
    if said.tense and context.tense and said.tense != context.tense and "telling" not in (said.tense, context.tense):
        raise ParseError(f"is that at another time? The story is told in the {context.tense}", text, 0, len(text.rstrip()))
    said = seen(said, context)
    known = Resolved(said, context, text)
    later = [claim for claim in said.claims if is_deferred(claim, lambda one: not known.members(one))]
    general = tuple(General(span, known, replace(said, claims=(claim,))) for claim in later)
    for one in general:
        one.stated(context.told, context.resting, first)
    claims = [one for claim in said.claims if claim not in later for one in conjuncts(known.opened(claim))]
    told = (*(saying for _, saying in said.notes.told_apart), *known.told)
    claims = [one for saying in told for one in conjuncts(known.opened(saying))] + claims
    check_moves(said.claims, context.told, known)
    row = context.row
    if said.notes.row is not None:
        some, label = said.notes.row
        lined = tuple(dict.fromkeys(entity for one in some for entity in known.members(one)))
        if len(lined) == 1 and not context.entities.is_open(lined):
            raise ParseError("in a row with what?", text, 0, len(text.rstrip()))
        row = row._replace(label=label) if row is not None and not lined else Row(lined, label, span)
        known.scene = known.scene._replace(row=row, arranged=row.members or known.scene.arranged)
    claims = [one for claim in claims for one in conjuncts(in_row(claim, known.scene))] + [*sides(claims, known.scene)]
    row = along(claims, row) if row is not None else None
    claims = [turned(one, known.turn, said.notes.stance.viewer) for one in claims]
    opened = replace(said, claims=tuple(claims))
    most = {one: extreme(one, known.scene, span) for one in claims if isinstance(one, Rank) and not one.is_state}
    opened = replace(opened, claims=tuple(one for one in opened.claims if not (isinstance(one, Rank) and most.get(one))))
    found = list(stated(opened, known.scene, first, span))
    if said.claims and not found and not general and not any(most.values()) and said.notes.row is None:
        general = (General(span, known, replace(said, claims=())),)
    resting = context.resting.union(rests(opened, known.scene))
    arranged, together = context.arranged, known.together()
    if row is not None and row != context.row and row.members:
        arranged = (head_of(context.entities.names[row.members[-1]].rstrip(" 0123456789")), row.members)
    if said.declared:
        phrase = said.declared.phrase
        members = tuple(entity for mention in said.declared.things or (phrase,) for entity in known.members(mention))
        if said.declared.things:
            context.entities.gather(phrase.key, members)
        arranged = (said.declared.kind, members)
        together = tuple(dict.fromkeys((members, *together))) if len(members) > 1 else together
    for phrase, mentions_of in said.notes.several:
        context.entities.gather(phrase.key, [entity for mention in mentions_of for entity in known.members(mention)])
    before = known.everything()
    subjects, fresh = known.about()
    tense = "telling" if "telling" in (said.tense, context.tense) else said.tense or context.tense
    return found, replace(
        context,
        before=before,
        arranged=arranged,
        together=together,
        topic=known.topic,
        tense=tense,
        resting=resting,
        row=row,
        way=next((one for one in map(way, reversed(found)) if one >= 0), context.way),
        extremes=(*context.extremes, *(one for one in most.values() if one)),
        subjects=subjects,
        fresh=fresh,
        general=general,
        viewers=standing(opened, known),
    )


class General(NamedTuple):
    """What a sentence says of all things of a story, which are known where the story ends."""

    span: Span
    known: Resolved
    said: Said

    def stated(self, told: Sequence[Statement], resting: frozenset[tuple[int, int]], first: int) -> list[Statement]:
        """Return its statements, given what the story states and what it says to stand on what."""
        scene = self.known.scene = self.known.scene._replace(statements=told, resting=resting)
        opened = (one for claim in self.said.claims for one in conjuncts(self.known.opened(claim)))
        claims = tuple(turned(one, self.known.turn, self.said.notes.stance.viewer) for one in opened if _is_open(one))
        return list(stated(replace(self.said, claims=claims), scene, first, self.span))

    @staticmethod
    def merged(
        general: Sequence[General], told: tuple[Statement, ...], resting: frozenset[tuple[int, int]], asides: Sequence[Span]
    ) -> tuple[tuple[Statement, ...], tuple[Span, ...]]:
        """Return all statements of a story in the order of its text, and the sentences that say something of nothing it names."""
        every = sorted((*told, *(said for one in general for said in one.stated(told, resting, 0))), key=lambda one: one.span)
        spans = {one.span for one in every}
        idle = {one.span for one in general if one.span not in spans}
        return tuple(replace(one, id=number) for number, one in enumerate(every)), tuple(sorted({*asides, *idle}))


def _is_open(said: Saying) -> bool:
    """Tell whether something is said of anything: not of nobody."""
    return logic.settled(said, lambda _: None) is None


def question(text: str, context: Context, number: int, span: Span, *, closed: bool) -> Question:
    """Return what a question asks; raise ParseError as `statements` does, and, if closed, for something new to the story.

    What a question supposes may be about something new.
    """
    text = in_one(text)
    found, known = seen(sentences.question(text), context), len(context.entities.names)
    if found.now and context.tense == "past":
        raise ParseError("is that at another time? The story is told in the past", text, 0, len(text.rstrip()))
    if context.row is None:
        found = positioned(found, frozenset(name.lower() for name in context.entities.names))
    resolved = Resolved(found, context, text)
    names = context.entities.names
    middles = {f"middle of {name}" for name in names[:known]}
    # A story that speaks of the north side of the garden speaks of the garden.
    wholes = {whole for name in names[:known] if (whole := name.partition(" of ")[2])}
    new = [one for one in names[known:] if one not in BEARINGS and one not in middles | wholes and not is_speaker(one)]
    if closed and context.tense != "telling" and new and not found.supposed:
        name = new[0]
        place = text.find(name)
        raise ParseError(
            f"the story does not mention {name!r}", text, max(place, 0), place + len(name) if place >= 0 else len(text)
        )
    told = [*context.told, *faced(found.supposed, resolved)]
    frames = Frames(told, context.entities.names)
    scene = resolved.scene._replace(statements=settled(context.told, context.entities.names), frames=frames)
    if found.claim is None and found.form in ("yes_no", "none") and stands_open(frames, context.viewers):
        # Whether all that is seen fits together is open, unless what each sees contradicts itself.
        one, other = (Mention("entity", str(entity), str(entity), True, (-4, entity)) for entity in (0, 1))
        found = replace(found, form="yes_no", claim=Claim("named:fit together", one, other))
    if found.form == "heading":
        found = heading(found, frames, resolved.entity, context.entities.names)
    found = of_sides(found, frames, resolved.entity)
    if found.form == "choice" and isinstance(found.claim, Or):
        found = replace(found, candidates=tuple(phrase(cast("Claim", one), scene) for one in found.claim.parts))

    def opened(said: Saying) -> Saying:
        certain = turned(resolved.opened(said, certain=False), resolved.turn, found.notes.stance.viewer)
        return framed(in_row(certain, resolved.scene), frames, resolved.entity)

    if found.form == "relation" and found.claim is None and frames.turned:
        one, other = found.args
        if not found.candidates:
            raise ParseError("as who sees it? Ask whether it is left or right of it", text, 0, len(text.rstrip()))
        found = replace(found, claim=And(tuple(Claim(label, one, other) for label in found.candidates)))
    claim = None if found.claim is None else opened(found.claim)
    supposed = tuple(one for one in map(opened, map(unfaced, found.supposed)) if any(True for _ in every_leaf(one)))
    own = frozenset(entity for one in mentions(replace(found, supposed=())) for entity in resolved.members(one))
    result = asked(replace(found, claim=claim, supposed=supposed), scene, own, number, text, span)
    nameless = result.form == "how_many" and any(map(context.entities.is_nameless, result.args))
    apart = [name for one in result.args if (name := names[one])[0].isupper() and not context.entities.group_of(one)]
    if nameless and apart:
        # Omar may be one of the six on the bench.
        raise ParseError(f"is {apart[0]!r} one of those who were counted?", text, 0, len(text.rstrip()))
    return result
