"""From a contradictory story to its conflicts and its repairs, the best first.

A part of a story is read as if the rest had never been written. What is dropped or changed together is a minimal correction
(`qsr.repair.sets`): whatever is left of it as it was, the story contradicts itself. A change is one of `qsr.repair.changes`, and
what comes out has been found consistent by the theory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import groupby
from typing import Any, Final

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.repair.changes import changes_of
from qsr.repair.rank import ANY, DROPPED, Change, Repair, effort, key
from qsr.repair.sets import CorrectionSearch
from qsr.solvers.protocol import Deadline
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, Session, Theory
from qsr.wording import counted

__all__ = ["MOST", "WAYS", "Diagnosis", "diagnose"]

#: Repairs that are returned where the caller does not say how many.
MOST: Final = 10
WAYS: Final = ("change", "drop")
#: Repairs of one correction, changes of one statement, and combinations of changes that are tried for a correction.
_PER_SET, _OPTIONS, _COMBINATIONS = 4, 4, 100


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with a story, and what would mend it.

    Parameters
    ----------
    conflicts
        Minimal sets of statements that contradict each other, by id; none for a consistent story.
    corrections
        Minimal sets of statements without which the story is consistent, smallest first.
    repairs
        The best first.
    more
        Why there may be others; empty where all is said.
    cut
        Whether a limit of time or of the search is among the reasons.
    """

    conflicts: tuple[tuple[int, ...], ...] = ()
    corrections: tuple[tuple[int, ...], ...] = ()
    repairs: tuple[Repair, ...] = ()
    more: str = ""
    cut: bool = False

    @property
    def consistent(self) -> bool:
        """Whether there is nothing to mend."""
        return not self.conflicts


def diagnose(
    story: Story,
    theory: Theory,
    *,
    backend: str | None = None,
    limits: Limits | None = None,
    ways: Iterable[str] = WAYS,
    most: int = MOST,
) -> Diagnosis:
    """Return the conflicts of a story and its repairs.

    Parameters
    ----------
    story, theory, backend
        What contradicts itself, and under which theory.
    limits
        `seconds` bounds the whole; what was found by then is returned, and `Diagnosis.more` says that time was up.
    ways
        ``"change"``, ``"drop"`` or both: what a repair may do. With both, a statement is dropped where no change of it helps.
    most
        How many repairs to return, and how often the theory may be asked about corrections larger than the smallest, which are
        the lesser ones: all of these are looked at.

    Raises
    ------
    UnsupportedQuestion
        Where the theory gives some statement no meaning, or does not say which statements contradict each other.
    LimitReached
        Where the time was up before it was known whether the story contradicts itself.
    """
    chosen = frozenset(ways)
    if not chosen or not chosen.issubset(WAYS):
        raise ValueError(f"a repair may {' or '.join(WAYS)}, not {sorted(chosen)}")
    limits = limits or Limits()
    session = theory.open(backend, limits)
    try:
        return _Search(story, theory, session, chosen, Deadline(limits.seconds)).run(most)
    finally:
        session.close()


class _Enough(Exception):
    """Larger corrections are looked for no further."""


