"""The theory of bAbI's spatial tasks: yes/no questions on a unit grid (task 17) and path finding (task 19).

Weston et al., "Towards AI-complete question answering" (arXiv 1502.05698). Every fact is one grid unit; "left of" in a
question looks at its own axis only, whatever the other axis does, as the sums along a path of property set 2 do. A path
question wants the moves of a shortest route over stated adjacency: the move from u to v is v's direction from u. North is
above, south below, west left, east right.

Equally short routes whose moves differ leave the question ambiguous; `value` is then the first of them in alphabetical order.
Where no stated steps lead to the goal no route is possible, and `value` is ``"unknown"``. A story that fits no grid has status
inconsistent, and `value` stays what the path alone says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Protocol

from qsr.errors import UnknownName
from qsr.resources import encoding, fingerprint
from qsr.story import Answer, Question, Story, Value, Witness
from qsr.theories import known_settings
from qsr.theories.answers import answered
from qsr.theories.paths.links import Links, Vector
from qsr.theories.paths.routes import COMPASS, Moves, Route, compass_moves, off_compass, shortest_routes
from qsr.theories.paths.rules import PS2, DirectReasoner
from qsr.theories.paths.session import PathSession, Read, Reasoner
from qsr.theories.protocol import Limits, Session

__all__ = ["MOST_ROUTES", "Babi", "BabiSession", "Router"]

#: Equally short routes that are looked at where the limits set no number of models.
MOST_ROUTES: Final = 1000
_VECTORS: Final[dict[str, Vector]] = {letter: vector for vector, letter in COMPASS.items()}


class Router(Protocol):
    """Finds every shortest route, at most `most` of them; raises LimitReached where there are more."""

    def __call__(self, moves: Moves, start: int, goal: int, most: int) -> list[Route]:
        """Return the routes, in any order."""


class BabiSession(PathSession):
    """Grid sums for relations and yes/no, shortest routes for paths.

    Parameters
    ----------
    fingerprint
        What every answer carries.
    reasoner
        The backend for sums on the grid.
    router
        The backend for routes.
    limits
        `models` bounds the number of equally short routes.
    """

    forms = ("relation", "yes_no", "path")

    def __init__(self, fingerprint: str, reasoner: Reasoner, router: Router, limits: Limits) -> None:
        super().__init__(Babi.name, fingerprint, reasoner, PS2.models)
        self._router = router
        self._most = MOST_ROUTES if limits.models is None else limits.models

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return grid points; for a candidate of a path question the trace of that route, one place per state."""
        if question is None or candidate is None or question.form != "path":
            return super().witness(story, question, candidate)
        if candidate not in answered(self.answer(story, question), candidate, question.candidates).possible:
            return None
        routes = self._routes(story, question, self._read(story).links)
        route = min(route for route in routes if _moves(route) == candidate)
        places = [(0, 0)]
        for letter, _ in route:
            dx, dy, _ = _VECTORS[letter]
            places.append((places[-1][0] + int(dx), places[-1][1] + int(dy)))
        visited = [question.args[0], *(entity for _, entity in route)]
        return Witness("trace", dict(enumerate(places)), {state: story.entities[entity] for state, entity in enumerate(visited)})

    def _answer_covered(self, story: Story, question: Question, read: Read) -> Answer:
        if question.form != "path":
            return super()._answer_covered(story, question, read)
        fault = off_compass(story, read.links)
        if fault:
            return self._answer("not_covered", None, fault)
        strings = sorted({_moves(route) for route in self._routes(story, question, read.links)})
        possible = frozenset(strings).intersection(question.candidates) if question.candidates else frozenset(strings)
        value: Value = tuple(strings[0].split(",")) if strings and strings[0] else () if strings else "unknown"
        if read.conflict:
            return self._answer("inconsistent", value, read.remark)
        if not strings:
            return self._answer("determined", value, self._unconnected(story, question, read))
        if len(strings) > 1 and possible:
            reason = f"{len(strings)} equally short routes{'; ' if read.remark else ''}{read.remark}"
            return self._answer("ambiguous", value, reason, possible)
        return self._answer("determined", value, read.remark, possible, possible)

    def _candidates(self, story: Story, question: Question) -> frozenset[str]:
        return frozenset(question.candidates) if question.form == "path" else super()._candidates(story, question)

    def _routes(self, story: Story, question: Question, links: Links) -> list[Route]:
        start, goal = question.args
        return self._router(compass_moves(story, links), start, goal, self._most)


def _moves(route: Route) -> str:
    return ",".join(letter for letter, _ in route)


class Babi:
    """Sums on a unit grid for yes and no, shortest walks for paths; the settings of a story are ignored."""

    name: ClassVar[str] = "babi"
    checker: ClassVar[str] = "qsr.theories.paths.checker:checker"
    backends: ClassVar[tuple[str, ...]] = ("direct", "clingo")

    def __init__(self, settings: Mapping[str, str]) -> None:
        known_settings(settings, getattr(self, "settings", {}))

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encodings of grid sums and of routes."""
        return fingerprint(encoding("paper_paths.lp"), encoding("babi.lp"))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> Session:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""
        limits = limits or Limits()
        if backend in (None, "direct"):
            return BabiSession(self.fingerprint, DirectReasoner(PS2), shortest_routes, limits)
        if backend == "clingo":
            from qsr.theories.paths.clingo import ClingoReasoner
            from qsr.theories.paths.routes_clingo import ClingoRouter

            return BabiSession(self.fingerprint, ClingoReasoner(PS2, limits), ClingoRouter(limits), limits)
        raise UnknownName("backend", str(backend), list(self.backends))

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks on a unit grid.

        A trace is the story of its own states: a statement is broken where both of its entities are on the way and their
        states are not where it says.
        """
        if witness.kind != "trace":
            return PS2.models.broken(story, witness)
        entity = {name: index for index, name in enumerate(story.entities)}
        visited = {entity[name]: witness.place[state] for state, name in witness.names.items() if name in entity}
        absent = frozenset(range(len(story.entities))) - frozenset(visited)
        broken = PS2.models.broken(story, Witness("points", visited, {}))
        return tuple(statement for statement in broken if absent.isdisjoint(story.statements[statement].args))
