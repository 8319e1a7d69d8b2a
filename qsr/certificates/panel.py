"""Two solvers to every claim: whoever made a certificate, one of them at least is another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from qsr.errors import LimitReached
from qsr.story import Witness
from qsr.theories.checking import Checker, Unchecked

__all__ = ["Panel"]

_ENOUGH: Final = 2


class Panel:
    """The checkers of one question, one for each solver of its theory.

    Parameters
    ----------
    checkers
        At least one; the first ones are asked first.
    """

    def __init__(self, checkers: Sequence[Checker]) -> None:
        self._checkers = checkers
        #: What they all say of the question: labels, and what has to be shown of them.
        self.checker: Final = checkers[0]

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Say what is wrong with a witness; the empty string where nothing is. See `Checker.fault`."""
        if not self.checker.by_solver:
            return self.checker.fault(witness, label, holds)
        faults = (checker.fault(witness, label, holds) for checker in self._checkers[:_ENOUGH])
        return next(filter(None, faults), "")

    def excludes(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Tell whether statements leave no model in which the label holds (or fails). See `Checker.admits`, `_agreed`."""
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
