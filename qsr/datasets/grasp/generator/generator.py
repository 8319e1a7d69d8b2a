"""The generator of grids: from a request to verified rows, or to prompts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from qsr.datasets.forms.row_files import file_rows
from qsr.datasets.grasp.controls import identity
from qsr.datasets.grasp.generator import distributions, rows
from qsr.datasets.grasp.generator.options import Wanted
from qsr.datasets.grasp.generator.tables import tables
from qsr.datasets.grasp.prompts import prompt
from qsr.datasets.protocol import BadRow
from qsr.errors import DatasetError, ParseError
from qsr.generate.frame import Frame, first_fitting
from qsr.generate.protocol import Line, Report
from qsr.inputs import stored
from qsr.theories.gridworld.text import read_json

__all__ = ["Grasp"]

#: Draws for one grid after which no further one is hoped for.
_MOST_DRAWS: Final = 400
#: What a prompt keeps of the row that it is made from.
_KEPT: Final = ("index", "energy", "obstacle", "start_position", "start")


class Grasp(Frame[Wanted]):
    """New grids, and prompts for new or given ones; see the package.

    With ``format`` prompts there is a line per grid and combination of constraints; the count is that of grids.
    """

    name = "grasp"
    wanted = Wanted

    def lines(self, asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield rows or prompts, each with its split."""
        if asked.files:
            for file, line in islice(_given(asked, report), asked.splits[0][1]):
                yield from (("", one) for one in _prompts(asked, line, file))
            return
        grids: list[tuple[Line, distributions.Scene]] = []
        for split, scene, line in _drawn(asked, report):
            grids.append((line, scene))
            if asked.form == "rows":
                yield split, line
            else:
                yield from ((split, one) for one in _prompts(asked, line, f"{split or 'gen'}-{asked.seed}"))
        report.tables.update(tables(grids))


def _drawn(asked: Wanted, report: Report) -> Iterator[tuple[str, distributions.Scene, Line]]:
    """Draw the kinds in turn, in each split anew; no grid is drawn twice."""
    seen: set[str] = set()

    def draw(index: int, attempt: int) -> tuple[distributions.Scene, Line] | str:
        kind = asked.kinds[index % len(asked.kinds)]
        energy, obstacle, start = kind
        # As many grids have been drawn as have been seen.
        random = Random(f"{asked.seed}/{len(seen)}/{attempt}")
        scene = distributions.draw(random, energy, asked.size, obstacle == "block", start)
        line = rows.row(scene, index, kind, asked.seed)
        return (scene, line) if line["grid"] not in seen else "the grid was made already"

    for split, count in asked.splits:
        for index in range(count):
            kind = ", ".join(asked.kinds[index % len(asked.kinds)])
            missing = f"{_MOST_DRAWS} draws gave no further grid of the kind {kind}"
            scene, line = first_fitting(_MOST_DRAWS, report, partial(draw, index), missing)
            seen.add(line["grid"])
            rows.verify(line, scene)
            yield split, scene, line


def _given(asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
    """Yield the rows of given files with the names of the files; those that cannot be read are counted."""
    for path in map(Path, asked.files):
        try:
            for row in file_rows(stored(path)):
                if isinstance(row, BadRow) or not isinstance(row.payload, dict):
                    report.passed_over["not a JSON object"] += 1
                    continue
                try:
                    read_json(row.payload)
                except ParseError as error:
                    report.passed_over[f"the grid cannot be read: {error.message}"] += 1
                    continue
                yield path.name, {"index": row.line - 1, **row.payload}
        except OSError as error:
            raise DatasetError(f"{path}: {error.strerror or error}") from error


def _prompts(asked: Wanted, line: Line, file: str) -> Iterator[Line]:
    """Yield a prompt per combination of constraints; the ids are those by which answers to the file are checked."""
    kept: dict[str, Any] = {key: line[key] for key in _KEPT if key in line}
    own = {rows.OWN: line[rows.OWN]} if rows.OWN in line else {}
    for settings in asked.rules:
        words = prompt(read_json(line, **settings), asked.templates)
        messages = [{"role": role, "content": content} for role, content in words._asdict().items()]
        yield {"id": identity(file, line["index"], settings), **kept, **settings, "messages": messages, **own}
