"""The theory `arrangement`: things in one or more named linear orders.

A statement is any formula over these relations, each on the axis that is its parameter, ``Relation("before", "age")``:

- before: the head comes earlier than the tail; after: its converse;
- next before: before, and no other thing that has a place on that axis lies strictly between;
- same: at the same place. Unless a story says otherwise things may share a place.
- left, right, above, below, behind, in front: orders of the axes x, y and z; see `qsr.theories.arrangement.orders`.
- before with the axis altitude is who lies lower; where a story or its question speaks of that and not of north or south, what is
  above something is higher too, whatever is said of the two;
- nearer: the head is nearer to a third thing than the tail is; sooner: it comes sooner on a third thing, a way. Each such third
  thing has an order of its own;
- turn: for who stands at a second thing and looks at a third the head is strictly on the left, on the right, ahead or back, as
  points in the plane of x and y are: left and right of the line through both, ahead and back of its perpendicular;
- named: what a word says of which nothing is known but the word (opposite, along), ``Relation("named", "along")``. It
  follows from nothing but itself, and with the further parameter ``"mutual"`` from its converse.

A thing has a place on an axis if a statement, or the question that is asked, speaks of it there; the statements of a core leave
the places of the others as they are, so that whoever may lie between may still do so. Nothing is said of distances, and axes are
independent of each other. A question for a relation that names no candidates asks on all axes of the story.

More statements only remove models, where none says "next before": all others are conditions on the places of the things that they
speak of, whatever else has a place, and the places of some of the things of a longer story fulfil the conditions on these. A
further thing may come between two that had none between them, so what is next to what is nothing that a part of a story can vouch
for: `variants` leaves such statements out, and takes no such question.

Both backends decide every formula: one over a strict weak order of each axis, which is an asymmetric and negatively transitive
relation (P. C. Fishburn, "Utility Theory for Decision Making", 1970, section 2.2), the other over whole numbers. Sides of lines
are signs of areas of triangles, over real numbers in Z3 (D. Jovanović and L. de Moura, "Solving Non-linear Arithmetic", 2012),
which decides them, though it may take long. Before it the first backend refutes, by signs of triples in answer sets
(`sides_of_lines.lp`), what has no points whatever lies where. A witness has coordinates that are fractions, and is checked by
arithmetic; where Z3 knows of points and none with such coordinates were found, there is none to show.
"""

from __future__ import annotations

from dataclasses import replace

from qsr.errors import NotCovered
from qsr.logic import Atom, Formula, Relation, evaluated, leaves
from qsr.relations import DIRECTIONS
from qsr.story import Question, Story, Witness
from qsr.theories.arrangement.orders import (
    NAMED,
    NEXT,
    OF_A_THIRD,
    RELATIONS,
    TURN,
    holds,
    labels,
    laws,
    meant,
    refuse_others,
)
from qsr.theories.arrangement.session import ArrangementSession
from qsr.theories.arrangement.solvers import ENCODING, PROBLEMS, SIDES_ENCODING, turns
from qsr.theories.arrangement.witness import Orders, Plane
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Limits, Variant

__all__ = ["Arrangement"]


class Arrangement(FramedTheory):
    """Things in named orders.

    Examples
    --------
    >>> from qsr.logic import And, Atom, Relation
    >>> from qsr.story import Statement
    >>> jay, hen = Atom(Relation("before", "age"), (1, 0)), Atom(Relation("next before", "age"), (0, 2))
    >>> story = Story(("owl", "jay", "hen"), (Statement.says(0, And((jay, hen))),))
    >>> session = Arrangement({}).open()
    >>> session.witness(story).line(), session.answer(story, Question(0, "yes_no", (1, 2), ("next before:age",))).value
    ('age: jay, owl, hen', 'no')
    """

    name = "arrangement"
    text = "qsr.language.english:EVERYDAY"
    vocabulary = frozenset((*DIRECTIONS, *OF_A_THIRD, *(f"{name}:" for name in (*RELATIONS, NAMED, TURN)), "negated"))
    checker = "qsr.theories.arrangement.checker:ArrangementChecker"
    denied_labels = True
    backends = tuple(PROBLEMS)
    encodings = (ENCODING, SIDES_ENCODING)

    def _session(self, backend: str, limits: Limits) -> ArrangementSession:
        return ArrangementSession(self.answers, backend, limits)

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return how two things may lie on the axes of the story."""
        return question.candidates or labels(story)

    def variants(self, story: Story, question: Question) -> list[Variant]:
        """See `qsr.theories.protocol.Monotone`."""
        asked = [atom.relation for one in (*question.formulas, question.hypothesis) if one for atom in leaves(one)]
        if any(Relation.of(one).name == NEXT for one in (*asked, *question.candidates)):
            raise NotCovered("something else may come between these")
        kept = [one for one in story.statements if all(atom.relation.name != NEXT for atom in leaves(one.formula))]
        part = story.saying(kept, (question,))
        labels = question.candidates or (self.labels(part, question) if question.form == "relation" else ())
        return [Variant(self, part, replace(question, candidates=labels))]

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the places of a witness break.

        Raise ValueError for a witness of another kind, and for one that gives a thing no place where a statement needs one.
        """
        refuse_others(story, None)
        measured = turns(meant(atom) for one in story.statements for atom in leaves(one.formula))
        kind = Plane if measured else Orders
        if not isinstance(witness, kind):
            raise ValueError(f"a witness of kind {witness.kind!r} does not show {kind.kind}")
        places = witness.axes()

        def true(said: Formula[Atom]) -> bool:
            return evaluated(said, lambda atom: all(holds(order, places) for order in meant(atom)))

        try:
            broken = {one.id for one in story.statements if not true(one.formula)}
            for law in laws(story):
                # Who speaks of them is at fault where what is above the other is not higher.
                about = {thing for atom in leaves(law) for thing in atom.args}
                broken |= {one.id for one in story.statements if not true(law) and about.intersection(one.args)}
            return tuple(sorted(broken))
        except KeyError as missing:
            raise ValueError(f"the witness does not say where {missing} is") from missing
