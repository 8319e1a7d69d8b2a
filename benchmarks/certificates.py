"""Certificates: honest ones have to be accepted, forged ones rejected, over all theories that can be certified.

Stories come from a seed: random ones in general English, and those of the generators of qsr. Each forgery changes one thing of
an honest certificate (a number of a witness, a label, a statement of a core, a status, the text ...) and writes digest and
SHA-256 of the text anew, as a forger would, so that these are not what catches it. A forgery that `verify` accepts is judged
apart (`certificates_judged.py`), by code that `verify` does not run. Where that finds it true all the same (another valid
witness, say) it is not counted; where not, the run fails.

    python benchmarks/certificates.py [--honest N] [--forged N] [--seed S]

Prints a table by theory and one by kind of forgery, and a line of JSON.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from certificates_forged import FORGERIES
from certificates_judged import judged

from qsr import generate
from qsr.certificates import CertificateError, certify, dumps, loads, verify
from qsr.certificates.format import digest_of
from qsr.errors import QsrError
from qsr.generate import Request
from qsr.language.headings import reader as headings
from qsr.story import Story

Source = tuple[str, "str | Story", dict[str, Any]]
SIDES = ("left of", "right of", "above", "below")
TOPOLOGY = ("inside", "outside", "partially overlapping with", "touching")
NAMES = "ABCDEFGH"


# ---------------------------------------------------------------- stories


def sentences(pick: random.Random, count: int, entities: int, relations: tuple[str, ...], *, numbers: bool, denials: bool) -> str:
    said = []
    for _ in range(count):
        head, tail = pick.sample(NAMES[:entities], 2)
        relation = pick.choice(relations)
        if numbers and relation in SIDES and pick.random() < 0.4:
            said.append(f"{head} is {pick.randint(2, 5)} units {relation} {tail}.")
        elif denials and pick.random() < 0.2:
            said.append(f"{head} is not {relation} {tail}.")
        else:
            said.append(f"{head} is {relation} {tail}.")
    return " ".join(said)


def exact(pick: random.Random) -> Source:
    objects, relations, quantities = pick.choice(("points", "extended")), pick.choice(("incomplete", "complete")), "unspecified"
    if pick.random() < 0.4:
        quantities = "specified"
    entities = pick.randint(2, 5)
    words = (*SIDES, *(TOPOLOGY if objects == "extended" else ()))
    text = sentences(pick, pick.randint(1, entities + 1), entities, words, numbers=True, denials=relations == "incomplete")
    line = f"theory: exact, objects: {objects}, relations: {relations}, quantities: {quantities}"
    return f"exact, {objects}, {relations}, {quantities}", f"{line}\n{text}\n{asked_known(pick, text)}", {}


def asked_known(pick: random.Random, text: str) -> str:
    """Ask about two entities of a text."""
    known = sorted({letter for letter in NAMES if f"{letter} is" in text or f" {letter}." in text})
    head, tail = pick.sample(known, 2)
    return f"? Is {head} {pick.choice(SIDES)} {tail}?" if pick.random() < 0.4 else f"? Where is {head} relative to {tail}?"


def sound(pick: random.Random) -> Source:
    entities = pick.randint(2, 4)
    words = (*SIDES, *TOPOLOGY, "near", "far from", "behind")
    text = sentences(pick, pick.randint(1, entities + 1), entities, words, numbers=False, denials=True)
    return "sound", f"theory: sound\n{text}\n{asked_known(pick, text)}", {}


def babi(pick: random.Random) -> Source:
    places = ["the office", "the kitchen", "the garden", "the hallway", "the bathroom", "the bedroom"][: pick.randint(3, 6)]
    free = [(x, y) for x in range(3) for y in range(2)]
    spots = dict(zip(places, pick.sample(free, len(places)), strict=True))
    said = []
    for head in places:
        for tail in places:
            step = (spots[head][0] - spots[tail][0], spots[head][1] - spots[tail][1])
            word = {(1, 0): "east", (-1, 0): "west", (0, 1): "north", (0, -1): "south"}.get(step)
            if word and head < tail:
                said.append(f"{head[0].upper()}{head[1:]} is {word} of {tail}.")
    if not said:
        return babi(pick)
    pick.shuffle(said)
    if pick.random() < 0.1:
        said.append(said[0].replace("east", "west") if "east" in said[0] else said[0].replace("north", "east"))
    known = [place for place in places if any(place in one.lower() for one in said)]
    head, tail = pick.sample(known, 2)
    question = f"? How do you go from {head} to {tail}?" if pick.random() < 0.5 else f"? Is {head} left of {tail}?"
    return "babi", f"theory: babi\n{' '.join(said)}\n{question}", {}


def headings_story(pick: random.Random) -> Source:
    turns = "".join(f"他向{pick.choice('左右')}转{pick.choice((90, 180))}度。" for _ in range(pick.randint(1, 2)))
    options = {"A": "东", "B": "西", "C": "南", "D": pick.choice(("北", "以上选项都不是。"))}
    begin = f"丁丁面朝{pick.choice('东西南北')}站着。"
    story = headings.read(begin + turns, "丁丁面朝()。", options)
    return "headings", story, {"theory": "headings", "options": options}


def grids(pick: random.Random) -> Source:
    rows, columns = pick.randint(2, 4), pick.randint(2, 4)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    pick.shuffle(cells)
    held = {cells[0]: "A"}
    for cell in cells[1 : 1 + pick.randint(1, 3)]:
        held[cell] = "E"
    if len(cells) > 6:
        held[cells[5]] = "O"
    ruler = "  " + "+---" * columns + "+"
    lines = ["    " + "   ".join(map(str, range(columns))), ruler]
    for row in range(rows):
        lines += [f"{row:2}|" + "|".join(f" {held.get((row, column), ' ')} " for column in range(columns)) + "|", ruler]
    rules = f"moves: {pick.choice((4, 8))}, carry: {pick.choice(('none', '1', '2'))}, cost: {pick.choice(('0', '0.3', '0.1'))}"
    return "gridworld", f"theory: gridworld, {rules}, steps: {pick.randint(6, 12)}\n" + "\n".join(lines) + "\n", {}


def generated(pick: random.Random) -> Iterator[Source]:
    """Yield stories of the generators, a kind after another."""
    number = 0
    while True:
        number += 1
        seed = pick.randrange(1 << 30)
        for properties, line in (
            ("PS1", "theory: sound"),
            ("PS2", "theory: exact, objects: points, relations: complete, quantities: specified"),
            ("PS3", "theory: exact, objects: points, relations: complete"),
            ("PS4", "theory: exact, objects: extended, relations: complete"),
        ):
            for row in rows("sparp", seed, {"property-set": properties}):
                yield f"sparp {properties}", f"{line}\n{row['context']}\n? {row['question']}", {}
        for mode in ("code", "paper", "real"):
            for row in rows("roomspace", seed, {"n": (3, 4)}):
                question = row["question_fr"] if number % 2 else row["question_yn"]
                grid = "9x9" if mode == "real" else pick.choice(("9x9", "12x12", "9x6"))
                text = f"theory: room, mode: {mode}, grid: {grid}\n{row['story_topdown']}\n? {question}"
                yield f"room, mode {mode}", text, {}
        for language in ("zh", "en"):
            for row in rows("space2024", seed, {"language": language}):
                options = " ".join(f"{letter}) {text}" for letter, text in row["option"].items())
                layout = row["generated"]["layout"].split()[0]
                yield f"seating, {layout}, {language}", f"theory: seating\n{row['text']}\n? {row['question']} {options}", {}
        for row in rows("prepositions", seed, {"language": pick.choice(("en", "ro"))}):
            text = f"theory: prepositions\n{row['premise1']}. {row['premise2']}.\n? {row['conclusion']}"
            yield f"prepositions, {row['lang']}", text, {}


def rows(name: str, seed: int, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for _, row in generate.get(name).generate(Request(seed=seed, count=1, options=options)):
        yield row


def sources(seed: int) -> Iterator[Source]:
    pick = random.Random(seed)
    made = generated(pick)
    random_ones: tuple[Callable[[random.Random], Source], ...] = (exact, exact, sound, babi, headings_story, grids)
    while True:
        for one in random_ones:
            yield one(pick)
        for _ in range(5):
            yield next(made)


# ---------------------------------------------------------------- the two counts


def honest(count: int, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield honest certificates with their kind, as they come back from a file."""
    found = 0
    for kind, story, options in sources(seed):
        try:
            made = certify(story, **options)
        except QsrError as error:
            SKIPPED[f"{kind.split(',')[0]}: {type(error).__name__}: {str(error)[:90]}"] += 1
            continue
        yield kind, loads(dumps(made))
        found += 1
        if found == count:
            return


