"""Theories and sessions that hand every story to another theory, as the story's own settings demand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

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
    opened
        Opens the session for a key when it is first needed; None for a key that has none.
    refuse
        The answer to a story whose key has no session; the other methods raise its reason.
    """

    def __init__(
        self,
        key: Callable[[Story], Key],
        opened: Callable[[Key], Session | None],
        refuse: Callable[[Story], Answer] | None = None,
    ) -> None:
        self._key, self._open, self._refuse = key, opened, refuse
        self._sessions: dict[Key, Session] = {}

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story's own theory answers."""
        session = self._found(story)
        return self._refused(story) if session is None else session.answer(story, question)

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

    def _found(self, story: Story) -> Session | None:
        key = self._key(story)
        if key not in self._sessions:
            session = self._open(key)
            if session is None:
                return None
            self._sessions[key] = session
        return self._sessions[key]

    def _session(self, story: Story) -> Session:
        session = self._found(story)
        if session is None:
            raise NotCovered(self._refused(story).reason)
        return session

    def _refused(self, story: Story) -> Answer:
        return Answer("not_covered", "") if self._refuse is None else self._refuse(story)


class TheoryByStory(FramedTheory):
    """A theory that hands each story to one of its members, whose name the answer then carries.

    A class that derives from this one says which theories there are, which of them a story goes to, and what becomes of a story
    that goes to none.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        super().__init__(settings)
        self._made: dict[str, Theory] = {}

    @abstractmethod
    def members(self) -> Sequence[str]:
        """Return the names of the members."""

    def member(self, name: str) -> Theory | None:
        """Return a member, made when it is first asked for; None for a name that is none."""
        if name not in self._made and name in self.members():
            self._made[name] = theories.get(name, self.given)
        return self._made.get(name)

    def _session(self, backend: str, limits: Limits) -> Session:
        def opened(name: str) -> Session | None:
            theory = self.member(name)
            # A member that has no such backend uses its own.
            return None if theory is None else theory.open(backend if backend in theory.backends else None, limits)

        return SessionByStory(self.chosen, opened, lambda story: self.answers.plain("not_covered", reason=self.fault(story)))

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings and tables, and with the settings that win over those of a story."""
        own = (theory.fingerprint for theory in map(self.member, self.members()) if theory is not None)
        return fingerprint(*own, *map(str, sorted(self.given.items())))

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; raise NotCovered for a story that goes to no member."""
        return self.meant(story).violated(story, witness)

    def meant(self, story: Story) -> Theory:
        """Return the story's theory; raise NotCovered where it goes to none of the members."""
        theory = self.member(self.chosen(story))
        if theory is None:
            raise NotCovered(self.fault(story))
        return theory

    @abstractmethod
    def chosen(self, story: Story) -> str:
        """Return the name of the story's theory, which may be none of the members."""

    @abstractmethod
    def fault(self, story: Story) -> str:
        """Return why a story that goes to no member is not covered."""
