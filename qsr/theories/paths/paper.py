"""The published path methods for StepGame and SpaRP as compat theories: `paper-ps2`, `paper-ps3`, `paper-ps4`.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024: the statements form an undirected graph, the links of a shortest
path are composed from head to tail, a fact met against its direction is inverted first. What the rest of the text says
plays no part in the answer. These theories keep that, so that published figures can be compared; the theory `exact` reads the
whole story instead.

One thing is added to property set 2: a story that fits no unit grid has status inconsistent and names a cycle of
statements that do not close, while `value` stays the path's answer. Sets 3 and 4 answer determined whenever there is a path, with
no look at the rest of the story.
"""

from __future__ import annotations

from typing import ClassVar

from qsr.story import Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.paths.rules import PS2, PS3, PS4, PropertySet
from qsr.theories.paths.session import PathSession
from qsr.theories.protocol import Limits, Session

__all__ = ["Paper", "PaperPS2", "PaperPS3", "PaperPS4"]


class Paper(FramedTheory):
    """A compat theory that answers from the shortest path; its settings are fixed, so those of a story are ignored."""

    rules: ClassVar[PropertySet]
    #: The property sets 2 to 4 are those of the plane.
    text = "qsr.language.english:PLAN"
    backends = ("direct", "clingo")
    encodings = ("paper_paths.lp", "property_sets.lp")
    derivation = "qsr.theories.paths.derivation:derive_path"

    def _session(self, backend: str, limits: Limits) -> Session:
        return PathSession(self.answers, self.rules, backend, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks, by plain arithmetic and without any solver."""
        return self.rules.broken(story, witness.place)


class PaperPS2(Paper):
    """Points, relation-complete, quantitatively specified (StepGame): sums on a grid."""

    name = "paper-ps2"
    rules = PS2
    property_set = "PS2"


class PaperPS3(Paper):
    """Points, relation-complete, quantitatively unspecified: an axis with steps both ways says nothing."""

    name = "paper-ps3"
    rules = PS3
    property_set = "PS3"


class PaperPS4(Paper):
    """Extended objects, relation-complete, quantitatively unspecified: the order of end points that the path entails."""

    name = "paper-ps4"
    rules = PS4
    property_set = "PS4"
