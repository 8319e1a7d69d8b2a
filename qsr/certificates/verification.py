"""Checking certificates: the text is read again, witnesses are measured, sets of statements go to two solvers.

Nothing that a certificate says is relied on: labels, candidates and statements come from the text; the status and what is
entailed follow from what was confirmed of each label; a digest only tells accident from intent. It may name any solver as the
one that made it: since two have to agree on each claim, one at least is another, and where a story has but one, the claim stays
unchecked. Theory and settings have to be the story's own, or those that the caller names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qsr import theories
from qsr.certificates.checkers import Checker, Unchecked, checker_of, conclude, meaning_of, sides_of
from qsr.certificates.format import check_form, told, told_core, told_question
from qsr.certificates.make import UNSHOWN
from qsr.certificates.sources import read_again
from qsr.errors import CertificateError, LimitReached, ParseError, QsrError, UnsupportedQuestion
from qsr.exact import number_of
from qsr.paraphrases import Paraphrase
from qsr.registry import fetched
from qsr.story import Question, Story, Witness
from qsr.theories.protocol import Limits, Theory
from qsr.theories.witnesses import witness_of

__all__ = ["Report", "verify"]

_SECONDS: Final = 60.0
#: What compares sentences with other words for them, in a room that stands above this one.
_RECHECK: Final = "qsr.assist.comparison:recheck"
_CHECK: Final = "qsr.assist.checks:check"
#: Solvers that have to say the same: whoever made a certificate, one of two at least is another.
_ENOUGH: Final = 2


@dataclass(slots=True)
class Report:
    """What came of checking a certificate.

    Attributes
    ----------
    faults
        Claims that do not hold, each with the question it is about and the reason. Empty: nothing is refuted.
    unchecked
        Claims that were neither confirmed nor refuted, each with the reason.
    questions, witnesses, cores, plans
        How many of each were confirmed.
    theory
        Theory and settings under which the claims are made, as a ``theory:`` line has them; empty where they were not come to.
    paraphrases
        The sentences that the text has in other words, on which the claims rest, each with the checks that were made again. No
        language model is asked again.
    """

    faults: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    questions: int = 0
    witnesses: int = 0
    cores: int = 0
    plans: int = 0
    theory: str = ""
    paraphrases: tuple[Paraphrase, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every claim was confirmed."""
        return not self.faults and not self.unchecked


def verify(
    certificate: Mapping[str, Any],
    *,
    text: str | None = None,
    theory: str | None = None,
    any_version: bool = False,
    fast: bool = False,
    seconds: float | None = _SECONDS,
) -> Report:
    """Check every claim of a certificate.

    Parameters
    ----------
    certificate
        Plain data, as `certify` and `loads` return them.
    text
        The story's text, where it is at hand: the certificate has to be about exactly this.
    theory
        The theory, with settings, that the certificate has to be made under, as for `qsr.solve`; None for the story's own.
    any_version
        Check a certificate that was made by other encodings, by the meaning that the theory has now.
    fast
        Leave out whether cores are minimal.
    seconds
        Wall time for each question to a solver.

    Raises
    ------
    CertificateError
        For what is no certificate, or one of other encodings.
    ParseError
        For a `theory` that cannot be read.

    Examples
    --------
    >>> from qsr.certificates.make import certify
    >>> made = certify("A is left of B.", "Is B left of A?")
    >>> report = verify(made)
    >>> report.holds, report.cores
    (True, 1)
    """
    check_form(certificate)
    meant, meaning_fault = _theory(certificate, any_version)
    report = Report()
    try:
        story = read_again(certificate["source"], certificate["theory"]["name"])
        meaning = meaning_of(meant, story)
    except (ParseError, UnsupportedQuestion) as error:
        report.faults.append(f"the text: {error.message if isinstance(error, ParseError) else error}")
        return report
    report.theory, different = _compared(certificate["theory"], story, theory)
    report.faults += [*meaning_fault, *different]
    if text is not None and text != certificate["source"]["text"]:
        report.faults.append("the text is not that of the story at hand")
    for what, own in told(story).items():
        if certificate[what] != own:
            report.faults.append(f"the {what} are not those of the text")
    if len(certificate["questions"]) != len(story.questions):
        report.faults.append(f"{len(certificate['questions'])} questions are answered, and the text asks {len(story.questions)}")
    if certificate["source"].get("paraphrases"):
        report.paraphrases = _compared_again(certificate["source"], certificate["theory"]["name"])
        report.faults += [
            f"not the same in other words: {one.sentence!r}: {one.reason}" for one in report.paraphrases if one.reason
        ]
    if report.faults:
        return report
    work = _Work(certificate, meant, meaning, story, report, fast, seconds, any_version)
    for number, question in enumerate(story.questions):
        work.check(number, question)
    return report


