"""Where SpaRTUN's rules and the meaning of the relations disagree, as part of what a command prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from qsr import explain
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Question, Story
from qsr.theories.protocol import Limits

__all__ = ["add_comparison", "comparison_lines"]


def add_comparison(story: Story, question: Question, limits: Limits, result: dict[str, Any]) -> None:
    """Add the disagreements on a find-relation question to a result, or why they are not known."""
    try:
        found = explain.compare(story, question, limits=limits)
    except UnsupportedQuestion as refusal:
        result["not_compared"] = str(refusal)
    except LimitReached as limit:
        result.update(not_compared=str(limit), undecided=str(limit))
    else:
        result["differences"] = [difference._asdict() for difference in found]


def comparison_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield a comparison as lines of text; none where nothing was compared."""
    if "not_compared" in result:
        yield f"  not compared: {result['not_compared']}"
    for difference in result.get("differences", ()):
        who = "only SpaRTUN's rules give" if difference["in_compat"] else "SpaRTUN's rules miss"
        yield f"  {who} {difference['label']!r}: {difference['why']}"
    if result.get("differences") == []:
        yield "  SpaRTUN's rules give exactly what the relations entail"
