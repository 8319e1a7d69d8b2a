"""The task files of lm-evaluation-harness, run by the harness itself."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qsr import datasets, run
from qsr.adapters.harness import judge_answer
from qsr.adapters.lm_eval import include_path
from qsr.cli import main
from qsr.errors import DatasetError
from qsr.run import Job

lm_eval = pytest.importorskip("lm_eval")
utils = importlib.import_module("qsr.adapters.lm_eval.utils")


def evaluated(task: str, said: dict[str, Any], answers: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the scores and the samples of a model that gives these answers in the order of the documents."""
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    class Listed(LM):  # type: ignore[misc]
        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            assert [request.doc_id for request in requests] == list(range(len(answers)))
            return answers

        def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
            raise AssertionError("the tasks ask for text")

        loglikelihood_rolling = loglikelihood

    manager = TaskManager(include_path=str(include_path()), include_defaults=False, metadata={"qsr": said, "pretrained": "none"})
    found = lm_eval.simple_evaluate(Listed(), tasks=[task], task_manager=manager, bootstrap_iters=10, verbosity="ERROR")
    return found["results"][task], found["samples"][task]


def test_there_is_a_task_for_every_data_set() -> None:
    names = {path.stem.removeprefix("qsr_") for path in include_path().glob("*.yaml")}
    assert names == {*datasets.names(), "rows"}
    done = subprocess.run([sys.executable, "-m", "qsr.adapters.lm_eval"], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == include_path()


def test_scores_are_the_verdicts_of_the_judge(benchmark_files: Any, tmp_path: Path) -> None:
    """Half of the answers are right, and each sample has the value that `qsr check` gives it."""
    one, path = benchmark_files
    scores, samples = evaluated(f"qsr_{one.dataset}", {one.dataset: {"files": str(path), "options": one.options}}, one.answers())
    items = list(run.items(Job(dataset=one.dataset, options=one.options), [path]))
    assert [sample["doc"]["id"] for sample in samples] == [item.id for item in items]
    assert [sample["doc"]["groups"] for sample in samples] == [list(item.groups) for item in items]
    assert scores["sound,none"] == 0.5
    assert scores["sound_stderr,none"] > 0
    lines = checked(one, path, [item.id for item in items], tmp_path)
    for sample in samples:
        line = lines[sample["doc"]["id"]]
        sound = line["optimal"] if one.dataset == "grasp" else line["sound"]
        assert sample.get("sound") == (None if sound is None else float(sound))
        assert sample.get("gold") == (None if line.get("gold") is None else float(line["gold"]))
    if one.dataset == "grasp":
        assert "gold,none" not in scores
    elif not one.undecided:
        assert scores["gold,none"] == 0.5


def checked(one: Any, path: Path, ids: list[str], folder: Path) -> dict[str, Any]:
    """Lines of `qsr check` on the same answers."""
    answers, out = folder / "answers.jsonl", folder / "verdicts.jsonl"
    given = [{"id": key, "answer": text} for key, text in zip(ids, one.answers(), strict=True)]
    answers.write_text("".join(json.dumps(line) + "\n" for line in given), encoding="utf-8")
    options = [part for name, value in one.options.items() for part in (f"--{name}", value)]
    assert main(["check", one.dataset, str(path), "--answers", str(answers), "--out", str(out), *options]) == 0
    return {line["id"]: line for line in map(json.loads, out.read_text(encoding="utf-8").splitlines())}


def test_converted_rows_are_scored_alike(benchmark_files: Any, tmp_path: Path) -> None:
    one, path = benchmark_files
    out = tmp_path / "items.jsonl"
    options = [part for name, value in one.options.items() for part in (f"--{name}", value)]
    assert main(["convert", one.dataset, str(path), "--out", str(out), *options]) == 0
    direct = evaluated(f"qsr_{one.dataset}", {one.dataset: {"files": str(path), "options": one.options}}, one.answers())
    path.unlink()
    scores, samples = evaluated("qsr_rows", {"rows": str(out)}, one.answers())
    assert {key: value for key, value in scores.items() if "," in key} == {
        key: value for key, value in direct[0].items() if "," in key
    }
    assert [sample["doc"] for sample in samples] == [sample["doc"] for sample in direct[1]]


def test_converted_rows_load_as_a_table(benchmark_files: Any, tmp_path: Path) -> None:
    from datasets import load_dataset

    one, path = benchmark_files
    out = tmp_path / "items.jsonl"
    options = [part for name, value in one.options.items() for part in (f"--{name}", value)]
    assert main(["convert", one.dataset, str(path), "--out", str(out), *options]) == 0
    table = load_dataset("json", data_files=str(out), cache_dir=str(tmp_path / "cache"))["train"]
    assert [dict(row) for row in table] == [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_what_is_said_in_metadata_is_checked(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    path = tmp_path / "rows.jsonl"
    path.write_text((json.dumps(row) + "\n") * 3, encoding="utf-8")
    taken = utils.documents("stepgame", {"stepgame": {"files": [str(path)], "limit": 2, "prompt": "{story}"}}, backend="causal")
    assert taken["test"]["prompt"] == ["P is above Q."] * 2
    for said, message in (
        (None, "no file of stepgame"),
        ({"babi": str(path)}, "no file of stepgame"),
        ({"stepgame": {"files": 3}}, "no file of stepgame"),
        ({"stepgame": {"files": str(path), "reading": "literal"}}, "has no 'reading'"),
    ):
        with pytest.raises(DatasetError, match=message):
            utils.documents("stepgame", said)
    path.write_text('{"id": "a"}\n', encoding="utf-8")
    with pytest.raises(DatasetError, match=r"rows\.jsonl:1: not an item"):
        utils.converted({"rows": str(path)})
    with pytest.raises(DatasetError, match="not an item"):
        utils.process_results({"dataset": "stepgame"}, ["above"])


def test_the_command_runs_offline(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "lm_eval", "run", "--model", "dummy", "--tasks", "qsr_stepgame"]
    command += ["--include_path", str(include_path()), "--metadata", json.dumps({"qsr": {"stepgame": str(path)}})]
    done = subprocess.run(
        [*command, "--output_path", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "HF_HUB_OFFLINE": "1", "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    (results,) = (tmp_path / "out").rglob("results_*.json")
    found = json.loads(results.read_text(encoding="utf-8"))["results"]["qsr_stepgame"]
    # What the model of that name says is no direction.
    item = next(iter(run.items(Job(dataset="stepgame"), [path])))
    assert found["sound,none"] == found["gold,none"] == judge_answer(Job(dataset="stepgame"), item, "lol").text == 0.0  # type: ignore[arg-type]
