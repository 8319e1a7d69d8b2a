"""The theory `headings`: directions that people, vehicles, hands and mirror images face, and the places they lie in.

Plane geometry in steps of 15 degrees; see `facts` for the relations. It covers the free-form problems of SpaCE 2024 ("Overview of
CCL24-Eval Task 3", CCL 2024) about a compass in a train, turning on command, mirrors, latitude and longitude, and walks.
"""

from __future__ import annotations

from qsr.story import Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.headings.by_clingo import ClingoHeadings
from qsr.theories.headings.direct import Direct, breaches
from qsr.theories.headings.facts import STEP, read_facts
from qsr.theories.headings.session import HeadingsSession
from qsr.theories.protocol import Limits, Session

__all__ = ["Headings"]


class Headings(FramedTheory):
    """Headings, places and mirror images; the settings of a story are ignored.

    Examples
    --------
    >>> from qsr.seats import Claim
    >>> from qsr.story import Question, Statement, Story
    >>> story = Story(("Ann", "Bob"), (Statement(0, "heads:180", (0,)), Statement(1, "turned:90", (1, 0))))
    >>> claims = (("A", (Claim("towards:east", (1,)),)), ("B", (Claim("towards:west", (1,)),)))
    >>> question = Question(0, "options", (), ("A", "B"), properties=(("claims", claims), ("none", ())))
    >>> Headings({}).open().answer(story, question).value
    ('B',)
    """

    name = "headings"
    denials = False
    text = "qsr.theories.headings.text.form:FORM"
    checker = "qsr.theories.headings.checker:HeadingsChecker"
    backends = ("direct", "clingo")
    encodings = ("headings.lp",)

    def _session(self, backend: str, limits: Limits) -> Session:
        return HeadingsSession(self.answers, (Direct if backend == "direct" else ClingoHeadings)(limits), limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the headings of a witness break."""
        return tuple(sorted(set(breaches(read_facts(story), {x: degrees // STEP for x, degrees in witness.place.items()}))))
