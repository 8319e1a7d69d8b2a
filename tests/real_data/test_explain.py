"""Reasoning paths for published stories: the theory's answer, and every step checked by a second solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import qsr
from qsr import datasets, theories
from qsr.datasets.protocol import Item
from qsr.explain import derive, verify
from qsr.relations import parts

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data"
THEORIES = {"PS1": "spartun", "PS2": "paper-ps2", "PS3": "paper-ps3", "PS4": "paper-ps4"}


def items(name: str, file: str, every: int = 1) -> Iterator[Item]:
    if not (DATA / file).is_file():
        pytest.skip(f"../shared/data/{file} is not beside the checkout")
    found = (item for item in datasets.read(name, DATA / file) if isinstance(item, Item) and item.question.form == "relation")
    return islice(found, 0, None, every)


def derived_and_verified(property_set: str, found: Iterator[Item]) -> int:
    """Check every derivation; return how many there were."""
    session = theories.get(THEORIES[property_set]).open()
    count = 0
    for item in found:
        answer = session.answer(item.story, item.question)
        derivation = derive(item.story, item.question, property_set)
        if derivation is None:
            assert not answer.value, item.id
            continue
        # StepGame's candidates are composites, and a derivation's labels are single.
        assert derivation.labels == {label for name in answer.value or () for label in parts(str(name))}, item.id
        assert verify(item.story, derivation) == (), item.id
        count += 1
    return count


@pytest.mark.parametrize("property_set", ["PS2", "PS3", "PS4"])
@pytest.mark.parametrize("kind", ["clean", "noise"])
def test_stepgame(property_set: str, kind: str) -> None:
    assert derived_and_verified(property_set, items("stepgame", f"stepgame/json/{kind}/qa10_valid.json", every=40)) > 20


def test_spartun_clock() -> None:
    assert derived_and_verified("PS1", items("spartun", "spartun/spartun_clock.json")) == 63


@pytest.mark.slow
def test_spartun_dev() -> None:
    assert derived_and_verified("PS1", items("spartun", "spartun/spartun_dev.json")) >= 1411
