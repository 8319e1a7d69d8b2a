from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import datasets, theories
from qsr.datasets.forms.json_rows import loose
from qsr.datasets.protocol import BadRow, Item, Row
from qsr.datasets.sparp.dataset import Sparp
from qsr.errors import DatasetError
from qsr.relations import LABELS
from qsr.run import Job, evaluate
from qsr.settings import PROPERTY_SETS
from qsr.story import Value

FIVE = ["left", "right", "above", "below", "overlapping"]
BOXES = "A box named AAA contains a red square and a blue circle. The red square is to the left of the blue circle."


def row(number: int, context: str, question: str, targets: list[str] | None, types: list[str], **changed: Any) -> dict[str, Any]:
    choices = list(LABELS) if types == ["PS1"] else FIVE
    made = {
        "context": context,
        "question": question,
        "targets": targets,
        "target_choices": choices,
        "target_scores": None if targets is None else [int(label in targets) for label in choices],
        "reasoning": "Step 1: It is given that ...",
        "source_data": "StepGame",
        "context_id": "c1",
        "question_id": f"q{number}",
        "symbolic_context": '{"A-->B": ["left"]}',
        # As some published rows have it: not JSON.
        "symbolic_entity_map": "{'A': 'agent A', 'B': (1, 2,),}",
        "symbolic_question": ["A", "C"],
        "symbolic_reasoning": "[('A', 'left', 'B'), ",
        "num_hop": 2,
        "question_type": "FR",
        "reasoning_types": [],
        "spatial_types": types,
        "canary": "c",
        "comments": [],
    }
    return made | changed


ROWS = [
    row(1, "A is to the left of B. B is above C.", "What is the relation of the A to the C?", ["left", "above"], ["PS2"]),
    row(2, "A is to the left of B. B is to the right of C.", "Where is A relative to C?", [], ["PS3"]),
    row(3, "A is at the upper left of B.\nB is to the left of C.", "Where is A relative to C?", ["left"], ["PS4"], num_hop=3),
    row(4, BOXES, "Where is the blue circle regarding the red square?", ["right"], ["PS1"], num_hop=1),
    row(
        5,
        "The cup is inside the tray. The tray is in front of the lamp.",
        "Where is the cup relative to the lamp?",
        ["in front"],
        ["PS1"],
    ),
]
# As the paper's Table 1 prints it.
ROWS[4]["targets"] = ["front"]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return path


def read_one(tmp_path: Path, made: dict[str, Any], **options: str) -> Item | BadRow:
    (found,) = datasets.read("sparp", write(tmp_path / "one.jsonl", [made]), **options)
    return found


def test_rows_of_every_property_set_are_read_and_answered(tmp_path: Path) -> None:
    report = evaluate(Job(dataset="sparp"), [write(tmp_path / "rows.jsonl", ROWS)])
    assert (report["items"], report["correct"], report["accuracy"]) == (5, 5, 1.0)
    assert report["groups"] == {hops: {"items": n, "correct": n, "accuracy": 1.0} for hops, n in (("1", 1), ("2", 3), ("3", 1))}
    assert list(report["labels"]) == [*FIVE, *(label for label in LABELS if label not in FIVE)]
    assert report["labels"]["in front"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 1}
    # Labels that never occur count as zero: left, above, right and in front are all that do.
    assert report["macro_f1"] == 4 / 16


def test_the_same_words_mean_something_else_under_each_property_set(tmp_path: Path) -> None:
    made = row(1, "A is to the left of B. B is to the right of C.", "Where is A relative to C?", None, ["PS2"], num_hop=2)
    path = write(tmp_path / "rows.jsonl", [made])
    out = tmp_path / "out.jsonl"
    answers = []
    for theory in ("paper-ps1", "paper-ps2", "paper-ps3", "paper-ps4"):
        evaluate(Job(dataset="sparp", theory=theory), [path], out=out)
        answers.append(json.loads(out.read_text())["answer"])
    assert answers == [[], ["overlapping"], [], []]


