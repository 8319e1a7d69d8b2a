"""The sound theory: SpaRC's property set 1 over regions; a story whose settings say another set goes to the general theory.

What follows is about property set 1: extended objects, relations that say nothing of what they do not name, no quantities.

An entity is a non-empty, regular closed, bounded region in space, perhaps in several pieces; it has a bounding box. Statements
are the sixteen labels of `qsr.relations`, sets of them, "touching", and denials of all these.

- Directions: X left of Y where the bounding box of X ends, on the x axis, where that of Y starts or before.
- Topology: the RCC8 relations between the regions themselves [1]_. They speak about boxes: equal regions have equal boxes; the
  box of a part lies in that of the whole, strictly on all six sides for NTPP; boxes of overlapping regions share an inner
  point; boxes of regions that connect share a point. All that ties topology to directions follows from this by the order of
  coordinates: a direction leaves DC and EC, a gap leaves DC, what is in a box is left of what the box is left of.
- Near and far: what is near for towns is not near for cups, so each pair has a standard of its own, and only what holds under
  every standard is used. Both are symmetric and exclude each other. Equal regions are near, and near to (far from) the same
  regions. Far regions are DC, and the parts of a region are far from all that it is far from. Contact is not "near": a
  mountain touches the sea. A pair may be neither. This is a choice on the weak side: an entailed label stays true under stronger
  readings such as one threshold for the distance between sets; possible may be wider than there.

Theorem. A path-consistent atomic RCC8 scenario and boxes that fit it as said above are realised by regions with exactly these
bounding boxes, provided that regions which have to share a point are not DC. Sketch: put small cubes at places that no other
cube comes near, and give each to its region and to all that contain it, thicker by a step for each NTPP on the way. A region
gets a cube on each of its six faces; a PO pair shares one where both boxes are open; an EC pair gets two that touch where the
boxes meet, on opposite sides of every axis on which they meet in one coordinate. Whatever relation two regions then have at a
place is one that composition allows; `qsr.theories.sound.regions` does this and has the details. Places can be chosen freely save
for an EC pair whose boxes meet in a single point. All regions that have to reach one such point connect there, which the
theory demands; from one octant they can still touch there without overlapping, as thin cones, but unions of boxes cannot.

So `possible` and `entailed` are exact over regions with vague nearness. They are not exact over single boxes or convex things:
three regions can overlap in pairs in ways that no three boxes can, and what is impossible for boxes alone may be called
possible here. What is called entailed is true of them as well.

More statements only remove models: each is a condition on the two regions that it speaks of, on their boxes and on what is near
in every standard, and the models of a story are the regions that fulfil all conditions; any of them has room for a further region
far out. Only what everyday words mean hangs on the story as a whole; `variants` has what becomes of them
(`qsr.theories.everyday`). A story that goes to the general theory is that theory's to vouch for.

References
----------
.. [1] Randell, Cui and Cohn (1992), A spatial logic based on regions and connection, KR-92, 165-176.
.. [2] Rizvi, Zhu and Gurevych (2024), SpaRC and SpaRP, Findings of ACL 2024, section 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from qsr import resources, theories
from qsr.relations import LABELS
from qsr.settings import SPARC
from qsr.story import Question, Story, Witness
from qsr.theories.by_story import SessionByStory
from qsr.theories.everyday import Manner, manners, steady
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Labelled, Limits, Monotone, Session, Theory, Variant
from qsr.theories.sound.check import broken
from qsr.theories.sound.claims import read
from qsr.theories.sound.session import ENGINES, SoundSession
from qsr.witnesses import Regions

__all__ = ["Sound"]

#: Property set 1; what a story does not say counts as this.
_DEPTHS: Final = ("behind", "in front")
_REGIONS: Final = {"objects": "extended", "relations": "incomplete", "quantities": "unspecified"}


class Sound(FramedTheory):
    """What follows from a story of regions, and what it leaves possible.

    A story, or settings of the theory, that say points, complete relations or quantities are answered by the general theory,
    whose name the answer then carries.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> story = Story(("cup", "tray", "lamp"), (Statement(0, "inside", (0, 1)), Statement(1, "left", (1, 2))))
    >>> answer = Sound({}).open().answer(story, Question(0, "relation", (0, 2)))
    >>> sorted(answer.entailed), "near" in answer.possible, "overlapping" in answer.possible
    (['left', 'outside'], True, False)
    """

    name = "sound"
    settings = SPARC
    text = "qsr.language.english:EVERYDAY"
    property_set = "PS1"
    denied_labels = True
    vocabulary = frozenset((*LABELS, "touching", "negated", "heads", "tails", "quantifiers"))
    checker = "qsr.theories.sound.checker:SoundChecker"
    backends = tuple(ENGINES)
    encodings = ("sound.lp",)

    def __init__(self, settings: Mapping[str, str]) -> None:
        super().__init__(settings)
        self._general = theories.get(theories.GENERAL, settings)

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings."""
        return resources.fingerprint(*map(resources.encoding, self.encodings), self._general.fingerprint)

    def _session(self, backend: str, limits: Limits) -> Session:
        def opened(about_regions: bool) -> Session:
            return SoundSession(self.answers, backend, limits) if about_regions else self._general.open(backend, limits)

        return SessionByStory(self._about_regions, opened)

    def meant(self, story: Story) -> Theory:
        """Return the general theory for a story that goes there, else this one."""
        return self if self._about_regions(story) else self._general

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return the sixteen labels, or those of the general theory for a story that goes there."""
        meant = self.meant(story)
        return meant.labels(story, question) if meant is not self and isinstance(meant, Labelled) else LABELS

    def variants(self, story: Story, question: Question) -> Sequence[Variant]:
        """See `qsr.theories.protocol.Monotone`."""
        if (meant := self.meant(story)) is not self:
            return meant.variants(story, question) if isinstance(meant, Monotone) else ()
        return [
            Variant(self, part, steady(part, asked, asked.candidates or self.labels(part, asked)))
            for part, asked in manners(story, question)
        ]

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks.

        Regions have no near and far in numbers: see `qsr.theories.sound.check`.

        Raises UnsupportedQuestion where a statement has no meaning in this theory, ValueError for a witness of another kind.
        """
        if not self._about_regions(story):
            return self._general.violated(story, witness)
        if not isinstance(witness, Regions):
            raise ValueError(f"a witness of kind {witness.kind!r} does not belong to the sound theory of regions")
        manner, other = Manner(story, None), Manner(story, None)
        # What was asked may have put north on an axis of its own, and the witness does not say.
        other.own_axis = not any(set(_DEPTHS) & set(statement.relation.split("+")) for statement in story.statements)
        return min((broken(read(story, one), witness.place) for one in (manner, other)), key=len)

    def _about_regions(self, story: Story) -> bool:
        said = self.said(story)
        return all(said.get(name, value) == value for name, value in _REGIONS.items())
