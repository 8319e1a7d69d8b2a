"""Fuzz the JSON API of ``qsr serve`` in process: requests made from its own OpenAPI description, and example stories gone wrong.

    pip install "qsr-reasoning[serve]" schemathesis httpx
    python benchmarks/fuzz_api.py [--seconds 150] [--seed 1]

Every reply must be one that the description announces, with its content type and its form; none may be an error of the
server. It prints a table of replies, the stories that hit a limit and a line of JSON, and ends with 1 where a reply was wrong.
Nothing leaves the process but the requests to its own workers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import schemathesis
from fastapi.testclient import TestClient
from figures import Figure
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.database import InMemoryExampleDatabase
from schemathesis.specs.openapi.checks import positive_data_acceptance

from qsr.adapters.serve import answers
from qsr.adapters.serve.app import application
from qsr.adapters.serve.work import Bounds, Pool

#: Pieces that a story is broken with: characters of markup, of the solvers' languages, of other scripts, and none at all.
SPLINTERS = (
    "",
    " ",
    "\n",
    "?",
    "#",
    "theory: ",
    '"',
    "<script>",
    "x). :-",
    "\x00",
    "\u202e",
    "😀",
    "é",
    "三",
    "not ",
    "1e309",
    ",",
    "9" * 50,
)
CHUNK = 25


def from_the_description(app: Any, seconds: float, first_seed: int, found: Counter[str], wrong: list[str]) -> None:
    """Send what the description allows, and what it forbids, to every operation in turn until the time is over."""
    described = schemathesis.openapi.from_asgi("/openapi.json", app, headers={"Host": "localhost"})
    operations = [result.ok() for result in described.get_all_operations()]
    end = time.monotonic() + seconds
    turn = first_seed
    while time.monotonic() < end and not wrong:
        for operation in operations:
            for mode in schemathesis.GenerationMode:
                try:
                    cases = operation.as_strategy(generation_mode=mode)
                    _send(operation, cases, turn, found)
                except (Exception, BaseExceptionGroup) as error:
                    if type(error).__name__ == "Unsatisfiable":
                        # Nothing is forbidden to an operation without arguments.
                        continue
                    wrong.append(f"{operation.method} {operation.path}: {error}")
        turn += 1


def _send(operation: Any, cases: Any, turn: int, found: Counter[str]) -> None:
    @seed(turn)
    @settings(
        max_examples=CHUNK,
        deadline=None,
        database=InMemoryExampleDatabase(),
        suppress_health_check=list(HealthCheck),
        derandomize=False,
    )
    @given(case=cases)
    def one(case: Any) -> None:
        response = case.call(headers={**dict(case.headers or {}), "Host": "localhost"})
        found[f"{operation.method.upper()} {operation.path} {response.status_code}"] += 1
        # Of all texts few are a story; the description cannot say which, and the refusal is one that it announces.
        case.validate_response(response, excluded_checks=[positive_data_acceptance])

    one()


def broken_stories(client: TestClient, seconds: float, first_seed: int, found: Counter[str], wrong: list[str]) -> None:
    """Send example stories with pieces cut out, doubled and put in."""
    examples = client.get("/api/examples").json()["examples"]
    chance = random.Random(first_seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        example = chance.choice(examples)
        fields = {name: example[name] for name in ("story", "question") if example[name]}
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            name = chance.choice(list(fields))
            text = fields[name]
            start = chance.randint(0, len(text))
            stop = min(len(text), start + chance.choice((0, 1, 5, 40)))
            fields[name] = text[:start] + chance.choice((*SPLINTERS, text[start:stop] * 2)) + text[stop:]
        task = chance.choice(("solve", "check", "explain"))
        request = {
            **fields,
            **({"answer": chance.choice(("left", "north, east", "yes", "A, B", "\x00", ""))} if task == "check" else {}),
        }
        response = client.post(f"/api/{task}", json=request)
        found[f"broken story /api/{task} {response.status_code}"] += 1
        if response.status_code in (504, 507):
            print(f"LIMIT  {response.status_code} {task} {json.dumps(request)[:1000]}")
        if response.status_code not in (200, 422, 504, 507):
            wrong.append(f"{response.status_code} {response.text[:200]} for {json.dumps(request)}")


def fuzzed(seconds: float, number: int) -> tuple[Counter[str], list[str]]:
    """Return replies by kind, and the wrong ones; both ways of fuzzing run for half of the time."""
    bounds = Bounds(seconds=5.0)
    pool = Pool(bounds, answers.perform, answers.FIRST)
    app = application(bounds, pool)
    found: Counter[str] = Counter()
    wrong: list[str] = []
    try:
        from_the_description(app, seconds / 2, number, found, wrong)
        broken_stories(TestClient(app, base_url="http://localhost"), seconds / 2, number, found, wrong)
    finally:
        pool.close()
    return found, wrong


def short() -> Iterator[Figure]:
    """Yield how many requests a few seconds held; one that is answered wrongly ends the run."""
    found, wrong = fuzzed(4.0, 1)
    if wrong:
        sys.exit(wrong[0])
    yield Figure("requests to the API, all answered right", found.total() / 4, "/s")


def main() -> int:
    """Run both for half of the time each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found, wrong = fuzzed(chosen.seconds, chosen.seed)
    for name, count in sorted(found.items()):
        print(f"{count:7d}  {name}")
    for one in wrong[:10]:
        print(f"WRONG  {one[:2000]}", file=sys.stderr)
    print(json.dumps({"requests": found.total(), "wrong": len(wrong), "seconds": chosen.seconds, "seed": chosen.seed}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
