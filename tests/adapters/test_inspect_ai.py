"""The tasks and the scorer of inspect-ai, run by the library itself with a model that answers from a list."""

from __future__ import annotations

import importlib
import json
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from qsr import datasets, run
from qsr.cli import main
from qsr.errors import DatasetError, UnknownName
from qsr.run import Job

# The library leaves streams of its own open at the end of a run, and calls another one in an old way.
pytestmark = [
    pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:Exception ignored in. <function MemoryObject:pytest.PytestUnraisableExceptionWarning"),
]
inspect_ai = pytest.importorskip("inspect_ai")

from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402

tasks = importlib.import_module("qsr.adapters.inspect_ai")


def model(answers: list[str]) -> Any:
    """A model that gives these answers in their order; without counts of tokens the library would want a tokenizer."""
    usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in answers]
    return get_model("mockllm/model", custom_outputs=[one.model_copy(update={"usage": usage}) for one in outputs])


def evaluated(task: Any, answers: list[str], folder: Path, **more: Any) -> Any:
    options = {"display": "none", "log_dir": str(folder / "logs"), "max_samples": 1, "log_level": "error", **more}
    (log,) = inspect_ai.eval(task, model=model(answers), **options)
    assert log.status == "success", log.error
    return log


def metrics(log: Any) -> dict[str, float]:
    return {name: metric.value for score in log.results.scores for name, metric in score.metrics.items()}


def checked(one: Any, path: Path, ids: list[str], folder: Path) -> dict[str, Any]:
    """Lines of `qsr check` on the same answers."""
    answers, out = folder / "answers.jsonl", folder / "verdicts.jsonl"
    lines = [{"id": key, "answer": text} for key, text in zip(ids, one.answers(), strict=True)]
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    options = [part for name, value in one.options.items() for part in (f"--{name}", value)]
    assert main(["check", one.dataset, str(path), "--answers", str(answers), "--out", str(out), *options]) == 0
    return {line["id"]: line for line in map(json.loads, out.read_text(encoding="utf-8").splitlines())}


def test_there_is_a_task_for_every_data_set() -> None:
    assert set(tasks.registered) == {*datasets.names(), "judged", "by_group"}
    with pytest.raises(AttributeError, match="stepgame"):
        tasks.no_such_task  # noqa: B018


def test_verdicts_are_those_of_check(benchmark_files: Any, tmp_path: Path) -> None:
    """Half of the answers are right: the score says so, and each verdict with its evidence is the one of `qsr check`."""
    one, path = benchmark_files
    task = getattr(tasks, one.dataset)(files=str(path), options=one.options)
    log = evaluated(task, one.answers(), tmp_path)
    items = list(run.items(Job(dataset=one.dataset, options=one.options), [path]))
    assert [sample.id for sample in task.dataset] == [item.id for item in items]
    # A log has its samples in the order of their ids.
    assert [sample.id for sample in log.samples] == sorted(item.id for item in items)
    expected = checked(one, path, [item.id for item in items], tmp_path)
    for sample in log.samples:
        score, line = sample.scores["judged"], expected[sample.id]
        if one.dataset == "grasp":
            assert score.metadata["sound"] is line["optimal"]
        else:
            shared = ("sound", "gold", "right", "evidence", "rule")
            assert {key: score.metadata[key] for key in shared} == {key: line[key] for key in shared}
            assert score.explanation.startswith(line["reason"])
            assert all(sentence in score.explanation for sentence in line["evidence"])
    assert metrics(log)["accuracy"] == 0.5
    assert log.results.scores[0].unscored_samples == one.undecided
    decided = items[: len(items) - one.undecided]
    assert {name for item in decided for name in item.groups} == {
        name for name in metrics(log) if name not in ("accuracy", "stderr") and not name.endswith(" stderr")
    }


def test_the_library_finds_the_tasks_by_name(benchmark_files: Any, tmp_path: Path) -> None:
    one, path = benchmark_files
    if "qsr" not in entry_points(group="inspect_ai").names:
        pytest.skip("this installation of qsr is older than its entry point")
    arguments = {"files": str(path), "options": [f"{name}={value}" for name, value in one.options.items()]}
    log = evaluated(f"qsr/{one.dataset}", one.answers(), tmp_path, task_args=arguments)
    assert (log.eval.task, metrics(log)["accuracy"]) == (f"qsr/{one.dataset}", 0.5)


