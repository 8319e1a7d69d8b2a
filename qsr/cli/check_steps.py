"""``qsr check --steps``: the steps of each answer's reasoning, beside the verdict on the answer itself."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from qsr.cli.output import say
from qsr.datasets.protocol import Item
from qsr.oracle.steps import StepReport
from qsr.wording import counted

__all__ = ["add", "print_steps"]

_SHOWN: Final = 20


def add(parser: argparse.ArgumentParser) -> None:
    """Add the argument."""
    parser.add_argument(
        "--steps", action="store_true", help="judge the steps of each answer's reasoning too, and mark the first wrong one"
    )


def print_steps(reports: Sequence[tuple[Item, StepReport]], counts: dict[str, Any]) -> None:
    """Print the first wrong steps, and the counts of `qsr.oracle.steps.step_summary`."""
    noted = [(item, error) for item, report in reports if (error := report.first_error) is not None]
    for item, error in noted[:_SHOWN]:
        kind = f" ({error.kind})" if error.kind else ""
        say(f"{item.id}: step {error.number} is {_word(error.verdict)}{kind}: {error.text}")
    if len(noted) > _SHOWN:
        say(f"... and {len(noted) - _SHOWN} more; --out writes them all")
    say(
        f"reasoning: {counted(counts['chains'], 'chain')}, {counts['chains_with_a_wrong_step']} with a wrong step, "
        f"{counts['chains_without_steps']} without a step; {counted(counts['steps'], 'step')}"
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
