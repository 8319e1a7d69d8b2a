from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.protocol import BadRow, Item, Row
from qsr.datasets.stepgame.dataset import LABELS, StepGame
from qsr.errors import DatasetError, UnknownName
from qsr.language import english
from qsr.story import Answer

STORY = ["P is above Q.", "Q is to the left of R."]
QUESTION = "What is the relation of the agent P to the agent R?"


def row(**changes: object) -> dict[str, object]:
    return {"story": STORY, "question": QUESTION, "label": "upper-left", **changes}


def read(path: Path, text: str, **options: str) -> list[Item | BadRow]:
    path.write_text(text, encoding="utf-8")
    return list(datasets.read("stepgame", path, **options))


def only_item(found: list[Item | BadRow]) -> Item:
    (item,) = found
    assert isinstance(item, Item), item
    return item


def test_three_formats_give_the_same_item(tmp_path: Path) -> None:
    as_object = read(tmp_path / "qa2_valid.json", json.dumps({"7": row()}))
    as_lines = read(tmp_path / "rows.jsonl", json.dumps(row(k_hop="2")) + "\n")
    as_text = read(tmp_path / "qa2_valid.txt", f"1 {STORY[0]}\n2 {STORY[1]}\n3 {QUESTION}\tupper-left\t1\n")
    items = [only_item(found) for found in (as_object, as_lines, as_text)]
    assert [item.id for item in items] == [
        f"{tmp_path}/qa2_valid.json:7",
        f"{tmp_path}/rows.jsonl:1",
        f"{tmp_path}/qa2_valid.txt:3",
    ]
    for item in items:
        assert item.gold == "upper-left"
        assert item.groups == ("2",)
        assert [statement.relation for statement in item.story.statements] == ["above", "left"]
        assert [item.story.entities[index] for index in item.question.args] == ["P", "R"]


def test_the_number_of_a_row_wins_over_the_name_of_its_file(tmp_path: Path) -> None:
    assert only_item(read(tmp_path / "qa2_valid.json", json.dumps({"0": row(k=10)}))).groups == ("10",)


def test_an_id_starts_with_the_name_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"0": row(), "1": 5}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert [one.id for one in datasets.read("stepgame", "./a.json")] == ["./a.json:0", "./a.json:1"]


def test_the_label_is_nowhere_in_the_story(tmp_path: Path) -> None:
    item = only_item(read(tmp_path / "a.json", json.dumps({"0": row(label="overlap")})))
    assert item.gold == "overlap"
    assert "overlap" not in repr(item.story) + repr(item.question)


@pytest.mark.parametrize("blank", [None, ""])
def test_a_blank_label_is_no_label(tmp_path: Path, blank: str | None) -> None:
    assert only_item(read(tmp_path / "a.json", json.dumps({"0": row(label=blank)}))).gold is None


@pytest.mark.parametrize(
    ("written", "meant"), [("above-left", "upper-left"), ("Lower Right", "lower-right"), ("OVERLAP", "overlap"), ("top", "above")]
)
def test_labels_are_normalised(tmp_path: Path, written: str, meant: str) -> None:
    assert only_item(read(tmp_path / "a.json", json.dumps({"0": row(label=written)}))).gold == meant


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ("[]", "expected an object"),
        ("null", "expected an object"),
        (json.dumps(row(story="P is above Q.")), "story"),
        (json.dumps(row(story=[1])), "story"),
        (json.dumps(row(story=None)), "story"),
        (json.dumps(row(question=7)), "question"),
        (json.dumps(row(question=" ")), "question"),
        (json.dumps(row(label="diagonal")), "not one of"),
        (json.dumps(row(label=["left"])), "label"),
        (json.dumps(row(answer=3)), "answer"),
        (json.dumps(row(k=[1])), "k is"),
        ('{"story": ["P is above Q."', "not JSON"),
        ("\udcff", "not JSON"),
    ],
)
def test_a_broken_row_costs_itself_only(tmp_path: Path, broken: str, complaint: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes("\n".join([json.dumps(row()), broken, json.dumps(row())]).encode("utf-8", "surrogateescape"))
    first, bad, last = datasets.read("stepgame", path)
    assert isinstance(first, Item)
    assert isinstance(last, Item)
    assert isinstance(bad, BadRow)
    assert (bad.file, bad.line, bad.id, bad.unread) == (str(path), 2, f"{path}:2", False)
    assert complaint in bad.error


def test_text_that_is_not_understood_is_told_from_broken_data(tmp_path: Path) -> None:
    (bad,) = read(tmp_path / "a.json", json.dumps({"0": row(story=["P wugs."])}))
    assert isinstance(bad, BadRow)
    assert bad.unread
    assert "P wugs." in bad.error


def test_an_agent_related_to_itself_is_a_defect_and_asserts_nothing(tmp_path: Path) -> None:
    item = only_item(read(tmp_path / "a.json", json.dumps({"0": row(story=["P is above P.", *STORY])})))
    assert "P is above P." in item.defective
    assert [item.story.quote(statement.id) for statement in item.story.statements] == STORY
    assert [statement.id for statement in item.story.statements] == [0, 1]


def test_the_front_of_the_plane_is_its_upper_edge(tmp_path: Path) -> None:
    item = only_item(read(tmp_path / "a.json", json.dumps({"0": row(story=["P is positioned in the front right corner of R."])})))
    assert [statement.relation for statement in item.story.statements] == ["above+right"]


def test_convention_inverts_listed_wordings_and_no_others(tmp_path: Path) -> None:
    story = ["P is placed at the bottom of Q.", "R is to the left of Q."]
    text = json.dumps({"0": row(story=story)})
    literal, convention = (only_item(read(tmp_path / "a.json", text, reading=reading)) for reading in ("literal", "convention"))
    assert [statement.relation for statement in literal.story.statements] == ["below", "left"]
    assert [statement.relation for statement in convention.story.statements] == ["above", "left"]


def test_convention_goes_by_the_release(tmp_path: Path) -> None:
    sentence, question = "P presents below Q.", "What is the relation of the agent P to the agent Q?"
    new = only_item(read(tmp_path / "a.json", json.dumps({"0": row(story=[sentence], question=question)}), reading="convention"))
    old = only_item(read(tmp_path / "a.txt", f"1 {sentence}\n2 {question}\tabove\t1\n", reading="convention"))
    assert new.story.statements[0].relation == "below"
    assert old.story.statements[0].relation == "above"


def test_every_inverted_wording_is_read(tmp_path: Path) -> None:
    table = Path(datasets.__file__).parent / "stepgame" / "inverted.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#")][1:]
    assert {release for release, _ in rows} == {"2022", "2024"}
    for _, wording in rows:
        assert len(english.read([wording.format(X="P", Y="Q")], []).statements) == 1


