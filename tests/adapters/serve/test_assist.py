"""The page with a language model: asked only where the server has one and the request wants it."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import chat_server as chat
from qsr.adapters.serve import answers
from qsr.adapters.serve.app import application
from qsr.adapters.serve.work import Bounds, Pool
from scripted import Scripted, honest

AWAY = "The pen has been banished to the left of the lamp, of all things."
STORY = f"The lamp is above the box. {AWAY} The cup is left of the pen."
ASKED = {"story": STORY, "question": "Is the cup left of the lamp?"}
MODEL = Scripted({AWAY: "The pen is left of the lamp."}, honest({AWAY: "The pen is to the left of the lamp."}))


def test_refused_sentences_are_asked_for_where_somebody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QSR_CACHE", "off")
    bounds = Bounds(seconds=60.0, workers=1, text=2000)
    with chat.chat_server(chat.chats(MODEL)) as server:
        pool = Pool(bounds, answers.perform)
        model = {"url": server.url, "model": "scripted", "seconds": 60.0}
        client = TestClient(application(bounds, pool, model=model), base_url="http://127.0.0.1:8642")
        try:
            assert "scripted at http://127" in client.get("/api/version").json()["assist"]
            refused = client.post("/api/solve", json=ASKED)
            assert (refused.status_code, refused.json()["error"]["kind"], server.bodies) == (422, "reading", [])
            found = client.post("/api/solve", json={**ASKED, "assist": True}).json()
        finally:
            pool.close()
    assert [(one["sentence"], one["paraphrase"]) for one in found["paraphrases"]] == [(AWAY, "The pen is left of the lamp.")]
    (question,) = found["questions"]
    assert (question["value"], question["rests_on"]) == ("yes", [AWAY])
    (excluded,) = question["excluded"]
    # Marked is what stands in the text as it was given, also behind the sentence that was exchanged.
    assert all(STORY[one["start"] : one["end"]] == one["text"] for one in excluded["statements"])
    assert {one["text"] for one in excluded["statements"]} == {AWAY, "The cup is left of the pen."}


def test_a_server_without_a_model_asks_none(client: TestClient) -> None:
    assert client.get("/api/version").json()["assist"] is None
    response = client.post("/api/solve", json={**ASKED, "assist": True})
    assert (response.status_code, response.json()["error"]["message"]) == (422, "this server asks no language model")
