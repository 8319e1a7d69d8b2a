"""What a run or a judge is about: a data set, the theory that answers it, how its files are read, and the limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qsr import datasets, theories
from qsr.theories.protocol import Limits, Theory

__all__ = ["Job", "open_theory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What to run: a data set under a theory (the data set's own where None), with the reader's options and limits per item.

    `files` are those that a data set's own judge takes, by the name of its argument (`qsr.datasets.hooks.FileArgument`).
    """

    dataset: str
    theory: str | None = None
    backend: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    files: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Tell the reader the theory where it has an option of that name: what a text says depends on who answers it."""
        named = self.theory is not None and self.dataset in datasets.names()
        if named and "theory" in datasets.get(self.dataset).options:
            object.__setattr__(self, "options", {**self.options, "theory": self.theory})


def open_theory(job: Job) -> Theory:
    """Return the theory that a job names; raise UnknownName or ParseError where its name or settings are wrong."""
    settings = theories.parse_settings(job.theory) if job.theory else {}
    name = settings.pop("theory", None) or datasets.get(job.dataset).theory
    return theories.get(name, settings)
