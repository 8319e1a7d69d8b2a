"""Stories told in time, by example; `test_worlds_compared.py` has random ones, against all films there are."""

from __future__ import annotations

from typing import Any

import pytest

import qsr
from qsr.logic import Atom, Or, Relation
from qsr.story import Question, Statement, Story
from qsr.theories.change.theory import Change

NAMES = ("Ann", "Bob", "cup", "bag", "hall", "yard")


def statement(number: int, said: tuple[str, tuple[int, ...]]) -> Statement:
    name, args = said
    span = (number, number + 1)
    if name == "either":
        who, *places = args
        return Statement.says(number, Or(tuple(Atom(Relation("inside"), (who, one)) for one in places)), span)
    return Statement(number, name, args, span)


@pytest.mark.parametrize(
    ("told", "thing", "place", "value"),
    [
        ([("takes", (0, 2)), ("goes to", (0, 4))], 2, 4, "yes"),
        ([("takes", (0, 2)), ("goes to", (0, 4)), ("drops", (0, 2)), ("goes to", (0, 5))], 2, 4, "yes"),
        ([("puts", (0, 2, 3)), ("takes", (1, 3)), ("goes to", (1, 5))], 2, 5, "yes"),
        ([("inside", (0, 4)), ("goes to", (1, 5))], 0, 4, "yes"),
        ([("inside", (0, 4)), ("outside", (0, 4))], 0, 4, "no"),
        ([("either", (0, 4, 5))], 0, 4, "unknown"),
        ([("either", (0, 4, 5)), ("outside", (0, 5))], 0, 4, "yes"),
        ([("inside", (0, 4)), ("inside", (0, 5))], 0, 5, "yes"),
        # Nobody says where the cup is, and that it is nowhere is not said either; a room lies in no other.
        ([("near", (2, 3)), ("goes to", (0, 4))], 2, 4, "unknown"),
        ([("goes to", (0, 4)), ("goes to", (1, 5))], 4, 5, "no"),
    ],
)
def test_a_thing_is_where_it_was_brought(told: Any, thing: int, place: int, value: str) -> None:
    story = Story(NAMES, tuple(statement(number, said) for number, said in enumerate(told)))
    assert Change({}).open().answer(story, Question(0, "yes_no", (thing, place), ("inside",))).value == value


def test_what_a_room_has_is_in_it_and_may_be_moved_there() -> None:
    room = "The room had a desk and a chair. The chair was pushed under the desk."
    assert qsr.solve(room, "Is the chair in the room?").value == "yes"
    assert qsr.solve("The kitchen has a stool and a table. Tom took the stool to the hall.", "Where is the stool?").value == (
        "in the hall",
    )
    assert qsr.solve("Two men took the harp off the stage and left it in the yard.", "Where is the harp?").value == (
        "in the yard",
    )
