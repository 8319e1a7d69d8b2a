from __future__ import annotations

from pathlib import Path

import pytest

from qsr import theories
from qsr.datasets.protocol import Item, Row
from qsr.datasets.stepgame.dataset import StepGame
from qsr.errors import DatasetError
from qsr.oracle.audit import Finding, audit_item, corrected_path, summary


def audited(story: list[str], label: str, pair: str = "PR") -> Finding | None:
    dataset = StepGame()
    question = f"What is the relation of the agent {pair[0]} to the agent {pair[1]}?"
    item = dataset.item(Row("f:1", "f", 1, {"story": story, "question": question, "label": label}), {})
    assert isinstance(item, Item), item
    session = theories.get("paper-ps2").open()
    return audit_item(dataset, session, item, session.answer(item.story, item.question))


CHAIN = ["P is above Q.", "Q is to the left of R."]


def test_a_label_that_follows_is_no_finding() -> None:
    assert audited(CHAIN, "upper-left") is None


@pytest.mark.parametrize("label", ["below", "overlap", "above", "lower-right", "left"])
def test_another_label_contradicts_and_the_sentences_say_so(label: str) -> None:
    finding = audited([*CHAIN, "S is above T."], label)
    assert finding is not None
    assert finding.kind == "contradicts"
    assert finding.correction == "upper-left"
    assert set(finding.derivation) <= set(CHAIN)
    assert finding.derivation


def test_sentences_that_contradict_each_other_support_no_label() -> None:
    finding = audited(["P is above R.", "P is below R.", "P is to the left of S."], "above")
    assert finding is not None
    assert finding.kind == "inconsistent"
    assert finding.correction is None
    assert finding.derivation == ("P is above R.", "P is below R.")


def test_a_pair_that_nothing_connects_is_undetermined() -> None:
    finding = audited(["P is above Q.", "R is above S."], "above")
    assert finding is not None
    assert finding.kind == "undetermined"


def test_a_broken_sentence_is_the_finding_only_where_nothing_stronger_is() -> None:
    alone = audited(["P is above P."], "above")
    with_noise = audited([*CHAIN, "S is above S."], "upper-left")
    wrong_anyway = audited([*CHAIN, "S is above S."], "left")
    assert [finding.kind for finding in (alone, with_noise, wrong_anyway) if finding is not None] == [
        "defective",
        "defective",
        "contradicts",
    ]


def test_the_summary_names_every_class() -> None:
    finding = audited(CHAIN, "below")
    assert finding is not None
    assert summary([finding], 3) == {
        "items": 3,
        "findings": 1,
        "classes": {"contradicts": 1, "inconsistent": 0, "undetermined": 0, "defective": 0},
    }


def test_the_copy_never_takes_the_place_of_an_original(tmp_path: Path) -> None:
    original, link, folder = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "out"
    original.write_text("{}", encoding="utf-8")
    link.symlink_to(original)
    folder.mkdir()
    assert corrected_path(original, folder, [original]) == folder / "a.json"
    assert corrected_path(original, tmp_path, [original]) == tmp_path / "a.corrected.json"
    for place in (original, link):
        with pytest.raises(DatasetError, match="overwrite"):
            corrected_path(original, place, [original])
    with pytest.raises(DatasetError, match="existing folder"):
        corrected_path(original, tmp_path / "c.json", [original, link])
