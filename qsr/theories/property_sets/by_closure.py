"""The property sets on `qsr.solvers.closure`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qsr.solvers.closure import Alternatives, Closure
from qsr.theories.engines import Engine
from qsr.theories.property_sets.claims import Claim, Reading, denial
from qsr.theories.property_sets.edges import alternatives, differences, extents, scale, variables

__all__ = ["ClosureEngine"]


class ClosureEngine(Engine[Claim]):
    """A story loaded into difference constraints; distances of later questions must be multiples of 1/`unit`.

    Raises BackendUnavailable where a claim measures between centres.
    """

    problem: Closure

    def __init__(self, reading: Reading, unit: int, seed: int) -> None:
        super().__init__()
        space = reading.space
        self._space = space
        self._scale = scale(space, unit)
        keys = variables(space)
        self._index = {key: number for number, key in enumerate(keys)}
        guards = {number: self._alternatives(claim) for number, claim in enumerate(reading.claims)}
        background = differences(extents(space), self._index, self._scale)
        for claim in space.background():
            (bounds,) = self._alternatives(claim)
            background += bounds
        self.problem = Closure(keys, background, guards, self._scale)

    def _alternatives(self, claim: Claim) -> Alternatives:
        return [differences(bounds, self._index, self._scale) for bounds in alternatives(claim, self._space)]

    def _added(self, claims: Sequence[Claim]) -> Iterable[int]:
        for goal, claim in enumerate(claims, len(self._goals)):
            self.problem.add_goal(goal, self._alternatives(claim), self._alternatives(denial(claim)))
            yield goal
