"""Certificates: honest ones have to be accepted, forged ones rejected, over all theories that can be certified.

Story number N follows from the seed and N alone (`certificates_stories.py`), and so do the forgeries of its certificate. Each
forgery changes one thing (a number of a witness, a label, a statement of a core, a status, the text ...) and writes digest and
SHA-256 of the text anew, as a forger would, so that these are not what catches it. A forgery that `verify` accepts is judged
apart (`certificates_judged.py`), by code that `verify` does not run: where that finds it true all the same (another valid
witness, say) it is not counted, and another is made; where not, the run fails. Moved places are judged both ways: a witness that
is right and is refused fails the run as well, and so does an honest certificate that is judged false.

    python tests/support/certificates_forging.py [--count N] [--first N] [--forged N] [--seed S] [--workers N] [--out ROWS.jsonl]

Prints a table by theory and one by kind of forgery, and a line of JSON. With `--out` a line is kept for each story; what is in
the file of the same seed is not done again, so that a run can be stopped, continued, and made in pieces.
"""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from certificates_forged import FORGERIES, PLACES
from certificates_judged import judged
from certificates_stories import KINDS
from qsr.certificates import CertificateError, certify, dumps, loads, verify
from qsr.certificates.format import digest_of
from qsr.errors import LimitReached, ParseError, QsrError, UnsupportedQuestion
from qsr.theories.protocol import Limits

Row = dict[str, Any]
#: Stories that are drawn for one number, until one can be certified, and seconds for each.
TRIALS = 20
SECONDS = 120.0


def unit(seed: int, forged: int, number: int) -> Row:
    """Return what came of one honest certificate and of forgeries of it."""
    pick = random.Random(f"{seed} {number}")
    row: Row = {"seed": seed, "number": number, "skipped": [], "wrong": [], "forgeries": []}
    began = time.process_time()
    certificate = honest(number, pick, row)
    if certificate is None:
        row["wrong"].append(f"{number}: no story could be certified: {row['skipped'][-1]}")
        return row
    made = time.process_time()
    report = verify(certificate)
    row |= {"accepted": report.holds, "witnesses": report.witnesses, "cores": report.cores, "plans": report.plans}
    row |= {"seconds_making": made - began, "seconds_verifying": time.process_time() - made}
    if not report.holds:
        row["wrong"].append(f"{number}, honest, {row['kind']}: {(report.faults + report.unchecked)[0]}")
    if not judged(certificate):
        row["wrong"].append(f"{number}, honest, judged false, {row['kind']}: {json.dumps(certificate, ensure_ascii=False)}")
    order = [FORGERIES[number % len(FORGERIES)], *pick.sample(FORGERIES, len(FORGERIES))]
    left = forged
    for name, forge in order:
        changed = copy.deepcopy(certificate)
        if not left:
            break
        if not forge(changed, pick) or changed == certificate:
            continue
        outcome = outcome_of(name, resealed(changed))
        row["forgeries"].append((name, outcome))
        if outcome in ("accepted", "refused though true"):
            row["wrong"].append(f"{number}, {outcome}, {name}, {row['kind']}: {json.dumps(changed, ensure_ascii=False)}")
        left -= outcome in ("rejected", "accepted")
    row["seconds"] = time.process_time() - began
    return row


def honest(number: int, pick: random.Random, row: Row) -> dict[str, Any] | None:
    """Return the certificate of a story of its kind, as it is made: it holds without a way through a file."""
    for _ in range(TRIALS):
        row["kind"], story, options = KINDS[number % len(KINDS)](pick)
        try:
            return certify(story, limits=Limits(seconds=SECONDS), **options)
        except (UnsupportedQuestion, ParseError, LimitReached) as error:
            row["skipped"].append(f"{row['kind'].split(',')[0]}: {type(error).__name__}: {' '.join(str(error).split())[:90]}")
        except QsrError as error:
            row["wrong"].append(f"{number}, certify, {row['kind']}: {error}; {story!r}")
    return None


