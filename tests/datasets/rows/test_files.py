"""Files of rows: forms, columns, what is wrong with a row, and labels that never reach a solver."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from commands import run, run_json
from qsr import datasets, theories
from qsr.datasets.protocol import BadRow, Item
from qsr.datasets.rows.form import form_of, presets
from qsr.errors import DatasetError, UnknownName
from qsr.run import Job, evaluate

CHOICES = ["satisfiable", "unsatisfiable"]
ITEMS: list[dict[str, Any]] = [
    {"id": "a", "story": "The cup is left of the pen.", "question": "Is the pen right of the cup?", "answer": "yes"},
    {"id": 2, "story": ["A is left of B", "B is left of A."], "question": "Is it satisfiable?", "options": CHOICES, "answer": 1},
    {"story": "The cup wugs.\nThe cup is left of the pen.", "question": "Is the cup left of the pen?", "answer": "yes"},
    {"id": "d", "story": "The cup wugs.", "question": "Is the cup left of the pen?", "answer": "no"},
    {"id": "e", "story": "The cup is north of the pen.", "question": "Where is the pen relative to the cup?", "answer": "north"},
]


def lines(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def separated(path: Path, rows: list[dict[str, Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["id", "story", "question", "options", "answer"])
        writer.writeheader()
        writer.writerows(
            {key: json.dumps(value) if isinstance(value, list) else value for key, value in row.items()} for row in rows
        )
    return path


def told(path: Path, **options: str) -> list[Any]:
    """What each row gives, but for the name and the line of the file."""
    found: list[Any] = []
    for one in datasets.read("rows", path, **options):
        if isinstance(one, BadRow):
            found.append((one.error.replace(str(path), "FILE"), one.unread, one.sentences))
        else:
            found.append((one.story.statements, one.question, one.gold, one.choices))
    return found


def test_all_forms_of_files_hold_the_same(tmp_path: Path) -> None:
    expected = told(lines(tmp_path / "a.jsonl", ITEMS))
    assert told(separated(tmp_path / "a.csv", ITEMS)) == expected
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [
        {**row, "id": None, "story": " ".join(row["story"]) if isinstance(row["story"], list) else row["story"]} for row in ITEMS
    ]
    table = [{**row, "answer": str(row["answer"])} for row in rows]
    parquet.write_table(arrow.Table.from_pylist(table), tmp_path / "a.parquet")
    assert told(tmp_path / "a.parquet") == told(lines(tmp_path / "b.jsonl", table))


def test_columns_are_called_as_they_are(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl",
        [{"passage": "A is left of B.", "q": "Is A left of B?", "choices": {"A": "no", "B": "yes"}, "label": "B"}],
    )
    (item,) = datasets.read("rows", path, columns="story=passage,question=q,options=choices,answer=label")
    assert isinstance(item, Item)
    assert (item.id, item.gold, item.choices) == (f"{path}:1", "yes", (("A", "no"), ("B", "yes")))
    (bad,) = datasets.read("rows", path)
    assert isinstance(bad, BadRow)
    assert (
        bad.error
        == "no column 'story', which is the story; there are passage, q, choices, label: --columns story=NAME says which"
    )


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ("{", "not JSON"),
        ([], "expected an object"),
        ({"story": 3, "question": "Q?"}, "story: expected a text or a list of sentences"),
        ({"story": [], "question": "Q?"}, "story: expected a text or a list of sentences"),
        ({"story": "S.", "question": " "}, "question: expected a text"),
        ({"story": "S.", "question": "Q?", "options": "left"}, "options: expected a list of texts"),
        ({"story": "S.", "question": "Q?", "options": ["a", "a"]}, "options: two options are the same"),
        ({"story": "S.", "question": "Q?", "options": ["a", None]}, "options: expected a list of texts, none of them empty"),
        ({"id": "a", "story": "S.", "question": "Q?"}, "id: 'a' stands twice in the file"),
        ({"id": [], "story": "S.", "question": "Q?"}, "id: expected a text or a number"),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_costs_no_other(row: Any, error: str, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", [ITEMS[0], row, ITEMS[4]])
    first, bad, last = datasets.read("rows", path)
    assert isinstance(first, Item)
    assert isinstance(last, Item)
    assert isinstance(bad, BadRow)
    assert (bad.file, bad.line, bad.unread) == (str(path), 2, False)
    assert error in bad.error


def test_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(
        b'id,story,question\r\n1,"A is left of B.\nB is left of C.",Is A left of C?\r\n'
        b"2,x,y,z\r\n3,\xff,Q?\r\n\r\n4,A is left of B.,Is A left of B?\r\n"
    )
    found = list(datasets.read("rows", path))
    assert [(one.id, one.line) for one in found] == [("1", 2), (f"{path}:4", 4), (f"{path}:5", 5), ("4", 7)]
    assert [one.error for one in found if isinstance(one, BadRow)] == [
        "4 fields, where the header names 3 columns",
        "not UTF-8 text",
    ]
    for text in ("", "a,a\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(DatasetError, match=r"a\.csv:1: "):
            list(datasets.read("rows", path))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"columns": "passage"}, "--columns: expected some of id=NAME"),
        ({"settings": "relations: some"}, "--settings: 'relations: some' is no setting"),
        ({"answers": "all"}, "--answers: expected one or set, not 'all'"),
        ({"preset": "own"}, "unknown preset 'own'"),
        ({"theory": "none"}, "unknown theory 'none'"),
    ],
)
def test_options_that_say_nothing(options: dict[str, str], error: str, tmp_path: Path) -> None:
    with pytest.raises((DatasetError, UnknownName), match=error):
        list(datasets.read("rows", lines(tmp_path / "a.jsonl", ITEMS), **options))


@pytest.mark.parametrize("preset", presets())
def test_a_preset_is_options(preset: str) -> None:
    form = form_of({"preset": preset})
    assert dict(form.settings).get("theory", "exact") in theories.names()
    assert form_of({"preset": preset, "answers": "set", "settings": "relations: incomplete"}).several
    assert dict(form_of({"preset": preset, "settings": "relations: incomplete"}).settings)["relations"] == "incomplete"


def predicted(path: Path, rows: list[Any], **options: str) -> list[dict[str, Any]]:
    out = path.with_suffix(".out.jsonl")
    evaluate(Job(dataset="rows", options=options), [lines(path, rows)], out=out)
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("answers", ["one", "set"])
def test_blank_labels_leave_the_predictions_as_they_are(answers: str, tmp_path: Path) -> None:
    blank = [{**row, "answer": ""} for row in ITEMS]
    other = [{**row, "answer": 0 if "options" in row else "no"} for row in ITEMS]
    found = []
    for rows in (ITEMS, blank, other):
        lines_of_it = predicted(tmp_path / "a.jsonl", rows, answers=answers)
        found.append([{key: value for key, value in line.items() if key != "correct"} for line in lines_of_it])
    assert found[0] == found[1] == found[2]


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = lines(tmp_path / "a.jsonl", ITEMS), tmp_path / "out.jsonl"
    report = run_json(capsys, "eval", "rows", path, "--settings", "relations: complete; objects: points", "--out", out)
    assert [report[key] for key in ("dataset", "items", "answered", "correct", "accuracy")] == ["rows", 5, 3, 2, 0.4]
    assert report["unread"] == {"The cup wugs.": 2}
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(line["id"], line["answer"], line["status"], line["correct"]) for line in found] == [
        ("a", "yes", "determined", True),
        ("2", 1, "inconsistent", True),
        (f"{path}:3", None, "unread", None),
        ("d", None, "unread", None),
        ("e", "south", "determined", False),
    ]
    assert found[0]["theory"] == "exact"
    assert isinstance(found[0]["assumptions"], list)
    whole = out.read_bytes()
    out.write_bytes(whole[: whole.index(b"\n", whole.index(b"\n") + 1) + 1])
    run(capsys, "eval", "rows", path, "--settings", "relations: complete; objects: points", "--out", out, "--resume")
    assert out.read_bytes() == whole

    audit = run_json(capsys, "audit", "rows", path, "--corrected", tmp_path / "mended.jsonl")
    assert [(one["id"], one["class"], one["text_answer"]) for one in audit["report"]] == [("e", "contradicts", "south")]
    assert [item.gold for item in datasets.read("rows", tmp_path / "mended.jsonl")] == [
        "yes",
        "unsatisfiable",
        None,
        None,
        "south",
    ]

    given = lines(
        tmp_path / "given.jsonl", [{"id": "a", "answer": "No."}, {"id": "2", "answer": 1}, {"id": "e", "answer": "below"}]
    )
    verdicts = run_json(capsys, "check", "rows", path, "--answers", given)["verdicts"]
    assert [(one["id"], one["sound"], one["gold"]) for one in verdicts] == [
        ("a", False, False),
        ("2", True, True),
        ("e", True, False),
    ]
    assert verdicts[0]["evidence"] == ["The cup is left of the pen."]

    plain = tmp_path / "plain.jsonl"
    run(capsys, "convert", "rows", path, "--out", plain)
    prompts = {one["id"]: one for one in map(json.loads, plain.read_text(encoding="utf-8").splitlines())}
    assert list(prompts) == ["a", "2", "e"]
    assert "A. satisfiable\nB. unsatisfiable" in prompts["2"]["prompt"]
    run(capsys, "report", "rows", path, "--out", tmp_path / "report.html", "--predictions", out)
    assert "the answer north does not follow" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_an_audit_knows_labels_about_contradictions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"id": f"{story}-{label}", "story": text, "question": "Is the story satisfiable?", "options": CHOICES, "answer": label}
        for story, text in (("loop", "A is left of B. B is left of A."), ("chain", "A is left of B."))
        for label in (0, 1)
    ]
    rows.append({"id": "free", "story": "A is left of B. B is left of A.", "question": "Is A left of B?", "answer": "yes"})
    found = run_json(capsys, "audit", "rows", lines(tmp_path / "a.jsonl", rows))["report"]
    assert [(one["id"], one["class"]) for one in found] == [
        ("loop-0", "inconsistent"),
        ("chain-1", "contradicts"),
        ("free", "inconsistent"),
    ]


def test_a_separated_file_is_relabelled(tmp_path: Path) -> None:
    path, copy = separated(tmp_path / "a.csv", ITEMS), tmp_path / "copy.csv"
    datasets.get("rows").rewrite(path, copy, {"e": "south", "2": None}, {})  # type: ignore[attr-defined]
    assert [one.gold for one in datasets.read("rows", copy)] == ["yes", None, None, "south"]
    assert copy.read_bytes().splitlines()[:2] == path.read_bytes().splitlines()[:2]


def test_what_is_certain_beside_unread_sentences_is_answered_where_that_is_wanted(tmp_path: Path) -> None:
    story = "The cup is left of the pen. The pen is left of the jug. The lid is nearly on the jug."
    rows = [
        {"story": story, "question": "Is the cup left of the jug?", "answer": "yes"},
        {"story": story, "question": "Is the cup above the jug?", "answer": "unknown"},
        {"story": story, "question": "Where is the cup relative to the jug?", "answer": "left"},
        {"story": f"{story} Then Ann took it away.", "question": "Is the cup left of the jug?", "answer": "yes"},
        {"story": f"{story} The jug is left of the pen.", "question": "Is the cup left of the jug?", "answer": "contradiction"},
    ]
    path, told = lines(tmp_path / "a.jsonl", rows), tmp_path / "out.jsonl"
    strict = evaluate(Job(dataset="rows"), [path])
    assert (strict["answered"], strict["unread"]["The lid is nearly on the jug."]) == (0, 5)
    found = evaluate(Job(dataset="rows", options={"lenient": "yes"}), [path], out=told)
    answers = [json.loads(line)["answer"] for line in told.read_text(encoding="utf-8").splitlines()]
    assert answers == ["yes", None, "left", None, "contradiction"]
    assert found["unread"]["The lid is nearly on the jug."] == 5
