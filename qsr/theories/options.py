"""Quantified questions, and those that choose among options by a yes/no question for each: the same composing for every theory.

A yes/no question is about the two entities of `args`, or quantified: its properties `heads` and `tails` are then tuples of
entities and `quantifiers` a pair of ``"the"``, ``"all"`` and ``"any"``. An existential quantifier on the head has the wider scope
("is any X left of all Y": one X is left of each), otherwise that on the tail is inside ("are all X left of any Y": each X has its
own). "All" of no entities is true.

A question of form ``"options"`` has the names of its options as `candidates` and a property `options` with an entry for each, in
the same order: relations, heads, tails and quantifiers, as a quantified yes/no question has them. An option is entailed where
its own question is answered yes in every model, and impossible where it is so in none; what lies between is what nobody can
know from the text (the DK of SpartQA, Mirzaee et al., NAACL 2021). A closed world never leaves one between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from qsr.story import Answer, Question, Story
from qsr.theories.answers import Answers

__all__ = ["DENIAL", "QUANTIFIED", "answer_options", "fault_of_options", "fault_of_quantifiers", "quantified", "question_of"]

T = TypeVar("T")

#: What stands before a letter that names the denial of an option of claims; see `qsr.theories.seating.session`.
DENIAL: Final = "not "
#: The properties of a quantified question.
QUANTIFIED: Final = frozenset({"heads", "tails", "quantifiers"})
#: What a description may begin with -> whether each of the entities that match it is meant. SpaRTUN's "the" means each of them;
#: where several match, its generator prints "a" and means any.
QUANTIFIERS: Final = {"the": True, "all": True, "any": False}


def fault_of_quantifiers(question: Question) -> str:
    """Return why the two entities of a question, or its quantifiers, cannot be asked about; empty where they can."""
    properties = dict(question.properties)
    given = QUANTIFIED & properties.keys()
    if given and (question.form != "yes_no" or given != QUANTIFIED):
        return "quantifiers without their entities, or in a question that is not yes/no"
    if not given and len(question.args) != 2:
        return "a question that is not about two entities"
    for quantifier in properties.get("quantifiers", ()):
        if quantifier not in QUANTIFIERS:
            return f"the quantifier {quantifier!r}"
    return "a yes/no question that asks no relation" if question.form == "yes_no" and not question.candidates else ""


def quantified(
    question: Question, related: Callable[[int, int], T], every: Callable[[Iterable[T]], T], some: Callable[[Iterable[T]], T]
) -> T:
    """Return what a yes/no question comes to, from what `related` says of two entities; `every` and `some` join that."""
    properties = dict(question.properties)
    if "heads" not in properties:
        return related(*question.args)
    of_heads, of_tails = (every if QUANTIFIERS[word] else some for word in properties["quantifiers"])
    return of_heads(of_tails(related(head, tail) for tail in properties["tails"]) for head in properties["heads"])


def fault_of_options(question: Question) -> str:
    """Return why a question of form ``"options"`` cannot be taken apart, or an empty string."""
    properties = dict(question.properties)
    if properties.keys() != {"options"} or len(properties["options"]) != len(question.candidates) or not question.candidates:
        return "not covered: options without a yes/no question for each"
    return ""


def question_of(question: Question, candidate: str) -> Question | None:
    """Return the yes/no question of an option, or None for a name that is no option and a question that cannot be taken apart."""
    if candidate not in question.candidates or fault_of_options(question):
        return None
    return _asked(question, dict(question.properties)["options"][question.candidates.index(candidate)])


def _asked(question: Question, part: tuple[Any, ...]) -> Question:
    names, heads, tails, quantifiers = part
    properties = (("heads", heads), ("quantifiers", quantifiers), ("tails", tails))
    args = (heads[0], tails[0]) if len(heads) == len(tails) == 1 else ()
    return Question(question.id, "yes_no", args, names, question.text, question.span, properties)


def answer_options(story: Story, question: Question, ask: Callable[[Story, Question], Answer]) -> Answer:
    """Return which options hold, by asking a session's own `ask` the yes/no question of each.

    Parameters
    ----------
    story, question
        The question has form ``"options"`` and no fault by `fault_of_options`.
    ask
        What answers a yes/no question, such as `Session.answer` itself.

    Returns
    -------
    Answer
        `value` is the set of the entailed options. An inconsistent story, and an option that is not covered, make the whole
        so; options that a limit left open are `undecided`.
    """
    possible, entailed, undecided = set(), set(), set()
    for candidate, part in zip(question.candidates, dict(question.properties)["options"], strict=True):
        answer = ask(story, _asked(question, part))
        if answer.status in ("inconsistent", "not_covered"):
            return answer
        if answer.undecided:
            undecided.add(candidate)
        if "yes" in answer.possible:
            possible.add(candidate)
        if "yes" in answer.entailed:
            entailed.add(candidate)
    sets = frozenset(possible), frozenset(entailed), frozenset(undecided)
    return Answers(answer.theory, answer.fingerprint).decided(question.candidates, *sets, sets[1])
