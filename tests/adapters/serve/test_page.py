"""The page in a real browser: first sight, typing, races, dragging, switches, reasoning judged, repairs, files, phones, keys."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import qsr.certificates
from browsers import browser as browser

HOSTILE = "</script><img src=x onerror=document.title=1>"
KITCHEN = (Path(__file__).parents[3] / "examples" / "kitchen.story").read_text(encoding="utf-8")
CHINESE, KITCHEN_TITLE = "六人围坐", "A kitchen with gaps"
THINGS = "cup pen box lamp jar bowl lid tin fork spoon knife plate mug kettle stove sink book chair table sofa"
TWENTY = "theory: exact, objects: points\n" + " ".join(
    f"The {one} is {'left of' if number % 2 else 'above'} the {other}."
    for number, (one, other) in enumerate(pairwise(THINGS.split()))
)
READY = "#answers[aria-busy=false]:not(.stale) .answer"


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


@pytest.fixture
def page(browser: Any, server: str) -> Iterator[Any]:
    """The page with its first example answered, and without an error in its console at the end."""
    opened = browser.new_page(viewport={"width": 1200, "height": 900})
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None)
    opened.goto(server)
    opened.wait_for_selector(READY, timeout=60_000)
    yield opened
    opened.close()
    assert not errors


def solve(page: Any, story: str, question: str = "") -> None:
    """Type a story and wait until what is shown answers it."""
    page.fill("#story", story)
    page.fill("#question", question)
    page.click("#solve")
    page.wait_for_selector(f"{READY}, .fault:not([hidden])", timeout=60_000)


def until(page: Any, condition: str) -> None:
    """Wait until a condition holds; Playwright's own way to wait needs eval, which the page's policy refuses."""
    end = time.monotonic() + 30
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(10)


def choose(page: Any, title: str) -> None:
    page.select_option("#examples", label=title)
    page.wait_for_selector(READY, timeout=60_000)


def saved(page: Any, words: str) -> Path:
    """Press a button and return the file that it saves."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=words).first.click()
    return Path(waiting.value.path())


def test_the_first_sight_is_an_answer(page: Any) -> None:
    assert page.locator("h2.asked").all_inner_texts()[:2] == [line[2:] for line in KITCHEN.splitlines() if line[:1] == "?"][:2]
    assert page.locator(".card b").all_inner_texts()[:3] == ["left", "above", "below"]
    # Drawings stand in the page with their colours: the sheet of each was taken over.
    card = page.locator(".stage svg .qsr-card").first
    assert card.evaluate("one => getComputedStyle(one).fill") == "rgb(255, 255, 255)"
    assert page.locator(".stage svg").first.bounding_box()["width"] > 150
    quote = page.locator("#shown .quote").first
    quote.focus()
    assert page.inner_text("#marks mark") in quote.inner_text()


def test_the_answer_follows_the_typing_in_a_moment(page: Any) -> None:
    page.fill("#story", KITCHEN)
    page.wait_for_selector(READY)
    took = page.evaluate(
        """async (kitchen) => {
            const story = document.getElementById("story"), shown = document.getElementById("shown"), took = [];
            for (let turn = 0; turn < 100 && !(Math.min(...took) < 150); turn += 1) {
                const began = performance.now();
                const replaced = new Promise((done) => {
                    const watching = new MutationObserver(() => { watching.disconnect(); done(); });
                    watching.observe(shown, { childList: true });
                });
                story.value = turn % 2 ? kitchen : kitchen.replace("left of the stove", "right of the stove");
                story.dispatchEvent(new Event("input", { bubbles: true }));
                await replaced;
                await new Promise(requestAnimationFrame);
                took.push(performance.now() - began);
            }
            return took;
        }""",
        KITCHEN,
    )
    # The best of a hundred: what else this machine does at the time is not the page's.
    assert min(took) < 150, took


