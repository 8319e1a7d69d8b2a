"""RoomSpace's files and answers, on rooms of our own making; what the rooms leave possible is worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.protocol import BadRow, Item
from qsr.datasets.roomspace.answers import read_directions
from qsr.datasets.roomspace.dataset import RoomSpace
from qsr.datasets.roomspace.domains import Domains
from qsr.errors import DatasetError
from qsr.logic import Relation
from qsr.oracle.check import verdict
from qsr.run import Job, evaluate
from qsr.story import Answer, Question, Statement, Story
from qsr.theories.protocol import Limits
from qsr.theories.room.text import DIRECTIONS, VIEWS, answer_word
from rows import written

LIST = "Imagine a square-shaped loft, bordered by four walls. This room contains a collection of furniture, including "
DOOR = "Imagine yourself at the southern wall's door, looking inwards. From this perspective, "
THINGS = LIST + "a harp, an anvil, and a kayak. "
#: The harp is north of the anvil, the anvil north-east of the kayak, far away: the harp is north-east of the kayak.
CHAIN: dict[str, Any] = {
    "id": "chain",
    "setting": "O2+D2",
    "grid": [9, 9],
    "story_topdown": THINGS + "The harp is placed to the north of the anvil, at a short distance. "
    "The anvil is placed to the north-east of the kayak, at a far distance.",
    "story_north": THINGS + DOOR + "the harp is in front of the anvil, at a short distance. "
    "The anvil is in front of and to the right of the kayak, at a far distance.",
    "question_fr": "Where is the harp positioned in relation to the kayak?",
    "question_yn": "Could the harp be placed to the north of the kayak?",
    "question_yn_north_raw": "Could the harp be positioned in front of of the kayak?",
    "facts": [
        *([name, "INR", "room"] for name in ("harp", "anvil", "kayak")),
        ["harp", "N", "anvil"],
        ["anvil", "NE", "kayak"],
        ["harp", "CL2", "anvil"],
        ["anvil", "FR2", "kayak"],
    ],
    "consistent": ["NE"],
    "consistent_paper_semantics": ["NE"],
    "answer_yn": "No",
    "decided": True,
}
#: A row that contradicts itself, and one in which all of nine relations are possible.
LOOP = {
    **CHAIN,
    "id": "loop",
    "setting": "O2",
    "story_topdown": THINGS + "The harp is placed to the north of the anvil. The anvil is placed to the north of the harp.",
    "facts": [],
    "consistent": [],
}
FREE = {**LOOP, "id": "free", "story_topdown": THINGS.strip(), "consistent": list(DIRECTIONS), "answer_yn": "Yes"}


def write(path: Path, *rows: object) -> Path:
    return written(path, rows)


def items(path: Path, **options: str) -> list[Item]:
    found = list(datasets.read("roomspace", path, **options))
    assert all(isinstance(item, Item) for item in found), found
    return [item for item in found if isinstance(item, Item)]


def bad(path: Path, **options: str) -> BadRow:
    (row,) = datasets.read("roomspace", path, **options)
    assert isinstance(row, BadRow), row
    return row


def report(path: Path, **options: str) -> dict[str, Any]:
    return evaluate(Job(dataset="roomspace", options=options), [path])


def test_items_have_ids_groups_settings_and_gold(tmp_path: Path) -> None:
    (item,) = items(write(tmp_path / "a.jsonl", CHAIN))
    assert (item.id, item.groups, item.gold, item.defective) == ("chain", ("O2+D2", "n=3"), frozenset({"north-east"}), "")
    assert dict(item.story.settings) == {"grid": "9x9", "mode": "code"}
    assert [one.relation for one in item.story.statements] == ["N", "CL2", "NE", "FR2"]
    assert (item.question.form, item.question.candidates) == ("relation", DIRECTIONS)


def test_both_views_say_the_same_in_other_words(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", CHAIN)
    (plan,), (door,) = items(path), items(path, view="north")
    assert [(one.relation, one.args) for one in plan.story.statements] == [
        (one.relation, one.args) for one in door.story.statements
    ]
    assert door.gold == {"front-right"}


@pytest.mark.parametrize("view", VIEWS)
def test_yes_no_questions_ask_what_is_possible(tmp_path: Path, view: str) -> None:
    (item,) = items(write(tmp_path / "a.jsonl", CHAIN), question="yn", view=view)
    assert (item.question.form, item.question.candidates, item.gold) == ("yes_no", ("N",), "No")


def test_each_mode_has_labels_of_its_own(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {**CHAIN, "consistent_paper_semantics": ["N", "NE"]})
    gold = {(mode, asked): items(path, mode=mode, question=asked)[0].gold for mode in ("code", "paper") for asked in ("fr", "yn")}
    assert gold == {
        ("code", "fr"): {"north-east"},
        ("code", "yn"): "No",
        ("paper", "fr"): {"north", "north-east"},
        ("paper", "yn"): "Yes",
    }
    assert items(path, mode="real")[0].gold is None


def test_a_label_belongs_to_its_grid_and_to_a_checker_that_finished(tmp_path: Path) -> None:
    (other,) = items(write(tmp_path / "a.jsonl", CHAIN), grid="12x12")
    assert (other.gold, dict(other.story.settings)["grid"]) == (None, "12x12")
    assert items(write(tmp_path / "a.jsonl", CHAIN), grid="9x9")[0].gold is not None
    assert items(write(tmp_path / "a.jsonl", {**CHAIN, "decided": False}))[0].gold is None


def test_answers_end_to_end(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", CHAIN, LOOP, FREE)
    for view in VIEWS:
        rows = path if view == "topdown" else write(tmp_path / "b.jsonl", CHAIN)
        for asked in ("fr", "yn"):
            found = report(rows, view=view, question=asked)
            assert found["correct"] == found["items"] == found["answered"] > 0, (view, asked, found)
    assert report(path)["statuses"] == {"ambiguous": 1, "determined": 1, "inconsistent": 1}


def test_labels_and_facts_never_reach_the_solver(tmp_path: Path) -> None:
    full = write(tmp_path / "a.jsonl", CHAIN, LOOP, FREE)
    hidden = ("facts", "consistent", "consistent_paper_semantics", "answer_yn", "decided")
    lines = {}
    for name, rows in (
        ("full", [CHAIN, LOOP, FREE]),
        ("blank", [row | dict.fromkeys(hidden) for row in (CHAIN, LOOP, FREE)]),
        ("wrong", [row | {"consistent": ["W"], "answer_yn": "Yes", "facts": CHAIN["facts"][:3]} for row in (CHAIN, LOOP, FREE)]),
    ):
        write(full, *rows)
        for asked in ("fr", "yn"):
            out = tmp_path / "out.jsonl"
            evaluate(Job(dataset="roomspace", options={"question": asked}), [full], out=out)
            predicted = [{**json.loads(line), "correct": None} for line in out.read_text(encoding="utf-8").splitlines()]
            lines[name, asked] = json.dumps(predicted)
    for asked in ("fr", "yn"):
        assert lines["full", asked] == lines["blank", asked] == lines["wrong", asked]


def test_a_sentence_that_differs_from_its_fact_is_reported_and_answered_as_it_stands(tmp_path: Path) -> None:
    facts = [*CHAIN["facts"][:5], ["harp", "FR2", "anvil"]]
    (item,) = items(write(tmp_path / "a.jsonl", {**CHAIN, "facts": facts}))
    assert item.defective == (
        "harp and anvil: the text says CL2, the facts FR2; anvil and kayak: the text says FR2, the facts nothing"
    )
    assert item.story.statements == items(write(tmp_path / "a.jsonl", CHAIN))[0].story.statements


def test_without_a_setting_the_distances_need_an_option(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {**CHAIN, "setting": None})
    found = report(path)
    assert (found["answered"], found["statuses"]) == (0, {"not_covered": 1})
    assert report(path, distances="2")["correct"] == 1
    assert [one.relation for one in items(path, distances="3")[0].story.statements] == ["N", "CL3", "NE", "FR3"]


@pytest.mark.parametrize(
    ("changes", "error", "unread"),
    [
        ({"story_topdown": None}, "no story", False),
        ({"question_fr": 3}, "no question", False),
        ({"grid": None}, "--grid", False),
        ({"grid": [9, -9]}, "two whole numbers", False),
        ({"grid": "large"}, "two whole numbers", False),
        ({"consistent": ["UP"]}, "none of RoomSpace's", False),
        ({"consistent": 3}, "neither a list", False),
        ({"setting": 2}, "setting", False),
        ({"facts": [["a", "N"]]}, "three texts", False),
        ({"facts": "N"}, "three texts", False),
        ({"story_topdown": THINGS + "The harp wugs."}, "wugs", True),
        ({"question_fr": "Who is there?"}, "Who", True),
        ({"question_fr": CHAIN["question_yn"]}, "reads as yes_no", True),
    ],
)
def test_a_broken_row_is_a_bad_row(tmp_path: Path, changes: dict[str, Any], error: str, unread: bool) -> None:
    row = bad(write(tmp_path / "a.jsonl", CHAIN | changes))
    assert error in row.error
    assert (row.line, row.unread) == (1, unread)


def test_rows_of_nothing_known_are_bad_and_ids_stand_once(tmp_path: Path) -> None:
    found = list(datasets.read("roomspace", write(tmp_path / "a.jsonl", CHAIN, CHAIN, {"story": "x"}, 3)))
    assert [type(one).__name__ for one in found] == ["Item", "BadRow", "BadRow", "BadRow"]


def test_files_and_options_that_cannot_be_read(tmp_path: Path) -> None:
    for name, text in (("a.txt", "x"), ("a.json", "{"), ("b.json", "{}"), ("c.json", "[" * 100_000)):
        (tmp_path / name).write_text(text)
        with pytest.raises(DatasetError):
            list(datasets.read("roomspace", tmp_path / name))
    with pytest.raises(DatasetError, match="--grid"):
        list(datasets.read("roomspace", write(tmp_path / "a.jsonl", CHAIN), grid="nine"))


# ---------------------------------------------------------------- the published forms

DESCRIPTIONS = {
    "room": "Imagine a square-shaped loft, bordered by four walls.",
    "object": "This room contains a collection of furniture, including a harp, an anvil, and a kayak.",
    "object_room": "This room contains a collection of furniture, including a harp placed in the north, "
    "an anvil placed in the center, a kayak placed in the south-west.",
    "objects_td": "The harp is placed to the north of the anvil. The anvil is placed to the north-east of the kayak.",
    "objects_sd": DOOR + "the harp is in front of the anvil. The anvil is in front of and to the right of the kayak.",
    "question_fr": "Where is the harp positioned in relation to the kayak?",
    "question_yn_uni": "Could the harp be placed to the north of the kayak?",
    "question_yn_uni_sd": "Could the harp be positioned in front of of the kayak?",
    "solver_fr_layout": ["north-east"],
    "solver_fr_o2_td": ["north-east"],
    "solver_fr_o2_sd": ["front-right"],
    "solver_fr_layout_o2": ["north-east"],
    "solver_fr_layout_o2_sd": ["front-right"],
    "answer_yn_uni_layout": "No",
    "answer_yn_uni_o2_td": "No",
    "answer_yn_uni_layout_o2_td": "No",
}
FACTS = [["harp", "INR", "room"], ["anvil", "INR", "room"], ["kayak", "INR", "room"]]
SYMBOLIC = {
    "example_id": 7,
    "query_o2": [["harp", "kayak"]],
    "query_o2_yn": [["harp", "N", "kayak"]],
    "facts_o2": [*FACTS, ["harp", "N", "anvil"], ["anvil", "NE", "kayak"]],
    "solver_fr_o2": ["NE"],
    "facts_layout": [*FACTS, ["harp", "NR", "room"], ["anvil", "CR", "room"], ["kayak", "SWR", "room"]],
    "solver_fr_layout": ["NE"],
}


@pytest.fixture
def published(tmp_path: Path) -> Path:
    for folder, row in (("Text", {"example_id": 7, "descriptions": DESCRIPTIONS}), ("Logic", SYMBOLIC)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "n3_m2_d81.json").write_text(json.dumps([row]), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("asked", ["fr", "yn"])
def test_a_room_of_text_stands_for_its_settings(published: Path, view: str, asked: str) -> None:
    path = published / "Text" / "n3_m2_d81.json"
    found = items(path, view=view, question=asked)
    assert [item.id for item in found] == [f"{path}:7:{setting}" for setting in ("Layout", "O2", "O2+Layout")]
    assert {dict(item.story.settings)["grid"] for item in found} == {"9x9"}
    assert not any(item.defective for item in found)
    result = report(path, view=view, question=asked)
    assert result["correct"] == result["labelled"] == result["items"] == 3


def test_facts_beside_a_text_only_serve_to_compare(published: Path) -> None:
    logic = published / "Logic" / "n3_m2_d81.json"
    logic.write_text(json.dumps([{**SYMBOLIC, "facts_o2": [*FACTS, ["harp", "S", "anvil"], ["anvil", "NE", "kayak"]]}]))
    _, o2, _ = items(published / "Text" / "n3_m2_d81.json")
    assert o2.defective == "harp and anvil: the text says N, the facts S"
    assert report(published / "Text" / "n3_m2_d81.json")["correct"] == 3


@pytest.mark.parametrize("asked", ["fr", "yn"])
def test_a_room_of_facts_is_a_story_without_text(published: Path, asked: str) -> None:
    path = published / "Logic" / "n3_m2_d81.json"
    result = report(path, question=asked)
    assert result["correct"] == result["items"] == 2
    assert items(path, question=asked)[1].story.entities == ("harp", "anvil", "kayak")


def test_facts_about_what_is_not_in_the_room_are_unread(published: Path) -> None:
    path = published / "Logic" / "n3_m2_d81.json"
    path.write_text(json.dumps([{"example_id": 1, "query_o2": [["harp", "drum"]], "facts_o2": FACTS}]))
    assert bad(path).unread


def test_columns_of_the_configurations(tmp_path: Path) -> None:
    story = THINGS + "The harp is placed to the north of the anvil. The anvil is placed to the north of the kayak."
    row = {"question_td_o2_fr": f"{story} Where is the harp positioned in relation to the kayak?", "answer_td_o2_fr": "north"}
    (item,) = items(write(tmp_path / "a.jsonl", row), grid="12x12")
    assert (item.gold, item.groups) == ({"north"}, ("O2", "n=3"))
    yes_no = {"question_td_o2_yn": f"{story} {CHAIN['question_yn']}", "answer_td_o2_yn": "Yes"}
    assert report(write(tmp_path / "a.jsonl", yes_no), grid="12x12", question="yn")["correct"] == 1
    alone = {"question_td_o2_yn": CHAIN["question_yn"]}
    assert "no story" in bad(write(tmp_path / "a.jsonl", alone), grid="12x12", question="yn").error
    assert "--grid" in bad(write(tmp_path / "a.jsonl", row)).error
    assert "no question of this form and view" in bad(write(tmp_path / "a.jsonl", row), grid="12x12", view="north").error
    odd = {"question_td_o9_fr": row["question_td_o2_fr"]}
    assert "in any setting" in bad(write(tmp_path / "a.jsonl", odd), grid="12x12").error


def test_columns_of_parquet(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="reading .parquet needs pyarrow, which is optional")
    story = THINGS + "The harp is placed to the north of the anvil. The anvil is placed to the north of the kayak."
    columns = {"question_td_O2_fr": f"{story} {CHAIN['question_fr']}", "answer_td_O2_fr": ["north"], "question_nf_O2_fr": None}
    path = tmp_path / "a.parquet"
    pytest.importorskip("pyarrow.parquet").write_table(arrow.Table.from_pylist([columns]), path)
    assert report(path, grid="12x12")["correct"] == 1
    assert "no question of this form and view" in bad(path, grid="12x12", view="north").error


def test_parquet_needs_its_library_or_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(DatasetError, match=r"pyarrow|parquet"):
        list(datasets.read("roomspace", path))


# ---------------------------------------------------------------- answers


def item_for(view: str, form: str = "relation") -> Item:
    question = Question(0, form, (0, 1), DIRECTIONS if form == "relation" else ("N",))
    return Item("x", Story(("harp", "floor lamp"), (), (question,)), question, extraction=view)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("north, north-east", {"N", "NE"}),
        ("Answer: north-east or overlap.", {"NE", "O"}),
        ("- front\n- front-right\n- right", {"N", "NE", "E"}),
        ("The possible positions are: behind, behind-left and left.", {"S", "SW", "W"}),
        ("The harp is in front of and to the right of the floor lamp.", {"NE"}),
        ("The floor lamp is north-west of the harp.", {"SE"}),
        ("The harp is north of the sofa. So the harp is south east of the floor lamp.", {"SE"}),
        ("Answer: west. The harp is east of the table, which is south of it.", {"W"}),
        ("The harp could be at the same position as the floor lamp.", {"O"}),
        ("none", set()),
        ("[]", set()),
    ],
)
def test_reading_an_answer(text: str, codes: set[str]) -> None:
    assert read_directions(text, "harp", "floor lamp").value == codes


@given(st.sets(st.sampled_from(DIRECTIONS), min_size=1), st.sampled_from(VIEWS))
def test_every_list_in_the_benchmarks_words_is_read_back(codes: set[str], view: str) -> None:
    text = ", ".join(sorted(answer_word(code, view) for code in codes))
    assert read_directions(text, "harp", "floor lamp").value == codes
    reading = RoomSpace().extract(item_for(view), f"Answer: {text}")
    assert isinstance(reading.value, frozenset)
    assert RoomSpace().labels(reading.value) == codes


def test_what_is_unclear_is_said_to_be() -> None:
    assert read_directions("front and right", "harp", "lamp").ambiguous
    denied = read_directions("It is not north, but east.", "harp", "lamp")
    assert (denied.value, denied.ambiguous) == (None, True)
    assert read_directions("This cannot be determined.", "harp", "lamp").abstained
    assert read_directions("Somewhere.", "harp", "lamp").value is None


def test_yes_and_no() -> None:
    reader = RoomSpace()
    assert [reader.extract(item_for("topdown", "yes_no"), text).value for text in ("Yes.", "no", "maybe")] == ["Yes", "No", None]


def test_any_of_and_exact_set_are_two_scores() -> None:
    reader, native = RoomSpace(), frozenset({"north", "north-east"})
    holds = {frozenset(words): reader.holds(frozenset(words), native) for words in (["north"], ["north", "south"], [], native)}
    assert holds == {frozenset({"north"}): True, frozenset({"north", "south"}): False, frozenset(): False, native: True}
    assert reader.holds(frozenset(), frozenset())
    assert not reader.holds("Yes", "No")


@pytest.mark.parametrize(
    ("text", "sound", "gold"),
    [
        ("front", True, False),
        ("front, front-right", True, True),
        ("front, behind", False, False),
        ("none", False, False),
        # What can be known is which relations are possible, so that an abstention is no right answer here.
        ("It is hard to say.", False, False),
        ("Somewhere nice.", None, None),
    ],
)
def test_any_of_against_the_text_and_the_set_against_the_label(text: str, sound: bool | None, gold: bool | None) -> None:
    reader, item = RoomSpace(), replace(item_for("north"), gold=frozenset({"front", "front-right"}))
    answer = Answer("ambiguous", "room", possible=frozenset({"N", "NE"}))
    reading = reader.extract(item, text)
    judged = verdict(item, answer, reader.native(item, answer), reading, reader)
    assert (judged.sound, judged.gold) == (sound, gold)


@pytest.mark.parametrize("status", ["determined", "ambiguous", "inconsistent", "unknown", "not_covered"])
def test_native_answers(status: str) -> None:
    reader = RoomSpace()
    possible = frozenset() if status in ("inconsistent", "not_covered") else frozenset({"N", "O"})
    value = reader.native(item_for("north"), Answer(status, "room", possible=possible))
    assert value == (None if status in ("unknown", "not_covered") else {answer_word(code, "north") for code in possible})
    said = reader.native(item_for("north", "yes_no"), Answer(status, "room"))
    assert said == (None if status in ("unknown", "not_covered") else "No")
    assert reader.native(item_for("north", "yes_no"), Answer("unknown", "room", possible=frozenset({"yes"}))) == "Yes"


@pytest.mark.parametrize(
    "text",
    [
        "The harp is almost north of the floor lamp.",
        "The harp is north of the sofa.",
        "The sofa is north of the floor lamp.",
        "If the sofa moves, the harp is north of the floor lamp.",
        "Anywhere but north of the floor lamp.",
        "Is the harp north of the floor lamp?",
        "The harp is not north of the floor lamp.",
    ],
)
def test_what_is_not_claimed_of_the_pair_is_no_answer(text: str) -> None:
    assert read_directions(text, "harp", "floor lamp", ["sofa"]).value is None


def test_domains_compared() -> None:
    """Ten objects in a row do not fit into nine columns."""
    names = tuple(f"thing {number}" for number in range(10))
    row = tuple(Statement(number, Relation.of("E"), (number, number + 1)) for number in range(9))
    seen = Domains().seen(Story(names, row), Question(0, "relation", (0, 9)), Limits())
    statuses = {(found["mode"], found["grid"]): found["status"] for found in seen["domains"]}
    assert statuses.pop(("code", "9x9")) == statuses.pop(("paper", "9x9")) == "inconsistent"
    assert {*statuses.values()} == {"determined"}
    assert (seen["contested"], seen["agree"]) == (["E"], False)
    assert Domains().seen(Story(names, row[:5]), Question(0, "relation", (0, 5)), Limits())["agree"]
