"""The ablation of the lexicon: what it takes out is gone while it lasts, and the items that need it are named."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from qsr import datasets, resources
from qsr.datasets.protocol import Item
from qsr.nouns.lexicon import nouns
from scripts import script

ITEMS = """id\tlang\tpremise1\tpremise2\tconclusion\tholds
a\ten\tthe blorf is in the crib\tthe crib is in the kitchen\tthe blorf is in the kitchen\tyes
b\ten\tthe nurse is at the hotel\tthe hotel is under construction\tthe nurse is under construction\tno
d\ten\tthe eyes are on the children\tthe children are in the cellar\tthe eyes are in the cellar\tno
e\ten\tthe page is with the sculptor\tthe sculptor is behind the statue\tthe page is behind the statue\tyes
c\tro\tpisica este pe scaun\tscaunul este în bucătărie\tpisica este în bucătărie\tyes
"""


@pytest.fixture(scope="module")
def ablation() -> ModuleType:
    return script("benchmarks/prepositions_ablation.py")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.tsv"
    path.write_text(ITEMS, encoding="utf-8")
    return path


#: Tables that theory and reader have without words of content: kinds and senses, and function words.
WORDLESS = {"prepositions.toml", "nouns.toml", "function_words.toml", "function_words_romanian.toml"}


def words_in(name: str, text: str, skipped: tuple[str, ...]) -> set[str]:
    """Return every word that stands in a table, however it is written; nothing of this is shared with what takes words out."""
    if name.startswith(("preposition_nouns", "preposition_senses")):
        lines = [line.partition(":")[2] for line in text.splitlines() if not line.startswith("#")]
    elif name.endswith(".txt"):
        # Conditions name kinds, articles and lists, which are no words of the language.
        lines = [line for line in text.splitlines() if line.startswith("    ")]
    else:
        lines = list(strings(tomllib.loads(text), skipped))
    return {word for line in lines for word in re.split(r"[\s_:~|(){}]+", line.lower())}


def strings(value: Any, skipped: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in skipped:
                # Forms stand as keys, and so do names of lists and classes.
                yield from (key, *strings(inner, skipped)) if isinstance(inner, str) else strings(inner, skipped)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, skipped)
    else:
        yield str(value)


def items_of(file: Path) -> list[Item]:
    return [item for item in datasets.read("prepositions", file) if isinstance(item, Item)]


def test_words_of_items_have_their_lemmas(ablation: ModuleType, file: Path) -> None:
    words = ablation.words_of(next(item for item in items_of(file) if item.id.endswith(":c")))
    assert {"pisică", "pisica", "scaun", "bucătărie"} <= words
    assert not words & {"pe", "în", "este"}


def test_no_word_survives_in_any_table(ablation: ModuleType, file: Path) -> None:
    words = frozenset().union(*(ablation.words_of(item) for item in items_of(file)))
    # The items name nouns of the lexicons, of the rules of evidence, of places and of the reader's forms.
    whole = {name: words_in(name, resources.grammar(name), ablation.TABLES.get(name, ())) for name in ablation.TABLES}
    assert all(words & there for there in whole.values())
    asked: set[str] = set()
    grammar = resources._read
    with ablation.tables_without(words, derived=True):
        cut = resources._read

        def read(folder: str, name: str) -> str:
            asked.update({name} if folder == "grammars" else ())
            return cut(folder, name)

        with patch.object(resources, "_read", read):
            ablation.answers(items_of(file))
            left = {name: words & words_in(name, resources.grammar(name), ablation.TABLES.get(name, ())) for name in asked}
    assert {*ablation.TABLES, *ablation.DERIVED} <= asked
    assert asked <= {*ablation.TABLES, *ablation.DERIVED, *WORDLESS}
    assert not {name: found for name, found in left.items() if found and name not in WORDLESS}
    assert resources._read is grammar


@pytest.mark.parametrize("word", ["sculptor", "children", "cellar", "construction", "pisică"])
def test_the_tables_know_no_word_that_was_taken_out(ablation: ModuleType, word: str) -> None:
    code = "ro" if word == "pisică" else "en"
    assert nouns(code).known(word) or word in nouns(code).irregular
    with ablation.tables_without(frozenset({word}), derived=True):
        assert not nouns(code).known(word)
        assert word not in nouns(code).irregular
    assert nouns(code).known(word) or word in nouns(code).irregular


@pytest.mark.parametrize("name", ["nouns_english.toml", "nouns_romanian.toml"])
def test_a_lexicon_without_words_is_the_same_save_for_them(ablation: ModuleType, name: str) -> None:
    text = resources.grammar(name)
    whole = tomllib.loads(text)
    words = frozenset([word for word in whole["kinds"]["room"].split() if "_" not in word][:3])
    cut = tomllib.loads(ablation.without(name, text, words))
    assert cut["kinds"].keys() == whole["kinds"].keys()
    for kind, listed in whole["kinds"].items():
        kept = [word for word in listed.split() if not ablation.has(word.removeprefix("~"), words)]
        assert cut["kinds"][kind].split() == kept
    assert cut["determiners"] == whole["determiners"]
    assert ablation.without(name, text, frozenset()) == text


def test_what_is_taken_out_is_back_afterwards(ablation: ModuleType, file: Path) -> None:
    before = resources.grammar("nouns_english.toml")
    items = items_of(file)
    full = ablation.answers(items)
    with ablation.tables_without(frozenset({"construction"})):
        assert "construction" not in resources.grammar("nouns_english.toml").split()
    assert resources.grammar("nouns_english.toml") == before
    assert ablation.answers(items) == full


def test_the_report_counts_and_names(ablation: ModuleType, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ablation.measured([str(file)])
    assert found["items"] == 5
    assert {"hotel", "construction", "kitchen", "pisică", "scaun", "eye", "sculptor"} <= set(found["removed"])
    assert found["correct"] - len(found["lost"]) + len(found["won"]) == found["correct_without"]
    for one in found["lost"]:
        assert one["before"] != one["after"]
    assert ablation.main([str(file)]) == 0
    assert f"{len(found['removed'])} of {found['entries']} entries" in capsys.readouterr().out
