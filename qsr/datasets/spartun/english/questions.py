"""SpaRTUN's questions: which relation (FR), and whether one holds, with "all", "any" and "the" (YN).

SpartQA (Mirzaee et al., NAACL 2021) asks two more: which block has a thing in some relation (FB), and which of two things is in
it (CO).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from qsr import relations
from qsr.datasets.spartun.english import phrases
from qsr.datasets.spartun.english.phrases import Choice, Noun
from qsr.datasets.spartun.english.reader import Read
from qsr.datasets.spartun.english.scene import Object
from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.story import Question, Story

__all__ = ["ask", "option_name"]

_QUANTIFIERS: Final = {
    **dict.fromkeys(("a", "an", "any", "some", "another"), "any"),
    **dict.fromkeys(("all", "every", "each"), "all"),
    **dict.fromkeys(("the", "this", ""), "the"),
}

#: A yes/no question of one option: relations, heads, tails, quantifiers.
_Part: TypeAlias = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], tuple[str, str]]
_DETERMINER: Final = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)


def _as_generated(noun: Noun) -> Noun:
    """Return what SpaRTUN's generator counts for an existential description. A quirk of the data, and no English.

    It drops the one word that tells what is meant: the name of "a box three", which is then any block, and the colour of "an
    orange thing" (a general noun with a colour and nothing else), which is then any thing. [measured] Of 1,583 yes/no
    questions of the development file, the world reading, the first changes the answers of 5 and the second those of
    4, to the published ones each time, and no other published answer comes out differently.
    """
    if _QUANTIFIERS.get(noun.determiner) != "any":
        return noun
    if noun.sort == "block":
        return replace(noun, names=())
    return replace(noun, colour="") if noun.sort == "general" and not noun.size else noun


def option_name(text: str) -> str:
    """Return the words of an option without their article, as the candidates of a question have them.

    >>> option_name("The  red star")
    'red star'
    """
    return _DETERMINER.sub("", " ".join(text.split()).lower(), count=1)


@guarded
def ask(
    read: Read, question: str, *, extra: Sequence[Object] = (), quantifiers: str = "english", options: Sequence[str] = ()
) -> Story:
    """Return the story with a question behind it.

    Parameters
    ----------
    read
        The story as read.
    question
        "Where is ... regarding ...?" gives a question of form ``"relation"``, "Is all ... left of any ...?" one of form
        ``"yes_no"`` whose properties `heads`, `tails` (entity indices) and `quantifiers` (``"the"``, ``"all"`` or
        ``"any"`` for either) say what is asked of what. "the" with several candidates is "any", as in the generator.
        "Which block has a star that is left of ...?" and "Which object is left of ...? the star or the circle?" give one of form
        ``"options"``: its candidates are the names of all blocks, or the things, and its property `options` has a yes/no
        question for each (relations, heads, tails, quantifiers).
    extra
        Objects of the world that the text never mentions: they become entities behind those of the text. A `block` of theirs
        counts entities, the extra ones included.
    quantifiers
        ``"generator"`` counts what "a box three" means in a yes/no question as SpaRTUN's answers do, ``"english"`` as it says.
    options
        The things to choose among, where a question of form ``"options"`` does not list them itself.

    Raises
    ------
    ParseError
        Where the question cannot be read, or asks for the relation of something that is not there.
    """
    story, words = read.story, question.strip()
    try:
        claim = phrases.question(words)
        world = _World(read, (*read.objects, *extra), words)
        if isinstance(claim, Choice):
            asked = world.choice(claim, options)
        else:
            (head,), (tail,) = claim.heads, claim.tails
            if claim.relations and quantifiers == "generator":
                head, tail = _as_generated(head), _as_generated(tail)
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

    def choice(self, asked: Choice, listed: Sequence[str]) -> Question:
        """Return the question which block, or which of some things, stands in relations to what is described."""
        if asked.of == "block":
            named = {thing.name: index for index, thing in enumerate(self.objects) if thing.kind == "block"}
            parts = {name: self._of_block(index, asked) for name, index in named.items()}
        else:
            options = [(self.words[slice(*noun.span)], self, noun) for noun in asked.options] or [
                (text, replace(self, words=text), phrases.option(text)) for text in listed
            ]
            parts = {option_name(text): world._of_thing(noun, asked, self) for text, world, noun in options}
            if len(parts) < max(2, len(options)):
                raise ParseError("the question has to list different things to choose from", self.words, 0, len(self.words))
        return Question(0, "options", (), tuple(parts), properties=(("options", tuple(parts.values())),))

    def _of_thing(self, noun: Noun, asked: Choice, whole: _World) -> _Part:
        heads, tails = self._something(noun), whole._something(asked.tail)
        return asked.relations, heads, tails, (self._quantifier(noun, heads), whole._quantifier(asked.tail, tails))

    def _of_block(self, block: int, asked: Choice) -> _Part:
        """Return the question of one block: "has a star that is ..." is about the stars in it, all else about the block."""
        noun = asked.tail
        if asked.relations != ("contains",) or not noun.relatives:
            tails = self._something(noun)
            return asked.relations, (block,), tails, ("the", self._quantifier(noun, tails))
        (names, others), *more = noun.relatives
        if more or len(others) > 1 or _QUANTIFIERS.get(noun.determiner) == "all":
            raise ParseError("a question which block can ask for one relation of something in it", self.words, *noun.span)
        things = self._something(replace(noun, relatives=()))
        if any(self.objects[index].block is None for index in things):
            raise ParseError("the story does not say what block this is in", self.words, *noun.span)
        heads, tails = tuple(index for index in things if self.objects[index].block == block), self._something(others[0])
        return names, heads, tails, ("any", self._quantifier(others[0], tails))

    def _something(self, noun: Noun) -> tuple[int, ...]:
        found = self.meant(noun)
        if not found:
            raise ParseError("the story has nothing that this can mean", self.words, *noun.span)
        return found

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
        found = self._something(head), self._something(tail)
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
