"""From the parse trees of questions to what they ask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from qsr.language.prose.claims import Asked, Group, Saying, Thing, over
from qsr.language.prose.meaning import PLACEHOLDER, Interpreter, Predicate
from qsr.language.prose.tokens import Word

__all__ = ["Asking"]


@v_args(inline=True)
class Asking(Interpreter):
    """Makes claims of sentences, and of questions what they ask."""

    def question(self, asked: Asked) -> Asked:
        """Read a question, with what relative clauses take for granted."""
        if self.presupposed:
            raise self.fault("say what the thing is in a sentence of its own")
        return replace(asked, notes=self.notes())

    def is_it(self, *parts: Any) -> Asked:
        """Read the question "is it so?"."""
        subject = next(part for part in parts if isinstance(part, Group))
        predicate = next(part for part in parts if isinstance(part, Predicate))
        return Asked("yes_no", over(subject, predicate.says))

    def could_it(self, mood: Token, *parts: Any) -> Asked:
        """Read the question "could it be so, or must it?"."""
        asked: Asked = self.is_it(*parts)
        return replace(asked, mood="could" if mood.type == "COULD" else "must")

    def does_it(self, _: Token, subject: Group, verb: Word, landmark: Group, __: Token) -> Asked:
        """Read the question "does it touch that?"."""
        return Asked("yes_no", over(subject, self.by_verb(verb, landmark).says))

    def supposed(self, *parts: Any) -> Asked:
        """Read the question "if P, then what?"."""
        condition: Saying
        asked: Asked
        condition, asked = (part for part in parts if not isinstance(part, Token))
        return replace(asked, supposed=(*asked.supposed, condition))

    def where(self, *parts: Any) -> Asked:
        """Read the question "where is it, relative to that?"."""
        one, other = (part.mention for part in parts if isinstance(part, Thing))
        return Asked("relation", args=(one, other))

    def side_or_side(self, *parts: Any) -> Asked:
        """Read the question "left or right of that?"."""
        one, other = (part.mention for part in parts if isinstance(part, Thing))
        sides = tuple(str(part.meaning) for part in parts if isinstance(part, Word) and part.type == "SIDE")
        return Asked("relation", args=(one, other), candidates=sides)

    def which(self, *parts: Any) -> Asked:
        """Read the question "which thing is there?"."""
        predicate = next(part for part in parts if isinstance(part, Predicate))
        kind = next((part.lower() for part in parts if isinstance(part, Token) and part.type == "NOMINAL"), "")
        return Asked("which", predicate.says(PLACEHOLDER), kind)

    def in_which(self, preposition: Word, *parts: Any) -> Asked:
        """Read the question "in which room is it?"."""
        noun = next(part for part in parts if isinstance(part, Token) and part.type == "NOMINAL")
        subject = next(part for part in parts if isinstance(part, Group))
        place = self.related("inside" if preposition.type == "IN" else "on", self.things(PLACEHOLDER), True)
        return Asked("which", over(subject, place.says), noun.lower())

    def is_there(self, *parts: Any) -> Asked:
        """Read the question "is there a lamp on the table?"."""
        subject = next(part for part in parts if isinstance(part, Group))
        predicate = next(part for part in parts if isinstance(part, Predicate))
        thing = subject.things[0].mention
        if len(subject.things) > 1 or thing.definite:
            raise self.fault("ask for one thing: 'Is there a ...?'")
        return Asked("some", predicate.says(PLACEHOLDER), thing.name.lower())

    def how_many(self, *parts: Any) -> Asked:
        """Read the question "how many things are there?"."""
        asked: Asked = self.which(*parts)
        return replace(asked, form="how_many")
