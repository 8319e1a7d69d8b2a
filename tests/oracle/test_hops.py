from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.datasets.protocol import Item
from qsr.language import english
from qsr.oracle.scores.hops import Hops, observed_hops, pearson, spearman
from qsr.settings import PROPERTY_SETS
from qsr.story import Question, Statement, Story

steady = settings(derandomize=True, deadline=None)
STORY = english.read(["A is left of B.", "B is above C.", "C is right of D.", "E is below D."])
PATH = """Step 1: It is given that A is left of B.
Step 2: It is given that C is below B.
Step 3: From step 2, it can be inferred that B is above C.
Step 4: From step 1 and 3, it can be inferred that A is above and left of C.
Step 5: From the context, C is right of D.
Step 6: From step 4 and 5, we can say that A is above D.
Hence, the answer is above."""


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        (PATH, 3),
        ("A is left of B.", 1),
        # The same fact again, and turned, counts once; a pair that the model composed itself does not count.
        ("A is left of B. B is right of A. So A is left of C.", 1),
        ("Since A is left of B and B is above C, A is upper-left of C.", 2),
        ("At 9 o'clock of B there is A.", 1),
        ("A and B are mentioned.", 0),
        ("I think a is left of b.", 0),
        ("The answer is left.", 0),
        ("", 0),
    ],
)
def test_observed_hops_are_the_facts_of_the_context_that_a_text_uses(text: str, hops: int) -> None:
    assert observed_hops(STORY, text) == hops


def test_names_of_several_words_are_found_whole() -> None:
    # The cup is no neighbour of the lamp, the red cup is.
    story = Story(("lamp", "cup", "red cup"), (Statement(0, "above", (0, 2)), Statement(1, "left", (1, 2))))
    assert observed_hops(story, "The lamp is above the Red Cup.") == 1
    assert observed_hops(story, "The lamp is above the cup.") == 0
    assert observed_hops(Story(("", "x"), ()), "x is left of x.") == 0


def pairs_of(one: list[int], other: list[int]) -> Counter[tuple[int, int]]:
    return Counter(zip(one, other, strict=True))


def test_correlations_against_figures_worked_out_by_hand() -> None:
    # Deviations (-1.5, -.5, .5, 1.5) and (-2, 1, -1, 2): products 3 - .5 - .5 + 3 = 5, squares 5 and 10.
    one, other = [1, 2, 3, 4], [1, 4, 2, 5]
    assert pearson(pairs_of(one, other)) == pytest.approx(5 / math.sqrt(50))
    # Ranks 1 3 2 4: rho = 1 - 6 * (0 + 1 + 1 + 0) / (4 * 15).
    assert spearman(pairs_of(one, other)) == pytest.approx(0.8)
    # Equal values share ranks: 1.5 1.5 3 against 1 2 3; products 1/2 + 0 + 1, squares 3/2 and 2.
    assert spearman(pairs_of([1, 1, 2], [1, 2, 3])) == pytest.approx(1.5 / math.sqrt(3))
    assert pearson(pairs_of([1, 2], [2, 1])) == pytest.approx(-1)


@pytest.mark.parametrize("pairs", [[], [(1, 2)], [(1, 1), (1, 2)], [(1, 3), (2, 3)]])
def test_there_is_no_correlation_without_variation(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    assert pearson(pairs_of(one, other)) is None
    assert spearman(pairs_of(one, other)) is None


def test_a_pair_that_stands_often_counts_as_often() -> None:
    rest = Counter({(1, 2): 300_000, (2, 1): 200_000, (2, 5): 500_000})
    few = Counter({(1, 2): 3, (2, 1): 2, (2, 5): 5})
    for correlation in (pearson, spearman):
        assert correlation(rest) == pytest.approx(correlation(few))


@steady
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=12))
def test_correlations_are_symmetric_bounded_and_keep_under_growing_maps(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    for correlation in (pearson, spearman):
        found = correlation(pairs_of(one, other))
        if found is None:
            assert len(set(one)) == 1 or len(set(other)) == 1
            continue
        assert correlation(pairs_of(other, one)) == pytest.approx(found)
        assert -1 - 1e-9 <= found <= 1 + 1e-9
        assert correlation(pairs_of([-value for value in one], other)) == pytest.approx(-found)
    if spearman(pairs_of(one, other)) is not None:
        assert spearman(pairs_of([value**3 for value in one], other)) == pytest.approx(spearman(pairs_of(one, other)))


def test_the_report_is_by_property_set() -> None:
    hops = Hops()
    for name, gold, text in (("PS2", 3, PATH), ("PS2", 1, "A is left of B."), ("PS3", 2, PATH)):
        story = Story(STORY.entities, STORY.statements, (), STORY.text, PROPERTY_SETS[name])
        hops.add(Item("i", story, Question(0, "relation", (0, 3)), frozenset(), (str(gold),)), text)
    hops.add(Item("i", STORY, Question(0, "relation", (0, 3)), None, ("FR",)), PATH)
    assert hops.report() == {
        "PS2": {"answers": 2, "mean_observed": 2.0, "mean_gold": 2.0, "pearson": pytest.approx(1), "spearman": pytest.approx(1)},
        "PS3": {"answers": 1, "mean_observed": 3.0, "mean_gold": 2.0, "pearson": None, "spearman": None},
    }
