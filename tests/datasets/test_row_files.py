"""Rows mean the same as JSON lines and as a table, for every data set whose files are rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qsr import datasets
from qsr.datasets.protocol import Auditable, BadRow, Item
from qsr.errors import DatasetError
from qsr.run import Job, evaluate
from qsr.theories.gridworld.text.drawing import draw_grid

arrow = pytest.importorskip("pyarrow", reason="tables need pyarrow, which is optional")
parquet = pytest.importorskip("pyarrow.parquet")

STEPGAME = {"story": ["P is above Q.", "Q is above R."], "question": "What is the relation of the agent P to the agent R?"}
ROWS: dict[str, tuple[dict[str, str], list[dict[str, Any]]]] = {
    "stepgame": (
        {},
        [{**STEPGAME, "label": "above", "k": 2}, {**STEPGAME, "label": None, "k": 2}, {**STEPGAME, "label": "left"}, {"k": 7}],
    ),
    "sparp": (
        {"property-set": "PS2"},
        [
            {
                "context_id": "c",
                "question_id": number,
                "context": "P is above Q. Q is to the left of R.",
                "question": "What is the relation of the agent P to the agent R?",
                "targets": ["left", "above"][:number],
                "target_choices": ["left", "right", "above", "below", "overlapping"],
                "num_hop": 2,
            }
            for number in (1, 2)
        ],
    ),
    "spartun": (
        {},
        [
            {
                "identifier": "s-1",
                "story": ["A box named one contains a medium blue square. Box two is to the left of box one."],
                "questions": [
                    {"q_id": 0, "q_type": "FR", "question": "Where is box two relative to box one?", "answer": ["LEFT"]},
                    {"q_id": 1, "q_type": "YN", "question": "Is box two to the left of box one?", "answer": ["Yes"]},
                ],
            },
            {"identifier": "s-2", "story": ["Nothing."], "questions": None},
        ],
    ),
    "space2024": (
        {},
        [
            {
                "qid": "4-test-s-1",
                "text": "Anna, Ben and Cleo stand in a row. Anna is to the left of Ben. Ben is to the left of Cleo.",
                "question": "Who stands in the middle?",
                "option": {"A": "Anna", "B": "Ben", "C": "Cleo"},
                "answer": ["B"],
            },
            {
                "qid": "1-test-m-2",
                "text": "The pen lies there.",
                "question": "Where?",
                "option": {"A": "here", "B": "there", "C": "both", "D": "none"},
                "answer": ["A", "B"],
            },
        ],
    ),
    "grasp": (
        {"moves": "4", "cost": "0"},
        [
            {"index": 3, "grid": draw_grid(1, 3, {(0, 0): "A", (0, 2): "E"}), "energy": "random"},
            {"index": 4, "grid": "+-+"},
            {"grid": draw_grid(1, 2, {(0, 0): "A", (0, 1): "E"})},
        ],
    ),
    "prepositions": (
        {},
        [
            {
                "id": "x",
                "lang": "en",
                "premise1": "The pen is in the box.",
                "premise2": "The box is in the house.",
                "conclusion": "The pen is in the house.",
                "holds": "yes",
            },
            {"id": "y", "lang": "en", "premise1": "The pen is in the box.", "premise2": None, "conclusion": "So.", "holds": "no"},
        ],
    ),
}


def written(folder: Path, rows: list[dict[str, Any]]) -> tuple[Path, Path]:
    lines, table = folder / "rows.jsonl", folder / "rows.parquet"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    parquet.write_table(arrow.Table.from_pylist(rows), table)
    return lines, table


def found(name: str, file: Path, options: dict[str, str]) -> list[Any]:
    """Items without the file's own name, which is in ids and places."""
    items = json.dumps([_plain(one) for one in datasets.read(name, file, **options)])
    return json.loads(items.replace(str(file), "FILE").replace(file.name, "FILE"))


def _plain(one: Item | BadRow) -> list[Any]:
    if isinstance(one, BadRow):
        return [one.id, one.line, one.error, one.unread]
    gold = sorted(one.gold) if isinstance(one.gold, frozenset) else one.gold
    return [one.id, one.line, repr(one.story.statements), repr(one.question), gold, one.groups, one.choices, one.label_set]


