"""The page without a server: its parts, and all of it in a browser, where it answers as `qsr solve --json` does."""

from __future__ import annotations

import functools
import http.server
import itertools
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browsers import browser as browser
from qsr.adapters.serve.answers import FIRST, perform
from scripts import CHECKOUT, script

STORIES = sorted((CHECKOUT / "examples").glob("*.story"))
#: What an answer is, in the words of both.
SAID = ("question", "form", "status", "value", "possible", "entailed", "undecided", "reason")


@pytest.fixture(scope="module")
def build() -> Any:
    return script("tools/static_page/build.py")


@pytest.fixture(scope="module")
def parts(build: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with nothing in the place of what is fetched."""
    folder: Path = tmp_path_factory.mktemp("page")
    (folder / "wheels").mkdir()
    (folder / "wheels" / "z3_solver-9.8.7-py3-none-any.whl").touch()
    for part, files in (("pyodide", build.PYODIDE_FILES), ("clingo", build.CLINGO_FILES)):
        (folder / part).mkdir()
        for name in files:
            (folder / part / Path(name).name).touch()
    build.write_page(folder)
    build.write_replies(folder)
    return folder


def test_all_that_the_page_loads_is_there(parts: Path) -> None:
    page = (parts / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="([^"]+)"', page)
    for script_file in parts.glob("*.js"):
        text = script_file.read_text(encoding="utf-8")
        named += re.findall(r'(?:from |bytes\(|new URL\()"([\w./-]+)"', text)
        assert "://" not in text
    assert {"transport.js", "worker.js", "site.json", "pyodide/"} <= {name.removeprefix("./") for name in named}
    assert [name for name in named if not (parts / name).exists()] == []
    assert all(missing in page for missing in ("what is missing", "language model", "clingo-dl"))


def test_replies_are_those_of_the_server(parts: Path, client: Any) -> None:
    for name in ("examples", "theories"):
        assert json.loads((parts / "api" / f"{name}.json").read_text(encoding="utf-8")) == client.get(f"/api/{name}").json()
    told = json.loads((parts / "api" / "version.json").read_text(encoding="utf-8"))
    assert told.keys() == client.get("/api/version").json().keys()
    assert told["versions"]["z3"] == "9.8.7"
    solved = json.loads((parts / "api" / "solved.json").read_text(encoding="utf-8"))
    stories = [one["story"] for one in client.get("/api/examples").json()["examples"]]
    assert [one["given"]["story"] for one in solved] == stories
    assert all(question["status"] for one in solved for question in one["reply"]["questions"])


def test_requests_are_filled_in_as_the_server_does(parts: Path, client: Any) -> None:
    usual = json.loads((parts / "site.json").read_text(encoding="utf-8"))["requests"]
    described = client.get("/openapi.json").json()["paths"]
    assert {f"/api/{name}" for name in usual} == {path for path, ways in described.items() if "post" in ways}
    assert usual["solve"].keys() | {"story", "task", "seconds"} >= FIRST.keys()
    assert usual["solve"]["theory"] is None


def test_what_is_needed_but_clingo(build: Any) -> None:
    assert build.needed(["clingo>=5.8,<6", "clingo-dl>=1.5", "lark>=1.2,<2", "z3-solver>=4.13"]) == [
        "lark>=1.2,<2",
        "z3-solver>=4.13",
    ]


def test_what_is_no_such_page_is_left_alone(build: Any, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit, match="something else"):
        build.clear(tmp_path)
    assert (tmp_path / "thesis.txt").exists()


@pytest.fixture(scope="module")
def site(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, built by the command and served as files, where there is a browser to open it."""
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, CHECKOUT / "tools/static_page/build.py", folder], check=True, capture_output=True, timeout=300
    )

    class Files(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Hold:
    """Holds a request back until it may go."""

    def __init__(self) -> None:
        self._held: list[Any] = []

    def __call__(self, route: Any) -> None:
        self._held.append(route)

    def go(self) -> None:
        self._held.pop().continue_()


@pytest.fixture(scope="module")
def page(browser: Any, site: str) -> Iterator[Any]:
    """The page once everything is loaded, without an error at the end."""
    opened = browser.new_page(viewport={"width": 1200, "height": 900})
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None)
    opened.route("**/site.json", hold := Hold())
    opened.goto(site)
    # An example stands there before Python does.
    opened.wait_for_selector("#answers .answer .stage svg", timeout=20_000)
    assert opened.is_visible("#loading")
    hold.go()
    opened.wait_for_selector("#loading[hidden]", state="attached", timeout=120_000)
    yield opened
    opened.close()
    assert not errors


def reply(page: Any, name: str, **given: Any) -> Any:
    """Return what the transport of the page answers."""
    code = "async ([name, given]) => (await import(new URL('transport.js', document.baseURI))).ask(name, given)"
    return page.evaluate(code, [name, given])


