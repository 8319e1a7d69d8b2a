from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import qsr
from qsr.cli import main

TEXT = "A is to the right of B.\nC is above B.\n? Where is A relative to C?\n"
CHAIN = "A is left of B.\nB is left of C.\n? Where is A relative to C?\n"
GRID = "theory: exact, objects: points, relations: complete, quantities: specified\n"
TORN = "A is left of B.\nB is left of C.\nC is left of A.\nD is above A.\n? Where is A relative to C?\n"


@pytest.fixture
def story(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "a.story"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_the_path_its_steps_and_the_rest_are_printed(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(GRID + TEXT)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["  below and right", "  path      A -> B -> C"]
    assert lines[7:9] == ["  Hence, the answer is below, and right.", "  every step checked by a second solver"]
    assert any(line.startswith("  example   ") for line in lines)
    assert any(line.startswith("  excluded  ") for line in lines)


def test_nothing_of_an_open_answer_is_called_checked(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(CHAIN)]) == 0
    printed = capsys.readouterr().out
    assert "  status    ambiguous" in printed
    assert "  So much follows: left. The answer stays open." in printed
    assert "checked" not in printed
    assert "unit" not in printed


@pytest.mark.parametrize("theory", [None, "sound", "paper-ps2", "paper-ps4", "spartun"])
@pytest.mark.parametrize("text", [TEXT, CHAIN, TORN, "A is left of B.\n? Is B left of A?\n? Is A left of B?\n"])
def test_explain_prints_and_returns_what_solve_does(
    story: Callable[[str], str], capsys: pytest.CaptureFixture[str], text: str, theory: str | None
) -> None:
    given = [story(text), *(["--theory", theory] if theory else []), "--json"]
    code, own = main(["solve", *given, "--explain"]), json.loads(capsys.readouterr().out)["stories"]
    assert main(["explain", *given]) == code == (1 if text == TORN and theory in (None, "sound", "paper-ps2") else 0)
    told = json.loads(capsys.readouterr().out)["stories"]
    for question in told[0]["questions"]:
        assert "no_steps" in question or question["steps"]
        for key in ("steps", "no_steps", "path", "conclusion", "not_entailed"):
            question.pop(key, None)
    assert told == own


def test_a_contradiction_is_told_with_its_sentences(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(TORN)]) == 1
    printed = capsys.readouterr().out
    assert "the story contradicts itself" in printed
    assert "A is left of B.\n    B is left of C.\n    C is left of A.\n" in printed
    assert "D is above A." not in printed


def test_json_has_steps_as_data(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(TEXT), "--theory", "paper-ps3", "--json"]) == 0
    (question,) = json.loads(capsys.readouterr().out)["stories"][0]["questions"]
    assert question["path"] == ["A", "B", "C"]
    assert [step["kind"] for step in question["steps"]] == ["given", "given", "reversed", "inferred"]
    assert (question["steps"][-1]["sources"], question["steps"][-1]["labels"]) == ([1, 3], ["below", "right"])


def test_stated_distances_are_numbers_in_json(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{GRID}A is 2 units left of B.\nB is left of C.\n? Where is A relative to C?\n"
    main(["explain", story(text), "--json"])
    (question,) = json.loads(capsys.readouterr().out)["stories"][0]["questions"]
    assert [step["distances"] for step in question["steps"]] == [[2], [1], [3]]


def test_a_story_that_asks_nothing_has_a_model(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story("A is left of B.\n")]) == 0
    assert "example" in capsys.readouterr().out


def test_unreadable_text_has_its_own_code(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story("A wugs.\n")]) == 3
    assert ":1:" in capsys.readouterr().err


def test_why_gives_the_sentences() -> None:
    assert qsr.why(TEXT, theory="paper-ps4") == [
        "Step 1: It is given that A is right of B.",
        "Step 2: It is given that C is above B.",
        "Step 3: From step 2, it can be inferred that B is below C.",
        "Step 4: From step 1 and 3, none of the relations of A to C follow.",
        "Hence, none of the relations follow.",
    ]
    assert qsr.why("A is left of B. B is left of C.", "Is C right of A?")[-1] == "Hence, the answer is yes."


BOXES = (
    "The pea is inside the pod and touches it. The pod is inside the bag and touches it.\n"
    "? Where is the pea relative to the bag?\n"
)


def test_where_the_rules_say_too_much_it_is_shown(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["explain"], ["solve", "--explain"]):
        assert main([*command, story(BOXES), "--theory", "spartun"]) == 0
        printed = capsys.readouterr().out
        assert "only SpaRTUN's rules give 'inside'" in printed
        assert "two steps of tangential containment" in printed
        assert ("[SpaRTUN's rule; the relations do not entail it]" in printed) == (command == ["explain"])
    assert main(["explain", story(BOXES), "--theory", "sound"]) == 0
    assert "SpaRTUN" not in capsys.readouterr().out
