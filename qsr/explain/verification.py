"""Checks each step of a derivation on a solver other than the one that derived it.

A step has to hold twice: in a fresh small story that has only the statements which the step rests on, and in one that has
only its source steps as statements. Steps of a set whose answers are entailed are checked by the general theory on clingo,
which knows orders and distances of coordinates and no composition of paths; those of a set with rules of its own by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Final

from qsr import theories
from qsr.errors import LimitReached
from qsr.logic import Relation
from qsr.relations import AXES, DIRECTIONS, LABELS, OVERLAPPING, converse, join, parts
from qsr.settings import PROPERTY_SETS
from qsr.story import Answer, Question, Statement, Story
from qsr.theories.derivations import Derivation, Step, stated
from qsr.theories.protocol import Limits, Session

__all__ = ["unsound", "unsupported", "verify"]

#: Number of the closing line among the steps that do not check out.
_CLOSE: Final = 0


def verify(story: Story, derivation: Derivation, *, backend: str = "clingo", limits: Limits | None = None) -> tuple[int, ...]:
    """Return the numbers of the steps that do not check out, ascending; empty where all of them hold.

    A "given" step must be what its statements say; any other one must name its source steps, rest on their statements and on no
    others, and follow from either; what follows from a step that does not check out does not check out either. A step without
    labels must have sources that entail none. The number 0 stands for the closing line: the answer must be among what the last
    step says. `backend` is the solver that checks. Raise LimitReached where a step could not be decided within the limits.
    """
    with _meaning(story, derivation, backend, limits) as meaning:
        before: dict[int, Step] = {}
        wrong: list[int] = []
        for step in derivation.steps:
            if _has_form(story, derivation.property_set, step) and _holds(story, meaning, step, before):
                before[step.number] = step
            else:
                wrong.append(step.number)
    return tuple(([] if _closes(derivation) else [_CLOSE]) + wrong)


def unsound(story: Story, derivation: Derivation, *, limits: Limits | None = None) -> tuple[int, ...]:
    """Return the numbers of the steps that the statements they rest on do not entail by the meaning of relations, ascending.

    The rules that were published for property set 1 conclude more than the relations mean: two steps of tangential containment
    give strict containment. Under the other sets `verify` itself asks for entailment, so the result is empty. Raise LimitReached
    where a step could not be decided within the limits.
    """
    if derivation.property_set != theories.set_by_rules():
        return ()
    with closing(theories.get(theories.by_meaning()).open(limits=limits)) as session:
        return tuple(step.number for step in derivation.steps if step.labels and not _sound(session, story, step))


def unsupported(story: Story, question: Question, derivation: Derivation, session: Session) -> tuple[int, ...]:
    """Return the numbers of the steps that the statements they rest on do not entail, as a session understands both, ascending.

    The words of each step are meant as those of `question`. Raise LimitReached where a step could not be decided.
    """
    wrong = []
    for step in derivation.steps:
        part = story.saying(story.statements[statement] for statement in step.statements)
        asked = replace(question, args=(step.head, step.tail), candidates=step.labels)
        if not (step.labels and _decided(session, part, asked, step).entailed.issuperset(step.labels)):
            wrong.append(step.number)
    return tuple(wrong)


def _sound(session: Session, story: Story, step: Step) -> bool:
    rests = _numbered([story.statements[statement] for statement in step.statements])
    question = Question(0, "relation", (step.head, step.tail), step.labels)
    return _decided(session, Story(story.entities, rests), question, step).entailed.issuperset(step.labels)


def _decided(session: Session, story: Story, question: Question, step: Step) -> Answer:
    answer = session.answer(story, question)
    if answer.status == "unknown":
        raise LimitReached(f"step {step.number} is not decided: {answer.reason}")
    return answer


def _closes(derivation: Derivation) -> bool:
    if not derivation.steps:
        return derivation.labels <= {OVERLAPPING} and len(set(derivation.path)) == 1
    last = derivation.steps[-1]
    ends = (derivation.path[0], derivation.path[-1]) if derivation.path else ()
    return (last.head, last.tail) == ends and derivation.labels.issubset(last.labels)


def _has_form(story: Story, property_set: str, step: Step) -> bool:
    """Tell whether a step is about entities and statements of the story, in labels, with a length for each where that counts."""
    about = all(0 <= entity < len(story.entities) for entity in (step.head, step.tail)) and set(step.labels) <= set(LABELS)
    measured = len(step.distances) == (len(step.labels) if _settings(property_set)["quantities"] == "specified" else 0)
    rests = bool(step.statements) and all(0 <= statement < len(story.statements) for statement in step.statements)
    return about and measured and rests


def _holds(story: Story, meaning: _Derived | _Entailed, step: Step, before: dict[int, Step]) -> bool:
    said = [story.statements[statement] for statement in step.statements]
    if step.kind == "given":
        return not step.sources and bool(step.labels) and _is_stated(said, step)
    if not step.sources or not before.keys() >= set(step.sources):
        return False
    sources = [before[number] for number in step.sources]
    if set(step.statements) != {statement for source in sources for statement in source.statements}:
        return False
    if step.kind == "reversed" and not (len(sources) == 1 and _is_converse(step, sources[0])):
        return False
    statements = _numbered([meaning.read(statement) for statement in said])
    steps = _numbered([meaning.say(source) for source in sources if source.labels])
    same = {one.said for one in statements} == {one.said for one in steps}
    return meaning.follows(statements, step) and (same or meaning.follows(steps, step))


def _is_stated(said: Sequence[Statement], step: Step) -> bool:
    """Tell whether the statements say the labels of a given step (and, where it is a whole fact, no others) of its entities."""
    facts = [stated(statement) for statement in said if statement.args == (step.head, step.tail)]
    labels = {label for fact in facts for label in fact}
    if len(facts) < len(said) or not labels.issuperset(step.labels) or not (step.partial or labels == set(step.labels)):
        return False
    if not all(labels_of.keys() & set(step.labels) for labels_of in facts):
        return False
    return not step.distances or (len(facts) == 1 and step.distances == tuple(facts[0][label] for label in step.labels))


def _is_converse(step: Step, source: Step) -> bool:
    turned = {converse(label) for label in source.labels}
    return source.kind == "given" and (source.head, source.tail) == (step.tail, step.head) and turned.issuperset(step.labels)


def _numbered(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(replace(statement, id=number) for number, statement in enumerate(statements))


@contextmanager
def _meaning(story: Story, derivation: Derivation, backend: str, limits: Limits | None) -> Iterator[_Derived | _Entailed]:
    property_set = derivation.property_set
    if property_set == theories.set_by_rules():
        with closing(theories.get(theories.of_property_set(property_set)).open(backend, limits)) as session:
            yield _Derived(story, session)
        return
    labels = {part for statement in story.statements for part in parts(statement.relation)}
    labels.update(label for step in derivation.steps for label in step.labels)
    dimensions = 3 if any(DIRECTIONS.get(label, (0, 0))[0] == 2 for label in labels) else 2
    settings = _settings(property_set)
    # Each statement says itself which axes it leaves open, and a question asks for no more than it names.
    of_story = {**settings, "relations": "incomplete", "dimensions": str(dimensions)}
    with closing(theories.get(theories.GENERAL, of_story).open(backend, limits)) as session:
        yield _Entailed(story, session, settings, dimensions)


def _settings(property_set: str) -> dict[str, str]:
    return dict(PROPERTY_SETS[property_set])


class _Derived:
    """What statements and steps of the property set by rules mean: what its published rules derive, with nothing beside it.

    `read` returns a statement of the story as the set reads it, `say` a step as a statement; `follows` tells whether all that a
    step says follows from statements.
    """

    def __init__(self, story: Story, session: Session) -> None:
        self._story, self._session = story, session

    def read(self, statement: Statement) -> Statement:
        return statement

    def say(self, step: Step) -> Statement:
        return Statement(0, Relation.of(join(step.labels)), (step.head, step.tail))

    def follows(self, statements: Sequence[Statement], step: Step) -> bool:
        question = Question(0, "relation", (step.head, step.tail), LABELS)
        answer = _decided(self._session, Story(self._story.entities, tuple(statements)), question, step)
        if answer.status != "determined":
            return False
        return answer.entailed.issuperset(step.labels) if step.labels else answer.entailed <= {OVERLAPPING}


class _Entailed:
    """What they mean in sets 2 to 4: entailment in the general theory; see `_Derived` for the methods."""

    def __init__(self, story: Story, session: Session, settings: Mapping[str, str], dimensions: int) -> None:
        self._entities = story.entities
        self._session = session
        self._measured = settings["quantities"] == "specified"
        self._extended = settings["objects"] == "extended"
        self._dimensions = dimensions
        self._labels = (*(label for label, (axis, _) in DIRECTIONS.items() if axis < dimensions), OVERLAPPING)

    def read(self, statement: Statement) -> Statement:
        head, tail = statement.args
        return self._statement(head, tail, stated(statement), complete=True)

    def say(self, step: Step) -> Statement:
        distances = step.distances or (None,) * len(step.labels)
        return self._statement(step.head, step.tail, dict(zip(step.labels, distances, strict=True)), complete=not step.partial)

    def _statement(self, head: int, tail: int, facts: dict[str, Fraction | None], *, complete: bool) -> Statement:
        relation = join(facts)
        lengths = (("distance", tuple(facts[label] for label in parts(relation))),) if self._measured else ()
        return Statement(
            0, Relation.of(relation), (head, tail), properties=(*lengths, ("relations", "complete" if complete else "incomplete"))
        )

    def follows(self, statements: Sequence[Statement], step: Step) -> bool:
        story = Story(self._entities, tuple(statements))
        answer = _decided(self._session, story, Question(0, "relation", (step.head, step.tail), self._labels), step)
        if answer.status not in ("determined", "ambiguous"):
            return False
        if not step.labels:
            return not answer.entailed
        if not answer.entailed.issuperset(step.labels):
            return False
        if self._measured and OVERLAPPING not in step.labels and not self._as_long(story, step):
            return False
        if step.partial or OVERLAPPING in step.labels:
            return True
        open_axes = set(range(self._dimensions)) - {DIRECTIONS[label][0] for label in step.labels}
        if self._extended:
            return all(self._overlap(statements, step, axis) for axis in open_axes)
        # Points are level on an axis where neither of its directions is possible.
        return not any(DIRECTIONS[label][0] in open_axes for label in answer.possible - {OVERLAPPING})

    def _as_long(self, story: Story, step: Step) -> bool:
        said = self.say(step)
        lengths = (("distance", said.property("distance")),)
        question = Question(0, "yes_no", (step.head, step.tail), (said.relation,), properties=lengths)
        return self._session.answer(story, question).value == "yes"

    def _overlap(self, statements: Sequence[Statement], step: Step, axis: int) -> bool:
        """Tell whether two extents are entailed to overlap or touch: nothing with an extent of its own fits between them.

        An extent ends after it starts, so "left of" something that is "left of" the other is strictly apart.
        """
        between = len(self._entities)
        alone = (("relations", "incomplete"),)
        for label, (of, _) in DIRECTIONS.items():
            if of != axis:
                continue
            apart = [(label, (step.head, between)), (label, (between, step.tail))]
            asked = [*statements, *(Statement(0, Relation.of(name), pair, properties=alone) for name, pair in apart)]
            story = Story((*self._entities, f"{AXES[axis]} gap"), _numbered(asked))
            if self._session.answer(story, Question(0, "relation", (step.head, step.tail))).status != "inconsistent":
                return False
        return True
