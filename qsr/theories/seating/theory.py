"""The theory of seats: who sits where, around tables, in rows and on shelves.

The setting `layout` is a name of `qsr.seats`; the theory's own wins over the story's, and there is no default: a story without a
layout is not covered. Every name has one place and no two names share one; where there are fewer names than places, places stay
empty. `qsr.seats` says what the relations are, `qsr.theories.seating.relations` what each means in a layout.

References
----------
.. [1] Xiao, Xing, Zhan and others (2024), Overview of CCL24-Eval Task 3: The Fourth Chinese Spatial Cognition Evaluation, CCL:
   its position reasoning gives six places around a table or an altar, booths for four and shelves of three layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qsr.errors import LimitReached, NotCovered, UnsupportedQuestion
from qsr.story import Question, Story, Witness
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Count, Limits
from qsr.theories.seating.by_search import SearchProblem
from qsr.theories.seating.check import holds, scattered
from qsr.theories.seating.reading import SETTINGS, asked, claim_of, labels, layout_of, read
from qsr.theories.seating.session import BACKENDS, SeatingSession
from qsr.theories.seating.witness import Seats

__all__ = ["Seating"]

#: Parts of the search in which layouts are counted beside an answer.
_COUNTED: Final = 20_000


class Seating(FramedTheory):
    """All ways to put names on the places of a layout.

    Parameters
    ----------
    settings
        `layout`; other settings that some theory has are accepted and ignored.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> said = (Statement(0, "left:1", (0, 1)), Statement(1, "left:1", (1, 2)))
    >>> story = Story(("Ann", "Bob", "Cy", "Di"), said, settings=(("layout", "ring 4 inward"),))
    >>> session = Seating({}).open()
    >>> session.answer(story, Question(0, "relation", (3, 1), ("opposite", "left:1"))).entailed, len(list(session.worlds(story)))
    (frozenset({'opposite'}), 4)
    """

    name = "seating"
    settings = SETTINGS
    text = "qsr.theories.seating.text.form:FORM"
    checker = "qsr.theories.seating.checker:SeatingChecker"
    backends = tuple(BACKENDS)
    encodings = ("seating.lp",)

    def _session(self, backend: str, limits: Limits) -> SeatingSession:
        return SeatingSession(self.answers, backend, self.given, limits)

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return the relations that the story's layout has of the question's names; none where there is no layout."""
        try:
            return labels(layout_of(story, self.given), question)
        except NotCovered:
            return ()

    def layouts(self, story: Story, question: Question) -> tuple[Mapping[str, Count], Count]:
        """Return how many layouts there are for each candidate (``"yes"`` and ``"no"`` of a yes/no question), and in all.

        Options that say "none" are not counted. Raises UnsupportedQuestion for what is not covered, and for more layouts than
        can be counted.
        """
        layout = layout_of(story, self.given)
        said, ask = read(story, layout), asked(story, question, layout)
        problem = SearchProblem(layout, len(story.entities))
        guards = [problem.number((bond,)) for bond in said]
        try:
            whole = problem.count(guards, _COUNTED)
            found = {name: problem.count([*guards, problem.number(bonds)], _COUNTED) for name, bonds in ask.candidates.items()}
        except LimitReached as limit:
            raise UnsupportedQuestion(str(limit)) from None
        if question.form == "yes_no":
            (yes,) = found.values()
            found = {"yes": yes, "no": whole - yes}
        return {name: Count(number) for name, number in found.items()}, Count(whole)

    def clause(self, story: Story, statement: int) -> str:
        """Return the relation of a statement and its names, such as ``"left:1 of Ann and Bob"``."""
        claim = claim_of(story.statements[statement])
        names = " and ".join(story.entities[name] for name in claim.args)
        return f"{'not ' if claim.denied else ''}{claim.relation} of {names}"

    def situation(self, story: Story) -> str:
        """Return the layout; raise UnsupportedQuestion where there is none."""
        return f"layout: {layout_of(story, self.given)}"

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks; all of them where names share places or lack one.

        Raises UnsupportedQuestion where a statement has no meaning in the layout, ValueError for a witness of another kind or
        layout.
        """
        layout = layout_of(story, self.given)
        if not isinstance(witness, Seats) or witness.layout != str(layout):
            found = f"kind {witness.kind!r} and layout {witness.layout!r}"
            raise ValueError(f"a witness of {found} does not belong to the layout {str(layout)!r}")
        read(story, layout)
        if not scattered(layout, witness.place, len(story.entities)):
            return tuple(statement.id for statement in story.statements)
        return tuple(statement.id for statement in story.statements if not holds(layout, claim_of(statement), witness.place))
