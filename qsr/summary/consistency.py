"""Whether a story that asks nothing has a model, or which of its statements contradict each other."""

from __future__ import annotations

from typing import NamedTuple

from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Story, Witness
from qsr.theories.protocol import Session

__all__ = ["Consistency", "consistency"]


class Consistency(NamedTuple):
    """`consistent` with a model, `inconsistent` with a minimal core of statement ids, else `unknown` or `not_covered` and why."""

    status: str
    model: Witness | None = None
    core: tuple[int, ...] = ()
    reason: str = ""


def consistency(session: Session, story: Story) -> Consistency:
    """Return what can be said of a story as a whole; limits and uncovered statements are a status, not an exception."""
    try:
        model = session.witness(story)
        if model is not None:
            return Consistency("consistent", model)
        core = session.core(story)
    except LimitReached as error:
        return Consistency("unknown", reason=str(error))
    except UnsupportedQuestion as error:
        return Consistency("not_covered", reason=str(error))
    if core is None:
        return Consistency("not_covered", reason="the theory found neither a model nor a contradiction")
    return Consistency("inconsistent", core=core.statements)
