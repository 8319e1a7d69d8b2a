"""A task per data set: ``inspect eval qsr/stepgame -T files=valid.jsonl``.

Arguments of every task, each given with ``-T``:

``files``     a native file of the data set, or several, separated by commas
``limit``     take the first so many items
``mode``      ``text`` (default): correct is what follows from the text; ``label``: correct is the label of the data set
``theory``    what the words mean, such as ``'exact, objects: points'`` (default: the data set's own theory)
``backend``   the solver (default: the theory's first)
``options``   options of the reader as `qsr datasets` lists them, such as ``reading=convention`` or ``{reading: convention}``
``seconds``   a limit for each answer that is judged
``prompt``    words to ask in, with ``{story}``, ``{question}``, ``{labels}``, ``{options}``, ``{rules}`` to be filled in
``evidence``  ``false``: do not look for the sentences that show an answer to be wrong, which takes time

Ids of samples are those of ``qsr eval`` and ``qsr check``. A row that is broken as data, its label included, raises DatasetError
before any model is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from qsr import datasets
from qsr.adapters.harness import asked
from qsr.adapters.harness.judgements import known_mode, labelled
from qsr.adapters.inspect_ai.scoring import job_of, scoring
from qsr.errors import DatasetError
from qsr.oracle.job import Job

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample

__all__ = ["registered"]


@cache
def registered() -> dict[str, Callable[..., Any]]:
    """Return the tasks by name, beside the scorer and the metric; raise BackendUnavailable where the library is missing."""
    parts = scoring()
    from inspect_ai import task

    return {**{name: task(_named(name)) for name in datasets.names()}, **parts._asdict()}


def _named(name: str) -> Callable[..., Task]:
    """Return the function that makes the task of a data set; the library reads its name and its parameters."""
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset
    from inspect_ai.solver import generate

    def make(
        files: str | list[str],
        limit: int | None = None,
        mode: str = "text",
        theory: str | list[str] | None = None,
        backend: str | None = None,
        options: str | list[str] | dict[str, str] | None = None,
        seconds: float | None = None,
        prompt: str | list[str] | None = None,
        evidence: bool = True,
    ) -> Task:
        # The library's command line takes a value with a comma for a list.
        line = ",".join(theory) if isinstance(theory, list) else theory
        words = ",".join(prompt) if isinstance(prompt, list) else prompt
        chosen = _options(options)
        job = job_of(name, line, backend, chosen, seconds)
        known_mode(mode)
        samples = _samples(job, [files] if isinstance(files, str) else files, limit, mode, words)
        scorer = scoring().judged(name, line, backend, chosen, seconds, mode, evidence)
        return Task(MemoryDataset(samples, name=name), solver=generate(), scorer=scorer)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"Ask the items of files of the data set {name}, and judge the answers."
    return make


def _options(given: str | list[str] | dict[str, str] | None) -> dict[str, str]:
    """Return the reader's options; YAML makes true of yes and numbers of digits, and options are texts."""
    if isinstance(given, dict):
        return {key: {True: "yes", False: "no"}.get(value, str(value)) for key, value in given.items()}  # type: ignore[call-overload]
    found = {}
    for part in [given] if isinstance(given, str) else given or ():
        key, equals, value = part.partition("=")
        if not equals:
            raise DatasetError(f"options: expected name=value, not {part[:40]!r}")
        found[key.strip()] = value.strip()
    return found


def _samples(job: Job, files: list[str], limit: int | None, mode: str, prompt: str | None) -> list[Sample]:
    from inspect_ai.dataset import Sample

    samples = []
    for one in asked(job, files, limit, prompt):
        if mode == "label":
            labelled(one.item)
        metadata = {
            "groups": list(one.item.groups),
            "story": one.item.story.text,
            "question": one.item.question.text,
            "row": one.row,
        }
        samples.append(Sample(one.prompt, target=one.gold or "", id=one.item.id, metadata=metadata))
    return samples
