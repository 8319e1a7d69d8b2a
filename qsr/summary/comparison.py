"""Where SpaRTUN's rules and the meaning of the relations disagree, as part of a summary."""

from __future__ import annotations

from typing import Any

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Question, Story
from qsr.theories.protocol import Limits

__all__ = ["add_comparison"]


def add_comparison(story: Story, question: Question, limits: Limits, result: dict[str, Any]) -> None:
    """Add the disagreements on a find-relation question to a result, or why they are not known."""
    from qsr import explain

    try:
        found = explain.compare(story, question, limits=limits)
    except UnsupportedQuestion as refusal:
        result["not_compared"] = str(refusal)
    except LimitReached as limit:
        result.update(not_compared=str(limit), unexplained=str(limit))
    else:
        result["differences"] = [difference._asdict() for difference in found]
