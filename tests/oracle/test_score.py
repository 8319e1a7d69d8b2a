from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.datasets.protocol import BadRow, Item
from qsr.oracle.scores.score import Outcome, Scorer
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
    assert list(scorer.report()["labels"]) == ["a", "b", "c"]
    assert scorer.report()["accuracy"] == 0


def listed(gold: object, labels: str = "abcd") -> Item:
    return Item("f:1", STORY, QUESTION, gold, ("2",), label_set=tuple(labels))  # type: ignore[arg-type]


def test_a_listed_label_that_never_occurs_counts_as_zero() -> None:
    scorer = Scorer()
    scorer.add(listed(frozenset("ab")), Outcome(frozenset("a"), "determined"))
    scorer.add(listed(frozenset("a")), Outcome(frozenset("ac"), "determined"))
    scorer.add(listed(frozenset()), Outcome(None, "not_covered"))
    report = scorer.report()
    assert report["macro_f1"] == 1 / 4
    assert report["labels"] == {
        "a": {"precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 2},
        "b": {"precision": 0.0, "recall": 0.0, "f1": 0.0, "support": 1},
        "c": {"precision": 0.0, "recall": 0.0, "f1": 0.0, "support": 0},
        "d": {"precision": 0.0, "recall": 0.0, "f1": 0.0, "support": 0},
    }
    # No answer is not the empty set.
    assert report["correct"] == 0


def test_what_is_not_on_the_list_spoils_the_match_and_no_label() -> None:
    scorer = Scorer()
    assert scorer.add(listed(frozenset("a"), "ab"), Outcome(frozenset("az"), "determined")) is False
    assert list(scorer.report()["labels"]) == ["a", "b"]
    assert scorer.report()["macro_f1"] == 1 / 2


def test_the_empty_set_is_an_answer() -> None:
    scorer = Scorer()
    assert scorer.add(listed(frozenset()), Outcome(frozenset(), "determined")) is True
    assert scorer.report()["accuracy"] == 1.0
    assert scorer.report()["macro_f1"] == 0.0


def test_unread_text_counts_as_the_empty_answer_where_its_label_is_known() -> None:
    scorer = Scorer()
    scorer.add(listed(frozenset("a")), Outcome(frozenset("a"), "determined"))
    scorer.add_bad(BadRow("f:2", "f", 2, "?", True, frozenset("a"), ("2",), tuple("abcd")))
    assert scorer.report()["labels"]["a"] == {"precision": 1.0, "recall": 0.5, "f1": 2 / 3, "support": 2}
    assert scorer.report()["groups"] == {"2": {"items": 2, "correct": 1, "accuracy": 0.5}}


subsets = st.frozensets(st.sampled_from("abcd"))
answers = st.lists(st.tuples(subsets, subsets | st.none()), min_size=1, max_size=12)


def plainly(pairs: list[tuple[frozenset[str], frozenset[str] | None]]) -> dict[str, tuple[float, float, float, int]]:
    """Precision, recall, F1 and support by their definitions, from one row of 0 and 1 per label."""
    found = {}
    for label in "abcd":
        gold = [label in one for one, _ in pairs]
        given = [label in (other or frozenset()) for _, other in pairs]
        both = sum(a and b for a, b in zip(gold, given, strict=True))
        precision = both / sum(given) if any(given) else 0.0
        recall = both / sum(gold) if any(gold) else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        found[label] = (precision, recall, f1, sum(gold))
    return found


def scored(pairs: list[tuple[frozenset[str], frozenset[str] | None]]) -> Scorer:
    scorer = Scorer()
    for gold, value in pairs:
        scorer.add(listed(gold), Outcome(value, "determined"))
    return scorer


@settings(derandomize=True, deadline=None)
@given(answers, st.integers(0, 12))
def test_scores_of_sets_are_those_of_the_definitions_and_merge(
    pairs: list[tuple[frozenset[str], frozenset[str] | None]], cut: int
) -> None:
    report = scored(pairs).report()
    expected = plainly(pairs)
    for label, scores in report["labels"].items():
        assert tuple(scores.values()) == pytest.approx(expected[label])
    assert report["macro_f1"] == pytest.approx(sum(f1 for _, _, f1, _ in expected.values()) / 4)
    assert report["accuracy"] == sum(gold == value for gold, value in pairs) / len(pairs)
    first = scored(pairs[:cut])
    first.merge(scored(pairs[cut:]))
    assert first.report() == report


@settings(derandomize=True, deadline=None, max_examples=40)
@given(answers)
def test_scores_of_sets_are_those_of_scikit_learn(pairs: list[tuple[frozenset[str], frozenset[str] | None]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    gold, given = ([[int(label in (one or ())) for label in "abcd"] for one in side] for side in zip(*pairs, strict=True))
    found = metrics.precision_recall_fscore_support(gold, given, zero_division=0)
    report = scored(pairs).report()
    for place, scores in enumerate(report["labels"].values()):
        assert tuple(scores.values()) == pytest.approx([column[place] for column in found])
    assert report["macro_f1"] == pytest.approx(metrics.f1_score(gold, given, average="macro", zero_division=0))
    if all(value is not None for _, value in pairs):
        assert report["accuracy"] == pytest.approx(metrics.accuracy_score(gold, given))


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
