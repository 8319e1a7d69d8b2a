"""What helps to write a story, by the API: what was understood, switches, things moved, repairs, certificates, steps judged."""

from __future__ import annotations

import json
import time
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import qsr
from qsr import certificates, theories
from qsr.adapters.serve import answers
from qsr.adapters.serve.answers import FIRST, perform
from qsr.repair.fitting import fitted
from qsr.theories.witnesses import witness_of
from qsr.witnesses import Drawn

EXAMPLES = tomllib.loads((Path(answers.__file__).parent / "examples.toml").read_text(encoding="utf-8"))["example"]
STORY = "# 😀\nThe jar is left of the bowl. The stove and the sink are side by side with the sink on the right."
MOVED = [
    ("exact, objects: points", "The jar is left of the bowl. The lid is above the jar. The pen is right of the lid."),
    ("exact, objects: extended", "The jar is left of the bowl. The lid is above the jar."),
    ("exact", "The coin is in the jar. The jar is left of the bowl and above it."),
    ("sound", "The coin is in the jar. The jar is left of the bowl. The bowl touches the lid."),
    (
        "exact, quantities: specified, relations: complete",
        "The jar is 2 units left of the bowl. The lid is 3 units above the bowl.",
    ),
]


def posted(client: TestClient, task: str, **request: Any) -> dict[str, Any]:
    response = client.post(f"/api/{task}", json=request)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def test_what_was_understood_has_its_place(client: TestClient) -> None:
    found = posted(client, "solve", story=STORY)["read"]
    assert [STORY[one["start"] : one["end"]] for one in found] == [one["text"] for one in found]
    assert found[1]["understood"] == ["The sink is to the right of the stove."]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["title"])
def test_every_sentence_of_an_example_is_understood(client: TestClient, example: dict[str, Any]) -> None:
    found = posted(client, "solve", story=example["story"], question=example.get("question"))["read"]
    assert found
    for one in found:
        assert one["status"] == "read"
        assert one["text"].split() == example["story"][one["start"] : one["end"]].split() != []


def test_what_is_refused_leaves_the_rest_understood(client: TestClient) -> None:
    text = f"{STORY} The lid blorgs the jar."
    found = client.post("/api/solve", json={"story": text}).json()
    assert [one["status"] for one in found["read"]] == ["read", "read", "refused"]
    assert found["read"][-1]["reason"] == found["error"]["message"]


@pytest.mark.parametrize(
    ("line", "theory"), [("", None), ("theory: exact, objects: points\n", None), ("", "relations: complete")]
)
def test_each_switch_sets_what_it_says_and_nothing_else(client: TestClient, line: str, theory: str | None) -> None:
    text = line + "The jar is left of the bowl."
    choices = posted(client, "solve", story=text, theory=theory)["choices"]
    assert {one["key"] for one in choices} >= {"objects", "relations"}
    now = {one["key"]: option["value"] for one in choices for option in one["options"] if option["chosen"]}
    assert now.keys() == {one["key"] for one in choices}
    for choice in choices:
        for option in choice["options"]:
            then = posted(client, "solve", story=text, theory=option["theory"] or None)["choices"]
            chosen = {one["key"]: each["value"] for one in then for each in one["options"] if each["chosen"]}
            assert chosen == {**now, choice["key"]: option["value"]}


@pytest.mark.parametrize(("theory", "text"), MOVED)
def test_a_story_that_fits_a_drawing_is_true_in_it(client: TestClient, theory: str, text: str) -> None:
    story = qsr.parse(text, theory=theory)
    meaning = theories.of(story, theory)
    data = posted(client, "solve", story=text, theory=theory)["model"]["data"]
    broke = 0
    for thing in range(len(story.entities)):
        for by in ({"x": "-7.5"}, {"y": "9", "x": "1e1"}, {"x": "0.25", "y": "-0.5"}):
            found = posted(client, "move", story=text, theory=theory, witness=data, thing=thing, by=by)
            witness = witness_of(data)
            assert isinstance(witness, Drawn)
            moved = witness.moved(thing, {axis: Fraction(off) for axis, off in by.items()})
            broken = meaning.violated(story, moved)
            assert [one["text"] for one in found["broken"]] == [story.quote(number) for number in broken]
            if not broken:
                assert found["mended"] is None
                continue
            broke += 1
            mended = fitted(story, meaning, moved)
            assert meaning.violated(mended.story, moved) == ()
            assert mended.statements == broken
            assert [one["statement"] for one in found["mended"]["changes"]] == list(broken)
            if found["mended"]["text"] is not None and not mended.drops:
                again = qsr.parse(found["mended"]["text"], theory=theory)
                assert theories.of(again, theory).violated(again, moved) == ()
    assert broke