def _theory(certificate: Mapping[str, Any], any_version: bool) -> tuple[Theory, list[str]]:
    said = certificate["theory"]
    for key, value in said["settings"].items():
        setting = theories.settings_of().get(key)
        if setting is None or not setting.takes(value):
            raise CertificateError(f"the theory: {key[:40]}: {value[:40]} is no setting")
    try:
        theory = theories.get(said["name"], said["settings"])
    except QsrError as error:
        raise CertificateError(f"the theory: {error}") from None
    if said["fingerprint"] != theory.fingerprint and not any_version:
        raise CertificateError(
            f"made by other encodings: the fingerprint of {theory.name} is {theory.fingerprint} here, "
            f"not {said['fingerprint'][:40]!r}; check it by those of today with any version allowed"
        )
    if certificate["backend"] not in theory.backends:
        return theory, [f"the theory {theory.name} has no solver {certificate['backend'][:40]!r}"]
    return theory, []


def _compared_again(source: Mapping[str, Any], theory: str) -> tuple[Paraphrase, ...]:
    """Return the sentences of a source in other words, with the checks that need no model, made again."""
    changes = [((one["span"][0], one["span"][1]), one["text"]) for one in source["paraphrases"]]
    return tuple(fetched(_RECHECK)(source["text"], changes, theory, fetched(_CHECK)))


def _compared(said: Mapping[str, Any], story: Story, theory: str | None) -> tuple[str, list[str]]:
    """Return what a certificate was made under, and the fault where that is not what the story or the caller says."""
    own = dict(story.settings)
    wanted = {"theory": theories.chosen(story), **own, **(theories.parse_settings(theory) if theory else {})}
    made, asked = (
        ", ".join((settings.pop("theory"), *(f"{key}: {value}" for key, value in sorted(settings.items()))))
        for settings in ({**own, **said["settings"], "theory": said["name"]}, wanted)
    )
    whose = "the caller asks for" if theory else "the story itself says, or leaves to the defaults,"
    return made, [] if made == asked else [f"it is made under {made!r}, and {whose} {asked!r}"]


