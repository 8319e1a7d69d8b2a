"""How well wrong paraphrases are told from right ones without any model: the checks of `qsr.assist`, kind by kind.

Each row of the corpus is a sentence with a paraphrase that is right: of the half `read` sentences that the grammar reads, each
with the words that its own reading is told in; of the half `refused` sentences that it refuses, each with a paraphrase by hand.
From each right one wrong ones are made by editing it, one of each kind where the words allow it
(`tests/support/paraphrases_wrong.py`), and right ones in other words. An edit counts only where it is read in the paraphrase's
place and shown to be wrong, or as right: its statements are compared, and where they differ the solver is asked whether they
follow from one another (`tests/support/paraphrases_compared.py`). What could not be shown is counted too.

    python benchmarks/paraphrases.py [--half read|refused] [--part development|held-out] [--limit N] [--made FILE] [--show]

Printed are, of each kind, how many were made and how many the checks reject, how many of these by one check alone (near misses),
and what a bag of words rejects; and of the right ones how many are kept. The last columns are what enters where an honest judge
stands behind: the judge of `qsr.assist`, with a model that answers by the solver from what the right one says. With `--show`
each right one that is refused and each wrong one that is accepted is printed with its reasons. What was made is kept in the file
of `--made`, and taken from there. Prints one JSON line at the end.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from figures import Figure

FOLDER = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(FOLDER / "support"))

from paraphrases_compared import DIFFERENT, EQUAL, EQUIVALENT, TOLD_APART, Reading, compared, follows, reading  # noqa: E402
from paraphrases_wrong import EXTRA, KINDS, REWORDED, Source, edits  # noqa: E402

HALVES = ("read", "refused")
PARTS = ("development", "held-out")
#: Edits of a kind that are tried before the kind is given up.
TRIES = 4
#: Sentences of which nothing is to be said, which an empty paraphrase says, and those of which that is wrong.
SILENT, NOTHING = "right, says nothing", "said to say nothing"
RIGHT_KINDS = ("right", f"right, {REWORDED}", SILENT)
WRONG = (DIFFERENT, TOLD_APART)
RIGHT = (EQUAL, EQUIVALENT)
#: Names of the checks that a paraphrase fails, each with what was found.
Checker = Callable[[str, str, str], list[tuple[str, str]]]
Row = dict[str, Any]


def corpus(half: str, part: str | None = None) -> list[Row]:
    """Return the rows of a half: `id`, `part`, `before` (the story up to the sentence), `sentence`, `paraphrase`.

    The paraphrase of a sentence that says nothing of where anything is is empty.
    """
    file = FOLDER / "assist" / "data" / f"paraphrases_{half}.jsonl"
    rows = [{"half": half, **json.loads(line)} for line in file.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if part in (None, row["part"])]


# ---------------------------------------------------------------- making


def made(rows: Sequence[Row], jobs: int = 1) -> Iterator[Row]:
    """Yield each row with `wrong`, pairs of a kind and a text, `reworded` texts and `counts` of what the edits came to."""
    tasks = list(zip(rows, map(functools.partial(_others, rows), range(len(rows))), strict=True))
    if jobs == 1:
        yield from map(_made, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_made, tasks, chunksize=8)


def _others(rows: Sequence[Row], at: int) -> list[str]:
    """Return paraphrases of other sentences: one of the same story, where there is one, and further ones."""
    rng = random.Random(rows[at]["id"])
    own = rows[at]["paraphrase"]
    near = [
        row["paraphrase"] for row in rows[max(at - 8, 0) : at + 8] if row.get("story") and row["story"] == rows[at].get("story")
    ]
    far = [rng.choice(rows)["paraphrase"] for _ in range(3)]
    return [text for text in dict.fromkeys((*near[:2], *far)) if text not in ("", own)]


def _made(task: tuple[Row, list[str]]) -> Row:
    row, others = task
    counts: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    if not row["paraphrase"]:
        found = [("unrelated", text) for text in others if (one := reading(row["before"], text)) is not None and one.says]
        return {**row, "wrong": found[:1], "reworded": [], "counts": counts}
    right = context(row)
    if right is None:
        return {**row, "wrong": [], "reworded": [], "counts": {"not read": 1}}
    before, one = right
    wrong.append((NOTHING, ""))
    things = [name if name[:1].isupper() else f"the {name}" for name in one.story.entities if not re.search(r"\d$", name)]
    source = Source(row["paraphrase"], things, others)
    for kind in (*KINDS, *EXTRA):
        for text in edits(source, kind, random.Random(f"{row['id']} {kind}"))[:TRIES]:
            found = _found(before, one, text)
            counts[f"{kind}: {found}"] += 1
            if found in WRONG:
                wrong.append((kind, text))
                break
    reworded = []
    for text in edits(source, REWORDED, random.Random(row["id"]))[:TRIES]:
        found = _found(before, one, text)
        counts[f"{REWORDED}: {found}"] += 1
        if found in RIGHT:
            reworded.append(text)
            break
    return {**row, "wrong": wrong, "reworded": reworded, "counts": counts}


def context(row: Row) -> tuple[str, Reading] | None:
    """Return what a paraphrase has to be read behind (nothing, where it is read the same alone), and its reading."""
    there = reading(row["before"], row["paraphrase"])
    if there is None or not there.says:
        return None
    alone = reading("", row["paraphrase"]) if row["before"] else None
    return ("", alone) if alone is not None and alone.told == there.told else (row["before"], there)


def _found(before: str, right: Reading, text: str) -> str:
    """Return what an edit comes to: not read, saying nothing, or what it is to the right one."""
    other = reading(before, text)
    return "not read" if other is None else "says nothing" if not other.says else compared(right, other)


# ---------------------------------------------------------------- checking


def bag_of_words(sentence: str, paraphrase: str, before: str) -> list[tuple[str, str]]:
    """Return what fails of the weak baseline: no word of the paraphrase is new, and half of the sentence's words are in it."""
    one, other, known = (set(re.findall(r"\w{3,}", text.casefold())) for text in (sentence, paraphrase, before))
    new = sorted(other - one - known - _PLAIN)
    share = len(one & other) / max(len(one - _PLAIN), 1)
    return ([("words", f"new: {', '.join(new)}")] if new else []) + ([("share", f"{share:.0%}")] if share < 0.5 else [])


