"""An MCP server: solve, check, explain, draw, closure and plan as tools with structured output.

Every tool answers from its arguments alone and touches no file. Texts are bounded in length, and the time of one call by
`Bounds.seconds`. What cannot be read is an error of the tool, with line and column, as a user of the command line would see it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal

import qsr
from qsr import api, theories
from qsr.adapters.serve.task import drawn
from qsr.calculi import Network
from qsr.errors import BackendUnavailable, LimitReached, ParseError, QsrError, UnsupportedQuestion
from qsr.oracle.check import verdict_line
from qsr.plain import plain
from qsr.story import Plan, Story
from qsr.summary.story import Wanted, summarise
from qsr.theories.protocol import Limits
from qsr.theories.quotes import named

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

__all__ = ["Bounds", "server"]

_ABOUT = """Spatial reasoning with every consistent answer. A story is plain English about where things are ("The cup is left of
the pen."), one statement a sentence; a first line such as "theory: exact, objects: extended" may set up another reading. Answers
say what is possible (true in some model) and what is entailed (true in all of them)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one call may cost: seconds of solving, characters of a text, constraints and entities of a network."""

    seconds: float = 20.0
    characters: int = 20_000
    constraints: int = 5_000
    entities: int = 200


# What follows goes over the wire. Without slots: the library reads the members of a class with slots as defaults.
@dataclass(frozen=True)
class Constraint:
    """One constraint of a network: which base relations may hold of two entities."""

    x: str
    relations: list[str]
    y: str


@dataclass(frozen=True)
class Closure:
    """An algebraically closed network, or the steps that refute it."""

    status: Literal["consistent", "inconsistent", "closed"]
    labels: list[Constraint]
    derivation: list[str]
    reference: str


@dataclass(frozen=True)
class Solution:
    """The summary of a story: an entry per question."""

    theory: str
    status: str
    entities: list[str]
    questions: list[dict[str, Any]]
    contradiction: list[str]


@dataclass(frozen=True)
class Judged:
    """A verdict on an answer."""

    sound: bool | None
    reason: str
    read_as: list[str] | str | None
    right: list[Any]
    evidence: list[str]
    counterexample: dict[str, Any] | None


@dataclass(frozen=True)
class Explanation:
    """The answer that `solve` gives and how it follows: steps or why there are none, and what is said against every other answer.

    A story that contradicts itself has the sentences of a `contradiction`. Each other answer is `excluded` by sentences,
    `not_derived` by the rules of the theory, or `unshown` for a reason, as a possible one may be of which no model can be shown.
    `assumptions` are what the theory took so although nobody said it.
    """

    theory: str
    status: str
    possible: list[str]
    entailed: list[str]
    reason: str
    contradiction: list[str]
    steps: list[str]
    no_steps: str
    witnesses: dict[str, Any]
    excluded: dict[str, list[str]]
    not_derived: list[str]
    unshown: dict[str, str]
    assumptions: list[str]


@dataclass(frozen=True)
class Drawing:
    """A model of a story, as numbers, as text and as an SVG document."""

    found: bool
    model: dict[str, Any] | None
    text: str
    svg: str


@dataclass(frozen=True)
class Planned:
    """The best plan on a grid."""

    status: str
    actions: list[str]
    energy: float | None
    bound: float | None
    proved: bool
    reason: str


def server(bounds: Bounds | None = None) -> MCPServer:
    """Return the server; `run()` speaks over standard input and output.

    Raises
    ------
    BackendUnavailable
        Where the library `mcp` is not installed.
    """
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as error:
        raise BackendUnavailable('the MCP server needs the library mcp: pip install "qsr-reasoning[mcp]"') from error
    made = MCPServer(
        "qsr", title="Qualitative spatial reasoning", instructions=_ABOUT, version=qsr.__version__, log_level="WARNING"
    )
    tools = _Tools(bounds or Bounds())
    for tool in (tools.solve, tools.check, tools.explain, tools.draw, tools.closure, tools.plan):
        made.tool()(_told(tool, ToolError))
    return made


def _told(tool: Callable[..., Any], refusal: type[Exception]) -> Callable[..., Any]:
    """Return a tool whose errors are told in words: those of qsr are meant for its caller."""

    @wraps(tool)
    def call(*arguments: Any, **named_arguments: Any) -> Any:
        try:
            return tool(*arguments, **named_arguments)
        except QsrError as error:
            raise refusal(str(error)) from error

    return call


class _Tools:
    """The tools. They are called one at a time: sessions are those of one thread."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._limits = Limits(seconds=bounds.seconds)

    def solve(self, story: str, question: str | None = None, theory: str | None = None) -> Solution:
        """Answer questions from a story: what is possible, what is entailed, examples, and the text that excludes the rest.

        The question may stand in the story too, in lines that begin with "?". Without a question the story is checked for
        contradictions. `theory` names another reading, such as "sound" or "exact, objects: points".
        """
        told = summarise(self._read(story, question, theory), Wanted(theory, None, self._limits, explain=True))
        return Solution(
            told["theory"],
            told.get("status", "answered"),
            told["entities"],
            [_json(entry) for entry in told["questions"]],
            told.get("contradiction", []),
        )

    def check(self, story: str, question: str, answer: str, theory: str | None = None) -> Judged:
        """Judge an answer in free words: `sound` is true where the story entails it, false where not, null if undecided."""
        found = qsr.check(
            self._read(story, theory=theory), self._short(question), self._short(answer), theory=theory, limits=self._limits
        )
        line = verdict_line(found)
        return Judged(line["sound"], line["reason"], line["value"], line["right"], line["evidence"], line["counterexample"])

    def explain(self, story: str, question: str | None = None, theory: str | None = None) -> Explanation:
        """Answer a question as `solve` does and tell why: steps where some lead to it, models, the text against the rest."""
        wanted = Wanted(theory, None, self._limits, explain=True, steps=True)
        told = summarise(self._read(story, question, theory), wanted)
        if len(told["questions"]) != 1:
            raise UnsupportedQuestion(f"the story has {len(told['questions'])} questions: say which one is meant")
        (entry,) = told["questions"]
        steps = [step["text"] for step in entry.get("steps", ())]
        return Explanation(
            told["theory"],
            entry["status"],
            entry["possible"],
            entry["entailed"],
            entry["reason"],
            told.get("contradiction", []),
            [*steps, entry["conclusion"]] if "conclusion" in entry else [],
            entry.get("no_steps", ""),
            _json(entry.get("witnesses", {})),
            entry.get("excluded", {}),
            entry.get("not_derived", []),
            entry.get("unshown", {}),
            entry.get("assumptions", []),
        )

    def draw(self, story: str, question: str | None = None, label: str | None = None, theory: str | None = None) -> Drawing:
        """Draw a model of the story; with a question and one of its labels, a model in which the label holds."""
        read = self._read(story, question, theory)
        asked = question is not None or label is not None
        known, which = api.ask(read) if asked else (read, None)
        found = qsr.witness(known, which, label, theory=theory, limits=self._limits)
        if found is None:
            return Drawing(False, None, "", "")
        shown = drawn(known, found)
        return Drawing(True, _json(named(known, found)), shown["text"], shown["svg"] or "")

    def closure(self, calculus: str, constraints: list[Constraint]) -> Closure:
        """Close a constraint network of a calculus (point, allen, rcc5, rcc8, cd, block2, ...) under composition."""
        if len(constraints) > self._bounds.constraints:
            raise LimitReached(f"{len(constraints)} constraints; at most {self._bounds.constraints} are taken")
        if calculus not in qsr.calculi.names():
            raise UnsupportedQuestion(f"no calculus {calculus[:40]!r}; there are {', '.join(qsr.calculi.names())}")
        if len({name for one in constraints for name in (one.x, one.y)}) > self._bounds.entities:
            raise LimitReached(f"a network of more than {self._bounds.entities} entities is not taken")
        network = Network(calculus)
        for one in constraints:
            network.add(self._short(one.x), one.relations, self._short(one.y))
        closed = network.closure()
        if closed.is_refuted:
            first = network.nodes[:2]
            steps = [str(step) for step in network.derivation(*first)] if len(first) == 2 else []
            return Closure("inconsistent", [], steps, "")
        decided = network.decided_by()
        labels = [Constraint(str(x), list(names), str(y)) for x, names, y in closed.constraints()]
        return Closure("consistent" if decided else "closed", labels, [], decided.reference if decided else "")

    def plan(
        self,
        grid: str,
        moves: Literal[4, 8] = 4,
        carry: Annotated[int | None, "units held at most; null is no limit"] = None,
        cost: Annotated[str, "energy that each action costs, such as 0.3"] = "0",
        steps: int = 20,
    ) -> Planned:
        """Find the plan that brings most energy to the start of a drawn grid: A agent, E or a number energy, O obstacle."""
        rules = {"moves": moves, "carry": "none" if carry is None else carry, "cost": cost, "steps": steps}
        planner = next((name for name in theories.names() if theories.trait(name, "plans")), None)
        if planner is None:
            raise UnsupportedQuestion("no theory makes plans")
        line = ", ".join((f"theory: {planner}", *(f"{key}: {value}" for key, value in rules.items())))
        story = api.parse(f"{line}\n{self._short(grid)}")
        answer = qsr.solve(story, limits=self._limits)
        found = answer.value if isinstance(answer.value, Plan) else None
        if found is None:
            return Planned(answer.status, [], None, None, False, answer.reason)
        return Planned(answer.status, list(found.actions), float(found.energy), float(found.bound), found.proved, answer.reason)

    def _read(self, text: str, question: str | None = None, theory: str | None = None) -> Story:
        story = api.parse(self._short(text), theory=theory)
        if question is None:
            return story
        asked, meant = api.ask(story, self._short(question))
        # The question of the call is the only one that is meant.
        return replace(asked, questions=(replace(meant, id=0),))

    def _short(self, text: str) -> str:
        if len(text) > self._bounds.characters:
            raise ParseError(f"a text of {len(text)} characters; at most {self._bounds.characters} are taken")
        return text


def _json(value: Any) -> Any:
    """Return a value in the types of JSON."""
    return json.loads(json.dumps(value, default=plain))
