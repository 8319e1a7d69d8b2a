"""Stories and questions with formulas: what a theory that knows atoms only needs to answer them.

An atom of a formula means what a question asks that asks for it. A statement that is a conjunction of relations and denials is as
many statements; any other becomes a guard over the goals of its atoms, and a candidate a goal over them. A hypothesis is a guard
that no statement answers for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from qsr.errors import NotCovered
from qsr.logic import And, Atom, Count, Formula, Not, Or, Relation, leaves
from qsr.relations import CALLED, EVERYDAY, OVERLAPPING
from qsr.solvers import Problem
from qsr.story import Answer, Question, Statement, Story
from qsr.theories.answers import quote

__all__ = ["Formal", "formal", "goal_of", "has_formulas", "refuse", "valued"]

_COMPOUND: Final = attrgetter("compound")
#: Of things that overlap.
_SHARING: Final = ("PO", "TPP", "NTPP", "TPPI", "NTPPI", "EQ")
_FORMS: Final = ("relation", "yes_no", "options", "where", "which", "how_many")


@dataclass(frozen=True, slots=True)
class Formal:
    """A story and what is asked of it, taken apart.

    Parameters
    ----------
    story
        The statements that are relations and denials.
    owners
        For each of those, the id of the statement that says it.
    compounds
        Id of a statement -> its formula, for all others; -1 for what a question supposes.
    candidates
        Candidate -> what it claims; of a yes/no question ``"yes"``.
    compass
        The properties of the question that say that it means points of the compass; none where it means heights.
    """

    story: Story
    owners: tuple[int, ...]
    compounds: Mapping[int, Formula[Atom]]
    candidates: Mapping[str, Formula[Atom]]
    compass: tuple[tuple[str, object], ...] = ()

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms of all formulas, each once."""
        said = (*self.compounds.values(), *self.candidates.values())
        return tuple(dict.fromkeys(atom for formula in said for atom in leaves(formula)))

    def with_atoms(self) -> Story:
        """Return the story as if it said every atom: for finding out what it speaks of."""
        first = len(self.story.statements)
        said = (
            Statement(first + number, atom.relation, atom.args, (0, 0), self.compass) for number, atom in enumerate(self.atoms)
        )
        return replace(self.story, statements=(*self.story.statements, *said))


def has_formulas(story: Story, question: Question | None) -> bool:
    """Tell whether a story or a question says more than relations and denials."""
    if question is not None and (question.formulas or question.hypothesis is not None or question.mood != "must"):
        return True
    return any(map(_COMPOUND, story.statements))


def refuse(story: Story, question: Question | None) -> None:
    """Raise NotCovered, with the words at fault, for formulas under a theory that takes none."""
    if has_formulas(story, question):
        said = next((quote(story, one.id) for one in story.statements if one.compound is not None), "")
        words = said or (f'"{question.text}"' if question is not None and question.text else "the question")
        raise NotCovered(f"not covered: {words}: this theory takes relations and denials of them, no formulas and no hypotheses")


def formal(story: Story, question: Question | None, labels: Callable[[Story], Sequence[str]]) -> Formal:
    """Take a story and a question apart; `labels` tells what a "relation" question without candidates is about.

    Raise NotCovered for a question of another form, and for atoms at several moments.
    """
    plain: list[Statement] = []
    owners: list[int] = []
    compounds: dict[int, Formula[Atom]] = {}
    for statement in story.statements:
        parts = [statement] if statement.compound is None else list(_literals(statement, statement.compound))
        if not parts:
            compounds[statement.id] = statement.formula
        plain += [replace(part, id=number) for number, part in enumerate(parts, len(plain))]
        owners += [statement.id] * len(parts)
    said = replace(story, statements=tuple(plain))
    candidates = {} if question is None else dict(_candidates(question, lambda: labels(said)))
    if question is not None and question.hypothesis is not None:
        compounds[-1] = question.hypothesis
    compass = () if question is None else tuple(pair for pair in question.properties if pair[0] == "compass")
    found = Formal(said, tuple(owners), compounds, candidates, compass)
    if any(atom.time is not None for atom in found.atoms):
        raise NotCovered("not covered: formulas about several moments")
    if any(not 0 <= entity < len(story.entities) for atom in found.atoms for entity in atom.args):
        raise NotCovered("not covered: a formula speaks of an entity that the story does not have")
    return found


