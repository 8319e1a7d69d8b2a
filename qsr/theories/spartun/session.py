"""Answers from derived labels: which of them are asked for, and what quantified questions come to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final, TypeAlias

from qsr.cores import by_bisection
from qsr.errors import NotCovered
from qsr.relations import CONVERSE, DIRECTIONS, DISTANCES, LABELS, OVERLAPPING, RCC8, parts
from qsr.story import MARKS, Answer, Question, Statement, Story, Witness
from qsr.theories.answers import Answers
from qsr.theories.frame import DecidingSession
from qsr.theories.options import QUANTIFIED, answer_options, fault_of_options, fault_of_quantifiers, quantified, question_of
from qsr.theories.protocol import Core, Limits
from qsr.theories.spartun.facts import NUMBER, Fact, read_facts
from qsr.theories.spartun.rules import Derived

__all__ = ["CANDIDATES", "Rules", "SpartunSession", "check_question"]

#: What a question asks for where it names no labels: SpaRTUN's fifteen, which leave equality out.
CANDIDATES: Final = tuple(label for label in LABELS if label != OVERLAPPING)
#: One backend: the facts of a story in, what follows from them out.
Rules: TypeAlias = Callable[[Iterable[Fact]], Derived]


class SpartunSession(DecidingSession):
    """Answers under a closed world: what the rules derive holds, and nothing else does. `rules` is the backend.

    Every covered story has status determined: the rules look for no contradiction, and a story that says "left" and
    "right" of the same two has both labels. There are no models, and so no witnesses and worlds.

    Quantified questions and those with options are as `qsr.theories.options` describes. A pair of an entity and itself stays and
    is false.
    """

    #: Relation of a statement -> its number.
    numbers: ClassVar[Mapping[str, int]] = NUMBER

    def __init__(self, answers: Answers, rules: Rules, limits: Limits) -> None:
        super().__init__(answers, limits)
        self._rules = rules
        self._last: tuple[tuple[Statement, ...], Derived] | None = None

    def _decided(self, story: Story, question: Question) -> Answer:
        check_question(question, self.numbers)
        if question.form == "options":
            return answer_options(story, question, self.answer)
        derived = self._derived(story)
        if question.form == "yes_no":
            word = "yes" if _true(question, derived) else "no"
            return self._answers.plain("determined", word, "", frozenset({word}), frozenset({word}))
        head, tail = question.args
        labels = frozenset(label for label in question.candidates or CANDIDATES if _holds(derived, head, tail, label))
        return self._answers.plain("determined", labels, "", labels, labels)

    def _candidates(self, story: Story, question: Question) -> Collection[str]:
        return ("yes", "no") if question.form == "yes_no" else question.candidates or LABELS

    def _covered(self, story: Story) -> None:
        self._derived(story)

    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> None:
        """Return None: forward rules have no models to draw."""

    def _against(self, story: Story, question: Question, candidate: str) -> Core | None:
        """Return a minimal set of statements that excludes the candidate.

        "No" is excluded by those that "yes" is derived from, and a label by those that derive one it cannot stand beside: the
        opposite direction, the other distance, another base relation of RCC8. Whatever else does not hold is not derived.
        """
        if question.form == "options":
            option = question_of(question, candidate)
            return None if option is None else self.core(story, option, "yes")
        if question.form == "yes_no":
            return self._support(story, partial(_true, question)) if candidate == "no" else Core(kind="not derived")
        derived = self._derived(story)
        head, tail = question.args
        for rival in _rivals(candidate):
            if derived.holds(head, tail, NUMBER[rival]):
                asked = Question(question.id, "yes_no", question.args, (rival,))
                return self._support(story, partial(_true, asked))
        return Core(kind="not derived")

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Return nothing: forward rules have no models."""
        self._covered(story)
        return iter(())

    def _derived(self, story: Story) -> Derived:
        """Return what follows from a story; raise NotCovered."""
        # Questions about one text come as stories of their own that share its statements.
        if self._last is None or self._last[0] is not story.statements:
            self._last = (story.statements, self._rules(read_facts(story, self.numbers)))
        return self._last[1]

    def _support(self, story: Story, shows: Callable[[Derived], bool]) -> Core | None:
        """Return a minimal set of statements from which something shows, and would from more; the rules are monotone."""
        facts = read_facts(story, self.numbers)

        def derives(kept: list[int]) -> bool:
            known = frozenset(kept)
            return shows(self._rules([fact for fact, said in facts.items() if not known.isdisjoint(said)]))

        core = by_bisection(derives, sorted({statement for statements in facts.values() for statement in statements}))
        return None if core is None else Core.of(core)


def check_question(question: Question, numbers: Mapping[str, int]) -> None:
    """Raise NotCovered for a question to which rules for these relations have no answer."""
    if question.form == "options":
        if fault := fault_of_options(question):
            raise NotCovered(fault)
        return
    if question.form not in ("relation", "yes_no"):
        raise NotCovered(f"not covered: a question of form {question.form!r}")
    if more := {name for name, _ in question.properties if name not in MARKS} - QUANTIFIED:
        raise NotCovered(f"not covered: the question's {', '.join(sorted(more))}")
    if fault := fault_of_quantifiers(question):
        raise NotCovered(f"not covered: {fault}")
    for candidate in question.candidates:
        if not numbers.keys() >= set(parts(candidate)):
            raise NotCovered(f"not covered: the label {candidate!r}")


def _rivals(label: str) -> tuple[str, ...]:
    """Return the labels of which no more than one, this one included, can be true of two extended objects."""
    if label in DIRECTIONS:
        return (CONVERSE[label],)
    if label in DISTANCES:
        return tuple(other for other in DISTANCES if other != label)
    return tuple(other for other in RCC8 if other != label) if label in RCC8 else ()


def _holds(derived: Derived, head: int, tail: int, candidate: str) -> bool:
    return all(derived.holds(head, tail, NUMBER[label]) for label in parts(candidate))


def _true(question: Question, derived: Derived) -> bool:
    """Tell whether a yes/no question is answered yes; several asked labels must hold of the same pair."""

    def related(head: int, tail: int) -> bool:
        return all(_holds(derived, head, tail, label) for label in question.candidates)

    return quantified(question, related, all, any)
