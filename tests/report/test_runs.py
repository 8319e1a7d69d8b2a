"""Reports on small runs of our own: the numbers of a page are those of ``qsr check`` and ``qsr eval``, for every data set."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qsr import datasets, run
from qsr.cli import main
from qsr.datasets.protocol import Item
from qsr.oracle.job import Job
from qsr.report import html, markdown
from qsr.report.content import Model, page
from qsr.report.counts import Counts
from qsr.report.gather import Gathering
from qsr.run.reading import rows
from qsr.theories.gridworld.text.drawing import draw_grid
from qsr.wording import counted

STEPS = [
    (["P is above Q.", "Q is to the left of R."], "P", "R", "upper-left", 2),
    (["P is above Q.", "Q is above R."], "P", "R", "above", 2),
    (["P is below Q."], "P", "Q", "below", 1),
    # Its label contradicts its text, and that of the next one does not follow from it.
    (["P is below Q.", "Q is to the left of R."], "P", "R", "upper-left", 2),
    (["P is below Q.", "S is to the left of R."], "P", "R", "left", 3),
    (["P is to the right of Q."], "P", "Q", "right", 1),
]
BABI = """1 The red box is above the green ball.
2 Is the red box below the green ball?\tno\t1
3 The green ball is to the left of the disc.
4 Is the disc to the right of the red box?\tyes\t1 3
5 Is the disc to the left of the red box?\tno\t1 3
"""
SPARTUN = {
    "identifier": "own-1",
    "story": [
        "There are two blocks. Block AAA is left of block BBB. Block AAA has a small red circle. "
        "Block BBB contains a blue square."
    ],
    "questions": [
        {"q_id": number, "q_type": kind, "question": question, "answer": answer, "candidate_answers": []}
        for number, (kind, question, answer) in enumerate(
            (
                ("FR", "Where is block AAA regarding block BBB?", ["LEFT"]),
                ("FR", "Where is the small red circle regarding the blue square?", ["LEFT"]),
                ("FR", "Where is the blue square regarding block AAA?", ["RIGHT"]),
            )
        )
    ],
}
PREPOSITIONS = [
    ("id", "lang", "premise1", "premise2", "conclusion", "holds"),
    ("a", "en", "the lamp is in the box", "the box is in the attic", "the lamp is in the attic", "yes"),
    ("b", "en", "the lamp is in the hotel", "the hotel is under construction", "the lamp is under construction", "no"),
    ("c", "ro", "lampa este în cutie", "cutia este în pod", "lampa este în pod", "yes"),
    ("d", "en", "the cup is on the table", "the table is in the kitchen", "the cup is in the kitchen", "yes"),
]
GRID = {(1, 1): "A", (0, 1): "E", (1, 0): "E", (2, 2): "E"}
DATASETS = ("stepgame", "babi", "spartun", "sparp", "roomspace", "space2024", "grasp", "prepositions")
PLANS = ("UP, TAKE, DOWN, DROP", "TAKE, LEFT, TAKE", "I do not know.", "LEFT, TAKE, RIGHT, DROP, RIGHT, LEFT")


def stepgame(path: Path) -> Path:
    lines = (
        {"story": story, "question": f"What is the relation of the agent {head} to the agent {tail}?", "label": label, "k": k}
        for story, head, tail, label, k in STEPS
    )
    return written(path.with_suffix(".jsonl"), list(lines))


def written(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def data(dataset: str, folder: Path) -> Path:
    """A small file of a data set, our own or generated."""
    path = folder / dataset
    if dataset == "stepgame":
        return stepgame(path)
    if dataset == "babi":
        path = folder / "qa17_test.txt"
        path.write_text(BABI, encoding="utf-8")
    elif dataset == "spartun":
        path = written(path.with_suffix(".json"), [{"name": "own", "data": [SPARTUN]}])
    elif dataset == "prepositions":
        path.write_text("".join("\t".join(row) + "\n" for row in PREPOSITIONS), encoding="utf-8")
    elif dataset == "grasp":
        row = {"index": 0, "energy": "random", "obstacle": "block", "start_position": "inner", "grid": draw_grid(3, 3, GRID)}
        path = written(path.with_suffix(".jsonl"), [row])
    else:
        path = path.with_suffix(".jsonl")
        assert main(["generate", dataset, "--count", "8", "--seed", "5", "--out", str(path)]) == 0
    return path


def answers(dataset: str, path: Path) -> Path:
    """Answers to its items: most as labelled, some not, one that nobody can read and one that abstains; one item has none."""
    found = [item for item in run.items(Job(dataset=dataset), [str(path)]) if isinstance(item, Item)]
    assert len(found) > 2
    lines: list[dict[str, Any]] = []
    dice = random.Random(1)
    for place, item in enumerate(found[:-1]):
        given = item.gold if dice.random() < 0.6 else dice.choice(found).gold
        said: Any = ", ".join(sorted(given)) or "[]" if isinstance(given, frozenset) else given
        if dataset == "grasp":
            said = PLANS[place % len(PLANS)]
        elif place in (1, 4):
            said = "zzz" if place == 1 else "It cannot be known."
        lines.append({"id": item.id, "answer": list(said) if isinstance(said, tuple) else said})
    return written(path.with_name(f"{dataset}-answers.jsonl"), lines)


def asked(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert main([str(argument) for argument in (*arguments, "--json")]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def reported(path: Path, *arguments: object) -> str:
    assert main([str(argument) for argument in ("report", *arguments, "--out", path)]) == 0
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("dataset", DATASETS)
def test_numbers_are_those_of_the_check(
    dataset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], read: Callable[[str], Any]
) -> None:
    file = data(dataset, tmp_path)
    said = answers(dataset, file)
    capsys.readouterr()
    verdicts = tmp_path / "verdicts.jsonl"
    check = asked(capsys, "check", dataset, file, "--answers", said, "--out", verdicts)
    found = read(reported(tmp_path / "report.html", dataset, file, "--answers", f"own={said}"))
    (assert_plans if dataset == "grasp" else assert_numbers)(found, check)
    # Verdicts that are at hand make no difference.
    whole = (tmp_path / "report.html").read_text()
    again = read(reported(tmp_path / "again.html", dataset, file, "--answers", f"own={said}", "--verdicts", verdicts))
    assert {name: rows for name, rows in again.tables.items() if not name.startswith("What this")} == {
        name: rows for name, rows in found.tables.items() if not name.startswith("What this")
    }
    assert whole.count("<article>") == (tmp_path / "again.html").read_text().count("<article>") > 0
    text = reported(tmp_path / "report.md", dataset, file, "--answers", f"own={said}")
    # Marks of punctuation are all that an escape may stand before.
    text = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    for caption, cells in found.tables.items():
        assert f"**{caption}**" in text
        assert all(f"| {' | '.join(row)} |" in text for row in cells)


def assert_numbers(found: Any, check: dict[str, Any]) -> None:
    text = found.column("Answers by the text")
    assert int(text["answers"]) == check["answers"] > 1
    for name in ("right", "wrong", "undecided"):
        assert int(text[name]) == check["against_text"][name]
    assert (int(text["abstentions among them"]), int(text["unreadable ones"])) == (check["abstained"], check["unreadable"])
    label = found.column("Answers by the label")
    scores = check["scores"]
    assert int(label["right"]) == scores["correct"]
    assert label["share of right answers"] == f"{100 * scores['accuracy']:.2f} %"
    both = found.tables["Text and label together"][1:]
    assert [sum(int(row[place]) for row in both) for place in (1, 2, 3)] == list(check["against_label"].values())
    assert [sum(map(int, row[1:])) for row in both] == list(check["against_text"].values())
    if "labels" in scores:
        assert found.column("Sets of labels", 2)["own"] == f"{scores['macro_f1']:.4f}"
        assert found.column("Each label", 3)["label"] == "F1"
        assert {name: one["f1"] for name, one in scores["labels"].items()} == pytest.approx(
            {name: float(cell) for name, cell in found.column("Each label", 3).items() if name != "label"}, abs=1e-4
        )
    assert f"{counted(check['items_without_answer'], 'item')} without an answer" in found.text
    # A group's row says how many right answers by the label it has, beside the share of those that were answered.
    tables = [rows for name, rows in found.tables.items() if name.startswith("By ")]
    assert sum(len(rows) - 1 for rows in tables) <= len(scores["groups"])
    if "consistency" not in check:
        shares = sorted(row[5] for rows in tables for row in rows[1:])
        assert shares == sorted(f"{100 * one['accuracy']:.2f} %" for one in scores["groups"].values())


def assert_plans(found: Any, check: dict[str, Any]) -> None:
    (row,) = found.tables["All plans"][1:]
    assert int(row[1]) == check["plans"] == 7
    assert row[2:6] == [f"{check[key]:.3f}" for key in ("steps", "energy", "optimum", "regret")]
    assert row[6] == f"{100 * check['optimal']:.2f} %"
    errors = found.column("What is wrong with plans; one may have several faults")
    for kind, one in check["errors"].items():
        assert int(errors.get(kind.replace("_", " "), 0)) == one["count"]
    assert int(errors["none of these"]) == check["without_error"]["count"]
    table = found.tables["By control"][1:]
    assert [row[2:] for row in table] == [
        [*(f"{one[key]:.3f}" for key in ("steps", "energy", "optimum", "regret")), f"{100 * one['optimal']:.2f} %"]
        for one in check["table"][:-1]
    ]
    regrets = found.tables["Regret"][1:]
    assert sum(int(row[1]) for row in regrets) == check["compared"]


def test_processes_make_no_difference(tmp_path: Path) -> None:
    file = data("stepgame", tmp_path)
    said = answers("stepgame", file)
    one = reported(tmp_path / "a.html", "stepgame", file, "--answers", said)
    assert one == reported(tmp_path / "a.html", "stepgame", file, "--answers", said, "--workers", 2)


def test_words_and_drawings_show_what_is_wrong(tmp_path: Path, read: Callable[[str], Any]) -> None:
    file = data("stepgame", tmp_path)
    wrong = ["left", "left", "above", "upper-left", "left", "right"]
    said = written(tmp_path / "a.jsonl", [{"id": f"{file}:{line}", "answer": one} for line, one in enumerate(wrong, 1)])
    whole = reported(tmp_path / "r.html", "stepgame", file, "--answers", said, "--title", "Mine", "--date", "1 May")
    found = read(whole)
    assert "P is above Q." in found.marked
    assert 'class="qsr-drawing"' in whole
    assert found.column("Labels against their texts") == {
        "the text says something else": "1",
        "the text determines no answer": "1",
    }
    assert "Mine" in found.text
    assert found.column("What this report is about")["date"] == "1 May"
    # Without a date there is none, and the page is the same each time.
    twice = [reported(tmp_path / "r.html", "stepgame", file, "--answers", said) for _ in range(2)]
    assert twice[0] == twice[1]


def test_models_stand_side_by_side(tmp_path: Path, read: Callable[[str], Any]) -> None:
    file = data("stepgame", tmp_path)
    labels = [one[3] for one in STEPS]
    good = written(tmp_path / "good.jsonl", [{"id": f"{file}:{n}", "answer": one} for n, one in enumerate(labels, 1)])
    bad = written(tmp_path / "bad.jsonl", [{"id": f"{file}:{n}", "answer": "below"} for n in range(1, 7)])
    found = read(reported(tmp_path / "r.html", "stepgame", file, "--answers", good, "--answers", f"worse={bad}"))
    assert found.tables["Answers by the text"][0] == ["", "good", "worse"]
    assert [int(cell) for cell in found.tables["Answers by the label"][2][1:]] == [6, 1]
    assert [int(cell) for cell in found.tables["Answers by the text"][2][1:]] == [4, 1]


@pytest.mark.parametrize("dataset", ["stepgame", "prepositions", "grasp"])
def test_predictions_are_scored_as_the_run_scored_them(
    dataset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], read: Callable[[str], Any]
) -> None:
    file, out = data(dataset, tmp_path), tmp_path / "predictions.jsonl"
    evaluated = asked(capsys, "eval", dataset, file, "--out", out)
    told = read(reported(tmp_path / "p.html", dataset, file, "--predictions", out))
    solved = read(reported(tmp_path / "s.html", dataset, file))
    for found in (told, solved):
        assert int(found.column("Answers by the text")["answers"]) == evaluated["items"]
        assert int(found.column("Answers by the text")["wrong"]) == 0
        if dataset == "grasp":
            assert float(found.tables["All plans"][1][3]) == pytest.approx(evaluated["plans"]["all"]["energy"], abs=5e-4)
            assert found.tables["All plans"][1][6] == "100.00 %"
        else:
            assert int(found.column("Answers by the label")["right"]) == evaluated["correct"]
    assert "the theory's own" in solved.text


def test_the_first_wrong_step_is_that_of_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], read: Callable[[str], Any]
) -> None:
    file, out = data("stepgame", tmp_path), tmp_path / "verdicts.jsonl"
    chains = [
        "P is above Q. Q is to the left of R. So P is upper-left of R. The answer is upper-left",
        "P is above Q. Q is below R. The answer is left",
        "P is above Q. The answer is below",
        "upper-left",
    ]
    said = written(tmp_path / "a.jsonl", [{"id": f"{file}:{line}", "answer": one} for line, one in enumerate(chains, 1)])
    check = asked(capsys, "check", "stepgame", file, "--answers", said, "--steps", "--out", out)["steps"]
    expected = {**check["first_wrong_step"], "no wrong step": 1, "no step at all": check["chains_without_steps"]}
    assert expected == {"1": 1, "2": 1, "no wrong step": 1, "no step at all": 1}
    for source in (("--answers", said, "--steps"), ("--verdicts", out)):
        found = read(reported(tmp_path / "r.html", "stepgame", file, *source))
        chain = found.column("Chains of thought by their first wrong step")
        assert {step: int(number) for step, number in chain.items() if step != "first wrong step"} == expected
        right = found.column("Right answers by the first wrong step")
        assert right["no wrong step"].startswith("100.00 % of 1 ")
        assert right["1"].startswith("100.00 % of 1 ")
        assert right["2"].startswith("0.00 % of 1 ")
        assert sum(int(number) for number in found.column("Kinds of first wrong steps").values() if number.isdecimal()) == 2
    assert [row["said"][0] and row["said"][0][5] for row in found.items["rows"]] == [
        "no wrong step",
        "2",
        "1",
        "no step at all",
        None,
        None,
    ]


def test_answers_are_told_apart_by_what_the_text_makes_right(tmp_path: Path, read: Callable[[str], Any]) -> None:
    file = data("stepgame", tmp_path)
    # The fifth text determines nothing, which one answer says and the other two do not; one of them nobody can read.
    lines = {"knows": "It cannot be known.", "claims": "left", "mumbles": "zzz"}
    arguments: list[object] = []
    for name, fifth in lines.items():
        answers = [*(one[3] for one in STEPS[:4]), fifth]
        said = written(tmp_path / f"{name}.jsonl", [{"id": f"{file}:{n}", "answer": one} for n, one in enumerate(answers, 1)])
        arguments += ["--answers", said]
    found = read(reported(tmp_path / "r.html", "stepgame", file, *arguments))
    rows = {row[0]: [cell.partition(" %")[0] for cell in row[1:]] for row in found.tables["Answers by what the text makes right"]}
    assert rows["one answer is right"] == ["75.00"] * 3
    assert rows["the text leaves the answer open"] == ["100.00", "0.00", "0.00"]
    assert [row["id"] for row in found.items["rows"] if row["said"] == [None] * 3] == [f"{file}:6"]


def test_rows_may_hold_the_answers(tmp_path: Path, read: Callable[[str], Any]) -> None:
    lines = [
        {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above", **more}
        for more in ({"answer": "above"}, {"answer": "below"}, {})
    ]
    file = written(tmp_path / "rows.jsonl", lines)
    found = read(reported(tmp_path / "r.html", "stepgame", file, "--rows"))
    assert [found.column("Answers by the text")[name] for name in ("answers", "right", "wrong")] == ["2", "1", "1"]
    assert "1 item without an answer" in found.text


def test_names_that_look_like_markup_are_names(tmp_path: Path, read: Callable[[str], Any]) -> None:
    name = "<img src=x onerror=alert(1)>&\"'`|*_"
    folder = tmp_path / "a<b>&"
    folder.mkdir()
    path = folder / "items.tsv"
    row = ("<script>", "en", f"the {name} is in the box", "the box is in the attic", f"the {name} is in the attic", "yes")
    path.write_text("".join("\t".join(one) + "\n" for one in (PREPOSITIONS[0], row, PREPOSITIONS[1])), encoding="utf-8")
    said = written(folder / "s.jsonl", [{"id": f"{path}:{key}", "answer": f"No. {name}"} for key in ("<script>", "a")])
    for kind in ("html", "md"):
        whole = reported(
            folder / f"r.{kind}", "prepositions", path, "--answers", f"<b>{name.replace('=', ' ')}={said}", "--title", name
        )
        if kind == "html":
            found = read(whole)
            assert name in found.text
            assert "<img" not in whole
            assert "<b>" not in whole
        else:
            assert not re.search(r"(?<!\\)<img", whole)


def test_items_without_a_label_have_no_share_by_it(tmp_path: Path, read: Callable[[str], Any]) -> None:
    asked_for = "What is the relation of the agent P to the agent Q?"
    told = {"story": ["P is above Q."], "question": asked_for, "answer": "above"}
    file = written(tmp_path / "rows.jsonl", [{**told, "label": "above", "k": 1}, {**told, "k": 1}, {**told, "k": 2}])
    found = read(reported(tmp_path / "r.html", "stepgame", file, "--rows"))
    assert found.column("Answers by the text")["right"] == "3"
    label = found.column("Answers by the label")
    assert (label["items with a label"], label["right"], label["share of right answers"]) == ("1", "1", "100.00 %")
    assert [row[1:6:2] for row in found.tables["By k"][1:]] == [
        ["2", "34.2 to 100.0 %", "100.00 %"],
        ["1", "20.7 to 100.0 %", "-"],
    ]


def test_rows_at_fault_are_listed(tmp_path: Path, read: Callable[[str], Any]) -> None:
    file = data("stepgame", tmp_path)
    file.write_text(file.read_text() + '{"story": 3}\nnothing\n', encoding="utf-8")
    said = written(tmp_path / "a.jsonl", [{"id": f"{file}:1", "answer": "above"}, {"id": "strange", "answer": "above"}])
    found = read(reported(tmp_path / "r.html", "stepgame", file, "--answers", said))
    assert "Rows that gave no item: 2" in found.text
    assert f"{file}:7" in found.text
    assert "5 items without an answer" in found.text
    assert "1 answer to no item, such as strange" in found.text


def test_no_answers_at_all_are_said_to_be_none(tmp_path: Path, read: Callable[[str], Any]) -> None:
    file = data("stepgame", tmp_path)
    said = written(tmp_path / "a.jsonl", [])
    assert "There is no answer" in read(reported(tmp_path / "r.html", "stepgame", file, "--answers", said)).text


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(0, 6), max_size=4))
def test_a_page_does_not_depend_on_where_the_run_was_cut(cuts: list[int], tmp_path: Path) -> None:
    file = data("stepgame", tmp_path)
    job = Job(dataset="stepgame")
    said = ("left", "above", "zzz", "unknown", "left", "below")
    work = [(row, (said[place],)) for place, row in enumerate(rows(job, [file]))]
    judge = Gathering(job, "answers")
    whole, pieces = judge.chunk(work).counts, Counts.of(datasets.get("stepgame"))
    borders = [0, *sorted(cuts), len(work)]
    for place, start in enumerate(borders[:-1]):
        pieces.merge(judge.chunk(work[start : borders[place + 1]]).counts)
    judge.close()
    pages = [
        page("t", datasets.get("stepgame"), [], [Model("m", counts, counts.worst.chosen(9), counts.labels.chosen(9))])
        for counts in (whole, pieces)
    ]
    assert html.write(pages[0]) == html.write(pages[1])
    assert markdown.write(pages[0]) == markdown.write(pages[1])
