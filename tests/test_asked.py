"""Every function takes a story or its text, and a question as text, as a `Question`, or None where the story has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import qsr
from qsr import api
from qsr.run import Job

TOLD = "The cup is left of the pen. The box is right of the pen."
ASKED = "Where is the cup relative to the box?"
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "solve": lambda *given: qsr.solve(*given).entailed,
    "witness": lambda *given: qsr.witness(*given) is not None,
    "why_not": lambda story, *question: qsr.why_not(story, *(question or (None,)), "right"),
    "why": qsr.why,
    "check": lambda story, *question: qsr.check(story, *(question or (None,)), "It is on the left.").sound,
    "certify": lambda *given: [one["possible"] for one in qsr.certify(*given)["questions"]],
    "candidates": api.candidates,
    "ask": lambda *given: api.ask(*given)[1].args,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_all_forms_of_asking_are_the_same(name: str) -> None:
    asking = f"{TOLD}\n? {ASKED}"
    story, whole = qsr.parse(TOLD), qsr.parse(asking)
    question = whole.questions[0]
    given = [(TOLD, ASKED), (story, ASKED), (asking,), (whole,), (asking, question), (whole, question), (story, question)]
    found = [FUNCTIONS[name](*one) for one in given]
    assert found == [found[0]] * len(given)
    assert found[0] or name == "ask"


def test_sessions_and_theories_are_of_texts_too() -> None:
    assert api.theory_of(f"theory: sound\n{TOLD}").name == "sound"
    assert api.session(TOLD, "paper-ps2").witness(qsr.parse(TOLD)) is not None


def test_why_goes_by_the_theory_that_is_named() -> None:
    own = qsr.why(TOLD, ASKED)
    assert own[-1] == "So much follows: left. The answer stays open."
    measured = qsr.why(TOLD, ASKED, theory="paper-ps2")
    assert measured[-2:] == [
        "Step 4: From step 1 and 3, it can be inferred that the cup is 2 unit left of the box.",
        "Hence, the answer is left.",
    ]
    assert measured == qsr.why(TOLD, ASKED, theory="exact, relations: complete, quantities: specified")
    signs = qsr.why(TOLD, ASKED, theory="paper-ps3")
    assert qsr.why(f"theory: paper-ps2\n{TOLD}", ASKED, theory="paper-ps3") == signs != measured
    assert qsr.why(TOLD, ASKED, backend="z3") == own
    with pytest.raises(qsr.UnknownName):
        qsr.why(TOLD, ASKED, theory="no such theory")
    with pytest.raises(qsr.QsrError):
        qsr.why(TOLD, ASKED, backend="no such solver")


def test_a_job_is_told_by_name() -> None:
    with pytest.raises(TypeError, match="positional"):
        Job("stepgame")  # type: ignore[misc]
