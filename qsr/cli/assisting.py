"""The options of ``--assist``: a language model puts what the grammar refuses into plain words, each verified."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from qsr.cli import common
from qsr.cli.output import complain, print_json, say
from qsr.wording import counted

if TYPE_CHECKING:
    from qsr.assist.connection import Connection
    from qsr.assist.reading import Options
    from qsr.datasets.protocol import Row
    from qsr.story import Story

__all__ = ["Assistance", "add", "assistance"]

_MARKS: Final = re.compile(r"#|^\s*(?:\?|theory:)", re.MULTILINE)
_FORMS: Final = ("schema", "grammar", "none")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    group = parser.add_argument_group(
        "a language model", "puts sentences that are refused into plain words; each is verified before it counts"
    )
    group.add_argument(
        "--assist",
        metavar="URL",
        help="ask the server there, any with OpenAI's chat interface, such as http://127.0.0.1:8080/v1; its key is in "
        "$QSR_ASSIST_KEY; without this option nothing is sent anywhere",
    )
    group.add_argument("--model", metavar="NAME", help="the model of the server (default: $QSR_ASSIST_MODEL)")
    group.add_argument("--dry-run", action="store_true", help="show what --assist would send first, send nothing, answer nothing")
    group.add_argument("--record", type=Path, metavar="FILE.jsonl", help="write down what the model is asked and what it says")
    group.add_argument("--replay", type=Path, metavar="FILE.jsonl", help="a recording in the place of a server")
    group.add_argument(
        "--assist-timeout", type=common.seconds, default=120.0, metavar="S", help="seconds per reply (default: 120)"
    )
    group.add_argument(
        "--assist-form",
        choices=_FORMS,
        default=_FORMS[0],
        help="how the server is told the form of a reply: a JSON schema, a grammar (llama.cpp), in words alone (default: schema)",
    )
    some = common.whole("a whole number above 0, at most 20", 1, 20)
    group.add_argument(
        "--assist-tries",
        type=some,
        metavar="N",
        help="ask again, with the reason, for a reply that fails, N times in all (default: 3)",
    )
    group.add_argument(
        "--assist-samples",
        type=some,
        metavar="N",
        help="ask for N replies at most, of which two have to say the same (default: 3); 1 compares nothing",
    )
    group.add_argument(
        "--assist-rounds",
        type=common.whole("a whole number, at most 20", 0, 20),
        metavar="N",
        help="ask the judge N times, each time with a control (default: 2); 0 asks none and trusts the comparison of words",
    )


def _options(chosen: argparse.Namespace) -> Options:
    """Return how a text is read with a model, as the arguments say."""
    from qsr.assist.reading import Options

    given = {name: getattr(chosen, f"assist_{name}", None) for name in ("tries", "samples", "rounds")}
    return Options(**{name: number for name, number in given.items() if number is not None})


class Assistance:
    """A model that was asked for by the arguments, and what came of it."""

    def __init__(self, connection: Connection, chosen: argparse.Namespace) -> None:
        self.connection = connection
        self._chosen = chosen

    def story(self, name: str, text: str, chosen: argparse.Namespace, *, lenient: bool) -> Story:
        """Return the story of a text with the questions of the command line; raise ParseError for what stays refused."""
        from qsr.assist.reading import assisted

        found = assisted(
            text,
            self.connection,
            options=_options(chosen),
            theory=chosen.theory,
            file=name,
            lenient=lenient,
            questions=getattr(chosen, "question", ()),
        )
        return found.story

    def row(self, row: Row) -> Row:
        """Return a row with the sentences of its story in other words that stand verified, and with what these are."""
        from qsr.assist.reading import assisted
        from qsr.run.worker import PARAPHRASES

        text = row.payload["story"]
        # In a file of stories these marks begin comments, questions and settings; in a row they are parts of the text.
        if _MARKS.search(text):
            return row
        found = assisted(text, self.connection, options=_options(self._chosen), theory=self._chosen.theory, lenient=True).story
        if not found.paraphrases:
            return row
        told = [{"sentence": one.sentence, "text": one.text} for one in found.paraphrases]
        return replace(row, payload={**row.payload, "story": found.text, PARAPHRASES: told})

    def answers(self, story: Story, result: dict[str, Any], chosen: argparse.Namespace) -> None:
        """Have each answer of a summary told with its reason, and add this as `told`, or as `not_told` why it is not."""
        from qsr import api
        from qsr.assist.telling import conclusion, tell
        from qsr.errors import AssistFailed
        from qsr.theories.protocol import Limits

        limits = Limits(seconds=chosen.timeout)
        for question, entry in zip(story.questions, result["questions"], strict=True):
            answer = api.solve(story, question, theory=chosen.theory, backend=chosen.backend, limits=limits)
            if not conclusion(answer):
                entry["not_told"] = f"there is no answer: {answer.reason or answer.status}"
                continue
            try:
                found = tell(story, question, answer, self.connection, theory=chosen.theory, limits=limits)
            except AssistFailed as error:
                entry["not_told"] = str(error)
                continue
            struck = [{"sentence": sentence, "reason": reason} for sentence, reason in found.struck_out]
            entry["told"] = {"text": found.text, "struck_out": struck}

    def told(self) -> dict[str, Any]:
        """Return what it took, as plain data."""
        return self.connection.told()

    def tell(self) -> None:
        """Tell on standard error what it took."""
        one = self.told()
        kept = f" ({one['kept']} of them kept from before)" if one["kept"] else ""
        failures = f", {counted(one['failures'], 'failure')}" if one["failures"] else ""
        replies = counted(one["replies"], "reply", "replies")
        complain(
            f"assist: {one['model']}: {replies}{kept}{failures}; "
            f"{counted(one['prompt_tokens'], 'token')} in, {counted(one['completion_tokens'], 'token')} out"
        )

    def show(self, *, as_json: bool) -> None:
        """Print what a dry run would have sent."""
        requests = self.connection.unsent
        if as_json:
            print_json({"url": self._chosen.assist, "requests": requests})
            return
        for request in requests:
            say(f"POST {self._chosen.assist.rstrip('/')}/chat/completions")
            say(json.dumps(request, indent=2, ensure_ascii=False))
        say(f"{counted(len(requests), 'request')}; nothing was sent")


@contextmanager
def assistance(chosen: argparse.Namespace, inputs: Sequence[str]) -> Iterator[Assistance | None]:
    """Hold the model that the arguments ask for, where they do, and write its recording at the end, whatever the end is."""
    wanted = getattr(chosen, "assist", None) is not None or getattr(chosen, "replay", None) is not None
    if not wanted:
        for option in ("model", "dry_run", "record", "assist_tries", "assist_samples", "assist_rounds"):
            if getattr(chosen, option, None) is not None and getattr(chosen, option) is not False:
                chosen.usage_error(f"--{option.replace('_', '-')} goes with --assist")
        yield None
        return
    if chosen.dry_run and chosen.assist is None:
        chosen.usage_error("--dry-run goes with --assist")
    from qsr.assist.connection import Connection, Wanted
    from qsr.assist.recording import RECORDING

    about = Wanted(chosen.assist, chosen.model, chosen.assist_timeout, chosen.assist_form, chosen.replay, chosen.dry_run)
    connection = Connection(about)
    with common.claim(chosen, [(chosen.record, RECORDING)], [*inputs, *([chosen.replay] if chosen.replay else [])]):
        try:
            yield Assistance(connection, chosen)
        finally:
            if chosen.record is not None and not chosen.dry_run:
                connection.save(chosen.record)
