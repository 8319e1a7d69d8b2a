"""From a contradictory story to its conflicts and its repairs, the best first.

A part of a story is read as if the rest had never been written. What is dropped or changed together is a minimal correction
(`qsr.repair.sets`): whatever is left of it as it was, the story contradicts itself. A change is one of `qsr.repair.changes`, and
what comes out has been found consistent by the theory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Final, TypeAlias

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.repair.changes import changes_of
from qsr.repair.rank import ANY, DROPPED, Change, Repair, key
from qsr.repair.sets import correct
from qsr.solvers.protocol import Deadline
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["MOST", "WAYS", "Diagnosis", "diagnose"]

#: Repairs that are returned where the caller does not say how many.
MOST: Final = 10
WAYS: Final = ("change", "drop")
#: Corrections that are looked at, as a multiple of the repairs wanted, and at least.
_SETS, _FEW_SETS = 3, 32
#: Repairs of one correction, changes of one statement, and combinations of changes that are tried for a correction.
_PER_SET, _OPTIONS, _COMBINATIONS = 4, 4, 100
#: What a statement says, without its number and its words.
Said: TypeAlias = tuple[str, tuple[int, ...], tuple[tuple[str, object], ...]]


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
        How many repairs to return.

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


class _Search:
    def __init__(self, story: Story, theory: Theory, session: Session, ways: frozenset[str], deadline: Deadline) -> None:
        self._story, self._theory, self._session = story, theory, session
        self._ways, self._deadline = ways, deadline
        #: Statements that contradict each other, as they came up: what holds them needs no solver.
        self._torn: list[frozenset[Said]] = []

    def run(self, most: int) -> Diagnosis:
        core = self._session.core(_part(self._story, self._story.statements))
        if core is None:
            self._has_a_model()
            return Diagnosis()
        if not core:
            raise UnsupportedQuestion("the story is impossible whatever its statements say: there is nothing to mend in them")
        found = correct(len(self._story.statements), self._conflict, max(_SETS * most, _FEW_SETS), self._deadline)
        more, cut = [found.more] if found.more else [], found.cut
        repairs: list[Repair] = []
        try:
            for correction in found.sets:
                # Corrections come by size, and more statements are never better.
                if len(repairs) >= most and len(correction) > len(found.sets[0]):
                    more.append("larger sets of statements were left aside")
                    break
                repairs.extend(self._repairs(correction))
        except LimitReached as limit:
            more.append(str(limit))
            cut = True
        repairs.sort(key=key)
        if len(repairs) > most:
            more.append(f"{len(repairs) - most} more repairs were found")
        reasons = "; ".join(dict.fromkeys(more))
        return Diagnosis(found.conflicts or (core,), found.sets, tuple(repairs[:most]), reasons, cut)

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
        said = [self._story.statements[number] for number in kept]
        core = self._session.core(_part(self._story, said))
        if core is None:
            return None
        self._torn.append(frozenset(_said(said[place]) for place in core))
        return [kept[place] for place in core]

    def _is_consistent(self, said: Sequence[Statement]) -> bool:
        """Tell whether statements have a model together; what has no meaning has none."""
        self._deadline.check()
        together = frozenset(map(_said, said))
        if any(torn <= together for torn in self._torn):
            return False
        try:
            core = self._session.core(_part(self._story, said))
        except UnsupportedQuestion:
            return False
        if core is not None:
            self._torn.append(frozenset(_said(said[place]) for place in core))
        return core is None

    def _repairs(self, correction: tuple[int, ...]) -> Iterator[Repair]:
        """Yield repairs that touch exactly the statements of a correction, the smallest changes first."""
        rest = [one for one in self._story.statements if one.id not in correction]
        options = [self._options(rest, self._story.statements[number]) for number in correction]
        count = 0
        for tried, changes in enumerate(_combinations(options)):
            if self._is_consistent(sorted([*rest, *_made(changes)], key=_place)):
                count += 1
                yield self._repair(rest, changes)
            if count >= _PER_SET or tried >= _COMBINATIONS:
                break

    def _options(self, rest: list[Statement], statement: Statement) -> list[Change]:
        """Return the first changes of a statement that agree with the rest, the smallest first, and that it is dropped."""
        found: list[Change] = []
        for change in changes_of(self._theory, self._story, statement) if "change" in self._ways else ():
            # Any other relation is a guess: it is made only where nothing nearer helps.
            if len(found) >= _OPTIONS or (change.kind == ANY and any(one.kind != ANY for one in found)):
                break
            if self._is_consistent(sorted([*rest, *_made([change])], key=_place)):
                found.append(change)
        return [*found, Change(statement.id, DROPPED)] if "drop" in self._ways else found

    def _repair(self, rest: list[Statement], changes: Sequence[Change]) -> Repair:
        said = sorted([*rest, *_made(changes)], key=_place)
        support = sum(self._follows(rest, instead) for instead in _made(changes))
        return Repair(tuple(changes), _part(self._story, said, self._story.questions), support)

    def _follows(self, rest: list[Statement], statement: Statement) -> bool:
        """Tell whether a statement follows from others; not where the theory does not say."""
        question = Question(0, "yes_no", statement.args, (statement.relation,), properties=statement.properties)
        answer = self._session.answer(_part(self._story, rest), question)
        return answer.status == "determined" and answer.value == "yes"


def _said(statement: Statement) -> Said:
    return statement.relation, statement.args, statement.properties


def _place(statement: Statement) -> int:
    return statement.id


def _made(changes: Iterable[Change]) -> list[Statement]:
    return [change.instead for change in changes if change.instead is not None]


def _part(story: Story, said: Iterable[Statement], questions: tuple[Question, ...] = ()) -> Story:
    """Return a story of some statements, numbered anew."""
    return replace(story, statements=tuple(replace(one, id=place) for place, one in enumerate(said)), questions=questions)


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
