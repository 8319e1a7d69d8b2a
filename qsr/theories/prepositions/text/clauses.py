"""The pieces of a sentence "X is <preposition> Y", by their places in it."""

from __future__ import annotations

from typing import NamedTuple

from qsr.story import Span

__all__ = ["Clause"]


class Clause(NamedTuple):
    """Where figure, verb, preposition and ground stand.

    Parameters
    ----------
    figure, verb, preposition, ground
        Places in the text of the sentence.
    sense
        The sense that the verb or the predicate gives its preposition, whatever the nouns: ``"target"`` of "se uită la". Empty
        where the nouns decide.
    denied
        Whether the verb is denied.
    """

    figure: Span
    verb: Span
    preposition: Span
    ground: Span
    sense: str = ""
    denied: bool = False