def resealed(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return a forgery with digests that fit, as a forger would write them."""
    source = certificate.get("source")
    if isinstance(source, dict) and isinstance(source.get("text"), str):
        source["sha256"] = sha256(source["text"].encode()).hexdigest()
    certificate["digest"] = digest_of(certificate)
    return certificate


def outcome_of(name: str, certificate: dict[str, Any]) -> str:
    """Return what came of a forgery, read as a file."""
    try:
        holds = verify(loads(dumps(certificate))).holds
    except CertificateError:
        return "rejected"
    if holds:
        return "true all the same" if judged(certificate) else "accepted"
    return "refused though true" if name in PLACES and judged(certificate) else "rejected"


def rows_of(numbers: Iterable[int], seed: int, forged: int, workers: int = 1, context: str = "spawn") -> Iterator[Row]:
    """Yield what came of each number, in order."""
    work = partial(unit, seed, forged)
    if workers == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(context)) as pool:
        yield from pool.map(work, numbers)


def summed(rows: Iterable[Row]) -> dict[str, Any]:
    """Return the figures of many rows."""
    kinds: dict[str, Counter[str]] = {}
    forgeries: dict[str, Counter[str]] = {}
    skipped: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    wrong: list[str] = []
    for row in rows:
        wrong += row["wrong"]
        skipped.update(row["skipped"])
        if "accepted" not in row:
            continue
        kinds.setdefault(row["kind"], Counter()).update(
            made=1, accepted=row["accepted"], witnesses=row["witnesses"], cores=row["cores"], plans=row["plans"]
        )
        seconds.update({key: value for key, value in row.items() if key.startswith("seconds")})
        for name, outcome in row["forgeries"]:
            forgeries.setdefault(name, Counter())[outcome] += 1
    return {
        "honest": sum(one["made"] for one in kinds.values()),
        "honest_accepted": sum(one["accepted"] for one in kinds.values()),
        "forged": sum(one["rejected"] + one["accepted"] for one in forgeries.values()),
        "forged_rejected": sum(one["rejected"] for one in forgeries.values()),
        "true_all_the_same": sum(one["true all the same"] for one in forgeries.values()),
        **{key: round(value, 1) for key, value in sorted(seconds.items())},
        "kinds": {kind: dict(counts) for kind, counts in sorted(kinds.items())},
        "forgeries": {name: dict(counts) for name, counts in sorted(forgeries.items())},
        "skipped": dict(skipped),
        "wrong": wrong[:20],
    }


def kept(file: str | None, seed: int) -> dict[int, Row]:
    """Return the rows of an earlier run with this seed; a last line that was cut off is left out."""
    found: dict[int, Row] = {}
    for line in Path(file).read_text(encoding="utf-8").splitlines() if file and Path(file).exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if row["seed"] == seed:
            found[row["number"]] = row
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="honest certificates (default: 1000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--forged", type=int, default=1, help="forgeries of each (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", metavar="ROWS.jsonl", help="keep a line for each, and do not again what is in it")
    chosen = parser.parse_args()
    done = kept(chosen.out, chosen.seed)
    numbers = range(chosen.first, chosen.first + chosen.count)
    rows = [done[number] for number in numbers if number in done]
    left = [number for number in numbers if number not in done]
    with open(chosen.out or os.devnull, "a", encoding="utf-8") as stream:
        for row in rows_of(left, chosen.seed, chosen.forged, chosen.workers):
            rows.append(row)
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            stream.flush()
            if len(rows) % 50 == 0:
                print(f"{len(rows)} of {len(numbers)}", file=sys.stderr, flush=True)
    result = summed(rows)
    print(f"{'honest certificates':44} {'made':>6} {'accepted':>9} {'witnesses':>10} {'cores':>7} {'plans':>6}")
    for kind, counts in result["kinds"].items():
        print(f"{kind:44} {counts['made']:6} {counts['accepted']:9}", end=" ")
        print(f"{counts['witnesses']:10} {counts['cores']:7} {counts['plans']:6}")
    print(f"\n{'forged in':44} {'rejected':>9} {'accepted':>9} {'true all the same':>18}")
    for name, counts in result["forgeries"].items():
        print(f"{name:44} {counts.get('rejected', 0):9} {counts.get('accepted', 0):9} {counts.get('true all the same', 0):18}")
    print(json.dumps(result, ensure_ascii=False))
    if result["wrong"]:
        sys.exit(f"{len(result['wrong'])} certificates came out wrong; the first: {result['wrong'][0]}")


if __name__ == "__main__":
    main()
