"""Answers from derived labels: which of them are asked for, and what quantified questions come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from qsr.errors import LimitReached, NotCovered
from qsr.relations import CONVERSE, DIRECTIONS, DISTANCES, LABELS, OVERLAPPING, RCC8, parts
from qsr.story import MARKS, Answer, Question, Statement, Story, Value, Witness
from qsr.theories.answers import answered
from qsr.theories.options import answer_options, fault_of_options, question_of
from qsr.theories.spartun.facts import NUMBER, Fact, Facts, read_facts, uncovered
from qsr.theories.spartun.rules import Derived

__all__ = ["CANDIDATES", "QUANTIFIERS", "Rules", "SpartunSession"]

#: What a question asks for where it names no labels: SpaRTUN's fifteen, which leave equality out.
CANDIDATES: Final = tuple(label for label in LABELS if label != OVERLAPPING)
#: What a description may begin with -> how many of the entities that match it are meant. SpaRTUN's "the" means each of them;
#: where several match, its generator prints "a" and means any.
QUANTIFIERS: Final[dict[str, Callable[[Iterable[bool]], bool]]] = {"the": all, "all": all, "any": any}
#: One backend: the facts of a story in, what follows from them out.
Rules: TypeAlias = Callable[[Iterable[Fact]], Derived]

_PROPERTIES: Final = frozenset({"heads", "tails", "quantifiers"})
_NOTHING: Final[frozenset[str]] = frozenset()
_YES_NO: Final = frozenset({"yes", "no"})


class SpartunSession:
    """Answers under a closed world: what the rules derive holds, and nothing else does.

    Every covered story has status determined: the rules look for no contradiction, and a story that says "left" and
    "right" of the same two has both labels.

    Parameters
    ----------
    theory, fingerprint
        What every answer carries.
    rules
        The backend.
    """

    def __init__(self, theory: str, fingerprint: str, rules: Rules) -> None:
        self._theory = theory
        self._fingerprint = fingerprint
        self._rules = rules
        self._last: tuple[tuple[Statement, ...], str, Derived] | None = None

    def answer(self, story: Story, question: Question) -> Answer:
        """Return the derived labels among the candidates, or whether every asked label is derived.

        A question with options (`qsr.theories.options`) is a yes/no question for each.

        A yes/no question is about the two entities of `args`, or quantified: its properties `heads` and `tails` are then tuples
        of entities and `quantifiers` a pair of ``"the"``, ``"all"`` and ``"any"``. An existential quantifier on the head has
        the wider scope ("is any X left of all Y": one X is left of each), otherwise that on the tail is inside ("are all X left
        of any Y": each X has its own). A pair of an entity and itself stays and is false. "All" of no entities is true.
        """
        fault = _uncovered_question(question)
        if fault:
            return self._answer("not_covered", None, fault)
        if question.form == "options":
            return answer_options(story, question, self.answer)
        try:
            fault, derived = self._read(story)
        except LimitReached as limit:
            undecided = _YES_NO if question.form == "yes_no" else frozenset(question.candidates or CANDIDATES)
            return self._answer("unknown", None, str(limit), undecided=undecided)
        if fault:
            return self._answer("not_covered", None, fault)
        if question.form == "yes_no":
            word = "yes" if _true(derived, question) else "no"
            return self._answer("determined", word, decided=frozenset({word}))
        labels = _asked(derived, question)
        return self._answer("determined", labels, decided=labels)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return None: forward rules have no models to draw."""
        self._possible(story, question, candidate)
        return None

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate.

        "No" is excluded by those that "yes" is derived from, and a label by those that derive one it cannot stand beside: the
        opposite direction, the other distance, another base relation of RCC8. Whatever else does not hold is not derived, and
        the tuple is empty. None for a candidate that holds, and without a candidate: no story is inconsistent under these
        rules.
        """
        possible = self._possible(story, question, candidate)
        if question is None or candidate is None or candidate in possible:
            return None
        if question.form == "options":
            option = question_of(question, candidate)
            return None if option is None else self.core(story, option, "yes")
        if question.form == "yes_no":
            return self._support(read_facts(story), question) if candidate == "no" else ()
        _, derived = self._read(story)
        head, tail = question.args
        for rival in _rivals(candidate):
            if derived.holds(head, tail, NUMBER[rival]):
                asked = Question(question.id, "yes_no", question.args, (rival,))
                return self._support(read_facts(story), asked)
        return ()

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Return nothing: forward rules have no models."""
        self._possible(story, None, None)
        return iter(())

    def close(self) -> None:
        """Forget the last story; there is no solver to let go of."""
        self._last = None

    def _possible(self, story: Story, question: Question | None, candidate: str | None) -> frozenset[str]:
        """Return which candidates hold, none without a question; raise NotCovered for what is not covered."""
        if question is None or candidate is None:
            if fault := self._read(story)[0]:
                raise NotCovered(fault)
            return _NOTHING
        names = _YES_NO if question.form == "yes_no" else question.candidates or LABELS
        return answered(self.answer(story, question), candidate, names).possible

    def _read(self, story: Story) -> tuple[str, Derived]:
        # Questions about one text come as stories of their own that share its statements.
        if self._last is None or self._last[0] is not story.statements:
            fault = uncovered(story)
            self._last = (story.statements, fault, self._rules({} if fault else read_facts(story)))
        return self._last[1], self._last[2]

    def _support(self, facts: Facts, question: Question) -> tuple[int, ...]:
        """Return a minimal set of statements from which the answer is yes, found by leaving each out on trial.

        One pass is enough because the rules are monotone: what a smaller set derives, a larger one derives as well.
        """
        kept = sorted({statement for statements in facts.values() for statement in statements})
        for statement in tuple(kept):
            fewer = frozenset(kept) - {statement}
            if _true(self._rules([fact for fact, said in facts.items() if not fewer.isdisjoint(said)]), question):
                kept.remove(statement)
        return tuple(kept)

    def _answer(
        self,
        status: str,
        value: Value | None,
        reason: str = "",
        decided: frozenset[str] = _NOTHING,
        undecided: frozenset[str] = _NOTHING,
    ) -> Answer:
        return Answer(status, self._theory, value, reason, decided, decided, undecided, self._fingerprint)


def _uncovered_question(question: Question) -> str:
    """Return why the rules have no answer to the question; empty where they have one."""
    if question.form == "options":
        return fault_of_options(question)
    if question.form not in ("relation", "yes_no"):
        return f"not covered: a question of form {question.form!r}"
    properties = {name: value for name, value in question.properties if name not in MARKS}
    if properties.keys() - _PROPERTIES:
        return f"not covered: the question's {', '.join(sorted(properties.keys() - _PROPERTIES))}"
    if properties and (question.form != "yes_no" or len(properties) < len(_PROPERTIES)):
        return "not covered: quantifiers without their entities, or in a question that is not yes/no"
    if not properties and len(question.args) != 2:
        return "not covered: a question that is not about two entities"
    for quantifier in properties.get("quantifiers", ()):
        if quantifier not in QUANTIFIERS:
            return f"not covered: the quantifier {quantifier!r}"
    if question.form == "yes_no" and not question.candidates:
        return "not covered: a yes/no question that asks no relation"
    for candidate in question.candidates:
        if not NUMBER.keys() >= set(parts(candidate)):
            return f"not covered: the label {candidate!r}"
    return ""


def _rivals(label: str) -> tuple[str, ...]:
    """Return the labels of which no more than one, this one included, can be true of two extended objects."""
    if label in DIRECTIONS:
        return (CONVERSE[label],)
    if label in DISTANCES:
        return tuple(other for other in DISTANCES if other != label)
    return tuple(other for other in RCC8 if other != label) if label in RCC8 else ()


def _holds(derived: Derived, head: int, tail: int, candidate: str) -> bool:
    return all(derived.holds(head, tail, NUMBER[label]) for label in parts(candidate))


def _asked(derived: Derived, question: Question) -> frozenset[str]:
    head, tail = question.args
    return frozenset(label for label in question.candidates or CANDIDATES if _holds(derived, head, tail, label))


def _true(derived: Derived, question: Question) -> bool:
    """Tell whether a yes/no question is answered yes; several asked labels must hold of the same pair."""

    def related(head: int, tail: int) -> bool:
        return all(_holds(derived, head, tail, label) for label in question.candidates)

    properties = {name: value for name, value in question.properties if name not in MARKS}
    if not properties:
        return related(*question.args)
    of_heads, of_tails = (QUANTIFIERS[word] for word in properties["quantifiers"])
    tails = properties["tails"]
    return of_heads(of_tails(related(head, tail) for tail in tails) for head in properties["heads"])
