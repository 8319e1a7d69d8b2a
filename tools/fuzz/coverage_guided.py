"""Coverage-guided fuzzing of the readers with atheris (libFuzzer), one process a reader.

    python -m venv FOLDER && FOLDER/bin/pip install atheris -e .
    FOLDER/bin/python tools/fuzz/coverage_guided.py --seconds 120 "english" "networks .csp"

Without names every reader is run. A line of JSON a reader goes to standard output: executions, seconds, whether an input broke
it or took longer than ``--slowest`` seconds, and the slowest input that was met, in seconds of CPU and bytes. What broke a reader
is kept in ``--keep``; the exit code is 1 where anything did. With ``--seed`` a run tries the same inputs first, but how far it
gets depends on the machine.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_CHILD = "--child"
_DONE = re.compile(r"Done (\d+) (?:runs )?in (\d+) second|stat::number_of_executed_units:\s*(\d+)")


def main() -> int:
    """Run the readers that the arguments name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("readers", nargs="*", metavar="READER", help="names of readers (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="per reader (default: 60)")
    parser.add_argument("--slowest", type=int, default=10, help="seconds after which an input counts as a run-away (default: 10)")
    parser.add_argument("--memory", type=int, default=2048, help="megabytes that a process may use (default: 2048)")
    parser.add_argument("--longest", type=int, default=4096, help="bytes of an input (default: 4096)")
    parser.add_argument("--seed", type=int, default=1, help="of libFuzzer (default: 1)")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "qsr-fuzz", help="folder of findings")
    chosen = parser.parse_args()
    from readers import READERS

    unknown = [name for name in chosen.readers if name not in READERS]
    if unknown:
        parser.error(f"unknown reader {unknown[0]!r}; there are {', '.join(READERS)}")
    broken = False
    for name in chosen.readers or READERS:
        result = _run(name, chosen)
        print(json.dumps(result), flush=True)
        broken = broken or result["broken"]
    return int(broken)


def _run(name: str, chosen: argparse.Namespace) -> dict[str, object]:
    """Fuzz one reader in a process of its own."""
    from readers import READERS

    kept = chosen.keep / name.replace(" ", "_").replace(".", "")
    corpus = kept / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(READERS[name].seeds):
        (corpus / f"seed{number}").write_bytes(seed)
    slowest = kept / "slowest.json"
    slowest.unlink(missing_ok=True)
    command = [
        *(sys.executable, __file__, _CHILD, name, str(slowest), str(corpus)),
        *(f"-max_total_time={chosen.seconds}", f"-timeout={chosen.slowest}", f"-rss_limit_mb={chosen.memory}"),
        *(f"-max_len={chosen.longest}", f"-seed={chosen.seed}", f"-artifact_prefix={kept}/", "-print_final_stats=1"),
    ]
    began = time.monotonic()
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    (kept / "log.txt").write_text(ended.stderr + ended.stdout, encoding="utf-8")
    counts = [int(number) for groups in _DONE.findall(ended.stderr) for number in (groups[0] or groups[2],) if number]
    took, size = json.loads(slowest.read_text(encoding="utf-8")) if slowest.is_file() else (0.0, 0)
    return {
        "reader": name,
        "executions": max(counts, default=0),
        "seconds": round(time.monotonic() - began, 1),
        "broken": ended.returncode != 0,
        "slowest_seconds": took,
        "slowest_bytes": size,
        "log": str(kept / "log.txt"),
    }


def _child(name: str, slowest: Path, arguments: list[str]) -> None:
    """Hand a reader to libFuzzer; in this process its modules are instrumented as they are imported."""
    import atheris

    with atheris.instrument_imports(include=["qsr", "json", "tomllib", "lark"]):
        from readers import READERS
    reader = READERS[name]
    for seed in reader.seeds:
        # What a reader builds once, such as the tables of a grammar, is no input's fault.
        reader.read(seed)
    longest = 0.0

    def one(data: bytes) -> None:
        nonlocal longest
        began = time.process_time()
        reader.read(data)
        took = time.process_time() - began
        if took > longest:
            longest = took
            slowest.write_text(json.dumps((round(took, 3), len(data))), encoding="utf-8")
            (slowest.parent / "slowest.input").write_bytes(data)

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.path.insert(0, str(_HERE))
    if sys.argv[1:2] == [_CHILD]:
        _child(sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
    else:
        sys.exit(main())
