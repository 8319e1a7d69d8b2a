from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.protocol import BadRow, Item
from qsr.oracle.score import Outcome, Scorer
from qsr.story import Question, Story

STORY, QUESTION = Story(), Question(0, "relation", (0, 1))
labels = st.sampled_from(["left", "right", None])
sets = st.none() | st.frozensets(st.sampled_from("abc"))


def item(gold: object, group: str = "1", defective: str = "") -> Item:
    return Item("f:1", STORY, QUESTION, gold, (group,), defective)  # type: ignore[arg-type]


@given(
    st.lists(
        st.tuples(labels | sets, labels | sets, st.sampled_from(["1", "2"]), st.sampled_from(["item", "bad", "unread"])),
        max_size=30,
    ),
    st.integers(0, 30),
)
def test_pieces_merge_into_the_whole(rows: list[tuple[object, object, str, str]], cut: int) -> None:
    def scored(part: list[tuple[object, object, str, str]]) -> Scorer:
        scorer = Scorer()
        for gold, value, group, kind in part:
            if kind == "item":
                scorer.add(item(gold, group, "broken" if gold is None else ""), Outcome(value, "determined"))  # type: ignore[arg-type]
            else:
                scorer.add_bad(BadRow(f"f:{group}", "f", 1, "broken", kind == "unread"))
        return scorer

    first, second = scored(rows[:cut]), scored(rows[cut:])
    first.merge(second)
    assert first.report() == scored(rows).report()


def test_accuracy_is_over_labelled_items_and_unread_text_counts_as_wrong() -> None:
    scorer = Scorer()
    assert scorer.add(item("left"), Outcome("left", "determined")) is True
    assert scorer.add(item("left"), Outcome("right", "determined")) is False
    assert scorer.add(item(None), Outcome("right", "determined")) is None
    scorer.add_bad(BadRow("f:4", "f", 4, "?", unread=True))
    scorer.add_bad(BadRow("f:5", "f", 5, "?"))
    report = scorer.report()
    assert (report["items"], report["labelled"], report["answered"], report["correct"]) == (4, 3, 3, 1)
    assert report["accuracy"] == 1 / 3
    assert report["unparsed"]["count"] == report["bad_rows"]["count"] == 1
    assert report["groups"] == {"1": {"items": 3, "correct": 1, "accuracy": 0.5}}


def test_no_labels_no_accuracy() -> None:
    scorer = Scorer()
    scorer.add(item(None), Outcome("left", "determined"))
    assert scorer.report()["accuracy"] is None


def test_macro_f1_is_the_mean_over_labels() -> None:
    scorer = Scorer()
    scorer.add(item(frozenset("ab")), Outcome(frozenset("a"), "determined"))
    scorer.add(item(frozenset("a")), Outcome(frozenset("ac"), "determined"))
    # a: 2 hits; b: missed once; c: wrong once.
    assert scorer.report()["macro_f1"] == 1 / 3
    assert scorer.report()["accuracy"] == 0


def test_only_the_first_ten_are_listed_in_order() -> None:
    scorer = Scorer()
    for number in range(12):
        scorer.add_bad(BadRow(f"f:{number}", "f", number, "?"))
    report = scorer.report()["bad_rows"]
    assert report["count"] == 12
    assert [entry["line"] for entry in report["first"]] == list(range(10))


def test_groups_are_in_numeric_order() -> None:
    scorer = Scorer()
    for group in ("10", "2", "1"):
        scorer.add(item("left", group), Outcome("left", "determined"))
    assert list(scorer.report()["groups"]) == ["1", "2", "10"]
