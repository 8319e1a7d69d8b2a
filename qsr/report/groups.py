"""Scores by group: a table and a plot for each family of groups.

Names of groups say what family they are of: ``easy: yes`` and ``easy: no`` are of the family easy, ``n=3`` of the family n,
``contains on`` and ``contains at`` of the family contains, and names that are numbers are those of steps from one entity to the
other. All others are one family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from qsr.datasets.protocol import Dataset, Numbered
from qsr.draw import plots
from qsr.oracle.check import VerdictCounts
from qsr.pages import Block, Figure, Heading, Table
from qsr.report.counts import Counts, asked
from qsr.report.items import NO_STEP, NO_WRONG_STEP, ONE, OPEN, SEVERAL, Outcome, tally
from qsr.shares import percent, rate, spread, wilson
from qsr.wording import by_number

__all__ = ["beside", "blocks", "families", "point", "ways"]

_NAMED: Final = re.compile(r"(?P<family>contains(?= )|[^:=]+?(?=\s*[:=]))\s*[:=]?\s*(?P<value>.+)")
#: With more groups than this a plot would be too long to be read.
_DRAWN: Final = 32
_FOLDED: Final = 16
#: First wrong steps after this one are shown together.
_LAST: Final = 9
_LATER: Final = f"{_LAST + 1} or later"


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
        yield from _table(family, pairs, models)
        if 1 < len(pairs) <= _DRAWN:
            yield _figure(family, pairs, models)


def _table(family: str, pairs: Sequence[tuple[str, str]], models: Sequence[tuple[str, Counts]]) -> Iterator[Table]:
    labelled = any(counts.verdicts.labelled for _, counts in models)
    if len(models) == 1:
        yield _whole(family, pairs, models[0][1], labelled=labelled)
        return
    found = [(name, [counts.groups.get(group, VerdictCounts()) for _, group in pairs]) for name, counts in models]
    values = [value for value, _ in pairs]
    yield beside(f"By {family}", family, values, found)
    if labelled:
        yield beside(f"By {family}, by the label", family, values, found, label=True, folded=True)


def _whole(family: str, pairs: Sequence[tuple[str, str]], counts: Counts, *, labelled: bool) -> Table:
    """Return everything that is counted of one model."""
    head = [
        family,
        "answers",
        "by the text",
        "95 % interval",
        "coverage",
        *(["by the label", "95 % interval"] if labelled else []),
    ]
    rows = []
    for value, group in pairs:
        one = counts.groups.get(group, VerdictCounts())
        right, of = one.text[True], asked(one)
        cells = [str(one.answers), percent(rate(right, of)), spread(right, of), percent(rate(one.judged, one.answers))]
        if labelled:
            cells += [percent(rate(one.label[True], one.labelled)), spread(one.label[True], one.labelled)]
        rows.append((value, *cells))
    return Table(f"By {family}", tuple(head), tuple(rows), folded=len(rows) > _FOLDED)


def beside(
    caption: str,
    family: str,
    values: Sequence[str],
    models: Sequence[tuple[str, Sequence[VerdictCounts]]],
    *,
    label: bool = False,
    folded: bool = False,
) -> Table:
    """Return a table with a row for each value, and in the column of each model its share of right answers, of how many."""

    def cell(one: VerdictCounts) -> str:
        right, of = (one.label[True], one.labelled) if label else (one.text[True], asked(one))
        return f"{percent(rate(right, of))} of {of}\n{spread(right, of)}" if of else "-"

    rows = tuple((value, *(cell(found[place]) for _, found in models)) for place, value in enumerate(values))
    return Table(caption, (family, *(name for name, _ in models)), rows, folded=folded or len(rows) > _FOLDED)


def ways(models: Sequence[tuple[str, Counts]]) -> Iterator[Block]:
    """Yield right answers by how many the text makes right, and by which step of the reasoning is the first wrong one."""
    known = {item: one.answers for _, counts in models for item, one in counts.outcomes.items() if one.answers}
    found = [value for value in (ONE, SEVERAL, OPEN) if value in known.values()]
    if len(found) > 1:
        yield Heading("By ambiguity")
        yield beside(
            "Answers by what the text makes right", "the text", found, _split(models, lambda item, _: known.get(item, ""), found)
        )
    firsts = {one.first for _, counts in models for one in counts.outcomes.values() if one.first}
    if firsts:
        yield Heading("By first wrong step")
        words = [word for word in (NO_WRONG_STEP, NO_STEP) if word in firsts]
        steps = words + sorted(firsts.difference(words), key=by_number)
        late = [step for step in steps if step.isdecimal() and int(step) > _LAST]
        steps = [step for step in steps if step not in late] + ([_LATER] if late else [])
        counted = _split(models, lambda _, one: _LATER if one.first in late else one.first, steps)
        names = tuple(name for name, _ in models)
        chains = tuple((step, *(str(found[place].answers) for _, found in counted)) for place, step in enumerate(steps))
        yield Table(
            "Chains of thought by their first wrong step", ("first wrong step", *names), chains, folded=len(chains) > _FOLDED
        )
        yield beside("Right answers by the first wrong step", "first wrong step", steps, counted)
        kinds = sorted({kind for _, counts in models for kind in counts.step_errors})
        if kinds:
            rows = tuple((kind, *(str(counts.step_errors[kind]) for _, counts in models)) for kind in kinds)
            yield Table("Kinds of first wrong steps", ("", *names), rows)


def _split(
    models: Sequence[tuple[str, Counts]], value: Callable[[str, Outcome], str], values: Sequence[str]
) -> list[tuple[str, list[VerdictCounts]]]:
    """Return the counts of each model's answers, apart by a value that they have."""
    found = []
    for name, counts in models:
        apart: dict[str, list[Outcome]] = {one: [] for one in values}
        for item, one in counts.outcomes.items():
            apart.setdefault(value(item, one), []).append(one)
        found.append((name, [tally(apart[one]) for one in values]))
    return found


def _figure(family: str, pairs: Sequence[tuple[str, str]], models: Sequence[tuple[str, Counts]]) -> Figure:
    by_label = len(models) == 1 and any(counts.verdicts.labelled for _, counts in models)
    several = len(models) > 1
    found: list[tuple[str, list[plots.Point]]] = []
    for name, counts in models:
        some = [counts.groups.get(group, VerdictCounts()) for _, group in pairs]
        found.append((name if several else "by the text", [point(one.text[True], asked(one)) for one in some]))
        if by_label:
            found.append(("by the label", [point(one.label[True], one.labelled) for one in some]))
    values = [value for value, _ in pairs]
    caption = f"Right answers by {family}{' (by the text)' if several else ''}, with 95 % intervals."
    if all(value.isdecimal() for value in values):
        return Figure(caption, plots.lines(values, found, caption, family))
    rows = [(value, [points[place] for _, points in found]) for place, value in enumerate(values)]
    return Figure(caption, plots.bars(rows, [name for name, _ in found], caption))
