"""A server that speaks the chat interface of OpenAI, as most servers of language models do, hosted ones and those of one's own.

The library `openai` waits, tries again and honours rate limits. What is added here: a bound of time for each reply as a whole,
since a server that sends a letter a second never runs into a bound between two letters; a bound on its length; no other headers
than the interface needs, whatever the environment holds for other servers; no redirection, so that a text goes nowhere but to
the server that was named; and a second try without an optional field, such as the JSON schema, that a server does not know.
"""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias

from qsr.assist.protocol import Message, Reply
from qsr.errors import AssistFailed, BackendUnavailable

__all__ = ["KEY", "MODEL", "Constraint", "Endpoint"]

#: Variables of the environment that hold the key of the server, and the name of the model.
KEY: Final = "QSR_ASSIST_KEY"
MODEL: Final = "QSR_ASSIST_MODEL"

#: How a server is told the form of the reply: a JSON schema in the field of the interface, a GBNF grammar in that of llama.cpp's
#: servers, or in words alone.
Constraint: TypeAlias = Literal["schema", "grammar", "none"]

#: Bytes of a reply as the server sends it; a paraphrase has a few hundred.
_LONGEST: Final = 2**20
#: Tokens of a reply: of the server's bound where it has a lower one.
_TOKENS: Final = 1024
#: How much chance a further sample of the same conversation takes; the first takes none.
_TEMPERATURE: Final = 0.8
#: Headers of a request; by the last one the library knows how it was called.
_HEADERS: Final = frozenset(
    {"host", "accept", "accept-encoding", "connection", "content-type", "content-length", "user-agent"}
    | {"transfer-encoding", "x-stainless-raw-response"}
)
#: Fields of a request that a server may not know, in the order in which they are given up where it does not say which.
_OPTIONAL: Final = ("grammar", "response_format", "seed", "temperature", "max_tokens")
#: The form of a schema of the interface; servers that do not know it may know that of llama-cpp-python.
_NAMED: Final = "json_schema"
#: HTTP status of a request that the server does not understand; some servers send another, and name the field.
_NOT_UNDERSTOOD: Final = (400, 422)
_NAMING: Final = (*_NOT_UNDERSTOOD, 500, 501)


