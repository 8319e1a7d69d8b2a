"""Whether two paraphrases say the same in their place: decided by the solver, not by their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qsr import api
from qsr.assist.draft import Draft
from qsr.errors import QsrError
from qsr.logic import leaves, mapped
from qsr.story import Question, Statement, Story
from qsr.theories.protocol import Limits

__all__ = ["differing", "follows"]


def differing(draft: Draft, number: int, one: str, other: str, theory: str | None = None, limits: Limits | None = None) -> str:
    """Return what one of two paraphrases says in the place of a piece and the other does not; nothing where both say the same.

    Both are read there. What is read alike is the same; else each statement of one has to follow from the story with the other,
    both ways. What no theory decides counts as a difference, since nothing was shown.

    Parameters
    ----------
    draft
        The story, to the end of the piece.
    number
        The piece.
    one, other
        What stands in its place.
    theory, limits
        As for `qsr.solve`.
    """
    if one == other:
        return ""
    if not one or not other:
        return f"another reply passes it over: {one or other}"
    first, second = draft.with_(number, one).read(number), draft.with_(number, other).read(number)
    if first.said(number) == second.said(number) and set(first.story.entities) == set(second.story.entities):
        return ""
    if draft.pieces[number].asks:
        return f"another reply asks something else: {other}"
    if set(first.story.entities) != set(second.story.entities):
        return f"another reply speaks of other things: {other}"
    for here, there, words in ((first, second, other), (second, first, one)):
        for statement in here.statements(number):
            if not follows(statement, here.story.entities, there.story, theory, limits):
                return f"another reply says something else: {words}"
    return ""


def follows(
    statement: Statement, names: Sequence[str], story: Story, theory: str | None = None, limits: Limits | None = None
) -> bool:
    """Tell whether it is shown that a statement, about entities with these names, follows from a story that has them too."""
    at = {entity: story.entities.index(name) for entity, name in enumerate(names) if story.entities.count(name) == 1}
    formula = statement.formula
    if not {arg for atom in leaves(formula) for arg in atom.args} <= at.keys():
        return False
    plain = tuple(pair for pair in statement.properties if pair[0] != "negated")
    if any(pair[0] not in ("compass", "everyday") for pair in plain):
        return False  # what it says of distances, or of who sees it, is not in its formula
    claim = mapped(formula, lambda atom: atom._replace(args=tuple(at[arg] for arg in atom.args)))
    about = tuple(dict.fromkeys(arg for atom in leaves(claim) for arg in atom.args))
    wanted = "no" if statement.compound is None and statement.property("negated") else "yes"
    if statement.compound is None:
        args = tuple(at[arg] for arg in statement.args)
        question = Question(0, "yes_no", args, (str(statement.relation),), properties=plain)
    else:
        question = Question(0, "yes_no", about, ("yes",), formulas=(claim,))
    posed = replace(story, questions=(question,), unread=())
    try:
        answer = api.session(posed, theory, None, limits).answer(posed, question)
    except QsrError:
        return False
    return answer.status in ("determined", "ambiguous") and wanted in answer.entailed
