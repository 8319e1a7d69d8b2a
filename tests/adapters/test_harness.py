"""What harnesses share: rows that travel as text, prompts, verdicts as numbers, and `qsr convert`."""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets, run
from qsr.adapters.harness import asked, item_of, judge_answer, prompt
from qsr.adapters.harness.asked import row_of, row_text
from qsr.adapters.harness.documents import COLUMNS, document, job_of
from qsr.adapters.harness.judgements import known_mode, labelled
from qsr.cli import main
from qsr.datasets.forms.numbered import Example
from qsr.datasets.prepositions.files import Entry
from qsr.datasets.protocol import Item, Row
from qsr.errors import BackendUnavailable, DatasetError, UnknownName
from qsr.oracle.judge import Judge
from qsr.run import Job
from qsr.story import Question, Story

PREPOSITIONS = datasets.get("prepositions")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
PAYLOADS = (
    st.dictionaries(st.text(), JSON)
    | st.builds(Example, st.lists(st.text()).map(tuple), st.text(), st.text())
    | st.builds(Entry, st.text(), st.lists(st.text()).map(tuple), st.text(), st.text(), st.integers(), st.text(), st.text())
)


@given(row=st.builds(Row, st.text(), st.text(), st.integers(), PAYLOADS))
def test_a_row_comes_back_from_its_text(row: Row) -> None:
    assert row_of(row_text(row, PREPOSITIONS), PREPOSITIONS) == row


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": "a"}', '{"id":1,"file":"","line":1,"kind":"numbered","payload":{}}'])
def test_what_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(DatasetError, match="not a row"):
        row_of(text, PREPOSITIONS)


def test_a_payload_that_json_has_no_form_for_is_refused() -> None:
    with pytest.raises(DatasetError, match="f:3: the row cannot be written as JSON"):
        row_text(Row("f:3", "f", 3, {"story": {1, 2}}), PREPOSITIONS)


def test_items_are_the_same_from_their_text_and_from_the_file(benchmark_files: Any) -> None:
    one, path = benchmark_files
    job = Job(dataset=one.dataset, options=one.options)
    found = list(asked(job, [path]))
    expected = list(run.items(job, [path]))
    assert [item_of(job, row.row) for row in found] == expected
    assert len(found) == len(one.answers())
    path.unlink()
    assert [item_of(job_of(document(job, row)), row.row) for row in found] == expected


def test_prompts_hold_the_question_and_not_the_label(benchmark_files: Any) -> None:
    """A prompt says what is asked, of which story, and depends on no label."""
    one, path = benchmark_files
    job = Job(dataset=one.dataset, options=one.options)
    found = list(asked(job, [path]))
    for row in found:
        assert row.prompt == prompt(one.dataset, row.item) == row.prompt.strip()
        assert row.item.question.form == "plan" or row.prompt.count(row.item.question.text) == 1
        assert not {"{story}", "{question}", "{labels}", "{options}", "{rules}"}.intersection(row.prompt.split())
        for statement in row.item.story.statements:
            assert row.item.story.quote(statement.id) in " ".join(row.prompt.split())
    bare = [prompt(one.dataset, _without_label(row.item)) for row in found]
    assert bare == [row.prompt for row in found]


def _without_label(item: Item) -> Item:
    # Whether an item of prepositions is congruent is its label in other words.
    return replace(item, gold=None, groups=tuple(name for name in item.groups if "congruent" not in name))


def test_a_prompt_of_ones_own() -> None:
    text = "A is above B. {question}\nWhere is A?"
    item = Item("i", Story(("A",), (), (Question(0, "relation", (0,), span=(25, 36)),), text), Question(0, "relation", (0,)))
    assert prompt("stepgame", item, "<{story}>") == "<A is above B. {question}>"
    for template, message in (("{story} {gold}", "no place called {gold}"), ("{question}", "no {story}")):
        with pytest.raises(DatasetError, match=message):
            prompt("stepgame", item, template)


def test_judgements_say_what_the_judge_says(benchmark_files: Any) -> None:
    one, path = benchmark_files
    job = Job(dataset=one.dataset, options=one.options)
    found = list(asked(job, [path]))
    with Judge(job) as judge:
        for row, answer in zip(found, one.answers(), strict=True):
            judgement = judge_answer(job, row.item, answer)
            assert judgement.verdict == judge.verdict(row.item, answer)
            assert all(sentence in judgement.explanation() for sentence in judgement.verdict.evidence)
            assert json.loads(json.dumps(judgement.data()))["sound"] is judgement.verdict.sound
    decided = found[: len(found) - one.undecided]
    for answers, value in ((one.right, 1.0), (one.wrong, 0.0)):
        judgements = [judge_answer(job, row.item, answer) for row, answer in zip(decided, answers, strict=True)]
        assert [judgement.value("text") for judgement in judgements] == [value] * len(judgements)
        labels = [judgement.value("label") for judgement in judgements]
        assert labels == [None if one.dataset == "grasp" else value] * len(judgements)


