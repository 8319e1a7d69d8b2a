"""The theory `babi`: positions against one grid step for each fact, routes by a search of their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final

from qsr.errors import LimitReached, NotCovered
from qsr.relations import parts
from qsr.story import Question, Story, Witness
from qsr.theories.checking import Checker, Unchecked, subset
from qsr.theories.paths.babi import Babi
from qsr.theories.paths.grid import grid_labels, in_space
from qsr.theories.paths.links import Number, measured, read_links
from qsr.theories.paths.routes import STEPS, compass_moves
from qsr.theories.paths.rules import PS2
from qsr.theories.paths.session import check_question, directions_of
from qsr.theories.paths.witness import RouteTrace
from qsr.theories.protocol import Limits, Session
from qsr.witnesses import Points

__all__ = ["GridChecker", "RouteChecker", "checker"]

#: Routes that are followed before giving up.
_MOST: Final = 1000


class GridChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        check_question(self.question, ("relation", "yes_no"))
        read_links(self.story, measured)
        self.opposites = self.question.form != "yes_no"
        self.labels = (self.question.candidates or directions_of(self.story)) if self.opposites else ("yes", "no")

    @cached_property
    def _session(self) -> Session:
        return Babi(self.settings).open(self.backends[0], Limits(seconds=self.seconds))

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Subtract positions: each fact is its steps exactly, and a label looks at its own axis."""
        if not isinstance(witness, Points) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} does not show positions on a grid"
        if sorted(witness.place) != list(range(len(self.story.entities))):
            return "it does not show exactly the entities of the story"
        if {len(at) for at in witness.place.values()} not in (set(), {2}, {3}):
            return "its positions have other dimensions than two or three"
        if broken := PS2.broken(self.story, witness.place):
            return f"it breaks the statements {', '.join(map(str, broken))}"
        head, tail = (in_space(witness.place[entity]) for entity in self.question.args)
        labels = grid_labels(head[0] - tail[0], head[1] - tail[1], head[2] - tail[2])
        is_so = labels.issuperset(parts(label if self.opposites else self.question.candidates[0]))
        return "" if is_so == ((label != "no") == holds) else f"{label!r} does not {'hold' if holds else 'fail'} in it"

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask the other backend what follows from some statements alone."""
        story = subset(self.story, statements)
        asked = ("left",) if label is None else (label,) if self.opposites else self.question.candidates
        question = Question(0, "yes_no", self.question.args, asked)
        try:
            answer = self._session.answer(story, question)
        except LimitReached as limit:
            raise Unchecked(str(limit)) from limit
        if answer.status in ("unknown", "not_covered"):
            raise Unchecked(answer.reason)
        if label is None or answer.status == "inconsistent":
            return answer.status != "inconsistent"
        return ("yes" if (label != "no") == holds else "no") in answer.possible


class RouteChecker(GridChecker):
    """Shortest routes: all of them are found again, step by step from the facts."""

    opposites = False

    def prepare(self) -> None:
        """Read the story and the question again."""
        if self.question.candidates or len(self.question.args) != 2 or self.question.properties:
            raise NotCovered("not covered: a path between other than two entities, or among given ones")
        self._moves = compass_moves(self.story, read_links(self.story, measured))
        self.labels = tuple(sorted(set(self._shortest(*self.question.args))))

    def _shortest(self, start: int, goal: int) -> list[str]:
        """Return the moves of all shortest routes by walking on from every route of the same length, breadth first."""
        routes: list[tuple[int, tuple[str, ...]]] = [(start, ())]
        seen = {start}
        while routes and all(place != goal for place, _ in routes):
            routes = [
                (entity, (*letters, letter))
                for place, letters in routes
                for letter, entity in self._moves.get(place, ())
                if entity not in seen
            ]
            if len(routes) > _MOST:
                raise Unchecked(f"there are more than {_MOST} routes to follow")
            seen |= {place for place, _ in routes}
        return [",".join(letters) for place, letters in routes if place == goal]

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask whether the statements contradict one another; nothing else keeps anybody from a route of the story."""
        return super().admits(statements, None) and (label is None or holds)

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Follow the trace: its states are those of one shortest route with these moves."""
        letters = label.split(",") if label else []
        framed = witness.size or witness.layout
        if not isinstance(witness, RouteTrace) or framed or sorted(witness.place) != list(range(len(letters) + 1)):
            return f"it does not have the {len(letters) + 1} states of the route"
        at: tuple[Number, Number] = (0, 0)
        for number in range(len(letters) + 1):
            if tuple(witness.place[number]) != at:
                return f"its state {number} is not where the moves lead to"
            if number < len(letters):
                across, up, _ = STEPS[letters[number]]
                at = (at[0] + across, at[1] + up)
        return ""


def checker(
    story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
) -> GridChecker:
    """Return the checker of a question about directions, or about a route."""
    kind = RouteChecker if question.form == "path" else GridChecker
    return kind(story, question, settings, backends, seconds)