class _Panel:
    """The checkers of one question, one for each solver of its theory, of whom two have to agree; the first are asked first."""

    def __init__(self, checkers: Sequence[Checker]) -> None:
        self._checkers = checkers
        #: For what they all say of the question: labels, and what has to be shown of them.
        self.checker: Final = checkers[0]

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Say what is wrong with a witness; the empty string where nothing is. See `Checker.fault`."""
        if not self.checker.by_solver:
            return self.checker.fault(witness, label, holds)
        faults = (checker.fault(witness, label, holds) for checker in self._checkers[:_ENOUGH])
        return next(filter(None, faults), "")

    def excludes(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Tell whether statements leave no model in which the label holds (or fails)."""
        return self._agreed(False, statements, label, holds)

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Tell whether statements leave such a model."""
        return self._agreed(True, statements, label, holds)

    def _agreed(self, expected: bool, statements: Collection[int], label: str | None, holds: bool) -> bool:
        """Return True where two solvers say what is expected, False where one says otherwise; raise Unchecked for all else."""
        votes = 0
        reasons: list[str] = []
        for checker in self._checkers:
            try:
                if checker.admits(statements, label, holds) != expected:
                    return False
                votes += 1
            except (Unchecked, LimitReached) as error:
                reasons.append(str(error))
            if votes == _ENOUGH:
                return True
        raise Unchecked("; ".join(dict.fromkeys(reasons)) or "the theory has no second solver")

    def close(self) -> None:
        """Let go of solvers."""
        for checker in self._checkers:
            checker.close()


class _Work:
    """What checks the questions of one certificate, and writes down what came of it."""

    def __init__(
        self,
        certificate: Mapping[str, Any],
        theory: Theory,
        meaning: Theory,
        story: Story,
        report: Report,
        fast: bool,
        seconds: float | None,
        any_version: bool,
    ) -> None:
        self._certificate, self._theory, self._meaning, self._story = certificate, theory, meaning, story
        self._report, self._fast, self._seconds, self._any_version = report, fast, seconds, any_version
        self._settings: dict[str, str] = dict(certificate["theory"]["settings"])

    def check(self, number: int, question: Question) -> None:
        """Check everything that is said of one question."""
        entry = self._certificate["questions"][number]
        faults, unchecked = len(self._report.faults), len(self._report.unchecked)
        own = told_question(question)
        different = [key for key, value in own.items() if entry[key] != value]
        if different:
            self._fault(number, f"its {', '.join(different)} are not those of the text")
            return
        try:
            if "plan" in entry:
                self._plan(number, question, entry["plan"])
            elif entry["status"] == "not_covered":
                self._uncovered(number, question, entry)
            else:
                self._labels(number, question, entry)
        except UnsupportedQuestion as error:
            self._fault(number, f"the theory does not cover it: {error}")
        except (Unchecked, LimitReached) as error:
            self._open(number, str(error))
        if (faults, unchecked) == (len(self._report.faults), len(self._report.unchecked)):
            self._report.questions += 1

    def _fault(self, number: int, reason: str) -> None:
        self._report.faults.append(f"question {number + 1}: {reason}")

    def _open(self, number: int, reason: str) -> None:
        self._report.unchecked.append(f"question {number + 1}: {reason}")

    def _uncovered(self, number: int, question: Question, entry: Mapping[str, Any]) -> None:
        session = self._theory.open(None, Limits(seconds=self._seconds))
        try:
            answer = session.answer(self._story, question)
        finally:
            session.close()
        if answer.status != "not_covered" or (answer.reason != entry["reason"] and not self._any_version):
            self._fault(number, f"it is not so that it is not covered, for that reason: the status is {answer.status}")

    def _plan(self, number: int, question: Question, plan: Mapping[str, Any]) -> None:
        checker = checker_of(self._meaning, self._story, question, self._settings, [], self._seconds)
        if fault := checker.plan_fault(plan["actions"], number_of(plan["energy"])):
            self._fault(number, fault)
        else:
            self._report.plans += 1

    def _labels(self, number: int, question: Question, entry: Mapping[str, Any]) -> None:
        if question.form == "plan":
            self._fault(number, "it asks for a plan, and none is given")
            return
        panel = _Panel(
            [
                checker_of(self._meaning, self._story, question, self._settings, [name], self._seconds)
                for name in self._meaning.backends
                if name != "auto"
            ]
        )
        try:
            if entry["status"] == "inconsistent":
                self._claim(number, panel, None, True, entry, "that the story contradicts itself")
            else:
                self._sides(number, question, panel, entry)
        finally:
            panel.close()

    def _sides(self, number: int, question: Question, panel: _Panel, entry: Mapping[str, Any]) -> None:
        checker = panel.checker
        labels, wanted = entry["labels"], set(sides_of(checker))
        missing = [label for label in checker.labels if label not in labels]
        surplus = [label for label in labels if label not in checker.labels]
        partly = [label for label, sides in labels.items() if sides.keys() != wanted]
        if missing or surplus or partly:
            at_fault = (missing or surplus or partly)[0][:60]
            what = (
                "nothing is shown of" if missing else "it does not ask about" if surplus else "not just what is due is shown of"
            )
            self._fault(number, f"{what} the label {at_fault!r}")
            return
        can: dict[str, list[str]] = {"holds": [], "fails": []}
        for label, sides in labels.items():
            for side, claim in sides.items():
                if "core" not in claim:
                    can[side].append(label)
                what = f"that {label!r} can{'not' if 'core' in claim else ''} {'hold' if side == 'holds' else 'fail'}"
                self._claim(number, panel, label, side == "holds", claim, what)
        if labels and not any(can.values()):
            self._fault(number, "every label is excluded, and the story is not said to contradict itself")
        found = conclude(question, checker, can["holds"], can["fails"])
        for what, own in zip(("status", "possible", "entailed"), found, strict=True):
            if entry[what] != own:
                self._fault(number, f"from what is shown of its labels it follows that {what} is {own}, not {entry[what]}")
        if not labels and not panel.admits([one.id for one in self._story.statements], None):
            self._fault(number, "the story contradicts itself")

    def _claim(self, number: int, panel: _Panel, label: str | None, holds: bool, claim: Mapping[str, Any], what: str) -> None:
        try:
            fault = self._refuted(panel, label, holds, claim)
        except (Unchecked, LimitReached) as error:
            self._open(number, f"{what}: {error}")
            return
        if fault:
            self._fault(number, f"{what}: {fault}")
        else:
            self._report.witnesses += "witness" in claim
            self._report.cores += "core" in claim

    def _refuted(self, panel: _Panel, label: str | None, holds: bool, claim: Mapping[str, Any]) -> str:
        """Say what is wrong with a claim; the empty string where it was confirmed."""
        if "core" in claim:
            return self._core(panel, claim["core"], label, holds)
        if "witness" in claim:
            try:
                return panel.fault(witness_of(claim["witness"]), label or "", holds)
            except (ValueError, ArithmeticError) as error:
                return str(error)
        if claim["unshown"] != UNSHOWN:
            return "no reason of this form is known for leaving out a witness"
        return "" if panel.admits([one.id for one in self._story.statements], label, holds) else "another solver finds no model"

    def _core(self, panel: _Panel, core: Sequence[Mapping[str, Any]], label: str | None, holds: bool) -> str:
        ids = [said["id"] for said in core]
        if not all(0 <= id_ < len(self._story.statements) for id_ in ids) or told_core(self._story, ids) != list(core):
            return "its statements are not quoted as the text has them"
        if not panel.excludes(ids, label, holds):
            return "these statements do not exclude it"
        for id_ in () if self._fast else ids:
            if not panel.admits([other for other in ids if other != id_], label, holds):
                return f"the statement {id_} is not needed"
        return ""
