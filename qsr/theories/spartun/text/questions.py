"""SpartQA's questions: whether a relation holds (YN), which do (FR), which blocks have something (FB), which of two things (CO).

A description means everything that it is true of by what the rules derive from the story, in the closed world.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from qsr.errors import ParseError
from qsr.language.guard import guarded
from qsr.language.page import appended
from qsr.story import Question, Story
from qsr.theories.spartun.blocks import NUMBER, derive
from qsr.theories.spartun.facts import read_facts
from qsr.theories.spartun.text import phrases
from qsr.theories.spartun.text.phrases import Choice, Noun
from qsr.theories.spartun.text.reader import Thing

__all__ = ["ask"]

#: What a description begins with -> its quantifier. "Star number two" without more is any star that is the second of its kind.
_QUANTIFIERS: Final = {"": "any", "the": "the", "a": "any", "any": "any", "all": "all"}


#: A yes/no question of one option: relations, heads, tails, quantifiers.
_Part: TypeAlias = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], tuple[str, str]]


@guarded
def ask(story: Story, question: str) -> Story:
    """Return the story with a question behind it; raise ParseError where it cannot be read, or is about what is not there.

    "Are all ... left of any ...?" gives a question of form ``"yes_no"`` with properties as `qsr.theories.options` has them; "What
    is the relation between ... and ...?" one of form ``"relation"`` about two things; "Which blocks have ...?" and "What is above
    ...? the star or the circle?" one of form ``"options"``, with the property `negated` for "Which blocks don't have ...?".
    """
    words = question.strip()
    try:
        asked = _Scene(story, words).question()
    except ParseError as error:
        raise error.in_file(story.file) if story.file else error from None
    text, span = appended(story, words)
    asked = replace(asked, id=len(story.questions), text=words, span=span)
    return replace(story, questions=(*story.questions, asked), text=text)


class _Scene:
    """What descriptions in a question can mean."""

    def __init__(self, story: Story, words: str) -> None:
        self._words = words
        self._nouns = [phrases.description(name) for name in story.entities]
        self._things = [Thing(one.kind, one.size, one.colour, "".join(one.names), number=one.number) for one in self._nouns]
        self._facts = read_facts(story, NUMBER)
        self._derived = derive(self._facts)

    def question(self) -> Question:
        asked = phrases.question(self._words)
        if isinstance(asked, Choice):
            return self._choice(asked)
        heads, tails = self._something(asked.head), self._something(asked.tail)
        if not asked.relations:
            if len(heads) + len(tails) > 2:
                raise self._fault("this can mean several things", asked.head if len(heads) > 1 else asked.tail)
            if heads == tails:
                raise self._fault("two different things were expected", asked.tail)
            return Question(0, "relation", (*heads, *tails))
        relations = self._relations(asked.relations, asked.tail)
        quantifiers = (_QUANTIFIERS[asked.head.quantity], _QUANTIFIERS[asked.tail.quantity])
        args = (heads[0], tails[0]) if len(heads) == len(tails) == 1 else ()
        properties = (("heads", heads), ("quantifiers", quantifiers), ("tails", tails))
        return Question(0, "yes_no", args, relations, properties=properties)

    def _choice(self, asked: Choice) -> Question:
        negated = (("negated", True),) if asked.negated else ()
        parts: dict[str, _Part]
        if not asked.options:
            tails = tuple(self._meant(asked.tail))
            blocks = [index for index, thing in enumerate(self._things) if thing.kind == "block"]
            parts = {self._things[index].name: (asked.relations, (index,), tails, ("the", "any")) for index in blocks}
            if "" in parts:
                raise self._fault("blocks with names were expected", asked.tail)
        else:
            tails = self._something(asked.tail)
            relations, quantifier = self._relations(asked.relations, asked.tail), _QUANTIFIERS[asked.tail.quantity]
            parts = {
                self._name(noun): (relations, self._something(noun), tails, (_QUANTIFIERS[noun.quantity], quantifier))
                for noun in asked.options
            }
            if len(parts) < len(asked.options):
                raise self._fault("different things to choose from were expected", asked.options[-1])
        return Question(0, "options", (), tuple(parts), properties=(*negated, ("options", tuple(parts.values()))))

    def _name(self, noun: Noun) -> str:
        words = " ".join(self._words[slice(*noun.span)].split())
        first, _, rest = words.partition(" ")
        return rest if first.lower() in ("the", "a", "an") else words

    def _fault(self, message: str, noun: Noun) -> ParseError:
        return ParseError(message, self._words, *noun.span)

    def _relations(self, relations: tuple[str, ...], tail: Noun) -> tuple[str, ...]:
        """Return relations to a landmark: to touch an edge is one of its own."""
        if not tail.edge:
            return relations
        if relations != ("touching",):
            raise self._fault("'touching' was expected before an edge", tail)
        return (tail.edge,)

    def _something(self, noun: Noun) -> tuple[int, ...]:
        found = tuple(self._meant(noun))
        if not found:
            raise self._fault("the story has nothing that this can mean", noun)
        if len(found) > 1 and _QUANTIFIERS[noun.quantity] == "the":
            raise self._fault(f"this can mean {len(found)} things", noun)
        return found

    def _meant(self, noun: Noun) -> list[int]:
        """Return the entities that a description is true of."""
        if noun.quantity in ("it", "this") or noun.count > 1 or noun.holds:
            raise self._fault("a question can ask of 'the', 'any' or 'all' things", noun)
        fitting = [index for index, thing in enumerate(self._things) if noun.names or thing.fits(noun)]
        if noun.names:
            fitting = [index for index in fitting if self._things[index].name in noun.names]
        if noun.number is not None:
            fitting = [index for index in fitting if self._things[index].number == noun.number]
        for relations, others in noun.claims:
            for other in others:
                if other.quantity == "all":
                    raise self._fault("a description can say where a thing is by 'the' or 'any' thing", other)
                tails = self._something(other)
                names = self._relations(relations, other)
                fitting = [head for head in fitting if any(self._hold(head, names, tail) for tail in tails)]
        return fitting

    def _hold(self, head: int, relations: tuple[str, ...], tail: int) -> bool:
        return head != tail and all(self._derived.holds(head, tail, NUMBER[one]) for one in relations)
