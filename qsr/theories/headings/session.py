"""Answers about headings: which options hold, with scenes as witnesses and sentences as cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.logic import Relation
from qsr.story import Answer, Question, Statement, Story, Witness
from qsr.theories.answers import NotCovered, answered, quote
from qsr.theories.headings.direct import Outcome, scenes
from qsr.theories.headings.facts import STEP, Facts, read_facts

__all__ = ["Decide", "HeadingsSession"]

#: One backend: the rows of a story and its question in, the letters out.
Decide: TypeAlias = Callable[[Facts], Outcome]

_KIND: Final = "headings"


class HeadingsSession:
    """Answers of one backend; every call stands alone.

    Parameters
    ----------
    theory, fingerprint
        What every answer carries.
    decide
        The backend.
    """

    def __init__(self, theory: str, fingerprint: str, decide: Decide) -> None:
        self._theory = theory
        self._fingerprint = fingerprint
        self._decide = decide

    def answer(self, story: Story, question: Question) -> Answer:
        """Return the options that hold in every scene, in order, as the value.

        A letter that stands for "none of the others" is the value where no other option holds in every scene, even if one does in
        some. Where nothing is entailed and there is no such letter, the value is empty.
        """
        try:
            facts = read_facts(story, question)
            found = self._decide(facts)
            core = () if found.consistent else self.core(story) or ()
        except NotCovered as fault:
            return self._answer("not_covered", None, str(fault))
        except LimitReached as limit:
            return Answer(
                "unknown", self._theory, None, str(limit), undecided=frozenset(question.candidates), fingerprint=self._fingerprint
            )
        if not found.consistent:
            said = ", ".join(dict.fromkeys(quote(story, statement) for statement in core))
            return self._answer("inconsistent", None, f"these sentences contradict each other: {said}")
        possible, entailed = found.possible, found.entailed
        status = "determined" if possible == entailed else "ambiguous"
        reason = "" if status == "determined" else f"the story leaves open: {', '.join(sorted(possible - entailed))}"
        if not entailed:
            entailed = facts.none
            possible |= facts.none
            reason = reason or ("" if facts.none else "no option holds, and none of them says so")
        value = tuple(letter for letter in question.candidates if letter in entailed)
        return Answer(status, self._theory, value, reason, possible, entailed, fingerprint=self._fingerprint)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a scene, degrees clockwise from north by entity, in which the candidate holds.

        For a letter that stands for "none of the others": a scene in which none of them holds. Raise UnsupportedQuestion where
        that letter is right and there is no such scene, since another option holds in each.
        """
        if question is not None and candidate is not None:
            found = answered(self.answer(story, question), candidate, question.candidates)
            if candidate not in found.possible:
                return None
        model = next(self._witnesses(story, question, candidate), None)
        if model is None and question is not None and candidate in dict(question.properties).get("none", ()):
            raise UnsupportedQuestion(f"{candidate} is right because no other option holds in every scene; one does in each")
        return model

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate, or contradicts itself; None where there is none.

        A letter that stands for "none of the others" is excluded by what one of the others follows from.
        """
        asked = None if question is None or candidate is None else question
        if asked is None or candidate is None:
            read_facts(story)
        else:
            answered(self.answer(story, asked), candidate, asked.candidates)

        def excluded(said: list[Statement]) -> bool:
            try:
                facts = read_facts(story, asked, said)
                found = self._decide(facts)
            except NotCovered:
                return False
            if asked is None or not found.consistent:
                return not found.consistent
            return bool(found.entailed) if candidate in facts.none else candidate not in found.possible

        said = list(story.statements)
        if not excluded(said):
            return None
        for statement in story.statements:
            rest = [one for one in said if one.id != statement.id]
            if excluded(rest):
                said = rest
        return tuple(one.id for one in said)

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield the scenes of a story, at most `limit` of them; raise UnsupportedQuestion for a story that is not covered."""
        for number, one in enumerate(self._witnesses(story, None, None)):
            if limit is not None and number >= limit:
                return
            yield one

    def close(self) -> None:
        """Nothing to let go of."""

    def _witnesses(self, story: Story, question: Question | None, candidate: str | None) -> Iterator[Witness]:
        facts = read_facts(story)
        for scene in scenes(facts):
            witness = Witness(
                _KIND, {pointer: STEP * scene[pointer] for pointer in sorted(scene)}, dict(enumerate(story.entities))
            )
            if candidate is None or question is None or self._holds(story, witness, question, candidate):
                yield witness

    def _holds(self, story: Story, witness: Witness, question: Question, candidate: str) -> bool:
        """Tell whether an option can hold in one scene."""
        fixed = [Statement(-1, Relation("heads", degrees), (pointer,)) for pointer, degrees in witness.place.items()]
        facts = read_facts(story, question, [*story.statements, *fixed])
        possible = self._decide(facts).possible
        return not possible if candidate in facts.none else candidate in possible

    def _answer(self, status: str, value: None, reason: str) -> Answer:
        return Answer(status, self._theory, value, reason, fingerprint=self._fingerprint)
