"""The facade: text in, answers, witnesses and reasons out.

Every function takes a story or its text, and a question as text, as a `Question` of that story, or None where the story has
exactly one. The theory is the one named in the call, else the one that the story chooses (`qsr.theories.chosen`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from qsr import stories, theories
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.story import Answer, Question, Story, Verdict, Witness
from qsr.theories import alternatives, unread
from qsr.theories.protocol import Limits, Session, Theory

if TYPE_CHECKING:
    from qsr.oracle.judge import Judge
    from qsr.repair import Repair

__all__ = [
    "ask",
    "candidates",
    "certain",
    "check",
    "judge",
    "parse",
    "repairs",
    "scenarios",
    "session",
    "solve",
    "theory_of",
    "why",
    "why_not",
    "with_paraphrases",
    "witness",
]

Asked: TypeAlias = str | Question | None

_OPEN_SESSIONS: Final = 4


#: The sessions of a thread, most recently used last: a session keeps grounded programs and is not for two threads.
_sessions: Final = threading.local()


def parse(text: str, *, file: str | None = None, lenient: bool = False, theory: str | None = None) -> Story:
    """Read a story: free text, ``#`` comments, lines that begin with ``?`` as questions, an optional first line ``theory: ...``.

    Parameters
    ----------
    text
        The story.
    file
        A name for error messages.
    lenient
        Skip sentences that are not understood; `Story.unread` names them.
    theory
        Name and settings of the theory that the story is for, as for `solve`: under `exact` and `sound`, and where neither this
        nor the first line names one, the text is general English, in which every word is meant; under a data set's theory it is
        read like that data set.

    Raises
    ------
    ParseError
        With line, column and the words at fault, for text that is not understood or has two readings.

    Examples
    --------
    >>> parse("The cup is left of the pen.").entities
    ('cup', 'pen')
    """
    return stories.parse_story(text, file=file, lenient=lenient, theory=_named(theory))


def _read(story: Story | str, theory: str | None) -> Story:
    return parse(story, theory=theory) if isinstance(story, str) else story


def _named(theory: str | None) -> str | None:
    return theories.parse_settings(theory).get("theory") if theory else None


def theory_of(story: Story | str, theory: str | None = None) -> Theory:
    """Return the theory that a story is read under: `theory` with settings (``"exact, objects: extended"``), or the story's own.

    Raise UnknownName for an unknown theory and ParseError for settings that are none.
    """
    return theories.of(_read(story, theory), theory)


def session(story: Story | str, theory: str | None = None, backend: str | None = None, limits: Limits | None = None) -> Session:
    """Return a session of the story's theory; it is kept for the next call of this thread with the same arguments."""
    story = _read(story, theory)
    named = theory or theories.chosen(story)
    key = (named, None if theory is None else dict(story.settings).get("theory"), backend, limits)
    open_ones: dict[object, Session] = vars(_sessions).setdefault("open", {})
    found = open_ones.pop(key, None) or theory_of(story, theory).open(backend, limits)
    open_ones[key] = found
    if len(open_ones) > _OPEN_SESSIONS:
        open_ones.pop(next(iter(open_ones))).close()
    return found


def ask(
    story: Story | str, question: Asked = None, *, theory: str | None = None, lenient: bool = False
) -> tuple[Story, Question]:
    """Return the story with the question and the question itself; `theory` and `lenient` as for `parse`.

    Raise ParseError for text that is no question, and UnsupportedQuestion where none is given and the story has none or several.
    """
    known = parse(story, theory=theory, lenient=lenient) if isinstance(story, str) else story
    if isinstance(question, Question):
        return known, question
    if isinstance(question, str):
        asked = stories.ask(known, question)
        return asked, asked.questions[-1]
    if len(known.questions) != 1:
        raise UnsupportedQuestion(f"the story has {len(known.questions)} questions: say which one is meant")
    return known, known.questions[0]


def candidates(story: Story | str, question: Asked = None, *, theory: str | None = None) -> tuple[str, ...]:
    """Return the labels that a question is about, in the order in which they are shown; none for paths and plans.

    Where the question names none they are those that the theory decides; see `theory_of` for the theory.
    """
    story, question = ask(story, question, theory=theory)
    return unread.labels(story, question, theory_of(story, theory))


