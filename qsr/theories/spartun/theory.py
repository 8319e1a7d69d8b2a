"""SpaRTUN's own rules as a compat theory: `spartun`.

SpaRTUN (Mirzaee and Kordjamshidi, EMNLP 2022) is SpaRC's property set 1: extended objects, relations that say nothing about what
they do not name, no quantities. Its answers were made by forward rules under a closed world: a label that is not derived does
not hold. The rules stand in `encodings/spartun.lp`, with the quirks that a sound theory must not have. They are kept so that
the answers are those of the data; what really follows from a story is not asked here. SpaRP takes its answers to property set 1
from SpaRTUN, and `paper-ps1` is the same rules under the name that fits those of the other sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NoReturn

from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.resources import encoding, fingerprint
from qsr.story import Story, Witness
from qsr.theories import known_settings
from qsr.theories.protocol import Limits, Session
from qsr.theories.spartun.rules import derive
from qsr.theories.spartun.session import SpartunSession

__all__ = ["PaperPS1", "Spartun"]


class Spartun:
    """Forward rules over the triples of a story, closed world; the settings of a story are ignored.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> story = Story(("cup", "tray", "lamp"), (Statement(0, "inside", (0, 1)), Statement(1, "left", (1, 2))))
    >>> sorted(Spartun({}).open().answer(story, Question(0, "relation", (0, 2))).entailed)
    ['left']
    """

    name: ClassVar[str] = "spartun"
    backends: ClassVar[tuple[str, ...]] = ("direct", "clingo")
    derives: ClassVar[bool] = True

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings, getattr(self, "settings", {}))

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encoding."""
        return fingerprint(encoding("spartun.lp"))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""
        if backend in (None, "direct"):
            return SpartunSession(self.name, self.fingerprint, derive)
        if backend == "clingo":
            from qsr.theories.spartun.clingo import ClingoRules

            return SpartunSession(self.name, self.fingerprint, ClingoRules(limits or Limits()))
        raise UnknownName("backend", str(backend), list(self.backends))

    def violated(self, story: Story, witness: Witness) -> NoReturn:
        """Raise UnsupportedQuestion: forward rules have no models, so no witness breaks or keeps a statement."""
        raise UnsupportedQuestion("the rules of SpaRTUN have no models, so there is no witness to check")


class PaperPS1(Spartun):
    """SpaRC's property set 1 (extended objects, incomplete relations, no quantities): the rules of `spartun` by another name."""

    name = "paper-ps1"
