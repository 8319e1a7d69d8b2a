"""SpartQA's rules as a theory: `spartqa`, blocks and the shapes in them under an open and a closed world.

SpartQA (Mirzaee, Rajaby Faghihi, Ning and Kordjamshidi, NAACL 2021) is the elder of SpaRTUN: four directions, near, far and
touching, and no topology but what a block holds and which of its edges something touches. The rules are those of `blocks`.
What is asked decides on the world. Whether a relation holds, and which ones do, is asked in the open one: what the rules do not
derive is open, unless they derive its inverse. Which block has something, and which of two things is meant, is asked in the
closed one, where what they do not derive does not hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial
from typing import Final, NoReturn

from qsr.errors import UnsupportedQuestion
from qsr.relations import CONVERSE, parts
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import quote
from qsr.theories.frame import FramedTheory
from qsr.theories.options import quantified, question_of
from qsr.theories.protocol import Core, Limits, Session
from qsr.theories.spartun.blocks import DIRECTIONS, LABELS, NUMBER, derive
from qsr.theories.spartun.clingo import derive_by_clingo
from qsr.theories.spartun.rules import Derived
from qsr.theories.spartun.session import SpartunSession, check_question

__all__ = ["Spartqa", "SpartqaSession"]

#: What a question asks for where it names no labels.
_ASKED: Final = LABELS[:7]
#: Truth in an open world.
_NO, _OPEN, _YES = range(3)


class SpartqaSession(SpartunSession):
    """Answers from derived labels; `rules` is the backend.

    A story from which a direction and its inverse of the same two entities follow is inconsistent. There are no models, and so
    no witnesses and worlds. Quantified questions are as `qsr.theories.options` describes, with the truth of Kleene's logic; those
    with options may have the property `negated`: which blocks do not have it.
    """

    numbers = NUMBER

    def _decided(self, story: Story, question: Question) -> Answer:
        check_question(_unnegated(question), self.numbers)
        derived = self._derived(story)
        if _contradictory(derived):
            core = self._conflict(story) or Core()
            quotes = ", ".join(dict.fromkeys(quote(story, one) for one in core.statements))
            return self._answers.plain("inconsistent", reason=f"these sentences contradict each other: {quotes}")
        if question.form == "options":
            chosen = frozenset(one for one in question.candidates if _chosen(question, one, derived))
            return self._answers.plain("determined", chosen, "", chosen, chosen)
        if question.form == "yes_no":
            truth = _truth(question, derived)
            possible = {_YES: frozenset({"yes"}), _NO: frozenset({"no"}), _OPEN: frozenset({"yes", "no"})}[truth]
            entailed = possible if truth != _OPEN else frozenset()
            return self._answers.decided(("yes", "no"), possible, entailed, frozenset(), min(entailed, default="unknown"))
        names = question.candidates or _ASKED
        head, tail = question.args
        truths = {one: _related(derived, head, tail, one) for one in names}
        entailed = frozenset(one for one in names if truths[one] == _YES)
        possible = frozenset(one for one in names if truths[one] != _NO)
        return self._answers.decided(names, possible, entailed, frozenset(), entailed)

    def _candidates(self, story: Story, question: Question) -> Collection[str]:
        return question.candidates or _ASKED if question.form == "relation" else super()._candidates(story, question)

    def _conflict(self, story: Story) -> Core | None:
        return self._support(story, _contradictory)

    def _against(self, story: Story, question: Question, candidate: str) -> Core | None:
        """Return a minimal set of statements that excludes the candidate: those that derive what denies it.

        An option that is not derived does not hold, and nothing excludes it.
        """
        if (conflict := self._conflict(story)) is not None:
            return conflict
        if question.form == "options":
            if not dict(question.properties).get("negated"):
                return Core(kind="not derived")
            return self._support(story, lambda derived: not _chosen(question, candidate, derived))
        if question.form == "yes_no":
            denied = _NO if candidate == "yes" else _YES
            return self._support(story, lambda derived: _truth(question, derived) == denied)
        head, tail = question.args
        return self._support(story, lambda derived: _related(derived, head, tail, candidate) == _NO)


def _unnegated(question: Question) -> Question:
    if question.form != "options":
        return question
    return replace(question, properties=tuple(one for one in question.properties if one[0] != "negated"))


def _contradictory(derived: Derived) -> bool:
    """Tell whether a direction and its inverse are derived for the same two."""
    return any(derived.both(NUMBER[one], NUMBER[CONVERSE[one]]) for one in DIRECTIONS[::2])


def _chosen(question: Question, candidate: str, derived: Derived) -> bool:
    """Tell whether an option is right in the closed world."""
    asked = question_of(_unnegated(question), candidate)
    holds = asked is not None and _truth(asked, derived) == _YES
    return holds != bool(dict(question.properties).get("negated"))


def _truth(question: Question, derived: Derived) -> int:
    """Return what a yes/no question comes to; several asked labels must hold of the same pair."""

    def related(head: int, tail: int) -> int:
        return min(_related(derived, head, tail, label) for label in question.candidates)

    return quantified(question, related, _every, _some)


def _every(truths: Iterable[int]) -> int:
    return min(truths, default=_YES)


def _some(truths: Iterable[int]) -> int:
    return max(truths, default=_NO)


def _related(derived: Derived, head: int, tail: int, label: str) -> int:
    """Tell whether a label holds of two entities, with several parts if all do; none holds of an entity and itself."""
    return min(_holds(derived, head, tail, part) for part in parts(label))


def _holds(derived: Derived, head: int, tail: int, label: str) -> int:
    if head == tail:
        return _NO
    if derived.holds(head, tail, NUMBER[label]):
        return _YES
    return _NO if label in DIRECTIONS and derived.holds(tail, head, NUMBER[label]) else _OPEN


class Spartqa(FramedTheory):
    r"""Forward rules over blocks and shapes; the settings of a story are ignored.

    Examples
    --------
    >>> import qsr
    >>> story = qsr.parse("theory: spartqa\nBlock A has a circle and a star. The circle is above the star.")
    >>> qsr.solve(story, "Is the star above any circles?").value
    'no'
    """

    name = "spartqa"
    text = "qsr.theories.spartun.text.form:FORM"
    backends = ("direct", "clingo")
    encodings = ("spartqa.lp",)
    tables = ("spartqa.toml", "spartqa.lark")
    answers_are = "set"
    uncertified = "it applies forward rules, which no model bears out"

    def _session(self, backend: str, limits: Limits) -> Session:
        rules = derive if backend == "direct" else partial(derive_by_clingo, limits, program="spartqa.lp")
        return SpartqaSession(self.answers, rules, limits)

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return the labels that a question for a relation without candidates is about."""
        return _ASKED

    def violated(self, story: Story, witness: Witness) -> NoReturn:
        """Raise UnsupportedQuestion: forward rules have no models, so no witness breaks or keeps a statement."""
        raise UnsupportedQuestion("the rules of SpartQA have no models, so there is no witness to check")
