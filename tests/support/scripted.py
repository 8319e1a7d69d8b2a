"""A model that says what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qsr.assist.protocol import Check, Message, Reply

__all__ = ["Scripted", "honest", "nothing_wrong"]


class Scripted:
    """A model with replies to sentences, and a judge.

    Parameters
    ----------
    replies
        Sentence -> what is said of it: a text (its paraphrase), "" to pass it over, None for one that cannot be said, an
        exception to raise, or a list of such for the first try, the second and so on.
    judge
        Given and claim -> whether the claim follows; "yes" to everything where None.
    """

    name = "scripted"

    def __init__(self, replies: Mapping[str, Any], judge: Callable[[str, str], bool] | None = None) -> None:
        self._replies = dict(replies)
        self._judge = judge
        self.asked: list[tuple[Message, ...]] = []
        self.judged: list[dict[str, Any]] = []

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        if schema and "answer" in schema["properties"]:
            about = json.loads(messages[-1].content)
            self.judged.append(about)
            verdict = True if self._judge is None else self._judge(about.get("given", ""), about["claim"])
            return Reply(json.dumps({"answer": "yes" if verdict else "no"}), 10, 1)
        self.asked.append(tuple(messages))
        at = max(place for place, one in enumerate(messages) if one.content.startswith('{"story"'))
        about = json.loads(messages[at].content)
        reply = self._replies.get(about.get("sentence") or about["question"])
        if isinstance(reply, list):
            tries = (len(messages) - 1 - at) // 2
            reply = reply[min(tries, len(reply) - 1)]
        if callable(reply):
            reply = reply(sample)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, str) and reply.startswith(("{", "!")):
            return Reply(reply.removeprefix("!"), 100, 10)
        said = {"sentences": [reply] if reply else None, "nothing": reply == "", "cannot": "no words" if reply is None else None}
        return Reply(json.dumps(said), 100, 10)


def honest(pairs: Mapping[str, str]) -> Callable[[str, str], bool]:
    """Return a judge that takes for the same what is paired, and for a place what is in no pair."""
    same = {frozenset(pair) for pair in pairs.items()}
    return lambda given, claim: frozenset((given, claim)) in same if given else claim not in pairs


def nothing_wrong(sentence: str, paraphrase: str, before: str) -> tuple[Check, ...]:
    """Pass everything: for tests of what comes before and after the comparison."""
    return (Check("words", True, "not compared"),)
