"""Answers, witnesses, reasons, worlds and counts for one seating story after another, on one backend.

A question with options has form ``"options"``, the letters as candidates, and two properties: `claims`, pairs of a letter and a
tuple of `qsr.seats.Claim` that all have to hold, and `none`, the letters of options that say that no other is right. Such an
option is right where no other holds in every layout: one that holds in some layouts only does not count against it.

`core` and `witness` take as a candidate a letter, or ``"not A"`` for the denial of option A: excluding the denial proves the
option.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Final, Protocol, cast

from qsr.errors import LimitReached, NotCovered, UnsupportedQuestion
from qsr.seats import Layout
from qsr.solvers import Deadline, Model, Outcome, Problem
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.answers import Answers, quote
from qsr.theories.protocol import Limits
from qsr.theories.seating.reading import Asked, Bonds, asked, layout_of, read
from qsr.wording import counted

__all__ = ["BACKENDS", "DENIAL", "SeatingSession"]

#: Backend -> what makes a problem; imported when first used.
BACKENDS: Final[dict[str, tuple[str, str]]] = {
    "search": ("qsr.theories.seating.by_search", "SearchProblem"),
    "clingo": ("qsr.theories.seating.by_clingo", "ClingoSeating"),
}
#: What stands before a letter that names the denial of an option.
DENIAL: Final = "not "
#: Problems that a session keeps, by layout and number of names, and the goals one may have before a fresh one takes its place.
_KEPT, _MOST_GOALS = 16, 500


class SeatingProblem(Problem, Protocol):
    """Names on the places of a layout."""

    @property
    def size(self) -> int:
        """How many numbers have been given."""

    def number(self, bonds: Bonds) -> int:
        """Return the number of bonds that hold together, as a guard and as a goal."""

    def layouts(self, guards: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield the place of each name, for all layouts; raise LimitReached."""

    def count(self, guards: Collection[int]) -> int:
        """Return the number of layouts; raise LimitReached."""


class SeatingSession:
    """See `qsr.theories.protocol.Session`; problems serve all stories with as many names in the same layout.

    `answer` never raises for what a story says. The other methods raise UnsupportedQuestion for what the theory does not cover
    and LimitReached at a limit.
    """

    def __init__(self, name: str, fingerprint: str, backend: str, settings: Mapping[str, str], limits: Limits) -> None:
        self._answers = Answers(name, fingerprint)
        self._backend, self._settings, self._limits = backend, dict(settings), limits
        self._problems: OrderedDict[tuple[Layout, int], SeatingProblem] = OrderedDict()

    def answer(self, story: Story, question: Question) -> Answer:
        """Decide a question with options, or the candidates of a "relation" or "yes_no" question.

        For options `value` is a tuple of letters, in the question's order: those that hold in every layout, or those that say
        "none" where no other does; empty where there are neither, and the status is then ambiguous.
        """
        try:
            layout = layout_of(story, self._settings)
            problem, guards = self._load(story, layout)
            ask = asked(story, question, layout)
            goals = {name: problem.number(bonds) for name, bonds in ask.candidates.items()}
        except UnsupportedQuestion as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        found = problem.consequences(guards, list(goals.values()))
        if found.consistent is Outcome.NO:
            return self._answers.plain("inconsistent", reason=_contradiction(story, layout, problem, guards))
        if found.consistent is Outcome.UNKNOWN:
            undecided = frozenset(("yes", "no") if question.form == "yes_no" else (*goals, *ask.none))
            return self._answers.plain("unknown", reason="a limit was reached before a layout was found", undecided=undecided)
        answer = self._answers.of(question, found, goals)
        return self._chosen(question, ask, answer) if question.form == "options" else answer

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a layout in which the candidate holds: a letter, ``"not A"``, a relation, ``"yes"`` or ``"no"``.

        For an option that says "none": a layout in which no other option holds. Raise UnsupportedQuestion where that option is
        right and there is no such layout, since another option holds in each.
        """
        layout = layout_of(story, self._settings)
        problem, guards = self._load(story, layout)
        model = problem.model(guards, *self._demands(story, question, candidate, layout, problem))
        if model is not None:
            return _witness(story, layout, _places(model, len(story.entities)))
        says_none = question is not None and candidate in dict(question.properties).get("none", ())
        if question is not None and says_none and candidate in self.answer(story, question).possible:
            raise UnsupportedQuestion(f"{candidate} is right because no other option holds in every layout; one does in each")
        return None

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate; excluding ``"not A"`` proves A.

        An option that says "none" is excluded by what proves the first option that holds. Its denial is excluded by a minimal
        set of statements under which no layout makes any other option true; where there is no such set, the option rests
        on layouts in which the others fail, and the result is None.
        """
        layout = layout_of(story, self._settings)
        problem, guards = self._load(story, layout)
        letter = None if candidate is None else candidate.removeprefix(DENIAL)
        if question is not None and letter is not None and letter in asked(story, question, layout).none:
            others = list(asked(story, question, layout).candidates)
            if candidate == letter:
                proofs = (self.core(story, question, DENIAL + other) for other in others)
                return next((proof for proof in proofs if proof is not None), None)
            return _core(problem, guards, [self._demands(story, question, other, layout, problem) for other in others])
        return _core(problem, guards, [self._demands(story, question, candidate, layout, problem)])

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield all layouts, at most `limit` of them; those that differ by a rotation are different.

        Raises LimitReached where `Limits.models` or `Limits.seconds` cut the enumeration short; `limit` itself just ends it.
        """
        layout = layout_of(story, self._settings)
        problem, guards = self._load(story, layout)
        for number, places in enumerate(problem.layouts(guards)):
            if limit is not None and number >= limit:
                return
            if self._limits.models is not None and number >= self._limits.models:
                raise LimitReached(f"the story has more than {counted(self._limits.models, 'model')}")
            yield _witness(story, layout, places)

    def count(self, story: Story) -> int:
        """Return how many layouts the story has: ways to put its names on places."""
        problem, guards = self._load(story, layout_of(story, self._settings))
        return problem.count(guards)

    def close(self) -> None:
        """Let go of solvers; the session is not used again."""
        for problem in self._problems.values():
            problem.close()
        self._problems.clear()

    def _chosen(self, question: Question, ask: Asked, found: Answer) -> Answer:
        """Return the answer to a question with options, of which `found` decides those that claim something."""
        possible, entailed = found.possible, found.entailed
        none = frozenset() if entailed else frozenset(ask.none)
        if found.undecided:
            return replace(found, undecided=found.undecided | none)
        value = tuple(letter for letter in question.candidates if letter in entailed | none)
        answer = self._answers.decided(question.candidates, possible | none, entailed | none, frozenset(), value)
        return answer if value or answer.reason else replace(answer, reason="no option holds in any layout")

    def _load(self, story: Story, layout: Layout) -> tuple[SeatingProblem, list[int]]:
        """Return the problem for the story's layout, with time for one question, and the guard of each statement."""
        said = read(story, layout)
        key = (layout, len(story.entities))
        problem = self._problems.pop(key, None)
        if problem is not None and problem.size > _MOST_GOALS:
            problem.close()
            problem = None
        if problem is None:
            module, name = BACKENDS[self._backend]
            problem = cast("SeatingProblem", getattr(import_module(module), name)(*key, self._limits.seed))
        self._problems[key] = problem
        if len(self._problems) > _KEPT:
            self._problems.popitem(last=False)[1].close()
        problem.allow(Deadline(self._limits.seconds).remaining)
        return problem, [problem.number((bond,)) for bond in said]

    def _demands(
        self, story: Story, question: Question | None, candidate: str | None, layout: Layout, problem: SeatingProblem
    ) -> tuple[list[int], list[int]]:
        """Return the goals that must hold, and those that must fail, for a candidate of the question."""
        if candidate is None:
            return [], []
        if question is None:
            raise ValueError("a candidate needs the question that it answers")
        ask = asked(story, question, layout)
        goals = {name: problem.number(bonds) for name, bonds in ask.candidates.items()}
        if question.form == "yes_no":
            (goal,) = goals.values()
            if candidate not in ("yes", "no"):
                raise NotCovered("a yes/no question has the candidates yes and no")
            return ([goal], []) if candidate == "yes" else ([], [goal])
        if candidate in ask.none:
            return [], list(goals.values())
        if candidate in goals:
            return [goals[candidate]], []
        if candidate.startswith(DENIAL) and candidate.removeprefix(DENIAL) in goals:
            return [], [goals[candidate.removeprefix(DENIAL)]]
        raise NotCovered(f"{candidate!r} is no candidate of the question")