def _literals(statement: Statement, formula: Formula[Atom]) -> Iterator[Statement]:
    """Yield the conjuncts of a conjunction of relations and denials; nothing for any other formula."""
    flat = list(_conjuncts(formula))
    if all(isinstance(part.part if isinstance(part, Not) else part, Atom) for part in flat):
        for part in flat:
            said = Statement.says(statement.id, part, statement.span)
            if said.compound is not None:
                raise NotCovered("not covered: a statement about one of several moments")
            yield replace(said, properties=tuple(sorted((*said.properties, *statement.properties))))


def _conjuncts(formula: Formula[Atom]) -> Iterator[Formula[Atom]]:
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _conjuncts(part)
    else:
        yield formula


def _candidates(question: Question, labels: Callable[[], Sequence[str]]) -> Iterator[tuple[str, Formula[Atom]]]:
    if question.form not in _FORMS:
        raise NotCovered(f"not covered: a question of the form {question.form!r} with formulas")
    if question.form == "yes_no":
        said = question.formulas[0] if question.formulas else None
        if said is None:
            said = _asked("".join(question.candidates[:1]), question)
        yield "yes", Not(said) if dict(question.properties).get("negated") else said
        return
    if question.form == "how_many":
        parts = tuple(formula for formula in question.formulas if formula is not None)
        yield from ((str(many), Count(parts, many, many)) for many in range(len(parts) + 1))
        return
    names = question.candidates or tuple(labels())
    formulas = question.formulas or tuple(Atom(Relation.of(name), question.args) for name in names)
    if len(formulas) != len(names):
        raise NotCovered("not covered: as many formulas as candidates were expected")
    yield from ((name, formula) for name, formula in zip(names, formulas, strict=True) if formula is not None)


def _asked(label: str, question: Question) -> Formula[Atom]:
    """Return what a yes/no question for one relation asks, which may be an everyday word for several."""
    if label in EVERYDAY and dict(question.properties).get("everyday"):
        bases = _SHARING if label == OVERLAPPING else EVERYDAY[label]
        return Or(tuple(Atom(Relation(CALLED[base]), question.args) for base in bases))
    return Atom(Relation.of(label), question.args)


def goal_of(problem: Problem, formula: Formula[int]) -> int:
    """Return the goal of a formula of goals, which is its own where it is one."""
    return formula if isinstance(formula, int) else problem.formula(formula)


def valued(question: Question, answer: Answer) -> Answer:
    """Return the answer to a question with options, or about where, which things or how many, in the form that it asks for.

    A yes/no question in the mood ``"could"`` is answered yes where some model says so, in the mood ``"necessary"`` where all do.
    Options in the mood ``"could"`` and ``"cannot"`` are decided in every consistent story. An option without a formula is right
    where no other one is.
    """
    if question.form == "yes_no" and question.mood == "could" and not answer.undecided:
        return replace(answer, value="yes" if "yes" in answer.possible else "no", status="determined", reason="")
    if question.form == "yes_no" and question.mood == "necessary" and not answer.undecided:
        return replace(answer, value="yes" if "yes" in answer.entailed else "no", status="determined", reason="")
    if answer.undecided or not question.formulas or question.form not in ("options", "where", "which", "how_many"):
        return answer
    if question.form in ("where", "which"):
        held = answer.possible if question.mood == "could" else answer.entailed
        return replace(
            answer, value=tuple(one for one in question.candidates if one in held) if question.form == "where" else held
        )
    if question.form == "how_many":
        return replace(answer, value="".join(answer.entailed) or None)
    claimed = [name for name, formula in zip(question.candidates, question.formulas, strict=True) if formula is not None]
    chosen = {
        "must": answer.entailed,
        "could": answer.possible,
        "cannot": frozenset(claimed) - answer.possible,
    }[question.mood]
    none = frozenset(question.candidates) - frozenset(claimed)
    value = tuple(name for name in question.candidates if name in (chosen or none))
    if question.mood == "must":
        return replace(answer, value=value)
    return replace(answer, value=value, status="determined", reason="")
