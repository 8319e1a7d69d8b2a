"""What is certain of a story whose sentences were not all understood.

A sentence that is not understood may say anything about the scene. In a theory in which more statements only remove models
(`qsr.theories.protocol.Monotone`) what the read ones entail stays entailed whatever it says, and what they exclude excluded; all
else is open. In any other theory nothing is certain, nor beside a sentence that may turn others round (`TextForm.part`). So what
is certain means: every consistent story of the same text with further facts entails it. A text that contradicts itself entails
anything, and nothing in it can be relied on, read or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from qsr import relations, theories
from qsr.errors import NotCovered, UnsupportedQuestion
from qsr.logic import leaves
from qsr.story import Answer, Question, Story, Value
from qsr.theories.protocol import Labelled, Limits, Monotone, Theory, Variant

__all__ = ["certain", "labels"]

#: Forms of questions of which each candidate is a claim of its own.
_FORMS: Final = ("relation", "yes_no", "options", "which", "where")
_PLANE: Final = ("left", "right", "above", "below")
_DEPTH: Final = ("behind", "in front")


def labels(story: Story, question: Question, theory: Theory) -> tuple[str, ...]:
    """Return the labels that a question is about, in the order in which they are shown; none for paths and plans.

    Where the question names none they are those that the theory decides.
    """
    if question.form == "yes_no":
        return ("yes", "no")
    if question.form in ("path", "plan"):
        return ()
    if question.candidates:
        return question.candidates
    if isinstance(theory, Labelled):
        return theory.labels(story, question)
    said = {part for statement in story.statements for part in relations.parts(statement.relation)}
    return (*_PLANE, *(_DEPTH if said.intersection(_DEPTH) else ()), relations.OVERLAPPING)


def certain(answer: Answer, story: Story, question: Question, named: str | None = None, limits: Limits | None = None) -> Answer:
    """Return what of an answer stays so, whatever the sentences say that were not read.

    Parameters
    ----------
    answer, story, question
        What was answered from what was read. It is returned as it is where all was read, and where it claims nothing.
    named
        The theory that was asked for, with its settings; where neither it nor the story names one, the words of the story choose
        it, and so those of its unread sentences.
    limits
        Of each of the further answers that this takes.

    Returns
    -------
    Answer
        `entailed` is certain; what is neither in it nor in `undecided` is certainly excluded. Its status is ``"determined"``
        where nothing is open, ``"inconsistent"`` where the sentences that were read contradict each other, else ``"unknown"``;
        `reason` has the sentences that were not read.
    """
    unread = story.untold
    if not unread or answer.status == "not_covered":
        return answer
    chosen = theories.of(story, named)
    about = labels(story, question, chosen)
    theory = chosen if named is not None or theories.is_named(story) else None
    if question.form == "options":
        about = tuple(name for name, formula in zip(question.candidates, question.formulas, strict=True) if formula is not None)
    reasons = dict(story.unread)
    words = "; ".join(f'"{said}"' if (said := " ".join(story.text[slice(*span)].split())) else reasons[span] for span in unread)
    try:
        found = [(one, one.theory.open(None, limits)) for one in _variants(story, question, theory)]
    except UnsupportedQuestion as refusal:
        return _open(answer, (), about, f"nothing is certain: {refusal}; not read: {words}")
    answers = []
    for variant, session in found:
        answers.append((variant.question.candidates, session.answer(variant.story, variant.question)))
        session.close()
    known = [(asked, one) for asked, one in answers if one.status not in ("inconsistent", "not_covered")]
    if not known and any(one.status == "inconsistent" for _, one in answers):
        return replace(_open(answer, (), (), f"{answer.reason}; not read: {words}".lstrip("; ")), status="inconsistent")
    claims = {label: [one for asked, one in known if question.form == "yes_no" or label in asked] for label in about}
    entailed = [label for label, by in claims.items() if by and all(label in one.entailed for one in by)]
    excluded = [label for label, by in claims.items() if by and all(label not in one.possible | one.undecided for one in by)]
    if question.form == "yes_no" and _is_about_a_kind(question) and "yes" in excluded:
        entailed, excluded = [], []
    left = [label for label in about if label not in entailed and label not in excluded]
    # What is certain is so under all assumptions that may be made, so that there are none to tell.
    if left:
        return _open(answer, entailed, left, f"open, not read: {words}")
    told = f"certain, whatever is said by what is not read: {words}"
    only = frozenset(entailed)
    value = _value(question, [label for label in about if label in only])
    return replace(answer, status="determined", value=value, reason=told, possible=only, entailed=only, assumptions=())


def _variants(story: Story, question: Question, theory: Theory | None) -> Iterator[Variant]:
    """Yield all ways in which the whole story may be taken; raise UnsupportedQuestion where nobody can say which there are."""
    if question.form not in _FORMS or {"heads", "tails", "quantifiers", "ranked"} & dict(question.properties).keys():
        raise NotCovered("it is asked of all things there are, and of some nothing is read")
    story = replace(story, questions=(question,))
    form, named = theories.text_form(dict(story.settings).get("theory")), [] if theory is None else [theory]
    _refuse_others(named)
    part = form.part(story)
    chosen = named or [theories.get(name) for name in theories.knowing(part)]
    if not chosen:
        raise NotCovered("no theory in which further facts overturn nothing knows all that is said")
    for one in _refuse_others(chosen):
        yield from one.variants(part, question)


def _refuse_others(chosen: Sequence[Theory]) -> list[Monotone]:
    for one in chosen:
        if not isinstance(one, Monotone):
            raise NotCovered(f"under {one.name} further facts may overturn what follows from others")
    return [one for one in chosen if isinstance(one, Monotone)]


def _is_about_a_kind(question: Question) -> bool:
    """Tell whether it is asked whether there is a thing of a kind: of some that are not read, nobody knows."""
    return any(not {*atom.args} <= {*question.args} for one in question.formulas if one is not None for atom in leaves(one))


def _open(answer: Answer, entailed: Collection[str], left: Collection[str], reason: str) -> Answer:
    sure = frozenset(entailed)
    return replace(
        answer,
        status="unknown",
        value=None,
        reason=reason,
        possible=sure,
        entailed=sure,
        undecided=frozenset(left),
        assumptions=(),
    )


def _value(question: Question, entailed: Sequence[str]) -> Value:
    """Return the answer in one piece where no label is open."""
    if question.form == "yes_no":
        return entailed[0] if entailed else "unknown"
    if question.form == "options":
        pairs = list(zip(question.candidates, question.formulas, strict=True))
        chosen = [name for name, formula in pairs if formula is not None and (name in entailed) == (question.mood != "cannot")]
        return tuple(chosen or (name for name, formula in pairs if formula is None))
    return tuple(entailed) if question.form == "where" else frozenset(entailed)
