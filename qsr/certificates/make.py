"""Making certificates: a witness for each label that is possible, a minimal set of statements against each that is not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from qsr import stories, theories
from qsr.certificates.checkers import Checker, checker_of, conclude, meaning_of, sides_of
from qsr.certificates.format import (
    KIND,
    MOST,
    SCHEMA,
    bounded,
    check_source,
    digest_of,
    dumps,
    told,
    told_core,
    told_question,
)
from qsr.certificates.sources import source_of
from qsr.cores import by_deletion
from qsr.errors import LimitReached, QsrError, UnsupportedQuestion
from qsr.story import Answer, Plan, Question, Story, Witness
from qsr.theories.evidence import denial
from qsr.theories.options import question_of
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["UNSHOWN", "certify"]

#: What stands for a witness where a solver has a model and nothing can show it, as regions that are no unions of boxes.
UNSHOWN: Final = "a solver has a model, and no picture of it was found"
#: Worlds that are looked at for a witness, where claims are shown by going through them.
_SCENES: Final = 500


def certify(
    story: Story | str,
    question: str | Question | None = None,
    *,
    text: str | None = None,
    theory: str | None = None,
    backend: str | None = None,
    limits: Limits | None = None,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return a certificate of the answers to all questions of a story, as plain data; `dumps` writes it.

    Parameters
    ----------
    story
        A story or its text.
    question
        A further question, in words or as a `Question` of the story; None where the story has all that is asked.
    text
        The text that a story was read from, where `Story.text` lacks its first line or its questions, as in rooms and seatings.
    theory, backend, limits
        As for `qsr.solve`.
    options
        Letter -> text, for a problem about headings that was read with options beside its text.

    Returns
    -------
    dict
        See `docs/certificates.md`.

    Raises
    ------
    ParseError
        For text that is not understood.
    CertificateError
        For a story that is longer, or has more entities, statements or questions, than a certificate may be about.
    UnsupportedQuestion
        For a story without questions, one that cannot be read again from its text, and a theory that cannot be certified.
    LimitReached
        Where a limit came before everything was shown.
    QsrError
        Where what was found does not bear out the theory's answer: a fault of the theory.

    Examples
    --------
    >>> made = certify("A is left of B. C is above B.", "Is C left of A?")
    >>> made["questions"][0]["possible"]
    ['yes', 'no']
    """
    if isinstance(story, str):
        text = story
    settings = theories.parse_settings(theory) if theory else {}
    asked_for = settings.pop("theory", None)
    known = stories.parse_story(story, theory=asked_for) if isinstance(story, str) else story
    if isinstance(question, str):
        known = stories.ask(known, question)
    elif question is not None and question not in known.questions:
        known = replace(known, questions=(*known.questions, replace(question, id=len(known.questions))))
    if not known.questions:
        raise UnsupportedQuestion("there is nothing to certify: the story has no question")
    if known.unread:
        raise UnsupportedQuestion("a story of which sentences were skipped is not certified")
    for what in MOST:
        bounded(what, len(getattr(known, what)))
    name = asked_for or theories.chosen(known)
    meant = theories.get(name, settings)
    meaning = meaning_of(meant, known)
    suited = getattr(meaning, "suited", None)
    made_by = backend or (meant.backends[0] if suited is None else suited(known))
    source = source_of(known, name, text, options)
    check_source(source)
    session = meant.open(made_by, limits)
    try:
        work = _Work(meaning, settings, session, made_by, limits or Limits())
        entries = [work.entry(known, asked) for asked in known.questions]
    finally:
        session.close()
    import qsr

    whole = {
        "kind": KIND,
        "schema": SCHEMA,
        "qsr": qsr.__version__,
        "theory": {"name": name, "settings": settings, "fingerprint": meant.fingerprint},
        "backend": made_by,
        "source": source,
        **told(known),
        "questions": entries,
    }
    # Labels are relations within the program; a certificate has texts, numbers, lists and objects alone.
    plain: dict[str, Any] = json.loads(dumps(whole))
    return {**plain, "digest": digest_of(plain)}


