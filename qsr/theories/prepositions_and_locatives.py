"""Sentences with prepositions, each under the theory that its story names: `prepositions` or `locatives`.

Files about prepositions hold two kinds of items: chains of two premises, whose prepositions have senses, and pairs of premises
and a hypothesis about places and motions. A reader says in the story's settings, under the key ``theory``, which of the two it
found, and that theory answers, whose name the answer carries. A story that names neither is one of senses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from qsr import theories
from qsr.errors import UnknownName
from qsr.resources import fingerprint
from qsr.settings import known_settings
from qsr.story import Story, Witness
from qsr.theories.by_story import SessionByStory
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["PrepositionsAndLocatives"]

_THEORIES: Final = ("prepositions", "locatives")


class PrepositionsAndLocatives:
    """Senses or places, as the story's settings say; see the module.

    Examples
    --------
    >>> from qsr.story import Question
    >>> session = PrepositionsAndLocatives({}).open()
    >>> [session.answer(Story(settings=(("theory", name),)), Question(0, "options", ())).theory for name in ("locatives", "")]
    ['locatives', 'prepositions']
    """

    name: ClassVar[str] = "prepositions-and-locatives"

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings)
        self._theories: dict[str, Theory] = {name: theories.get(name, settings) for name in _THEORIES}

    @property
    def backends(self) -> tuple[str, ...]:
        """Names of the solvers of `prepositions`, the default first."""
        return self._theories["prepositions"].backends

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings."""
        return fingerprint(*(theory.fingerprint for theory in self._theories.values()))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; a theory that has no such backend uses its own. Raise UnknownName for one that neither has."""
        if backend not in (None, *self.backends):
            raise UnknownName("backend", str(backend), list(self.backends))
        opened = {
            key: theory.open(backend if backend in theory.backends else None, limits) for key, theory in self._theories.items()
        }

        return SessionByStory(_named, opened)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks."""
        return self._theories[_named(story)].violated(story, witness)


def _named(story: Story) -> str:
    named = dict(story.settings).get("theory", "")
    return named if named in _THEORIES else _THEORIES[0]
