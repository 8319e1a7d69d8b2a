"""How an answer follows under a property set, and the steps that lead to the answer which the theory in use gives."""

from __future__ import annotations

from dataclasses import replace

from qsr import theories
from qsr.errors import BackendUnavailable, NotCovered, UnknownName, UnsupportedQuestion
from qsr.explain.verification import unsupported, verify
from qsr.registry import fetched
from qsr.relations import parts
from qsr.settings import PROPERTY_SETS, SPARC
from qsr.story import MARKS, Answer, Question, Story
from qsr.theories.derivations import Derivation
from qsr.theories.frame import FramedTheory
from qsr.theories.protocol import Handing, Limits, Session, Theory

__all__ = ["derivation_of", "derive"]


def derivation_of(
    answer: Answer, story: Story, question: Question, theory: Theory, session: Session, limits: Limits | None = None
) -> Derivation:
    """Return steps that lead to what an answer says is entailed, each of which holds under the theory that gave the answer.

    Parameters
    ----------
    answer, story, question
        What `session` answers to the question.
    theory
        The theory in use. One that answers along a path, or by rules, has derivations of its own. For any other one a derivation
        is tried under the property set that its settings name, else by the rules of `theories.set_by_rules`; it stands where its
        labels are those of the answer, and each of its steps is entailed by the statements that the step rests on.
    limits
        Bounds on the check of each step.

    Raises
    ------
    UnsupportedQuestion
        Where there are no such steps, with the reason.
    LimitReached
        Where a limit came before a step was decided.
    """
    if answer.status not in ("determined", "ambiguous"):
        raise UnsupportedQuestion(f"no steps lead to an answer that is {answer.status.replace('_', ' ')}")
    asked, goal = _asked(answer, question), {part for label in answer.entailed for part in parts(label)}
    if question.form == "yes_no":
        goal = set(parts(asked.candidates[0]))
    meant = theory.meant(story) if isinstance(theory, Handing) else theory
    own = bool(theories.trait(meant.name, "derivation"))
    property_set = str(theories.trait(meant.name, "property_set")) if own else _named_by(meant, story)
    try:
        found = derive(story, replace(asked, properties=()), property_set)
    except NotCovered as refusal:
        raise UnsupportedQuestion(f"steps do not speak of {str(refusal).removeprefix('not covered: ')}") from None
    if found is None:
        raise UnsupportedQuestion("no statements connect the two entities, one after another")
    if not (goal or own):
        raise UnsupportedQuestion("the story entails no relation of the two")
    if found.labels != goal:
        raise UnsupportedQuestion("no path of statements gives all that is entailed, and no more")
    checked = own or property_set != theories.set_by_rules()
    if wrong := _wrong(story, found, limits) if checked else unsupported(story, asked, found, session):
        raise UnsupportedQuestion(f"steps were found that do not hold here (step {wrong[0]})")
    return found


def _wrong(story: Story, found: Derivation, limits: Limits | None) -> tuple[int, ...]:
    try:
        return verify(story, found, limits=limits)
    except BackendUnavailable:
        # clingo-dl is not built for all that runs Python, a browser for one. Z3 has no part in finding steps either.
        return verify(story, found, backend="z3", limits=limits)


def _asked(answer: Answer, question: Question) -> Question:
    """Return the question for a relation that steps answer; raise UnsupportedQuestion where there is none."""
    plain = len(question.args) == 2 and all(key in MARKS for key, _ in question.properties) and not question.formulas
    if plain and question.form == "relation":
        return question
    if plain and question.form == "yes_no" and len(question.candidates) == 1:
        if answer.value == "yes":
            return replace(question, form="relation")
        raise UnsupportedQuestion("steps lead to a relation that holds")
    raise UnsupportedQuestion("steps lead to the relation of two entities, and the question asks for something else")


def _named_by(theory: Theory, story: Story) -> str:
    """Return the property set that the settings of a theory of all stories name, the one by rules where there is none."""
    said = theory.said(story) if isinstance(theory, FramedTheory) else dict(story.settings)
    rules = theories.set_by_rules()
    agreeing = (
        name
        for name, settings in PROPERTY_SETS.items()
        if name != rules and all(said.get(key, SPARC[key].values[0]) == value for key, value in settings)
    )
    return next(agreeing, rules)


def derive(story: Story, question: Question, property_set: str) -> Derivation | None:
    r"""Return how the answer to a find-relation question follows, or None where no statements connect its two entities.

    Parameters
    ----------
    story, question
        A question of form ``"relation"``; where it names candidates, the answer is limited to them.
    property_set
        One of `qsr.settings.PROPERTY_SETS`. The answer is that of the theory whose class names the set and a derivation under it.
        The settings of the story are not looked at.

    Raises
    ------
    UnsupportedQuestion
        Where the property set has no meaning for a statement or for the question.
    UnknownName
        For another property set.

    Examples
    --------
    >>> from qsr.explain import sentences
    >>> from qsr.story import Statement
    >>> story = Story(("A", "B", "C"), (Statement(0, "left", (0, 1)), Statement(1, "above", (2, 1))))
    >>> found = derive(story, Question(0, "relation", (0, 2)), "PS2")
    >>> print("\n".join(sentences(story, found)))
    Step 1: It is given that A is left of B.
    Step 2: It is given that C is above B.
    Step 3: From step 2, it can be inferred that B is below C.
    Step 4: From step 1 and 3, it can be inferred that A is below and left of C.
    Hence, the answer is below, and left.
    """
    if property_set not in PROPERTY_SETS:
        raise UnknownName("property set", property_set, list(PROPERTY_SETS))
    derived = fetched(theories.trait(theories.of_property_set(property_set), "derivation"))
    found: Derivation | None = derived(story, question, property_set)
    return found
