from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from time import monotonic

import pytest

from qsr.errors import BackendUnavailable
from qsr.solvers import Outcome
from qsr.solvers.z3 import Built, Z3Problem


def test_a_long_search_is_interrupted():
    def pigeons(z3):
        holes = 11
        at = [[z3.Bool(f"at{p}_{h}") for h in range(holes)] for p in range(holes + 1)]
        one_each = [z3.Or(row) for row in at]
        apart = [z3.Not(z3.And(at[p][h], at[q][h])) for h in range(holes) for p in range(holes + 1) for q in range(p)]
        return Built({}, {}, background=(*one_each, *apart))

    problem = Z3Problem(pigeons)
    problem.allow(0.3)
    begun = monotonic()
    assert problem.satisfiable([]) is Outcome.UNKNOWN
    assert monotonic() - begun < 5


def test_rationals_are_exact():
    def third(z3):
        x = z3.Real("x")
        return Built({(0,): x}, {0: 3 * x == 1})

    assert Z3Problem(third).model([0]).numbers == {(0,): Fraction(1, 3)}


def test_z3_is_imported_only_when_it_is_used():
    code = "import sys, qsr.solvers.z3, qsr.theories.property_sets; print('z3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_missing_z3_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(BackendUnavailable):
        Z3Problem(lambda z3: Built({}, {}))