def test_an_answer_is_stale_as_soon_as_the_text_changes(page: Any) -> None:
    solve(page, "The jar is left of the bowl.", "Where is the jar relative to the bowl?")
    page.evaluate("document.getElementById('story').value += ' The lid is lef'")
    assert page.evaluate(
        """() => {
            document.getElementById("story").dispatchEvent(new Event("input", { bubbles: true }));
            const isOld = (name) => document.getElementById(name).classList.contains("stale");
            return ["answers", "reading", "assuming"].every(isOld) && !document.getElementById("stale").hidden;
        }"""
    )
    # What is not understood yet is said below the text, and marked; the answer before stays, as what it is.
    page.wait_for_selector("#story-fault:not([hidden])")
    assert page.inner_text("#marks mark.at-fault").startswith("lef")
    assert page.locator("#sentences .refused").count() == 1
    assert page.locator(".stale .answer").count() == 1
    page.fill("#story", "The jar is left of the bowl. The lid is left of the jar.")
    page.wait_for_selector(READY)
    assert page.locator("#sentences .refused").count() == 0
    assert page.locator("details.stale").count() == 0
    # Of an example that is chosen nothing is understood until it is read.
    assert page.evaluate(
        """() => {
            const chosen = document.getElementById("examples");
            chosen.value = "4";
            chosen.dispatchEvent(new Event("change", { bubbles: true }));
            return document.getElementById("reading").hidden && document.getElementById("assuming").hidden;
        }"""
    )
    page.wait_for_selector("#reading:not([hidden]) li.read")


LATE = """(late) => {
    const plain = window.fetch;
    window.fetch = async (path, options = {}) => {
        // Whether or not an abort is heeded on the way, a late answer must not be shown.
        const { signal, ...rest } = options;
        const reply = await plain(path, rest);
        const delay = Object.entries(late).find(([story]) => (options.body ?? "").includes(story))?.[1] ?? 0;
        await new Promise((done) => setTimeout(done, delay));
        window.arrived = (window.arrived ?? 0) + 1;
        return reply;
    };
}"""


@pytest.mark.parametrize("titles", [(CHINESE, KITCHEN_TITLE), (KITCHEN_TITLE, CHINESE)])
@pytest.mark.parametrize("delays", [(400, 0), (0, 400), (0, 0)])
def test_the_last_request_wins(page: Any, titles: tuple[str, str], delays: tuple[int, int]) -> None:
    if titles[0] == KITCHEN_TITLE:
        choose(page, CHINESE)
    words = {CHINESE: "小林", KITCHEN_TITLE: "kettle"}
    page.evaluate(f"late => ({LATE})(late)", {words[title]: delay for title, delay in zip(titles, delays, strict=True)})
    seen = page.evaluate(
        """async (titles) => {
            const examples = document.getElementById("examples"), shown = document.getElementById("shown"), seen = [];
            const pick = (title) => {
                examples.value = [...examples.options].find((one) => one.textContent === title).value;
                examples.dispatchEvent(new Event("change", { bubbles: true }));
            };
            pick(titles[0]);
            await new Promise((done) => setTimeout(done, 50));
            pick(titles[1]);
            const look = () => seen.push(shown.querySelector("h2")?.textContent ?? "");
            new MutationObserver(look).observe(shown, { childList: true });
            const end = performance.now() + 20000;
            while ((window.arrived ?? 0) < 2 && performance.now() < end) await new Promise((done) => setTimeout(done, 20));
            await new Promise((done) => setTimeout(done, 200));
            return seen;
        }""",
        list(titles),
    )
    last = "谁坐在小周的对面？" if titles[1] == CHINESE else "Where is the kettle relative to the lamp?"
    assert page.evaluate("window.arrived") == 2
    assert set(seen) <= {"", last}
    assert page.locator("h2.asked").first.inner_text() == last


def test_what_was_understood_stands_below_the_text(page: Any) -> None:
    solve(page, "# 😀\nThe stove and the sink are side by side with the sink on the right. The cup is left of the sink.")
    rows = page.locator("#sentences .quote")
    assert rows.count() == 2
    assert "The sink is to the right of the stove." in rows.first.inner_text()
    rows.nth(1).focus()
    assert page.inner_text("#marks mark") == "The cup is left of the sink."


def test_what_is_assumed_can_be_switched(page: Any) -> None:
    solve(page, "The jar is left of the bowl.", "Where is the jar relative to the bowl?")
    labels = page.locator(".card b").all_inner_texts()
    group = page.get_by_role("group", name="A direction nobody mentions")
    group.get_by_label("is level").click()
    until(page, "document.querySelectorAll('.card b').length === 1")
    assert len(labels) > 1
    assert "relations: complete" in page.input_value("#theory")
    assert group.get_by_label("is level").is_checked()
    # The keys that move between switches go on working: the one that was chosen keeps the focus.
    group.get_by_label("is level").focus()
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelectorAll('.card b').length > 1")
    assert page.evaluate("document.activeElement.name") == "choice-relations"


