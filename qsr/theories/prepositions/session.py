"""Answers about stories of premises: the chain that leads from figure to ground, its senses, and the reason in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from qsr.errors import NotCovered
from qsr.nouns.lexicon import LANGUAGES
from qsr.story import Answer, Question, Statement, Story, Witness
from qsr.theories import places
from qsr.theories.answers import Answers
from qsr.theories.frame import DecidingSession
from qsr.theories.prepositions.composition import FAR, Case, Outcome, Pair
from qsr.theories.prepositions.lexicon import language, tables
from qsr.theories.prepositions.orders import Ordered, Placed, order
from qsr.theories.prepositions.readings import Reading, is_part_of, read, read_together
from qsr.theories.prepositions.witness import Senses
from qsr.theories.protocol import Core, Limits

__all__ = ["Decide", "PrepositionSession", "cheapest", "premise"]

#: A backend: what a pair of premises comes to.
Decide: TypeAlias = Callable[[Case], Outcome]
_YES_NO: Final = frozenset({"yes", "no"})
#: Senses that say where somebody is, and how much less likely than another one they may be.
_LOCATED: Final = ("containment", "support", "place")
_LIKELY: Final = 1


def code_of(statement: Statement | Question) -> str:
    """Return the language of a statement or question: what it says itself, else that of the preposition it has."""
    properties = dict(statement.properties)
    if properties.get("language") in LANGUAGES:
        return str(properties["language"])
    relation = statement.relation if isinstance(statement, Statement) else "".join(statement.candidates)
    return next((code for code in LANGUAGES if relation in language(code).prepositions), "en")


def premise(story: Story, number: int) -> Reading | None:
    """Return the senses of a statement, or None where it is no plain statement of a preposition of the theory."""
    parts = _parts(story, number)
    return None if parts is None else read(*parts)


def _parts(story: Story, number: int) -> tuple[str, str, str, str, str] | None:
    """Return language, preposition, figure, ground and given sense of a plain statement of a preposition of the theory."""
    if not 0 <= number < len(story.statements):
        return None
    statement = story.statements[number]
    code = code_of(statement)
    known = language(code).prepositions
    if statement.relation not in known or len(statement.args) != 2 or statement.property("negated", False):
        return None
    figure, ground = (story.entities[entity] for entity in statement.args)
    return code, known[statement.relation], figure, ground, str(statement.property("sense", ""))


class PrepositionSession(DecidingSession):
    """Yes/no questions about a figure and a ground that two premises join, or that one premise states. `decide` is the backend.

    The answer is yes, no, or both as possible where readings of equal cost disagree; the reason names the senses. Not covered:
    relations that are no prepositions of the theory, questions of other forms, and figures that the premises do not lead from to
    the ground by one or two steps. No story is inconsistent.
    """

    def __init__(self, answers: Answers, decide: Decide, limits: Limits) -> None:
        super().__init__(answers, limits)
        self._decide = cache(decide)

    def _decided(self, story: Story, question: Question) -> Answer:
        _check(story, question)
        if _stated(story, question) is not None:
            return self._determined("yes", "the story says so")
        joined = _joined(story, question)
        if not joined:
            ordered = _ordered(story, question)
            if ordered is None:
                raise NotCovered("not covered: no two statements lead from the one to the other")
            return self._determined("yes" if ordered.holds else "no", _order_reason(story, question, ordered))
        first, second = joined
        outcome = self._outcome(story, question, first, second)
        reason = _reason(story, question, first, second, outcome)
        if outcome.value == "depends":
            return self._answers.plain("ambiguous", "unknown", reason, _YES_NO)
        return self._determined(outcome.value, reason)

    def _candidates(self, story: Story, question: Question) -> Collection[str]:
        return _YES_NO

    def _covered(self, story: Story) -> None:
        for statement in story.statements:
            cheapest(story, statement.id)

    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> Witness | None:
        """Return the cheapest sense of each statement, or of those under which the candidate is the answer."""
        if question is None or candidate is None:
            return _witness(story, {statement.id: cheapest(story, statement.id) for statement in story.statements})
        joined = _joined(story, question)
        if not joined or _stated(story, question) is not None:
            return _witness(story, {number: cheapest(story, number) for number in self._grounds(story, question)})
        first, second = joined
        outcome = self._outcome(story, question, first, second)
        pair = outcome.winner
        if pair.holds is not (candidate == "yes") and outcome.rival is not None:
            pair = outcome.rival
        return _witness(story, {first: pair.one, second: pair.two})

    def _against(self, story: Story, question: Question, candidate: str) -> Core:
        """Return the statements that join figure and ground."""
        return Core.of(self._grounds(story, question))

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield the choices of one sense for each statement, the cheapest senses of the first statements first."""
        self._covered(story)
        senses = {statement.id: premise(story, statement.id) for statement in story.statements}
        known = {number: [sense for sense, _ in reading.senses] for number, reading in senses.items() if reading is not None}
        for chosen in product(*known.values()):
            yield _witness(story, dict(zip(known, chosen, strict=True)))

    def doubt(self, story: Story, question: Question) -> tuple[int, int]:
        """Return how doubtful the answer to a covered question is (`Outcome.doubt`); what is stated or ordered is not."""
        joined = () if _stated(story, question) is not None else _joined(story, question)
        return self._outcome(story, question, *joined).doubt if joined else (0, -FAR)

    def _grounds(self, story: Story, question: Question) -> tuple[int, ...]:
        """Return the statements that the answer to a covered question rests on."""
        stated = _stated(story, question)
        if stated is not None:
            return (stated,)
        joined = _joined(story, question)
        ordered = None if joined else _ordered(story, question)
        return tuple(sorted(joined)) if ordered is None else ordered.statements

    def _outcome(self, story: Story, question: Question, first: int, second: int) -> Outcome:
        return self._decide(_case(story, question, first, second))

    def _determined(self, value: str, reason: str) -> Answer:
        return self._answers.plain("determined", value, reason, frozenset({value}), frozenset({value}))


