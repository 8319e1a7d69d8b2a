"""The page in a real browser: type, solve, see the picture; names that look like markup stay text."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
HOSTILE = "</script><img src=x onerror=document.title=1>"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    command = [sys.executable, "-m", "qsr.cli", "serve", "--port", "0", "--workers", "1", "--timeout", "60"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        yield address_of(process)
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
        # Ctrl-C is the way to end it, and no failure.
        assert process.returncode == 0
        assert "Traceback" not in complaints
    finally:
        process.kill()
        process.communicate()


def address_of(process: subprocess.Popen[str]) -> str:
    """Return where a server says that it listens; connections wait there until it answers."""
    found = re.search(r"http://\S+", process.stderr.readline() if process.stderr else "")
    if found is None:
        pytest.fail("the server did not start")
    return found.group()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, server: str) -> Iterator[Any]:
    """The page, without an error in its console at the end."""
    opened = browser.new_page(viewport={"width": 1200, "height": 900})
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None)
    opened.goto(server)
    yield opened
    opened.close()
    assert not errors


def solve(page: Any, story: str, question: str = "") -> None:
    page.fill("#story", story)
    page.fill("#question", question)
    page.click("#solve")
    page.wait_for_selector("#answers .answer, .fault:not([hidden])", timeout=60_000)


def test_type_solve_see(page: Any) -> None:
    solve(page, "The jar is left of the bowl. The lid is right of the bowl.", "Where is the jar relative to the lid?")
    assert page.inner_text(".badge") == "ambiguous"
    labels = page.locator(".card b").all_inner_texts()
    assert labels == ["left", "above", "below"]
    images = page.locator(".card img")
    assert images.count() == len(labels)
    # A picture that the browser could not draw has no width of its own.
    assert all(images.evaluate_all("all => all.map(image => image.complete && image.naturalWidth > 50)"))
    page.locator(".quote").first.focus()
    assert page.inner_text("#marks mark") in page.locator(".quote").first.inner_text()


def test_what_is_not_derived_and_what_is_assumed(page: Any) -> None:
    solve(page, "theory: spartun\nA is left of B. C is left of B.", "Where is A relative to C?")
    told = page.inner_text("#answers")
    assert "Not derived by the rules of the theory, and excluded by nothing: left, right" in told
    assert "impossible in itself" not in told
    solve(page, "The tin is in the pantry.", "Where is the tin relative to the pantry?")
    page.get_by_text("Assumed: taken to have an extent: tin, pantry").wait_for()


def test_the_address_holds_the_story(page: Any, server: str) -> None:
    solve(page, "The jar is left of the bowl. # 100 % & more\n? Is the jar left of the bowl?")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("#answers .answer")
    assert page.input_value("#story").startswith("The jar is left of the bowl. # 100 % & more\n")
    assert page.inner_text(".value") == "yes"


def test_a_fault_is_marked_where_it_is(page: Any) -> None:
    solve(page, "# 😀😀\nThe jar is left of the bowl.\nThe bowl wugs.")
    assert page.inner_text("#story-fault b").startswith("Line 3, column 14")
    assert page.inner_text("#marks mark.at-fault") == "."


def test_names_that_look_like_markup(page: Any) -> None:
    title = page.title()
    solve(page, f'"{HOSTILE}" is left of the bowl.', f'Where is the bowl relative to "{HOSTILE}"?')
    assert page.inner_text(".value") == "right"
    assert HOSTILE in page.inner_text(".asked")
    assert page.locator("#answers img").count() == page.locator(".card img").count() > 0
    assert page.title() == title


def test_every_example_shows_an_answer(page: Any) -> None:
    page.wait_for_selector("#examples optgroup", state="attached")
    titles = page.locator("#examples option:not([value=''])").all_inner_texts()
    for title in titles:
        page.select_option("#examples", label=title)
        page.wait_for_selector("#answers[aria-busy=false] .answer", timeout=60_000)
        assert not page.locator(".fault:not([hidden])").count(), title


def test_steps_and_a_judgement(page: Any) -> None:
    page.select_option("#examples", label="Plates on a table")
    page.wait_for_selector("#answers[aria-busy=false] .answer")
    page.click("#explain")
    page.wait_for_selector(".steps li")
    page.click("#check")
    page.wait_for_selector("#answers .badge")
    assert page.inner_text("#answers .badge") == "not sound"


def test_a_narrow_screen_needs_no_sideways_scrolling(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    for title in ("A kitchen with gaps", "Boxes in boxes", "A small harvest"):
        page.select_option("#examples", label=title)
        page.wait_for_selector("#answers[aria-busy=false] .answer")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
