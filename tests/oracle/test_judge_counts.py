"""Counts of verdicts: pieces merge into the whole, and only the first verdicts are kept."""

from __future__ import annotations

import qsr
from judging import stepgame
from qsr.oracle.check import NotedVerdicts
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


def test_only_the_first_verdicts_are_kept() -> None:
    counts, item = NotedVerdicts(), stepgame("P is above R.")
    for number in range(100):
        counts.add(item, Verdict(str(number), None if number % 2 else False, None, ""))
    assert [one.item for one in counts.noted()] == [str(number) for number in range(0, 40, 2)]
