"""The checks of paraphrases are measured by right ones and by edits of these that are shown to be wrong."""

from __future__ import annotations

import json
import random
from operator import itemgetter
from pathlib import Path

import pytest

from paraphrases_compared import DIFFERENT, EQUAL, EQUIVALENT, TOLD_APART, compared, reading
from paraphrases_wrong import KINDS, REWORDED, Source, edits
from scripts import script

#: A right paraphrase, an edit of it, and what the two are to each other.
COMPARED = [
    ("The cup is left of the pen.", "The pen is right of the cup.", EQUAL),
    ("The cup is left of the pen.", "The pen is left of the cup.", DIFFERENT),
    ("The cup is left of the pen. The pen is left of the jug.", "The pen is left of the jug. The cup is left of the pen.", EQUAL),
    (
        "If the cup is above the pen, the jug is above the pen.",
        "The jug is above the pen or the cup is not above the pen.",
        EQUIVALENT,
    ),
    ("Neither the cup nor the pen is above the jug.", "The cup is not above the jug.", DIFFERENT),
    ("Either the cup or the pen is above the jug.", "The cup or the jug is above the pen.", DIFFERENT),
    ("As seen from the door, the cup is left of the pen.", "The cup is left of the pen.", TOLD_APART),
    ("Ann went to the hall. Then Ann went to the attic.", "Ann went to the attic. Then Ann went to the hall.", TOLD_APART),
    ("Ann went to the hall. Bob went to the attic.", "Bob went to the attic. Ann went to the hall.", EQUAL),
    ("There are three cups on the shelf.", "There are four cups on the shelf.", DIFFERENT),
    ("The cup is not in the box.", "The cup is in the box.", DIFFERENT),
]


@pytest.mark.parametrize(("one", "other", "expected"), COMPARED)
def test_two_texts_mean_the_same_or_not(one: str, other: str, expected: str) -> None:
    first, second = reading("", one), reading("", other)
    assert first is not None
    assert second is not None
    assert (compared(first, second), compared(second, first)) == (expected, expected)


def test_a_text_is_read_behind_what_was_said_before() -> None:
    before = "The cup is left of the pen."
    one = reading(before, "It is above the jug.")
    assert one is not None
    assert one.told == {(("above", ("cup", "jug"), None), frozenset())}
    assert reading(before, "The pen wugs.") is None
    # What follows from the story before is no other meaning.
    again = reading(before, "The cup is above the jug. The pen is right of the cup.")
    assert again is not None
    assert compared(one, again) == EQUIVALENT


#: Of a half the least share of right ones that is kept, and of wrong ones that is rejected; wanted are 97 % of each.
LEAST = {"read": (0.8, 0.9), "refused": (0.5, 0.9)}
MADE = {
    "mirrored": ("The cup is left of the pen.", "The cup is right of the pen."),
    "swapped": ("The cup is left of the pen.", "The pen is left of the cup."),
    "negation lost or added": ("The cup is not in the box.", "The cup is in the box."),
    "a number changed": ("There are three cups on the shelf.", "There are four cups on the shelf."),
    "a thing dropped or exchanged": ("The cup is above the pen. It is in the box.", "The cup is above the pen."),
    "quantifier weakened": ("Both cups are in the box.", "One of cups are in the box."),
    "frame dropped": ("As seen from the door, the cup is left of the pen.", "The cup is left of the pen."),
    "order changed": ("Ann went to the hall. Then Ann went to the attic.", "Ann went to the attic. Then Ann went to the hall."),
    "something added": ("The cup is left of the pen.", "The cup is directly left of the pen."),
    "unrelated": ("The cup is left of the pen.", "The dog is in the yard."),
    REWORDED: ("The cup is left of the pen.", "The pen is right of the cup."),
}


@pytest.mark.parametrize("kind", MADE)
def test_edits_are_made_by_kind(kind: str) -> None:
    text, wanted = MADE[kind]
    made = edits(Source(text, ("the lamp",), ("The dog is in the yard.",)), kind, random.Random(1))
    assert text not in made
    assert wanted in made


def test_what_is_made_of_a_corpus_is_wrong_and_the_same_again() -> None:
    benchmark = script("benchmarks/paraphrases.py")
    rows = benchmark.sampled(benchmark.corpus("refused", "development"), 2)
    made = list(benchmark.made(rows))
    assert len({kind for row in made for kind, _ in row["wrong"]} & set(KINDS)) >= 3
    for row in filter(itemgetter("paraphrase"), made):
        before, right = benchmark.context(row)
        for kind, text in row["wrong"]:
            other = reading(before, text)
            assert kind in (benchmark.NOTHING, "order changed") or (other is not None and right.told != other.told)
    assert next(benchmark.made(rows))["wrong"] == made[0]["wrong"]


def test_checks_keep_right_ones_and_reject_wrong_ones_and_an_honest_judge_the_rest() -> None:
    """The slice is what the benchmark made of a few rows of each half, so that the checks alone take time."""
    benchmark = script("benchmarks/paraphrases.py")
    text = Path(__file__).with_name("data").joinpath("paraphrases_made.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert len(rows) >= 60
    assert {row["part"] for row in rows} == {"development"}
    result = benchmark.measured(rows, judge=False)
    for half, (kept, rejected) in LEAST.items():
        table = result["groups"][f"{half}, development"]
        right = [table[kind] for kind in benchmark.RIGHT_KINDS if kind in table]
        wrong = [table[kind] for kind in KINDS if kind in table]
        assert sum(one["made"] - one["checks"] for one in right) >= kept * sum(one["made"] for one in right)
        assert sum(one["checks"] for one in wrong) >= rejected * sum(one["made"] for one in wrong)
        # The baseline is weak, or the slice would be too easy.
        assert sum(one["bag of words"] for one in wrong) < 0.9 * sum(one["made"] for one in wrong)
    judged = benchmark.measured(rows[::8])["groups"].values()
    assert sum(counts["checks, judged"] for table in judged for counts in table.values()) == 0