def middle_of(thing: Any) -> tuple[float, float]:
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_thing_that_is_dragged_breaks_sentences_at_once(page: Any) -> None:
    solve(page, TWENTY)
    thing = page.locator("[data-things='10']").first
    thing.scroll_into_view_if_needed()
    x, y = middle_of(thing)
    page.evaluate(
        """() => {
            window.took = [];
            let moved = 0;
            document.addEventListener("pointermove", () => { moved ||= performance.now(); }, true);
            const told = () => { window.took.push(performance.now() - moved); moved = 0; };
            new MutationObserver(told).observe(document.querySelector(".moved"), { childList: true });
        }"""
    )
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 100):
        page.mouse.move(x, y + 40 * (-1) ** step)
        until(page, f"window.took.length >= {step}")
        if min(page.evaluate("window.took")) < 100:
            break
    # The spoon is left of the knife, and the knife above the plate: both are so no more in the corner.
    stage = page.locator(".stage svg").first.bounding_box()
    page.mouse.move(stage["x"] + 5, min(stage["y"] + stage["height"] - 5, 890))
    until(page, "document.querySelectorAll('.moved .quote').length >= 2")
    took = page.evaluate("window.took")
    assert min(took) < 100, took
    broken = page.locator(".moved .quotes .quote").all_inner_texts()
    assert broken == ["The spoon is left of the knife.", "The knife is above the plate."]
    assert page.locator("#sentences .broken").count() == len(broken)
    assert page.locator("#marks mark.at-fault").count() == len(broken)
    page.mouse.up()
    page.get_by_role("button", name="Take that story").click()
    page.wait_for_selector(READY)
    assert page.input_value("#story") != TWENTY
    assert page.locator("#shown .badge").first.inner_text() == "the story is consistent"


def test_keys_move_a_thing_and_it_can_be_put_back(page: Any) -> None:
    solve(page, "The jar is left of the bowl.", "Is the jar left of the bowl?")
    page.get_by_role("button", name="Larger").first.press("Enter")
    jar = page.get_by_role("button", name="jar: x").first
    jar.focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('.moved .changes')?.textContent === 'The jar is right of the bowl.'")
    # A reply that is still on its way belongs to a thing that is back in its place.
    page.keyboard.press("ArrowRight")
    page.evaluate("[...document.querySelectorAll('.moved button')].find((one) => one.textContent === 'Put it back').click()")
    page.wait_for_timeout(300)
    assert page.locator(".moved").first.inner_text() == ""
    assert page.locator("#sentences .broken").count() == 0


def test_whoever_sits_somewhere_can_be_seated_elsewhere(page: Any) -> None:
    choose(page, "Six around a table")
    anna, other = page.locator("svg [data-seat]").nth(0), page.locator("svg [data-seat]").nth(3)
    anna.scroll_into_view_if_needed()
    page.mouse.move(*middle_of(anna))
    page.mouse.down()
    page.mouse.move(*middle_of(other), steps=3)
    page.mouse.up()
    page.wait_for_selector(".moved .quote, .moved .good")
    assert page.locator(".moved .fault").count() == 0


def test_steps_stand_with_the_question_that_they_answer(page: Any) -> None:
    articles = page.locator("article.answer")
    articles.nth(0).get_by_role("button", name="Show the steps").click()
    page.wait_for_selector(".steps li")
    assert articles.nth(0).locator(".steps li").first.inner_text().startswith("Step 1")
    assert articles.nth(1).locator(".steps li").count() == 0


def test_a_chain_of_thought_is_judged_step_by_step(page: Any) -> None:
    article = page.locator("article.answer").nth(1)
    article.get_by_role("button", name="Check somebody's answer").click()
    chain = "Step 1: The mug is below the kettle.\nStep 2: The kettle is to the right of the stove.\nHence, the answer is yes."
    article.get_by_label("An answer to judge").fill(chain)
    article.get_by_role("button", name="Check it").click()
    article.locator(".chain li").first.wait_for()
    assert article.locator(".verdict .badge").all_inner_texts() == ["wrong", "follows", "contradicts the story"]
    assert article.locator(".first-wrong").inner_text().startswith("Step 2")


