"""The generator of grids: from a request to verified rows, or to prompts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, ClassVar, Final

from qsr.datasets.forms.json_rows import json_lines
from qsr.datasets.grasp.controls import identity
from qsr.datasets.grasp.generator import distributions, rows
from qsr.datasets.grasp.generator.options import OPTIONS, Wanted, wanted
from qsr.datasets.grasp.generator.tables import Counts
from qsr.datasets.protocol import BadRow
from qsr.errors import DatasetError, ParseError
from qsr.generate.protocol import ImpossibleRequest, Line, Option, Report, Request
from qsr.inputs import check_input
from qsr.theories.gridworld.text import read_json
from qsr.theories.gridworld.text.prompts import prompt

__all__ = ["Grasp"]

#: Draws for one grid after which no further one is hoped for.
_MOST_DRAWS: Final = 400
#: What a prompt keeps of the row that it is made from.
_KEPT: Final = ("index", "energy", "obstacle", "start_position", "start")


class Grasp:
    """New grids, and prompts for new or given ones; see the package."""

    name: ClassVar[str] = "grasp"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def generate(self, request: Request, report: Report | None = None) -> Iterator[tuple[str, Line]]:
        """Check the request, then return an iterator over lines, each with its split; see `qsr.generate.protocol.Generator`.

        With ``format`` prompts there is a line per grid and combination of constraints; the count is that of grids.
        """
        return _lines(wanted(request), Report() if report is None else report)


def _lines(asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
    if asked.files:
        for file, line in islice(_given(asked, report), asked.splits[0][1]):
            yield from (("", one) for one in _prompts(asked, line, file))
        return
    counts = Counts()
    for split, scene, line in _drawn(asked, report):
        counts.add(line, scene)
        if asked.form == "rows":
            yield split, line
        else:
            yield from ((split, one) for one in _prompts(asked, line, f"{split or 'gen'}-{asked.seed}"))
    report.tables.update(counts.tables())


def _drawn(asked: Wanted, report: Report) -> Iterator[tuple[str, distributions.Scene, Line]]:
    """Draw the kinds in turn, in each split anew; no grid is drawn twice."""
    seen: set[str] = set()
    number = 0
    for split, count in asked.splits:
        for index in range(count):
            kind = asked.kinds[index % len(asked.kinds)]
            energy, obstacle, start = kind
            for attempt in range(_MOST_DRAWS):
                random = Random(f"{asked.seed}/{number}/{attempt}")
                scene = distributions.draw(random, energy, asked.size, obstacle == "block", start)
                line = rows.row(scene, index, kind, asked.seed)
                if line["grid"] not in seen:
                    break
                report.rejected["the grid was made already"] += 1
            else:
                raise ImpossibleRequest(f"{_MOST_DRAWS} draws gave no further grid of the kind {', '.join(kind)}")
            seen.add(line["grid"])
            rows.verify(line, scene)
            number += 1
            yield split, scene, line


def _given(asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
    """Yield the rows of given files with the names of the files; those that cannot be read are counted."""
    for path in asked.files:
        try:
            check_input(path)
            for row in json_lines(path):
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
    for rules in asked.rules:
        settings = rules.settings()
        messages = prompt(read_json(line, **settings), asked.templates).messages()
        yield {"id": identity(file, line["index"], settings), **kept, **settings, "messages": messages, **own}
