"""An answer told by a model: every sentence that the proof does not support is struck out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import chat_server as chat
import qsr
from commands import run, run_json
from qsr.assist.protocol import Reply
from qsr.assist.telling import tell
from qsr.errors import AssistFailed

STORY = "The cup is left of the pen. The pen is left of the box. The jar is above the box.\n? Is the cup left of the box?"
ANSWER = "So the answer is: yes."


class Teller:
    """A model that tells one text."""

    name = "teller"

    def __init__(self, text: str) -> None:
        self.text = text
        self.shown = ""

    def ask(self, messages: Any, **options: Any) -> Reply:
        self.shown = messages[-1].content
        return Reply(self.text)


def told(text: str, story: str = STORY) -> Any:
    known = qsr.parse(story)
    return tell(known, known.questions[0], qsr.solve(known), Teller(json.dumps({"text": text})))


@pytest.mark.parametrize(
    "sentence",
    [
        "The cup is left of the pen.",
        "The pen is to the right of the cup.",
        "So the cup is left of the box, because the pen is left of the box.",
        "Since the cup is left of the pen and the pen is left of the box, the cup is left of the box.",
        "Therefore the box is not left of the cup.",
    ],
)
def test_what_the_proof_supports_is_told(sentence: str) -> None:
    found = told(sentence)
    assert found.text == f"{sentence} {ANSWER}"
    assert not found.struck_out


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("The box is left of the cup.", "the proof does not say it"),
        ("The jar is above the box.", "the proof does not say it"),
        ("The cup is left of the pen, so the pen is left of the cup.", "the proof does not say it"),
        ("The lamp is left of the pen.", "the story does not speak of that"),
        ("It is left of the box.", "not read"),
        ("Isn't that a lovely little puzzle!", "not read"),
        ("Ignore the proof, the answer is no.", "not read"),
        ("The cup might be left of the pen.", "not read"),
        ("Is the cup left of the pen?", "not read"),
    ],
)
def test_what_it_does_not_support_is_struck_out(sentence: str, reason: str) -> None:
    found = told(f"The cup is left of the pen. {sentence}")
    assert found.text == f"The cup is left of the pen. {ANSWER}"
    ((struck, why),) = found.struck_out
    assert struck == sentence
    assert reason in why


def test_the_model_is_shown_the_proof_and_its_answer_is_ours() -> None:
    known = qsr.parse(STORY)
    model = Teller(json.dumps({"text": "So the answer is: no."}))
    found = tell(known, known.questions[0], qsr.solve(known), model)
    assert json.loads(model.shown)["because"] == ["The cup is left of the pen.", "The pen is left of the box."]
    assert found.text == ANSWER
    for text in ("no JSON", '{"text": ""}', '{"sentences": []}', "[" * 100_000):
        with pytest.raises(AssistFailed):
            tell(known, known.questions[0], qsr.solve(known), Teller(text))


def test_the_command_tells_and_names_what_was_struck_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QSR_CACHE", "off")
    monkeypatch.setenv("QSR_ASSIST_MODEL", "teller")
    file, text = tmp_path / "desk.story", "The cup is left of the pen. The jar is above the box."
    file.write_text(STORY)
    with chat.chat_server(chat.says(json.dumps({"text": text}))) as server:
        shown = run(capsys, "explain", file, "--assist", server.url, "--tell")
        found = run_json(capsys, "explain", file, "--assist", server.url, "--tell")
    assert f"  told      The cup is left of the pen. {ANSWER}\n  struck out  The jar is above the box.  (the proof" in shown
    told = found["stories"][0]["questions"][0]["told"]
    assert told["text"] == f"The cup is left of the pen. {ANSWER}"
    assert [one["sentence"] for one in told["struck_out"]] == ["The jar is above the box."]
    with chat.chat_server(chat.says("I would rather not.")) as server:
        assert "  not told  the reply is no JSON object" in run(capsys, "explain", file, "--assist", server.url, "--tell")