def _places(model: Model, names: int) -> tuple[int, ...]:
    return tuple(int(model.numbers[name,]) for name in range(names))


def _witness(story: Story, layout: Layout, places: Sequence[int]) -> Witness:
    return Witness("seats", dict(enumerate(places)), dict(enumerate(story.entities)), layout=str(layout))


def _core(
    problem: SeatingProblem, guards: Sequence[int], demands: Sequence[tuple[list[int], list[int]]]
) -> tuple[int, ...] | None:
    """Return a minimal set of statements that leaves no layout for any of the demands; None where one has a layout.

    The last statements are given up first, whatever numbers their guards have, so that every backend and every session gives
    the same set. Of a condition that is said twice the first counts.
    """

    def excluded(statements: Collection[int]) -> bool:
        outcomes = [problem.satisfiable([guards[statement] for statement in statements], *demand) for demand in demands]
        if Outcome.UNKNOWN in outcomes:
            raise LimitReached("the time limit was reached before the set was minimal")
        return Outcome.YES not in outcomes

    kept = sorted({guard: statement for statement, guard in reversed(list(enumerate(guards)))}.values())
    if not excluded(kept):
        return None
    for statement in reversed(kept):
        fewer = [other for other in kept if other != statement]
        if excluded(fewer):
            kept = fewer
    return tuple(kept)


def _contradiction(story: Story, layout: Layout, problem: SeatingProblem, guards: Sequence[int]) -> str:
    """Quote a minimal set of conditions that contradict each other, or say that there are too few places."""
    if len(story.entities) > layout.places:
        return f"there are {len(story.entities)} names for the {layout.places} places of the layout {str(layout)!r}"
    try:
        core = _core(problem, guards, [([], [])]) or ()
    except LimitReached:
        return "the story contradicts itself; the limit came before the conditions at fault were singled out"
    quotes = dict.fromkeys(quote(story, statement) for statement in core)
    verb = "these conditions contradict each other" if len(quotes) > 1 else "this cannot be"
    return f"{verb}: {', '.join(quotes)}"
