"""Derivations under property set 1: a proof by SpaRTUN's rules for every label."""

from __future__ import annotations

import inspect
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.explain import derive, sentences, verify
from qsr.relations import LABELS
from qsr.story import Question, Statement, Story
from qsr.theories.spartun.facts import NUMBER, Fact, read_facts
from qsr.theories.spartun.proofs import Proofs
from qsr.theories.spartun.rules import derive as derive_labels

#: Few labels and few entities, so that the rules meet one another.
facts = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.integers(0, 4),
        st.sampled_from(["left", "inside", "inside and touching", "contains", "outside", "overlapping", "near", "above", "far"]),
    ).filter(lambda fact: fact[0] != fact[1]),
    max_size=9,
)


@given(facts)
@settings(derandomize=True, deadline=None, max_examples=400)
def test_whatever_the_rules_derive_has_a_proof_and_nothing_else_has(said: list[tuple[int, int, str]]) -> None:
    stated: list[Fact] = [(head, tail, NUMBER[label]) for head, tail, label in said]
    proofs, derived = Proofs({fact: [0] for fact in stated}), derive_labels(stated)
    for head in range(5):
        for tail in range(5):
            assert proofs.labels(head, tail) == {name for name, number in NUMBER.items() if derived.holds(head, tail, number)}


def lines(*said: tuple[str, str, str], ask: str) -> list[str]:
    names = tuple(sorted({name for head, _, tail in said for name in (head, tail)}))
    statements = tuple(
        Statement(number, relation, (names.index(head), names.index(tail))) for number, (head, relation, tail) in enumerate(said)
    )
    story = Story(names, statements)
    derivation = derive(story, Question(0, "relation", (names.index(ask[0]), names.index(ask[1]))), "PS1")
    assert derivation is not None
    assert verify(story, derivation) == ()
    return sentences(story, derivation)


def test_facts_of_one_pair_come_together_before_they_are_used() -> None:
    assert lines(("A", "left", "B"), ("B", "below", "A"), ("B", "left+above", "C"), ask="AC") == [
        "Step 1: It is given that B is below A.",
        "Step 2: It is given that A is left of B.",
        "Step 3: From step 1 and 2, it can be inferred that A is above and left of B.",
        "Step 4: It is given that B is above and left of C.",
        "Step 5: From step 3 and 4, it can be inferred that A is above and left of C.",
        "Hence, the answer is above, and left.",
    ]


def test_several_statements_of_one_direction_are_one_step() -> None:
    assert lines(("A", "left", "B"), ("A", "near", "B"), ask="AB") == [
        "Step 1: It is given that A is near and left of B.",
        "Hence, the answer is near, and left.",
    ]


def test_a_direction_goes_down_to_the_parts_of_both_sides() -> None:
    assert lines(("X", "inside", "A"), ("A", "left", "B"), ("B", "contains", "Y"), ask="XY") == [
        "Step 1: It is given that X is inside A.",
        "Step 2: It is given that A is left of B.",
        "Step 3: From step 1 and 2, it can be inferred that X is left of B.",
        "Step 4: It is given that B contains Y.",
        "Step 5: From step 4, it can be inferred that Y is inside B.",
        "Step 6: From step 3 and 5, it can be inferred that X is left of Y.",
        "Hence, the answer is left.",
    ]


def test_verbs_and_places_make_one_sentence() -> None:
    assert lines(("A", "contains+above", "B"), ask="AB")[0] == "Step 1: It is given that A contains, and is above B."


def test_labels_with_different_proofs_are_brought_together() -> None:
    said = lines(("A", "near", "C"), ("A", "left", "B"), ("B", "left", "C"), ask="AC")
    assert said[-2] == "Step 5: From step 1 and 4, it can be inferred that A is near and left of C."


def test_where_nothing_follows_the_path_is_shown_all_the_same() -> None:
    assert lines(("A", "left", "B"), ("B", "right", "C"), ask="AC") == [
        "Step 1: It is given that A is left of B.",
        "Step 2: It is given that B is right of C.",
        "Step 3: From step 1 and 2, none of the relations of A to C follow.",
        "Hence, none of the relations follow.",
    ]


@pytest.mark.parametrize("first", ["inside and touching", "inside"])
def test_a_chain_of_containments_is_followed_from_either_end(first: str) -> None:
    said = lines(("A", first, "B"), ("B", "inside and touching", "C"), ("C", "inside and touching", "D"), ask="DA")
    assert said[-1] == "Hence, the answer is contains."


def test_what_halfway_relates_an_entity_to_itself_is_never_said() -> None:
    """A is part of B, which is left of A, and C is part of A: SpaRTUN's rules take A left of C from that."""
    story = Story(
        ("A", "B", "C"),
        (Statement(0, "inside", (0, 1)), Statement(1, "left", (1, 0)), Statement(2, "inside", (2, 0))),
    )
    assert "left" in Proofs(read_facts(story)).labels(0, 2)
    derivation = derive(story, Question(0, "relation", (0, 2), LABELS), "PS1")
    assert derivation is not None
    assert all(step.head != step.tail for step in derivation.steps)
    assert verify(story, derivation) == ()


def test_a_long_chain_does_not_use_up_the_stack() -> None:
    links = 100
    story = Story(
        tuple(f"e{entity}" for entity in range(links + 1)),
        tuple(Statement(number, "inside and touching", (number, number + 1)) for number in range(links)),
    )
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + links)
    try:
        derivation = derive(story, Question(0, "relation", (0, links)), "PS1")
    finally:
        sys.setrecursionlimit(limit)
    assert derivation is not None
    assert derivation.labels == {"inside"}
    assert len(derivation.steps) == 2 * links - 1
