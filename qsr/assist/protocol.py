"""What the rooms of `qsr.assist` say to each other: messages, replies, checks of a paraphrase, the paraphrase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from qsr.paraphrases import Check, Paraphrase

__all__ = ["Check", "Message", "Model", "Paraphrase", "Reply"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, in the roles of the chat interface that servers share."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, with the tokens that it counted; None where the server does not say."""

    text: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Model(Protocol):
    """Whoever answers a conversation: an endpoint, a recording of one, or a person's words in a test."""

    @property
    def name(self) -> str:
        """The name of the model, as its server knows it."""
        ...

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the reply to a conversation.

        Parameters
        ----------
        messages
            The whole conversation; nothing is remembered from an earlier call.
        schema
            A JSON schema that the reply should keep, for servers that take one. Whoever asked checks the reply all the same.
        grammar
            A GBNF grammar that the reply should keep, for servers that take one.
        sample
            Which of several independent replies to the same conversation is wanted; the first is 0.

        Raises
        ------
        qsr.errors.AssistFailed
            Where no reply was had: the server cannot be reached, refuses, or breaks off.
        """
        ...
