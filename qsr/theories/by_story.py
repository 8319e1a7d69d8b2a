"""Theories and sessions that hand every story to another theory, as the story's own settings demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from qsr import theories
from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.resources import fingerprint
from qsr.story import Answer, Question, Story, Witness
from qsr.theories import known_settings
from qsr.theories.answers import NotCovered
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["SessionByStory", "TheoryByStory"]

Key = TypeVar("Key")


class SessionByStory(Generic[Key]):
    """See `qsr.theories.protocol.Session`.

    Parameters
    ----------
    key
        What of a story decides.
    sessions
        The session for each key.
    refuse
        The answer to a story whose key has no session; the other methods raise its reason.
    """

    def __init__(
        self, key: Callable[[Story], Key], sessions: Mapping[Key, Session], refuse: Callable[[Story], Answer] | None = None
    ) -> None:
        self._key = key
        self._sessions = sessions
        self._refuse = refuse

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story's own theory answers."""
        if self._refuse is not None and self._key(story) not in self._sessions:
            return self._refuse(story)
        return self._session(story).answer(story, question)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model under the story's own theory."""
        return self._session(story).witness(story, question, candidate)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate under the story's own theory."""
        return self._session(story).core(story, question, candidate)

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield models under the story's own theory."""
        return self._session(story).worlds(story, limit)

    def close(self) -> None:
        """Close all sessions."""
        for session in self._sessions.values():
            session.close()

    def _session(self, story: Story) -> Session:
        key = self._key(story)
        if self._refuse is not None and key not in self._sessions:
            raise NotCovered(self._refuse(story).reason)
        return self._sessions[key]


class TheoryByStory:
    """See `qsr.theories.protocol.Theory`; a story names its theory in its settings, under the key ``theory``.

    The answer carries the name of the theory that gave it. A class that derives from this one says which theories there are, the
    one whose backends count first, and what becomes of a story that names none of them.
    """

    name: ClassVar[str]
    members: ClassVar[tuple[str, ...]]

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings, getattr(self, "settings", {}))
        self._theories: dict[str, Theory] = {name: theories.get(name, settings) for name in self.members}

    @property
    def backends(self) -> tuple[str, ...]:
        """Names of the solvers of the first theory, the default first."""
        return self._theories[self.members[0]].backends

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings."""
        return fingerprint(*(theory.fingerprint for theory in self._theories.values()))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; a theory that has no such backend uses its own. Raise UnknownName for one that the first lacks."""
        if backend not in (None, *self.backends):
            raise UnknownName("backend", str(backend), list(self.backends))
        opened = {
            key: theory.open(backend if backend in theory.backends else None, limits) for key, theory in self._theories.items()
        }
        return SessionByStory(self.chosen, opened, self._refusal)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; raise UnsupportedQuestion for a story not covered."""
        return self.meant(story).violated(story, witness)

    def meant(self, story: Story) -> Theory:
        """Return the story's theory; raise UnsupportedQuestion where it names none of the members."""
        theory = self._theories.get(self.chosen(story))
        if theory is None:
            raise UnsupportedQuestion(self.fault(story))
        return theory

    def chosen(self, story: Story) -> str:
        """Return the name of the story's theory, which may be none of the members."""
        return dict(story.settings).get("theory", "")

    def fault(self, story: Story) -> str:
        """Return why a story that names no member is not covered."""
        return f"not covered: the story names none of {', '.join(self.members)}"

    def _refusal(self, story: Story) -> Answer:
        return Answer("not_covered", self.name, None, self.fault(story), fingerprint=self.fingerprint)
