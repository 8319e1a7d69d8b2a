"""What a report says first: who is right how often, and which of two models is right more often on the same items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from qsr.oracle.scores.paired import Pair, holm
from qsr.pages import Block, Paragraph, Table
from qsr.report.counts import Counts, asked
from qsr.report.items import tally
from qsr.shares import percent, rate, spread
from qsr.wording import counted

__all__ = ["TEXT_COLUMN", "Compared", "by_label", "compared", "comparison", "headline"]

TEXT_COLUMN: Final = "right by the text"
_LEVEL: Final = 0.05
#: With more pairs than this some are folded.
_SHOWN: Final = 3
_SMALLEST: Final = 0.0001


@dataclass(frozen=True, slots=True)
class Compared:
    """Two models, by their places, on the items that both answered, with the p value after correction, and of how many pairs."""

    first: int
    second: int
    pair: Pair
    p: float
    pairs: int

    @property
    def told_apart(self) -> bool:
        """Whether the difference is larger than chance explains."""
        return self.p < _LEVEL


def by_label(models: Sequence[tuple[str, Counts]]) -> bool:
    """Tell whether the headline goes by the label, as the text decides on no answer."""
    return not any(one.sound is not None for _, counts in models for one in counts.outcomes.values())


def _right(counts: Counts, *, label: bool) -> dict[str, bool]:
    """Return whether each answer that counts is right, by the ids of items; one that cannot be read is not."""
    if label:
        return {item: one.gold is True for item, one in counts.outcomes.items() if one.labelled}
    return {item: one.sound is True for item, one in counts.outcomes.items() if one.counts}


def _share(counts: Counts, *, label: bool) -> tuple[int, int]:
    right = _right(counts, label=label)
    return sum(right.values()), len(right)


def compared(models: Sequence[tuple[str, Counts]], *, label: bool) -> list[Compared]:
    """Return every pair of models on the items that both answered, the better one of all items first."""
    right = [_right(counts, label=label) for _, counts in models]
    ranked = sorted(range(len(models)), key=lambda place: -(rate(sum(right[place].values()), len(right[place])) or 0.0))
    pairs = [(first, second, Pair.of(right[first], right[second])) for first, second in combinations(ranked, 2)]
    tested = [pair for _, _, pair in pairs if pair.items]
    values = iter(holm([pair.p() for pair in tested]))
    return [Compared(one, two, pair, next(values) if pair.items else 1.0, len(tested)) for one, two, pair in pairs]


def headline(models: Sequence[tuple[str, Counts]]) -> Iterator[Block]:
    """Yield who is right how often, in words and as a table, and the comparison of each two models."""
    label = by_label(models)
    pairs = compared(models, label=label)
    yield Paragraph(_words(models, pairs, label=label), lead=True)
    rows = []
    labelled = any(counts.labelled for _, counts in models)
    for name, counts in models:
        whole, scores = tally(counts.outcomes.values()), counts.scores.scores()
        cells = [_cell(whole.text[True], asked(whole))]
        if labelled:
            cells.append(_cell(scores["correct"], counts.labelled))
        rows.append((name, *cells, _answers(whole.answers, counts)))
    head = ("model", TEXT_COLUMN, *(["right by the label"] if labelled else []), "answers")
    yield Table("Right answers, with 95 % intervals", head, tuple(rows))
    if pairs:
        yield from comparison(models, pairs, label=label)


def _cell(part: int, whole: int) -> str:
    return f"{percent(rate(part, whole))}\n{spread(part, whole).removesuffix(' %')}" if whole else "-"


def _answers(number: int, counts: Counts) -> str:
    """Return how many answers there are, and what is amiss with them."""
    told = f"{number}, {counts.without} missing" if counts.without else str(number)
    return f"{told}\n{counts.verdicts.unreadable} unreadable" if counts.verdicts.unreadable else told


def _words(models: Sequence[tuple[str, Counts]], pairs: Sequence[Compared], *, label: bool) -> str:
    """Return the whole in a sentence or two."""
    by = "the label" if label else "the text"
    shares = [_share(counts, label=label) for _, counts in models]
    if len(models) == 1:
        right, whole = shares[0]
        return (
            f"{models[0][0]} is right by {by} on {right} of {counted(whole, 'answer')}: {percent(rate(right, whole))} "
            f"(95 % interval {spread(right, whole)})."
        )
    best = pairs[0].first
    said = [f"{models[best][0]} has the largest share of right answers by {by}, {percent(rate(*shares[best]))}."]
    ahead, behind, alike, apart = list[str](), list[str](), list[str](), list[str]()
    for one in pairs:
        if one.first == best:
            more = one.pair.first > one.pair.second
            kind = apart if not one.pair.items else alike if not one.told_apart else ahead if more else behind
            kind.append(models[one.second][0])
    if ahead:
        said.append(f"On the items that both answered it is ahead of {_listed(ahead)} by more than chance explains.")
    if behind:
        said.append(f"On the items that both answered it is behind {_listed(behind)} by more than chance explains.")
    if alike:
        said.append(f"Chance may explain the difference to {_listed(alike)}.")
    if apart:
        said.append(f"It has no item in common with {_listed(apart)}, and cannot be compared with it.")
    return " ".join(said)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def comparison(models: Sequence[tuple[str, Counts]], pairs: Sequence[Compared], *, label: bool) -> Iterator[Block]:
    """Yield each two models on the items that both answered, and how they were compared."""
    head = ("", "items", "difference", "right alone", "p")
    title = f"Two models on the same items, by {'the label' if label else 'the text'}, in points"
    # Of many pairs those with the best model are shown, and the others folded.
    first = [one for one in pairs if len(pairs) <= _SHOWN or one.first == pairs[0].first]
    yield Table(title, head, tuple(_row(models, one) for one in first))
    others = tuple(_row(models, one) for one in pairs if one not in first)
    if others:
        yield Table(f"{title}: the other pairs", head, others, folded=True)
    yield Paragraph(_method(models, pairs, label=label), fine=True)


def _row(models: Sequence[tuple[str, Counts]], one: Compared) -> tuple[str, ...]:
    pair, bounds, named = (
        one.pair,
        one.pair.interval(max(1, one.pairs)),
        f"{models[one.first][0]} against {models[one.second][0]}",
    )
    if bounds is None or pair.difference is None:
        return named, "none in common", "-", "-", "-"
    difference = f"{_points(pair.difference)}\n{_points(bounds[0])} to {_points(bounds[1])}"
    return named, str(pair.items), difference, f"{pair.first}:{pair.second}", _chance(one.p)


def _method(models: Sequence[tuple[str, Counts]], pairs: Sequence[Compared], *, label: bool) -> str:
    number = max((one.pairs for one in pairs), default=0)
    said = [
        'McNemar\'s exact test, two-sided, on the items that one of the two alone has right ("right alone"); intervals after '
        "Newcombe (1998, method 10)."
    ]
    if number > 1:
        said.append(f"For {number} pairs p is corrected after Holm, and the intervals are widened to hold together (Bonferroni).")
    said.append("What cannot be read is not right.")
    asked_of = [counts.outcomes.keys() for _, counts in models]
    every, shared = set[str]().union(*asked_of), set(asked_of[0]).intersection(*asked_of[1:])
    if len(shared) < len(every):
        said.append(
            f"Items are joined by their ids: {len(every) - len(shared)} of {len(every)} items were not answered by all models, "
            "and stand in no comparison with a model that lacks them."
        )
    stories = {one.story for _, counts in models for one in counts.outcomes.values()}
    if len(stories) < len(every):
        said.append(
            f"The {len(every)} items are about {counted(len(stories), 'text')}: items about one text hang together, and "
            "differences are less certain than is said here."
        )
    return " ".join(said)


def _points(share: float) -> str:
    """Return a difference of shares in percentage points, with its sign.

    >>> _points(0.1234), _points(-0.02), _points(0.0)
    ('+12.3', '-2.0', '0.0')
    """
    shown = f"{100 * share:+.1f}"
    return "0.0" if shown in ("+0.0", "-0.0") else shown


def _chance(p: float) -> str:
    """Return a p value as it is written.

    >>> _chance(0.03117), _chance(1e-9), _chance(1.0)
    ('0.0312', '<0.0001', '1')
    """
    return f"<{_SMALLEST}" if p < _SMALLEST else f"{p:.4f}".rstrip("0").rstrip(".")
