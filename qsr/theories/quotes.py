"""The text's own words for statements, once each, and which of a sentence's clauses are meant."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from qsr.story import Statement, Story, Witness
from qsr.theories.protocol import Clausal, Theory
from qsr.theories.spoken import spoken

__all__ = ["Quote", "named", "quoted", "quotes", "sentence_of"]


class Quote(NamedTuple):
    """Words of a text, their place in it, and the clauses of them that are meant where not all are."""

    text: str
    start: int
    end: int
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.text}  [{self.clause}]" if self.clause else self.text


def quoted(theory: Theory | None, story: Story, statements: Sequence[int]) -> tuple[Quote, ...]:
    """Return the words of statements, each sentence once, in the order of its first statement.

    Of a sentence that makes several statements it is said which clauses are meant, where the theory can tell (`Clausal`). A
    statement without words is told as names and relation.
    """
    if not isinstance(theory, Clausal):
        return tuple(dict.fromkeys(_quote(story, statement) for statement in statements))
    found = []
    said = [story.statements[statement] for statement in statements]
    for key, group in groupby(said, key=sentence_of):
        ids = [statement.id for statement in group]
        is_whole = len(ids) == sum(sentence_of(statement) == key for statement in story.statements)
        clause = "" if is_whole else "; ".join(theory.clause(story, statement) for statement in ids)
        found.append(_quote(story, ids[0])._replace(clause=clause))
    return tuple(found)


def quotes(theory: Theory | None, story: Story, statements: Sequence[int] | None) -> list[str]:
    """Return the words of statements as texts; none for None. See `quoted`."""
    return list(dict.fromkeys(map(str, quoted(theory, story, statements or ()))))


def sentence_of(statement: Statement) -> Hashable:
    """Return what the statements of one sentence share; a statement without words stands alone."""
    return statement.span if statement.span[1] > statement.span[0] else statement.id


def named(story: Story, witness: Witness) -> Witness:
    """Return a witness with the names of the story's entities and the words of its text."""
    return replace(witness, names=witness.names or dict(enumerate(story.entities)), told=witness.told or spoken(story))


def _quote(story: Story, statement: int) -> Quote:
    said = story.statements[statement]
    head, *rest = (story.entities[entity] for entity in said.args)
    return Quote(story.quote(statement) or " ".join((head, said.relation, *rest)), *said.span)