@pytest.mark.parametrize("form", ["list", "splits", "lines"])
def test_every_form_of_file_gives_the_same_items(tmp_path: Path, form: str) -> None:
    expected = [item for item in datasets.read("sparp", write(tmp_path / "rows.jsonl", ROWS)) if isinstance(item, Item)]
    path = tmp_path / "rows.json"
    if form == "lines":
        write(path, ROWS)
    else:
        document: Any = ROWS if form == "list" else {"train": ROWS[:2], "test": ROWS[2:]}
        path.write_text(json.dumps(document, indent=1 if form == "list" else None), encoding="utf-8")
    found = list(datasets.read("sparp", path))
    assert [(item.id, item.gold, item.line) for item in found if isinstance(item, Item)] == [
        (item.id, item.gold, item.line) for item in expected
    ]
    assert len(expected) == 5


LABEL_FIELDS = ("targets", "target_scores", "reasoning", "symbolic_context", "symbolic_entity_map", "symbolic_question")


@pytest.mark.parametrize("blank", [None, "", [], {}])
def test_labels_and_annotation_never_reach_the_solver(tmp_path: Path, blank: object) -> None:
    predictions = []
    hidden = (*LABEL_FIELDS, "symbolic_reasoning", "num_hop", "num_context_entities", "canary", "comments")
    for rows in (ROWS, [made | dict.fromkeys(hidden, blank) for made in ROWS]):
        out = tmp_path / "out.jsonl"
        evaluate(Job(dataset="sparp"), [write(tmp_path / "rows.jsonl", rows)], out=out)
        lines = [json.loads(line) for line in out.read_text().splitlines()]
        predictions.append([{key: value for key, value in line.items() if key != "correct"} for line in lines])
    assert predictions[0] == predictions[1]
    assert all(line["answer"] is not None for line in predictions[0])


@pytest.mark.parametrize(
    ("targets", "scores", "gold"),
    [
        (["left"], None, {"left"}),
        (None, [1, 0, 1, 0, 0], {"left", "above"}),
        (None, {"left": 1, "right": 0}, {"left"}),
        ('["left", "above"]', None, {"left", "above"}),
        ("('left', 'above',)", None, {"left", "above"}),
        ([], [0, 0, 0, 0, 0], set()),
        ([], None, set()),
        (None, "{'left': 0, 'above': 1,}", {"above"}),
        (None, None, None),
        (None, [], None),
    ],
)
def test_gold_is_the_set_of_targets(tmp_path: Path, targets: object, scores: object, gold: set[str] | None) -> None:
    item = read_one(tmp_path, ROWS[0] | {"targets": targets, "target_scores": scores})
    assert isinstance(item, Item), item
    assert item.gold == gold
    assert not item.defective


def test_scores_that_contradict_the_targets_are_named(tmp_path: Path) -> None:
    item = read_one(tmp_path, ROWS[0] | {"target_scores": [0, 1, 0, 0, 0]})
    assert isinstance(item, Item)
    assert item.gold == {"left", "above"}
    assert "target_scores" in item.defective


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"context": None}, "context is missing"),
        ({"context": " "}, "context is missing"),
        ({"question": 3}, "question is missing"),
        ({"targets": ["upside down"]}, "'upside down' is not one of"),
        ({"targets": "left"}, "expected a list"),
        ({"targets": ["inside"], "target_scores": None}, "not among target_choices"),
        ({"targets": None, "target_scores": {"inside": 1}}, "not among target_choices"),
        ({"target_choices": ["left", 3]}, "target_choices"),
        ({"target_scores": [1, 0]}, "2 scores for 5"),
        ({"target_scores": [1, 0, "yes", 0, 0]}, "expected 0 or 1"),
        ({"target_scores": 7}, "target_scores"),
        ({"num_hop": [2]}, "num_hop"),
    ],
)
def test_a_broken_row_says_what_is_wrong_and_where(tmp_path: Path, changed: dict[str, Any], words: str) -> None:
    found = list(datasets.read("sparp", write(tmp_path / "rows.jsonl", [ROWS[1], ROWS[0] | changed, ROWS[2]])))
    assert isinstance(found[0], Item)
    assert isinstance(found[2], Item)
    bad = found[1]
    assert isinstance(bad, BadRow)
    assert words in bad.error
    assert (bad.id, bad.line, bad.unread) == ("c1:q1", 2, False)


