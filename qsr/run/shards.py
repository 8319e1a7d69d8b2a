"""Runs whose workers read their rows and write their lines themselves, on machines that share the files.

The rows are cut into shards: so many of one file, the same however many workers there are. A worker reads the rows of a shard,
writes their lines to a file of their own in the folder ``<out>.shards``, and then a manifest: which rows they are, how many lines
came of them, and their digest. What goes through the process that began the run is counts, and at the end the
lines, appended to the output shard by shard. A shard without a manifest is done again, one with a manifest never is: every row
has its line once, whoever was killed. A resumed run counts the lines that are there, and goes on behind the last, inside a shard
as well.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar

from qsr import datasets
from qsr.counts import Counts
from qsr.datasets.forms.parquet import row_count
from qsr.datasets.forms.parts import Part, line_places
from qsr.datasets.protocol import BadRow, Row
from qsr.errors import DatasetError, OutputRefused
from qsr.inputs import STANDARD
from qsr.oracle.job import Job
from qsr.outputs import UNMARKED, save
from qsr.run.engines import Engine, Worker
from qsr.run.engines.local import Apart, Local
from qsr.run.lines import Lines
from qsr.run.pace import Done, progress, written
from qsr.run.reading import Placed, placed_rows
from qsr.run.resume import Finished

__all__ = ["Run", "Shard", "done_in_shards", "folder_beside", "require_none_left"]

T = TypeVar("T")
C = TypeVar("C", bound=Counts)

#: Rows of a shard at most, and how many shards there are at least where there are rows enough.
_MOST: Final = 2000
_SHARDS: Final = 128
_NAME: Final = re.compile(r"\d{4}-\d{9}-\d{9}\.jsonl?")

#: Makes the work of a run from rows and the lines that there are for the first of them.
Pieces: TypeAlias = Callable[[Finished, Iterable[Row | BadRow]], Iterator[Any]]


@dataclass(frozen=True, slots=True)
class Shard:
    """Rows of one of the files; with `apart` they are done in a further process, because two workers have died of them."""

    file: int
    part: Part
    apart: bool = False

    @property
    def name(self) -> str:
        """The name of its file of lines."""
        return f"{self.file:04}-{self.part.first:09}-{self.part.last:09}.jsonl"


@dataclass(frozen=True, slots=True)
class Run(Generic[C]):
    """What the shards of a run have in common.

    Parameters
    ----------
    job, files, limit
        What is read.
    make
        Opens a worker that does rows.
    pieces
        Makes rows, and lines of an earlier run, what the worker takes; `met` of it, where it has any, is told for each shard.
    nothing
        Makes counts of nothing.
    mark, resume
        What tells the run apart, and whether lines that are there are kept.
    """

    job: Job
    files: Sequence[str | Path]
    limit: int | None
    make: Callable[[], Worker[Any, Done[C]]]
    pieces: Pieces
    nothing: Callable[[], C]
    mark: str
    resume: bool


@dataclass(frozen=True, slots=True)
class ShardDone(Generic[C]):
    """What comes back for a shard: what its rows counted, and which answers belonged to them."""

    counts: C
    met: Set[str]


def folder_beside(out: Path) -> Path:
    """Return the folder of the shards of an output.

    >>> folder_beside(Path("a/predictions.jsonl")).name
    'predictions.jsonl.shards'
    """
    return out.with_name(f"{out.name}.shards")


def require_none_left(out: Path | None) -> None:
    """Raise DatasetError where a run that is to go on row by row has shards that are done."""
    folder = None if out is None else folder_beside(out)
    if folder is not None and folder.is_dir() and any(folder.glob("*.jsonl")):
        raise DatasetError(f"{folder}: holds what a run on Ray has done; --engine ray goes on with it, or delete the folder")


def done_in_shards(run: Run[C], engine: Engine, lines: Lines, whole: C, met: Callable[[Set[str]], object] = len) -> None:
    """Do what is left of a run, append its lines to the output, and add what was counted to the whole, in order.

    Parameters
    ----------
    run
        What is to be done.
    engine
        Where the workers are.
    lines
        The output, which may hold the first lines of the run already: they are counted here, before the others begin.
    whole
        The counts.
    met
        Told which answers belonged to the rows of a shard; what it returns is nothing to anybody.

    Raises
    ------
    DatasetError
        Where the lines of a shard are not to be seen from here, and for standard input.
    OutputRefused
        Where the folder of the shards holds something else.
    """
    if STANDARD in map(str, run.files):
        raise DatasetError("standard input is read by one process only; workers that read for themselves need a file")
    begun = _counted_again(run, lines, whole, met)
    plan = list(_planned(run, begun))
    folder = _opened(lines.path, plan, resume=run.resume)
    try:
        chunks = ([one] for one in progress(iter(plan), len(plan), unit="shards"))
        for done in engine.results(_Opening(run, folder), chunks, _apart) if plan else ():
            whole.merge(done.counts)
            met(done.met)
        if folder is not None:
            lines.append_files(folder / one.name for one in plan if _is_there(folder, one))
            shutil.rmtree(folder)
    finally:
        if folder is not None and lines.path is not None and folder != folder_beside(lines.path):
            shutil.rmtree(folder, ignore_errors=True)


def _apart(shard: Shard) -> Shard:
    return replace(shard, apart=True)


# ---------------------------------------------------------------- what is to be done


def _counted_again(run: Run[C], lines: Lines, whole: C, met: Callable[[Set[str]], object]) -> Placed:
    """Count the rows whose lines the output has already, in this process; return the place of the last of them."""
    place = Placed(0, 0)
    left = lines.finished.count

    def rows() -> Iterator[Row | BadRow]:
        nonlocal place
        for at, row in placed_rows(run.job, run.files, run.limit):
            place = at
            yield row

    def work() -> Iterator[Any]:
        nonlocal left
        for piece in run.pieces(lines.finished, rows()):
            left -= piece[-1] is not None
            yield piece
            if not left:
                return

    if left:
        written(Local(1), run.make, work(), lines, whole)
        met(getattr(run.pieces, "met", frozenset()))
    return place


def _planned(run: Run[C], begun: Placed) -> Iterator[Shard]:
    """Yield the shards of all rows behind a place."""
    found = [_places(run.job, file) for file in run.files] if run.limit is None else [(0, [(0, 0)])] * len(run.files)
    counts = [count for count, _ in found]
    if run.limit is not None:
        for place, _ in placed_rows(run.job, run.files, run.limit):
            counts[place.file] = place.number
    size = max(1, min(_MOST, sum(counts) // _SHARDS))
    for file in range(begun.file, len(counts)):
        for start in range(0, counts[file], size):
            first, last = max(start, begun.number * (file == begun.file)), min(start + size, counts[file])
            if first < last:
                before, offset = max(place for place in found[file][1] if place[0] <= first)
                yield Shard(file, Part(first, last, offset, before))


def _places(job: Job, file: str | Path) -> tuple[int, list[tuple[int, int]]]:
    """Return how many rows a file has, and how many stand before which of its bytes."""
    if not datasets.divisible(datasets.get(job.dataset), file):
        return sum(1 for _ in placed_rows(job, [file])), [(0, 0)]
    if Path(file).suffix == ".parquet":
        return row_count(Path(file)), [(0, 0)]
    return line_places(Path(file))


def _opened(out: Path | None, plan: Sequence[Shard], *, resume: bool) -> Path | None:
    """Return the folder of the shards, without what is of another plan; one beside nothing where the output is a stream."""
    if out is None:
        return None
    if out.exists() and not out.is_file():
        return Path(tempfile.mkdtemp(prefix="qsr-shards-"))
    folder = folder_beside(out)
    folder.mkdir(exist_ok=True)
    found = list(folder.iterdir())
    if strange := [one for one in found if not (_NAME.fullmatch(one.name) or one.name.startswith("."))]:
        raise OutputRefused(f"{folder}: is for the shards of a run, and holds {strange[0].name!r}")
    planned = {one.name for one in plan} if resume else set()
    for one in found:
        if one.with_suffix(".jsonl").name not in planned:
            one.unlink()
    return folder


def _is_there(folder: Path, shard: Shard) -> bool:
    """Tell that a shard is done and to be seen from here; raise DatasetError where it is not."""
    part = folder / shard.name
    manifest = _manifest(part)
    if manifest is None or not part.exists() or part.stat().st_size != manifest["bytes"]:
        raise DatasetError(f"{part}: is not what a worker has written; all machines have to share the folder of the output")
    return True


# ---------------------------------------------------------------- what a worker does


@dataclass(frozen=True, slots=True)
class _Opening(Generic[C]):
    """Opens a worker for shards in another process."""

    run: Run[C]
    folder: Path | None

    def __call__(self) -> ShardWorker[C]:
        return ShardWorker(self.run, self.folder)


class _Kept(Generic[T]):
    """The engine that is one worker, which stays open."""

    by_shards = False

    def __init__(self, worker: Worker[Any, Any]) -> None:
        self._worker = worker

    def results(
        self, make: Callable[[], Worker[Any, Any]], chunks: Iterable[list[Any]], lost: Callable[[Any], Any]
    ) -> Iterator[Any]:
        """Yield the result of each chunk."""
        return (self._worker.chunk(chunk) for chunk in chunks)


class ShardWorker(Generic[C]):
    """A worker that reads its rows and writes their lines; one per process."""

    def __init__(self, run: Run[C], folder: Path | None) -> None:
        self._run, self._folder = run, folder
        self._worker = run.make()
        self._rows = _Rows(run.job, run.files)

    def chunk(self, work: list[Shard]) -> ShardDone[C]:
        """Do a shard; what an earlier run, or a worker that died, has done of it is kept where the run is resumed."""
        (shard,) = work
        run, part = self._run, None if self._folder is None else self._folder / shard.name
        resumed = part is not None and run.resume and _is_whole(part)
        if part is not None and not resumed:
            part.with_suffix(".json").unlink(missing_ok=True)
        counts = run.nothing()
        engine: Engine = Apart() if shard.apart else _Kept(self._worker)
        rows = 0

        def read() -> Iterator[Row | BadRow]:
            nonlocal rows
            for row in self._rows.of(shard):
                rows += 1
                yield row

        with Lines(part, UNMARKED, resumed=run.mark if resumed else None, force=True) as lines:
            written(engine, run.make, run.pieces(lines.finished, read()), lines, counts)
        if part is not None:
            facts = {"run": run.mark, "file": str(run.files[shard.file]), "first": shard.part.first, "last": shard.part.last}
            save(part.with_suffix(".json"), json.dumps({**facts, "rows": rows, **_measured(part)}))
        return ShardDone(counts, getattr(run.pieces, "met", frozenset()))

    def close(self) -> None:
        """Let go of what is open."""
        self._worker.close()


class _Rows:
    """The rows of shards. Where a file cannot be read from the middle it is kept open, because shards come in their order."""

    def __init__(self, job: Job, files: Sequence[str | Path]) -> None:
        self._job, self._files = job, files
        self._dataset = datasets.get(job.dataset)
        self._options = datasets.choose(job.dataset, job.options)
        self._open: Iterator[Row | BadRow] = iter(())
        self._at = (-1, 0)

    def of(self, shard: Shard) -> Iterator[Row | BadRow]:
        """Yield the rows of a shard."""
        file, part = self._files[shard.file], shard.part
        if datasets.divisible(self._dataset, file):
            yield from datasets.raw_rows(self._dataset, file, self._options, part)
            return
        if self._at[0] != shard.file or self._at[1] > part.first:
            self._open, self._at = datasets.raw_rows(self._dataset, file, self._options), (shard.file, 0)
        passed = part.first - self._at[1]
        self._at = (-1, 0)
        yield from islice(self._open, passed, passed + part.last - part.first)
        self._at = (shard.file, part.last)


def _measured(part: Path) -> dict[str, Any]:
    content = part.read_bytes()
    return {"lines": content.count(b"\n"), "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def _manifest(part: Path) -> dict[str, Any] | None:
    """Return the manifest of a shard, None where it has none that can be read."""
    try:
        found = json.loads(part.with_suffix(".json").read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and {"bytes", "sha256"} <= found.keys() else None


def _is_whole(part: Path) -> bool:
    """Tell whether the lines of a shard are what its manifest says, or have none yet; what is damaged is begun anew."""
    manifest = _manifest(part)
    return manifest is None or (part.exists() and _measured(part)["sha256"] == manifest["sha256"])
