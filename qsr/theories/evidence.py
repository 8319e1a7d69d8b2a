"""What shows that a claim about a text is wrong: the text's own words, or a model of the text.

One maker for verdicts on answers and for audits of labels. A candidate that no model allows is shown by a minimal set of
statements that excludes it; one that follows, by a minimal set that excludes its denial; one that is possible and does not
follow, by a model in which it fails. Words are minimal in sentences: of a sentence that makes several statements all of them
count, unless the theory can name the clauses within a sentence (`Clausal`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Final

from qsr import theories
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.plain import place
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.options import DENIAL, question_of
from qsr.theories.protocol import Clausal, Session, Theory, stated
from qsr.theories.quotes import named, quotes, sentence_of

__all__ = ["NEEDS_NONE", "NOT_DERIVED", "Evidence", "Maker", "denial"]

#: Why there are no words against a candidate that is impossible all the same.
NEEDS_NONE: Final = "no sentence is needed to exclude it"
#: Why there are none against one that forward rules merely do not give.
NOT_DERIVED: Final = "the rules do not derive it, and no sentence excludes it"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that a label or an answer is wrong about one candidate.

    `sentences` are a minimal set that excludes a candidate which is listed (or the denial of one which is not), and `statements`
    the statements that they make; `layout` is a place for everything in which the claim fails. `note` says why there is neither.
    """

    candidate: str
    listed: bool
    sentences: tuple[str, ...] = ()
    layout: Witness | None = None
    note: str = ""
    statements: tuple[int, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the evidence as plain data, without what there is not."""
        parts = {"sentences": list(self.sentences), "layout": place(self.layout) if self.layout else None, "note": self.note}
        return {"candidate": self.candidate, "listed": self.listed, **{name: part for name, part in parts.items() if part}}


def denial(question: Question, candidate: str, *, labels: bool = False) -> tuple[Question, str] | None:
    """Return the question and the candidate that deny a candidate; None where there is no name for that.

    With `labels` the denial of a label has a name; else it is the no to a question of its own, before which other things may
    have an extent, or other axes count.
    """
    if question.formulas and question.form != "yes_no":
        return question, f"{DENIAL}{candidate}"
    if question.form == "relation" and labels:
        return question, f"{DENIAL}{candidate}"
    if question.form == "relation":
        return replace(question, form="yes_no", candidates=(candidate,)), "no"
    if question.form == "yes_no" and candidate in ("yes", "no"):
        return question, "no" if candidate == "yes" else "yes"
    if question.form == "options" and "claims" in dict(question.properties):
        return question, f"{DENIAL}{candidate}"
    option = question_of(question, candidate)
    return None if option is None else (option, "no")


class Maker:
    """Makes the evidence about one question.

    Parameters
    ----------
    session
        What solves.
    story, question
        What is asked of what.
    theory
        Where the theory can name clauses, the words say which are meant, and are minimal in clauses.
    """

    def __init__(self, session: Session, story: Story, question: Question, theory: Theory | None = None) -> None:
        self._session, self._story, self._question, self._theory = session, story, question, theory

    def excluded(self, candidate: str) -> Evidence | None:
        """Return the words that exclude a candidate, None where it is possible; the note says where there are no words."""
        return self._against(self._question, candidate, Evidence(candidate, listed=True))

    def entailed(self, candidate: str) -> Evidence | None:
        """Return the words that a candidate follows from, None where it does not follow or its denial cannot be asked for."""
        denied = self._denial(candidate)
        if denied is None:
            return self.deriving(candidate, lambda answer: candidate in answer.entailed)
        return self._against(*denied, Evidence(candidate, listed=False))

    def deriving(self, candidate: str, holds: Callable[[Answer], bool]) -> Evidence | None:
        """Return a minimal set of sentences whose own answer satisfies a condition; None where that of the story does not.

        For what has no core of its own: options of theories that deny none, and what the path of an inconsistent story says.
        """
        said = self._story.statements
        kept = list(dict.fromkeys(map(sentence_of, said)))
        found = Evidence(candidate, listed=False)
        try:
            if not holds(self._session.answer(self._story, self._question)):
                return None
            for sentence in tuple(kept):
                fewer = [one for one in kept if one != sentence]
                if holds(self._session.answer(self._part(fewer)[0], self._question)):
                    kept = fewer
        except (LimitReached, UnsupportedQuestion) as refusal:
            return replace(found, note=str(refusal))
        ids = self._part(kept)[1]
        return replace(
            found, sentences=tuple(quotes(self._theory, self._story, ids)), statements=ids, note="" if ids else NEEDS_NONE
        )

    def contradiction(self) -> Evidence | None:
        """Return the words that contradict one another, None where they do not."""
        return self._against(None, None, Evidence("", listed=True))

    def consistent(self) -> Evidence:
        """Return a model of the story; the note says where there is none to show."""
        return self._modelled(None, None, Evidence("", listed=False))

    def holding(self, candidate: str) -> Evidence:
        """Return a model in which a candidate holds; the note says where there is none to show."""
        return self._modelled(self._question, candidate, Evidence(candidate, listed=False))

    def failing(self, candidate: str) -> Evidence:
        """Return a model in which a candidate fails; the note says where there is none to show."""
        denied = self._denial(candidate)
        found = Evidence(candidate, listed=True)
        if denied is None:
            return replace(found, note="its denial cannot be asked for")
        return self._modelled(*denied, found)

    def _modelled(self, question: Question | None, candidate: str | None, found: Evidence) -> Evidence:
        try:
            layout = self._session.witness(self._story, question, candidate)
        except (LimitReached, UnsupportedQuestion) as refusal:
            return replace(found, note=str(refusal))
        if layout is None:
            return replace(found, note="there is no model to show")
        return replace(found, layout=named(self._story, layout))

    def _against(self, question: Question | None, candidate: str | None, found: Evidence) -> Evidence | None:
        try:
            core = self._session.core(self._story, question, candidate)
            said = stated(core)
            if said and not isinstance(self._theory, Clausal):
                said = self._in_sentences(question, candidate, said)
        except (LimitReached, UnsupportedQuestion) as refusal:
            return replace(found, note=str(refusal))
        if core is None:
            return None
        if not said:
            return replace(found, note=NOT_DERIVED if core.kind == "not derived" else NEEDS_NONE)
        return replace(found, sentences=tuple(quotes(self._theory, self._story, said)), statements=said)

    def _in_sentences(self, question: Question | None, candidate: str | None, core: tuple[int, ...]) -> tuple[int, ...]:
        """Return statements whose sentences are a minimal set: what a sentence says beside the core may spare another."""
        said = self._story.statements
        kept = list(dict.fromkeys(sentence_of(said[statement]) for statement in core))
        # What proves one option may prove another without its last sentence, and either excludes "none of them".
        another = candidate in dict(self._question.properties).get("none", ())
        if not another and sum(sentence_of(statement) in kept for statement in said) == len(core):
            return core
        for sentence in tuple(kept):
            fewer = [one for one in kept if one != sentence]
            smaller = self._of(question, candidate, fewer)
            if smaller is not None:
                kept, core = fewer, smaller
        return core

    def _of(self, question: Question | None, candidate: str | None, sentences: list[Hashable]) -> tuple[int, ...] | None:
        """Return what of these sentences alone excludes the candidate, None where they do not.

        Sentences that lack what makes the question mean something are no smaller evidence.
        """
        part, ids = self._part(sentences)
        try:
            core = self._session.core(part, question, candidate)
        except UnsupportedQuestion:
            return None
        return None if core is None else tuple(ids[place] for place in core.statements)

    def _part(self, sentences: list[Hashable]) -> tuple[Story, tuple[int, ...]]:
        """Return the story with these sentences alone, and the ids that its statements have in the whole one."""
        kept = [statement for statement in self._story.statements if sentence_of(statement) in sentences]
        part = replace(self._story, statements=tuple(replace(one, id=place) for place, one in enumerate(kept)))
        return part, tuple(one.id for one in kept)

    def _denial(self, candidate: str) -> tuple[Question, str] | None:
        named = dict(self._story.settings).get("theory")
        return denial(self._question, candidate) if theories.trait(named, "denials", True) else None