def test_text_that_is_not_understood_counts_as_unanswered_in_every_score(tmp_path: Path) -> None:
    strange = ROWS[0] | {"context": "Colourless green ideas sleep furiously."}
    report = evaluate(Job(dataset="sparp"), [write(tmp_path / "rows.jsonl", [strange])])
    assert (report["items"], report["answered"], report["accuracy"], report["unparsed"]["count"]) == (1, 0, 0.0, 1)
    assert report["groups"] == {"2": {"items": 1, "correct": 0, "accuracy": 0.0}}
    assert report["labels"]["left"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0, "support": 1}


def test_rows_that_are_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('[1]\n{"broken\n' + json.dumps(ROWS[0]) + "\n" + json.dumps(ROWS[0]) + "\n", encoding="utf-8")
    found = list(datasets.read("sparp", path))
    assert [type(one) for one in found] == [BadRow, BadRow, Item, BadRow]
    assert "twice" in found[3].error  # type: ignore[union-attr]
    nameless = read_one(tmp_path, ROWS[0] | {"context_id": None})
    assert nameless.id == f"{tmp_path / 'one.jsonl'}:1"


@pytest.mark.parametrize("text", ["3", "{", "[", '{"a": 1}', ""])
def test_a_file_that_is_not_of_this_benchmark_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"rows\.json"):
        list(datasets.read("sparp", path))
    with pytest.raises(DatasetError, match="ends in"):
        list(datasets.read("sparp", write(tmp_path / "rows.xml", ROWS)))


WORDS = {
    "PS1": ["Extended Objects", "Relation-Incomplete", "Quantitatively Unspecified"],
    "PS2": ["Point objects", "relation_complete", "quantitatively specified"],
    "PS3": ["PO", "RC", "QU"],
    "PS4": ["EO", "RC", "QU"],
}


@pytest.mark.parametrize("name", PROPERTY_SETS)
def test_what_tells_a_row_s_property_set(tmp_path: Path, name: str) -> None:
    plain = ROWS[0] | {"target_choices": None, "targets": None, "target_scores": None, "spatial_types": [], "source_data": ""}
    by_words = read_one(tmp_path, plain | {"spatial_types": WORDS[name]})
    by_option = read_one(tmp_path, plain, **{"property-set": name})
    folder = tmp_path / f"SpaRP-{name}_small"
    folder.mkdir()
    by_path = read_one(folder, plain)
    silent = read_one(tmp_path, plain)
    for item in (by_words, by_option, by_path):
        assert isinstance(item, Item)
        assert item.story.settings == PROPERTY_SETS[name]
        assert len(item.label_set) == (16 if name == "PS1" else 5)
    assert isinstance(silent, Item)
    assert silent.story.settings == ()
    answer = theories.get("paper").open().answer(silent.story, silent.question)
    assert answer.status == "not_covered"
    assert "property set" in answer.reason


def test_source_and_number_of_choices_tell_property_set_1(tmp_path: Path) -> None:
    for changed in ({"source_data": "SpaRTUN"}, {"target_choices": list(LABELS)}):
        item = read_one(tmp_path, ROWS[3] | {"spatial_types": [], "target_choices": None, "target_scores": None} | changed)
        assert isinstance(item, Item)
        assert item.story.settings == PROPERTY_SETS["PS1"]


