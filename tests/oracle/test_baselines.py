"""Baselines beside a score, and intervals around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.protocol import Item
from qsr.oracle.scores.baselines import BaselineScores
from qsr.shares import wilson
from qsr.story import Question, Story

QUESTION = Question(0, "yes_no", ())
COUNTS = st.integers(1, 400).flatmap(lambda items: st.tuples(st.integers(0, items), st.just(items)))


@given(COUNTS)
def test_an_interval_solves_its_equation(counts: tuple[int, int]) -> None:
    """At either end of a score interval the observed share is exactly 1.96 standard errors away."""
    correct, items = counts
    found = wilson(correct, items)
    assert found is not None
    share = correct / items
    assert 0 <= found[0] <= share <= found[1] <= 1
    for bound in found:
        assert abs((share - bound) ** 2 - 1.959963984540054**2 * bound * (1 - bound) / items) < 1e-9


@given(
    st.lists(st.tuples(st.sampled_from(["yes", "no", "depends", None]), st.sampled_from(["yes", "no", None])), max_size=30),
    st.integers(0, 30),
)
def test_pieces_merge_into_the_whole(answers: list[tuple[str | None, str | None]], cut: int) -> None:
    whole, first, second = BaselineScores(), BaselineScores(), BaselineScores()
    for number, (value, gold) in enumerate(answers):
        item = Item(str(number), Story(), QUESTION, gold, ("en",) if number % 2 else ("ro",))
        status = "determined" if value in ("yes", "no") else "ambiguous"
        for one in (whole, first if number < cut else second):
            one.add(item, value, status, {"always-no": "no"})
    first.merge(second)
    assert first.report() == whole.report()


def test_an_open_answer_is_wrong_and_not_covered() -> None:
    beside = BaselineScores()
    beside.add(Item("1", Story(), QUESTION, "no", ("en",)), "depends", "ambiguous", {"always-no": "no", "other": None})
    beside.add(Item("2", Story(), QUESTION, "yes", ("en",)), "yes", "determined", {"always-no": "no", "other": "yes"})
    found = beside.report()["groups"]["en"]
    assert (found["accuracy"], found["coverage"], found["baselines"]) == (0.5, 0.5, {"always-no": 0.5, "other": 0.5})
    assert BaselineScores().report() == {}
