"""Whether two texts that stand in the place of one sentence mean the same: by their statements, and by the solver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from qsr import api
from qsr.errors import QsrError
from qsr.logic import And, Atom, Count, Formula, If, Not, mapped, parts_of
from qsr.relations import CONVERSE, EVENTS
from qsr.stories import whole_story
from qsr.story import Question, Span, Statement, Story
from qsr.theories.protocol import Limits

__all__ = ["DIFFERENT", "EQUAL", "EQUIVALENT", "TOLD_APART", "Reading", "compared", "follows", "reading"]

#: What two readings are to each other: one the same as the other; the same to the solver; not the same to it; not the same in
#: their statements, of which no theory decides both.
EQUAL, EQUIVALENT, DIFFERENT, TOLD_APART = "equal", "equivalent", "different", "told apart"
#: Properties that say no more than the relation in general English, or that the formula repeats.
_SILENT: Final = frozenset({"negated", "everyday"})
_LIMITS: Final = Limits(seconds=5)


@dataclass(frozen=True)
class Reading:
    """A story and where in it the text begins that is looked at."""

    story: Story
    start: int

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(one for one in self.story.statements if one.span[0] >= self.start)

    @cached_property
    def asides(self) -> tuple[Span, ...]:
        return tuple(one for one in self.story.asides if one[0] >= self.start)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(str.casefold, self.story.entities))

    @cached_property
    def told(self) -> frozenset[Any]:
        """What is stated of which things, by name."""
        return frozenset(map(self.shown, self.statements))

    @property
    def says(self) -> bool:
        """Whether anything was taken from the text."""
        return bool(self.statements) or not self.asides

    @cached_property
    def events(self) -> tuple[tuple[Any, frozenset[str]], ...]:
        """What happens, in its order, each with the things that it happens to."""
        return tuple(
            (self.shown(one), frozenset(self.names[at] for at in one.args))
            for one in self.statements
            if one.relation.name in EVENTS or one.property("then")
        )

    def shown(self, statement: Statement) -> Any:
        """Return what a statement says, by name."""
        return _shown(statement.formula, self.names), _marks(statement, self.names)


def reading(before: str, text: str) -> Reading | None:
    """Return how a text is read behind what a story has said before; None where something in it is not read."""
    whole = f"{before.rstrip()} {text.strip()}".strip()
    start = len(whole) - len(text.strip())
    try:
        story = whole_story(whole, lenient=True)
    except QsrError:
        return None
    if story.questions or any(end > start for (_, end), _ in story.unread):
        return None
    return Reading(story, start)


def compared(one: Reading, other: Reading) -> str:
    """Return what two readings are to each other."""
    there = set(one.names) == set(other.names)
    if there and one.told == other.told:
        return EQUAL if _in_one_order(one, other) else TOLD_APART
    background = _background(one)
    ways = [_follows(background, one, other), _follows(background, other, one)]
    if False in ways:
        return DIFFERENT
    # Who is spoken of as being there is told too.
    return EQUIVALENT if None not in ways and there and _in_one_order(one, other) else TOLD_APART


def follows(one: Reading, other: Reading) -> bool:
    """Tell whether all that the other reading states follows from the one behind what was said before, in its order."""
    return _follows(_background(one), one, other) is True and _in_one_order(one, other)


def _background(one: Reading) -> tuple[Statement, ...]:
    return tuple(before for before in one.story.statements if before.span[0] < one.start)


def _in_one_order(one: Reading, other: Reading) -> bool:
    """Tell whether no two events that share a thing happen in another order."""
    place = {event: at for at, (event, _) in enumerate(other.events)}
    return not any(
        things & others and place.get(first, -1) > place.get(second, len(place))
        for (first, things), (second, others) in combinations(one.events, 2)
    )


def _follows(background: Sequence[Statement], one: Reading, other: Reading) -> bool | None:
    """Tell whether all that is stated in the other reading follows from the one; None where no theory decides it."""
    new = [_moved(said, other, one) for said in other.statements if other.shown(said) not in one.told]
    if any(said is None for said in new):
        return False
    if not new:
        return True
    known = one.story.saying((*background, *one.statements))
    found: list[bool | None] = []
    for said in new:
        assert said is not None
        found.append(_entailed(known, said))
    return False if False in found else None if None in found else True


def _moved(statement: Statement, source: Reading, target: Reading) -> Statement | None:
    """Return a statement of one story about the things of another of the same names; None where one of them is not there."""
    number = {name: at for at, name in enumerate(target.names)}
    known = {at: number.get(name) for at, name in enumerate(source.names)}
    if any(known[at] is None for at in statement.args):
        return None
    args = tuple(int(known[at] or 0) for at in statement.args)
    properties = tuple(
        (key, _viewed(value, lambda at: known[at] or 0)) if key == "view" else (key, value) for key, value in statement.properties
    )
    moved = None if statement.compound is None else _renumbered(statement.compound, lambda at: known[at] or 0)
    return replace(statement, args=args, properties=properties, compound=moved)


def _renumbered(formula: Formula[Atom], number: Callable[[int], Any]) -> Any:
    return mapped(formula, lambda atom: atom._replace(args=tuple(map(number, atom.args))))


def _viewed(value: Any, number: Callable[[int], Any], names: Sequence[str] = ()) -> Any:
    """Return what a property says of who has it so, with those that it is about by another number or name."""
    if isinstance(value, Atom) or parts_of(value) is not None:
        return _shown(value, names) if names else _renumbered(value, number)
    return (number(value[0]), *value[1:]) if value and type(value[0]) is int and value[0] >= 0 else value


def _entailed(story: Story, said: Statement) -> bool | None:
    denied = bool(said.property("negated"))
    properties = tuple(pair for pair in said.properties if pair[0] != "negated")
    question = (
        Question(0, "yes_no", said.args, (said.relation,), "?", properties=properties)
        if said.compound is None
        else Question(0, "yes_no", said.args, ("holds",), "?", formulas=(said.formula,))
    )
    try:
        answer = api.session(replace(story, questions=(question,)), limits=_LIMITS).answer(story, question)
    except QsrError:
        return None
    if answer.status not in ("determined", "ambiguous"):
        return None
    return answer.entailed == {"no" if denied else "yes"}


# ---------------------------------------------------------------- statements as data


def _marks(statement: Statement, names: Sequence[str]) -> frozenset[Any]:
    marks = []
    for key, value in statement.properties:
        if key in _SILENT or not value:
            continue
        marks.append((key, repr(_viewed(value, lambda at: names[at], names) if key == "view" else value)))
    return frozenset(marks)


def _shown(formula: Formula[Atom], names: Sequence[str]) -> Any:
    """Return a formula as nested tuples, each relation in the direction that is first in the alphabet."""
    if isinstance(formula, Atom):
        args = tuple(names[one] for one in formula.args)
        other = CONVERSE.get(formula.relation)
        if len(args) == 2 and (formula.relation in (other, "near", "far") or formula.relation.endswith(":mutual")):
            return str(formula.relation), tuple(sorted(args)), formula.time
        if len(args) == 2 and other is not None and other < formula.relation:
            return other, args[::-1], formula.time
        return str(formula.relation), args, formula.time
    if isinstance(formula, Not):
        return "not", _shown(formula.part, names)
    if isinstance(formula, If):
        return "if", _shown(formula.condition, names), _shown(formula.consequence, names)
    inner = frozenset(_shown(part, names) for part in formula.parts)
    if isinstance(formula, Count):
        return "count", formula.low, formula.high, inner, len(formula.parts)
    return "and" if isinstance(formula, And) else "or", inner
