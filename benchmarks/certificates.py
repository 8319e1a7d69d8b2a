"""Certificates: how long it takes to make one, and to verify it, over all kinds of stories that can be certified.

    python benchmarks/certificates.py [--count N] [--seed S]

Stories are those of the tests that forge certificates (`tests/support/certificates_stories.py`). Prints CPU seconds by kind and
one JSON line; a certificate that does not hold ends the run.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from figures import Figure

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from certificates_forging import honest
from certificates_stories import KINDS
from qsr.certificates import verify


def measured(count: int, seed: int) -> dict[str, dict[str, float]]:
    """Return by kind of story, and for all of them: how many certificates, and CPU seconds for making and for verifying them."""
    found: dict[str, Counter[str]] = {}
    for number in range(count):
        row: dict[str, object] = {"skipped": [], "wrong": []}
        began = time.process_time()
        certificate = honest(number, random.Random(f"{seed} {number}"), row)
        made = time.process_time()
        if certificate is None or not verify(certificate).holds:
            sys.exit(f"story {number} of the seed {seed} has no certificate that holds: {row}")
        ended = time.process_time()
        for kind in (str(row["kind"]), "all"):
            found.setdefault(kind, Counter()).update(made=1, making=made - began, verifying=ended - made)
    return {kind: dict(counts) for kind, counts in found.items()}


def short() -> Iterator[Figure]:
    """Yield seconds of making a certificate of each kind beside those of verifying it."""
    whole = measured(len(KINDS), 1)["all"]
    verifying, making = (1000 * whole[key] / whole["made"] for key in ("verifying", "making"))
    yield Figure("verifying a certificate", verifying, "ms", "making it", making)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="certificates (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = measured(chosen.count, chosen.seed)
    print(f"{'kind':44} {'certificates':>12} {'s making':>9} {'s verifying':>12}")
    for kind, counts in sorted(found.items()):
        print(f"{kind:44} {counts['made']:12} {counts['making']:9.2f} {counts['verifying']:12.2f}")
    print(json.dumps({"benchmark": "certificates", "kinds": found}))


if __name__ == "__main__":
    main()
