"""Scores by group: a table and a plot for each family of groups.

Names of groups say what family they are of: ``easy: yes`` and ``easy: no`` are of the family easy, ``n=3`` of the family n,
``contains on`` and ``contains at`` of the family contains, and names that are numbers are those of steps from one entity to the
other. All others are one family.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from qsr.datasets.protocol import Dataset, Numbered
from qsr.draw import plots
from qsr.oracle.check import VerdictCounts
from qsr.pages import Block, Figure, Heading, Table
from qsr.report.counts import Counts
from qsr.shares import percent, rate, spread, wilson
from qsr.wording import by_number

__all__ = ["blocks", "families", "point"]

_NAMED: Final = re.compile(r"(?P<family>contains(?= )|[^:=]+?(?=\s*[:=]))\s*[:=]?\s*(?P<value>.+)")
#: With more groups than this a plot would be too long to be read.
_DRAWN: Final = 32
_FOLDED: Final = 16


def families(numbers: str, names: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Return family -> pairs of a value and the group's name; numbers, of the family of that name, in order, others by name.

    >>> families("hops", ["10", "2", "set: a", "x"])
    {'hops': [('2', '2'), ('10', '10')], 'set': [('a', 'set: a')], 'group': [('x', 'x')]}
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        match = _NAMED.fullmatch(name)
        if name.isdecimal():
            family, value = numbers, name
        elif match is not None and ": " not in match["value"]:
            family, value = match["family"], match["value"]
        else:
            family, value = "group", name
        found.setdefault(family, []).append((value, name))
    return {family: sorted(pairs, key=lambda pair: by_number(pair[0])) for family, pairs in found.items()}


def point(part: int, whole: int) -> plots.Point:
    """Return a share with its interval."""
    return plots.Point(rate(part, whole), wilson(part, whole))


def blocks(dataset: Dataset, models: Sequence[tuple[str, Counts]]) -> Iterator[Block]:
    """Yield a table and a plot for each family of groups; models stand side by side."""
    names = sorted({name for _, counts in models for name in counts.groups if name}, key=lambda name: (len(name), name))
    if not names:
        return
    yield Heading("By group")
    for family, pairs in families(dataset.numbers if isinstance(dataset, Numbered) else "number", names).items():
        yield _table(family, pairs, models)
        if 1 < len(pairs) <= _DRAWN:
            yield _figure(family, pairs, models)


def _table(family: str, pairs: Sequence[tuple[str, str]], models: Sequence[tuple[str, Counts]]) -> Table:
    several = len(models) > 1
    by_label = any(counts.verdicts.labelled for _, counts in models)
    head: list[str] = [family]
    for name, _ in models:
        said = f"{name}: " if several else ""
        head += [f"{said}answers", f"{said}by the text", "95 % interval"]
        if not several:
            head.append("coverage")
        if by_label:
            head += [f"{said}by the label", *(() if several else ("95 % interval",))]
    rows = []
    for value, group in pairs:
        cells: list[str] = []
        for _, counts in models:
            one = counts.groups.get(group, VerdictCounts())
            cells += [str(one.answers), percent(rate(one.text[True], one.judged)), spread(one.text[True], one.judged)]
            if not several:
                cells.append(percent(rate(one.judged, one.answers)))
            if by_label:
                accuracy = percent(rate(one.label[True], one.labelled))
                cells += [accuracy, *(() if several else (spread(one.label[True], one.labelled),))]
        rows.append((value, *cells))
    return Table(f"By {family}", tuple(head), tuple(rows), folded=len(rows) > _FOLDED)


def _figure(family: str, pairs: Sequence[tuple[str, str]], models: Sequence[tuple[str, Counts]]) -> Figure:
    by_label = len(models) == 1 and any(counts.verdicts.labelled for _, counts in models)
    several = len(models) > 1
    found: list[tuple[str, list[plots.Point]]] = []
    for name, counts in models:
        some = [counts.groups.get(group, VerdictCounts()) for _, group in pairs]
        found.append((name if several else "by the text", [point(one.text[True], one.judged) for one in some]))
        if by_label:
            found.append(("by the label", [point(one.label[True], one.labelled) for one in some]))
    values = [value for value, _ in pairs]
    caption = f"Right answers by {family}{' (by the text)' if several else ''}, with 95 % intervals."
    if all(value.isdecimal() for value in values):
        return Figure(caption, plots.lines(values, found, caption, family))
    rows = [(value, [points[place] for _, points in found]) for place, value in enumerate(values)]
    return Figure(caption, plots.bars(rows, [name for name, _ in found], caption))
