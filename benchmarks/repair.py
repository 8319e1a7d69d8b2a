"""Repairs of stories into which errors were planted: how often what was planted is what is suggested, and how long it takes.

Consistent stories are made by the generators of SpaRP, RoomSpace and SpaCE 2024. One or two relations of each are turned into an
opposite (`qsr.repair.families`), drawn at random until the story contradicts itself. A SpaRP context is a path, in which
nothing contradicts anything; so what follows for its question is stated as well, and closes the path to a cycle. That makes one
statement of the true story needless, which `qsr.repair.rank` counts against it: of the three, SpaRP shows that rule at its worst,
SpaCE 2024, whose premises all tell something, at its best.

Within a single conflict nothing tells which statement is wrong: "ties" is how many suggestions are as good as the best, so a
share of one in that many is all that the best can reach by chance. Printed are the share of stories whose planted
statements, turned back, are the first suggestion, are among the first three, or among the first ten; the same for the place
of the error alone; of how many stories fewer statements than were planted mend all, so that what was planted is no smallest
repair; and seconds per story.

    python benchmarks/repair.py [--count N] [--seed S]

Prints a table and one JSON line.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from figures import Figure

from qsr import datasets, generate, relations, theories
from qsr.errors import UnsupportedQuestion
from qsr.generate import Request
from qsr.repair import diagnose
from qsr.repair.families import opposites
from qsr.repair.rank import key
from qsr.story import Statement, Story
from qsr.theories.protocol import Session, Theory

#: Data set -> options of its generator, and the theory of its stories.
SOURCES: dict[str, tuple[dict[str, Any], str]] = {
    "sparp": ({"hops": (3, 8)}, "exact"),
    "roomspace": ({"n": (4, 7)}, "room"),
    "space2024": ({"language": "en", "until": "unique"}, "seating"),
}
#: Draws of relations to turn before a story is passed over: some have no two statements that could contradict each other.
DRAWS = 40
SHOWN = 10


class Planted(NamedTuple):
    """A torn story, the statements that were turned, and what they said before."""

    story: Story
    where: tuple[int, ...]
    original: tuple[Statement, ...]


def stories(name: str, count: int, seed: int) -> Iterator[Story]:
    """Yield the stories of generated items, each as its own data set reads it."""
    options, theory = SOURCES[name]
    lines = [line for _, line in generate.get(name).generate(Request(seed, count, options))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "items.jsonl")
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        session = theories.get(theory).open()
        seen: set[tuple[Statement, ...]] = set()
        for item in datasets.read(name, file):
            story = getattr(item, "story", None)
            if story is None or story.statements in seen:
                continue
            seen.add(story.statements)
            yield closed(story, session) if name == "sparp" else story
        session.close()


def closed(story: Story, session: Session) -> Story:
    """Return a story that also states what follows for its question, as far as that is directions."""
    answer = session.answer(story, story.questions[0])
    told = [label for label in sorted(answer.entailed) if label in relations.DIRECTIONS]
    if not told:
        return story
    # What follows is a direction and no more, whatever the other statements of the context understand beside theirs.
    plain = (("quantities", "unspecified"), ("relations", "incomplete"))
    further = Statement(len(story.statements), relations.join(told), story.questions[0].args, properties=plain)
    return replace(story, statements=(*story.statements, further))


def planted(story: Story, session: Session, many: int, draw: random.Random) -> Planted | None:
    """Turn relations of a consistent story until it contradicts itself; None where no draw does that."""
    if session.core(story) is not None:
        return None
    able = [one.id for one in story.statements if opposites(one.relation)]
    if len(able) < many:
        return None
    for _ in range(DRAWS):
        where = tuple(sorted(draw.sample(able, many)))
        said = list(story.statements)
        for number in where:
            said[number] = replace(said[number], relation=draw.choice(opposites(said[number].relation)))
        torn = replace(story, statements=tuple(said))
        try:
            contradicts = session.core(torn) is not None
        except UnsupportedQuestion:  # what came out has no meaning in the layout
            continue
        if contradicts:
            return Planted(torn, where, tuple(story.statements[number] for number in where))
    return None


def judged(theory: Theory, case: Planted) -> tuple[int | None, int | None, bool, int, float, bool]:
    """Return how a case went.

    The rank of the planted errors turned back and that of their place; whether fewer changes than were planted mend the story;
    how many are as good as the best; seconds; whether the search was cut.
    """
    started = time.perf_counter()
    found = diagnose(case.story, theory, most=SHOWN)
    seconds = time.perf_counter() - started
    exact = place = None
    for rank, one in enumerate(found.repairs, 1):
        if one.statements != case.where:
            continue
        place = place or rank
        if tuple(change.instead and change.instead.relation for change in one.changes) == tuple(
            one.relation for one in case.original
        ):
            exact = rank
            break
    ties = sum(key(one)[:3] == key(found.repairs[0])[:3] for one in found.repairs)
    fewer = any(len(one.changes) < len(case.where) for one in found.repairs)
    return exact, place, fewer, ties, seconds, found.cut


def run(name: str, many: int, made: Sequence[Story], seed: int) -> dict[str, Any]:
    """Plant errors in stories and return the line of the table."""
    theory = theories.get(SOURCES[name][1])
    session = theory.open()
    draw = random.Random(seed)
    rows = []
    for story in made:
        case = planted(story, session, many, draw)
        if case is not None:
            rows.append(judged(theory, case))
    session.close()
    if not rows:
        return {"data set": name, "planted": many, "made": len(made), "stories": 0}
    exact, place, fewer, ties, seconds, cut = zip(*rows, strict=True)

    def share(ranks: tuple[int | None, ...], within: int) -> float:
        return round(sum(rank is not None and rank <= within for rank in ranks) / len(ranks), 3)

    return {
        "data set": name,
        "planted": many,
        "made": len(made),
        "stories": len(rows),
        "first": share(exact, 1),
        "first 3": share(exact, 3),
        "first 10": share(exact, SHOWN),
        "place first": share(place, 1),
        "place first 3": share(place, 3),
        "fewer do": round(statistics.mean(fewer), 3),
        "ties": statistics.median(ties),
        "by chance": round(statistics.mean(1 / tie for tie in ties), 3),
        "cut": sum(cut),
        "median s": round(statistics.median(seconds), 4),
        "worst s": round(max(seconds), 3),
    }


def short() -> Iterator[Figure]:
    """Yield how often what was planted into a few stories is the first suggestion, beside chance."""
    found = run("space2024", 1, list(stories("space2024", 15, seed=1)), seed=1)
    yield Figure("planted error is suggested first", found["first"], "", "by chance", found["by chance"])
    yield Figure("repairs of a story, median", 1000 * found["median s"], "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="stories made per data set and number of planted errors")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    results = []
    for name in SOURCES:
        made = list(stories(name, chosen.count, chosen.seed))
        for many in (1, 2):
            results.append(run(name, many, made, chosen.seed))
            print(f"{name}, {many} planted: {results[-1]['stories']} stories", file=sys.stderr)
    heads = list(max(results, key=len))
    rows = [heads, *([str(result.get(head, "-")) for head in heads] for result in results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
    print(json.dumps({"benchmark": "repair", "seed": chosen.seed, "results": results}))


if __name__ == "__main__":
    main()
