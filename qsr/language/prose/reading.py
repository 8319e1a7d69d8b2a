"""Sentences and questions of prose in a story: what they say of its entities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from qsr.errors import ParseError
from qsr.language.parts import Mention
from qsr.language.prose import nominals, sentences
from qsr.language.prose.claims import Asked, Said
from qsr.language.prose.entering import Scene, asked, head_of, mentions, related, stated
from qsr.language.referents import Entities, Unclear
from qsr.language.words import noun_key
from qsr.story import Question, Span, Statement

__all__ = ["Context", "question", "statements"]


@dataclass(frozen=True, slots=True)
class Context:
    """What a sentence of prose builds on.

    Parameters
    ----------
    entities
        The story's entities, to which new ones are added.
    before
        Those of the sentence before.
    arranged
        The noun and the entities of what the story says there is.
    antecedent
        Gives the entity of a pronoun that its own sentence does not explain, from entities that it cannot be and its place.
    """

    entities: Entities
    before: Sequence[int]
    arranged: tuple[str, tuple[int, ...]]
    antecedent: Callable[[Sequence[int], int, int], int]


def statements(text: str, context: Context, first: int, span: Span) -> tuple[list[Statement], Context]:
    """Return what a sentence says, and the context of the next one; raise ParseError, with its place, where it says nothing."""
    nominals.check_figures(text)
    said = sentences.sentence(text)
    scene = _scene(said, context, text)
    found = list(stated(said, scene, first, span))
    arranged = context.arranged
    if said.declared and said.declared.things:
        arranged = (said.declared.kind, tuple(map(scene.entity, said.declared.things)))
        if len(set(arranged[1])) < len(arranged[1]):
            raise ParseError("one of these is named twice; tell the two apart", text, *said.declared.things[-1].span)
    before = tuple(dict.fromkeys(map(scene.entity, mentions(said))))
    return found, replace(context, before=before, arranged=arranged)


def question(text: str, context: Context, number: int, span: Span, *, closed: bool) -> Question:
    """Return what a question asks; raise ParseError as `statements` does, and, if closed, for something new to the story.

    What a question supposes may be about something new.
    """
    found, known = sentences.question(text), len(context.entities.names)
    scene = _scene(found, context, text)
    if closed and len(context.entities.names) > known and not found.supposed:
        raise ParseError(f"{context.entities.names[known]!r} is nowhere in the story", text, 0, len(text))
    return asked(found, scene, number, text, span)


def _scene(said: Said | Asked, context: Context, text: str) -> Scene:
    """Resolve what a sentence mentions."""
    found: dict[Mention, int] = {}
    nominals.check([one for one in mentions(said) if one.name.split()[-1].lower() != "one"], text)
    pairs = [pair for one, two in related(said) for pair in ((one, two), (two, one))]
    for mention in mentions(said):
        if mention.kind == "pronoun" or mention in found:
            continue
        others = {found[two] for one, two in pairs if one == mention and two in found}
        try:
            found[mention] = context.entities.resolve(_one(mention, found, context, text), others)
        except Unclear as error:
            raise ParseError(str(error), text, *mention.span) from None

    def entity(mention: Mention) -> int:
        if mention.kind != "pronoun":
            return found[mention]
        # What the pronoun's own claim relates it to is another thing.
        beside = {two for one, two in pairs if one.span == mention.span}
        present = [one for one in found if one.span < mention.span and one not in beside]
        if not present:
            return context.antecedent([found[one] for one in found], *mention.span)
        if len(present) > 1:
            names = " or ".join(repr(one.name) for one in present)
            raise ParseError(f"'it' could be {names}", text, *mention.span)
        return found[present[0]]

    return Scene(entity, context.entities.names, context.arranged[1], context.arranged[0])


def _one(mention: Mention, before: Iterable[Mention], context: Context, text: str) -> Mention:
    """Return a mention with its "one" replaced by the noun that it stands for: "the blue one" beside "the red cup"."""
    *described, last = mention.name.split()
    if last.lower() != "one" or mention.kind != "common":
        return mention
    names = [other.name for other in before if other.kind == "common" and not other.bare]
    names = names or [context.entities.names[entity] for entity in context.before]
    heads = {head_of(name) for name in names if len(name.split()) > 1}
    if len(heads) != 1:
        raise ParseError("which 'one' is meant?", text, *mention.span)
    name = " ".join((*described, heads.pop()))
    return replace(mention, key=noun_key(name), name=name)