def _check(story: Story, question: Question) -> None:
    """Raise NotCovered for a question that cannot be answered, and for a story that tells of more than one moment."""
    if question.form != "yes_no" or len(question.args) != 2 or len(question.candidates) != 1:
        raise NotCovered("not covered: a question that is not about one preposition between two")
    known = language(code_of(question)).prepositions
    if question.candidates[0] not in known:
        raise NotCovered(f"not covered: the relation {question.candidates[0]!r}; one of: {', '.join(known)}")
    for statement in story.statements:
        cheapest(story, statement.id)
    # Somebody in two places that neither overlap nor hold each other has gone from the one to the other.
    codes = {entity: code_of(statement) for statement in story.statements for entity in statement.args}
    places.check_moment(story, _within(story), codes)
    said = [question.properties, *(statement.properties for statement in story.statements)]
    if len({str(dict(properties).get("tense", "")) for properties in said} - {""}) > 1:
        raise NotCovered("not covered: a theory of change: what was, is or will be so, side by side; a story is about one moment")


def _within(story: Story) -> Iterator[tuple[int, int]]:
    for statement in story.statements:
        reading = premise(story, statement.id)
        if reading is None or reading.preposition not in ("in", "on", "at"):
            continue
        if any(sense in _LOCATED and cost <= _LIKELY for sense, cost in reading.senses):
            yield statement.args[0], statement.args[1]


def _stated(story: Story, question: Question) -> int | None:
    for statement in story.statements:
        if statement.args == question.args and (statement.relation,) == question.candidates:
            return statement.id
    return None


def _joined(story: Story, question: Question) -> tuple[int, int] | tuple[()]:
    """Return the first two statements that lead from the question's figure to its ground."""
    figure, ground = question.args
    pairs = [(one, two) for one in story.statements if one.args[0] == figure for two in story.statements if two.args[1] == ground]
    linked = next(((one.id, two.id) for one, two in pairs if one.args[1] == two.args[0]), ())
    return linked or next(((one.id, two.id) for one, two in pairs if one is not two and _borne(story, one, two)), ())


