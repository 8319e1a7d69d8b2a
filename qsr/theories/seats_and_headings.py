"""Problems about positions, each under the theory that its story names: `seating` or `headings`.

Benchmarks mix places at a table with questions about which way somebody looks. A reader says in the story's settings, under the
key ``theory``, which of the two it found, and that theory answers, whose name the answer carries. A story that names neither is
not covered, for the reason that its reader noted in `Story.unread`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from qsr import theories
from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.resources import fingerprint
from qsr.settings import known_settings
from qsr.story import Answer, Story, Witness
from qsr.theories.by_story import SessionByStory
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["SeatsAndHeadings"]

_THEORIES: Final = ("seating", "headings")


class SeatsAndHeadings:
    """Seats or headings, as the story's settings say; see the module.

    Examples
    --------
    >>> from qsr.story import Question
    >>> SeatsAndHeadings({}).open().answer(Story(), Question(0, "options", ())).status
    'not_covered'
    """

    name: ClassVar[str] = "seats-and-headings"

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings)
        self._theories: dict[str, Theory] = {name: theories.get(name, settings) for name in _THEORIES}

    @property
    def backends(self) -> tuple[str, ...]:
        """Names of the solvers of `seating`, the default first."""
        return self._theories["seating"].backends

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings."""
        return fingerprint(*(theory.fingerprint for theory in self._theories.values()))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; a theory that has no such backend uses its own. Raise UnknownName for one that seating lacks."""
        if backend not in (None, *self.backends):
            raise UnknownName("backend", str(backend), list(self.backends))
        opened = {
            key: theory.open(backend if backend in theory.backends else None, limits) for key, theory in self._theories.items()
        }

        def refuse(story: Story) -> Answer:
            return Answer("not_covered", self.name, None, _fault(story), fingerprint=self.fingerprint)

        return SessionByStory(_named, opened, refuse)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; raise UnsupportedQuestion for a story not covered."""
        theory = self._theories.get(_named(story))
        if theory is None:
            raise UnsupportedQuestion(_fault(story))
        return theory.violated(story, witness)


def _named(story: Story) -> str:
    return dict(story.settings).get("theory", "")


def _fault(story: Story) -> str:
    return f"not covered: {story.unread[0][1]}" if story.unread else "not covered: the story names neither seating nor headings"
