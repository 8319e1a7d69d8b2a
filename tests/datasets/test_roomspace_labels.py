"""New labels in copies of RoomSpace's files: in the form of the old ones, and everything else as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.protocol import Item
from qsr.datasets.roomspace.dataset import RoomSpace
from qsr.datasets.roomspace.labels import codes_of
from qsr.errors import DatasetError
from qsr.story import Value
from qsr.theories.room.text import DIRECTIONS, VIEWS, answer_word

THINGS = "Imagine a square-shaped loft, bordered by four walls. This room contains a collection of furniture, including "
DOOR = "Imagine yourself at the southern wall's door, looking inwards. From this perspective, "
STORY = f"{THINGS}a harp, an anvil, and a kayak. The harp is placed to the north of the anvil."
ASKED = "Where is the harp positioned in relation to the kayak?"
COULD = "Could the harp be placed to the north of the kayak?"
COULD_NORTH = "Could the harp be positioned in front of the kayak?"
CASE: dict[str, Any] = {
    "id": "one",
    "setting": "O2",
    "grid": [9, 9],
    "story_topdown": STORY,
    "story_north": f"{THINGS}a harp, an anvil, and a kayak. {DOOR}the harp is in front of the anvil.",
    "question_fr": ASKED,
    "question_yn": COULD,
    "question_yn_north_raw": COULD_NORTH,
    "consistent": ["N", "E"],
    "consistent_paper_semantics": ["N"],
    "answer_fr_topdown": ["north", "east"],
    "answer_fr_north": ["front", "right"],
    "answer_yn": "Yes",
    "status": "multiple",
    "solver_cpu_s": 0.1,
}
DESCRIPTIONS = {
    "room": "Imagine a square-shaped loft, bordered by four walls.",
    "object": "This room contains a collection of furniture, including a harp, an anvil, and a kayak.",
    "object_room": "This room contains a collection of furniture, including a harp placed in the north, "
    "an anvil placed in the center, and a kayak.",
    "objects_td": "The harp is placed to the north of the anvil.",
    "objects_sd": f"{DOOR}the harp is in front of the anvil.",
    "question_fr": ASKED,
    "question_yn_uni": COULD,
    "question_yn_uni_sd": COULD_NORTH,
    "solver_fr_layout": ["north-east"],
    "solver_fr_o2_td": ["north", "overlap"],
    "solver_fr_o2_sd": ["front", "overlap"],
    "answer_yn_uni_o2_td": "yes",
}
LOGIC = {
    "example_id": 7,
    "query_o2": [["harp", "kayak"]],
    "facts_o2": [["harp", "INR", "room"], ["kayak", "INR", "room"], ["harp", "N", "kayak"]],
    "solver_fr_o2": ["N"],
}


def gold(path: Path, options: Mapping[str, str]) -> dict[str, Value | None]:
    reader, found = RoomSpace(), {}
    for row in reader.rows(path, options):
        item = reader.item(row, options)  # type: ignore[arg-type]
        assert isinstance(item, Item), item
        found[item.id.replace(str(path), "")] = item.gold
    return found


def rewritten(path: Path, labels: Mapping[str, Value | None], **options: str) -> Path:
    target = path.with_stem("copy" + path.stem)
    RoomSpace().rewrite(path, target, {key.replace("*", str(path)): label for key, label in labels.items()}, options)
    return target


def lines(folder: Path, *rows: object, name: str = "rooms_d9.jsonl") -> Path:
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder / name


def document(folder: Path, *rows: object) -> Path:
    (folder / "rooms_d81.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder / "rooms_d81.json"


def test_a_set_of_a_case_changes_in_every_column_that_holds_it(tmp_path: Path) -> None:
    path = lines(tmp_path, CASE, {**CASE, "id": "two"})
    copy = rewritten(path, {"two": frozenset({"left"})}, view="north")
    first, second = copy.read_bytes().splitlines()
    assert first == path.read_bytes().splitlines()[0]
    changed = {"consistent": ["W"], "answer_fr_topdown": ["west"], "answer_fr_north": ["left"], "status": "single"}
    assert json.loads(second) == {**CASE, "id": "two", **changed}
    none = json.loads(rewritten(path, {"one": frozenset()}).read_text(encoding="utf-8").splitlines()[0])
    assert (none["consistent"], none["answer_fr_north"], none["status"]) == ([], [], "no")


def test_labels_of_mode_paper_are_those_of_their_column(tmp_path: Path) -> None:
    path = lines(tmp_path, CASE)
    (row,) = map(
        json.loads, rewritten(path, {"one": frozenset({"north", "south"})}, mode="paper").read_text(encoding="utf-8").splitlines()
    )
    assert row == {**CASE, "consistent_paper_semantics": ["N", "S"]}
    (row,) = map(json.loads, rewritten(path, {"one": "No"}, mode="paper", question="yn").read_text(encoding="utf-8").splitlines())
    assert row == {**CASE, "consistent_paper_semantics": []}
    (row,) = map(json.loads, rewritten(path, {"one": "No"}, question="yn", view="north").read_text(encoding="utf-8").splitlines())
    assert row == {**CASE, "answer_yn": "No"}


def test_a_case_without_a_label_is_left_out(tmp_path: Path) -> None:
    path = lines(tmp_path, CASE, {**CASE, "id": "two"})
    assert rewritten(path, {"one": None}).read_bytes() == path.read_bytes().splitlines(keepends=True)[1]


def test_a_room_of_text_changes_the_setting_that_is_named(tmp_path: Path) -> None:
    row = {"example_id": 7, "descriptions": DESCRIPTIONS}
    path = document(tmp_path, row, {"example_id": 8, "descriptions": DESCRIPTIONS})
    copy = rewritten(path, {"*:7:O2": frozenset({"behind", "front-left"}), "*:8:O2": None}, view="north")
    first, second = json.loads(copy.read_text(encoding="utf-8"))
    assert first == {**row, "descriptions": {**DESCRIPTIONS, "solver_fr_o2_sd": ["behind", "front-left"]}}
    # The room keeps its other settings; the item stays without a label of its view.
    assert "solver_fr_o2_sd" not in second["descriptions"]
    assert len(second["descriptions"]) == len(DESCRIPTIONS) - 1
    copy = rewritten(path, {"*:7:O2": "No"}, question="yn")
    assert json.loads(copy.read_text(encoding="utf-8"))[0]["descriptions"]["answer_yn_uni_o2_td"] == "no"
    # The label of a text without directions is shared by the views, and keeps its words.
    copy = rewritten(path, {"*:7:Layout": frozenset({"left"})}, view="north")
    assert json.loads(copy.read_text(encoding="utf-8"))[0]["descriptions"]["solver_fr_layout"] == ["west"]


def test_a_room_of_facts_is_written_in_codes(tmp_path: Path) -> None:
    copy = rewritten(document(tmp_path, LOGIC), {"*:7:O2": frozenset({"south-west", "overlap"})})
    assert json.loads(copy.read_text(encoding="utf-8")) == [{**LOGIC, "solver_fr_o2": ["SW", "O"]}]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("north", "south, overlap"),
        ("['north', 'east']", "['south', 'overlap']"),
        ('["N"]', '["S", "O"]'),
        ("front-left", "behind, overlap"),
        (["north"], ["south", "overlap"]),
        ("", "south, overlap"),
    ],
)
def test_a_column_keeps_its_form(tmp_path: Path, old: object, new: object) -> None:
    row = {"question_td_o2_fr": f"{STORY} {ASKED}", "answer_td_o2_fr": old}
    path = lines(tmp_path, row, name="rooms_d81.jsonl")
    copy = rewritten(path, {"*:1:O2": frozenset({"south", "overlap"})})
    assert json.loads(copy.read_text(encoding="utf-8")) == {**row, "answer_td_o2_fr": new}


def test_columns_of_parquet(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="writing .parquet needs pyarrow, which is optional")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [{"question_td_o2_fr": f"{STORY} {ASKED}", "answer_td_o2_fr": ["north"], "id": key} for key in ("a", "b", "c")]
    path = tmp_path / "rooms_d81.parquet"
    parquet.write_table(arrow.Table.from_pylist(rows), path)
    copy = rewritten(path, {"*:a:O2": frozenset({"south"}), "*:b:O2": None})
    assert [row["answer_td_o2_fr"] for row in parquet.read_table(copy).to_pylist()] == [["south"], None, ["north"]]
    assert parquet.read_table(copy).schema == parquet.read_table(path).schema


@pytest.mark.parametrize(("labels", "reason"), [({"three": "No"}, "no item 'three'"), ({"two": None}, r":2: 'two' has no label")])
def test_nothing_is_written_for_what_the_file_does_not_have(tmp_path: Path, labels: dict[str, Value | None], reason: str) -> None:
    path = lines(tmp_path, CASE, {**CASE, "id": "two", "consistent": None})
    with pytest.raises(DatasetError, match=reason):
        rewritten(path, labels)
    assert not path.with_stem("copy" + path.stem).exists()


MAKERS: list[tuple[Callable[[Path], Path], str]] = [
    (lambda folder: lines(folder, CASE), "one"),
    (lambda folder: document(folder, {"example_id": 7, "descriptions": DESCRIPTIONS}), ":7:O2"),
    (lambda folder: document(folder, LOGIC), ":7:O2"),
    (lambda folder: lines(folder, {"question_td_o2_fr": f"{STORY} {ASKED}", "answer_td_o2_fr": ["north"],
                                   "question_nf_o2_fr": f"{CASE['story_north']} {ASKED}", "answer_nf_o2_fr": "front"},
                          name="rooms_d81.jsonl"), ":1:O2"),
]  # fmt: skip


@given(st.sampled_from(MAKERS), st.sampled_from(VIEWS), st.sets(st.sampled_from(DIRECTIONS)))
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, maker: tuple[Callable[[Path], Path], str], view: str, codes: set[str]
) -> None:
    make, name = maker
    path = make(tmp_path_factory.mktemp("rooms"))
    wanted = frozenset(answer_word(code, view) for code in codes)
    copy = rewritten(path, {f"*{name}" if name.startswith(":") else name: wanted}, view=view)
    copy = copy.rename(copy.with_stem(path.stem + "_d81"))
    before, after = gold(path, {"view": view}), gold(copy, {"view": view})
    assert after == {**before, name: wanted}


@given(st.lists(st.sampled_from(DIRECTIONS)), st.sampled_from([*VIEWS, "codes"]), st.booleans())
def test_labels_in_any_spelling_are_codes(codes: list[str], spelling: str, as_text: bool) -> None:
    words = [code if spelling == "codes" else answer_word(code, spelling) for code in codes]
    assert codes_of(", ".join(words) if as_text else words) == set(codes)
