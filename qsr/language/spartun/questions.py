"""SpaRTUN's questions: which relation (FR), and whether one holds, with "all", "any" and "the" (YN)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from qsr import relations
from qsr.errors import ParseError
from qsr.language.spartun import phrases
from qsr.language.spartun.phrases import Noun
from qsr.language.spartun.reader import Read
from qsr.language.spartun.scene import Object
from qsr.story import Question, Story

__all__ = ["ask"]

_QUANTIFIERS: Final = {
    **dict.fromkeys(("a", "an", "any", "some", "another"), "any"),
    **dict.fromkeys(("all", "every", "each"), "all"),
    **dict.fromkeys(("the", "this", ""), "the"),
}


def ask(read: Read, question: str, *, extra: Sequence[Object] = ()) -> Story:
    """Return the story with a question behind it.

    Parameters
    ----------
    read
        The story as read.
    question
        "Where is ... regarding ...?" gives a question of form ``"relation"``, "Is all ... left of any ...?" one of form
        ``"yes_no"`` whose properties `heads`, `tails` (entity indices) and `quantifiers` (``"the"``, ``"all"`` or
        ``"any"`` for either) say what is asked of what. "the" with several candidates is "any", as in the generator.
    extra
        Objects of the world that the text never mentions: they become entities behind those of the text. A `block` of theirs
        counts entities, the extra ones included.

    Raises
    ------
    ParseError
        Where the question cannot be read, or asks for the relation of something that is not there.
    """
    story, words = read.story, question.strip()
    try:
        claim = phrases.question(words)
        world = _World(read, (*read.objects, *extra), words)
        (head,), (tail,) = claim.heads, claim.tails
        asked = world.whether(head, claim.relations, tail) if claim.relations else world.where(head, tail)
    except ParseError as error:
        raise error.in_file(story.file) if story.file else error from None
    start = len(story.text) + 1
    asked = replace(asked, id=len(story.questions), text=words, span=(start, start + len(words)))
    return replace(
        story,
        entities=(*story.entities, *(thing.label for thing in extra)),
        questions=(*story.questions, asked),
        text=f"{story.text}\n{words}",
    )


@dataclass(frozen=True, slots=True)
class _World:
    """Everything that a description in a question can mean."""

    read: Read
    objects: tuple[Object, ...]
    words: str

    def whether(self, head: Noun, names: tuple[str, ...], tail: Noun) -> Question:
        """Return the question whether relations hold between what two descriptions mean."""
        heads, tails = self.meant(head), self.meant(tail)
        quantifiers = (self._quantifier(head, heads), self._quantifier(tail, tails))
        args = (heads[0], tails[0]) if len(heads) == len(tails) == 1 else ()
        properties = (("heads", heads), ("quantifiers", quantifiers), ("tails", tails))
        return Question(0, "yes_no", args, names, properties=properties)

    def _quantifier(self, noun: Noun, meant: tuple[int, ...]) -> str:
        if noun.determiner not in _QUANTIFIERS or noun.count > 1:
            raise ParseError("a question can ask of 'the', 'any' or 'all' things", self.words, *noun.span)
        word = _QUANTIFIERS[noun.determiner]
        return "any" if word == "the" and len(meant) > 1 else word

    def meant(self, noun: Noun) -> tuple[int, ...]:
        """Return the entities that a description is true of."""
        fitting = [index for index, thing in enumerate(self.objects) if thing.fits(noun)]
        if noun.number is not None:
            numbers = [self.objects[index].number for index in fitting]
            # Where none is numbered, the only one of its kind in its block is number one.
            numbers = numbers if noun.number in numbers else [number or 1 for number in numbers]
            fitting = [index for index, number in zip(fitting, numbers, strict=True) if number == noun.number]
        if noun.place is not None and noun.sort != "block":
            blocks = self.meant(noun.place)
            fitting = [index for index in fitting if self.objects[index].block in blocks]
        clauses = [*noun.relatives, *([(("contains",), noun.holds)] if noun.holds else [])]
        for names, other in ((names, other) for names, others in clauses for other in others):
            tails = self.meant(other)
            fitting = [head for head in fitting if any(self._said(head, names, tail) for tail in tails)]
        return tuple(fitting)

    def where(self, head: Noun, tail: Noun) -> Question:
        """Return the question for the relation of two things, which share a block where the descriptions leave it open."""
        found = self.meant(head), self.meant(tail)
        for noun, indices in zip((head, tail), found, strict=True):
            if not indices:
                raise ParseError("the story has nothing that this can mean", self.words, *noun.span)
        pairs = [(first, second) for first in found[0] for second in found[1]]
        return Question(0, "relation", max(pairs, key=self._likelihood))

    def _likelihood(self, pair: tuple[int, ...]) -> tuple[bool, bool, bool, int]:
        """Rank a pair: two things rather than one, of the text rather than the world, of one block, and the first ones."""
        things = [self.objects[index] for index in pair]
        homes = {index if thing.kind == "block" else thing.block for index, thing in zip(pair, things, strict=True)}
        return len(set(pair)) > 1, max(pair) < len(self.read.objects), len(homes) == 1, -sum(pair)

    def _said(self, head: int, names: Sequence[str], tail: int) -> bool:
        said = self.read.story.statements
        return all(
            any((s.args, s.relation) in (((head, tail), name), ((tail, head), relations.converse(name))) for s in said)
            for name in names
        )
