"""SpaRTUN questions a second: qsr against SWI-Prolog with the same rules, and against clingo.

One process reads and answers every question, and answers once more what is read already. SWI-Prolog (`swipl`, an optional
program that only this benchmark uses) has the rules of `encodings/spartun.lp` in `spartun.pl` beside this file, tabled; it is
given facts and questions as qsr read them, so that it is measured at answering alone, by its own clock. clingo grounds the
encoding anew for a story, on some stories only. All must give the same answer to every question, or the run fails.

    python benchmarks/spartun.py [FILE ...]

Files are SpaRTUN's; without any, stories are made up from a seed. Prints a table of ratios and one JSON line.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from figures import Figure

from qsr import datasets, theories
from qsr.datasets.protocol import BadRow, Item
from qsr.relations import LABELS, RCC8, parts
from qsr.story import Value

RULES = Path(__file__).with_name("spartun.pl")
SHAPES = ("star", "circle", "square", "oval", "hexagon")
COLOURS = ("red", "blue", "green", "yellow")
SIDES = ("left of", "right of", "above", "below", "behind", "in front of", "near to", "far from", "touching")
HOLDS = ("contains", "covers")
BLOCKS = ("disconnected from", "left of", "above", "inside", "inside and touching", "far from")
CLINGO_STORIES = 20


def made_up(stories: int, seed: int) -> dict[str, object]:
    """Return a file of stories with two or three boxes, three things in each, and four questions; they have no labels."""
    generator = random.Random(seed)
    looks = [f"{colour} {shape}" for colour in COLOURS for shape in SHAPES]
    data = []
    for index in range(stories):
        boxes = ["one", "two", "three"][: generator.randint(2, 3)]
        things = generator.sample(looks, 3 * len(boxes))
        sentences = [f"A box named {box} exists." for box in boxes]
        for one, other in pairwise(boxes):
            sentences.append(f"Box {one} is {generator.choice(BLOCKS)} box {other}.")
        for place, box in enumerate(boxes):
            inside = things[3 * place : 3 * place + 3]
            sentences += [f"Box {box} {generator.choice(HOLDS)} a {thing}." for thing in inside]
            for one, other in pairwise(inside):
                sentences.append(f"The {one} is {generator.choice(SIDES)} the {other}.")
        pairs = [generator.sample(things, 2) for _ in range(2)]
        questions = [
            {"q_id": at, "q_type": "FR", "question": f"Where is the {one} regarding the {other}?"}
            for at, (one, other) in enumerate(pairs)
        ]
        for at in (2, 3):
            words = generator.choice(("all", "any")), generator.choice(("a", "all"))
            colours, side = generator.sample(COLOURS, 2), generator.choice(SIDES[:8])
            text = f"Is {words[0]} {colours[0]} thing {side} {words[1]} {colours[1]} thing?"
            questions.append({"q_id": at, "q_type": "YN", "question": text})
        data.append({"identifier": str(index), "story": [" ".join(sentences)], "questions": questions})
    return {"data": data}


def read(files: list[Path]) -> list[Item]:
    reader, items = datasets.get("spartun"), []
    options = datasets.choose("spartun", {})
    for file in files:
        for row in reader.rows(file, options):
            item = row if isinstance(row, BadRow) else reader.item(row, options)
            if isinstance(item, BadRow):
                sys.exit(f"{item.id}: {item.error}")
            items.append(item)
    return items


def solved(items: list[Item], backend: str) -> tuple[list[Value | None], float]:
    """Return the answers of a backend in the order of the items, and its CPU seconds."""
    session = theories.get("spartun").open(backend)
    start = time.process_time()
    answers = [session.answer(item.story, item.question).value for item in items]
    return answers, time.process_time() - start


def in_prolog(items: list[Item], program: str) -> tuple[list[Value | None], float]:
    """Return SWI-Prolog's answers and the CPU seconds that it took over them."""
    atoms = {label: RCC8.get(label, label).lower().replace("in front", "front") for label in LABELS}
    names = {atom: label for label, atom in atoms.items()}
    lines: list[str] = []
    last = None
    for item in items:
        if item.story.statements is not last:
            last = item.story.statements
            facts = [(s.args, atoms[part]) for s in last for part in parts(s.relation) if len(set(s.args)) == 2]
            lines.append(f"story([{','.join(f'f({head},{tail},{atom})' for (head, tail), atom in facts)}]).")
        question = item.question
        if question.form == "relation":
            lines.append(f"fr({question.args[0]},{question.args[1]}).")
        else:
            said = dict(question.properties)
            labels = [atoms[part] for candidate in question.candidates for part in parts(candidate)]
            heads, tails = (str(list(said[name])) for name in ("heads", "tails"))
            lines.append(f"yn([{','.join(labels)}],{heads},{tails},{','.join(said['quantifiers'])}).")
    command = [program, "-q", "-g", "main", "-t", "halt", str(RULES)]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=False)
    *found, seconds = done.stdout.splitlines() or [""]
    if done.returncode or len(found) != len(items):
        sys.exit(f"SWI-Prolog failed: {done.stderr[:2000]}")
    answers: list[Value | None] = [
        line if line in ("yes", "no") else frozenset(names[atom] for atom in line.strip("[]").split(",") if atom)
        for line in found
    ]
    return answers, float(seconds)


