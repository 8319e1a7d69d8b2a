"""What the sessions of complete theories have in common: consequences made into answers, statements quoted, refusals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from qsr.errors import LimitReached, NotCovered
from qsr.solvers import Consequences
from qsr.story import Answer, Question, Story, Value

__all__ = ["Answers", "answered", "quote", "shorten", "words"]

_SHOWN: Final = 200


def shorten(text: str) -> str:
    """Return a text, cut where it is long."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def quote(story: Story, statement: int) -> str:
    """Return the words of a statement in quotation marks, cut where they are long, or its number where it has none."""
    words = shorten(story.quote(statement))
    return f'"{words}"' if words else f"statement {statement}"


def words(story: Story, statement: int) -> str:
    """Return the words of a statement, or its relation and entities where the story has no text for it."""
    quoted = story.quote(statement)
    if quoted:
        return f'"{quoted}"'
    said = story.statements[statement]
    return f"statement {statement} ({said.relation}: {', '.join(story.entities[entity] for entity in said.args)})"


def answered(answer: Answer, candidate: str, candidates: Collection[str]) -> Answer:
    """Return an answer that decides a candidate; raise NotCovered or LimitReached where it does not.

    Parameters
    ----------
    answer
        What a session answers.
    candidate, candidates
        What is asked about, and what there is to ask about; none of them where that is not listed.
    """
    if answer.status == "not_covered":
        raise NotCovered(answer.reason)
    if answer.status == "unknown":
        raise LimitReached(answer.reason)
    if candidates and candidate not in candidates:
        raise NotCovered(f"not covered: {candidate!r} is no candidate of the question")
    return answer


@dataclass(frozen=True, slots=True)
class Answers:
    """Maker of the answers of one theory: `theory` and `fingerprint` are what every answer carries."""

    theory: str
    fingerprint: str

    def of(self, question: Question, found: Consequences, goal_of: Mapping[str, int]) -> Answer:
        """Return the answer of a consistent story: `goal_of` has the goal of each candidate, one for a yes/no question."""
        if question.form == "yes_no":
            (goal,) = goal_of.values()
            return self._yes_no(found, goal)
        possible = frozenset(name for name, goal in goal_of.items() if goal in found.possible.yes)
        entailed = frozenset(name for name, goal in goal_of.items() if goal in found.entailed.yes)
        open_goals = found.possible.unknown | found.entailed.unknown
        undecided = frozenset(name for name, goal in goal_of.items() if goal in open_goals)
        return self.decided(tuple(goal_of), possible, entailed, undecided, entailed)

    def _yes_no(self, found: Consequences, goal: int) -> Answer:
        # The opposite of an entailed claim is impossible, and that of a claim which fails somewhere is possible.
        possible = {"yes": goal in found.possible.yes, "no": goal in found.entailed.no}
        entailed = {"yes": goal in found.entailed.yes, "no": goal in found.possible.no}
        unknown = {"yes": goal in found.possible.unknown, "no": goal in found.entailed.unknown}
        value = next((name for name, true in entailed.items() if true), "unknown")
        return self.decided(("yes", "no"), _true(possible), _true(entailed), _true(unknown), value)

    def decided(
        self, names: Sequence[str], possible: frozenset[str], entailed: frozenset[str], undecided: frozenset[str], value: Value
    ) -> Answer:
        """Return an answer with the status that follows from which candidates, `names` in order, are possible and entailed."""
        if undecided:
            reason = "a limit was reached before these were decided: " + ", ".join(name for name in names if name in undecided)
            return self.plain("unknown", None, reason, possible, entailed, undecided)
        if possible == entailed:
            return self.plain("determined", value, "", possible, entailed)
        reason = "the story leaves open: " + ", ".join(name for name in names if name in possible - entailed)
        return self.plain("ambiguous", value, reason, possible, entailed)

    def plain(
        self,
        status: str,
        value: Value | None = None,
        reason: str = "",
        possible: frozenset[str] = frozenset(),
        entailed: frozenset[str] = frozenset(),
        undecided: frozenset[str] = frozenset(),
    ) -> Answer:
        """Return an answer of any status."""
        return Answer(status, self.theory, value, reason, possible, entailed, undecided, self.fingerprint)


def _true(flags: Mapping[str, bool]) -> frozenset[str]:
    return frozenset(name for name, true in flags.items() if true)
