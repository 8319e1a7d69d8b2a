"""Where a thing may be as well, all others staying where a model has them: what the story leaves open, as a drawing shows it.

Each place is tried by plain arithmetic (`qsr.theories.protocol.Theory.violated`): it is kept where no statement of the story is
broken. Places lie on a grid of half steps, or of whole ones where these are many, up to one step beyond all things.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from qsr.draw.places import AXIS_NAMES, bounds
from qsr.errors import LimitReached, NotCovered, UnsupportedQuestion
from qsr.story import Story, Witness
from qsr.theories.protocol import Session, Theory
from qsr.witnesses import Drawn

__all__ = ["leeway", "with_leeway"]

#: Places that are tried at most for one thing, things that are shaded, and seconds for all of them.
_MOST, _THINGS, _SECONDS = 3000, 2, 2.0
#: Models that are looked at where a place means the same in all of them.
_WORLDS: Final = 200
_STEPS: Final = (Fraction(1, 2), Fraction(1), Fraction(2))


def with_leeway(theory: Theory, session: Session, story: Story, witness: Witness) -> Witness:
    """Return a model with the further places of what the story's questions ask about, the first two of them.

    Where a place means the same in every model (`qsr.witnesses.Drawn.ranked`), these are the places in some other models.
    """
    if not isinstance(witness, Drawn):
        return witness
    asked = dict.fromkeys(question.args[0] for question in story.questions if question.args)
    things = [thing for thing in asked if thing in witness.place][:_THINGS]
    end = time.perf_counter() + _SECONDS
    if witness.ranked and things:
        found = _elsewhere(session, story, things, end)
    else:
        found = {thing: list(leeway(theory, story, witness, thing, end)) for thing in things}
    others = {thing: [at for at in places if at != witness.place[thing]] for thing, places in found.items()}
    return replace(witness, may={thing: tuple(places) for thing, places in others.items() if places})


def _elsewhere(session: Session, story: Story, things: Sequence[int], end: float) -> dict[int, list[Any]]:
    """Return the places that things have in the first models of a story."""
    found: dict[int, dict[Any, None]] = {thing: {} for thing in things}
    with suppress(LimitReached, NotCovered, UnsupportedQuestion):
        for world in session.worlds(story, _WORLDS):
            for thing in things:
                found[thing][world.place[thing]] = None
            if time.perf_counter() > end:
                break
    return {thing: list(places) for thing, places in found.items()}


def leeway(theory: Theory, story: Story, witness: Drawn, thing: int, end: float = float("inf")) -> Iterator[Any]:
    """Yield the other places that a thing of a model may have; none for things that cannot be moved in a plane or in space.

    No further ones are tried after `end`, seconds of `time.perf_counter`.
    """
    if not witness.movable or thing not in witness.place or not (areas := witness.areas(witness.place[thing])):
        return
    own, whole = bounds(areas), bounds([box for at in witness.place.values() for box in witness.areas(at)])
    seen = {witness.place[thing]}
    for offsets in _offsets(own, whole):
        moved = witness.moved(thing, dict(zip(AXIS_NAMES, offsets, strict=False)))
        if time.perf_counter() > end:
            return
        if moved.place[thing] in seen:
            continue
        seen.add(moved.place[thing])
        try:
            broken = theory.violated(story, moved)
        except (NotCovered, UnsupportedQuestion, ValueError):
            return
        if not broken:
            yield moved.place[thing]


def _offsets(own: Sequence[tuple[Any, Any]], whole: Sequence[tuple[Any, Any]]) -> Iterator[tuple[Fraction, ...]]:
    """Return how far a thing is moved on each axis; nowhere in a line, which has no place for a shade."""
    if len(own) < 2:
        return iter(())
    for step in _STEPS:
        ends = [
            (int((low - start - 1) // step), int((high - stop + 1) // step))
            for (start, stop), (low, high) in zip(own, whole, strict=True)
        ]
        if prod(last - first + 1 for first, last in ends) <= _MOST:
            return product(*([step * count for count in range(first, last + 1)] for first, last in ends))
    return iter(())
