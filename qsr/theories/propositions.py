"""What is known by its name alone, among relations of space: each such claim as a proposition of its own.

"If the gate is open, the dog is in the barn" mixes a state with a place, and no theory of space knows states. But nothing follows
from a state, or from a relation that is known by its name alone, except itself (of a mutual relation also its converse): it is a
proposition. So is "P is left of Q" for two things P and Q of which nothing else is said, in every theory that knows left. `freed`
puts one for the other. A story and the story with its propositions so replaced have the same models but for P and Q, hence the
same answers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qsr.logic import Atom, Formula, Relation, leaves, mapped
from qsr.story import Question, Statement, Story

__all__ = ["NAMES", "freed", "is_mixed"]

#: Relations of which nothing is known but their name, as words of a vocabulary.
NAMES: Final = frozenset({"named:", "state:"})
_MUTUAL: Final = "mutual"
_FREE: Final = Relation("left")


def _is_name(relation: Relation) -> bool:
    return f"{relation.name}:" in NAMES


def is_mixed(story: Story, question: Question) -> bool:
    """Tell whether a statement or the question speaks of a state, or a statement mixes such a name with other relations."""
    said = [[*leaves(one.formula)] for one in story.statements]
    asked = [atom for one in (*question.formulas, question.hypothesis) if one is not None for atom in leaves(one)]
    if any(atom.relation.name == "state" for atoms in (*said, asked) for atom in atoms):
        return True
    return any(len({_is_name(atom.relation) for atom in atoms}) > 1 for atoms in said)


def freed(story: Story, question: Question) -> tuple[Story, Question]:
    """Return a story and a question with further things, two for each proposition, and none of these names."""
    names = list(story.entities)
    known: dict[tuple[Relation, tuple[int, ...]], Atom] = {}

    def free(atom: Atom) -> Formula[Atom]:
        if not _is_name(atom.relation):
            return atom
        args = tuple(sorted(atom.args)) if _MUTUAL in atom.relation.parameters else atom.args
        if (atom.relation, args) not in known:
            known[atom.relation, args] = Atom(_FREE, (len(names), len(names) + 1))
            names.extend(f"proposition {len(known)}{letter}" for letter in "ab")
        return known[atom.relation, args]

    def said(one: Statement) -> Statement:
        if not any(_is_name(atom.relation) for atom in leaves(one.formula)):
            return one
        return Statement.says(one.id, mapped(one.formula, free), one.span)

    formulas = question.formulas
    if question.form == "yes_no" and not formulas and _is_name(Relation.of("".join(question.candidates[:1]))):
        formulas = (Atom(Relation.of(question.candidates[0]), question.args),)
        question = replace(question, candidates=("yes",))
    asked = replace(
        question,
        formulas=tuple(None if one is None else mapped(one, free) for one in formulas),
        hypothesis=None if question.hypothesis is None else mapped(question.hypothesis, free),
    )
    # What hangs on nothing in the story may be what is asked.
    idle = () if story.referents is None else story.referents.idle
    statements = tuple(replace(said(one), id=number) for number, one in enumerate((*story.statements, *idle)))
    return replace(story, entities=tuple(names), statements=statements, questions=()), asked
