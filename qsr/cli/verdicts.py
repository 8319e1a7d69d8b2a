"""How verdicts on wrong answers are printed, and rows that have none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qsr.cli.output import say
from qsr.story import Verdict, Witness

__all__ = ["print_faults", "say_evidence"]


def say_evidence(verdict: Verdict) -> None:
    """Print what shows that an answer is wrong, indented: words of the text, and a model of it."""
    for sentence in verdict.evidence:
        say(f"    {sentence}")
    if verdict.counterexample is not None:
        say(f"    {Witness.heading if verdict.evidence else verdict.counterexample.heading}")
        for line in verdict.counterexample.text().splitlines():
            say(f"        {line}")


def print_faults(counts: Mapping[str, Any]) -> None:
    """Print which rows gave no item, and on which items the program failed: how many, and the places of the first."""
    for key, title in (("unread", "rows that could not be read"), ("failed", "items that the program failed on")):
        if counts[key]["count"]:
            say(f"{title}: {counts[key]['count']}")
            for entry in counts[key]["first"]:
                say(f"  {entry['file']}:{entry['line']}: {entry['error']}")