def solve(
    story: Story | str,
    question: Asked = None,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
    lenient: bool = False,
) -> Answer:
    """Answer a question from a story.

    Parameters
    ----------
    story
        A story or its text.
    question
        The question; None where the story has exactly one.
    theory
        Name and settings of a theory, such as ``"exact, objects: points"`` or ``"paper-ps2"``.
    backend
        The solver, the theory's default where None.
    limits
        Bounds on the work; an answer that a limit cut short has the status ``"unknown"``.
    lenient
        Leave out the sentences of a text that are not understood. Then only what is certain whatever they say is in `entailed`,
        and what is open in `undecided`; see `qsr.theories.unread`. A story that was read so is always answered so.

    Returns
    -------
    Answer
        `possible` holds the labels true in some model, `entailed` those true in all. A story that contradicts itself is a status,
        not an exception.

    Raises
    ------
    ParseError
        For text that is not understood.
    UnsupportedQuestion
        Where it is not clear which question is meant.
    UnknownName
        For an unknown theory or backend.

    Examples
    --------
    >>> answer = solve("A is left of B. C is left of B.", "Where is A relative to C?")
    >>> answer.status
    'ambiguous'
    """
    story, asked = ask(story, question, theory=theory, lenient=lenient)
    answer = session(story, theory, backend, limits).answer(story, asked)
    if story.untold:
        answer = certain(answer, story, asked, theory=theory, limits=limits)
    elif theory is None:
        answer = alternatives.added(answer, story, asked, limits)
    return with_paraphrases(answer, story, asked, theory=theory, limits=limits)


def certain(
    answer: Answer, story: Story, question: Question, *, theory: str | None = None, limits: Limits | None = None
) -> Answer:
    """Return what of an answer stays so whatever the sentences say that were not read; see `qsr.theories.unread.certain`."""
    return unread.certain(answer, story, question, theory, limits)


def with_paraphrases(
    answer: Answer, story: Story, question: Question, *, theory: str | None = None, limits: Limits | None = None
) -> Answer:
    """Return an answer with the paraphrases of its story that it rests on; see `qsr.resting`."""
    if not story.paraphrases:
        return answer
    from qsr.resting import resting

    return replace(answer, paraphrases=resting(answer, story, question, theory, limits))


def _asked(story: Story | str, question: Asked, candidate: str | None, theory: str | None) -> tuple[Story, Question | None]:
    """Return the story and what is asked; None for a call about the story as a whole."""
    if question is None and candidate is None:
        return _read(story, theory), None
    return ask(story, question, theory=theory)


def witness(
    story: Story | str,
    question: Asked = None,
    candidate: str | None = None,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
) -> Witness | None:
    """Return a witness, a model of the story in which the candidate holds, as exact coordinates; None if there is no model.

    Without a candidate any model will do, and then the question may be left out. Raise UnsupportedQuestion for what the theory
    does not cover, or cannot show. See `solve` for the parameters and other errors.
    """
    known, asked = _asked(story, question, candidate, theory)
    return session(known, theory, backend, limits).witness(known, asked, candidate)


def why_not(
    story: Story | str,
    question: Asked = None,
    candidate: str | None = None,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
) -> list[str] | None:
    """Return the sentences that exclude a candidate: leave out any one of them and they no longer do.

    Without a candidate (and a question): sentences that contradict one another. None means that there are none, because the
    candidate is possible (the story consistent). An empty list means that no sentence is needed: the candidate is impossible in
    itself or, under a theory of forward rules, not derived, which is no exclusion; see `qsr.theories.protocol.Core`.

    Raise NotCovered for a story, question or candidate that the theory does not cover, naming it. See `solve` for parameters and
    other errors.

    Examples
    --------
    >>> why_not("A is left of B. C is above B.", "Where is A relative to B?", "right")
    ['A is left of B.']
    """
    known, asked = _asked(story, question, candidate, theory)
    core = session(known, theory, backend, limits).core(known, asked, candidate)
    return None if core is None else list(dict.fromkeys(known.quote(statement) for statement in core.statements))


def why(
    story: Story | str,
    question: Asked = None,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
) -> list[str] | None:
    """Return the steps that lead to the answer of `solve`, a sentence each, and one for what they come to.

    Every step has been checked by a second solver, under the theory in use. `qsr.explain` has the same as data.

    Parameters
    ----------
    story, question, theory, backend, limits
        As for `solve`; the limits bound the check of each step as well.

    Returns
    -------
    list of str
        None where no steps lead to what is entailed: nothing is, the story contradicts itself, or the answer rests on no path of
        statements. `witness` and `why_not` say why of any answer, `qsr.explain.derivation_of` why there are no steps.

    Raises
    ------
    ParseError, UnsupportedQuestion, UnknownName
        As for `solve`.
    LimitReached
        Where a limit came before a step was decided.

    Examples
    --------
    >>> for line in why("The cup is left of the pen. The box is right of the pen.", "Is the cup left of the box?"):
    ...     print(line)
    Step 1: It is given that the cup is left of the pen.
    Step 2: It is given that the box is right of the pen.
    Step 3: From step 2, it can be inferred that the pen is left of the box.
    Step 4: From step 1 and 3, it can be inferred that the cup is left of the box.
    Hence, the answer is yes.
    """
    from qsr import explain

    known, asked = ask(story, question, theory=theory)
    answer = solve(known, asked, theory=theory, backend=backend, limits=limits)
    if answer.status == "unknown":
        raise LimitReached(answer.reason)
    own = session(known, theory, backend, limits)
    try:
        found = explain.derivation_of(answer, known, asked, theory_of(known, theory), own, limits)
    except UnsupportedQuestion:
        return None
    return [*explain.sentences(known, found)[:-1], explain.conclusion(answer, asked, found)]


