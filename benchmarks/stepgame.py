"""StepGame end to end: how many stories a second one process parses and solves, against two references.

A child process with nothing warmed up reads every file, so that imports, the grammar and its caches are paid for ("cold");
the second pass over the same rows shows the steady state ("warm"). In the same run, over the same rows:

- json: `json.loads` of each row, the least that any program must do;
- control: fresh clingo Controls per story, which ground the same encodings (`encodings/paper_paths.lp` for the path,
  `encodings/property_sets.lp` for the whole) with the story as facts.

    python benchmarks/stepgame.py [FILE ...]

Files are StepGame's `qa<k>_*.json`; without any, stories of k = 1..10 sentences are made up from a seed.
Prints a table and one JSON line.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from figures import Figure

LABELS = {
    (-1, 0): "left",
    (1, 0): "right",
    (0, 1): "above",
    (0, -1): "below",
    (-1, 1): "upper-left",
    (1, 1): "upper-right",
    (-1, -1): "lower-left",
    (1, -1): "lower-right",
}
WORDINGS = (
    "{X} is {p} {Y}.",
    "{X} is located {p} {Y}.",
    "The object {X} is positioned {p} the object {Y}.",
    "{X} is directly {p} {Y}.",
    "{X} is over there and {Y} is {q} it.",
    "{Y} is {q} {X} with a small gap between them.",
    "{X} is {p} {Y} and {Y} is {q} {X}.",
    "{X} lies {p} {Y}, too.",
)


def made_up(k: int, count: int, seed: int) -> dict[str, object]:
    """Return rows of k sentences that chain k + 1 agents, in random order."""
    from qsr.language import words

    generator = random.Random(seed * 100 + k)
    phrases = {
        step: " and ".join(words.phrase(part) for part in label.replace("upper", "above").replace("lower", "below").split("-"))
        for step, label in LABELS.items()
    }
    rows: dict[str, object] = {}
    for index in range(count):
        agents = generator.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k + 1)
        sentences = []
        x = y = 0
        for one, other in pairwise(agents):
            step = generator.choice(list(LABELS))
            x, y = x + step[0], y + step[1]
            back = (-step[0], -step[1])
            sentences.append(generator.choice(WORDINGS).format(X=one, Y=other, p=phrases[step], q=phrases[back]))
        generator.shuffle(sentences)
        sign = ((x > 0) - (x < 0), (y > 0) - (y < 0))
        question = f"What is the relation of the agent {agents[0]} to the agent {agents[-1]}?"
        rows[str(index)] = {"story": sentences, "question": question, "label": LABELS.get(sign, "overlap")}
    return rows


def passes(files: list[Path]) -> dict[str, object]:
    """Run in the child: a first and a second pass over all files, and the references; CPU seconds of this process."""
    from qsr import datasets, theories
    from qsr.datasets.protocol import BadRow

    reader = datasets.get("stepgame")
    session = theories.get("paper-ps2").open()

    def solve(file: Path) -> tuple[int, int]:
        count = correct = 0
        for row in reader.rows(file, {}):
            item = reader.item(row, {})
            if isinstance(item, BadRow):
                sys.exit(f"{item.id}: {item.error}")
            answer = session.answer(item.story, item.question)
            correct += reader.native(item, answer) == item.gold
            count += 1
        return count, correct

    result: dict[str, object] = {}
    cold: dict[str, list[float]] = {}
    for file in files:
        start = time.process_time()
        count, correct = solve(file)
        cold[str(file)] = [count, correct, time.process_time() - start]
    result["cold"] = cold
    result["process"] = time.process_time()
    warm = {}
    for file in files:
        start = time.process_time()
        solve(file)
        warm[str(file)] = time.process_time() - start
    result["warm"] = warm
    references = {}
    control = theories.get("paper-ps2").open("clingo")
    for file in files:
        lines = [json.dumps(row) for row in json.loads(file.read_text(encoding="utf-8")).values()]
        start = time.process_time()
        for line in lines:
            json.loads(line)
        plain = time.process_time() - start
        items = [reader.item(row, {}) for _, row in zip(range(100), reader.rows(file, {}), strict=False)]
        start = time.process_time()
        for item in items:
            control.answer(item.story, item.question)
        references[str(file)] = [len(lines) / plain, len(items) / (time.process_time() - start)]
    result["references"] = references
    return result


def short() -> Iterator[Figure]:
    """Yield stories a second of a short run in this process, beside both references."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "qa5_made.json"
        file.write_text(json.dumps(made_up(5, 500, seed=1)), encoding="utf-8")
        result = passes([file])
    (warm,), ((plain, control),) = (result[key].values() for key in ("warm", "references"))
    yield Figure("stories of 5 sentences, read and solved", 500 / warm, "/s", "clingo grounded for each", control)
    yield Figure("stories of 5 sentences, read and solved", 500 / warm, "/s", "json.loads of each", plain)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(passes(arguments.files)))
        return
    with tempfile.TemporaryDirectory() as folder:
        files = arguments.files
        if not files:
            files = [Path(folder) / f"qa{k}_made.json" for k in range(1, 11)]
            for k, file in enumerate(files, 1):
                file.write_text(json.dumps(made_up(k, 1000, arguments.seed)), encoding="utf-8")
        files = sorted(files, key=lambda file: (str(file.parent), _k(file)))
        command = [sys.executable, __file__, "--child", *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    report(files, json.loads(done.stdout))


def _k(file: Path) -> int:
    found = re.search(r"qa(\d+)", file.name)
    return int(found[1]) if found else 0


def _row(cells: tuple[str, ...]) -> str:
    return f"{cells[0]:<34}" + "".join(f"{cell:>11}" for cell in cells[1:])


def report(files: list[Path], result: dict[str, object]) -> None:
    cold, warm, references = (result[key] for key in ("cold", "warm", "references"))
    print(_row(("file", "stories", "right", "first/s", "warm/s", "json/s", "of json", "control/s", "x control")))
    rows = []
    for file in files:
        count, correct, seconds = cold[str(file)]
        first, steady = count / seconds, count / warm[str(file)]
        plain, control = references[str(file)]
        rows.append({"file": file.name, "k": _k(file), "first": first, "warm": steady, "json": plain, "control": control})
        name = f"{file.parent.name}/{file.name}"[-33:]
        rates = (
            f"{first:.0f}",
            f"{steady:.0f}",
            f"{plain:.0f}",
            f"{steady / plain:.3f}",
            f"{control:.0f}",
            f"{steady / control:.1f}",
        )
        print(_row((name, str(count), str(correct), *rates)))
    stories = sum(count for count, _, _ in cold.values())
    rate = stories / result["process"]
    seconds = f"{result['process']:.2f} s CPU, {rate:.0f} a second"
    print(f"\nall files in one process, imports and grammar included: {stories} stories, {seconds}")
    print(json.dumps({"benchmark": "stepgame", "stories": stories, "cold_per_second": rate, "files": rows}))


if __name__ == "__main__":
    main()
