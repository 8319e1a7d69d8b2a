"""Two solvers to every claim: whoever made a certificate, one of them at least is another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from qsr.certificates.checkers.base import Checker, Unchecked
from qsr.errors import LimitReached
from qsr.story import Witness

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

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Tell what two solvers say alike; raise Unchecked where no two of them do. See `Checker.admits`."""
        votes: list[bool] = []
        reasons: list[str] = []
        for checker in self._checkers:
            try:
                votes.append(checker.admits(statements, label, holds))
            except (Unchecked, LimitReached) as error:
                reasons.append(str(error))
                continue
            if votes.count(votes[-1]) == _ENOUGH:
                return votes[-1]
        raise Unchecked("; ".join(dict.fromkeys(reasons)) or "there are no two solvers that agree")

    def close(self) -> None:
        """Let go of solvers."""
        for checker in self._checkers:
            checker.close()
