"""Where the size of the grid, or the mode, changes the answer to one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qsr.story import Answer, Question, Story
from qsr.theories.protocol import Limits
from qsr.theories.room.domain import Domain, domain_of
from qsr.theories.room.theory import Room

__all__ = ["DOMAINS", "Comparison", "compare_domains"]

#: What is compared where nothing else is asked for: the published grids, and the continuous room.
DOMAINS: tuple[tuple[str, str], ...] = (
    ("code", "9x9"),
    ("code", "12x12"),
    ("paper", "9x9"),
    ("paper", "12x12"),
    ("real", "9x9"),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answers of one question in several rooms, in the order asked for."""

    answers: tuple[tuple[Domain, Answer], ...]

    @property
    def agree(self) -> bool:
        """Whether all rooms have the same status and the same possible candidates; one that is not decided agrees with none."""
        said = {(answer.status, answer.possible) for _, answer in self.answers}
        return len(said) <= 1 and not self.undecided

    @property
    def undecided(self) -> tuple[Domain, ...]:
        """The rooms in which a limit left a candidate open."""
        return tuple(domain for domain, answer in self.answers if answer.status == "unknown")

    @property
    def contested(self) -> tuple[str, ...]:
        """Candidates that are possible in one room and impossible in another, in alphabetical order."""
        everywhere = {name for _, answer in self.answers for name in answer.possible}
        return tuple(
            name
            for name in sorted(everywhere)
            if any(name not in answer.possible | answer.undecided and _decides(answer) for _, answer in self.answers)
        )


def compare_domains(
    story: Story, question: Question, domains: Sequence[tuple[str, str]] = DOMAINS, limits: Limits | None = None
) -> Comparison:
    """Answer a question in several rooms, each a mode and a grid, whatever the story's own settings say.

    Examples
    --------
    >>> from qsr.story import Statement
    >>> story = Story(("a", "b", "c"), (Statement(0, "E", (0, 1)), Statement(1, "E", (1, 2)), Statement(2, "CL2", (0, 2))))
    >>> found = compare_domains(story, Question(0, "relation", (0, 2)), [("paper", "3x3"), ("paper", "4x4")])
    >>> [answer.status for _, answer in found.answers], found.agree
    (['inconsistent', 'determined'], False)
    """
    answers = []
    for mode, grid in domains:
        session = Room({"mode": mode, "grid": grid}).open(limits=limits)
        try:
            answers.append((domain_of({"mode": mode, "grid": grid}), session.answer(story, question)))
        finally:
            session.close()
    return Comparison(tuple(answers))


def _decides(answer: Answer) -> bool:
    return answer.status in ("determined", "ambiguous", "inconsistent", "unknown")
