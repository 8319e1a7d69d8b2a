"""The six published items about prepositions and SpaceNLI, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

import qsr
from qsr import datasets
from qsr.datasets.protocol import Item
from qsr.run import Job, evaluate

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "prepositions"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the files about prepositions are not at ../shared/data/prepositions")
PUBLISHED, SPACENLI = DATA / "published_examples.tsv", DATA / "spacenli.tsv"


def test_the_published_examples_are_right_and_explained() -> None:
    report = evaluate(Job(dataset="prepositions"), [PUBLISHED])
    assert (report["items"], report["correct"], report["unparsed"]["count"]) == (6, 6, 0)
    for item in datasets.read("prepositions", PUBLISHED):
        assert isinstance(item, Item)
        assert qsr.solve(item.story, item.question).reason


def test_spacenli_is_answered_or_named_as_not_covered() -> None:
    report = evaluate(Job(dataset="prepositions"), [SPACENLI])
    assert report["items"] == 236
    assert report["bad_rows"]["count"] == report["failed"]["count"] == report["unparsed"]["count"] == 0
    assert report["statuses"]["not_covered"] < 236
    # A label that is none is compared with nothing.
    assert report["items"] - report["labelled"] == report["groups"]["spacenli ???"]["items"]
