"""SpaceNLI's problems: how many are answered, and how many of the answers are the published label. Needs ../shared/data."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import qsr
from qsr import datasets, theories
from qsr.datasets.protocol import Item

FILE = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "prepositions" / "spacenli.tsv"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="SpaceNLI is not at ../shared/data/prepositions/spacenli.tsv")
#: Of 235 problems with a label; a floor, so that a change that loses some is seen.
ANSWERED, WRONG = 165, 3


def test_answers_are_mostly_the_labels() -> None:
    dataset = datasets.get("prepositions")
    theory = theories.get(dataset.theory)
    session = theory.open()
    answered: Counter[str] = Counter()
    wrong = []
    for item in datasets.read("prepositions", FILE):
        assert isinstance(item, Item)
        answer = session.answer(item.story, item.question)
        value = dataset.native(item, answer)
        if value is None:
            assert answer.status == "not_covered"
            assert len(answer.reason) > len("not covered: ")
        elif item.gold is not None:
            answered[str(item.gold)] += 1
            wrong += [item.id] if value != item.gold else []
            for candidate in answer.possible:
                witness = session.witness(item.story, item.question, candidate)
                assert witness is not None
                assert not theory.violated(item.story, witness)
    assert sum(answered.values()) >= ANSWERED
    assert len(wrong) <= WRONG
    assert min(answered.values()) >= 40
