"""Stories that no general theory knows all of: every question is put to one that knows its words, with all statements it knows.

A story may say that the cup is near the pen, that the pen is two units left of the jug, and that the jug is older than the cup.
Each general theory is monotone: what follows from some of the statements follows from all of them. So a label that is entailed,
or excluded, by the statements that a theory knows is so whatever the others say, and a story is inconsistent where those that one
theory knows are. The converse holds where the statements left out share no word with the others but the names of things: orders
by age and by price, and relations of which nothing is known but their name, have a model beside any other. Where they do share
some (near, and distances), a label may be open here that all statements together would decide; that is told, and what "could"
be is not answered.

A question, too, may say more together than one theory knows: whether the cup is near the jug or older than it. Then each part
goes to a theory that knows it. What all parts of an "and" have in every model it has in every model, and so for the other
connectives; what the parts leave open may again be decided by all of them together. A statement that no theory knows as a whole
is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from qsr import theories
from qsr.errors import LimitReached, NotCovered
from qsr.logic import And, Atom, Count, Formula, If, Not, Or, Relation, leaves
from qsr.resources import fingerprint
from qsr.story import Answer, Question, Statement, Story, Witness
from qsr.theories.answers import Answers, quote
from qsr.theories.formulas import valued
from qsr.theories.frame import FramedTheory
from qsr.theories.propositions import freed, is_mixed
from qsr.theories.protocol import Core, Labelled, Limits, Session

__all__ = ["Separate"]

#: Quotations of what is left out that are told at most.
_TOLD: Final = 3
#: Forms of questions that ask a formula for each candidate.
_FORMS: Final = frozenset({"yes_no", "where", "which", "how_many", "relation"})
#: How much an answer decides, by its status.
_WORTH: Final = {"inconsistent": 2, "determined": 2, "ambiguous": 1}


class Share(NamedTuple):
    """What one theory knows of a story: its name, the statements as a story, and their ids in the whole."""

    name: str
    story: Story
    ids: tuple[int, ...]

    def whole(self, core: Core | None) -> Core | None:
        """Return a core in terms of the whole story."""
        return None if core is None else replace(core, statements=tuple(self.ids[number] for number in core.statements))


class Separate(FramedTheory):
    """See the module.

    Examples
    --------
    >>> from qsr.story import Question, Statement
    >>> near, older = Statement(0, "near", (0, 1)), Statement(1, "before:age", (1, 2))
    >>> story = Story(("cup", "pen", "jug"), (near, older))
    >>> session = Separate({}).open()
    >>> [session.answer(story, Question(0, "yes_no", (1, 0), (label,))).value for label in ("near", "before:age")]
    ['yes', 'unknown']
    """

    name = "separate"
    text = "qsr.language.english:EVERYDAY"
    backends = ("auto",)
    uncertified = "its answers are those of other theories, whose certificates speak of their share of the story alone"

    def _session(self, backend: str, limits: Limits) -> Session:
        return _Session(self.answers, limits)

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with those of the general theories."""
        return fingerprint(*(theories.get(name).fingerprint for name in theories.general()))

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return those of the theory that the question goes to."""
        share = _fitting(story, question)[0]
        theory = theories.get(share.name)
        return theory.labels(share.story, question) if isinstance(theory, Labelled) else question.candidates

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks, of those that a theory knows whose witness it is.

        Raise ValueError for a witness of no general theory.
        """
        for share in _shares(story):
            try:
                return tuple(share.ids[number] for number in theories.get(share.name).violated(share.story, witness))
            except ValueError:
                continue
        raise ValueError(f"a witness of kind {witness.kind!r} belongs to no general theory")


