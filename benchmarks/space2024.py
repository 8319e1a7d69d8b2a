"""SpaCE 2024, position reasoning: items a second on one core from text to answer, against a fresh clingo program for each item.

qsr reads text, question and options and answers with the default backend, all in its time. The reference gets the stories read
and its tables of places computed beforehand, and is timed from there: it writes one program for the item, grounds it, and asks
for the brave and the cautious consequences. So the ratio of the two is too small and never too large. Both must give the same
letters for every item that qsr reads, or the run fails.

    python benchmarks/space2024.py [FILE ...] [--limit N]

Files have the form of the published rows (`qsr generate space2024`); of those of position reasoning the ones count that qsr reads
as seats, and how many others there are is printed. Without files, problems are made up from a seed, in both languages. Prints a
table by layout and one JSON line. The first pass begins without anything in memory but the grammar; of the others the best
counts for each item.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clingo
from figures import Figure

from qsr import generate, theories
from qsr.errors import ParseError
from qsr.generate import Request
from qsr.seats import Layout
from qsr.story import Story
from qsr.theories.seating.relations import table
from qsr.theories.seating.text import chinese, english

PASSES = 3
TARGET = 500

Row = dict[str, Any]


def is_chinese(row: Row) -> bool:
    return any("一" <= letter <= "鿿" for letter in row["text"])


def read(row: Row) -> Story | None:
    """Return the story of a row; None where it is none about seats."""
    try:
        reader = chinese if is_chinese(row) else english
        return reader.ask(reader.read(row["text"]), row["question"], row["option"])
    except ParseError:
        return None


# ---------------------------------------------------------------- the reference

PROGRAM = """
1 { at(X,P) : P = 0..places-1 } 1 :- X = 0..names-1.
:- at(X,P), at(Y,P), X < Y.
fails(I) :- said(I,T,X,Y), at(X,P), at(Y,Q), not allowed(T,P,Q).
:- fails(I), I < conditions.
holds(I) :- said(I,_,_,_), not fails(I), I >= conditions.
#show holds/1.
"""


def facts(story: Story) -> tuple[str, dict[str, int]]:
    """Return the facts of a story and its question, and the number of each option."""
    layout = Layout.parse(dict(story.settings)["layout"])
    if layout is None:
        raise ValueError(f"no layout: {dict(story.settings)['layout']}")
    numbers: dict[str, int] = {}
    lines: list[str] = []
    known: dict[tuple[str, bool], int] = {}

    def say(number: int, relation: str, args: tuple[int, ...], denied: bool) -> None:
        if (relation, denied) not in known:
            known[relation, denied] = len(known)
            meaning = table(layout, relation)
            for one in range(layout.places):
                for other in range(layout.places):
                    # Whoever is spoken of alone is at one place.
                    if (meaning.arity == 2 or one == other) and meaning.holds(one, other) != denied:
                        lines.append(f"allowed({known[relation, denied]},{one},{other}).")
        lines.append(f"said({number},{known[relation, denied]},{args[0]},{args[-1]}).")

    for statement in story.statements:
        say(statement.id, statement.relation, statement.args, bool(statement.property("negated")))
    for letter, claims in dict(story.questions[0].properties)["claims"]:
        numbers[letter] = len(story.statements) + len(numbers)
        for relation, args, denied in claims:
            say(numbers[letter], relation, args, denied)
    sizes = f"#const places={layout.places}. #const names={len(story.entities)}. #const conditions={len(story.statements)}."
    return "\n".join([sizes, *lines]), numbers


def reference(text: str, numbers: dict[str, int]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the options that hold in some layout and in all; None where there is no layout."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], PROGRAM + text)
    control.ground([("base", [])])
    found = []
    for mode in ("brave", "cautious"):
        control.configuration.solve.enum_mode = mode  # type: ignore[union-attr]
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        held: frozenset[int] | None = None
        with control.solve(yield_=True) as handle:
            for model in handle:
                held = frozenset(atom.arguments[0].number for atom in model.symbols(shown=True))
        if held is None:
            return None
        found.append(frozenset(letter for letter, number in numbers.items() if number in held))
    return found[0], found[1]


# ---------------------------------------------------------------- the run


def made_up(count: int, seed: int) -> Iterator[Row]:
    for language in ("zh", "en"):
        yield from (row for _, row in generate.get("space2024").generate(Request(seed, count, {"language": language})))


def rows_of(files: list[Path], limit: int | None) -> list[Row]:
    """Return the rows of position reasoning; with a limit, rows at equal steps through all of them."""
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    rows = [row for row in map(json.loads, lines) if row["qid"].startswith("4-")]
    if limit is None or limit >= len(rows):
        return rows
    return [rows[at * len(rows) // limit] for at in range(limit)]


def ours(session: Any, row: Row) -> tuple[Story | None, Any, float, float]:
    """Return the story, the answer, and the CPU seconds of both."""
    start = time.process_time()
    story = read(row)
    middle = time.process_time()
    answer = None if story is None else session.answer(story, story.questions[0])
    return story, answer, middle - start, time.process_time() - middle


def measured(rows: list[Row]) -> list[dict[str, Any]]:
    """Return CPU seconds of both sides for each row; every answer is compared."""
    session = theories.get("seating").open()
    passes = [[ours(session, row) for row in rows] for _ in range(PASSES)]
    found = []
    for at, row in enumerate(rows):
        story, answer, *_ = passes[0][at]
        best = min(passes[1:], key=lambda one: one[at][2] + one[at][3])[at]
        one = {"layout": "not read", "first": sum(passes[0][at][2:]), "read": best[2], "answer": best[3], "reference": None}
        if story is not None:
            text, numbers = facts(story)
            start = time.process_time()
            theirs = reference(text, numbers)
            one["reference"] = time.process_time() - start
            one["layout"] = dict(story.settings)["layout"].partition(" from ")[0]
            compare(row, answer, theirs, dict(story.questions[0].properties)["none"])
        found.append(one)
    return found


def compare(row: Row, answer: Any, theirs: tuple[frozenset[str], frozenset[str]] | None, none: tuple[str, ...]) -> None:
    if theirs is None:
        agree = answer.status == "inconsistent"
    else:
        entailed = theirs[1] or frozenset(none)
        agree = answer.value == tuple(sorted(entailed)) and answer.entailed - {*none} == theirs[1]
        agree = agree and answer.possible - {*none} == theirs[0]
    if not agree:
        sys.exit(f"{row['qid']}: qsr answers {answer.status} {answer.value}, the reference finds {theirs}")


def summary(items: list[dict[str, Any]]) -> dict[str, Any]:
    seconds = sum(one["read"] + one["answer"] for one in items)
    reference_seconds = sum(one["reference"] for one in items)
    return {
        "items": len(items),
        "items_per_second": len(items) / seconds,
        "first_pass_items_per_second": len(items) / sum(one["first"] for one in items),
        "reading_share": sum(one["read"] for one in items) / seconds,
        "reference_items_per_second": len(items) / reference_seconds,
        "ratio": reference_seconds / seconds,
    }


def report(items: list[dict[str, Any]]) -> None:
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in items:
        groups.setdefault(one["layout"], []).append(one)
    titles = ("layout", "items", "items/s", "first/s", "reading", "ref./s", "x ref.")
    print(f"{titles[0]:<22}" + "".join(f"{title:>10}" for title in titles[1:]))
    not_read = len(groups.pop("not read", []))
    if not groups:
        sys.exit("qsr reads none of these rows as seats")
    every = [one for group in groups.values() for one in group]
    whole = {**{name: summary(groups[name]) for name in sorted(groups)}, "all": summary(every)}
    for name, one in whole.items():
        cells = [str(one["items"]), f"{one['items_per_second']:.0f}", f"{one['first_pass_items_per_second']:.0f}"]
        cells.append(f"{one['reading_share']:.0%}")
        cells += [f"{one[key]:.0f}" for key in ("reference_items_per_second", "ratio")]
        print(f"{name:<22}" + "".join(f"{cell:>10}" for cell in cells))
    print(f"{'not read as seats':<22}{not_read:>10}")
    total = whole.pop("all")
    met = total["items_per_second"] >= TARGET
    print(
        json.dumps(
            {"benchmark": "space2024", **total, "not_read": not_read, "target": TARGET, "target_met": met, "groups": whole}
        )
    )


def short() -> Iterator[Figure]:
    """Yield items a second on a few made-up problems, and those of the reference."""
    rows = list(made_up(40, seed=1))
    for row in {is_chinese(row): row for row in rows}.values():
        read(row)
    whole = summary([one for one in measured(rows) if one["layout"] != "not read"])
    yield Figure("seat problems, text to answer", whole["items_per_second"], "/s", "clingo", whole["reference_items_per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--limit", type=int, help="rows in all, at equal steps through the files")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rows = rows_of(arguments.files, arguments.limit) if arguments.files else list(made_up(300, arguments.seed))
    if not rows:
        sys.exit("no rows of position reasoning in these files")
    # The grammars are built once in a process; that is not part of an item.
    for row in {is_chinese(row): row for row in rows}.values():
        read(row)
    report(measured(rows))


if __name__ == "__main__":
    main()