def test_groups_have_their_own_accuracy(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({**row, "k": k}) + "\n" for k in (1, 1, 2, 2)), encoding="utf-8")
    found = metrics(evaluated(tasks.stepgame(str(path)), ["above", "above", "above", "below"], tmp_path))
    assert (found["accuracy"], found["1"], found["2"]) == (0.75, 1.0, 0.5)
    assert (found["1 stderr"], found["2 stderr"]) == (0.0, pytest.approx(0.5))


def test_modes_differ_where_the_label_is_wrong(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "below"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    for mode, accuracy in (("text", 1.0), ("label", 0.0)):
        log = evaluated(tasks.stepgame([str(path)], mode=mode), ["above"], tmp_path)
        assert metrics(log)["accuracy"] == accuracy
        assert (log.samples[0].scores["judged"].metadata["sound"], log.samples[0].target) == (True, "below")


def test_samples_at_once_get_their_own_verdicts(benchmark_files: Any, tmp_path: Path) -> None:
    """Many samples in flight: each answer is told by its prompt, whatever order the library takes."""
    one, path = benchmark_files
    task = getattr(tasks, one.dataset)(files=str(path), options=one.options)
    by_prompt = {sample.input: answer for sample, answer in zip(task.dataset, one.answers(), strict=True)}

    def answer(messages: list[Any], *_: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", by_prompt[messages[-1].text])
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    (log,) = inspect_ai.eval(
        task,
        model=get_model("mockllm/model", custom_outputs=answer),
        display="none",
        log_dir=str(tmp_path / "logs"),
        epochs=8,
        max_samples=16,
        log_level="error",
    )
    assert log.status == "success", log.error
    assert len(log.samples) == 8 * len(one.answers())
    values = {(sample.id, str(sample.scores["judged"].value)) for sample in log.samples}
    assert len(values) == len(one.answers())
    assert metrics(log)["accuracy"] == 0.5


def test_a_log_is_scored_again_without_the_files(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    log = evaluated(tasks.stepgame(str(path)), ["below"], tmp_path)
    path.unlink()
    again = inspect_ai.score(log, tasks.judged("stepgame"), action="overwrite", display="none")
    assert metrics(again) == metrics(log)
    assert again.samples[0].scores["judged"].explanation == log.samples[0].scores["judged"].explanation


def test_what_is_broken_is_refused_before_a_model_is_asked(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "sideways"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="'sideways' is not one of"):
        tasks.stepgame(str(path))
    path.write_text(json.dumps({**row, "label": None}) + "\n", encoding="utf-8")
    assert len(tasks.stepgame(str(path)).dataset) == 1
    with pytest.raises(DatasetError, match="has no label"):
        tasks.stepgame(str(path), mode="label")
    with pytest.raises(UnknownName, match="mode"):
        tasks.stepgame(str(path), mode="gold")
    with pytest.raises(UnknownName, match="reading"):
        tasks.stepgame(str(path), options=["reading=loose"])
    with pytest.raises(DatasetError, match="expected name=value"):
        tasks.stepgame(str(path), options="convention")
    with pytest.raises(DatasetError, match="no place called"):
        tasks.stepgame(str(path), prompt="{storey}")


def test_arguments_as_the_command_line_gives_them(tmp_path: Path) -> None:
    row = {"story": ["P is above Q."], "question": "What is the relation of the agent P to the agent Q?", "label": "above"}
    paths = [tmp_path / name for name in ("one.jsonl", "two.jsonl")]
    for path in paths:
        path.write_text((json.dumps(row) + "\n") * 3, encoding="utf-8")
    task = tasks.stepgame(
        list(map(str, paths)),
        limit=5,
        options="reading=convention",
        theory=["exact", "objects: points"],
        prompt=["{story}", " {question}"],
    )
    assert len(task.dataset) == 5
    assert task.dataset[0].input == "P is above Q., What is the relation of the agent P to the agent Q?"
    assert metrics(evaluated(task, ["above"] * 5, tmp_path))["accuracy"] == 1.0