class _Search:
    def __init__(self, story: Story, theory: Theory, session: Session, ways: frozenset[str], deadline: Deadline) -> None:
        self._story, self._theory, self._session = story, theory, session
        self._ways, self._deadline = ways, deadline
        #: Statements that contradict each other, as they came up: what holds them needs no solver.
        self._torn: list[frozenset[Any]] = []
        #: Questions about larger corrections than the smallest that are left to ask; None before these are come to.
        self._left: int | None = None

    def run(self, most: int) -> Diagnosis:
        core = self._conflict(tuple(range(len(self._story.statements))))
        if core is None:
            self._has_a_model()
            return Diagnosis()
        if not core:
            raise UnsupportedQuestion("the story is impossible whatever its statements say: there is nothing to mend in them")
        search = CorrectionSearch(len(self._story.statements), self._conflict, self._deadline, known=(core,))
        repairs: list[Repair] = []
        more, cut = "", False
        try:
            # Corrections come by size, and more statements are never better.
            while not search.is_over and len(repairs) < most:
                if search.corrections and self._left is None:
                    self._left = most
                for correction in search.next_size():
                    repairs.extend(self._repairs(correction))
        except _Enough:
            pass
        except LimitReached as limit:
            more, cut = str(limit), True
        try:
            ranked = self._ranked(repairs, most, search.conflicts)
        except LimitReached as limit:
            ranked, more, cut = sorted(repairs, key=key), str(limit), True
        reasons = [f"{counted(len(ranked) - most, 'more repair was', 'more repairs were')} found"] if len(ranked) > most else []
        if more or not search.is_over:
            reasons.append(more or "larger sets of statements were left aside")
        return Diagnosis(search.conflicts or (tuple(core),), search.corrections, tuple(ranked[:most]), "; ".join(reasons), cut)

    def _ranked(self, repairs: list[Repair], most: int, conflicts: Collection[Collection[int]]) -> list[Repair]:
        """Return repairs in their order; of those that are alike otherwise, what the stories then tell is asked."""
        ranked: list[Repair] = []
        torn = frozenset(number for conflict in conflicts for number in conflict)
        for _, group in groupby(sorted(repairs, key=key), key=effort):
            alike = list(group)
            if len(alike) > 1 and len(ranked) < most:
                told = [replace(one, answered=self._answered(one), needless=self._needless(one, torn)) for one in alike]
                alike = sorted(told, key=key)
            ranked += alike
        return ranked

    def _answered(self, repair: Repair) -> int:
        """Return how many questions of the story have one answer after a repair."""
        return sum(self._session.answer(repair.story, asked).status == "determined" for asked in repair.story.questions)

    def _needless(self, repair: Repair, torn: Collection[int]) -> int:
        """Return how many of the statements at odds follow, after a repair, from all others."""
        instead = {change.statement: change.instead for change in repair.changes}
        said = [one for one in (instead.get(one.id, one) for one in self._story.statements) if one is not None]
        return sum(self._follows([one for one in said if one.id != mine.id], mine) for mine in said if mine.id in torn)

    def _has_a_model(self) -> None:
        """Refuse a story of which the theory finds neither a contradiction nor a model."""
        try:
            found = self._session.witness(self._story)
        except UnsupportedQuestion:
            # Statements without a meaning were refused before: there is a model, and no picture of it.
            return
        if found is None:
            story = self._story
            asked = Question(0, "relation", (0, 1))
            fault = self._session.answer(story, asked).reason if len(story.entities) > 1 else ""
            raise UnsupportedQuestion(
                f"the theory {self._theory.name} finds neither a contradiction nor a model of this story:"
                f" it cannot say what to mend{f' ({fault})' if 'not covered' in fault else ''}"
            )

    def _conflict(self, kept: tuple[int, ...]) -> list[int] | None:
        if self._left is not None:
            if self._left == 0:
                raise _Enough
            self._left -= 1
        said = [self._story.statements[number] for number in kept]
        core = self._session.core(self._story.saying(said))
        if core is None:
            return None
        self._torn.append(frozenset(said[place].said for place in core.statements))
        return [kept[place] for place in core.statements]

    def _is_consistent(self, said: Sequence[Statement]) -> bool:
        """Tell whether statements have a model together; what has no meaning has none."""
        self._deadline.check()
        together = frozenset(one.said for one in said)
        if any(torn <= together for torn in self._torn):
            return False
        part = self._story.saying(said)
        try:
            # One question; what contradicts what in a change that does not help is not asked.
            return self._session.witness(part) is not None
        except UnsupportedQuestion:
            pass
        try:
            return self._session.core(part) is None
        except UnsupportedQuestion:
            return False

    def _repairs(self, correction: tuple[int, ...]) -> Iterator[Repair]:
        """Yield repairs that touch exactly the statements of a correction, the smallest changes first."""
        rest = [one for one in self._story.statements if one.id not in correction]
        options = [self._options(rest, self._story.statements[number]) for number in correction]
        count = 0
        for tried, changes in enumerate(_combinations(options)):
            said = _with(rest, changes)
            if self._is_consistent(said):
                count += 1
                yield Repair(tuple(changes), self._story.saying(said, self._story.questions))
            if count >= _PER_SET or tried >= _COMBINATIONS:
                break

    def _options(self, rest: list[Statement], statement: Statement) -> list[Change]:
        """Return the first changes of a statement that agree with the rest, the smallest first, and that it is dropped."""
        found: list[Change] = []
        for change in changes_of(self._theory, self._story, statement) if "change" in self._ways else ():
            # Any other relation is a guess: it is made only where nothing nearer helps.
            if len(found) >= _OPTIONS or (change.kind == ANY and any(one.kind != ANY for one in found)):
                break
            if self._is_consistent(_with(rest, [change])):
                found.append(change)
        return [*found, Change(statement.id, DROPPED)] if "drop" in self._ways else found

    def _follows(self, rest: list[Statement], statement: Statement) -> bool:
        """Tell whether a statement follows from others: no model denies it, and one has it; not where the theory does not say."""
        self._deadline.check()
        question = Question(0, "yes_no", statement.args, (statement.relation,), properties=statement.properties)
        part = self._story.saying(rest)
        try:
            return (
                self._session.witness(part, question, "no") is None and self._session.witness(part, question, "yes") is not None
            )
        except UnsupportedQuestion:
            return False


def _with(rest: Iterable[Statement], changes: Iterable[Change]) -> list[Statement]:
    """Return statements and what stands for those that change, in the order of the text."""
    made = [change.instead for change in changes if change.instead is not None]
    return sorted([*rest, *made], key=lambda one: one.id)


def _combinations(options: Sequence[Sequence[Change]]) -> Iterator[tuple[Change, ...]]:
    """Yield one change for each statement: fewest drops first, then the smallest changes, then as they were thought of."""
    if not all(options):
        return

    def weight(places: tuple[int, ...]) -> tuple[int, int]:
        chosen = [option[place] for option, place in zip(options, places, strict=True)]
        return sum(change.instead is None for change in chosen), sum(change.cost for change in chosen)

    start = (0,) * len(options)
    waiting = [(weight(start), start)]
    seen = {start}
    while waiting:
        _, places = heappop(waiting)
        yield tuple(option[place] for option, place in zip(options, places, strict=True))
        for number, place in enumerate(places):
            after = (*places[:number], place + 1, *places[number + 1 :])
            if place + 1 < len(options[number]) and after not in seen:
                seen.add(after)
                heappush(waiting, (weight(after), after))