class _Session:
    """See `qsr.theories.protocol.Session`."""

    def __init__(self, answers: Answers, limits: Limits) -> None:
        self._answers, self._limits = answers, limits
        self._open: dict[str, Session] = {}

    def answer(self, story: Story, question: Question) -> Answer:
        """Return what the theory that knows the words of the question answers."""
        try:
            if is_mixed(story, question) and (found := self._freed(story, question)) is not None:
                return found
            whole = bool(theories.expressing(question))
            share, found = self._asked(story, question) if whole else self._by_parts(story, question)
            if (
                whole
                and found.status == "ambiguous"
                and any(question.formulas)
                and question.form in _FORMS
                and len(share.ids) < len(story.statements)
            ):
                whole = False
                share, found = self._by_parts(story, question)
            for other in _shares(story):
                core = self._at(other.name).core(other.story)
                if not (whole and other.name == share.name) and core is not None:
                    quotes = ", ".join(dict.fromkeys(quote(story, number) for number in (other.whole(core) or core).statements))
                    return self._answers.plain("inconsistent", reason=f"this contradicts itself: {quotes}")
        except NotCovered as refusal:
            return self._answers.plain("not_covered", reason=str(refusal))
        except LimitReached as limit:
            return self._answers.plain("unknown", reason=str(limit))
        left = [one for one in _bearing(story, question) if one.id not in share.ids]
        if not whole and question.mood != "must" and "yes" in found.possible and "yes" not in found.entailed:
            return self._answers.plain("not_covered", reason=f'not covered together: "{question.text}"')
        sure = (question.mood == "necessary" and "yes" in found.entailed) or "yes" not in found.possible
        if left and question.mood != "must" and not (question.form == "yes_no" and sure):
            return self._answers.plain("not_covered", reason=f"not covered together with the rest: {_quoted(story, left)}")
        if left and found.status == "ambiguous":
            found = replace(found, assumptions=(*found.assumptions, f"left out of consideration: {_quoted(story, left)}"))
        return replace(found, theory=self._answers.theory, fingerprint=self._answers.fingerprint)

    def _freed(self, story: Story, question: Question) -> Answer | None:
        """Return the answer of one theory that knows all but propositions; None where there is none."""
        part, asked = freed(story, question)
        name = next(theories.fitting(replace(part, questions=(asked,))), "")
        if name not in theories.general():
            return None
        found = self._at(name).answer(part, asked)
        told = tuple(one for one in found.assumptions if "proposition" not in one)
        return replace(found, theory=self._answers.theory, fingerprint=self._answers.fingerprint, assumptions=told)

    def _asked(self, story: Story, question: Question) -> tuple[Share, Answer]:
        """Return what the theory answers that decides most of a question; whatever one of them entails or excludes is so."""
        found = [(share, self._at(share.name).answer(share.story, question)) for share in _fitting(story, question)]
        return max(found, key=lambda pair: (_WORTH.get(pair[1].status, 0), len(pair[1].entailed)))  # of equals the first

    def _by_parts(self, story: Story, question: Question) -> tuple[Share, Answer]:
        """Return an answer that follows from those to the parts of a question, and the statements that each part was asked of."""
        used: list[Share] = []

        def decided(formula: Formula[Atom]) -> tuple[bool, bool]:
            part = replace(question, form="yes_no", args=(), candidates=("yes",), formulas=(formula,), mood="must")
            if theories.expressing(part):
                share, found = self._asked(story, part)
                if found.status == "not_covered":
                    raise NotCovered(found.reason)
                used.append(share)
                may, must = "yes" in found.possible, "yes" in found.entailed
                if may == must or isinstance(formula, Atom):
                    return may, must
                more, surely = _combined(formula, decided)
                return may and more, must or surely
            return _combined(formula, decided)

        claims = dict(_claims(question))
        verdicts = {name: decided(formula) for name, formula in claims.items()}
        possible = frozenset(name for name, (may, _) in verdicts.items() if may)
        entailed = frozenset(name for name, (_, must) in verdicts.items() if must)
        if question.form == "yes_no":
            ((may, must),) = verdicts.values()
            possible |= frozenset() if must else {"no"}
            entailed |= frozenset() if may else {"no"}
        value = next(iter(entailed), "unknown") if question.form == "yes_no" else entailed
        answer = self._answers.decided((*claims, "no"), possible, entailed, frozenset(), value)
        ids = set.intersection(*(set(share.ids) for share in used))
        return Share("", story, tuple(sorted(ids))), valued(question, answer)

    def _share(self, story: Story, question: Question | None) -> Share:
        if question is None:
            return max(_shares(story), key=lambda share: len(share.ids), default=Share(theories.general()[0], story, ()))
        return self._asked(story, question)[0]

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model of the statements that the theory of the question knows."""
        share = self._share(story, question)
        return self._at(share.name).witness(share.story, question, candidate)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Core | None:
        """Return a minimal set of statements of one theory that excludes the candidate, or contradicts itself."""
        if question is not None:
            share = self._share(story, question)
            return share.whole(self._at(share.name).core(share.story, question, candidate))
        cores = (one.whole(self._at(one.name).core(one.story)) for one in _shares(story))
        return next((core for core in cores if core is not None), None)

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield models of the statements that one theory knows, the one that knows most."""
        share = self._share(story, None)
        return self._at(share.name).worlds(share.story, limit)

    def close(self) -> None:
        """Close all sessions."""
        for session in self._open.values():
            session.close()

    def _at(self, name: str) -> Session:
        if name not in self._open:
            self._open[name] = theories.get(name).open(None, self._limits)
        return self._open[name]


