"""What shows that a claim about a text is wrong: the text's own words, or a model of the text.

One maker for verdicts on answers and for audits of labels. A candidate that no model allows is shown by a minimal set of
statements that excludes it; one that follows, by a minimal set that excludes its denial; one that is possible and does not
follow, by a model in which it fails. Words are minimal in sentences: of a sentence that makes several statements all of them
count, unless the theory can name the clauses within a sentence (`Clausal`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Answer, Question, Statement, Story, Witness
from qsr.theories.options import question_of
from qsr.theories.protocol import Clausal, Session, Theory

__all__ = ["NEEDS_NONE", "Evidence", "Maker", "denial", "places", "quotes"]

#: Why there are no words against a candidate that is impossible all the same.
NEEDS_NONE: Final = "no sentence is needed to exclude it"
#: What stands before a letter that names the denial of an option; see `qsr.theories.seating.session`.
_DENIAL: Final = "not "


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
        parts = {"sentences": list(self.sentences), "layout": places(self.layout) if self.layout else None, "note": self.note}
        return {"candidate": self.candidate, "listed": self.listed, **{name: part for name, part in parts.items() if part}}


def places(layout: Witness) -> dict[str, Any]:
    """Return a model as plain data: kind, the sides of its room or the name of its seats, and an entry per entity, in order.

    Numbers are exact: whole, or a text such as ``"1/2"``.

    >>> places(Witness("points", {0: (Fraction(1, 2), Fraction(2))}, {0: "cup"}))
    {'kind': 'points', 'place': [{'entity': 0, 'name': 'cup', 'at': ['1/2', 2]}]}
    """
    entries = [
        {"entity": entity, "name": layout.names.get(entity, str(entity)), "at": _numbers(at)}
        for entity, at in sorted(layout.place.items())
    ]
    size = {"size": _numbers(layout.size)} if layout.size else {}
    named = {"layout": layout.layout} if layout.layout else {}
    return {"kind": layout.kind, **size, **named, "place": entries}


def _numbers(value: Any) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return [_numbers(part) for part in value] if isinstance(value, (tuple, list)) else value


def quotes(theory: Theory | None, story: Story, statements: Sequence[int]) -> tuple[str, ...]:
    """Return the words of statements, once each.

    Of a sentence that makes several statements it is said which clauses are meant, where the theory can tell. A story without
    a text is quoted as names and relations.
    """
    if not isinstance(theory, Clausal):
        return tuple(dict.fromkeys(_words(story, statement) for statement in statements))
    found = []
    said = [story.statements[statement] for statement in statements]
    for key, group in groupby(said, key=_sentence):
        ids = [statement.id for statement in group]
        parts = "; ".join(theory.clause(story, statement) for statement in ids)
        alone = len(ids) == sum(_sentence(statement) == key for statement in story.statements)
        found.append(_words(story, ids[0]) + ("" if alone else f"  [{parts}]"))
    return tuple(found)


def _words(story: Story, statement: int) -> str:
    said = story.statements[statement]
    head, *rest = (story.entities[entity] for entity in said.args)
    return story.quote(statement) or " ".join((head, said.relation, *rest))


def _sentence(statement: Statement) -> Hashable:
    """Return what the statements of one sentence share; a statement without words stands alone."""
    return statement.span if statement.span[1] > statement.span[0] else statement.id


def denial(question: Question, candidate: str) -> tuple[Question, str] | None:
    """Return the question and the candidate that deny a candidate; None where there is no name for that."""
    if question.form == "relation":
        asked = Question(question.id, "yes_no", question.args, (candidate,), question.text, question.span, question.properties)
        return asked, "no"
    if question.form == "yes_no" and candidate in ("yes", "no"):
        return question, "no" if candidate == "yes" else "yes"
    if question.form == "options" and "claims" in dict(question.properties):
        return question, f"{_DENIAL}{candidate}"
    if question.form == "options" and "options" in dict(question.properties):
        option = question_of(question, candidate)
        return None if option is None else (option, "no")
    return None


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
        kept = list(dict.fromkeys(map(_sentence, said)))
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
        return replace(found, sentences=quotes(self._theory, self._story, ids), statements=ids, note="" if ids else NEEDS_NONE)

    def contradiction(self) -> Evidence | None:
        """Return the words that contradict one another, None where they do not."""
        return self._against(None, None, Evidence("", listed=True))

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

    def _modelled(self, question: Question, candidate: str, found: Evidence) -> Evidence:
        try:
            layout = self._session.witness(self._story, question, candidate)
        except (LimitReached, UnsupportedQuestion) as refusal:
            return replace(found, note=str(refusal))
        if layout is None:
            return replace(found, note="there is no model to show")
        return replace(found, layout=layout if layout.names else replace(layout, names=dict(enumerate(self._story.entities))))

    def _against(self, question: Question | None, candidate: str | None, found: Evidence) -> Evidence | None:
        try:
            core = self._session.core(self._story, question, candidate)
            if core and not isinstance(self._theory, Clausal):
                core = self._in_sentences(question, candidate, core)
        except (LimitReached, UnsupportedQuestion) as refusal:
            return replace(found, note=str(refusal))
        if core is None:
            return None
        if not core:
            return replace(found, note=NEEDS_NONE)
        return replace(found, sentences=quotes(self._theory, self._story, core), statements=tuple(core))

    def _in_sentences(self, question: Question | None, candidate: str | None, core: tuple[int, ...]) -> tuple[int, ...]:
        """Return statements whose sentences are a minimal set: what a sentence says beside the core may spare another."""
        said = self._story.statements
        kept = list(dict.fromkeys(_sentence(said[statement]) for statement in core))
        # What proves one option may prove another without its last sentence, and either excludes "none of them".
        another = candidate in dict(self._question.properties).get("none", ())
        if not another and sum(_sentence(statement) in kept for statement in said) == len(core):
            return core
        for sentence in tuple(kept):
            fewer = [one for one in kept if one != sentence]
            smaller = self._of(question, candidate, fewer)
            if smaller is not None:
                kept, core = fewer, smaller
        return core

    def _of(self, question: Question | None, candidate: str | None, sentences: list[Hashable]) -> tuple[int, ...] | None:
        """Return what of these sentences alone excludes the candidate, None where they do not."""
        part, ids = self._part(sentences)
        core = self._session.core(part, question, candidate)
        return None if core is None else tuple(ids[place] for place in core)

    def _part(self, sentences: list[Hashable]) -> tuple[Story, tuple[int, ...]]:
        """Return the story with these sentences alone, and the ids that its statements have in the whole one."""
        kept = [statement for statement in self._story.statements if _sentence(statement) in sentences]
        part = replace(self._story, statements=tuple(replace(one, id=place) for place, one in enumerate(kept)))
        return part, tuple(one.id for one in kept)

    def _denial(self, candidate: str) -> tuple[Question, str] | None:
        # Headings have options with claims as seats do, and no name for the denial of one.
        named = dict(self._story.settings).get("theory")
        return None if named == "headings" else denial(self._question, candidate)
