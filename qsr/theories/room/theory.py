"""The theory of rooms: which direction from one piece of furniture to another the clauses of a room leave possible.

Settings: `mode` (`code`, `paper` or `real`, see `qsr.theories.room.grid`) and `grid`, width and length in cells; in mode `real`
the grid says no more than the ratio of the sides. Those of the theory win over those of a story, and both over ``9x9`` in
mode `code`. The published stories never say the grid, and the grid matters: a finer one leaves more possible.

An object is its centre; objects may share a place. The codes are those of `qsr.theories.room.clauses`.

References
----------
.. [1] Li, Hogg and Cohn (2024), Reframing Spatial Reasoning Evaluation in Language Models: A Real-World Simulation
   Benchmark for Qualitative Reasoning, IJCAI.
"""

from __future__ import annotations

from collections.abc import Mapping

from qsr.story import Question, Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Count, Limits, Session
from qsr.theories.room.check import broken
from qsr.theories.room.clauses import DIRECTIONS, FAMILIES, REGIONS, WALLS, read
from qsr.theories.room.count import by_label
from qsr.theories.room.domain import SETTINGS, Domain, domain_of
from qsr.theories.room.session import BACKENDS, RoomSession
from qsr.theories.room.witness import Cells
from qsr.witnesses import Points

__all__ = ["Room"]


class Room(FramedTheory):
    """All directions between two pieces of furniture that a room allows, on a grid or in a continuous room.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> said = (Statement(0, "NE", (0, 1)), Statement(1, "SE", (1, 2)))
    >>> answer = Room({"grid": "12x12"}).open().answer(Story(("desk", "lamp", "chair 1"), said), Question(0, "relation", (0, 2)))
    >>> answer.status, sorted(answer.possible)
    ('ambiguous', ['E', 'NE', 'SE'])
    """

    name = "room"
    settings = SETTINGS
    text = "qsr.theories.room.text.form:FORM"
    checker = "qsr.theories.room.checker:RoomChecker"
    families = (*FAMILIES, tuple(REGIONS))
    backends = tuple(BACKENDS)
    encodings = ("room.lp",)

    def _session(self, backend: str, limits: Limits) -> Session:
        return RoomSession(self.answers, backend, self.given, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; one about a place outside of the room is broken.

        Raises UnsupportedQuestion where a statement has no meaning in a room, ValueError for a witness of another kind.
        """
        domain = self._domain(story)
        if not isinstance(witness, Points if domain.mode == "real" else Cells):
            raise ValueError(f"a witness of kind {witness.kind!r} does not belong to a room in mode {domain.mode}")
        return broken(domain, read(story), witness.place)

    def layouts(self, story: Story, question: Question) -> tuple[Mapping[str, Count], Count]:
        """Return the layouts of each label, and of the story; see `qsr.theories.room.count.by_label`."""
        return by_label(story, self.given, question)

    def clause(self, story: Story, statement: int) -> str:
        """Return what a statement says within its sentence: a region, walls, a direction or a distance, and of which objects."""
        said = story.statements[statement]
        head, *tail = (story.entities[entity] for entity in said.args)
        if said.relation in REGIONS:
            return f"region of {head}"
        if said.relation in WALLS:
            return f"whether {head} is at a wall"
        if said.relation in DIRECTIONS:
            return f"direction of {head} from {', '.join(tail)}"
        return f"distance of {' and '.join((head, *tail))}"

    def situation(self, story: Story) -> str:
        """Return the mode and the grid; raise NotCovered for settings that are none."""
        return str(self._domain(story))

    def _domain(self, story: Story) -> Domain:
        return domain_of(self.said(story))
