"""What conditions leave open in a scene: layouts that satisfy them and differ from it, found by the theory `seating`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from itertools import chain

from qsr import theories
from qsr.datasets.space2024.generator.scenes import Condition, Places, Scene
from qsr.logic import Relation
from qsr.seats import Claim
from qsr.story import Statement, Story
from qsr.theories.seating.geometry import geometry

__all__ = ["Reasoner", "alike", "story_of"]


def story_of(scene: Scene, conditions: Iterable[Condition]) -> Story:
    """Return conditions as a story; every claim is a statement, without words."""
    statements = tuple(
        Statement(at, Relation.of(claim.relation), claim.args, properties=(("negated", True),) if claim.denied else ())
        for at, claim in enumerate(chain.from_iterable(conditions))
    )
    return Story(scene.names, statements, settings=(("theory", "seating"), ("layout", str(scene.layout))))


def alike(scene: Scene) -> frozenset[Places]:
    """Return the layouts that no condition tells from the scene: its rotations, where no compass is known, and itself."""
    if scene.layout.bearing is not None:
        return frozenset((scene.places,))
    turns = geometry(scene.layout).turns()
    return frozenset(tuple(turn[place] for place in scene.places) for turn in turns)


class Reasoner(ExitStack):
    """Finds layouts."""

    def __init__(self) -> None:
        super().__init__()
        self._session = self.enter_context(closing(theories.get("seating").open()))

    def layout(self, scene: Scene, conditions: Sequence[Condition], claim: Claim) -> Places | None:
        """Return a layout that satisfies the conditions and the claim; None where there is none."""
        found = self._session.witness(story_of(scene, [*conditions, (claim,)]))
        return None if found is None else tuple(found.place[name] for name in range(len(scene.names)))

    def unlike(self, scene: Scene, conditions: Sequence[Condition]) -> Places | None:
        """Return a layout that satisfies the conditions and is not the scene, turned or not; None where there is none."""
        same = alike(scene)
        for found in self._session.worlds(story_of(scene, conditions), limit=len(same) + 1):
            places = tuple(found.place[name] for name in range(len(scene.names)))
            if places not in same:
                return places
        return None