def _shares(story: Story) -> Iterator[Share]:
    """Yield what each general theory knows of a story, where it is any of it; raise NotCovered for words that none knows."""
    known = {one.id: theories.expressing(one) for one in story.statements}
    for one in story.statements:
        parts = (Statement(0, atom.relation, atom.args) for atom in leaves(one.formula))
        if not known[one.id] and (one.compound is None or not all(map(theories.expressing, parts))):
            raise NotCovered(f"not covered: {quote(story, one.id)}: no theory knows what this says")
    for name in theories.general():
        ids = tuple(number for number, names in known.items() if name in names)
        if ids:
            said = tuple(replace(story.statements[number], id=place) for place, number in enumerate(ids))
            yield Share(name, replace(story, statements=said, questions=()), ids)


def _fitting(story: Story, question: Question) -> list[Share]:
    """Return the shares of the theories that know the question's words, the most that bears on it first; raise NotCovered."""
    names, bearing = theories.expressing(question), {one.id for one in _bearing(story, question)}
    if not names:
        raise NotCovered(f'not covered: no theory knows all that this asks together: "{question.text}"')
    found = [share for share in _shares(story) if share.name in names]
    found = found or [Share(names[0], replace(story, statements=(), questions=()), ())]
    return sorted(found, key=lambda share: -len(bearing.intersection(share.ids)))


def _claims(question: Question) -> Iterator[tuple[str, Formula[Atom]]]:
    """Yield each candidate with what it claims; raise NotCovered for a question that no theory knows and that has no formulas."""
    formulas = [formula for formula in question.formulas if formula is not None]
    if not formulas or len(formulas) != len(question.formulas) or question.form not in _FORMS:
        raise NotCovered(f'not covered: no theory knows all that this asks together: "{question.text}"')
    if question.form == "how_many":
        yield from ((str(many), Count(tuple(formulas), many, many)) for many in range(len(formulas) + 1))
    else:
        yield from zip(question.candidates, formulas, strict=True)


def _combined(formula: Formula[Atom], decided: Callable[[Formula[Atom]], tuple[bool, bool]]) -> tuple[bool, bool]:
    """Return whether a formula may hold and whether it must, as far as its parts tell."""
    match formula:
        case Not(part):
            may, must = decided(part)
            return not must, not may
        case If(condition, consequence):
            return _combined(Or((Not(condition), consequence)), decided)
        case And(parts) | Or(parts) | Count(parts):
            each = [decided(part) for part in parts]
            possible, entailed = sum(one for one, _ in each), sum(other for _, other in each)
            if isinstance(formula, Count):
                low, high = formula.low, len(parts) if formula.high is None else formula.high
            else:
                low, high = len(parts) if isinstance(formula, And) else 1, len(parts)
            return possible >= low and entailed <= high, entailed >= low and possible <= high
    raise NotCovered(f"not covered: no theory knows {formula}")


def _bearing(story: Story, question: Question) -> list[Statement]:
    """Return the statements that may bear on a question: they share a word with it, or with another one that does.

    All relations of space are one word here; an order and a relation that is only named are words of their own.
    """
    reached = _said(question) or {""}
    known = [(one, _said(one)) for one in story.statements]
    while more := {word for _, own in known if own & reached for word in own} - reached:
        reached |= more
    return [one for one, own in known if own & reached]


def _said(said: Statement | Question) -> set[str]:
    if isinstance(said, Statement):
        formulas: list[Any] = [said.formula]
        labels: tuple[str, ...] = ()
    else:
        formulas = [one for one in (*said.formulas, said.hypothesis) if one is not None]
        labels = () if said.formulas else said.candidates
    found = (Relation.of(str(label)) for label in (*labels, *(atom.relation for one in formulas for atom in leaves(one))))
    return {relation if relation.parameters else "" for relation in found}


def _quoted(story: Story, said: Sequence[Statement]) -> str:
    """Quote statements, the first few of them."""
    quotes = list(dict.fromkeys(quote(story, one.id) for one in said))
    return ", ".join(quotes[:_TOLD]) + (", ..." if len(quotes) > _TOLD else "")
