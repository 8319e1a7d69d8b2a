"""SpaRTUN's own rules as a compat theory: `spartun`.

SpaRTUN (Mirzaee and Kordjamshidi, EMNLP 2022) is SpaRC's property set 1: extended objects, relations that say nothing about what
they do not name, no quantities. Its answers were made by forward rules under a closed world: a label that is not derived does
not hold. The rules stand in `encodings/spartun.lp`, with the quirks that a sound theory must not have. They are kept so that
the answers are those of the data; what really follows from a story is not asked here. SpaRP takes its answers to property set 1
from SpaRTUN, and `paper-ps1` is the same rules under the name that fits those of the other sets.
"""

from __future__ import annotations

from functools import partial
from typing import NoReturn

from qsr.errors import UnsupportedQuestion
from qsr.story import Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Limits, Session
from qsr.theories.spartun.clingo import derive_by_clingo
from qsr.theories.spartun.rules import derive
from qsr.theories.spartun.session import SpartunSession

__all__ = ["PaperPS1", "Spartun"]


class Spartun(FramedTheory):
    """Forward rules over the triples of a story, closed world; the settings of a story are ignored.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> story = Story(("cup", "tray", "lamp"), (Statement(0, "inside", (0, 1)), Statement(1, "left", (1, 2))))
    >>> sorted(Spartun({}).open().answer(story, Question(0, "relation", (0, 2))).entailed)
    ['left']
    """

    name = "spartun"
    backends = ("direct", "clingo")
    encodings = ("spartun.lp",)
    property_set = "PS1"
    compared_with = "sound"
    derivation = "qsr.theories.spartun.derivation:derive_proof"

    def _session(self, backend: str, limits: Limits) -> Session:
        return SpartunSession(self.answers, derive if backend == "direct" else partial(derive_by_clingo, limits), limits)

    def violated(self, story: Story, witness: Witness) -> NoReturn:
        """Raise UnsupportedQuestion: forward rules have no models, so no witness breaks or keeps a statement."""
        raise UnsupportedQuestion("the rules of SpaRTUN have no models, so there is no witness to check")


class PaperPS1(Spartun):
    """SpaRC's property set 1 (extended objects, incomplete relations, no quantities): the rules of `spartun` by another name."""

    name = "paper-ps1"
