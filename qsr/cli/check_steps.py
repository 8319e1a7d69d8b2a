"""``qsr check --steps``: the steps of each answer's reasoning, beside the verdict on the answer itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, Final, Self

from qsr import datasets
from qsr.cli.output import say
from qsr.datasets.protocol import Item
from qsr.oracle.steps import StepReport, StepTheory, check_steps, own_theory, report_line, step_summary
from qsr.run import Job

__all__ = ["StepChecks", "add"]

_SHOWN: Final = 20


def add(parser: argparse.ArgumentParser) -> None:
    """Add the argument."""
    parser.add_argument(
        "--steps", action="store_true", help="judge the steps of each answer's reasoning too, and mark the first wrong one"
    )


class StepChecks:
    """Judges the reasoning in one answer after another under the theory of a job."""

    def __init__(self, job: Job) -> None:
        self._theory = job.theory or datasets.get(job.dataset).theory
        self._limits = job.limits
        self._open: dict[str, StepTheory] = {}
        self._reports: list[tuple[Item, StepReport]] = []

    @classmethod
    def opened(cls, chosen: argparse.Namespace, job: Job) -> Self | None:
        """Return a checker where the arguments ask for one."""
        return cls(job) if chosen.steps else None

    def add(self, item: Item, texts: Iterable[str]) -> None:
        """Judge each text, a sample of what was answered to an item."""
        name = own_theory(self._theory, item.story)
        if name not in self._open:
            self._open[name] = StepTheory.open(name, self._limits)
        for text in texts:
            self._reports.append((item, check_steps(item.story, item.question, text, self._open[name])))

    def close(self) -> None:
        """Close the sessions."""
        for theory in self._open.values():
            theory.close()
        self._open = {}

    def joined(self, lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the verdicts' lines with the reports on their items: a list under ``"reasoning"``, one for each sample."""
        found: dict[str, list[dict[str, Any]]] = {}
        for item, report in self._reports:
            found.setdefault(item.id, []).append(report_line(item.story, report))
        return [{**line, "reasoning": found.get(line["id"], [])} for line in lines]

    def summary(self) -> dict[str, Any]:
        """Return the counts of `qsr.oracle.steps.step_summary`."""
        return step_summary(report for _, report in self._reports)

    def say(self) -> None:
        """Print the first wrong steps and the counts."""
        noted = [(item, error) for item, report in self._reports if (error := report.first_error) is not None]
        for item, error in noted[:_SHOWN]:
            kind = f" ({error.kind})" if error.kind else ""
            say(f"{item.id}: step {error.number} is {_word(error.verdict)}{kind}: {error.text}")
        if len(noted) > _SHOWN:
            say(f"... and {len(noted) - _SHOWN} more; --out writes them all")
        counts = self.summary()
        say(
            f"reasoning: {counts['chains']} chains, {counts['chains_with_a_wrong_step']} with a wrong step, "
            f"{counts['chains_without_steps']} without a step; {counts['steps']} steps"
        )
        for key, title in (
            ("steps_by_verdict", "steps"),
            ("first_wrong_step", "first wrong step, by number"),
            ("first_wrong_kinds", "first wrong step, by kind"),
            ("answers_by_verdict", "answers of the chains"),
        ):
            if counts[key]:
                say(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts[key].items()))


def _word(verdict: str) -> str:
    return "true, and yet an error" if verdict == "entailed" else verdict