def test_an_unreadable_answer_is_wrong_where_the_text_decides(benchmark_files: Any) -> None:
    one, path = benchmark_files
    job = Job(dataset=one.dataset, options=one.options)
    found = list(asked(job, [path]))
    values = [judge_answer(job, row.item, "Hm hm.").value("text") for row in found]
    assert values == [0.0] * len(one.right) + [None] * one.undecided


def test_a_fault_of_the_program_costs_one_item(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def faulty(judge: Judge, item: Item, reading: Any) -> Any:
        raise ZeroDivisionError("a fault")

    path = tmp_path / "rows.jsonl"
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    job = Job(dataset="stepgame")
    (first,) = asked(job, [path])
    monkeypatch.setattr(Judge, "of_reading", faulty)
    judgement = judge_answer(job, first.item, "above")
    assert (judgement.text, judgement.label, judgement.verdict.value) == (None, None, None)
    assert "ZeroDivisionError: a fault" in judgement.explanation()
    assert first.item.id in caplog.text
    with pytest.raises(UnknownName):
        judge_answer(Job(dataset="stepgame", theory="no such theory"), first.item, "above")


def test_threads_get_the_verdicts_of_one(benchmark_files: Any) -> None:
    one, path = benchmark_files
    job = Job(dataset=one.dataset, options=one.options)
    found = list(asked(job, [path]))
    expected = [judge_answer(job, row.item, answer) for row, answer in zip(found, one.answers(), strict=True)]
    results: list[Any] = []

    def work() -> None:
        results.append([judge_answer(job, row.item, answer) for row, answer in zip(found, one.answers(), strict=True)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


def test_modes_and_labels() -> None:
    assert known_mode("label") == "label"
    with pytest.raises(UnknownName, match="mode"):
        known_mode("gold")
    question = Question(0, "relation", ())
    with pytest.raises(DatasetError, match="f:7: i has no label"):
        labelled(Item("i", Story(), question, file="f", line=7))


def test_broken_rows_stop_and_rows_that_are_not_understood_are_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    good = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({**good, "story": ["P wugs."]}) + "\n" + json.dumps(good) + "\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert [row.item.line for row in asked(Job(dataset="stepgame"), [path])] == [2]
    assert "1 row was not understood" in caplog.text
    assert f"{path}:1" in caplog.text
    path.write_text(json.dumps(good) + "\n" + json.dumps({**good, "label": "sideways"}) + "\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"rows\.jsonl:2: label 'sideways' is not one of"):
        list(asked(Job(dataset="stepgame"), [path]))


# ---------------------------------------------------------------- qsr convert


def convert(one: Any, path: Path, out: Path, *more: str) -> int:
    options = [part for name, value in one.options.items() for part in (f"--{name}", value)]
    return main(["convert", one.dataset, str(path), "--out", str(out), *options, *more])


def test_convert_writes_every_item_in_one_form(benchmark_files: Any, tmp_path: Path) -> None:
    one, path = benchmark_files
    out = tmp_path / "items.jsonl"
    assert convert(one, path, out) == 0
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    job = Job(dataset=one.dataset, options=one.options)
    assert lines == [document(job, row) for row in asked(job, [path])]
    items = list(run.items(job, [path]))
    for line, item in zip(lines, items, strict=True):
        assert tuple(line) == COLUMNS
        assert all(isinstance(line[key], str) for key in COLUMNS if key not in ("groups", "gold"))
        assert isinstance(item, Item)
        assert line["id"] == item.id
        assert item_of(job_of(line), line["row"]) == item
        assert (line["gold"] is None) is (item.gold is None)
        if item.gold is not None:
            dataset = datasets.get(one.dataset)
            assert dataset.extract(item, line["gold"]).value == item.gold


def test_convert_tells_what_it_leaves_out_and_overwrites_no_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    path.write_text('{"story": ["P wugs."], "question": "Where is P?", "label": "above"}\n', encoding="utf-8")
    assert main(["convert", "stepgame", str(path), "--out", str(out)]) == 0
    assert out.read_text() == ""
    assert f"{path}:1" in capsys.readouterr().err
    assert main(["convert", "stepgame", str(path), "--out", str(path)]) == 3
    path.write_text("{\n", encoding="utf-8")
    out.write_text("kept")
    assert main(["convert", "stepgame", str(path), "--out", str(out)]) == 3
    assert out.read_text() == "kept"
    assert main(["convert", "stepgame", str(path), "--out", str(out), "--prompt", "{storey}"]) == 3


def test_without_the_library_its_extra_is_named() -> None:
    """The package can be imported all the same; what needs the library says how to get it."""
    if find_spec("inspect_ai") is not None:
        pytest.skip("inspect-ai is installed here")
    package = import_module("qsr.adapters.inspect_ai")
    with pytest.raises(AttributeError, match="there are stepgame"):
        package.no_such_task  # noqa: B018
    for name in ("registered", "stepgame", "judged"):
        with pytest.raises(BackendUnavailable, match=r'pip install "qsr-reasoning\[inspect\]"'):
            getattr(package, name)
