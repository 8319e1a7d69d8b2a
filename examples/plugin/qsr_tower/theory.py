"""The theory `tower`: who lives on which floor. `pyproject.toml` names it in the group ``qsr.theories``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from qsr.logic import Relation
from qsr.story import Question, Statement, Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Limits, Session
from qsr_tower.clauses import COMPARISONS, SETTINGS, holds, labels, read, tower_of
from qsr_tower.session import TowerSession
from qsr_tower.solvers import BACKENDS, ENCODING
from qsr_tower.witness import Floors

__all__ = ["Tower"]


class Tower(FramedTheory):
    """A tower of so many `floors`; with ``sharing: no`` nobody lives on the floor of somebody else.

    Examples
    --------
    >>> said = (Statement(0, Relation("above", 2), (0, 1)), Statement(1, Relation("floor", 3), (0,)))
    >>> answer = Tower({}).open().answer(Story(("baker", "tailor"), said), Question(0, "relation", (1,)))
    >>> answer.status, sorted(answer.entailed)
    ('determined', ['floor:1'])
    """

    name = "tower"
    settings = SETTINGS
    text = "qsr_tower.text:FORM"
    checker = "qsr_tower.checker:TowerChecker"
    families = (COMPARISONS,)
    words: ClassVar[Mapping[str, str]] = {
        "two floors above, directly above": "exactly so many floors higher; directly is one",
        "above, below": "at least one floor higher, lower",
        "on the same floor as": "no floor higher and none lower",
        "does not live": "what follows does not hold",
    }
    backends = BACKENDS
    encodings = (ENCODING,)

    def _session(self, backend: str, limits: Limits) -> Session:
        return TowerSession(self.answers, backend, self.given, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the floors of a witness break; raise ValueError for another kind of witness."""
        if not isinstance(witness, Floors):
            raise ValueError(f"a witness of kind {witness.kind!r} does not show floors")
        return tuple(number for number, claim in enumerate(read(story)) if not holds(claim, witness.place))

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return all floors for a question about one person, and how floors compare for one about two."""
        return labels(question, tower_of(self.said(story))[0])

    @property
    def examples(self) -> tuple[tuple[Story, Question], ...]:
        """Stories and questions for the tests that hold for every theory."""
        two = (Statement(0, Relation("above", 2), (0, 1)), Statement(1, Relation("above"), (1, 2)))
        circle = (*two, Statement(2, Relation("above"), (2, 0)))
        top = (*two, Statement(2, Relation("floor", 4), (0,)))
        names = ("baker", "tailor", "smith")
        asked = (Question(0, "relation", (0, 2)), Question(0, "yes_no", (1, 2), ("above:1",)), Question(0, "relation", (2,)))
        return tuple((Story(names, said), question) for said in (two, circle, top) for question in asked)
