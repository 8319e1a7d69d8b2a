"""Classes for `map_batches` of Ray Data: an actor opens one, grounds its solver once, and takes batch after batch.

    ray.data.read_parquet("items/").map_batches(qsr.ray.Answer, concurrency=8, batch_format="pyarrow").write_parquet("answered/")

`Answer` answers the rows of a data set, `Judge` judges what a model replied to them, `Score` says what a reply is worth as a
reward, and `Generate` makes new items from seeds. Rows keep their columns; what is added begins with ``qsr_``. Batches come as
Arrow tables (`batch_format="pyarrow"`), which keep the types of columns that hold nothing, or as dicts of NumPy arrays. A row
that cannot be read or answered is told in its columns and ends nothing. For runs over files that are resumed after a kill, and
for reports, use `qsr eval --engine ray`; it writes the same lines as `qsr_line` has.

Nothing here imports Ray.

Examples
--------
>>> rows = {"story": ["The cup is left of the pen."], "question": ["Is the pen left of the cup?"], "reply": ["Yes."]}
>>> found = Answer()(rows)
>>> found["qsr_answer"].tolist(), found["qsr_status"].tolist()
(['no'], ['determined'])
>>> Score()(rows)["qsr_score"].tolist()
[0.0]
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from weakref import finalize

from qsr import datasets, generate
from qsr.adapters.harness.judgements import Judgement, judge_answer, known_mode
from qsr.datasets.protocol import BadRow, Divisible, Item, Row
from qsr.errors import DatasetError
from qsr.generate import Request
from qsr.oracle.check import verdict_line
from qsr.run import Job
from qsr.run.lines import json_line
from qsr.run.reading import item_of
from qsr.run.worker import Answering
from qsr.theories.protocol import Limits

__all__ = ["Answer", "Generate", "Judge", "Score"]

_BATCH: Final = "batch.jsonl"


class _OfRows:
    """A data set at work on batches.

    Parameters
    ----------
    dataset
        The data set that the rows are of: they have its columns.
    theory, backend, options, timeout
        As ``--theory``, ``--backend``, the reader's own options and ``--timeout`` (seconds per question) of `qsr eval`.

    Raises
    ------
    UnknownName, ParseError
        For a data set, a theory or an option that there is not.
    """

    def __init__(
        self,
        dataset: str = "rows",
        *,
        theory: str | None = None,
        backend: str | None = None,
        options: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        self._job = Job(dataset=dataset, theory=theory, backend=backend, options=options or {}, limits=Limits(seconds=timeout))
        self._dataset, self._options = datasets.get(dataset), datasets.choose(dataset, self._job.options)
        self._folder = Path(tempfile.mkdtemp(prefix="qsr-"))
        finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def _rows(self, contents: Sequence[dict[str, Any]]) -> list[Row | BadRow]:
        """Return the rows of a batch, whose lines are their numbers in it, from 1; one may come to several items, or to none."""
        said = [{key: value for key, value in one.items() if value is not None} for one in contents]
        if isinstance(self._dataset, Divisible) and self._dataset.divisible:
            return [Row(str(one.get("id", number)), "batch", number, one) for number, one in enumerate(said, 1)]
        # What else a data set makes of its rows, its reader of files knows.
        file = self._folder / _BATCH
        file.write_text("".join(f"{json_line(one)}\n" for one in said), encoding="utf-8")
        found = datasets.raw_rows(self._dataset, file, self._options)
        return [replace(row, id=row.id.replace(str(file), "batch"), file="batch") for row in found]


class Answer(_OfRows):
    """Answers rows.

    Adds `qsr_answer` (text; JSON where it is a list, a number or a plan; null for none), `qsr_status`, `qsr_correct` (null
    without a label), `qsr_error` (null where nothing is wrong) and `qsr_line`, the line that `qsr eval --out` writes. Rows that
    hold several items, such as stories with their questions, become several rows. For the parameters see `Judge`.
    """

    def __init__(self, dataset: str = "rows", **job: Any) -> None:
        super().__init__(dataset, **job)
        self._worker = Answering(self._job)

    def __call__(self, batch: Any) -> Any:
        """Return the batch with the columns of its answers."""
        rows = self._rows(_contents(batch))
        lines = self._worker.chunk([(row, None) for row in rows]).lines
        found = [json.loads(line) for line in lines]
        return _with(
            batch,
            rows,
            {
                "qsr_answer": ("string", [_text(one["answer"]) for one in found]),
                "qsr_status": ("string", [one["status"] for one in found]),
                "qsr_correct": ("bool_", [one["correct"] for one in found]),
                "qsr_error": ("string", [one.get("error") for one in found]),
                "qsr_line": ("string", lines),
            },
        )


class Judge(_OfRows):
    """Judges replies to rows.

    Adds `qsr_sound` (whether the reply follows from the text; null where nobody can tell), `qsr_gold` (whether it is the label),
    `qsr_value` (what was read from it), `qsr_reason`, `qsr_evidence` (the sentences that show it wrong) and `qsr_verdict`, all of
    it as a line of `qsr check --out` has it.

    Parameters
    ----------
    dataset
        The data set that the rows are of: they have its columns.
    reply
        The column of what the model replied: text, or a list of labels.
    evidence
        Whether to look for what shows a reply to be wrong, which takes time.
    job
        `theory`, `backend`, `options` and `timeout`, as for `qsr eval`.

    Raises
    ------
    UnknownName, ParseError
        For a data set, a theory or an option that there is not.
    """

    def __init__(self, dataset: str = "rows", *, reply: str = "reply", evidence: bool = True, **job: Any) -> None:
        super().__init__(dataset, **job)
        self._reply, self._evidence = reply, evidence

    def __call__(self, batch: Any) -> Any:
        """Return the batch with the columns of its verdicts."""
        rows, found = self._judged(batch)
        lines = [{} if isinstance(one, str) else verdict_line(one.verdict) for one in found]
        reasons = [one if isinstance(one, str) else one.verdict.reason for one in found]
        return _with(
            batch,
            rows,
            {
                "qsr_sound": ("bool_", [line.get("sound") for line in lines]),
                "qsr_gold": ("bool_", [line.get("gold") for line in lines]),
                "qsr_value": ("string", [None if isinstance(one, str) else one.answer() for one in found]),
                "qsr_reason": ("string", reasons),
                "qsr_evidence": ("texts", [line.get("evidence", []) for line in lines]),
                "qsr_verdict": ("string", [json_line(line) if line else None for line in lines]),
            },
        )

    def _judged(self, batch: Any) -> tuple[list[Row | BadRow], list[Judgement | str]]:
        """Return the rows with a judgement each, or with the reason why there is none."""
        contents = _contents(batch)
        if contents and self._reply not in contents[0]:
            raise DatasetError(f"no column {self._reply!r} of replies; there are {', '.join(contents[0])}: reply=... says which")
        rows = self._rows([{key: value for key, value in one.items() if key != self._reply} for one in contents])
        return rows, [self._judgement(row, contents[row.line - 1][self._reply]) for row in rows]

    def _judgement(self, row: Row | BadRow, reply: Any) -> Judgement | str:
        item = item_of(self._dataset, row, self._options)
        if not isinstance(item, Item):
            return item.error
        if reply is None:
            return "no reply"
        said = (", ".join(map(str, reply)) or "[]") if isinstance(reply, (list, tuple)) else str(reply)
        return judge_answer(self._job, item, said, evidence=self._evidence)


class Score(Judge):
    """Says what replies are worth: adds `qsr_score`, 1.0, 0.0, or null where nobody can tell, for which `Judge` has the reason.

    Parameters
    ----------
    dataset, reply, job
        As for `Judge`.
    mode
        ``"text"``: 1 for what follows from the text, 0 for what does not and for a reply that cannot be read. ``"label"``: 1 for
        the label.
    """

    def __init__(self, dataset: str = "rows", *, mode: str = "text", reply: str = "reply", **job: Any) -> None:
        super().__init__(dataset, reply=reply, evidence=False, **job)
        self._mode = known_mode(mode)

    def __call__(self, batch: Any) -> Any:
        """Return the batch with the column of its scores."""
        rows, found = self._judged(batch)
        scores = [None if isinstance(one, str) else one.value(self._mode) for one in found]
        return _with(batch, rows, {"qsr_score": ("float64", scores)})


class Generate:
    """Makes items: for each row of ``ray.data.range(N)`` so many, verified; returns `seed`, `number` and `item`, a line of JSON.

    Parameters
    ----------
    generator
        Its name, as `qsr generate --help` lists them.
    count
        Items per row.
    seed
        The seed of row 0; the next row has the next. Equal seeds give equal items.
    options
        The generator's own, as its command takes them.

    Raises
    ------
    UnknownName, ImpossibleRequest
        For a generator that there is not, and with the first batch for items that cannot be made.
    """

    def __init__(self, generator: str, *, count: int = 1, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        self._generator, self._count, self._seed = generate.get(generator), count, seed
        known = {option.name: option.read for option in self._generator.options}
        self._options = {
            name: read(value) if (read := known.get(name)) is not None and isinstance(value, str) else value
            for name, value in (options or {}).items()
        }

    def __call__(self, batch: Any) -> Any:
        """Return the items of the seeds of a batch."""
        found = [
            (seed, number, json_line(line))
            for content in _contents(batch)
            for seed in [self._seed + int(content["id"])]
            for number, (_, line) in enumerate(self._generator.generate(Request(seed, self._count, self._options)))
        ]
        arrow = import_module("pyarrow")
        types = {"seed": arrow.int64(), "number": arrow.int64(), "item": arrow.string()}
        columns = zip(*found, strict=True) if found else ([], [], [])
        return arrow.table({name: arrow.array(column, of) for (name, of), column in zip(types.items(), columns, strict=True)})


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json_line(value)


def _contents(batch: Any) -> list[dict[str, Any]]:
    """Return the rows of a batch as plain data; null, and what NumPy has for it, is None."""
    if hasattr(batch, "to_pylist"):
        rows: list[dict[str, Any]] = batch.to_pylist()
        return rows
    if not isinstance(batch, Mapping):
        raise TypeError(f"a batch of {type(batch).__name__}: batch_format takes 'pyarrow' or 'numpy' here")
    columns = {name: [_plain(one) for one in column] for name, column in batch.items()}
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def _plain(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return None if value != value else value


def _with(batch: Any, rows: Sequence[Row | BadRow], columns: Mapping[str, tuple[str, list[Any]]]) -> Any:
    """Return the rows of a batch that items are of, with further columns: their types and values."""
    places = [row.line - 1 for row in rows]
    if hasattr(batch, "to_pylist"):
        arrow = import_module("pyarrow")
        taken = batch if places == list(range(batch.num_rows)) else batch.take(places)
        for name, (kind, values) in columns.items():
            of = arrow.list_(arrow.string()) if kind == "texts" else getattr(arrow, kind)()
            # A second class may add what a first one has added.
            left = taken.drop_columns([name]) if name in taken.column_names else taken
            taken = left.append_column(name, arrow.array(values, of))
        return taken
    numpy = import_module("numpy")
    found = {name: numpy.asarray(column)[places] for name, column in batch.items()}
    for name, (_, values) in columns.items():
        found[name] = numpy.empty(len(values), object)
        for place, value in enumerate(values):
            found[name][place] = value
    return found
