"""The JSON API: answers, places of faults, examples, hostile names, headers."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

import qsr
from qsr.summary.story import Wanted, summarise

STORY = "The jar is left of the bowl. The bowl is left of the lid."
HOSTILE = ["<script>alert(1)</script>", "x). :- not y(", "</text><image href=x onerror=alert(1)>", "&lt;b&gt; ]]>", "a\u202eb"]


def solved(client: TestClient, **request: Any) -> dict[str, Any]:
    response = client.post("/api/solve", json=request)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def test_a_question_gets_what_the_package_says(client: TestClient) -> None:
    question = "Where is the jar relative to the lid?"
    (found,) = solved(client, story=STORY, question=question)["questions"]
    answer = qsr.solve(STORY, question)
    assert (found["status"], set(found["entailed"])) == (answer.status, answer.entailed)
    assert {one["label"] for one in found["possible"]} == answer.possible
    assert all(one["drawing"]["svg"].startswith("<svg") for one in found["possible"])
    for group in found["excluded"]:
        for label in group["labels"]:
            assert [one["text"] for one in group["statements"]] == qsr.why_not(STORY, question, label)
        assert all(STORY[one["start"] : one["end"]] == one["text"] for one in group["statements"])
    assert {label for group in found["excluded"] for label in group["labels"]}.isdisjoint(answer.possible)


RULED = "A is left of B. C is left of B."
KINDS = "Take A as a point. A is inside the park. A is outside B."


@pytest.mark.parametrize(
    ("story", "question", "theory"),
    [
        (RULED, "Where is A relative to C?", "spartun"),
        (RULED, "Is A left of C?", "paper-ps1"),
        (RULED, "Where is A relative to C?", "paper-ps3"),
        (KINDS, "Where is the park relative to A?", None),
        ("A is left of B.", "Is A touching B?", "exact, objects: points"),
        ("The tin is in the pantry. The coins are in the pantry.", "Where is the tin relative to the coins?", None),
        (STORY, "Where is the jar relative to the lid?", "sound"),
    ],
)
def test_what_is_said_against_a_label_is_what_the_command_line_says(
    client: TestClient, story: str, question: str, theory: str | None
) -> None:
    (found,) = solved(client, story=story, question=question, theory=theory)["questions"]
    (told,) = summarise(qsr.parse(f"{story}\n? {question}"), Wanted(theory, explain=True))["questions"]
    shown = {label: [one["text"] for one in group["statements"]] for group in found["excluded"] for label in group["labels"]}
    assert shown == told["excluded"]
    assert (found["not_derived"], found["unshown"]) == (told["not_derived"], told["unshown"])
    assert found["assumptions"] == told.get("assumptions", [])


def test_what_rules_do_not_give_is_not_impossible_in_itself(client: TestClient) -> None:
    (found,) = solved(client, story=RULED, question="Where is A relative to C?", theory="spartun")["questions"]
    assert {"left", "right"} <= set(found["not_derived"])
    assert found["excluded"] == []


def test_what_kinds_of_things_exclude_is_not_impossible_in_itself(client: TestClient) -> None:
    (found,) = solved(client, story=KINDS, question="Where is the park relative to A?")["questions"]
    assert "kinds of things" in found["unshown"]["overlapping"]
    assert not any("overlapping" in group["labels"] for group in found["excluded"])


def test_what_is_assumed_is_told(client: TestClient) -> None:
    (found,) = solved(client, story="The tin is in the pantry.", question="Where is the tin relative to the pantry?")["questions"]
    assert found["assumptions"] == ["taken to have an extent: tin, pantry", "an axis that is not mentioned stays open"]


def test_a_story_that_asks_nothing_and_one_that_contradicts_itself(client: TestClient) -> None:
    calm = solved(client, story=STORY)
    assert (calm["status"], calm["questions"], calm["model"]["kind"]) == ("consistent", [], "points")
    torn = solved(client, story=STORY + " The lid is left of the jar.\n? Is the jar left of the lid?")
    assert torn["questions"][0]["status"] == "inconsistent"
    assert len(torn["contradiction"]) == 3


def test_steps_with_distances_can_be_sent(client: TestClient) -> None:
    story = "theory: exact, objects: points, relations: complete, quantities: specified\nA is left of B. B is left of C."
    told = client.post("/api/explain", json={"story": story, "question": "Where is A relative to C?"}).json()
    (found,) = told["questions"]
    assert [step["kind"] for step in found["steps"]] == ["given", "given", "inferred"]


def test_check_and_explain(client: TestClient) -> None:
    request = {"story": STORY, "question": "Where is the jar relative to the lid?"}
    for answer in ("It is on the left.", "It is on the right."):
        found = client.post("/api/check", json={**request, "answer": answer}).json()
        assert found["sound"] is qsr.check(STORY, request["question"], answer).sound
    told = client.post("/api/explain", json=request).json()
    (found,) = told["questions"]
    assert [step["text"] for step in found["steps"]] + [found["conclusion"]] == qsr.why(STORY, request["question"])
    (alone,) = solved(client, **request)["questions"]
    assert not alone["steps"]
    assert (found["status"], found["entailed"]) == (alone["status"], alone["entailed"])


@pytest.mark.parametrize(
    ("request_", "where", "line", "column"),
    [
        ({"story": "# 😀\nThe jar stands."}, "story", 2, 15),
        ({"story": STORY, "question": "Where is the pot relative to the lid?"}, "question", 1, 10),
        ({"story": STORY + "\n? Where is the pot relative to the lid?"}, "story", 2, 12),
        ({"story": STORY, "theory": "exact, colour: red"}, "theory", 1, 8),
        ({"story": "theory: seating, layout: ring\nAnn, Bo and Cy sit around a round table."}, "story", 1, 18),
    ],
)
def test_a_fault_has_its_place(client: TestClient, request_: dict[str, Any], where: str, line: int, column: int) -> None:
    response = client.post("/api/solve", json=request_)
    error = response.json()["error"]
    assert (response.status_code, error["kind"]) == (422, "reading")
    assert (error["where"], error["line"], error["column"]) == (where, line, column)
    shown, carets = error["context"].splitlines()
    assert shown[carets.index("^")] == request_[where][error["start"]]


@pytest.mark.parametrize(
    ("request_", "status", "kind"),
    [
        ({"story": STORY, "theory": "none"}, 422, "unknown_name"),
        ({"story": STORY, "backend": "none"}, 422, "unknown_name"),
        ({"story": STORY, "question": 3}, 422, "request"),
        ({"story": STORY, "further": 3}, 422, "request"),
        ({}, 422, "request"),
        ({"story": STORY * 40}, 422, "size"),
    ],
)
def test_other_faults(client: TestClient, request_: dict[str, Any], status: int, kind: str) -> None:
    response = client.post("/api/solve", json=request_)
    assert (response.status_code, response.json()["error"]["kind"]) == (status, kind)


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"story": "\\ud800"}', b"[" * 5000, b'{"story": ' + b"9" * 5000 + b"}"])
def test_bodies_that_are_no_request(client: TestClient, body: bytes) -> None:
    response = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
    assert response.status_code in (400, 422)
    assert response.json()["error"]["kind"] in ("request", "reading")


def test_every_example_is_answered(client: TestClient) -> None:
    examples = client.get("/api/examples").json()["examples"]
    assert {one["benchmark"] for one in examples} == {
        "StepGame",
        "bAbI",
        "SpaRP",
        "SpaRTUN",
        "RoomSpace",
        "SPACE2024",
        "GRASP",
        "Prepositions",
    }
    for example in examples:
        for found in solved(client, story=example["story"], question=example["question"])["questions"]:
            assert found["status"] in ("determined", "ambiguous", "inconsistent"), example["title"]
            drawn = [one["drawing"] for one in found["possible"]] + ([found["trace"]] if found["trace"] else [])
            assert all(one is not None and one["text"] for one in drawn), example["title"]
            assert drawn or found["status"] == "inconsistent"


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_names(client: TestClient, name: str) -> None:
    question = f'Where is "{name}" relative to the lid?'
    response = client.post("/api/solve", json={"story": f'"{name}" is left of the lid.', "question": question})
    if response.status_code == 422:
        # A name with a character that no name has is refused with its place.
        assert response.json()["error"]["line"] == 1
        return
    (found,) = response.json()["questions"]
    assert found["entailed"] == ["left"]
    for one in found["possible"]:
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(one["drawing"]["svg"]).iter()}
        assert tags <= {"svg", "title", "desc", "style", "rect", "line", "circle", "path", "g", "text", "tspan", "polygon"}
        assert "onerror=alert" not in one["drawing"]["svg"].replace("&lt;/text&gt;&lt;image href=x onerror=alert(1)&gt;", "")


def test_headers(client: TestClient) -> None:
    for path in ("/", "/page.js", "/api/version", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert not [name for name in headers if name.startswith("access-control")]


def test_the_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/page.js", "/views.js", "/story.js", "/page.css"):
        text = client.get(path).text
        assert "//" not in "".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        assert "innerHTML" not in text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:8642"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "["}, 421),
        ({"host": "localhost:8642"}, 200),
        ({"host": "[::1]:8642"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:8642"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_who_may_ask(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.get("/api/version", headers=headers).status_code == status


def test_a_form_of_another_page_is_not_read(client: TestClient) -> None:
    response = client.post("/api/solve", content=b'{"story": "A is left of B."}', headers={"content-type": "text/plain"})
    assert response.status_code == 422


def test_the_description_has_the_bound_of_the_server(client: TestClient) -> None:
    found = client.get("/openapi.json").json()
    assert found["components"]["schemas"]["SolveRequest"]["properties"]["story"]["maxLength"] == 2000
    assert set(found["paths"]["/api/solve"]["post"]["responses"]) >= {"200", "413", "422", "503", "504", "507"}
