"""Formulas said in English are read as themselves."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.language.prose.writing import written
from qsr.logic import And, Atom, Count, Formula, If, Not, Or, Relation, mapped
from qsr.relations import CALLED, DIRECTIONS, EVERYDAY
from qsr.stories import parse_story
from qsr.story import Statement

#: Nothing that moves: that would be in two places at two moments.
NAMES = ("barn", "old church", "lake", "stone tower", "meadow")
EXACT = [
    *DIRECTIONS,
    "near",
    "far",
    "outside and touching",
    "partially overlapping",
    "inside and touching",
    "contains and touches",
]
AXES = ("age", "price", "size", "height", "weight", "length", "speed", "time")

pairs = st.permutations(range(len(NAMES))).map(lambda order: (order[0], order[1]))
exact = st.builds(
    lambda relation, args: Atom(relation, args),
    st.sampled_from([*map(Relation, EXACT), *(Relation("before", axis) for axis in AXES)]),
    pairs,
)
everyday = st.builds(
    lambda word, args: Or(tuple(Atom(Relation(CALLED[base]), args) for base in EVERYDAY[word])),
    st.sampled_from(["inside", "outside", "contains"]),
    pairs,
)
plain = exact | everyday


def combined(parts: st.SearchStrategy[Formula[Atom]]) -> st.SearchStrategy[Formula[Atom]]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return (
        st.builds(Not, parts)
        | st.builds(If, parts, parts)
        | st.builds(And, several)
        | st.builds(Or, several)
        | st.builds(
            lambda parts, low, more: Count(parts, low, None if more is None else low + more),
            several,
            st.integers(0, 3),
            st.none() | st.integers(0, 2),
        )
    )


def conjuncts(formula: Formula[Atom]) -> list[Formula[Atom]]:
    return [one for part in formula.parts for one in conjuncts(part)] if isinstance(formula, And) else [formula]


def said_by(statement: Statement) -> Formula[Atom]:
    """Return the formula of a statement, its everyday word with what it covers."""
    if not statement.property("everyday"):
        return statement.formula
    covered = Or(tuple(Atom(Relation(CALLED[base]), statement.args) for base in EVERYDAY[statement.relation]))
    return Not(covered) if statement.property("negated") else covered


@settings(deadline=None, max_examples=50)
@given(st.recursive(plain, combined, max_leaves=6))
def test_a_formula_is_read_as_it_is_written(formula: Formula[Atom]) -> None:
    story = parse_story(written(formula, NAMES))

    def named(atom: Atom) -> Any:
        return atom.relation, tuple(story.entities[entity] for entity in atom.args)

    def meant(atom: Atom) -> Any:
        return atom.relation, tuple(NAMES[entity] for entity in atom.args)

    said = [mapped(said_by(one), named) for one in story.statements]
    assert said == [mapped(one, meant) for one in dict.fromkeys(conjuncts(formula))]
