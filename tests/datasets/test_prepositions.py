"""Files about prepositions: three forms, ids, labels, groups, baselines, and the reading of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr import datasets
from qsr.datasets.prepositions.answers import read_answer, read_label
from qsr.datasets.prepositions.baselines import Conclusions, guesses
from qsr.datasets.protocol import BadRow, Item
from qsr.errors import DatasetError
from qsr.story import Answer

HEADER = "id\tlang\tpremise1\tpremise2\tconclusion\tholds\n"
ROWS = [
    "a1\ten\tthe nurse is on the ferry\tthe ferry is on the river\tthe nurse is on the river\tyes",
    "a2\ten\tthe nurse is on the ferry\tthe ferry is under repair\tthe nurse is under repair\tno",
    "a3\tro\tpisica este pe scaun\tscaunul este în hol\tpisica este în hol\tyes",
    "a4\tro\tpisica este pe scaun\tscaunul este la reparat\tpisica este la reparat\tno",
]
PUBLISHED = (
    "the nurse is on the ferry\tthe ferry is under repair\tthe nurse is under repair\tno\t"
    "the nurse is on the ferry\tthe ferry is under the bridge\tthe nurse is under the bridge\tyes\n"
    "pisica este pe scaun\tscaunul este la reparat\tpisica este la reparat\tnu\t"
    "pisica este pe scaun\tscaunul este la poartă\tpisica este la poartă\tda\n"
)
PAIRS = (
    "id\tlabel\tcategory\texpressions\tpremises\thypothesis\tn_premises\n"
    "7\tentailment\tnested\tin\t^Rome is in Italy || The inn is in Rome\tThe inn is in Italy\t2\n"
    "8\tneutral\tnested\tin\tThe inn is in Italy || Rome is in Italy\tThe inn is in Rome\t2\n"
    "9\t???\t\tto\tSue ran to the inn\tSue was at the inn\t1\n"
)


def written(tmp_path: Path, text: str, name: str = "items.tsv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def items(path: Path) -> list[Item]:
    found = list(datasets.read("prepositions", path))
    assert all(isinstance(one, Item) for one in found), found
    return [one for one in found if isinstance(one, Item)]


def test_a_file_with_a_header(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER + "\n".join(ROWS) + "\n")
    found = items(path)
    assert [one.id for one in found] == [f"{path}:a{number}" for number in range(1, 5)]
    assert [one.gold for one in found] == ["yes", "no", "yes", "no"]
    assert found[1].groups == ("en", "incongruent", "under", "contains on", "contains under")
    assert [one.relation for one in found[2].story.statements] == ["pe", "în"]
    assert [one.args for one in found[2].story.statements] == [(0, 1), (1, 2)]
    assert found[2].question.args == (0, 2)


def test_ids_and_languages_may_be_left_out(tmp_path: Path) -> None:
    rows = [row.split("\t") for row in ROWS]
    path = written(tmp_path, "premise1\tpremise2\tconclusion\n" + "".join("\t".join(row[2:5]) + "\n" for row in rows))
    found = items(path)
    assert [one.id for one in found] == [f"{path}:{line}" for line in range(2, 6)]
    assert [one.gold for one in found] == [None] * 4
    assert [one.groups[0] for one in found] == ["en", "en", "ro", "ro"]


def test_the_published_form_is_two_items_a_row(tmp_path: Path) -> None:
    path = written(tmp_path, PUBLISHED)
    found = items(path)
    assert [one.id for one in found] == [f"{path}:{key}" for key in ("1a", "1b", "2a", "2b")]
    assert [one.gold for one in found] == ["no", "yes", "no", "yes"]
    assert [one.groups[:2] for one in found[:3]] == [("en", "incongruent"), ("en", "congruent"), ("ro", "incongruent")]
    # The items of a row share no story.
    assert found[0].story.text == "the nurse is on the ferry\nthe ferry is under repair\nthe nurse is under repair"


def test_premises_and_hypothesis(tmp_path: Path) -> None:
    found = items(written(tmp_path, PAIRS))
    assert [one.gold for one in found] == ["entailment", "neutral", None]
    assert found[0].groups == ("spacenli entailment", "spacenli nested", "spacenli read")
    assert found[0].story.entities == ("Rome", "Italy", "The inn")
    assert found[2].story.statements
    assert {dict(one.story.settings)["theory"] for one in found} == {"locatives"}


def test_json_objects(tmp_path: Path) -> None:
    keys = HEADER.split()
    text = "".join(json.dumps(dict(zip(keys, row.split("\t"), strict=True)), ensure_ascii=False) + "\n" for row in ROWS)
    path = written(tmp_path, text + '{"id": 3}\n', "items.jsonl")
    found = list(datasets.read("prepositions", path))
    assert [one.gold for one in found[:4]] == ["yes", "no", "yes", "no"]
    assert isinstance(found[4], BadRow)


@pytest.mark.parametrize(
    ("row", "part"),
    [
        ("b\ten\tthe ink is in the pen\t\tthe ink is in the pen\tyes", "empty"),
        ("b\ten\tx is in y\ty is in z\tx is in z\tmaybe", "label"),
        ("b\tde\tx is in y\ty is in z\tx is in z\tyes", "lang"),
        ("b\ten\tx is in y\ty is in z\tx is in z\tyes\tmore\tmore", "columns"),
        ("a1\ten\tx is in y\ty is in z\tx is in z\tyes", "twice"),
    ],
)
def test_broken_rows_do_not_cost_the_others(tmp_path: Path, row: str, part: str) -> None:
    path = written(tmp_path, HEADER + f"{ROWS[0]}\n{row}\n{ROWS[1]}\n")
    found = list(datasets.read("prepositions", path))
    assert [type(one) for one in found] == [Item, BadRow, Item]
    assert isinstance(found[1], BadRow)
    assert (found[1].line, found[1].unread) == (3, False)
    assert part in found[1].error


def test_text_that_is_not_understood_is_an_unanswered_item(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER + "b\ten\tthe ink spilt\tx is in y\tthe ink is in y\tno\n")
    (found,) = datasets.read("prepositions", path)
    assert isinstance(found, BadRow)
    assert (found.unread, found.gold, found.groups) == (True, "no", ("en", "incongruent"))


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="expected a header"):
        list(datasets.read("prepositions", written(tmp_path, "story\tanswer\n")))


def test_the_label_does_not_reach_the_story(tmp_path: Path) -> None:
    full = items(written(tmp_path, HEADER + "\n".join(ROWS)))
    blank = items(written(tmp_path, HEADER + "\n".join(row.rpartition("\t")[0] + "\t" for row in ROWS), "blank.tsv"))
    for one, other in zip(full, blank, strict=True):
        assert (one.story.text, one.story.statements, one.question) == (other.story.text, other.story.statements, other.question)


def test_native_answers(tmp_path: Path) -> None:
    item = items(written(tmp_path, PUBLISHED))[0]
    dataset = datasets.get("prepositions")
    both = frozenset({"yes", "no"})
    answers = {
        "yes": Answer("determined", "prepositions", "yes", possible=frozenset({"yes"}), entailed=frozenset({"yes"})),
        "no": Answer("determined", "prepositions", "no", possible=frozenset({"no"}), entailed=frozenset({"no"})),
        "depends": Answer("ambiguous", "prepositions", "unknown", possible=both),
        None: Answer("not_covered", "prepositions"),
    }
    for expected, answer in answers.items():
        assert dataset.native(item, answer) == expected


def test_baselines(tmp_path: Path) -> None:
    found = items(written(tmp_path, HEADER + "\n".join(ROWS)))
    assert [guesses(one)["always-no"] for one in found] == ["no"] * 4
    assert [guesses(one)["bare-noun"] for one in found] == ["yes", "no", "no", "no"]
    dataset = datasets.get("prepositions")
    assert [dataset.guess(one, {"baseline": "bare-noun"}) for one in found] == ["yes", "no", "no", "no"]
    assert dataset.baseline({"baseline": "none"}) == ""


def test_what_learns_from_conclusions_does_not_see_its_own_row() -> None:
    """The label of the asked row, whatever it is, leaves the answer as it is."""
    others = [
        (row, f"the hat is on {thing}", label) for row, (thing, label) in enumerate([("sale", "no"), ("the bed", "yes")] * 3)
    ]
    for text in ("the hat is on sale", "the hat is on the bed"):
        answers = {Conclusions([*others, (9, text, label)]).answer(text, 9) for label in ("yes", "no")}
        assert answers == {"no" if "sale" in text else "yes"}
    assert Conclusions([(1, "the hat is on sale", "no")]).answer("the hat is on sale", 1) is None


def test_native_answers_of_pairs(tmp_path: Path) -> None:
    item = items(written(tmp_path, PAIRS))[0]
    dataset = datasets.get("prepositions")
    both = frozenset({"yes", "no"})
    answers = {
        "entailment": Answer("determined", "locatives", "yes", possible=frozenset({"yes"}), entailed=frozenset({"yes"})),
        "contradiction": Answer("determined", "locatives", "no", possible=frozenset({"no"}), entailed=frozenset({"no"})),
        "neutral": Answer("ambiguous", "locatives", "unknown", possible=both),
        None: Answer("not_covered", "locatives"),
    }
    for expected, answer in answers.items():
        assert dataset.native(item, answer) == expected
    assert guesses(item) == {"always-no": "neutral", "bare-noun": "entailment", "conclusion": "neutral"}


def test_a_pair_that_is_not_read_is_not_covered_and_says_why(tmp_path: Path) -> None:
    row = "4\tneutral\t\t\tSue nearly fell into the inn\tSue was in the inn\t1\n"
    (item,) = items(written(tmp_path, PAIRS.partition("\n")[0] + "\n" + row))
    assert "nearly" in item.story.unread[0][1]
    assert (item.gold, item.groups) == ("neutral", ("spacenli neutral",))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Entailment", "entailment"),
        ("The premise entails the hypothesis.", "entailment"),
        ("Answer: contradiction", "contradiction"),
        ("It is not an entailment but neutral.", "neutral"),
        ("Neither contradicts the other, so it cannot be determined.", "neutral"),
        ("Yes.", "entailment"),
        ("No.", "contradiction"),
        ("It depends.", "neutral"),
        ("", None),
    ],
)
def test_labels_are_read(text: str, value: str | None) -> None:
    assert read_label(text).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Yes", "yes"),
        ("no.", "no"),
        ("Da.", "yes"),
        ("Nu", "no"),
        ("Nu, doar feribotul este în reparație.", "no"),
        ("**Answer:** No", "no"),
        ("Răspuns: da", "yes"),
        ("Răspunsul este nu, fiindcă e o stare.", "no"),
        ("The ferry is being mended; its passengers are not. So the answer is no.", "no"),
        ("It does not follow that the nurse is under repair.", "no"),
        ("That follows.", "yes"),
        ("Nu rezultă că pisica este la reparat.", "no"),
        ("Rezultă.", "yes"),
        ("True", "yes"),
        ("No problem here: yes.", "yes"),
        ("It depends on what is meant.", "depends"),
        ("Depinde de sens.", "depends"),
        ("Perhaps.", None),
        ("", None),
    ],
)
def test_answers_are_read(text: str, value: str | None) -> None:
    assert read_answer(text).value == value


def test_uncertain_readings_are_marked() -> None:
    assert read_answer("Yes. On second thought, no.").ambiguous
    assert read_answer("It cannot be determined.").abstained
    assert not read_answer("No, it does not follow.").ambiguous


@given(st.text(max_size=200))
def test_any_answer_is_read(text: str) -> None:
    assert read_answer(text).value in ("yes", "no", "depends", None)


def test_a_column_named_as_in_the_other_form_does_not_change_the_form(tmp_path: Path) -> None:
    header = "id\tlang\tpremise1\tpremise2\tconclusion\tholds\thypothesis\n"
    (item,) = items(written(tmp_path, f"{header}{ROWS[0]}\tmine\n"))
    assert (item.id.rpartition(":")[2], item.gold) == ("a1", "yes")
