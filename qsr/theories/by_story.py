"""Theories and sessions that hand every story to another theory, as the story's own settings demand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from qsr import theories
from qsr.errors import NotCovered
from qsr.resources import fingerprint
from qsr.story import Answer, Question, Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Core, Limits, Session, Theory

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

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
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


class TheoryByStory(FramedTheory):
    """A theory that hands each story to one of its members, whose name the answer then carries.

    A class that derives from this one says which theories there are, the one whose backends count first, which of them a story
    goes to, and what becomes of a story that goes to none.
    """

    members: ClassVar[tuple[str, ...]]

    def __init__(self, settings: Mapping[str, str]) -> None:
        super().__init__(settings)
        self._theories: dict[str, Theory] = {name: theories.get(name, settings) for name in self.members}
        self.backends = self._theories[self.members[0]].backends

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings, and with the settings that win over those of a story."""
        own = (theory.fingerprint for theory in self._theories.values())
        return fingerprint(*own, *map(str, sorted(self.given.items())))

    def _session(self, backend: str, limits: Limits) -> Session:
        # A member that has no such backend uses its own.
        opened = {
            key: theory.open(backend if backend in theory.backends else None, limits) for key, theory in self._theories.items()
        }
        return SessionByStory(self.chosen, opened, lambda story: self.answers.plain("not_covered", reason=self.fault(story)))

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; raise NotCovered for a story that goes to no member."""
        return self.meant(story).violated(story, witness)

    def meant(self, story: Story) -> Theory:
        """Return the story's theory; raise NotCovered where it goes to none of the members."""
        theory = self._theories.get(self.chosen(story))
        if theory is None:
            raise NotCovered(self.fault(story))
        return theory

    @abstractmethod
    def chosen(self, story: Story) -> str:
        """Return the name of the story's theory, which may be none of the members."""

    @abstractmethod
    def fault(self, story: Story) -> str:
        """Return why a story that goes to no member is not covered."""
