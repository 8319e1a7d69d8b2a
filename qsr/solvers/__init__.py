"""Solvers behind one protocol: closure of differences, clingo (with clingo-dl), Z3.

Nothing here knows stories. A loaded problem has guards (integers that switch its parts on) and goals (integers whose truth is
asked for); see `qsr.solvers.search`.
"""

from __future__ import annotations

from qsr.solvers.protocol import Consequences, Deadline, Decision, Model, Outcome
from qsr.solvers.search import Problem

__all__ = ["Consequences", "Deadline", "Decision", "Model", "Outcome", "Problem"]
