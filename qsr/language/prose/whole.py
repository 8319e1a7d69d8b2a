"""What a story says as a whole: what hangs on all of its sentences, and on what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qsr.language import moments
from qsr.language.prose import idle, views
from qsr.story import Question, Statement

if TYPE_CHECKING:
    from qsr.language.prose.extremes import Extreme
    from qsr.language.prose.rows import Row

__all__ = ["whole"]


def whole(
    statements: Sequence[Statement],
    questions: Sequence[Question],
    names: Sequence[str],
    orders: tuple[tuple[Extreme, ...], Row | None, int],
    *,
    everyday: bool,
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Return the statements of a story of things with these names, and those of states that nothing hangs on.

    `orders` are as in `qsr.language.prose.pronouns.Context`; only everyday English has things that are partly in a place.
    """
    if any(orders[:2]):
        from qsr.language.prose.extremes import beside

        statements = (*statements, *beside(*orders[:2], names, statements, questions))
    found, left = idle.kept(tuple(views.settled(moments.in_order(statements), names)), questions)
    found = tuple(moments.settled(found))
    return (moments.partly(found, names) if everyday else found), left
