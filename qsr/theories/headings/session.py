"""Answers about headings: which options hold, with scenes as witnesses and sentences as cores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from qsr.cores import by_deletion
from qsr.errors import NotCovered, UnsupportedQuestion
from qsr.logic import Relation
from qsr.story import Answer, Question, Statement, Story, Witness
from qsr.theories.answers import Answers, quote
from qsr.theories.frame import DecidingSession
from qsr.theories.headings.direct import Outcome, scenes
from qsr.theories.headings.facts import STEP, Facts, read_facts
from qsr.theories.headings.witness import HeadingsFaced
from qsr.theories.protocol import Core, Limits

__all__ = ["Decide", "HeadingsSession"]

#: One backend: the rows of a story and its question in, the letters out.
Decide: TypeAlias = Callable[[Facts], Outcome]


class HeadingsSession(DecidingSession):
    """See `DecidingSession`; every call stands alone. `decide` is the backend.

    The value of an answer are the options that hold in every scene, in order. A letter that stands for "none of the others" is
    the value where no other option holds in every scene, even if one does in some. Where nothing is entailed and there is no
    such letter, the value is empty.
    """

    def __init__(self, answers: Answers, decide: Decide, limits: Limits) -> None:
        super().__init__(answers, limits)
        self._decide = decide

    def _decided(self, story: Story, question: Question) -> Answer:
        facts = read_facts(story, question)
        found = self._decide(facts)
        if not found.consistent:
            core = self._conflict(story) or Core()
            said = ", ".join(dict.fromkeys(quote(story, statement) for statement in core.statements))
            return self._answers.plain("inconsistent", reason=f"these sentences contradict each other: {said}")
        possible, entailed = found.possible, found.entailed
        status = "determined" if possible == entailed else "ambiguous"
        reason = "" if status == "determined" else f"the story leaves open: {', '.join(sorted(possible - entailed))}"
        if not entailed:
            entailed = facts.none
            possible |= facts.none
            reason = reason or ("" if facts.none else "no option holds, and none of them says so")
        value = tuple(letter for letter in question.candidates if letter in entailed)
        return self._answers.plain(status, value, reason, possible, entailed)

    def _candidates(self, story: Story, question: Question) -> Collection[str]:
        return question.candidates

    def _covered(self, story: Story) -> None:
        read_facts(story)

    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> Witness | None:
        """Return a scene, degrees clockwise from north by entity.

        For a letter that stands for "none of the others": a scene in which none of them holds. Raise UnsupportedQuestion where
        that letter is right and there is no such scene, since another option holds in each.
        """
        model = next(self._witnesses(story, question, candidate), None)
        if model is None and question is not None and candidate in dict(question.properties).get("none", ()):
            raise UnsupportedQuestion(f"{candidate} is right because no other option holds in every scene; one does in each")
        return model

    def _conflict(self, story: Story) -> Core | None:
        return self._least(story, None, "")

    def _against(self, story: Story, question: Question, candidate: str) -> Core | None:
        """Return what excludes an option; for "none of the others" what one of the others follows from."""
        return self._least(story, question, candidate)

    def _least(self, story: Story, question: Question | None, candidate: str) -> Core | None:
        """Return a minimal set of statements that excludes a candidate, or contradicts itself where there is no question.

        Fewer statements may leave an option without a meaning: it is not excluded then.
        """

        def blamed(kept: list[int]) -> list[int] | None:
            try:
                facts = read_facts(story, question, [story.statements[id_] for id_ in kept])
                found = self._decide(facts)
            except NotCovered:
                return None
            if question is None or not found.consistent:
                excluded = not found.consistent
            else:
                excluded = bool(found.entailed) if candidate in facts.none else candidate not in found.possible
            return kept if excluded else None

        core = by_deletion(blamed, range(len(story.statements)))
        return None if core is None else Core.of(core)

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield the scenes of a story."""
        return self._witnesses(story, None, None)

    def _witnesses(self, story: Story, question: Question | None, candidate: str | None) -> Iterator[Witness]:
        facts = read_facts(story)
        for scene in scenes(facts):
            witness = HeadingsFaced(
                {pointer: STEP * scene[pointer] for pointer in sorted(scene)}, dict(enumerate(story.entities))
            )
            if candidate is None or question is None or self._holds(story, witness, question, candidate):
                yield witness

    def _holds(self, story: Story, witness: Witness, question: Question, candidate: str) -> bool:
        """Tell whether an option can hold in one scene."""
        fixed = [Statement(-1, Relation("heads", degrees), (pointer,)) for pointer, degrees in witness.place.items()]
        facts = read_facts(story, question, [*story.statements, *fixed])
        possible = self._decide(facts).possible
        return not possible if candidate in facts.none else candidate in possible