def measured(files: list[Path]) -> dict[str, object]:
    """Return questions a second of qsr and of each reference on the same questions; every answer is compared."""
    start = time.process_time()
    items = read(files)
    reading = time.process_time() - start
    answers, answering = solved(items, "direct")

    def compared(name: str, other: tuple[list[Value | None], float]) -> float:
        found, seconds = other
        for item, mine, theirs in zip(items, answers, found, strict=False):
            if mine != theirs:
                sys.exit(f"{item.id}: qsr says {mine}, {name} says {theirs}")
        return len(found) / max(seconds, 1e-9)

    rates = {"qsr read and answer": len(items) / (reading + answering), "qsr answer": len(items) / answering}
    program = shutil.which("swipl")
    if program:
        rates["SWI-Prolog answer"] = compared("SWI-Prolog", in_prolog(items, program))
    stories = list(dict.fromkeys(item.id.rpartition(":")[0] for item in items))[:CLINGO_STORIES]
    first = next((at for at, item in enumerate(items) if item.id.rpartition(":")[0] not in stories), len(items))
    rates["clingo answer"] = compared("clingo", solved(items[:first], "clingo"))
    labelled = [item for item in items if item.gold is not None]
    reader = datasets.get("spartun")
    session = theories.get("spartun").open()
    right = sum(reader.native(item, session.answer(item.story, item.question)) == item.gold for item in labelled)
    return {
        "questions": len(items),
        "labelled": len(labelled),
        "right": right,
        "prolog": bool(program),
        "equal_answers": True,
        "per_second": rates,
        "ratios": {name: rates["qsr answer"] / rate for name, rate in rates.items()},
    }


def report(result: dict[str, object]) -> None:
    rates, ratios = result["per_second"], result["ratios"]
    print(f"{result['questions']} questions, {result['right']} of {result['labelled']} labels right; every answer the same")
    print(f"{'':<24}{'questions/s':>14}{'qsr answer is':>16}")
    for name, rate in rates.items():
        print(f"{name:<24}{rate:>14.0f}{ratios[name]:>14.1f} x")
    if not result["prolog"]:
        print("swipl is not installed: compared with clingo alone")
    print(json.dumps({"benchmark": "spartun", **result}))


def short() -> Iterator[Figure]:
    """Yield questions a second on a few made-up stories, beside each reference."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.json"
        file.write_text(json.dumps(made_up(40, seed=1)), encoding="utf-8")
        rates = measured([file])["per_second"]
    for name in rates.keys() - {"qsr answer", "qsr read and answer"}:
        yield Figure("questions answered", rates["qsr answer"], "/s", name.removesuffix(" answer"), rates[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stories", type=int, default=300, help="how many to make up where no file is given")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = arguments.files
        if not files:
            files = [Path(folder) / "made.json"]
            files[0].write_text(json.dumps(made_up(arguments.stories, arguments.seed)), encoding="utf-8")
        result = measured(files)
    report(result)


if __name__ == "__main__":
    main()
