"""Broken inputs for every reader: it returns, or says in a `QsrError` what is wrong and where; and its work keeps in proportion.

The readers, their seeds and the ways of breaking these are those of ``tools/fuzz``, where longer runs are made with atheris.
"""

from __future__ import annotations

import importlib.util
import warnings
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts import script

#: Readers that need what may not be installed.
NEEDS = {"geojson": "shapely"}


READERS = script("tools/fuzz/readers.py").READERS
MUTATIONS = script("tools/fuzz/mutations.py")
NAMES = [
    pytest.param(
        name, marks=pytest.mark.skipif(importlib.util.find_spec(NEEDS.get(name, "json")) is None, reason="not installed")
    )
    for name in READERS
]


def read(name: str, data: bytes) -> Any:
    with warnings.catch_warnings():
        # Shapely computes with NaN before it refuses it; a text of Python may hold a backslash that Python itself complains of.
        warnings.filterwarnings("ignore", "invalid value encountered", RuntimeWarning)
        warnings.filterwarnings("ignore", "invalid (escape sequence|decimal literal|octal)", category=DeprecationWarning)
        warnings.filterwarnings("ignore", category=SyntaxWarning)
        return READERS[name].read(data)


@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.randoms(use_true_random=False))
def test_a_broken_input_is_read_or_refused(name: str, random: Random) -> None:
    seeds = READERS[name].seeds
    read(name, MUTATIONS.mutated(random, random.choice(seeds), seeds))


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_a_document_may_be_anything(name: str) -> None:
    """Each value of a JSON seed gives way to values of every type, numbers without end and nests without bottom."""
    values = [value for value in MUTATIONS.HOSTILE_JSON if len(value) <= 20_000]
    for seed in READERS[name].seeds:
        for place, data in enumerate(MUTATIONS.every_value(seed, values)):
            # Every third one keeps the test short; what value meets what place changes from reader to reader.
            if place % 3 == len(name) % 3:
                read(name, data)


#: Inputs that once ended in an exception of Python, and what the message has to say.
BROKE = [
    ("calculus .toml", b"reference = " + b"[" * 3_000, "nested too deeply"),
    ("calculus .toml", b"identity = " + b"9" * 5_000, "too many digits"),
    ("calculus .toml", b'name = "\xed\xa0\x80"', "not UTF-8"),
    ("algebra .json", b"[" * 3_000, "nested too deeply"),
    ("network .json", b"9" * 5_000, "too many digits"),
    ("geojson", b"9" * 5_000, "too many digits"),
    ("networks .csp", b"9" * 5_000 + b" #many\n.\n", "expected the head of a network"),
    ("networks .csp", b"99999 #large\n.\n", "expected fewer than"),
    ("networks .csp", b"3 #a\n 0 " + b"9" * 5_000 + b" ( DC )\n.\n", "expected a constraint"),
    (
        "calculus .spec",
        b"comp_table_file a\x00b\nconverse_file own.conv\nidentity = E\n---\nE :: E\n---\n",
        "not the name of a file",
    ),
    ("prompt templates", b"[" * 3_000, "not JSON"),
    ("spartun", b"9" * 5_000, "too many digits"),
    ("sparp .json", b"[" + b"9" * 5_000 + b"]", "too many digits"),
    ("roomspace .json", b"[" + b"9" * 5_000 + b"]", "too many digits"),
]


@pytest.mark.parametrize(("name", "data", "message"), BROKE)
def test_what_once_broke_a_reader_is_refused(name: str, data: bytes, message: str) -> None:
    if name == "geojson":
        pytest.importorskip("shapely")
    error = read(name, data)
    assert error is not None
    assert message in str(error)


def test_a_nest_of_answers_is_no_answer() -> None:
    for opening, closing in (('{"answer":', "}"), ('[{"answer":', "}]")):
        for depth in (3, 300, 900):
            read("space2024 answers", f"{opening * depth}1{closing * depth}".encode())
