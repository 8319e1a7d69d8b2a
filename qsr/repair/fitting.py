"""What a story would have to say of a drawing: the least change of each sentence that a witness breaks, found without a solver.

The witness itself shows that what comes out is consistent: each change is tried by evaluating statements in its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from qsr.errors import QsrError
from qsr.repair.changes import changes_of
from qsr.repair.rank import DROPPED, Change, Repair
from qsr.story import Story, Witness
from qsr.theories.protocol import Theory

__all__ = ["fitted"]


def fitted(story: Story, theory: Theory, witness: Witness) -> Repair:
    """Return the story with each broken statement changed as little as makes it true in the witness, else dropped.

    All broken statements are tried at once, each with its next smallest change, so that the theory is asked as often as one
    statement has changes, whatever their number.

    Raises
    ------
    UnsupportedQuestion, ValueError
        As `Theory.violated`.

    Examples
    --------
    >>> from qsr import stories, theories
    >>> from qsr.witnesses import Points
    >>> story = stories.parse_story("The cup is left of the pen. The box is above the pen.")
    >>> found = fitted(story, theories.get("exact"), Points({0: (5, 0), 1: (0, 0), 2: (0, 1)}))
    >>> [(change.statement, change.kind, change.instead.relation) for change in found.changes]
    [(0, 'opposite', 'right')]
    """
    found: dict[int, Change] = {}
    open_ones = {number: changes_of(theory, story, story.statements[number]) for number in theory.violated(story, witness)}
    while open_ones:
        tried = {number: _next(number, changes) for number, changes in open_ones.items()}
        broken = _broken(story, theory, witness, {**found, **tried})
        found |= {number: change for number, change in tried.items() if number not in broken}
        # A change may let another sentence be read in another way, as one that gives a thing an extent does.
        open_ones = {number: changes for number, changes in open_ones.items() if number in broken}
    changes = tuple(found[number] for number in sorted(found))
    if theory.violated(_changed(story, found), witness):
        changes = tuple(Change(number, DROPPED) for number in sorted(found))
    return Repair(changes, _changed(story, {change.statement: change for change in changes}))


def _next(number: int, changes: Iterator[Change]) -> Change:
    return next(changes, Change(number, DROPPED))


def _changed(story: Story, changes: dict[int, Change]) -> Story:
    said = (changes[one.id].instead if one.id in changes else one for one in story.statements)
    return story.saying((one for one in said if one is not None), story.questions)


def _broken(story: Story, theory: Theory, witness: Witness, changes: dict[int, Change]) -> set[int]:
    """Return the statements of the story, by their old ids, that are broken as changed, or have no meaning so."""
    try:
        return _olds(story, theory, witness, changes)
    except QsrError:
        # One of the changes has no meaning in the theory: which one, each tells for itself.
        found = set()
        for number, change in changes.items():
            if change.instead is None:
                continue
            try:
                found |= {number} & _olds(story, theory, witness, {number: change})
            except QsrError:
                found.add(number)
        return found


def _olds(story: Story, theory: Theory, witness: Witness, changes: dict[int, Change]) -> set[int]:
    kept = [one.id for one in story.statements if one.id not in changes or changes[one.id].instead is not None]
    return {kept[place] for place in theory.violated(_changed(story, changes), witness)}
