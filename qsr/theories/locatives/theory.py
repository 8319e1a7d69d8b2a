"""The theory `locatives`: whether a hypothesis about places follows from premises, contradicts them, or neither.

Containment, vertical and horizontal order, distance, betweenness, and motions that are over, at their start, on their way and
at their end; the laws stand in `encodings/locatives.lp`. The form of the question is that of Abzianidze, Zwarts and Winter,
"SpaceNLI: Evaluating the Consistency of Predicting Inferences in Space", 2023.
"""

from __future__ import annotations

from qsr.story import Story, Witness
from qsr.theories import places
from qsr.theories.frame import FramedTheory
from qsr.theories.locatives.laws import broken, holds
from qsr.theories.locatives.reading import read
from qsr.theories.locatives.session import LocativesSession, facts_in
from qsr.theories.protocol import Limits, Session

__all__ = ["Locatives"]


class Locatives(FramedTheory):
    """Whether a hypothesis about places and completed motions follows, is excluded, or neither; settings of a story are ignored.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> story = Story(("the key", "the box", "the attic"), (Statement(0, "in", (0, 1)), Statement(1, "in", (1, 2))))
    >>> session = Locatives({}).open()
    >>> [session.answer(story, Question(0, "yes_no", args, (name,))).value for name, args in
    ...     (("in", (0, 2)), ("above", (0, 1)), ("above", (0, 2)), ("in", (2, 0)))]
    ['yes', 'no', 'no', 'no']
    >>> session.core(story, Question(0, "yes_no", (2, 0), ("in",)), "yes")
    Core(statements=(0, 1), kind='statements')
    """

    name = "locatives"
    uncertified = "it has one solver, and no other could check that one"
    text = "qsr.theories.locatives.text.reader:FORM"
    backends = ("clingo",)
    encodings = ("locatives.lp",)
    tables = places.TABLES

    def _session(self, backend: str, limits: Limits) -> Session:
        return LocativesSession(self.answers, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that a scene breaks; all of them for facts that are no scene at all."""
        scene, facts = read(story), facts_in(witness)
        if all(broken(scene, facts, laws) for laws in scene.laws):
            return tuple(range(len(scene.statements)))
        return tuple(number for number, condition in enumerate(scene.statements) if not holds(facts, condition))
