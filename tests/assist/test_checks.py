"""A paraphrase is compared with its sentence word by word, and no reading of the sentence is asked."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import qsr.assist
from qsr.assist.checks import check
from qsr.assist.vocabulary import lemmas

#: The modules of the checks, and all of the package that they may import.
MODULES = (
    "alignment",
    "checks",
    "clauses",
    "denying",
    "found",
    "kinds",
    "ordering",
    "placing",
    "shallow",
    "standing",
    "vocabulary",
    "wordwise",
)
ALLOWED = {"qsr", "qsr.resources", "qsr.nouns", "qsr.nouns.lexicon", "qsr.assist", "qsr.assist.protocol"}

BEFORE = "There is a piano in the hall. A truck stands in the yard. Mia and Tom are in the kitchen. "
#: A sentence, its true paraphrase, a wrong one, and the check that refuses it.
PAIRS = [
    ("Ida hopes to sit beside Tom.", "Ida hopes to sit beside Tom.", "Ida is beside Tom.", "connectives"),
    ("The key is on the same shelf.", "The key is on the same shelf.", "The key is on another shelf.", "connectives"),
    (
        "To the left of the piano is a lamp.",
        "The lamp is left of the piano.",
        "The lamp is right of the piano.",
        "who stands where",
    ),
    (
        "To the left of the piano is a lamp.",
        "The piano is right of the lamp.",
        "The piano is left of the lamp.",
        "who stands where",
    ),
    (
        "Behind it they put the wardrobe.",
        "They put the wardrobe behind the piano.",
        "They put the piano behind the wardrobe.",
        "",
    ),
    ("The key isn't in the jar any more.", "The key is not in the jar.", "The key is in the jar.", "denials"),
    ("The milk's in the fridge.", "The milk is in the fridge.", "The milk is not in the fridge.", "denials"),
    ("Nine plates went into the rack.", "There are nine plates in the rack.", "There are ten plates in the rack.", "numbers"),
    (
        "A ladder and a saw hang on the wall.",
        "The ladder and the saw are on the wall.",
        "The ladder is on the wall.",
        "nothing lost",
    ),
    ("The ferry's moored at the quay.", "The ferry is at the quay.", "The bus is at the quay.", "nothing added"),
    ("Every pot sits on a shelf.", "Every pot is on a shelf.", "Some pot is on a shelf.", "quantifiers"),
    (
        "The till's on the left as you enter.",
        "As you enter, the till is on the left.",
        "The till is on the left.",
        "point of view",
    ),
    (
        "Jo's either in the bath or in bed.",
        "Jo is either in the bath or in the bed.",
        "Jo is in the bath and in the bed.",
        "connectives",
    ),
    ("If it's wet, the dog's in the shed.", "If it is wet, the dog is in the shed.", "The dog is in the shed.", "connectives"),
    (
        "He ran to the mill, and then he walked to the inn.",
        "Tom went to the mill. Then Tom went to the inn.",
        "Tom went to the inn. Then Tom went to the mill.",
        "order",
    ),
    (
        "The cage hangs by the window.",
        "The cage is next to the window.",
        "The cage is next to the window. The cat is in the cage.",
        "",
    ),
    ("The cage hangs by the window.", "The cage is next to the window.", "Two boats are behind the bridge.", "nothing lost"),
]


def passes(sentence: str, paraphrase: str) -> bool:
    return all(one.passed for one in check(sentence, paraphrase, BEFORE))


@pytest.mark.parametrize(("sentence", "true", "wrong", "name"), PAIRS)
def test_the_true_one_is_kept_and_the_wrong_one_refused_with_its_reason(sentence: str, true: str, wrong: str, name: str) -> None:
    assert passes(sentence, true), check(sentence, true, BEFORE)
    failed = {one.name: one.detail for one in check(sentence, wrong, BEFORE) if not one.passed}
    assert failed
    assert all(failed.values())
    assert not name or name in failed


def test_nothing_is_said_only_of_what_places_nothing() -> None:
    assert passes("The evening has come, and it is raining.", "")
    assert not passes("The lamp stands behind the piano.", "")


@pytest.mark.parametrize("name", MODULES)
def test_no_reader_of_sentences_is_imported(name: str) -> None:
    source = (Path(qsr.assist.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module)
        elif isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
    own = {one for one in imported if one and one.startswith("qsr")}
    assert own <= ALLOWED | {f"qsr.assist.{module}" for module in MODULES}
    assert "lark" not in imported


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("knives", "knife"),
        ("stopped", "stop"),
        ("tied", "tie"),
        ("lying", "lie"),
        ("boxes", "box"),
        ("children", "child"),
        ("hung", "hang"),
    ],
)
def test_forms_come_from_their_words(form: str, base: str) -> None:
    assert base in lemmas(form)