class _Work:
    """What makes the entries about the questions of one story."""

    def __init__(self, meaning: Theory, settings: Mapping[str, str], session: Session, made_by: str, limits: Limits) -> None:
        self._meaning, self._settings, self._session = meaning, settings, session
        self._made_by, self._limits = made_by, limits

    def entry(self, story: Story, question: Question) -> dict[str, Any]:
        if question.mood == "arrangements":
            raise UnsupportedQuestion(
                "how many arrangements there are is counted, and no certificate shows that; leave the question out"
            )
        answer = self._session.answer(story, question)
        told_of = {**told_question(question), "status": answer.status}
        if answer.status == "unknown":
            raise LimitReached(answer.reason)
        if answer.status == "not_covered":
            return {**told_of, "reason": answer.reason}
        if isinstance(answer.value, Plan):
            energy = answer.value.energy
            worth = int(energy) if energy.denominator == 1 else str(energy)
            return {**told_of, "plan": {"actions": list(answer.value.actions), "energy": worth}}
        if answer.status == "inconsistent":
            core = self._session.core(story, None if question.hypothesis is None else question)
            if core is None:
                raise QsrError("the story is called inconsistent, and no statements were found that contradict one another")
            return {**told_of, "core": told_core(story, core.statements)}
        return {**told_of, **self._labels(story, question, answer)}

    def _labels(self, story: Story, question: Question, answer: Answer) -> dict[str, Any]:
        checker = checker_of(self._meaning, story, question, self._settings, [self._made_by], self._limits.seconds)
        try:
            labels = {
                label: {side: self._side(story, question, checker, label, side == "holds") for side in sides_of(checker)}
                for label in checker.labels
            }
        finally:
            checker.close()
        holding = [label for label, sides in labels.items() if "core" not in sides["holds"]]
        failing = [label for label, sides in labels.items() if "core" not in sides.get("fails", {})]
        found = conclude(question, checker, holding, failing)
        if (found.status, frozenset(found.possible), frozenset(found.entailed)) != (
            answer.status,
            answer.possible,
            answer.entailed,
        ):
            raise QsrError(
                f"what was found, {found.status}, possible {found.possible}, entailed {found.entailed}, is not the answer"
            )
        return {"possible": found.possible, "entailed": found.entailed, "labels": labels}

    def _side(self, story: Story, question: Question, checker: Checker, label: str, holds: bool) -> dict[str, Any]:
        if checker.from_worlds:
            return self._shown_by_worlds(story, checker, label, holds)
        option = question_of(question, label)
        named = bool(getattr(self._meaning, "denied_labels", False))
        shown: tuple[Question, str] | None = (question, label) if option is None else (option, "yes")
        if not holds:
            shown = denial(question, label, labels=named)
        if shown is None:
            return {"unshown": UNSHOWN}
        try:
            witness: Witness | None = self._session.witness(story, *shown)
        except UnsupportedQuestion:
            return {"unshown": UNSHOWN}
        if witness is not None:
            if fault := checker.fault(witness, label, holds):
                raise QsrError(f"the model found for {label!r} does not show it: {fault}")
            return {"witness": witness.to_json()}
        core = self._session.core(story, *shown)
        return {"unshown": UNSHOWN} if core is None else {"core": told_core(story, core.statements)}

    def _shown_by_worlds(self, story: Story, checker: Checker, label: str, holds: bool) -> dict[str, Any]:
        """Take the first scene that shows the claim; where there is none, drop statements as long as the rest excludes it."""
        for witness in islice(self._session.worlds(story), _SCENES):
            if not checker.fault(witness, label, holds):
                return {"witness": witness.to_json()}
        core = by_deletion(lambda kept: None if checker.admits(kept, label, holds) else kept, range(len(story.statements)))
        return {"unshown": UNSHOWN} if core is None else {"core": told_core(story, core)}