def test_the_same_answers_as_the_command(page: Any) -> None:
    command = [sys.executable, "-m", "qsr.cli", "solve", "--json", *map(str, STORIES)]
    told = json.loads(subprocess.run(command, check=False, capture_output=True, text=True).stdout)["stories"]
    answered = 0
    for file, expected in zip(STORIES, told, strict=True):
        found = reply(page, "solve", story=file.read_text(encoding="utf-8"))
        if "error" in found:
            assert "questions" not in expected, file.name
            continue
        answered += 1
        for seen, known in zip(found["questions"], expected["questions"], strict=True):
            flat = {**seen, "possible": [one["label"] for one in seen["possible"]]}
            assert {name: flat[name] for name in SAID} == {name: known[name] for name in SAID}, file.name
    # One of the stories is meant to be refused.
    assert answered == len(STORIES) - 1


def test_the_same_replies_as_the_server(page: Any, client: Any) -> None:
    examples = client.get("/api/examples").json()["examples"]
    for task, example in itertools.product(("solve", "explain", "check", "repair", "certify"), examples):
        given = {"story": example["story"], "question": example["question"]}
        if task == "repair":
            del given["question"]
        elif task == "check":
            given["answer"] = example["answer"] or "It is on the left."
        known = perform({"question": None, "theory": None, "backend": None, **given, "task": task, "seconds": 60.0})
        found = reply(page, task, **given)
        assert compared(found) == compared(json.loads(json.dumps(known))), (task, example["title"])


def compared(told: Any) -> Any:
    """Return a reply without times, versions, and pictures and models, of which there may be several that show the same."""
    left_out = ("seconds", "versions", "drawing", "trace", "model", "counterexample", "witness")
    if isinstance(told, dict):
        return {name: compared(value) for name, value in told.items() if name not in left_out}
    return [compared(one) for one in told] if isinstance(told, list) else told


def test_a_thing_is_moved(page: Any) -> None:
    story = "The jar is left of the bowl.\n? Where is the bowl relative to the jar?"
    drawing = reply(page, "solve", story=story)["questions"][0]["possible"][0]["drawing"]
    given = {"story": story, "witness": drawing["data"], "thing": 0, "by": {"x": "50"}}
    moved = reply(page, "move", **given)
    assert "error" not in moved
    usual = {"theory": None, "question": None, "backend": None, "seconds": 60.0, "task": "move"}
    assert compared(moved) == compared(json.loads(json.dumps(perform({**usual, **given}))))


def test_clingo_by_name(page: Any) -> None:
    story = "theory: seating\nAnn, Bo and Cy sit around a round table, facing the centre. Ann sits to the left of Bo.\n"
    story += "? Who sits to the left of Ann?"
    found, known = (reply(page, "solve", story=story, backend=name)["questions"][0] for name in ("clingo", "search"))
    assert (found["status"], found["value"]) == (known["status"], known["value"]) == ("determined", ["Cy"])
    refused = reply(page, "solve", story="A is left of B.\n? Where is B relative to A?", backend="clingo")["error"]
    assert (refused["kind"], refused["message"]) == ("backend", "clingo-dl is not installed")


def test_type_and_see(page: Any) -> None:
    page.fill("#story", "The jar is left of the bowl. The lid is right of the bowl.")
    page.fill("#question", "Where is the jar relative to the lid?")
    page.press("#question", "Control+Enter")
    page.get_by_role("heading", name="Where is the jar relative to the lid?").wait_for(timeout=30_000)
    assert page.locator("#answers .stage svg").first.bounding_box()["width"] > 50


def test_an_accessibility_check_finds_nothing_on_a_phone(page: Any) -> None:
    axe = pytest.importorskip("axe_core_python")
    page.set_viewport_size({"width": 420, "height": 800})
    page.locator("header summary").click()
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)")
    assert (found, page.evaluate("document.documentElement.scrollWidth")) == ([], 420)


def test_a_request_that_is_given_up(page: Any) -> None:
    code = """async () => {
        const { ask } = await import(new URL('transport.js', document.baseURI));
        const [first, second] = [new AbortController(), new AbortController()];
        const story = "The jar is left of the bowl.\\n? Where is the bowl relative to the jar?";
        const asked = [ask("solve", { story }, first.signal), ask("solve", { story }, second.signal), ask("solve", { story })];
        first.abort(); second.abort();
        return (await Promise.allSettled(asked)).map((one) => one.reason?.name ?? one.value.questions[0].status);
    }"""
    assert page.evaluate(code) == ["AbortError", "AbortError", "ambiguous"]


def test_what_takes_too_long_is_ended(page: Any, site: str) -> None:
    opened = page.context.browser.new_page()
    opened.route("**/site.json", lambda route: route.fulfill(json={**route.fetch().json(), "seconds": 0.001}))
    opened.goto(site)
    asked = [reply(opened, "solve", story="The jar is left of the bowl.") for _ in range(2)]
    # The second one has a worker of its own, which had to be started for it.
    assert [one["error"]["kind"] for one in asked] == ["time", "time"]
    opened.close()
