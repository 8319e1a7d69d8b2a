"""Builds the page of ``qsr serve`` as a folder of files that needs no server of its own: Python, Z3 and qsr run in the browser.

The page is that of the server (`qsr/adapters/serve/page`) with another transport. What the server tells without a request
(examples, theories, versions) is written to files, with its answers to the examples, which are seen while Python is loaded, and
with what it fills in where a request leaves something out; the rest is answered by the same functions in a web worker.
Pyodide and clingo come from npm, the wheels from the package index, both by their clients.

Needs npm, the checkout, and its virtual environment with ``qsr-reasoning[test]`` and pip; see docs/serve.md.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from qsr.adapters.serve import answers
from qsr.adapters.serve.app import application
from qsr.adapters.serve.work import Bounds, Pool

HERE: Final = Path(__file__).parent
CHECKOUT: Final = HERE.parents[1]
PAGE: Final = CHECKOUT / "qsr" / "adapters" / "serve" / "page"

#: Its major version is that of Python (3.14) and of the platform for which wheels are built.
PYODIDE: Final = "pyodide@~314.0.7"
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "README.md",
)
#: clingo as a program that takes a text; `clingo_by_text` makes of it what qsr knows.
CLINGO: Final = "clingo-wasm@0.6.0"
CLINGO_FILES: Final = ("dist/clingo.js", "dist/clingo.wasm", "LICENSE")
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary", ":all:")
#: What qsr depends on and does not get as a wheel: there is none of clingo, and there are no commands to complete.
LEFT_OUT: Final = frozenset({"argcomplete", "clingo", "clingo-dl"})

#: Folders of what is loaded before the first answer.
PARTS: Final = ("pyodide", "clingo", "wheels")

#: A browser gives WebAssembly 4 GiB and no more; a request that takes longer is ended.
BOUNDS: Final = Bounds(seconds=60.0, memory=4096)

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)


def main() -> None:
    """Build the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="where to build it; what stands there is replaced if it is such a page")
    folder = parser.parse_args().folder
    if shutil.which("npm") is None:
        sys.exit("static_page: npm is needed for Pyodide, and is not installed")
    clear(folder)
    fetch(PYODIDE, PYODIDE_FILES, folder / "pyodide")
    fetch(CLINGO, CLINGO_FILES, folder / "clingo")
    fetch_wheels(folder / "wheels")
    write_page(folder)
    write_replies(folder)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    sys.stdout.write(f"{folder}: {size / 1e6:.1f} MB; serve it with any server of files: python -m http.server -d {folder}\n")


def clear(folder: Path) -> None:
    """Make room for the page; leave alone what is no such page."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / "site.json").is_file():
            sys.exit(f"static_page: {folder} holds something else; choose another folder")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)


def fetch(package: str, files: Iterable[str], folder: Path) -> None:
    """Fetch a package of npm and keep the files that a browser loads."""
    folder.mkdir()
    with tempfile.TemporaryDirectory() as work:
        packed = run(["npm", "pack", "--silent", package], Path(work)).split()[-1]
        with tarfile.open(Path(work) / packed) as archive:
            archive.extractall(work, filter="data")
        for name in files:
            shutil.copy(Path(work) / "package" / name, folder)


def fetch_wheels(folder: Path) -> None:
    """Fetch the wheels that qsr needs, in the versions that it allows, and build its own."""
    wanted = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "download", "--no-deps", "--dest", str(folder), *PLATFORM, *needed(wanted)])
    run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(CHECKOUT)])


def needed(dependencies: Iterable[str]) -> list[str]:
    """Return the requirements that the page needs."""
    return [one for one in dependencies if re.split(r"[^\w-]", one)[0] not in LEFT_OUT]


def run(command: list[str], folder: Path | None = None) -> str:
    """Run a program and return what it prints; end with its complaint where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"static_page: {' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


def write_page(folder: Path) -> None:
    """Write the page of the server with the transport of this folder, and say in it what is missing."""
    shutil.copytree(PAGE, folder, dirs_exist_ok=True)
    for name in ("transport.js", "worker.js"):
        shutil.copy(HERE / name, folder)
    shutil.copy(HERE / "clingo_by_text.py", folder / "clingo" / "clingo.py")
    page = (folder / "index.html").read_text(encoding="utf-8")
    page = changed(page, r"(<meta charset.*)", rf'\1\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">')
    page = changed(page, r'\s*<a href="openapi.json">.*?</a>', "")
    page = changed(page, "</header>", f"{(HERE / 'notice.html').read_text(encoding='utf-8')}</header>")
    (folder / "index.html").write_text(page, encoding="utf-8")


def changed(page: str, place: str, words: str) -> str:
    """Return the page with the one place that fits the pattern replaced."""
    page, count = re.subn(place, words, page)
    if count != 1:
        sys.exit(f"static_page: the page has {count} places like {place}, and not one")
    return page


def write_replies(folder: Path) -> None:
    """Write what the server tells without a request, and what it fills in where a request leaves something out."""
    wheels = sorted(file.name for file in (folder / "wheels").iterdir())
    z3 = next((name.split("-")[1] for name in wheels if name.startswith("z3_solver-")), None)
    pool = Pool(BOUNDS, answers.perform)
    app = application(BOUNDS, pool)
    try:
        client = TestClient(app, base_url="http://localhost")
        (folder / "api").mkdir()
        for name in ("examples", "theories", "version"):
            told: dict[str, Any] = client.get(f"/api/{name}").raise_for_status().json()
            if name == "version":
                told["versions"] |= {"clingo": CLINGO.replace("@", " "), "z3": z3}
            write(folder / "api" / f"{name}.json", told)
            if name == "examples":
                asked = [{"story": one["story"], "question": one["question"], "theory": None} for one in told["examples"]]
                replies = ({"given": given, "reply": client.post("/api/solve", json=given).json()} for given in asked)
                write(folder / "api" / "solved.json", [*replies])
    finally:
        pool.close()
    size = round(sum(file.stat().st_size for part in PARTS for file in (folder / part).iterdir()) / 1e6)
    write(folder / "site.json", {"seconds": BOUNDS.seconds, "megabytes": size, "wheels": wheels, "requests": usual(app.routes)})


def usual(routes: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Return the fields that each kind of request may leave out, with the values that they then have."""
    found = {}
    for route in routes:
        if isinstance(route, APIRoute) and route.body_field is not None:
            fields = route.body_field.field_info.annotation.model_fields
            found[route.path.rpartition("/")[2]] = {name: one.default for name, one in fields.items() if not one.is_required()}
    return found


def write(path: Path, told: object) -> None:
    """Write JSON."""
    path.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
