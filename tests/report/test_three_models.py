"""The report of three models over 2,000 items: its figures, recomputed from the files, its size, and its list in a browser."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from browsers import browser as browser
from qsr import datasets
from qsr.cli import main
from qsr.oracle.scores.paired import Pair, holm
from qsr.pages import Paragraph, Table
from qsr.report.counts import Counts
from qsr.report.headline import headline
from qsr.report.items import Outcome
from simulated_models import items, replies

MODELS = {"strong": 0.02, "medium": 0.05, "weak": 0.06}
ITEMS = 2000
PAIRED = "Two models on the same items, by the text, in points"
NARROW = {"width": 420, "height": 800}
WIDE = {"width": 1280, "height": 800}
HOSTILE = '</script><script>document.title="broken"</script><img src=x onerror="document.title=1">'


@dataclass
class Run:
    """The files of a run: rows and what each model said, by the ids of items, None where it said nothing that can be read."""

    rows: dict[str, dict[str, Any]]
    said: dict[str, dict[str, str | None]]
    page: Path
    text: str

    def right(self, model: str) -> dict[str, bool]:
        return {item: said == self.rows[item]["label"] for item, said in self.said[model].items()}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("three")
    source = folder / "items.jsonl"
    rows = items(source, ITEMS)
    said = {name: replies(folder / f"{name}.jsonl", source, rows, slip, seed) for seed, (name, slip) in enumerate(MODELS.items())}
    answers = [part for name in MODELS for part in ("--answers", str(folder / f"{name}.jsonl"))]
    for kind in ("html", "md"):
        assert main(["report", "stepgame", str(source), *answers, "--worst", "6", "--out", str(folder / f"r.{kind}")]) == 0
    named = {f"{source}:{number}": row for number, row in enumerate(rows, 1)}
    return Run(named, said, folder / "r.html", (folder / "r.md").read_text(encoding="utf-8"))


def exact(first: int, second: int) -> Fraction:
    """Both tails of a fair coin, term by term."""
    number, less = first + second, min(first, second)
    return min(Fraction(1), Fraction(2 * sum(math.comb(number, place) for place in range(less + 1)), 2**number))


def test_figures_are_those_of_the_files(run: Run, read: Callable[[str], Any]) -> None:
    found = read(run.page.read_text(encoding="utf-8"))
    head = {row[0]: row[1:] for row in found.tables["Right answers, with 95 % intervals"][1:]}
    for model in MODELS:
        right = run.right(model)
        share = f"{100 * sum(right.values()) / len(right):.2f} %"
        silent = sum(said is None for said in run.said[model].values())
        assert head[model][0].startswith(f"{share} ")
        assert head[model][1].startswith(f"{share} ")
        assert head[model][2] == f"{len(right)}, {ITEMS - len(right)} missing {silent} unreadable"
    pairs = list(combinations(MODELS, 2))
    told = []
    for one, other in pairs:
        mine, theirs = run.right(one), run.right(other)
        shared = [(mine[item], theirs[item]) for item in run.rows if item in mine and item in theirs]
        told.append((len(shared), shared.count((True, False)), shared.count((False, True))))
    values = [exact(first, second) for _, first, second in told]
    ordered = sorted(values)
    rows = {row[0]: row[1:] for row in found.tables[PAIRED][1:]}
    corrected = {}
    for (one, other), (number, first, second), p in zip(pairs, told, values, strict=True):
        cells = rows[f"{one} against {other}"]
        assert cells[0] == str(number)
        assert cells[1].startswith(f"{100 * (first - second) / number:+.1f} ")
        assert cells[2] == f"{first}:{second}"
        # Holm: the smallest of three times 3, the next times 2, none below one before it.
        rank = ordered.index(p)
        corrected[other if one == "strong" else ""] = q = min(1, max((3 - place) * ordered[place] for place in range(rank + 1)))
        assert cells[3] == "<0.0001" if q < Fraction(1, 10000) else float(cells[3]) == pytest.approx(float(q), abs=5e-5)
        assert f"| {one} against {other} | {' | '.join(cells)} |" in run.text.replace("\\", "")
    assert corrected["medium"] < Fraction(1, 20)
    lead = re.search(r"strong has the largest share of right answers by the text, ([\d.]+ %)\.", found.text)
    assert lead is not None
    assert head["strong"][0].startswith(lead[1])
    assert "it is ahead of medium and weak by more than chance explains" in found.text
    assert "**strong has the largest share of right answers by the text" in run.text
    by_steps = {row[0]: row[1:] for row in found.tables["By k"][1:]}
    for steps, cells in by_steps.items():
        for model, cell in zip(MODELS, cells, strict=True):
            of = [right for item, right in run.right(model).items() if str(run.rows[item]["k"]) == steps]
            assert cell.startswith(f"{100 * sum(of) / len(of):.2f} % of {len(of)} ")


def test_the_page_is_small_and_lists_every_item(run: Run, read: Callable[[str], Any]) -> None:
    assert run.page.stat().st_size < 3_000_000
    found = read(run.page.read_text(encoding="utf-8")).items
    assert found["models"] == list(MODELS)
    assert [row["id"] for row in found["rows"]] == list(run.rows)
    for row in found["rows"]:
        states = [said and said[0] for said in row["said"]]
        for model, state in zip(MODELS, states, strict=True):
            right = run.right(model).get(row["id"])
            silent = right is not None and run.said[model][row["id"]] is None
            assert state == (None if right is None else "not readable" if silent else "right" if right else "wrong")


@pytest.mark.parametrize("counts", [(0, 0), (1, 0), (3, 3), (1, 7), (190, 528), (10, 400)])
def test_p_values_are_those_of_the_binomial(counts: tuple[int, int]) -> None:
    assert Pair(5, *counts, 5).p() == pytest.approx(float(exact(*counts)), rel=1e-9)


def test_intervals_hold_as_often_as_they_say() -> None:
    """Over all tables that 12 items may give, the interval covers the true difference with nearly the stated chance."""
    chances = {"both": 0.45, "first": 0.25, "second": 0.1, "neither": 0.2}
    covered = 0.0
    for both in range(13):
        for first in range(13 - both):
            for second in range(13 - both - first):
                cells = (both, first, second, 12 - both - first - second)
                ways = math.factorial(12) / math.prod(map(math.factorial, cells))
                bounds = Pair(*cells).interval()
                assert bounds is not None
                assert -1 <= bounds[0] <= (first - second) / 12 <= bounds[1] <= 1
                holds = bounds[0] <= chances["first"] - chances["second"] <= bounds[1]
                covered += holds * ways * math.prod(chance**cell for chance, cell in zip(chances.values(), cells, strict=True))
    assert 0.94 < covered < 0.98


def counted(right: str, *, text: bool) -> Counts:
    """Counts of a model that is right on the items of these letters of "abcdefgh", by the text or by the label."""
    found = Counts.of(datasets.get("stepgame"))
    for place, item in enumerate("abcdefgh"):
        judged = item in right
        found.outcomes[item] = Outcome(judged if text else None, None if text else judged, True, not text, "", "", place)
    return found


@pytest.mark.parametrize(("text", "by"), [(True, "the text"), (False, "the label")])
def test_the_best_of_many_is_compared_with_each_first(text: bool, by: str) -> None:
    models = [(name, counted(right, text=text)) for name, right in {"w": "", "x": "a", "y": "abcdefgh", "z": "abcdefg"}.items()]
    lead, _, first, others, how = headline(models)
    assert isinstance(lead, Paragraph)
    assert lead.text == (
        f"y has the largest share of right answers by {by}, 100.00 %. On the items that both answered it is ahead of w by more "
        "than chance explains. Chance may explain the difference to z and x."
    )
    assert isinstance(first, Table)
    assert isinstance(others, Table)
    assert others.folded
    assert [row[0] for row in first.rows] == ["y against z", "y against x", "y against w"]
    assert [row[0] for row in others.rows] == ["z against x", "z against w", "x against w"]
    # 6 pairs: the smallest p, 2/256 for eight to none, is six times as large, the next two, 2/128, five times.
    assert [row[4] for row in first.rows] == ["1", "0.0781", "0.0469"]
    assert isinstance(how, Paragraph)
    assert "For 6 pairs p is corrected after Holm" in how.text


def test_more_pairs_make_wider_intervals_and_larger_p() -> None:
    (low, high), (lower, higher) = (Pair(20, 12, 2, 16).interval(pairs) or (0.0, 0.0) for pairs in (1, 6))
    assert lower < low < high < higher
    assert holm([0.04, 0.001, 0.04, 1.0]) == [0.12, 0.004, 0.12, 1.0]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A report of names and replies that look like markup, long ones, and models without an item in common."""
    source, long = tmp_path / "items.tsv", "x" * 5000
    rows = ["id\tlang\tpremise1\tpremise2\tconclusion\tholds"]
    for number in range(1, 13):
        thing = f"{HOSTILE}{number} {long if number == 1 else ''}lamp"
        said = f"the {thing} is in the box\tthe box is in the attic\tthe {thing} is in the attic"
        rows.append(f"<script>{number}\ten\t{said}\tyes")
    source.write_text("\n".join(rows) + "\n", encoding="utf-8")
    arguments = []
    for place, (name, numbers) in enumerate(
        {f"<b>{HOSTILE}": range(1, 7), "m" * 200: range(4, 13), "apart": range(7, 13)}.items()
    ):
        lines = [
            {"id": f"{source}:<script>{number}", "answer": f"No. {HOSTILE} {long}" if number % 2 else "yes"} for number in numbers
        ]
        file = tmp_path / f"{place}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        arguments += ["--answers", f"{name.replace('=', ':')}={file}"]
    out = tmp_path / "r.html"
    assert main(["report", "prepositions", str(source), *arguments, "--title", HOSTILE, "--out", str(out)]) == 0
    return out


