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

from typing import Final

from qsr.story import Answer, Question, Story, Value, Witness
from qsr.theories.answers import Answers
from qsr.theories.frame import FramedTheory
from qsr.theories.paths.clingo import routes_by_clingo
from qsr.theories.paths.links import Links
from qsr.theories.paths.routes import STEPS, Route, compass_moves, shortest_routes
from qsr.theories.paths.rules import PS2
from qsr.theories.paths.session import PathSession, Read
from qsr.theories.paths.witness import RouteTrace
from qsr.theories.protocol import Limits, Session

__all__ = ["MOST_ROUTES", "Babi", "BabiSession"]

#: Equally short routes that are looked at where the limits set no number of models.
MOST_ROUTES: Final = 1000


class BabiSession(PathSession):
    """Grid sums for relations and yes/no, shortest routes for paths.

    `Limits.models` bounds the number of equally short routes.
    """

    forms = ("relation", "yes_no", "path")

    def __init__(self, answers: Answers, backend: str, limits: Limits) -> None:
        super().__init__(answers, PS2, backend, limits)
        self._most = MOST_ROUTES if limits.models is None else limits.models

    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> Witness | None:
        """Return grid points; for a candidate of a path question the trace of that route, one place per state."""
        if question is None or candidate is None or question.form != "path":
            return super()._shown(story, question, candidate)
        routes = self._routes(story, question, self._read(story).links)
        route = min(route for route in routes if _moves(route) == candidate)
        places = [(0, 0)]
        for letter, _ in route:
            dx, dy, _ = STEPS[letter]
            places.append((places[-1][0] + int(dx), places[-1][1] + int(dy)))
        visited = [question.args[0], *(entity for _, entity in route)]
        return RouteTrace(dict(enumerate(places)), {state: story.entities[entity] for state, entity in enumerate(visited)})

    def _from_path(self, story: Story, question: Question, read: Read) -> Answer:
        if question.form != "path":
            return super()._from_path(story, question, read)
        strings = sorted({_moves(route) for route in self._routes(story, question, read.links)})
        possible = frozenset(strings).intersection(question.candidates) if question.candidates else frozenset(strings)
        value: Value = tuple(strings[0].split(",")) if strings and strings[0] else () if strings else "unknown"
        if read.conflict:
            return self._answers.plain("inconsistent", value, read.remark)
        if not strings:
            return self._answers.plain("determined", value, self._unconnected(story, question, read))
        if len(strings) > 1 and possible:
            reason = f"{len(strings)} equally short routes{'; ' if read.remark else ''}{read.remark}"
            return self._answers.plain("ambiguous", value, reason, possible)
        return self._answers.plain("determined", value, read.remark, possible, possible)

    def _candidates(self, story: Story, question: Question) -> frozenset[str]:
        return frozenset(question.candidates) if question.form == "path" else super()._candidates(story, question)

    def _routes(self, story: Story, question: Question, links: Links) -> list[Route]:
        start, goal = question.args
        moves = compass_moves(story, links)
        if self._direct:
            return shortest_routes(moves, start, goal, self._most)
        return routes_by_clingo(moves, start, goal, self._most, self._limits)


def _moves(route: Route) -> str:
    return ",".join(letter for letter, _ in route)


class Babi(FramedTheory):
    """Sums on a unit grid for yes and no, shortest walks for paths; the settings of a story are ignored."""

    name = "babi"
    checker = "qsr.theories.paths.checker:checker"
    backends = ("direct", "clingo")
    encodings = ("paper_paths.lp", "property_sets.lp", "babi.lp")

    def _session(self, backend: str, limits: Limits) -> Session:
        return BabiSession(self.answers, backend, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks on a unit grid.

        A trace is the story of its own states: a statement is broken where both of its entities are on the way and their
        states are not where it says.
        """
        if not isinstance(witness, RouteTrace):
            return PS2.broken(story, witness.place)
        entity = {name: index for index, name in enumerate(story.entities)}
        visited = {entity[name]: witness.place[state] for state, name in witness.names.items() if name in entity}
        absent = frozenset(range(len(story.entities))) - frozenset(visited)
        broken = PS2.broken(story, visited)
        return tuple(statement for statement in broken if absent.isdisjoint(story.statements[statement].args))
