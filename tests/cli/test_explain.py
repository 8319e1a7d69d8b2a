from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import qsr
from qsr import explain
from qsr.cli import main
from qsr.errors import QsrError

TEXT = "A is to the right of B.\nC is above B.\n? Where is A relative to C?\n"
APART = "A is left of B.\nC is left of D.\n? Where is A relative to D?\n"


@pytest.fixture
def story(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "a.story"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_the_path_and_its_steps_are_printed(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(TEXT)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["PS2", "A", "->", "B", "->", "C"]
    assert lines[-2:] == ["  Hence, the answer is below, and right.", "  every step checked by a second solver"]


def test_json_has_steps_as_data(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(TEXT), "--property-set", "PS3", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["schema"], whole["property_set"]) == (1, "PS3")
    (question,) = whole["questions"]
    assert question["answer"] == ["below", "right"]
    assert [step["kind"] for step in question["steps"]] == ["given", "given", "reversed", "inferred"]
    assert question["steps"][-1]["sources"] == [1, 3]
    assert question["steps"][-1]["verified"]
    assert question["links"][1] == {"head": "B", "tail": "C", "labels": ["below"]}


def test_distances_are_numbers_in_json(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    text = "A is 2 units left of B.\nB is left of C.\n? Where is A relative to C?\n"
    main(["explain", story(text), "--json"])
    (question,) = json.loads(capsys.readouterr().out)["questions"]
    assert [step["distances"] for step in question["steps"]] == [[2], [1], [3]]


def test_a_question_without_a_path_says_so(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story(APART)]) == 0
    assert "the text does not connect A and D" in capsys.readouterr().out


def test_what_is_not_covered_says_so(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story("A is near B.\n? Where is A relative to B?\n"), "--property-set", "PS4"]) == 0
    assert "not covered" in capsys.readouterr().out


def test_a_story_that_asks_nothing_is_a_mistake_of_usage(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story("A is left of B.\n")]) == 2
    assert "--question" in capsys.readouterr().err


def test_unreadable_text_has_its_own_code(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", story("A hums.\n")]) == 3
    assert ":1:" in capsys.readouterr().err


def test_a_step_that_does_not_check_out_is_marked(
    story: Callable[[str], str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explain, "verify", lambda *_, **__: (4,))
    assert main(["explain", story(TEXT)]) == 1
    assert "A is below and right of C.  [does not check out]" in capsys.readouterr().out
    with pytest.raises(QsrError, match="do not check out: 4"):
        qsr.why(TEXT)


def test_why_gives_the_sentences() -> None:
    assert qsr.why(TEXT, property_set="PS4") == [
        "Step 1: It is given that A is right of B.",
        "Step 2: It is given that C is above B.",
        "Step 3: From step 2, it can be inferred that B is below C.",
        "Step 4: From step 1 and 3, none of the relations of A to C follow.",
        "Hence, none of the relations follow.",
    ]
    assert qsr.why(APART) is None


def test_where_the_rules_say_too_much_it_is_shown(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    text = "A is inside and touching B.\nB is inside and touching C.\n? Where is A relative to C?\n"
    assert main(["explain", story(text), "--compare"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  PS1")
    assert [line[:8] for line in lines if line.endswith("[SpaRTUN's rule; the relations do not entail it]")] == ["  Step 3"]
    assert "only SpaRTUN's rules give 'inside'" in lines[-1]


def test_the_comparison_is_data_as_well(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    text = "A is inside and touching B.\nB is inside C.\n? Where is A relative to C?\n"
    main(["explain", story(text), "--compare", "--json"])
    (question,) = json.loads(capsys.readouterr().out)["questions"]
    (difference,) = question["differences"]
    assert (difference["label"], difference["in_compat"], difference["in_sound"]) == ("inside", False, True)


def test_a_comparison_that_sound_does_not_cover_says_so(story: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    text = "A is 2 units left of B.\n? Where is A relative to B?\n"
    main(["explain", story(text), "--compare"])
    assert "not compared: " in capsys.readouterr().out


def test_solving_by_the_rules_of_spartun_says_where_they_are_not_what_the_relations_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = tmp_path / "boxes.story"
    story.write_text(
        "The pea is inside the pod and touches it. The pod is inside the bag and touches it.\n"
        "? Where is the pea relative to the bag?\n",
        encoding="utf-8",
    )
    assert main(["solve", str(story), "--theory", "spartun", "--explain"]) == 0
    printed = capsys.readouterr().out
    assert "only SpaRTUN's rules give 'inside'" in printed
    assert "two steps of tangential containment" in printed
    assert main(["solve", str(story), "--theory", "sound", "--explain"]) == 0
    assert "SpaRTUN" not in capsys.readouterr().out
