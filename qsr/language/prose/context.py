"""What a sentence of prose builds on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qsr.language.prose.viewers import Viewer
from qsr.language.referents import Entities
from qsr.story import Statement

__all__ = ["Context"]


@dataclass(frozen=True, slots=True)
class Context:
    """What a sentence of prose builds on.

    Parameters
    ----------
    entities
        The story's entities, to which new ones are added.
    before
        Those of the sentence before.
    arranged
        The noun and the entities of what the story says there is.
    told
        What the story said before.
    together
        What the sentence before spoke of together.
    topic
        The one new thing of which the sentence before said where it is, -1 where there is none: "there is a lamp on the desk".
    moved
        What the sentence before said to have moved last, -1 where nothing did.
    tense
        That of the story's verbs so far; empty where they have none.
    """

    entities: Entities
    before: Sequence[int]
    arranged: tuple[str, tuple[int, ...]]
    told: Sequence[Statement] = ()
    together: tuple[tuple[int, ...], ...] = ()
    topic: int = -1
    tense: str = ""
    #: Who is said to be on top of what.
    resting: frozenset[tuple[int, int]] = frozenset()
    #: Speakers and listeners as they stand, the last that was spoken of last.
    viewers: tuple[Viewer, ...] = ()
    #: What the sentence says of all things of the story (`qsr.language.prose.reading.General`).
    general: tuple[Any, ...] = ()
    moved: int = -1
    #: Who did something to something by the sentence before, -1 where nobody did.
    did: int = -1
    #: The place of its time among those that come one after the other (`qsr.language.prose.times`), 0 where it has none.
    when: int = 0