def _borne(story: Story, one: Statement, two: Statement) -> bool:
    """Tell whether the ground of one statement is a part or a property of whom another speaks of: "pe umărul lui Zoli"."""
    reading = premise(story, one.id)
    below = reading is not None and reading.fixed and reading.senses[0][0] == "lower"
    if reading is None or below or code_of(one) != "ro" or code_of(two) != "ro":
        return False
    return is_part_of(story.entities[one.args[1]], story.entities[two.args[0]], fixed=reading.fixed)


def _ordered(story: Story, question: Question) -> Ordered | None:
    """Return what converses and vertical order say of a question that no two statements lead to."""
    said = {}
    for statement in story.statements:
        reading = premise(story, statement.id)
        if reading is not None:
            said[statement.id] = (Placed(statement.args[0], reading.preposition, statement.args[1]), reading)
    asked = language(code_of(question)).prepositions[question.candidates[0]]
    return order(said, Placed(question.args[0], asked, question.args[1]))


def _order_reason(story: Story, question: Question, ordered: Ordered) -> str:
    figure, ground = (story.entities[entity] for entity in question.args)
    parts = [_said(story, number, cheapest(story, number)) for number in ordered.statements]
    said = tables().orders[ordered.rule if ordered.holds else f"{ordered.rule}-not"]
    return f'{"; ".join(parts)}; so "{figure} {question.candidates[0]} {ground}" {said}'


def cheapest(story: Story, number: int) -> str:
    """Return the cheapest sense of a statement of the theory."""
    reading = premise(story, number)
    if reading is None:
        raise NotCovered(f"not covered: the relation {story.statements[number].relation!r} of statement {number}")
    return reading.senses[0][0]


def _case(story: Story, question: Question, first: int, second: int) -> Case:
    parts, more = _parts(story, first), _parts(story, second)
    if parts is None or more is None:
        raise NotCovered("not covered: a relation that is no preposition of the theory")
    one, two = read_together(parts, more)
    asked = language(code_of(question)).prepositions[question.candidates[0]]
    # A fixed phrase does not tell what its noun names; the next premise does: "at lunch", "lunch is under a lid".
    middle = two.figure if one.fixed else one.ground
    kinds = (phrase.kinds[0][0] for phrase in (one.figure, middle, two.ground))
    return Case(one.preposition, two.preposition, asked, one.senses, two.senses, *kinds)


def _witness(story: Story, senses: dict[int, str]) -> Witness:
    return Senses(senses, {number: _words(story, number) for number in senses})


def _words(story: Story, number: int) -> str:
    quoted = story.quote(number)
    if quoted:
        return quoted
    statement = story.statements[number]
    figure, ground = (story.entities[entity] for entity in statement.args)
    return f"{figure} {statement.relation} {ground}"


def _said(story: Story, number: int, sense: str) -> str:
    ground = story.entities[story.statements[number].args[1]]
    return f'"{_words(story, number)}": {tables().words[sense].format(ground)}'


def _reason(story: Story, question: Question, first: int, second: int, outcome: Outcome) -> str:
    figure, ground = (story.entities[entity] for entity in question.args)
    claim = f'"{figure} {question.candidates[0]} {ground}"'
    winner = outcome.winner
    parts = [_said(story, first, winner.one)]
    if winner.rule != "absent":
        parts.append(_said(story, second, winner.two))
    because = f" ({tables().reasons[winner.rule]})" if winner.rule in tables().reasons else ""
    follows = {True: "follows", False: "does not follow"}[winner.holds]
    text = f"{'; '.join(parts)}; so {claim} {follows}{because}"
    if outcome.rival is None:
        return text
    return f"{text}; {_other(story, first, second, winner, outcome.rival)}"


def _other(story: Story, first: int, second: int, winner: Pair, rival: Pair) -> str:
    """Return the cheapest reading with another answer, in the senses in which it differs."""
    senses = ((first, winner.one, rival.one), (second, winner.two, rival.two))
    differing = " and ".join(_said(story, number, other) for number, own, other in senses if own != other)
    cost = "as likely" if rival.cost == winner.cost else "less likely"
    verdict = {True: "it would follow", False: "it would not follow"}[rival.holds]
    return f"read otherwise ({cost}), {differing}, {verdict}"
