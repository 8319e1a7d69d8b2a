"""What a sentence of prose builds on: what the sentences before it told, and spoke of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qsr.language.prose.viewers import Viewer
from qsr.language.referents import Entities
from qsr.story import Span, Statement

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
    tense
        That of the story's verbs so far; empty where they have none.
    subjects
        The things that the sentence before was about.
    fresh
        The new things to which it related them: "in a box".
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
    subjects: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    passed: tuple[Span, ...] = ()  # Parts of sentences that place nothing.
    #: What the sentence says of all things of the story (`qsr.language.prose.reading.General`).
    general: tuple[Any, ...] = ()
    #: What is said to be the most of its kind (`qsr.language.prose.extremes`), what stands in a row, the last way (-1: none).
    extremes: tuple[Any, ...] = ()
    row: Any = None
    way: int = -1
    #: What the sentence before said to have moved last, and who did something to something; -1 where nothing and nobody did.
    moved: int = -1
    did: int = -1
    #: The condition of the sentence before, over entities, None where it has none; what those have to be like of whom sentences
    #: tell ("everyone with a ticket"), and whether the last sentence told so.
    conditions: tuple[Any, ...] = (None, (), False)
    #: The two of which the sentence before spoke as the former and the latter.
    pair: tuple[int, ...] = ()
    #: The place of its time among those that come one after the other (`qsr.language.prose.times`), 0 where it has none.
    when: int = 0
