"""The ablation of the lexicon: what it takes out is gone while it lasts, and the items that need it are named."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from qsr import datasets, resources
from qsr.datasets.protocol import Item

ITEMS = """id\tlang\tpremise1\tpremise2\tconclusion\tholds
a\ten\tthe blorf is in the crib\tthe crib is in the kitchen\tthe blorf is in the kitchen\tyes
b\ten\tthe nurse is at the hotel\tthe hotel is under construction\tthe nurse is under construction\tno
c\tro\tpisica este pe scaun\tscaunul este în bucătărie\tpisica este în bucătărie\tyes
"""


@pytest.fixture(scope="module")
def ablation() -> ModuleType:
    path = Path(__file__).parent.parent / "benchmarks" / "prepositions_ablation.py"
    specification = importlib.util.spec_from_file_location("prepositions_ablation", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.tsv"
    path.write_text(ITEMS, encoding="utf-8")
    return path


def test_words_of_items_have_their_lemmas(ablation: ModuleType, file: Path) -> None:
    items = [item for item in datasets.read("prepositions", file) if isinstance(item, Item)]
    words = ablation.words_of(items[2])
    assert {"pisică", "pisica", "scaun", "scaunul", "bucătărie"} <= words
    assert not words & {"pe", "în", "este"}


@pytest.mark.parametrize("name", ["prepositions_english.toml", "prepositions_romanian.toml"])
def test_a_lexicon_without_words_is_the_same_save_for_them(ablation: ModuleType, name: str) -> None:
    text = resources.grammar(name)
    whole = tomllib.loads(text)
    words = frozenset([word for word in whole["kinds"]["room"].split() if "_" not in word][:3])
    entries = frozenset(ablation.entries_with(text, words))
    assert words <= entries
    cut = tomllib.loads(ablation.without(text, entries))
    assert cut["kinds"].keys() == whole["kinds"].keys()
    for kind, listed in whole["kinds"].items():
        assert cut["kinds"][kind].split() == [word for word in listed.split() if word not in entries]
    assert cut["prepositions"] == whole["prepositions"]
    assert ablation.without(text, frozenset()).replace('"', " ").split() == text.replace('"', " ").split()


def test_what_is_taken_out_is_back_afterwards(ablation: ModuleType, file: Path) -> None:
    before = resources.grammar("prepositions_english.toml")
    items = [item for item in datasets.read("prepositions", file) if isinstance(item, Item)]
    full = ablation.answers(items)
    with ablation.lexicon_without(frozenset({"construction"})):
        assert "construction" not in resources.grammar("prepositions_english.toml").split()
    assert resources.grammar("prepositions_english.toml") == before
    assert ablation.answers(items) == full


def test_the_report_counts_and_names(ablation: ModuleType, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ablation.measured([str(file)])
    assert found["items"] == 3
    assert {"hotel", "construction", "kitchen", "pisică", "scaun"} <= set(found["removed"])
    assert found["correct"] - len(found["lost"]) + len(found["won"]) == found["correct_without"]
    for one in found["lost"]:
        assert one["before"] != one["after"]
    assert ablation.main([str(file)]) == 0
    assert f"{len(found['removed'])} of {found['entries']} entries" in capsys.readouterr().out
