"""The theory `babi`: positions against one grid step for each fact, routes by a search of their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from qsr.errors import LimitReached, NotCovered
from qsr.relations import DIRECTIONS, OVERLAPPING, parts
from qsr.story import Question, Statement, Story, Witness
from qsr.theories.checking import Checker, Unchecked, subset
from qsr.theories.paths.babi import Babi
from qsr.theories.paths.session import uncovered_question
from qsr.theories.paths.witness import RouteTrace
from qsr.theories.protocol import Limits, Session
from qsr.witnesses import Points

__all__ = ["GridChecker", "RouteChecker", "checker"]

_LETTERS: Final = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}
_BACK: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}
#: Routes that are followed before giving up.
_MOST: Final = 1000
_Vector = tuple[Fraction, ...]


def _step(relation: str) -> tuple[int, int, int]:
    """Return head minus tail of a fact; raise NotCovered for a relation that is no step."""
    step = [0, 0, 0]
    for name in parts(relation):
        if name == OVERLAPPING and len(parts(relation)) == 1:
            return 0, 0, 0
        if name not in DIRECTIONS or step[DIRECTIONS[name][0]]:
            raise NotCovered(f"{relation[:40]!r} is no step on a grid")
        step[DIRECTIONS[name][0]] = DIRECTIONS[name][1]
    return step[0], step[1], step[2]


def _offset(statement: Statement) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return head minus tail of a statement with its distances; None where it relates an entity to itself."""
    if statement.args[0] == statement.args[1]:
        return None
    step = _step(statement.relation)
    found = [Fraction(sign) for sign in step]
    for name, distance in zip(parts(statement.relation), statement.property("distance") or (), strict=False):
        if distance is not None and name in DIRECTIONS:
            found[DIRECTIONS[name][0]] = DIRECTIONS[name][1] * Fraction(distance)
    return found[0], found[1], found[2]


def _in_space(at: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return (*at, *(Fraction(0) for _ in range(3 - len(at))))


class GridChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    def __init__(
        self, story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
    ) -> None:
        super().__init__(story, question, settings, backends, seconds)
        if fault := uncovered_question(question, ("relation", "yes_no")):
            raise NotCovered(fault)
        self.opposites = question.form != "yes_no"
        said = {name for statement in story.statements for name in parts(statement.relation)}
        deep = ("behind", "in front") if said & {"behind", "in front"} else ()
        self.labels = question.candidates or ("left", "right", "above", "below", *deep, OVERLAPPING)
        if not self.opposites:
            self.labels = ("yes", "no")
        self._session: Session | None = None

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Subtract positions: each fact is its steps exactly, and a label looks at its own axis."""
        if not isinstance(witness, Points) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} does not show positions on a grid"
        if sorted(witness.place) != list(range(len(self.story.entities))):
            return "it does not show exactly the entities of the story"
        if len({len(at) for at in witness.place.values()} | {2}) > 1 and {len(at) for at in witness.place.values()} != {3}:
            return "its positions have other dimensions than two or three"
        place = {entity: _in_space(at) for entity, at in witness.place.items()}
        broken = []
        for statement in self.story.statements:
            offset = _offset(statement)
            apart = tuple(a - b for a, b in zip(*(place[entity] for entity in statement.args), strict=True))
            if offset is not None and apart != offset:
                broken.append(str(statement.id))
        if broken:
            return f"it breaks the statements {', '.join(broken)}"
        asked = self.question.candidates[0] if not self.opposites else label
        apart = tuple(a - b for a, b in zip(*(place[entity] for entity in self.question.args), strict=True))
        step = _step(asked)
        signs = tuple((one > 0) - (one < 0) for one in apart)
        is_so = signs == step if not any(step) else all(sign == want for sign, want in zip(signs, step, strict=True) if want)
        return "" if is_so == ((label != "no") == holds) else f"{label!r} does not {'hold' if holds else 'fail'} in it"

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask the other backend what follows from some statements alone."""
        if self._session is None:
            self._session = Babi(self.settings).open(self.backends[0], Limits(seconds=self.seconds))
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

    def __init__(
        self, story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
    ) -> None:
        if question.candidates or len(question.args) != 2 or question.properties:
            raise NotCovered("not covered: a path between other than two entities, or among given ones")
        Checker.__init__(self, story, question, settings, backends, seconds)
        self._moves: dict[int, dict[tuple[str, int], None]] = {entity: {} for entity in range(len(story.entities))}
        by_step = {step: letter for letter, step in _LETTERS.items()}
        for statement in story.statements:
            head, tail = statement.args
            offset = _offset(statement)
            if offset is None:
                continue
            if offset[2] or (int(offset[0]), int(offset[1])) not in by_step or any(part.denominator > 1 for part in offset):
                raise NotCovered("not covered: a statement that is not one step north, south, east or west")
            letter = by_step[int(offset[0]), int(offset[1])]
            self._moves[tail][letter, head] = None
            self._moves[head][_BACK[letter], tail] = None
        self._routes = self._shortest(*question.args)
        self.opposites = False
        self.labels = tuple(sorted({",".join(letter for letter, _ in route) for route in self._routes}))
        self._session = None

    def _shortest(self, start: int, goal: int) -> list[tuple[tuple[str, int], ...]]:
        """Return all shortest routes by walking on from every route of the same length, breadth first."""
        routes: list[tuple[tuple[str, int], ...]] = [()]
        seen = {start}
        while routes and not any((route[-1][1] if route else start) == goal for route in routes):
            longer = [
                (*route, move)
                for route in routes
                for move in self._moves[route[-1][1] if route else start]
                if move[1] not in seen
            ]
            if len(longer) > _MOST:
                raise Unchecked(f"there are more than {_MOST} routes to follow")
            seen |= {route[-1][1] for route in longer}
            routes = longer
        return [route for route in routes if (route[-1][1] if route else start) == goal]

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask whether the statements contradict one another; nothing else keeps anybody from a route of the story."""
        return super().admits(statements, None) and (label is None or holds)

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Follow the trace: its states are those of one shortest route with these moves."""
        letters = label.split(",") if label else []
        framed = witness.size or witness.layout
        if not isinstance(witness, RouteTrace) or framed or sorted(witness.place) != list(range(len(letters) + 1)):
            return f"it does not have the {len(letters) + 1} states of the route"
        at = (0, 0)
        for number in range(len(letters) + 1):
            if tuple(witness.place[number]) != at:
                return f"its state {number} is not where the moves lead to"
            if number < len(letters):
                across, up = _LETTERS[letters[number]]
                at = (at[0] + across, at[1] + up)
        return ""


def checker(
    story: Story, question: Question, settings: dict[str, str], backends: Sequence[str], seconds: float | None
) -> GridChecker:
    """Return the checker of a question about directions, or about a route."""
    kind = RouteChecker if question.form == "path" else GridChecker
    return kind(story, question, settings, backends, seconds)
