"""RoomSpace's facts: a story made of facts alone, and where a text differs from the facts it was made from.

A fact is ``[thing, code, thing or "room"]``. The text is what is answered; facts beside a text serve only to compare.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from qsr.errors import ParseError
from qsr.logic import Relation
from qsr.story import Question, Statement, Story
from qsr.theories.room.text import DIRECTIONS

__all__ = ["conflicts", "is_fact", "stated", "story_of"]

#: Codes of which one holds, so that two of one family about the same things differ, and two of different families do not.
_FAMILIES: Final = (frozenset(DIRECTIONS), frozenset({"TPP", "NTPP"}), frozenset({"CL2", "FR2", "CL3", "MD3", "FR3"}))
#: A fact of the published files that says of a thing that it is in the room.
_IN_ROOM: Final = "INR"


def is_fact(fact: object) -> bool:
    """Tell whether an entry of a row has the form of a fact."""
    return isinstance(fact, (list, tuple)) and len(fact) == 3 and all(isinstance(part, str) for part in fact)


def story_of(content: Mapping[str, Any], settings: tuple[tuple[str, str], ...], codes: Mapping[str, str]) -> Story:
    """Return the story of a Logic/ row, whose query is ``[[head, tail]]`` or ``[[head, relation, tail]]``.

    Raise ParseError where the facts or the query name what is not in the room. `codes` are the names of the relations.
    """
    names = list(dict.fromkeys(name for name, code, _ in content["facts"] if code == _IN_ROOM))
    place = {name: index for index, name in enumerate(names)}
    query = content["query"]
    try:
        head, *relation, tail = query[0]
        pair = (place[head], place[tail])
        statements = _statements(content["facts"], place)
        candidates = (codes[relation[0]],) if relation else DIRECTIONS
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ParseError(f"the facts or the query name what is not in the room: {error}") from error
    question = Question(0, "yes_no" if relation else "relation", pair, candidates)
    return Story(tuple(names), statements, (question,), "", settings)


def stated(story: Story, facts: Sequence[Sequence[str]]) -> Story:
    """Return a story with the facts in place of its statements; things that only the facts know stand behind its own."""
    named = (name for one, _, other in facts for name in ((one,) if other == "room" else (one, other)))
    entities = tuple(dict.fromkeys((*story.entities, *named)))
    place = {name: index for index, name in enumerate(entities)}
    return replace(story, entities=entities, statements=_statements(facts, place), text="")


def _statements(facts: Sequence[Sequence[str]], place: Mapping[str, int]) -> tuple[Statement, ...]:
    said = [
        (code, (place[one],) if other == "room" else (place[one], place[other])) for one, code, other in facts if code != _IN_ROOM
    ]
    return tuple(Statement(index, Relation.of(code), args) for index, (code, args) in enumerate(said))


def conflicts(story: Story, facts: Sequence[Sequence[str]]) -> str:
    """Return in words where a text and its facts differ, an empty string where they do not or where there are no facts."""

    def family(code: str) -> int:
        return next((number for number, codes in enumerate(_FAMILIES) if code in codes), len(_FAMILIES))

    told = {(one, "" if other == "room" else other, family(code)): code for one, code, other in facts if code != _IN_ROOM}
    if not told:
        return ""
    found, seen = [], set()
    for statement in story.statements:
        names = [story.entities[index] for index in statement.args]
        key = (names[0], names[1] if len(names) > 1 else "", family(statement.relation))
        seen.add(key)
        code = told.get(key)
        if code != statement.relation:
            found.append(f"{' and '.join(names)}: the text says {statement.relation}, the facts {code or 'nothing'}")
    for (one, other, number), code in told.items():
        if (one, other, number) not in seen:
            found.append(f"{f'{one} and {other}' if other else one}: the text says nothing, the facts {code}")
    return "; ".join(found)