@pytest.mark.parametrize("name", ROWS)
def test_a_table_holds_the_same_items_as_lines(name: str, tmp_path: Path) -> None:
    options, rows = ROWS[name]
    lines, table = written(tmp_path, rows)
    items = found(name, lines, options)
    assert found(name, table, options) == items
    assert any(len(item) > 4 for item in items), items


@pytest.mark.parametrize("name", [name for name in ROWS if name not in ("prepositions", "grasp")])
def test_a_table_is_relabelled_as_lines_are(name: str, tmp_path: Path) -> None:
    options, rows = ROWS[name]
    dataset = datasets.get(name)
    assert isinstance(dataset, Auditable)
    copies = []
    for file in written(tmp_path, rows):
        items = [item for item in datasets.read(name, file, **options) if isinstance(item, Item)]
        new = {"stepgame": "right", "space2024": ("A",), "sparp": frozenset({"right"}), "spartun": frozenset({"RIGHT"})}[name]
        copy = tmp_path / f"copy{file.suffix}"
        dataset.rewrite(file, copy, {items[0].id: new}, {})
        again = list(datasets.read(name, copy, **options))
        assert isinstance(again[0], Item)
        assert again[0].gold == new
        if file.suffix == ".parquet":
            assert parquet.read_schema(copy) == parquet.read_schema(file)
        dataset.rewrite(file, copy, {items[0].id: None}, {})
        assert len(list(datasets.read(name, copy, **options))) == len(list(datasets.read(name, file, **options))) - 1
        copies.append(found(name, copy, options))
    assert copies[0] == copies[1]


def test_a_table_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    file.write_bytes(b"PAR1 and nothing else")
    for name in ROWS:
        with pytest.raises(DatasetError, match="not a parquet file"):
            list(datasets.read(name, file))
    with pytest.raises(DatasetError, match="no such file"):
        list(datasets.read("stepgame", tmp_path / "missing.parquet"))


# ---------------------------------------------------------------- predictions


def test_predictions_as_a_table_are_the_lines(tmp_path: Path) -> None:
    file, _ = written(tmp_path, ROWS["stepgame"][1])
    evaluate(Job(dataset="stepgame"), [file], out=tmp_path / "a.jsonl")
    evaluate(Job(dataset="stepgame"), [file], out=tmp_path / "a.parquet")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert [{key: value for key, value in row.items() if key in line} for row, line in zip(rows, lines, strict=True)] == lines
    assert (tmp_path / "a.parquet.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
    whole = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").unlink()
    (tmp_path / "a.parquet.jsonl").write_bytes((tmp_path / "a.jsonl").read_bytes()[:150])
    evaluate(Job(dataset="stepgame"), [file], out=tmp_path / "a.parquet", resume=True)
    assert (tmp_path / "a.parquet").read_bytes() == whole
    assert rows[3]["place"] == f"{file}:4"
    assert {path.name for path in tmp_path.iterdir()} == {"rows.jsonl", "rows.parquet", "a.jsonl", "a.parquet", "a.parquet.jsonl"}


def test_lines_have_one_type_a_column(tmp_path: Path) -> None:
    arrow_json = pytest.importorskip("pyarrow.json")
    for name in ("stepgame", "sparp", "space2024", "prepositions"):
        options, rows = ROWS[name]
        file, _ = written(tmp_path, rows)
        out = tmp_path / f"{name}.out.jsonl"
        evaluate(Job(dataset=name, options=options), [file], out=out)
        assert arrow_json.read_json(out).num_rows == len(out.read_text(encoding="utf-8").splitlines())


def test_a_table_of_answers_of_two_forms_has_lists(tmp_path: Path) -> None:
    options, rows = ROWS["spartun"]
    file, _ = written(tmp_path, rows)
    evaluate(Job(dataset="spartun", options=options), [file], out=tmp_path / "a.parquet")
    answers = parquet.read_table(tmp_path / "a.parquet").column("answer").to_pylist()
    assert answers == [["LEFT"], ["Yes"], None]


def test_half_a_surrogate_pair_is_written(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({**ROWS["sparp"][1][0], "context_id": "Zoë \ud83d"}) + "\n", encoding="utf-8")
    evaluate(Job(dataset="sparp", options={"property-set": "PS2"}), [file], out=tmp_path / "a.parquet")
    (line,) = (tmp_path / "a.parquet.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["id"] == "Zoë \ud83d:1"
    assert parquet.read_table(tmp_path / "a.parquet").to_pylist()[0]["id"] == "Zoë ?:1"
