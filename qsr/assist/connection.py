"""A model as the options of a command describe it, and all that is told of a run: what was asked, and what it took."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from qsr.assist.client import Constraint, Endpoint
from qsr.assist.gbnf import reply_grammar
from qsr.assist.prompts import SCHEMA
from qsr.assist.protocol import Message, Model, Reply
from qsr.assist.recording import Cached, Counted, Recorder, Replay

__all__ = ["Connection", "Wanted"]

#: What a dry run goes on from: no paraphrase, so that every sentence is asked for that is refused.
_UNSENT: Final = json.dumps({"sentences": None, "nothing": False, "cannot": "nothing was sent"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which model is asked, and how.

    Parameters
    ----------
    url, model, seconds, constraint
        As for `qsr.assist.client.Endpoint`; `url` is not needed where there is a recording.
    replay
        A recording in the place of the server.
    dry
        Whether what would be sent is only noted.
    """

    url: str | None = None
    model: str | None = None
    seconds: float = 120.0
    constraint: Constraint = "schema"
    replay: Path | None = None
    dry: bool = False


class Connection:
    """A model, its replies kept, recorded and counted; itself a `qsr.assist.protocol.Model`.

    Raise AssistFailed, BackendUnavailable or DatasetError where the model cannot be asked, or the recording not be read.
    """

    def __init__(self, wanted: Wanted) -> None:
        #: The requests of a dry run, as they would be sent.
        self.unsent: list[dict[str, Any]] = []
        self._cached: Cached | None = None
        if wanted.replay is not None:
            model: Model = Replay(wanted.replay)
        else:
            endpoint = Endpoint(wanted.url or "", wanted.model, seconds=wanted.seconds, constraint=wanted.constraint)
            formed: Model = _Formed(endpoint) if wanted.constraint == "grammar" else endpoint
            if wanted.dry:
                model = _Unsent(endpoint, self.unsent)
            else:
                model = self._cached = Cached(formed, f"{endpoint.url} {wanted.constraint}")
        self._recorder = Recorder(model)
        self._counted = Counted(self._recorder)

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._counted.name

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the reply; see `qsr.assist.protocol.Model`."""
        return self._counted.ask(messages, schema=schema, grammar=grammar, sample=sample)

    def told(self) -> dict[str, Any]:
        """Return the name of the model, and how many replies, failures and tokens there were."""
        one = self._counted
        return {
            "model": one.name,
            "replies": one.replies,
            "kept": self._cached.recalled if self._cached is not None else 0,
            "failures": one.failures,
            "prompt_tokens": one.prompt_tokens,
            "completion_tokens": one.completion_tokens,
        }

    def save(self, target: Path) -> None:
        """Write the recording of all that was asked."""
        self._recorder.save(target)


class _Formed:
    """An endpoint that is told the grammar of each paraphrase that is asked for, in the words of the conversation."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self.name = endpoint.name

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        if grammar is None and schema == SCHEMA:
            grammar = reply_grammar(one.content for one in messages if one.role == "user")
        return self._endpoint.ask(messages, schema=schema, grammar=grammar, sample=sample)


class _Unsent:
    """An endpoint to which nothing is sent: what would be is noted, once each."""

    def __init__(self, endpoint: Endpoint, unsent: list[dict[str, Any]]) -> None:
        self._endpoint, self._unsent = endpoint, unsent
        self.name = endpoint.name

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        request = self._endpoint.request(messages, schema=schema, grammar=grammar)
        if request not in self._unsent:
            self._unsent.append(request)
        return Reply(_UNSENT)
