"""The MCP tools, called by the real client of the library."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr.errors import QsrError

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters

from qsr.adapters.mcp import Bounds, server

GRID = """    0   1   2   3
  +---+---+---+---+
 0| A | O | E | E |
  +---+---+---+---+
 1| E |   |   |   |
  +---+---+---+---+
"""
STORIES = [
    ("The cup is left of the pen. The pen is left of the box.", "Where is the cup relative to the box?", None),
    ("The cup is above the pen.", "Is the pen below the cup?", None),
    ("The lamp is inside the crate. The crate is far from the desk.", "Where is the lamp relative to the desk?", "sound"),
    ("A is left of B. B is left of A.", "Where is A relative to B?", None),
    ('"x). :- not y(" is above the pen.', 'Where is "x). :- not y(" relative to the pen?', None),
    ("theory: exact, objects: extended\nThe hut is left of the barn.", "Where is the barn relative to the hut?", None),
]


def call(tool: str, bounds: Bounds | None = None, **arguments: Any) -> tuple[bool, Any]:
    """Call a tool in process; return whether it failed, and its structured content or its message."""

    async def asked() -> tuple[bool, Any]:
        async with Client(server(bounds)) as client:
            result = await client.call_tool(tool, arguments)
        return result.is_error, result.content[0].text if result.is_error else result.structured_content

    return asyncio.run(asked())


@pytest.mark.parametrize(("story", "question", "theory"), STORIES)
def test_solve_says_what_python_says(story: str, question: str, theory: str | None) -> None:
    failed, told = call("solve", story=story, question=question, theory=theory)
    answer = qsr.solve(story, question, theory=theory)
    assert not failed
    (entry,) = told["questions"]
    assert (entry["status"], set(entry["possible"]), set(entry["entailed"])) == (answer.status, answer.possible, answer.entailed)
    for label, sentences in entry.get("excluded", {}).items():
        assert sentences == qsr.why_not(story, question, label, theory=theory)
    if answer.status == "inconsistent":
        assert told["contradiction"] == qsr.why_not(story, theory=theory)


@pytest.mark.parametrize(("story", "question", "theory"), STORIES)
@pytest.mark.parametrize("answer", ["right", "above", "Yes.", "I cannot tell."])
def test_check_gives_the_verdict_of_python(story: str, question: str, theory: str | None, answer: str) -> None:
    failed, told = call("check", story=story, question=question, answer=answer, theory=theory)
    verdict = qsr.check(story, question, answer, theory=theory)
    assert not failed
    assert (told["sound"], told["reason"], told["evidence"]) == (verdict.sound, verdict.reason, list(verdict.evidence))


def test_explain_gives_the_steps_and_the_exclusions() -> None:
    story, question, _ = STORIES[0]
    failed, told = call("explain", story=story, question=question)
    assert not failed
    assert told["steps"] == qsr.why(story, question)
    assert told["status"] == qsr.solve(story, question).status
    assert told["excluded"]["right"] == qsr.why_not(story, question, "right")


@pytest.mark.parametrize(
    ("story", "question", "theory"),
    [
        ("A is left of B. C is left of B.", "Where is A relative to C?", "spartun"),
        ("Take A as a point. A is inside the park. A is outside B.", "Where is the park relative to A?", None),
        ("The tin is in the pantry. The coins are in the pantry.", "Where is the tin relative to the coins?", None),
    ],
)
def test_explain_and_solve_say_what_is_not_derived_not_shown_and_assumed(story: str, question: str, theory: str | None) -> None:
    _, told = call("explain", story=story, question=question, theory=theory)
    (entry,) = call("solve", story=story, question=question, theory=theory)[1]["questions"]
    answer = qsr.solve(story, question, theory=theory)
    for name in ("excluded", "not_derived", "unshown"):
        assert told[name] == entry[name]
    assert told["assumptions"] == entry.get("assumptions", []) == list(answer.assumptions)
    assert told["not_derived"] or told["unshown"] or told["assumptions"]
    assert told["steps"] or told["no_steps"]


def test_a_contradiction_is_explained_as_one() -> None:
    failed, told = call("explain", story="A is left of B. B is left of A.", question="Where is A relative to B?")
    assert (failed, told["status"], told["steps"]) == (False, "inconsistent", [])
    assert told["contradiction"] == ["A is left of B.", "B is left of A."]


def test_draw_gives_a_model_in_which_the_label_holds() -> None:
    story, question, _ = STORIES[0]
    failed, told = call("draw", story=story, question=question, label="above")
    places = {one["name"]: one["at"] for one in told["model"]["place"]}
    assert not failed
    assert told["found"]
    assert places["cup"][1] > places["box"][1]
    assert told["svg"].startswith("<svg")
    assert call("draw", story=story, question=question, label="right") == (
        False,
        {"found": False, "model": None, "text": "", "svg": ""},
    )


def test_closure_closes_and_refutes() -> None:
    stated = [{"x": "a", "relations": ["TPP", "NTPP"], "y": "b"}, {"x": "b", "relations": ["DC"], "y": "c"}]
    failed, told = call("closure", calculus="rcc8", constraints=stated)
    assert not failed
    assert {"x": "a", "relations": ["DC"], "y": "c"} in told["labels"]
    failed, told = call("closure", calculus="rcc8", constraints=[*stated, {"x": "c", "relations": ["NTPP"], "y": "a"}])
    assert told["status"] == "inconsistent"
    assert told["derivation"]


def test_plan_is_the_proved_best_one() -> None:
    failed, told = call("plan", grid=GRID, moves=8, carry=2, cost="0.1")
    best = qsr.solve("theory: gridworld, moves: 8, carry: 2, cost: 0.1, steps: 20\n" + GRID).value
    assert not failed
    assert isinstance(best, qsr.Plan)
    assert told["proved"]
    assert (told["energy"], told["actions"]) == (float(best.energy), list(best.actions))


def test_plan_without_a_theory_that_makes_plans_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qsr.theories, "names", lambda: ["exact"])
    failed, told = call("plan", grid=GRID)
    assert failed
    assert "no theory makes plans" in str(told)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("solve", {"story": "The cup flibbers the pen."}, "1:9"),
        ("solve", {"story": "The cup is left of the pen.", "theory": "exacct"}, "exacct"),
        ("solve", {"story": "x" * 30_000}, "20000"),
        ("closure", {"calculus": "rcc8", "constraints": [{"x": "a", "relations": ["XX"], "y": "b"}]}, "XX"),
        ("closure", {"calculus": "/etc/hostname", "constraints": []}, "no calculus"),
        ("plan", {"grid": "no grid"}, "expected"),
    ],
)
def test_what_cannot_be_read_is_told(tool: str, arguments: dict[str, Any], said: str) -> None:
    failed, message = call(tool, **arguments)
    assert failed
    assert said in message


def test_work_is_bounded() -> None:
    many = [{"x": f"a{number}", "relations": ["<"], "y": f"a{number + 1}"} for number in range(250)]
    failed, message = call("closure", calculus="point", constraints=many)
    assert failed
    assert "200" in message
    failed, told = call("closure", Bounds(entities=300), calculus="point", constraints=many)
    assert not failed
    assert told["status"] == "consistent"


def test_the_command_speaks_over_standard_input_and_output(tmp_path: Path) -> None:
    async def asked() -> Any:
        started = StdioServerParameters(command=sys.executable, args=["-m", "qsr.cli", "mcp"], cwd=str(tmp_path))
        async with Client(started) as client:
            result = await client.call_tool("solve", {"story": STORIES[0][0], "question": STORIES[0][1]})
        return result.structured_content

    told = asyncio.run(asked())
    assert told["questions"][0]["entailed"] == ["left"]


def test_errors_of_python_and_of_the_tools_are_the_same() -> None:
    story = "The cup is is left of the pen."
    with pytest.raises(QsrError) as caught:
        qsr.parse(story)
    failed, message = call("solve", story=story)
    assert failed
    assert str(caught.value).splitlines()[0] in message