class Endpoint:
    """A model behind a server.

    Parameters
    ----------
    url
        Where the interface begins, such as ``http://127.0.0.1:8080/v1``.
    model
        The name of the model; that of the environment (`QSR_ASSIST_MODEL`) where None.
    key
        The key of the server; that of the environment (`QSR_ASSIST_KEY`) where None. Without one none is sent.
    seconds
        How long a reply may take, all tries together.
    retries
        How often a request that the server does not answer is sent again.
    constraint
        How the server is told the form of the reply.

    Raises
    ------
    BackendUnavailable
        Where the library `openai` is not installed.
    AssistFailed
        Where the address is none, or no model is named.
    """

    def __init__(
        self,
        url: str,
        model: str | None = None,
        *,
        key: str | None = None,
        seconds: float = 120.0,
        retries: int = 2,
        constraint: Constraint = "schema",
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise BackendUnavailable(
                f'a language model is asked with {error.name}: pip install "qsr-reasoning[assist]"'
            ) from error
        if not url.startswith(("http://", "https://")):
            raise AssistFailed(f"{url!r} is no address of a server; expected one such as http://127.0.0.1:8080/v1")
        self._model = model or os.environ.get(MODEL, "")
        if not self._model:
            raise AssistFailed(f"no model is named: give its name, or set {MODEL}")
        self.url, self._seconds, self._retries, self._constraint = url, seconds, retries, constraint
        self._unknown: set[str] = set()
        self._key = key or os.environ.get(KEY, "")
        self._openai: Any = openai

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model

    def request(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> dict[str, Any]:
        """Return the body of the request that `ask` sends; see there for the parameters."""
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": one.role, "content": one.content} for one in messages],
            "temperature": _TEMPERATURE if sample else 0.0,
            "seed": sample,
            "max_tokens": _TOKENS,
        }
        if grammar is not None and self._constraint == "grammar":
            body["grammar"] = grammar
        elif schema is not None and self._constraint != "none":
            named = {"name": "reply", "schema": dict(schema), "strict": True}
            body["response_format"] = (
                {"type": "json_object", "schema": dict(schema)} if _NAMED in self._unknown else {"type": _NAMED, _NAMED: named}
            )
        return {name: value for name, value in body.items() if name not in self._unknown}

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the reply to a conversation; see `qsr.assist.protocol.Model`."""
        found: queue.SimpleQueue[Reply | AssistFailed] = queue.SimpleQueue()
        deadline = time.monotonic() + self._seconds

        def work() -> None:
            try:
                with self._client(deadline) as client:
                    reply = self._reply(client, deadline, messages, schema, grammar, sample)
                found.put(reply)
            except AssistFailed as error:
                found.put(error)
            except Exception as error:
                # What the library and those below it raise differs between versions; whatever it is, there is no reply.
                found.put(AssistFailed(f"{self.url}: {_told(error)}"))

        # A thread that nobody waits for: one that the server holds up ends with the process at the latest.
        threading.Thread(target=work, name="qsr assist", daemon=True).start()
        reply: Reply | AssistFailed | None = None
        with suppress(queue.Empty):
            reply = found.get(timeout=self._seconds)
        if isinstance(reply, Reply):
            return reply
        if reply is None or time.monotonic() >= deadline:
            # Whichever of the two saw first that the time is up.
            raise AssistFailed(f"{self.url}: no reply within {self._seconds:g} seconds")
        raise reply

    def _client(self, deadline: float) -> Any:
        """Return a client of the library that sends nothing after a time."""
        allowed = _HEADERS | ({"authorization"} if self._key else set())

        def bare(request: Any) -> None:
            _in_time(deadline)
            for name in [name for name in request.headers if name.lower() not in allowed]:
                del request.headers[name]

        hooks = {"request": [bare]}
        http = self._openai.DefaultHttpxClient(follow_redirects=False, timeout=self._seconds, event_hooks=hooks)
        return self._openai.OpenAI(
            base_url=self.url,
            api_key=self._key or "none",
            timeout=self._seconds,
            max_retries=self._retries,
            http_client=http,
        )

    def _reply(
        self,
        client: Any,
        deadline: float,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        grammar: str | None,
        sample: int,
    ) -> Reply:
        broken = 0
        while True:
            body = self.request(messages, schema=schema, grammar=grammar, sample=sample)
            try:
                return _read(_received(client, deadline, body))
            except self._openai.APIStatusError as error:
                given_up = _not_known(error, body)
                if not given_up:
                    raise
                self._unknown.update(given_up)
            except (self._openai.OpenAIError, AssistFailed):
                raise
            except Exception:
                # A reply that breaks off on its way: the library tries again only before a reply begins.
                broken += 1
                if broken > self._retries:
                    raise


def _received(client: Any, deadline: float, body: Mapping[str, Any]) -> bytes:
    """Send a request and return the body of the reply."""
    given = dict(body)
    extra = {"grammar": given.pop("grammar")} if "grammar" in given else None
    data = bytearray()
    with client.chat.completions.with_streaming_response.create(**given, extra_body=extra) as response:
        for piece in response.iter_bytes():
            data += piece
            _in_time(deadline)
            if len(data) > _LONGEST:
                raise AssistFailed(f"the server's reply is longer than {_LONGEST} bytes")
    return bytes(data)


def _in_time(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise AssistFailed("the time is up")


def _not_known(error: Any, body: Mapping[str, Any]) -> set[str]:
    """Return the optional fields of a request to which an error objects, the first one where it does not say; none of another."""
    there = [name for name in _OPTIONAL if name in body]
    text = str(error).lower()
    found = {name for name in there if name in text} if error.status_code in _NAMING else set()
    found = found or (set(there[:1]) if error.status_code in _NOT_UNDERSTOOD else set())
    if "response_format" in found and body["response_format"]["type"] == _NAMED:
        return {_NAMED}
    return found


def _read(data: bytes) -> Reply:
    """Return what a server says; raise AssistFailed where it says nothing that is a whole reply."""
    try:
        found = json.loads(data)
        choice = found["choices"][0]
        message = choice["message"]
        text, ended = message.get("content"), choice.get("finish_reason")
        refusal = message.get("refusal")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise AssistFailed(
            f"the server's reply is none of the chat interface: {_short(data.decode(errors='replace'))!r}"
        ) from error
    if refusal:
        raise AssistFailed(f"the model refuses: {_short(str(refusal))}")
    if ended in ("length", "content_filter"):
        raise AssistFailed("the reply is cut off: " + ("it is too long" if ended == "length" else "the server withholds it"))
    if not isinstance(text, str) or not text.strip():
        raise AssistFailed("the reply is empty")
    usage = found.get("usage")
    counted = usage if isinstance(usage, dict) else {}
    return Reply(text, _number(counted.get("prompt_tokens")), _number(counted.get("completion_tokens")))


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _told(error: Exception) -> str:
    """Return what went wrong, in words; what an HTTP library says of a connection stands behind that of `openai`."""
    cause = error.__cause__
    told = str(error) or type(error).__name__
    return _short(f"{told} ({cause})" if cause is not None and str(cause) else told)


def _short(text: str) -> str:
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= 200 else f"{text[:180]} … {text[-20:]}"
