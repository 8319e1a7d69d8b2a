"""Which sentences of a story contradict each other."""

from __future__ import annotations

from qsr import api
from qsr.errors import QsrError
from qsr.story import Story
from qsr.theories.protocol import Limits

__all__ = ["contradicting"]


def contradicting(story: Story, theory: str | None = None, limits: Limits | None = None) -> tuple[int, ...]:
    """Return a minimal set of statements that contradict each other; none where there is none, or none was found in time."""
    try:
        core = api.session(story, theory, None, limits).core(story)
    except QsrError:
        return ()
    return () if core is None else core.statements