@pytest.mark.parametrize(
    "wrong",
    [
        {"thing": 7},
        {"witness": {"kind": "senses", "size": [], "layout": "", "place": [[0, "a"]]}},
        {"witness": {"kind": "points", "size": [], "layout": "", "place": []}},
        {"witness": {"kind": "points", "size": [], "layout": "", "place": [[0, [1]], [1, [2, 3]]]}},
        {"witness": {"kind": "seats", "size": [], "layout": "ring 6 inward", "place": [[0, 1], [1, 2]]}},
        {"witness": {}},
        {"by": {"x": "1e999"}},
        {"by": {"x": "nan"}},
    ],
)
def test_what_is_no_drawing_of_the_story_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    text = "The jar is left of the bowl."
    data = posted(client, "solve", story=text)["model"]["data"]
    response = client.post("/api/move", json={"story": text, "witness": data, "thing": 0, "by": {"x": "9"}, **wrong})
    assert response.status_code == 422, response.text
    assert response.json()["error"]["kind"] in ("request", "unsupported", "refused")


def test_a_thing_that_nineteen_sentences_speak_of_is_dragged_without_delay() -> None:
    text = " ".join(f"Box {number} is left of the cup." for number in range(19))
    request = {**FIRST, "story": text, "question": None}
    found = perform(request)
    cup = found["entities"].index("cup")
    took = []
    for step in range(20):
        began = time.perf_counter()
        moved = perform(
            {**request, "task": "move", "witness": found["model"]["data"], "thing": cup, "by": {"x": f"-{50 + step}"}}
        )
        took.append(time.perf_counter() - began)
        assert len(moved["broken"]) == len(moved["mended"]["changes"]) == 19
    assert min(took) < 0.1


def test_repairs_come_with_the_text_that_they_make(client: TestClient) -> None:
    text = "# torn\nA is left of B. B is left of C. C is left of A."
    found = posted(client, "repair", story=text)
    assert [one["text"] for one in found["conflicts"][0]] == qsr.why_not(text)
    for repair in found["repairs"]:
        assert posted(client, "repair", story=repair["text"])["conflicts"] == []


def test_a_certificate_holds(client: TestClient) -> None:
    made = posted(client, "certify", story=f"{STORY}\n? Where is the jar relative to the bowl?")["certificate"]
    assert certificates.verify(certificates.loads(json.dumps(made))).holds


def test_one_of_several_questions_is_answered_alone(client: TestClient) -> None:
    text = f"{STORY}\n? Is the jar left of the bowl?\n? Where is the sink relative to the stove?"
    (found,) = posted(client, "explain", story=text, only=1)["questions"]
    assert found["question"] == "Where is the sink relative to the stove?"
    assert found["steps"]


def test_each_step_of_an_answer_is_judged(client: TestClient) -> None:
    answer = "Step 1: The jar is left of the bowl.\nStep 2: The sink is left of the stove.\nHence, left."
    found = posted(client, "check", story=STORY, question="Where is the jar relative to the bowl?", answer=answer)
    assert found["sound"] is True
    assert [(one["verdict"], one["wrong"]) for one in found["chain"]["steps"]] == [("entailed", False), ("contradicted", True)]
    assert [answer[slice(*one["span"])] for one in found["chain"]["steps"]] == answer.splitlines()[:2]
    assert found["chain"]["first_wrong"] == 2
