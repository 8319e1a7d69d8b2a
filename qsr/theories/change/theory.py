"""The theory `change`: things and people that go, are taken, carried, given, put down and moved, in the order of telling.

Statements are steps, one after the other:

- goes to (somebody, place), moves to (thing, place), puts (somebody, thing, place): the thing is directly there afterwards;
- takes (somebody, thing), gives (somebody, thing, somebody): it is with them; what is held goes where its holder goes;
- drops (somebody, thing): it is where they are;
- has, inside, contains, their denials, and any formula over these: so it is, and so it was before. Only where that cannot be,
  what it is about moved unseen, if it may have (`qsr.theories.change.telling.may_have_moved`), and the answer says so.

Nothing changes but what a step is about; what nobody places stands apart from all else; nobody holds at the beginning but who
gives or drops first. More steps may overturn an answer: the theory is about the end of the telling, and is not monotone.

Both backends decide every formula over finitely many moments; see `qsr.theories.change.telling` for the sources.
"""

from __future__ import annotations

from qsr.logic import Atom, Relation, evaluated
from qsr.story import Question, Story, Witness
from qsr.theories.change.session import ChangeSession
from qsr.theories.change.solvers import ENCODING, PROBLEMS
from qsr.theories.change.telling import TIMED, holds, told
from qsr.theories.change.terms import EVENTS, STATES
from qsr.theories.change.witness import Film
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Limits

__all__ = ["Change"]


class Change(FramedTheory):
    """Things and people that change places.

    Examples
    --------
    >>> from qsr.story import Statement
    >>> said = (Statement(0, "takes", (0, 1)), Statement(1, "goes to", (0, 2)))
    >>> story = Story(("Ann", "milk", "hall"), said)
    >>> Change({}).open().answer(story, Question(0, "yes_no", (1, 2), ("inside",))).value
    'yes'
    """

    name = "change"
    text = "qsr.language.english:EVERYDAY"
    vocabulary = frozenset((*EVENTS, *STATES, *TIMED, "moment", "before"))
    #: What only a story told in time says.
    telling = frozenset((*EVENTS, "ended", "then", "has"))
    checker = "qsr.theories.change.checker:ChangeChecker"
    denied_labels = True
    backends = tuple(PROBLEMS)
    encodings = (ENCODING,)

    def _session(self, backend: str, limits: Limits) -> ChangeSession:
        return ChangeSession(self.answers, backend, limits)

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return the candidates of the question."""
        return question.candidates

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that a film breaks.

        A change that no step is about counts against the step at which it happens; a state may have come about unseen. Raise
        ValueError for a witness of another kind, and for one with too few moments or things.
        """
        if not isinstance(witness, Film):
            raise ValueError(f"a witness of kind {witness.kind!r} does not show changes")
        every, at = range(len(story.statements)), witness.place
        # A question may have brought further places.
        own = told(story, every).holders
        found = {one for thing, holders in at.items() for one in holders if one not in own.get(thing, ())}
        asked = [Atom(Relation("named:at"), (one, one)) for one in range(len(story.entities)) if one in found]
        telling = told(story, every, asked)
        at = {one: places for one, places in at.items() if one in telling.holders or not telling.terms.is_fact(one)}
        if fault := telling.misshapen(at):
            raise ValueError(fault)
        broken: list[int] = []
        for number, (formula, things) in enumerate(zip(telling.steps, telling.about, strict=True)):
            moved = {thing for thing in telling.holders if at[thing][number] != at[thing][number + 1]}
            if not evaluated(formula, lambda claim: holds(claim, at)) or moved - things:
                broken.append(story.statements[number].id)
        return tuple(broken)