_PLAIN = frozenset(
    {"the", "and", "are", "was", "were", "not", "has", "have", "there", "then", "left", "right", "above", "below", "under"}
    | {"behind", "front", "next", "near", "inside"}
)


def checkers() -> dict[str, Checker]:
    """Return the checks by name, the baseline first."""
    found: dict[str, Checker] = {"bag of words": bag_of_words}
    try:
        check = importlib.import_module("qsr.assist.checks").check
    except ModuleNotFoundError:
        return found

    def checks(sentence: str, paraphrase: str, before: str) -> list[tuple[str, str]]:
        done = check(sentence, paraphrase, before)
        return [(one.name, one.detail) for one in done if not one.passed] if done else [("none", "no checks were made")]

    return {**found, "checks": checks}


class Honest:
    """A judge who knows what a sentence means, which is what the right paraphrase is read to say, and answers by the solver."""

    name = "honest"

    def __init__(self, row: Row) -> None:
        self.row = row

    def ask(self, messages: Sequence[Any], **options: Any) -> Any:
        """Return the reply to the last message; what is not read is not known to follow."""
        from qsr.assist.protocol import Reply

        shown = json.loads(messages[-1].content)
        if "given" not in shown:
            right = self.row["paraphrase"] if shown["claim"] == self._sentence else shown["claim"]
            return Reply(json.dumps({"answer": "yes" if right else "no"}))
        given, claim = (reading(self.row["before"], self._meant(shown[key])) for key in ("given", "claim"))
        says_so = given is not None and claim is not None and follows(given, claim)
        return Reply(json.dumps({"answer": "yes" if says_so else "no"}))

    @property
    def _sentence(self) -> str:
        return " ".join(self.row["sentence"].split())

    def _meant(self, text: str) -> str:
        return str(self.row["paraphrase"]) if text == self._sentence else text


def honest(row: Row, text: str) -> bool:
    """Tell whether a paraphrase enters where the judge of `qsr.assist` is an honest one."""
    from qsr.assist.draft import Draft
    from qsr.assist.judge import judged

    draft = Draft.of(f"{row['before']} {row['sentence']}".strip())
    number = len(draft.pieces) - 1
    piece = draft.pieces[number].words
    return judged(draft, number, text, draft.told_before(number), Honest({**row, "sentence": piece}), 1).passed


def measured(rows: Iterable[Row], show: bool = False, judge: bool = True) -> dict[str, Any]:
    """Return of each group of rows and each kind how many there are and what each checker rejects of them.

    Without the judge, all that the checks let pass counts as entered.
    """
    known = checkers()
    table: dict[str, dict[str, Counter[str]]] = {}
    reasons: Counter[str] = Counter()
    for row in rows:
        group = f"{row['half']}, {row['part']}"
        cases = [
            ("right" if row["paraphrase"] else SILENT, row["paraphrase"]),
            *((f"right, {REWORDED}", text) for text in row["reworded"]),
        ]
        for kind, text in [*cases, *row["wrong"]] if "not read" not in row["counts"] else []:
            is_right = kind in RIGHT_KINDS
            counts = table.setdefault(group, {}).setdefault(kind, Counter())
            counts["made"] += 1
            for name, checker in known.items():
                failed = checker(row["sentence"], text, row["before"])
                counts[name] += bool(failed)
                counts[f"{name}, alone"] += len({check for check, _ in failed}) == 1
                if not failed and not is_right:
                    counts[f"{name}, judged"] += not judge or honest(row, text)
            if kind in RIGHT_KINDS[:2]:
                reasons.update({check for check, _ in failed})
            if show and bool(failed) == is_right:
                why = " ".join(["|", *(f"{check}: {detail};" for check, detail in failed)])
                print("REFUSED" if is_right else "ACCEPTED", row["id"], f"[{kind}]", row["sentence"], "=>", text, why)
    return {"groups": table, "refused by": dict(reasons.most_common()), "checkers": list(known)}


