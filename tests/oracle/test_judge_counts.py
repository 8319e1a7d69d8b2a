"""Counts of verdicts: pieces merge into the whole, failures are survived, and only the first verdicts are kept."""

from __future__ import annotations

import pytest

import qsr
from judging import stepgame
from qsr.oracle.check import VerdictCounts
from qsr.oracle.checked import Checked
from qsr.story import Verdict

# Under pytest's importlib mode, test folders are not on the import path.


def test_counts_of_pieces_merge_into_those_of_the_whole() -> None:
    answers = ["upper-left", "left", "banana", "unknown", "below"] * 9
    item = stepgame("P is above Q.", "Q is to the left of R.", label="upper-left")
    with qsr.judge("stepgame") as judge:
        whole, merged = Checked.of(judge.dataset), Checked.of(judge.dataset)
        for piece in (answers[:7], answers[7:8], answers[8:]):
            part = Checked.of(judge.dataset)
            for text in piece:
                part.add(judge, item, (text,))
                whole.add(judge, item, (text,))
            merged.merge(part)
    assert merged.report() == whole.report()
    assert merged.verdicts.noted() == whole.verdicts.noted()
    assert len(merged.verdicts.noted()) == 20
    assert merged.report()["against_text"] == {"right": 9, "wrong": 27, "undecided": 9}


def test_a_run_outlives_an_item_that_the_program_fails_on(monkeypatch: pytest.MonkeyPatch) -> None:
    item = stepgame("P is above R.", label="above")
    with qsr.judge("stepgame") as judge:
        checked = Checked.of(judge.dataset)
        with monkeypatch.context() as broken:
            broken.setattr(judge.dataset, "native", None)
            failed = checked.add(judge, item, ("above",))
        passed = checked.add(judge, item, ("above",))
    assert failed is not None
    assert passed is not None
    assert (failed.sound, failed.gold, passed.sound) == (None, True, True)
    assert "the program failed on this item: TypeError" in failed.reason


def test_only_the_first_verdicts_are_kept() -> None:
    counts = VerdictCounts()
    for number in range(100):
        counts.add(Verdict(str(number), None if number % 2 else False, None, ""))
    assert [one.item for one in counts.noted()] == [str(number) for number in range(0, 40, 2)]