def test_a_contradiction_is_mended(page: Any) -> None:
    choose(page, "Three sentences too many")
    assert page.locator("#shown h2").first.inner_text() == "These sentences contradict each other"
    page.get_by_role("button", name="Suggest a repair").click()
    page.locator(".repairs li").first.wait_for()
    page.get_by_role("button", name="Take it").first.click()
    until(page, "!document.querySelector('.contradiction')")
    page.wait_for_selector(READY)
    assert page.locator("#shown .badge.inconsistent").count() == 0


def test_files_are_what_they_are_called(page: Any) -> None:
    assert saved(page, "Save as SVG").read_text(encoding="utf-8").startswith("<svg")
    png = saved(page, "Save as PNG").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20]) > 400
    reply = json.loads(saved(page, "Save as JSON").read_text(encoding="utf-8"))
    assert [one["question"] for one in reply["questions"]] == page.locator("h2.asked").all_inner_texts()
    certificate = saved(page, "Save a certificate").read_text(encoding="utf-8")
    assert qsr.certificates.verify(qsr.certificates.loads(certificate)).holds


def test_a_story_with_five_labels_on_a_phone(browser: Any, server: str) -> None:
    page = browser.new_page(viewport={"width": 420, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(server)
    page.wait_for_selector(READY, timeout=60_000)
    solve(page, KITCHEN.split("?")[0], "Where is the mug relative to the sink?")
    until(page, "document.querySelectorAll('.card').length === 5")
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    ends = page.locator(".card").evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom + scrollY)")
    assert max(ends) <= 1.5 * 800
    for title in ("Boxes in boxes", "A small harvest", CHINESE):
        choose(page, title)
        assert page.evaluate("document.documentElement.scrollWidth") <= 420, title
    page.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 420)])
def test_an_accessibility_check_finds_nothing(browser: Any, server: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_core_python")
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(server)
    page.wait_for_selector(READY, timeout=60_000)
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

    def faults() -> list[str]:
        found = page.evaluate("async () => (await axe.run()).violations")
        return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]

    page.evaluate(script)
    assert not faults()
    # All that opens, open: a large drawing, steps, a judgement, the switches; then what contradicts itself, and what is refused.
    page.locator(".larger").first.click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.get_by_role("button", name="Show the steps").first.click()
    page.get_by_role("button", name="Check somebody's answer").first.click()
    page.locator("textarea.said").fill("The kettle is right of the lamp. Hence, right.")
    page.locator(".check").click()
    page.wait_for_selector(".verdict .badge")
    page.wait_for_selector(".steps li")
    assert not faults()
    choose(page, "Three sentences too many")
    page.get_by_role("button", name="Suggest a repair").click()
    page.wait_for_selector(".repairs li")
    assert not faults()
    page.fill("#story", "The jar is lef")
    page.wait_for_selector("#story-fault:not([hidden])")
    assert not faults()
    page.close()


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
    page.wait_for_selector(READY)
    assert page.input_value("#story").startswith("The jar is left of the bowl. # 100 % & more\n")
    assert page.inner_text(".value") == "yes"


def test_a_fault_is_marked_where_it_is(page: Any) -> None:
    page.fill("#story", "# 😀😀\nThe jar is left of the bowl.\nThe bowl wugs.")
    page.wait_for_selector("#story-fault:not([hidden])")
    assert page.inner_text("#story-fault b").startswith("Line 3, column 10")
    assert page.inner_text("#marks mark.at-fault") == "wugs"


def test_names_that_look_like_markup(page: Any) -> None:
    title = page.title()
    solve(page, f'"{HOSTILE}" is left of the bowl.', f'Where is the bowl relative to "{HOSTILE}"?')
    assert page.inner_text(".value") == "right"
    assert HOSTILE in page.inner_text(".asked")
    assert page.locator("#answers img, #answers script, #sentences img").count() == 0
    assert page.locator(".stage svg title", has_text=HOSTILE).count() > 0
    assert page.title() == title


def test_every_example_shows_an_answer(page: Any) -> None:
    for title in page.locator("#examples option:not([value=''])").all_inner_texts():
        choose(page, title)
        assert not page.locator(".fault:not([hidden])").count(), title
