"""A session that hands every story to the session of another theory, as the story's own settings demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from qsr.story import Answer, Question, Story, Witness
from qsr.theories.protocol import Session

__all__ = ["SessionByStory"]

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
        The answer to a story whose key has no session; its other methods then find nothing.
    """

    def __init__(
        self, key: Callable[[Story], Key], sessions: Mapping[Key, Session], refuse: Callable[[Story], Answer] | None = None
    ) -> None:
        self._key = key
        self._sessions = sessions
        self._refuse = refuse

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the story's own theory answers."""
        session = self._session(story)
        if session is None and self._refuse is not None:
            return self._refuse(story)
        return self._sessions[self._key(story)].answer(story, question)

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model under the story's own theory."""
        session = self._session(story)
        return None if session is None else session.witness(story, question, candidate)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return a minimal set of statements that excludes the candidate under the story's own theory."""
        session = self._session(story)
        return None if session is None else session.core(story, question, candidate)

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield models under the story's own theory."""
        session = self._session(story)
        return iter(()) if session is None else session.worlds(story, limit)

    def close(self) -> None:
        """Close all sessions."""
        for session in self._sessions.values():
            session.close()

    def _session(self, story: Story) -> Session | None:
        return self._sessions.get(self._key(story))
