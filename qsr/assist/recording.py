"""Replies that are had without a server: from the folder of what is kept, or from a recording; and how many tokens they took.

A reply is known by all that it depends on: the model, the whole conversation, the form that was asked for and the number of the
sample. A recording is a file of JSON lines, one per reply or failure, in the order in which they came; it holds the
conversations, texts and all, and no key and no address.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from qsr.assist.protocol import Message, Model, Reply
from qsr.errors import AssistFailed, DatasetError
from qsr.inputs import readable
from qsr.kept import kept
from qsr.outputs import Kind, rows_with, save

__all__ = ["RECORDING", "Cached", "Counted", "Recorder", "Replay"]

#: The kind of the files that `Recorder` writes.
RECORDING: Final[Kind] = rows_with("recording of a language model", "model", "messages", "sample")


def _asked(model: str, messages: Sequence[Message], schema: Mapping[str, Any] | None, sample: int) -> dict[str, Any]:
    """Return what was asked, as JSON has it; a grammar says nothing that the schema does not, at greater length."""
    return {
        "model": model,
        "messages": [{"role": one.role, "content": one.content} for one in messages],
        "schema": None if schema is None else dict(schema),
        "sample": sample,
    }


def _key(asked: Mapping[str, Any]) -> str:
    return json.dumps([asked["messages"], asked["schema"], asked["sample"]], sort_keys=True)


def _reply(found: Any) -> Reply:
    """Return a reply from its JSON form; raise ValueError where it has another one."""
    if not isinstance(found, dict) or not isinstance(found.get("text"), str):
        raise ValueError("a reply has a text")
    counts = [found.get(name) for name in ("prompt_tokens", "completion_tokens")]
    if any(one is not None and (not isinstance(one, int) or one < 0) for one in counts):
        raise ValueError("tokens are counted in whole numbers")
    return Reply(found["text"], *counts)


class _Around:
    """What stands around a model and has its name."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model.name


class Cached(_Around):
    """A model whose replies are kept on disk (`qsr.kept`), so that nothing is asked twice; failures are not kept.

    `where` is what else tells replies apart: the address of the server.
    """

    def __init__(self, model: Model, where: str = "") -> None:
        super().__init__(model)
        self._where = where
        #: How many replies came from the disk.
        self.recalled = 0

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the reply; see `qsr.assist.protocol.Model`."""
        fresh: list[Reply] = []

        def build() -> Any:
            fresh.append(self._model.ask(messages, schema=schema, grammar=grammar, sample=sample))
            return asdict(fresh[0])

        asked = _asked(self.name, messages, schema, sample)
        found = kept("reply", (self._where, self.name, _key(asked), grammar or ""), build)
        self.recalled += not fresh
        return fresh[0] if fresh else _reply(found)


class Counted(_Around):
    """A model whose replies, failures and tokens are counted."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.replies = self.failures = self.prompt_tokens = self.completion_tokens = 0

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the reply; see `qsr.assist.protocol.Model`."""
        try:
            reply = self._model.ask(messages, schema=schema, grammar=grammar, sample=sample)
        except AssistFailed:
            self.failures += 1
            raise
        self.replies += 1
        self.prompt_tokens += reply.prompt_tokens or 0
        self.completion_tokens += reply.completion_tokens or 0
        return reply


class Recorder(_Around):
    """A model whose replies and failures are written down as they come; `save` makes a file of them."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._lines: list[str] = []

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the reply; see `qsr.assist.protocol.Model`."""
        line = _asked(self.name, messages, schema, sample)
        try:
            reply = self._model.ask(messages, schema=schema, grammar=grammar, sample=sample)
        except AssistFailed as error:
            self._lines.append(json.dumps({**line, "failed": str(error)}, ensure_ascii=False))
            raise
        self._lines.append(json.dumps({**line, "reply": asdict(reply)}, ensure_ascii=False))
        return reply

    def save(self, target: Path) -> None:
        """Write the recording."""
        save(target, "".join(f"{line}\n" for line in self._lines))


@dataclass(frozen=True, slots=True)
class _Line:
    reply: Reply | None
    failed: str


class Replay:
    """A recording in the place of a model: the same conversations have the same replies, and nothing is sent anywhere.

    A conversation that was recorded several times has its replies in their order, and the last one from then on.

    Parameters
    ----------
    file
        What `Recorder.save` wrote.

    Raises
    ------
    DatasetError
        Where the file cannot be read or is no recording, with its line.
    """

    def __init__(self, file: str | Path) -> None:
        self._file = file
        self._found: dict[str, list[_Line]] = {}
        self._model = ""
        with readable(file):
            lines = Path(file).read_text(encoding="utf-8").splitlines()
        self._take(lines)

    def _take(self, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                key = _key(row)
                failed = row.get("failed", "")
                known = _Line(None if failed else _reply(row.get("reply")), str(failed))
                self._model = self._model or str(row["model"])
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                raise DatasetError(f"{self._file}:{number}: no line of a recording of a language model") from error
            self._found.setdefault(key, []).append(known)

    @property
    def name(self) -> str:
        """The name of the model that was recorded."""
        return self._model

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        """Return the recorded reply; see `qsr.assist.protocol.Model`."""
        lines = self._found.get(_key(_asked(self.name, messages, schema, sample)))
        if not lines:
            raise AssistFailed(f"{self._file}: the recording has no such conversation")
        line = lines.pop(0) if len(lines) > 1 else lines[0]
        if line.reply is None:
            raise AssistFailed(line.failed)
        return line.reply
