"""Sentences and questions of prose in a story: what they say of its entities."""

from __future__ import annotations

from dataclasses import replace

from qsr.errors import ParseError
from qsr.language.prose import nominals, sentences
from qsr.language.prose.claims import Rank, conjuncts
from qsr.language.prose.entering import mentions, rests, stated
from qsr.language.prose.extremes import extreme, way
from qsr.language.prose.questions import asked
from qsr.language.prose.reference import Context, Resolved
from qsr.language.prose.rows import Row, along, in_row, sides
from qsr.language.words import head_of
from qsr.story import Question, Span, Statement

__all__ = ["Context", "question", "statements"]


def statements(text: str, context: Context, first: int, span: Span) -> tuple[list[Statement], Context]:
    """Return what a sentence says, and the context of the next one; raise ParseError, with its place, where it says nothing."""
    nominals.check_figures(text)
    said = sentences.sentence(text)
    nominals.check([one for one in mentions(said) if one.name.split()[-1].lower() != "one"], text, parsed=True)
    if said.tense and context.tense and said.tense != context.tense and "telling" not in (said.tense, context.tense):
        raise ParseError(f"is that at another time? The story is told in the {context.tense}", text, 0, len(text.rstrip()))
    heads = {head_of(name) for name in context.entities.names} if said.notes.restricted else set()
    for mention in said.notes.restricted:
        if mention.kind == "common" and mention.definite and head_of(mention.name) in heads:
            raise ParseError(
                f"is that another {head_of(mention.name)}? Say where it is in a sentence of its own", text, *mention.span
            )
    known = Resolved(said, context, text)
    claims = [one for claim in said.claims for one in conjuncts(known.opened(claim))]
    claims = [one for _, saying in said.notes.told_apart for one in conjuncts(known.opened(saying))] + claims
    row = context.row
    if said.notes.row is not None:
        some, label = said.notes.row
        standing = tuple(dict.fromkeys(entity for one in some for entity in known.members(one)))
        if len(standing) == 1 and not context.entities.is_open(standing):
            raise ParseError("in a row with what?", text, 0, len(text.rstrip()))
        row = row._replace(label=label) if row is not None and not standing else Row(standing, label, span)
        known.scene = known.scene._replace(row=row, arranged=row.members or known.scene.arranged)
    claims = [one for claim in claims for one in conjuncts(in_row(claim, known.scene))] + [*sides(claims, known.scene)]
    row = along(claims, row) if row is not None else None
    opened = replace(said, claims=tuple(claims))
    most = {one: extreme(one, known.scene, span) for one in claims if isinstance(one, Rank)}
    opened = replace(opened, claims=tuple(one for one in claims if not (isinstance(one, Rank) and most[one])))
    found = list(stated(opened, known.scene, first, span))
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
    before = known.everything()
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
    )


def question(text: str, context: Context, number: int, span: Span, *, closed: bool) -> Question:
    """Return what a question asks; raise ParseError as `statements` does, and, if closed, for something new to the story.

    What a question supposes may be about something new.
    """
    found, known = sentences.question(text), len(context.entities.names)
    if found.now and context.tense == "past":
        raise ParseError("is that at another time? The story is told in the past", text, 0, len(text.rstrip()))
    resolved = Resolved(found, context, text)
    if closed and context.tense != "telling" and len(context.entities.names) > known and not found.supposed:
        name = context.entities.names[known]
        place = text.find(name)
        raise ParseError(
            f"the story does not mention {name!r}", text, max(place, 0), place + len(name) if place >= 0 else len(text)
        )
    claim = None if found.claim is None else in_row(resolved.opened(found.claim, certain=False), resolved.scene)
    supposed = tuple(resolved.opened(one, certain=False) for one in found.supposed)
    own = frozenset(entity for one in mentions(replace(found, supposed=())) for entity in resolved.members(one))
    return asked(replace(found, claim=claim, supposed=supposed), resolved.scene, own, number, text, span)
