"""The theory `change`: films against what each step says by looking up who holds what, cores by both solvers.

Which states came about because something moved unseen is part of what a story means, and found by solvers; so what a film shows
is judged once for each of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import ClassVar

from qsr.errors import BackendUnavailable
from qsr.logic import Formula, evaluated
from qsr.story import Witness
from qsr.theories.answers import Answers
from qsr.theories.change.session import ChangeSession, Meant
from qsr.theories.change.telling import Telling, holds
from qsr.theories.change.terms import Claim
from qsr.theories.change.witness import Film
from qsr.theories.checking import Checker, Unchecked, decided
from qsr.theories.protocol import Limits
from qsr.theories.tasks import Task

__all__ = ["ChangeChecker"]


class ChangeChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    by_solver: ClassVar[bool] = True

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._session = ChangeSession(Answers("change", ""), self.backends[0], Limits(seconds=self.seconds))
        try:
            self._said: Meant = self._session.meant(self.story, self.question)
        except BackendUnavailable as missing:
            raise Unchecked(str(missing)) from missing
        self.opposites = self.question.form != "yes_no"
        self.labels = tuple(self._said.asked) if self.opposites else ("yes", "no")

    @cached_property
    def _task(self) -> Task[Telling]:
        return self._session.task(self.story, self.question, None)

    def _claim(self, label: str, holds_: bool) -> tuple[str, bool]:
        """Return the name of what a label claims, and whether it is true where the label holds (or fails)."""
        return (label, holds_) if self.opposites else ("yes", (label == "yes") == holds_)

    def fault(self, witness: Witness, label: str, holds_: bool) -> str:
        """Look up in the film what every step says, that nothing else changes, and what the label says."""
        if not isinstance(witness, Film) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} with such a frame does not show changes"
        telling, steps, owners, asked = self._said
        at: Mapping[int, tuple[int, ...]] = witness.place
        if fault := telling.misshapen(at):
            return fault

        def true(said: Formula[Claim]) -> bool:
            return evaluated(said, lambda claim: holds(claim, at))

        broken = {owner for owner, step in zip(owners, steps, strict=True) if not true(step)}
        for number, about in enumerate(telling.about):
            if any(places[number] != places[number + 1] for thing, places in at.items() if thing not in about):
                broken.add(owners[number])
        if told := ", ".join(str(owner) for owner in sorted(broken) if owner >= 0):
            return f"it breaks the statements {told}"
        if broken:
            return "what is supposed does not hold in it"
        name, wanted = self._claim(label, holds_)
        return "" if true(asked[name]) == wanted else f"{label!r} does not {'hold' if holds_ else 'fail'} in it"

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask the solver about these steps; the others may have done anything to what they are about."""
        task = self._task
        task.problem.allow(self.seconds)
        guards = [guard for guard, owner in zip(task.guards, task.owners, strict=True) if owner in {*statements, -1}]
        holding, failing = list[int](), list[int]()
        if label is not None:
            name, wanted = self._claim(label, holds)
            (holding if wanted else failing).append(task.goals[name])
        return decided(task.problem.satisfiable(guards, holding, failing))

    def close(self) -> None:
        """Let go of the solver."""
        self._session.close()