def test_whatever_is_not_shared_is_said(hostile: Path, read: Callable[[str], Any]) -> None:
    found = read(hostile.read_text(encoding="utf-8"))
    rows = found.tables[PAIRED][1:]
    assert sorted(row[1] for row in rows) == ["3", "6", "none in common"]
    assert "were not answered by all models" in found.text
    # A name that no column holds is shortened, and said in full once.
    assert any(
        row[0].startswith("mmm") and row[0].endswith("... (2)") for row in found.tables["Right answers, with 95 % intervals"]
    )
    assert "m" * 200 in [row[1] for row in found.tables["What this report is about"]]


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a report; it asks for nothing else, and says nothing in the console."""
    pages, said = [], []

    def open_page(path: Path, size: dict[str, int], scheme: str = "light") -> Any:
        page = browser.new_page(viewport=size, color_scheme=scheme)
        pages.append(page)
        page.on("request", lambda request: said.append(request.url) if request.url != path.as_uri() else None)
        page.on("console", lambda line: said.append(line.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(path.as_uri())
        page.wait_for_selector("table.items tbody tr")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert not said


def listed(page: Any) -> list[int]:
    """Numbers of the items on the page of the list: an id shows the line of a file."""
    return [int(one.rpartition(":")[2]) for one in page.locator("table.items .item button b").all_inner_texts()]


def bottom(page: Any, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    return float(box["y"] + box["height"])


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "420"])
def test_what_matters_stands_on_the_first_screen(run: Run, opened: Callable[..., Any], size: dict[str, int]) -> None:
    page = opened(run.page, size)
    assert bottom(page, ".lead") < 800
    assert bottom(page, "text=Two models on the same items") < 800
    assert bottom(page, "tr:has-text('medium against weak')") < 800
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 800
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    # No table is wider than its place, and the page not wider than the screen.
    assert page.evaluate("[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth + 1)")
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_the_list_is_filtered_sorted_and_searched(run: Run, opened: Callable[..., Any]) -> None:
    page = opened(run.page, WIDE)
    items, labelled = list(run.rows), page.get_by_label
    right = {model: [run.right(model).get(item) for item in items] for model in MODELS}
    steps = [row["k"] for row in run.rows.values()]
    assert listed(page) == list(range(1, 16))
    wrong = [
        number
        for number, (item, is_right) in enumerate(zip(items, right["weak"], strict=True), 1)
        if is_right is False and run.said["weak"][item] is not None
    ]
    labelled("Result").select_option(label=f"weak: wrong ({len(wrong)})")
    assert page.locator(".status").inner_text() == f"{len(wrong)} of {ITEMS} items"
    assert listed(page) == wrong[:15]
    labelled("Group").select_option("5")
    wrong = [number for number in wrong if steps[number - 1] == 5]
    assert listed(page) == wrong[:15]
    page.get_by_role("button", name="Next").click()
    assert listed(page) == wrong[15:30]
    labelled("Result").select_option("")
    labelled("Group").select_option("")
    sentences = [str(row["story"]) for row in run.rows.values()]
    # Words in any order, whatever their case; the last one stands in a label or a reply.
    labelled("Search").fill("BELOW  c overlap")
    found = [number for number in listed(page) if "below" in sentences[number - 1]]
    assert found == listed(page)
    assert 0 < int(page.locator(".status").inner_text().split()[0]) < ITEMS
    labelled("Search").fill("")
    labelled("Sort").select_option(label="fewest models right first")
    numbers = [sum(right[model][number - 1] is True for model in MODELS) for number in range(1, ITEMS + 1)]
    assert listed(page) == sorted(range(1, ITEMS + 1), key=lambda number: numbers[number - 1])[:15]
    page.get_by_role("button", name="item", exact=True).click()
    assert listed(page) == list(range(1, 16))
    page.get_by_role("button", name="item", exact=True).click()
    assert listed(page)[:2] == [ITEMS, ITEMS - 1]
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("item")
    page.locator("table.items tbody .item button").first.focus()
    page.keyboard.press("Enter")
    assert run.rows[items[-1]]["story"][0] in page.locator(".below .story").inner_text()
    page.keyboard.press("Enter")
    assert page.locator(".below").count() == 0


def test_nothing_on_the_page_runs_or_breaks_it(hostile: Path, opened: Callable[..., Any]) -> None:
    for size in (WIDE, NARROW):
        page = opened(hostile, size)
        for place in range(3):
            page.locator("table.items tbody .item button").nth(place).click()
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        assert page.title() == HOSTILE
        assert page.locator("img").count() == 0
        assert HOSTILE in page.locator(".below").first.inner_text()
        assert page.evaluate("[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth + 1)")
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_nothing_stands_in_the_way_of_anybody(run: Run, hostile: Path, opened: Callable[..., Any]) -> None:
    axe = pytest.importorskip("axe_core_python.sync_playwright").Axe()
    for path, size, scheme in ((run.page, WIDE, "light"), (run.page, NARROW, "dark"), (hostile, NARROW, "light")):
        page = opened(path, size, scheme)
        page.locator("table.items tbody .item button").nth(0).click()
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        found = axe.run(page)
        assert [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found["violations"]] == []
