"""A short run of the fuzzer in ``benchmarks/fuzz_api.py``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_fuzzing_finds_nothing() -> None:
    pytest.importorskip("schemathesis")
    command = [sys.executable, str(CHECKOUT / "benchmarks" / "fuzz_api.py"), "--seconds", "10", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["requests"] > 0