NAMES = [
    "x). :- not y(",
    "#script (lua) os.exit() #end.",
    "(assert false)",
    "\u202eab",
    "名前",
    "z" * 5000,
    '"q"',
    "",
    "{",
    "'''",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("types", [["PS1"], ["PS3"]])
def test_hostile_rows_are_items_or_bad_rows(tmp_path: Path, name: str, types: list[str]) -> None:
    made = row(1, f"{name} is to the left of B.", f"Where is {name} relative to B?", ["left"], types)
    made |= {"symbolic_entity_map": name, "symbolic_reasoning": "(" * 2000 + name, "context_id": name or "c"}
    found = read_one(tmp_path, made)
    if isinstance(found, BadRow):
        assert found.error
    else:
        assert theories.get("paper").open().answer(found.story, found.question).value == {"left"}


@pytest.mark.parametrize("text", ["(" * 100_000 + ")", "[1,", "{'a': __import__('os')}", "['left' 'right'", "{1}"])
def test_loose_json_never_raises(text: str) -> None:
    assert loose(text) in (text, {1})


@pytest.mark.parametrize("form", ["rows.jsonl", "rows.json"])
def test_rewriting_changes_targets_and_scores_and_nothing_else(tmp_path: Path, form: str) -> None:
    rows = [*ROWS, ROWS[0] | {"question_id": "q9", "target_scores": dict.fromkeys(FIVE, 0), "new_field": {"a": [1]}}]
    path, target = tmp_path / form, tmp_path / f"new_{form}"
    if form == "rows.json":
        path.write_text(json.dumps({"train": rows[:3], "test": rows[3:]}), encoding="utf-8")
    else:
        write(path, rows)
    labels: dict[str, Value | None] = {"c1:q1": frozenset({"below"}), "c1:q2": None, "c1:q9": frozenset({"above"})}
    Sparp().rewrite(path, target, labels, {})
    expected = [
        ROWS[0] | {"targets": ["below"], "target_scores": [0, 0, 0, 1, 0]},
        *ROWS[2:],
        rows[-1] | {"targets": ["above"], "target_scores": dict.fromkeys(FIVE, 0) | {"above": 1}},
    ]
    if form == "rows.json":
        assert json.loads(target.read_text()) == {"train": expected[:2], "test": expected[2:]}
    else:
        assert [json.loads(line) for line in target.read_text().splitlines()] == expected
    with pytest.raises(DatasetError, match="no row"):
        Sparp().rewrite(path, tmp_path / "never", {"c7:q1": None}, {})
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize("number", range(5))
def test_an_audit_finds_exactly_the_corrupted_label(tmp_path: Path, number: int) -> None:
    from qsr.oracle.audit import audit_item

    rows = [dict(made) for made in ROWS]
    wrong = ["below"] if rows[number]["targets"] != ["below"] else ["above"]
    rows[number] |= {"targets": wrong, "target_scores": None}
    session = theories.get("paper").open()
    findings = []
    for item in datasets.read("sparp", write(tmp_path / "rows.jsonl", rows)):
        assert isinstance(item, Item)
        finding = audit_item(Sparp(), session, item, session.answer(item.story, item.question))
        if finding is not None:
            findings.append(finding)
    assert [(finding.id, finding.kind) for finding in findings] == [(f"c1:q{number + 1}", "contradicts")]
    right = {"in front" if label == "front" else label for label in ROWS[number]["targets"]}
    assert findings[0].correction == right


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.floats()
    | st.sampled_from(["", "left", "PS2", "[1", "{'a': (1,)}", "A is"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["left", "a"]), inner, max_size=2),
    max_leaves=5,
)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.dictionaries(st.sampled_from(sorted(ROWS[0])), values, max_size=5))
def test_whatever_stands_in_a_field_a_row_is_an_item_or_a_bad_row(changed: dict[str, Any]) -> None:
    payload = ROWS[0] | changed
    found = Sparp().item(Row("i", "f", 1, payload), {})
    assert isinstance(found, (Item, BadRow))
    if isinstance(found, Item):
        assert found.gold is None or found.gold <= set(found.label_set)  # type: ignore[operator]
        assert found.question.candidates == found.label_set
