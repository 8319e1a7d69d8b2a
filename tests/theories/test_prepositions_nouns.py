"""Romanian nouns of the theory of prepositions: the derived table, inflected forms, and the tool that derives the table."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.nouns.forms import forms
from qsr.nouns.lexicon import nouns
from qsr.nouns.phrases import analyse
from qsr.resources import grammar
from qsr.theories.prepositions.lexicon import Language, language, tables
from qsr.theories.prepositions.readings import read
from scripts import script

TABLE, SENSES = "preposition_nouns_romanian.txt", "preposition_senses_romanian.txt"


def entries() -> list[tuple[str, list[str]]]:
    pairs = (line.partition(":") for line in grammar(TABLE).splitlines() if not line.startswith("#"))
    return [(kinds, words.split()) for kinds, _, words in pairs]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    pytest.importorskip("numpy", reason="the tools that make the tables need numpy")
    return script("tools/romanian_nouns.py")


def test_the_table_has_known_kinds_and_each_noun_once() -> None:
    found = [noun for _, nouns in entries() for noun in nouns]
    assert len(found) == len(set(found)) > 20000
    assert {kind for kinds, _ in entries() for kind in kinds.split()} - {"~"} <= set(tables().kinds)
    assert not [noun for noun in found if noun != noun.lower() or "ş" in noun or "ţ" in noun]


def test_the_table_names_its_licence_and_the_notice_names_the_table() -> None:
    notice = grammar("ROWORDNET_LICENSE.txt")
    for name in (TABLE, SENSES):
        head = [line for line in grammar(name).splitlines() if line.startswith("#")]
        assert any("CC BY-SA 4.0" in line and "ROWORDNET_LICENSE.txt" in line for line in head)
        assert name in notice
    assert "RACAI" in notice


@pytest.mark.parametrize(
    ("text", "head", "kind"),
    [
        ("macaragiii", "macaragiu", "person"),
        ("telegondola", "telegondolă", "vehicle"),
        ("pelerinul", "pelerin", "person"),
        ("albinei", "albină", "animal"),
        ("castorilor", "castor", "animal"),
        ("viorilor", "vioară", "device"),
        ("vechiul castor", "castor", "animal"),
        ("foștii castori", "castor", "animal"),
    ],
)
def test_inflected_nouns_reach_their_entry(text: str, head: str, kind: str) -> None:
    words = nouns("ro")
    found = analyse(text, "ro")
    assert (found.head, found.kinds[0][0]) == (head, kind)
    assert words.listed(head) or words.derived(head)


def test_cedillas_count_as_commas_below() -> None:
    assert analyse("ţestoasa", "ro").kinds == analyse("țestoasa", "ro").kinds
    assert analyse("ţestoasa", "ro").head == "țestoasă"


def test_an_amount_is_of_the_kind_of_what_it_is_an_amount_of() -> None:
    assert analyse("restul castorilor", "ro").kinds[0][0] == "animal"
    assert analyse("restul castorilor", "ro").article == "definite"


def test_a_listed_noun_keeps_what_the_list_says() -> None:
    words = nouns("ro")
    both = [noun for _, nouns in entries() for noun in nouns if words.listed(noun) and "_" not in noun]
    differing = [noun for noun in both if words.listed(noun)[0][0] != words.derived(noun)[0][0]]
    assert differing
    assert analyse(differing[0], "ro").kinds == words.listed(differing[0])


@given(st.sampled_from([noun for _, nouns in entries() for noun in nouns if "_" not in noun and noun[-1] not in "aeiouăâîț-'"]))
def test_the_article_of_masculine_and_neuter_nouns_comes_off(noun: str) -> None:
    assert noun in tuple(forms(noun + "ul", nouns("ro")))
    assert noun in tuple(forms(noun + "ului", nouns("ro")))


@given(
    st.sampled_from(
        [noun for _, nouns in entries() for noun in nouns if "_" not in noun and noun.endswith("ă") and len(noun) > 3]
    )
)
def test_the_article_of_feminine_nouns_comes_off(noun: str) -> None:
    assert noun in tuple(forms(noun[:-1] + "a", nouns("ro")))


def test_english_reads_no_romanian_table() -> None:
    program = (
        "from unittest.mock import patch\n"
        "from qsr import resources\n"
        "plain, read = resources._read, []\n"
        "resources._read = lambda folder, name: (read.append(name), plain(folder, name))[1]\n"
        "from qsr.nouns.phrases import analyse\n"
        "analyse('the old newspapers', 'en')\n"
        f"assert {TABLE!r} not in read, read\n"
        "analyse('pelerinul', 'ro')\n"
        f"assert {TABLE!r} in read, read\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


class _Unknown:
    """A class that the Romanian Wordnet has no use for."""


@pytest.mark.parametrize("value", [_Unknown(), print, subprocess.run], ids=["class", "builtin", "function"])
def test_the_reader_of_pickles_refuses_what_it_does_not_know(tool: ModuleType, value: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="not one of the classes"):
        tool.Reader(io.BytesIO(pickle.dumps(value))).load()


def test_the_reader_of_pickles_gives_no_other_attribute(tool: ModuleType) -> None:
    """A program that would fetch `dict.fromkeys`: the stand-in for `getattr` gives parts of speech and nothing else."""
    program = b"cbuiltins\ngetattr\n(cbuiltins\ndict\nVfromkeys\ntR."
    with pytest.raises(pickle.UnpicklingError, match="a part of speech"):
        tool.Reader(io.BytesIO(program)).load()


def test_senses_weigh_more_the_more_often_and_the_earlier(tool: ModuleType) -> None:
    assert tool.weight(40, 1) > tool.weight(3, 1) > tool.weight(3, 4) > 0


def test_fair_kinds_are_kept_the_best_first_and_things_behind_a_mark(tool: ModuleType) -> None:
    assert tool.kept({"animal": 1.0, "food": 0.8, "person": 0.1}, "~") == ("animal", "food")
    assert tool.kept({"state": 1.0, "picture": 0.3, "event": 0.3}, "~") == ("state", "~", "picture")
    assert tool.kept({"feeling": 0.1}, "~") == ("feeling",)


def test_no_noun_is_judged_by_its_own_entry(tool: ModuleType) -> None:
    """Nouns without senses, told apart by their vectors alone: one that is listed wrongly is judged by the others."""
    described = Points({f"{side}{number}": (side == "a") * 2 - 1.0 for side in "ab" for number in range(40)})
    listed = {noun: ("animal" if noun[0] == "a" else "food",) for noun in described.values} | {"a7": ("food",)}
    learnt = tool.Model(described, listed).learnt("a7")
    assert learnt["animal"] > 0.8 > 0.2 > learnt["food"]


class Points:
    """Nouns whose vector is one number."""

    wordnet, counts = None, 0.0

    def __init__(self, values: dict[str, float]) -> None:
        self.values = values

    def senses(self, noun: str) -> tuple[()]:
        return ()

    def vector(self, noun: str) -> Any:
        return pytest.importorskip("numpy").array([self.values[noun]] + [0.0] * 99)

    def head(self, noun: str) -> str:
        return noun


def test_a_learnt_sense_is_likelier_and_yields_to_what_is_listed() -> None:
    assert read("en", "on", "the tractor", "fuel").senses[:2] == (("means", 0), ("support", 2))
    assert language("en").learnt("on", "bare", "fuel") == "means"
    taught = Language({"prepositions": {}, "phrases": {}, "open_phrases": {}}, "under any state: table fuel")
    assert taught.learnt("under", "any", "table") == "state"
    assert nouns("en").listed("table")
    with patch("qsr.theories.prepositions.readings.language", lambda code: taught):
        assert read.__wrapped__("en", "under", "the mosque", "the table").senses[0] == ("lower", 0)
        assert read.__wrapped__("en", "under", "the mosque", "the fuel").senses[0] == ("state", 0)