def test_unknown_options_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="literal, convention"):
        list(datasets.read("stepgame", tmp_path / "a.json", reading="free"))
    with pytest.raises(UnknownName, match="option of stepgame"):
        list(datasets.read("stepgame", tmp_path / "a.json", mode="code"))


@pytest.mark.parametrize("name", ["none.json", "a.csv"])
def test_a_file_that_cannot_be_read_is_an_error_with_its_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(DatasetError, match=name):
        list(datasets.read("stepgame", tmp_path / name))


@pytest.mark.parametrize("label", LABELS)
def test_native_form_of_every_label(label: str) -> None:
    item = Item("a:0", english.read(STORY, [QUESTION]), english.read(STORY, [QUESTION]).questions[0])
    labels = LABELS[label]
    assert StepGame().native(item, Answer("determined", "t", labels, "", labels, labels)) == label
    assert StepGame().native(item, Answer("ambiguous", "t", labels, "", frozenset(), labels)) is None


def test_native_form_of_nothing() -> None:
    item = Item("a:0", english.read(STORY, [QUESTION]), english.read(STORY, [QUESTION]).questions[0])
    assert StepGame().native(item, Answer("inconsistent", "t")) is None
    assert StepGame().native(item, Answer("ambiguous", "t", frozenset())) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["story", "question", "label", "answer", "k"]), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(json_values)
def test_no_payload_makes_the_reader_fail(payload: object) -> None:
    found = StepGame().item(Row("f:1", "f", 1, payload), {"reading": "literal"})
    assert isinstance(found, (Item, BadRow))


HOSTILE = ("x). :- not y(", "a\nb", "A" * 10_000, "\u202eP", "\x00", "#script (python)", "P'); --", "Ω", "{0}", "%")


@given(st.sampled_from(HOSTILE) | st.text(max_size=20))
def test_no_name_makes_the_reader_fail(name: str) -> None:
    question = f"What is the relation of the agent {name} to the agent Q?"
    found = StepGame().item(
        Row("f:1", "f", 1, {"story": [f"{name} is above Q."], "question": question}), {"reading": "convention"}
    )
    assert isinstance(found, (Item, BadRow))


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".txt"])
def test_rewriting_changes_what_it_is_told_to_and_nothing_else(tmp_path: Path, suffix: str) -> None:
    texts = {
        ".json": json.dumps({str(index): row() for index in range(3)}),
        ".jsonl": "".join(json.dumps(row()) + "\n" for _ in range(3)),
        ".txt": "".join(f"1 {STORY[0]}\n2 {STORY[1]}\n3 {QUESTION}\tupper-left\t1\n" for _ in range(3)),
    }
    original, copy = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    original.write_text(texts[suffix], encoding="utf-8")
    items = [item for item in datasets.read("stepgame", original) if isinstance(item, Item)]
    StepGame().rewrite(original, copy, {items[0].id: "left", items[1].id: None}, {})
    after = [item for item in datasets.read("stepgame", copy) if isinstance(item, Item)]
    assert [item.gold for item in after] == ["left", "upper-left"]
    assert [item.story.text for item in after] == [items[0].story.text, items[2].story.text]
    assert original.read_text(encoding="utf-8") == texts[suffix]
