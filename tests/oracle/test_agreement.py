from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.datasets.protocol import Item, Reading
from qsr.oracle.scores.agreement import SampleScores, majority
from qsr.story import Question, Story, Value

LABELS = ("a", "b", "c")
steady = settings(derandomize=True, deadline=None)


def reading(value: str | None) -> Reading:
    """A set written as its letters, None for nothing read."""
    return Reading(None if value is None else frozenset(value), "test")


def item(gold: str, identity: str = "i") -> Item:
    return Item(identity, Story(), Question(0, "relation", (0, 1)), frozenset(gold), ("2",), label_set=LABELS)


@pytest.mark.parametrize(
    ("values", "winner"),
    [
        (["a", "b", "b"], "b"),
        # Ties go to the first seen.
        (["b", "a"], "b"),
        (["c", "a", "b", "a", "b"], "a"),
        # It is sets that are counted, not labels.
        (["a", "ab", "ab", "a", "ab"], "ab"),
        (["ab", "ba", "c"], "ab"),
        # Empty ones never win unless they are alone.
        ([None, None, None, "a"], "a"),
        (["", "", "b"], "b"),
        (["", ""], ""),
        ([None, ""], None),
        ([None], None),
    ],
)
def test_the_most_frequent_set_wins(values: list[str | None], winner: str | None) -> None:
    assert majority([reading(value) for value in values]).value == reading(winner).value


def test_single_labels_and_paths_have_majorities_too() -> None:
    values: list[Value] = ["left", "right", "right", ("s", "e")]
    assert majority([Reading(value, "test") for value in values]).value == "right"


def test_no_samples_have_no_majority() -> None:
    with pytest.raises(ValueError, match="no samples"):
        majority([])


def test_the_reading_is_the_first_of_those_that_agree() -> None:
    first, second = (Reading(frozenset("a"), rule) for rule in ("label", "words"))
    assert majority([reading("b"), first, second]) is first


@steady
@given(st.lists(st.none() | st.text("abc", max_size=2), min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_the_winner_is_as_frequent_as_any_and_order_matters_only_in_ties(values: list[str | None], random: object) -> None:
    readings = [reading(value) for value in values]
    votes = [one.value for one in readings if one.value] or [one.value or frozenset() for one in readings]
    won = majority(readings).value or frozenset()
    assert votes.count(won) == max(map(votes.count, votes))
    if [votes.count(one) for one in set(votes)].count(votes.count(won)) == 1:
        random.shuffle(readings)  # type: ignore[attr-defined]
        assert (majority(readings).value or frozenset()) == won


def test_the_majority_beside_the_mean_of_single_samples() -> None:
    scores = SampleScores()
    scores.add(item("ab"), [reading("ab"), reading("a"), reading("ab")])
    scores.add(item("c"), [reading("b"), reading("c"), reading("c")])
    # Accuracy of the three runs: 1/2, 1/2, 2/2. F1 of a, b, c: (1, 2/3, 0), (1, 0, 1), (1, 1, 1).
    samples = scores.samples()
    assert samples is not None
    assert samples["items_by_samples"] == {"3": 2}
    assert samples["majority"] == {"accuracy": 1.0, "macro_f1": 1.0}
    assert samples["single"]["accuracy"] == pytest.approx(2 / 3)
    assert samples["single"]["macro_f1"] == pytest.approx((5 / 9 + 2 / 3 + 1) / 3)
    assert scores.scores()["groups"] == {"2": {"items": 2, "correct": 2, "accuracy": 1.0}}


def test_runs_of_different_length_are_scored_over_the_items_they_have() -> None:
    scores = SampleScores()
    scores.add(item("a"), [reading("a")])
    scores.add(item("b"), [reading("a"), reading("b")])
    samples = scores.samples()
    assert samples is not None
    assert samples["items_by_samples"] == {"1": 1, "2": 1}
    assert samples["single"]["accuracy"] == pytest.approx((1 / 2 + 1) / 2)


def test_one_answer_an_item_is_no_sampling() -> None:
    scores = SampleScores()
    scores.add(item("a"), [reading("a")])
    assert scores.samples() is None
    assert scores.scores()["accuracy"] == 1.0