def report(result: dict[str, Any]) -> None:
    groups = dict(result["groups"])
    if len(groups) > 1:
        groups["all"] = {}
        for table in result["groups"].values():
            for kind, counts in table.items():
                groups["all"].setdefault(kind, Counter()).update(counts)
    for group, table in groups.items():
        titles = "".join(f"{name:>16}{'one alone':>11}{'entered':>9}" for name in result["checkers"])
        print(f"\n{group:<32}{'made':>7}{titles}")
        wrong: Counter[str] = Counter()
        for kind in sorted(table, key=_rank):
            _line(kind, table[kind], result["checkers"])
            wrong.update(table[kind] if kind in KINDS else {})
        _line("wrong, of the ten kinds", wrong, result["checkers"])
    print(f"\nright ones refused by: {result['refused by']}")


def _rank(kind: str) -> int:
    return [*RIGHT_KINDS, *KINDS, *EXTRA, NOTHING].index(kind)


def _line(kind: str, counts: Counter[str], names: Sequence[str]) -> None:
    """Print how many of the right ones are kept, and of the wrong ones rejected; behind it what enters behind an honest judge."""
    count = counts["made"]
    cells = ""
    for name in names:
        share = counts[name] / max(count, 1)
        right = kind in RIGHT_KINDS
        entered = count - counts[name] if right else counts[f"{name}, judged"]
        verdict = f"kept{1 - share:>7.1%}" if right else f"rejected{share:>7.1%}"
        cells += f"{verdict:>16}{counts[f'{name}, alone']:>11}{entered:>9}"
    print(f"{kind:<32}{count:>7}{cells}")


# ---------------------------------------------------------------- the run


def kept(rows: Sequence[Row], file: Path | None, jobs: int) -> list[Row]:
    """Return what `made` makes of the rows; what the file has is taken from there, and the rest is written to it."""
    known: dict[str, Row] = {}
    if file is not None and file.exists():
        found = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
        known = {row["id"]: row for row in found}
    missing = [row for row in rows if any(known.get(row["id"], {}).get(key) != row[key] for key in ("before", "paraphrase"))]
    for row in made(missing, jobs):
        known[row["id"]] = row
        if file is not None:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(known[row["id"]], ensure_ascii=False) + "\n")
    return [known[row["id"]] for row in rows]


def sampled(rows: list[Row], limit: int | None) -> list[Row]:
    """Return rows that are drawn by their names, in their order: a larger sample holds a smaller one."""
    drawn = sorted(rows, key=lambda row: hashlib.sha256(row["id"].encode()).digest())[:limit]
    names = {row["id"] for row in drawn}
    return [row for row in rows if row["id"] in names]


def short() -> Iterator[Figure]:
    """Yield the share of wrong ones that is rejected, and of right ones that is kept, on what was made of a few rows."""
    lines = (FOLDER / "assist" / "data" / "paraphrases_made.jsonl").read_text(encoding="utf-8").splitlines()
    result = measured(map(json.loads, lines), judge=False)
    tables = list(result["groups"].values())
    for name, title, chosen in (("right", "right paraphrases kept", False), ("wrong", "wrong paraphrases rejected", True)):
        counts: Counter[str] = Counter()
        for table in tables:
            for kind, one in table.items():
                counts.update(one if kind in (KINDS if chosen else RIGHT_KINDS[:2]) else {})
        shares = [counts[checker] / max(counts["made"], 1) for checker in result["checkers"]]
        shares = [share if name == "wrong" else 1 - share for share in shares]
        yield Figure(title, 100 * shares[-1], "%", "bag of words", 100 * shares[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--limit", type=int, help="rows of each half and part")
    parser.add_argument("--made", type=Path, metavar="FILE", help="what was made of the rows, kept as JSON lines")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print right ones that are refused and wrong ones that are accepted")
    arguments = parser.parse_args()
    halves, parts = ([arguments.half] if arguments.half else HALVES), ([arguments.part] if arguments.part else PARTS)
    rows = [row for half in halves for part in parts for row in sampled(corpus(half, part), arguments.limit)]
    found = kept(rows, arguments.made, arguments.jobs)
    result = measured(found, arguments.show)
    result["edits"] = dict(sum((Counter(row["counts"]) for row in found), Counter()))
    report(result)
    print(json.dumps({"benchmark": "paraphrases", **result}))


if __name__ == "__main__":
    main()