SKIPPED: Counter[str] = Counter()


def resealed(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return a forgery with digests that fit, as a forger would write them."""
    source = certificate.get("source")
    if isinstance(source, dict) and isinstance(source.get("text"), str):
        source["sha256"] = sha256(source["text"].encode()).hexdigest()
    certificate["digest"] = digest_of(certificate)
    return certificate


def accepted(certificate: dict[str, Any]) -> bool:
    """Tell whether a certificate is accepted, as a file and in memory."""
    try:
        return verify(loads(dumps(certificate))).holds
    except CertificateError:
        return False


def measured(honest_count: int, forged_count: int, seed: int) -> dict[str, Any]:
    """Return what came of so many honest and so many forged certificates."""
    kinds: dict[str, Counter[str]] = {}
    forgeries: dict[str, Counter[str]] = {}
    wrong: list[str] = []
    pick = random.Random(seed + 1)
    kept: list[tuple[str, dict[str, Any]]] = []
    times = [0.0, 0.0]
    began = time.perf_counter()
    for kind, certificate in honest(honest_count, seed):
        times[0] += time.perf_counter() - began
        began = time.perf_counter()
        report = verify(certificate)
        times[1] += time.perf_counter() - began
        counts = kinds.setdefault(kind, Counter())
        counts["made"] += 1
        counts["accepted"] += report.holds
        counts["witnesses"] += report.witnesses
        counts["cores"] += report.cores
        if not report.holds:
            wrong.append(f"honest, {kind}: {(report.faults + report.unchecked)[0]}")
        kept.append((kind, certificate))
        began = time.perf_counter()
    counted = tried = 0
    while counted < forged_count and tried < 20 * forged_count and kept:
        tried += 1
        name, forge = FORGERIES[tried % len(FORGERIES)]
        kind, original = pick.choice(kept)
        forged = copy.deepcopy(original)
        if not forge(forged, pick) or forged == original:
            continue
        counts = forgeries.setdefault(name, Counter())
        if not accepted(resealed(forged)):
            counts["rejected"] += 1
            counted += 1
        elif judged(forged):
            counts["true all the same"] += 1
        else:
            counts["accepted"] += 1
            counted += 1
            wrong.append(f"forged, {name}, {kind}: {json.dumps(forged, ensure_ascii=False)}")
    return {
        "honest": sum(one["made"] for one in kinds.values()),
        "honest_accepted": sum(one["accepted"] for one in kinds.values()),
        "forged": counted,
        "forged_rejected": sum(one["rejected"] for one in forgeries.values()),
        "true_all_the_same": sum(one["true all the same"] for one in forgeries.values()),
        "seconds_making": round(times[0], 1),
        "seconds_verifying": round(times[1], 1),
        "kinds": {kind: dict(counts) for kind, counts in sorted(kinds.items())},
        "forgeries": {name: dict(counts) for name, counts in sorted(forgeries.items())},
        "skipped": dict(SKIPPED),
        "wrong": wrong[:20],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--honest", type=int, default=1000)
    parser.add_argument("--forged", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    result = measured(chosen.honest, chosen.forged, chosen.seed)
    print(f"{'honest certificates':44} {'made':>6} {'accepted':>9} {'witnesses':>10} {'cores':>7}")
    for kind, counts in result["kinds"].items():
        print(f"{kind:44} {counts['made']:6} {counts['accepted']:9} {counts['witnesses']:10} {counts['cores']:7}")
    print(f"\n{'forged in':44} {'rejected':>9} {'accepted':>9} {'true all the same':>18}")
    for name, counts in result["forgeries"].items():
        print(f"{name:44} {counts.get('rejected', 0):9} {counts.get('accepted', 0):9} {counts.get('true all the same', 0):18}")
    print(json.dumps(result, ensure_ascii=False))
    if result["wrong"]:
        sys.exit(f"{len(result['wrong'])} certificates came out wrong; the first: {result['wrong'][0]}")


if __name__ == "__main__":
    main()
