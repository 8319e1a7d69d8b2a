"""The benchmark of plans measures right answers: what a reference finishes has the same value, or the run stops."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType

import pytest

from scripts import script


@pytest.fixture
def benchmark_of_plans(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = script("benchmarks/grasp.py")
    monkeypatch.setattr(module, "INSTANCES", (("4", "2", "0"), ("8", "none", "0.3")))
    monkeypatch.setattr(module, "STEPS", 9)
    return module


def test_the_references_find_the_same_values(benchmark_of_plans: ModuleType) -> None:
    cases = benchmark_of_plans.measured(benchmark_of_plans.made_up(3, seed=5), sample=1, cap=60.0)
    assert [case["instance"] for case in cases] == ["4, 2, 0", "8, none, 0.3"] * 3
    assert max(case["value"] for case in cases) > 0
    compared = [case for case in cases if case["references"]]
    assert len(compared) == 2
    for case in compared:
        assert set(case["references"]) == set(benchmark_of_plans.references())
        assert not any(capped for _, capped in case["references"].values())


def test_a_reference_that_differs_stops_the_run(benchmark_of_plans: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark_of_plans, "by_plain_encoding", lambda world, rules, cap: Fraction(100))
    with pytest.raises(SystemExit, match="plain encoding 100"):
        benchmark_of_plans.measured(benchmark_of_plans.made_up(1, seed=5), sample=1, cap=1.0)
