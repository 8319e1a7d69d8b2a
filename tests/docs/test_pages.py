"""The pages of the documentation: their examples run, their links lead somewhere, and nothing is left out."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest

import transcripts
from qsr import calculi, cli, datasets, generate, theories
from qsr.calculi import combination

CHECKOUT = Path(__file__).parent.parent.parent
DOCS = CHECKOUT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
#: Pages whose examples need a library that qsr itself does not.
NEEDS = {"inspect_ai.md": "inspect_ai", "lm_eval.md": "lm_eval", "mcp.md": "mcp", "ray.md": "pyarrow"}
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_do_what_is_shown(page: Path, tmp_path: Path) -> None:
    """Every script and every transcript of a page, in its order, in one folder."""
    found = transcripts.blocks(page.read_text(encoding="utf-8"))
    if page.name in NEEDS and any(block.kind == "python" for block in found):
        pytest.importorskip(NEEDS[page.name])
    run = transcripts.Run(tmp_path)
    for block in found:
        run.block(block)
    assert run.compared or not any(block.kind in ("python", "console") for block in found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            name, _, section = target.partition("#")
            other = page.parent / name if name else page
            assert other.is_file(), target
            if section:
                titles = re.findall(r"^#+ (.*)$", other.read_text(encoding="utf-8"), re.MULTILINE)
                assert section in {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}, target


def test_every_page_is_in_the_map() -> None:
    """From the index one comes to every page, and the site has them all."""
    site = (CHECKOUT / "mkdocs.yml").read_text(encoding="utf-8")
    seen, todo = set(), ["index.md"]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += [link for link in _LINK.findall((DOCS / name).read_text(encoding="utf-8")) if (DOCS / link).suffix == ".md"]
    assert seen == {page.name for page in PAGES}
    assert set(re.findall(r"[\w-]+\.md", site)) == seen


def test_every_command_has_a_section() -> None:
    """Every command is described, and its section names every option that its help names."""
    commands = {name: argparse.ArgumentParser() for name in cli._COMMANDS}
    for name, command in commands.items():
        import_module(f"qsr.cli.{name}").add(command)
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## qsr (\w+)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    assert set(sections) == set(commands)
    for name, command in commands.items():
        if name != "generate":
            for option in re.findall(r"--[a-z][a-z-]+", command.format_help()):
                assert option == "--help" or option in sections[name] + text.split("## qsr")[0], (name, option)


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("theories.md", theories.names()),
        ("benchmarks.md", datasets.names()),
        ("calculi.md", [*calculi.names(), *combination.names()]),
        ("generating.md", generate.names()),
    ],
)
def test_nothing_is_left_out(page: str, names: list[str]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in text] == []


def test_options_of_readers_are_described() -> None:
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    missing = [(name, option) for name in datasets.names() for option in datasets.get(name).options if f"--{option}" not in text]
    assert missing == []