def scenarios(
    story: Story | str,
    limit: int | None = None,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
) -> Iterator[Witness]:
    """Yield a witness of each scenario of a story, at most `limit` of them: no two agree in all relations between two entities.

    See `solve` for the other parameters and errors.
    """
    story = _read(story, theory)
    # A session of its own: the caller may ask other things between two scenarios.
    own = theory_of(story, theory).open(backend, limits)
    try:
        yield from own.worlds(story, limit)
    finally:
        own.close()


def repairs(
    story: Story | str,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
) -> tuple[Repair, ...]:
    """Return the least changes that make a contradictory story consistent, the best first; none for a consistent one.

    `qsr.repair` says them in words and has the conflicts too. See `solve` for the parameters and errors.

    Examples
    --------
    >>> found = repairs("A is left of B. B is left of A.")
    >>> [[(change.statement, change.kind) for change in repair.changes] for repair in found[:2]]
    [[(0, 'opposite')], [(1, 'opposite')]]
    """
    from qsr import repair

    known = _read(story, theory)
    return repair.diagnose(known, theory_of(known, theory), backend=backend, limits=limits).repairs


def check(
    story: Story | str,
    question: Asked,
    answer_text: str,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
) -> Verdict:
    """Judge somebody's free-form answer by the story.

    `Verdict.sound` is True where what was read from the answer is what the story entails, False where it is not, None where the
    answer is unreadable or the theory does not decide. An answer need not say all that is entailed. Rooms, prepositions, options
    and plans are judged as their benchmarks do, see `judge`: of a room any relation that is possible is right, of options all
    letters have to be named, and a plan is right where none is worth more.

    Of an answer that is not sound `Verdict.evidence` has the sentences that refute it, or `Verdict.counterexample` a model of the
    story in which it is wrong. See `solve` for the parameters and errors.

    Examples
    --------
    >>> verdict = check("A is left of B. C is above B.", "Where is A relative to B?", "It is on the right.")
    >>> verdict.sound, verdict.evidence, [sorted(value) for value in verdict.right]
    (False, ('A is left of B.',), [['left']])
    """
    from qsr.oracle.replies import judge_reply

    story, asked = ask(story, question, theory=theory)
    if story.untold:
        raise UnsupportedQuestion("answers are not judged by a story of which sentences were skipped")
    return judge_reply(session(story, theory, backend, limits), theory_of(story, theory), story, asked, answer_text)


def judge(
    dataset: str,
    *,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
    evidence: bool = True,
    **options: str,
) -> Judge:
    """Return a judge of answers to the items of a data set, a context manager.

    `Judge.verdict(item, answer)` reads an answer, a model's text, in the way of the benchmark, and compares it with what the text
    says and with the label; see `Verdict`.

    Parameters
    ----------
    dataset
        Name of the data set, as `qsr.datasets.names` lists them.
    theory
        Name and settings of a theory; the data set's own where None.
    backend
        The solver, the theory's default where None.
    limits
        Bounds on the work for each item.
    evidence
        Whether to look for what shows that an answer is wrong, which takes more time than the verdict.
    **options
        Options of the data set's reader, such as ``reading="convention"`` for StepGame; ``-`` in a name is written ``_``. Items
        have to be read with the same options.

    Raises
    ------
    UnknownName, ParseError
        For an unknown data set, theory, backend or option.

    Examples
    --------
    >>> from qsr.datasets.protocol import Row
    >>> asked = "What is the relation of the agent A to the agent C?"
    >>> row = Row("1", "own", 1, {"story": ["A is above B.", "B is left of C."], "question": asked, "label": "upper-left"})
    >>> with judge("stepgame") as one:
    ...     item = one.dataset.item(row, one.options)
    ...     verdict = one.verdict(item, "A is to the right of C.")
    >>> verdict.sound, verdict.right, verdict.evidence
    (False, ('upper-left',), ('A is above B.', 'B is left of C.'))
    """
    from qsr.oracle.job import Job
    from qsr.oracle.judge import Judge

    named = {name.replace("_", "-"): value for name, value in options.items()}
    job = Job(dataset=dataset, theory=theory, backend=backend, options=named, limits=limits or Limits())
    return Judge(job, evidence=evidence)
