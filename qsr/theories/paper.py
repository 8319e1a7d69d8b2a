"""SpaRC's published compositions, each story under its own property set: the theory `paper`.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024, study four of the eight combinations of three properties. A
story names its own by its settings, as the rows of SpaRP bring them or a line ``theory: paper, objects: points, ...`` does, and
`paper-ps1`, `paper-ps2`, `paper-ps3` or `paper-ps4` answers, whose name the answer carries. A story whose settings leave a
property open, or that has one of the other four combinations, is not covered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.resources import fingerprint
from qsr.story import Answer, Story, Witness
from qsr.theories import known_settings
from qsr.theories.by_story import SessionByStory
from qsr.theories.paths.paper import PaperPS2, PaperPS3, PaperPS4
from qsr.theories.protocol import Limits, Session, Theory
from qsr.theories.spartun.theory import PaperPS1

__all__ = ["OwnPropertySet"]

_PROPERTIES: Final = ("objects", "relations", "quantities")
#: Objects, relations, quantities -> the theory of that property set.
_THEORIES: Final[dict[tuple[str, ...], type[PaperPS1 | PaperPS2 | PaperPS3 | PaperPS4]]] = {
    ("extended", "incomplete", "unspecified"): PaperPS1,
    ("points", "complete", "specified"): PaperPS2,
    ("points", "complete", "unspecified"): PaperPS3,
    ("extended", "complete", "unspecified"): PaperPS4,
}


class OwnPropertySet:
    """SpaRC's published compositions, those of the property set that the story's settings say.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> points = (("objects", "points"), ("relations", "complete"), ("quantities", "specified"))
    >>> story = Story(("A", "B"), (Statement(0, "left", (0, 1)),), settings=points)
    >>> answer = OwnPropertySet({}).open().answer(story, Question(0, "relation", (1, 0)))
    >>> answer.theory, sorted(answer.entailed)
    ('paper-ps2', ['right'])
    """

    name: ClassVar[str] = "paper"
    backends: ClassVar[tuple[str, ...]] = ("direct", "clingo")
    derives: ClassVar[bool] = True

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings, getattr(self, "settings", {}))
        self._settings = dict(settings)
        self._theories = {key: theory(settings) for key, theory in _THEORIES.items()}

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings, and with the settings that win over those of a story."""
        return fingerprint(*(theory.fingerprint for theory in self._theories.values()), *map(str, sorted(self._settings.items())))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""
        if backend not in (None, *self.backends):
            raise UnknownName("backend", str(backend), list(self.backends))
        opened = {key: theory.open(backend, limits) for key, theory in self._theories.items()}

        def refuse(story: Story) -> Answer:
            return Answer("not_covered", self.name, None, _fault(story, self._settings), fingerprint=self.fingerprint)

        return SessionByStory(lambda story: _key(story, self._settings), opened, refuse)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; raise UnsupportedQuestion for a story not covered."""
        theory: Theory | None = self._theories.get(_key(story, self._settings))
        if theory is None:
            raise UnsupportedQuestion(_fault(story, self._settings))
        return theory.violated(story, witness)


def _key(story: Story, settings: Mapping[str, str]) -> tuple[str, ...]:
    said = {**dict(story.settings), **settings}
    return tuple(said.get(name, "") for name in _PROPERTIES)


def _fault(story: Story, settings: Mapping[str, str]) -> str:
    said = dict(zip(_PROPERTIES, _key(story, settings), strict=True))
    missing = [name for name, value in said.items() if not value]
    if missing:
        return f"not covered: the story does not say its property set ({', '.join(missing)}); name paper-ps1 to paper-ps4"
    return f"not covered: the paper has no compositions for {', '.join(f'{name}: {value}' for name, value in said.items())}"
