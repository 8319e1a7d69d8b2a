"""The theory `locatives`: whether a hypothesis about places follows from premises, contradicts them, or neither.

Containment, vertical and horizontal order, distance, betweenness, and motions that are over, at their start, on their way and
at their end; the laws stand in `encodings/locatives.lp`. The form of the question is that of Abzianidze, Zwarts and Winter,
"SpaceNLI: Evaluating the Consistency of Predicting Inferences in Space", 2023.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from qsr.errors import UnknownName
from qsr.resources import encoding, fingerprint, grammar
from qsr.story import Story, Witness
from qsr.theories import known_settings, places
from qsr.theories.locatives.laws import broken, holds
from qsr.theories.locatives.reading import read
from qsr.theories.protocol import Limits, Session

__all__ = ["Locatives"]


class Locatives:
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
    (0, 1)
    """

    name: ClassVar[str] = "locatives"
    uncertified: ClassVar[str] = "it has one solver, and no other could check that one"
    text: ClassVar[str] = "qsr.theories.locatives.text.reader:FORM"
    backends: ClassVar[tuple[str, ...]] = ("clingo",)

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings, getattr(self, "settings", {}))

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encoding and the table of places."""
        return fingerprint(encoding("locatives.lp"), grammar(places.TABLE))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""
        if backend not in (None, *self.backends):
            raise UnknownName("backend", str(backend), list(self.backends))
        from qsr.theories.locatives.session import LocativesSession

        return LocativesSession(self.name, self.fingerprint, limits or Limits())

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that a scene breaks; all of them for facts that are no scene at all."""
        from qsr.theories.locatives.session import facts_in

        scene, facts = read(story), facts_in(witness)
        if all(broken(scene, facts, laws) for laws in scene.laws):
            return tuple(range(len(scene.statements)))
        return tuple(number for number, condition in enumerate(scene.statements) if not holds(facts, condition))
