"""What a story says as a whole: what hangs on all of its sentences, and on what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from qsr.language import moments
from qsr.relations import DIRECTIONS
from qsr.story import Question, Span, Statement, Story

if TYPE_CHECKING:
    from qsr.language.prose.extremes import Extreme
    from qsr.language.prose.rows import Row

__all__ = ["as_told", "asks_in_words", "faults", "in_turn", "is_own_side", "is_viewed", "whole"]

#: Names the side of a thing as its own.
_OWN: Final = re.compile(r"['’]s? (?:own )?(?:left|right|front|back)\b", re.IGNORECASE)
#: Asks for a side or a direction.
_WAY: Final = re.compile(r"\b(?:which|what) (?:side|direction|way)\b", re.IGNORECASE)


def _is_plain(statements: Sequence[Statement]) -> bool:
    """Tell whether no statement has a viewer or is about a state, so that nothing more has to be looked up."""
    return all(one.compound is None and ":" not in one.relation and one.property("view") is None for one in statements)


def as_told(story: Story) -> list[Statement]:
    """Return the statements of a story as they were told, with those of states on which nothing hung so far."""
    if _is_plain(story.statements) and (story.referents is None or not story.referents.idle):
        return list(story.statements)
    from qsr.language.prose import idle, views

    return views.raw(idle.joined(story))


def is_viewed(statements: Sequence[Statement]) -> bool:
    """Tell whether something is told as somebody has it, or is faced by somebody."""
    if _is_plain(statements):
        return False
    from qsr.language.prose import views

    return views.is_viewed(statements)


def is_own_side(text: str, statements: Sequence[Statement]) -> bool:
    """Tell whether a sentence is about a side of something by its owner, in a story in which something looks somewhere."""
    return bool(_OWN.search(text)) and is_viewed(statements)


def faults(statements: Sequence[Statement], names: Sequence[str], text: str) -> list[tuple[str, Span]]:
    """Return why statements of a text cannot be told on the axes of their story, with their places."""
    if _is_plain(statements):
        return []
    from qsr.language.prose import views

    found = list(views.faults(statements, names))
    if not found and views.is_viewed(statements):
        plain = [
            one.span for one in statements if one.compound is None and one.relation in DIRECTIONS and not one.property("view")
        ]
        own = [span for span in dict.fromkeys(plain) if _OWN.search(text[slice(*span)])]
        found = [("whose side is that as it looks? Say first which way it faces", span) for span in own]
    return found


def in_turn(statements: Sequence[Statement], names: Sequence[str]) -> tuple[Statement, ...]:
    """Return statements, those that place somebody again as told of a later moment, where all that is told is who is where.

    "John is in the bathroom. John is in the garden." reports where he was seen, one time after the other; in a text that says
    anything else it is a contradiction, or refused.
    """

    def clash(one: Statement, other: Statement) -> bool:
        place, second = (names[said.args[1]] for said in (one, other))
        denied = [bool(said.property("negated")) for said in (one, other)]
        return denied[0] != denied[1] if place == second else not any(denied) and not moments.may_share(place, second)

    plain = {"everyday", "negated"}
    if not all(
        one.relation == "inside" and one.compound is None and plain.issuperset(dict(one.properties)) for one in statements
    ):
        return tuple(statements)
    own: dict[int, list[Statement]] = {}
    for one in statements:
        own.setdefault(one.args[0], []).append(one)
    if not any(clash(*pair) for told in own.values() for pair in combinations(told, 2)):
        return tuple(statements)
    from qsr.language.prose.persons import is_person

    if not all(is_person(names[who]) for who in own):
        return tuple(statements)
    again = {one.id for told in own.values() for one in told[1:]}
    then = ("then", "told")
    return tuple(replace(one, properties=(*one.properties, then)) if one.id in again else one for one in statements)


def whole(
    statements: Sequence[Statement],
    questions: Sequence[Question],
    names: Sequence[str],
    orders: tuple[tuple[Extreme, ...], Row | None, int],
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Return the statements of a story of things with these names, and those of states that nothing hangs on.

    `orders` are as in `qsr.language.prose.context.Context`.
    """
    if any(orders[:2]):
        from qsr.language.prose.extremes import beside

        statements = (*statements, *beside(*orders[:2], names, statements, questions))
    found = tuple(moments.in_order(in_turn(statements, names)))
    left: tuple[Statement, ...] = ()
    if not _is_plain(found):
        from qsr.language.prose import idle, views

        steps: tuple[Statement, ...] = ()
        if any(one.relation.name == "walk" for one in found):
            from qsr.language.prose.walks import unwalked, walked

            told = any(one.form == "where" and len(one.args) == 1 for one in questions)
            told = told or any(key in ("moment", "before") for one in questions for key, _ in one.properties)
            gone = tuple(walked(found, names, events=told))
            found, steps = gone, unwalked(found, gone)
        found, left = idle.kept(tuple(views.settled(found, names)), questions)
        left = (*left, *steps)
    found = tuple(moments.settled(found))
    return moments.clashing(moments.partly(found, names), names), left


def asks_in_words(text: str, statements: Sequence[Statement], names: Iterable[str]) -> bool:
    """Tell whether a question asks for a side or a direction of a story that has words of its own for these."""
    if not _WAY.search(text):
        return False
    from qsr.language.prose.lexicon import is_side

    parts = (name.partition(" of ") for name in names)
    if any(one.relation.name == "walk" for one in statements):
        return True
    return any(one.property("compass") for one in statements) or any(of and is_side(side) for side, of, _ in parts)
