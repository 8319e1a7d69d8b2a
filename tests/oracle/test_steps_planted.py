"""Planted errors are found where and as what they were planted, and clean paths are left alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import planted_errors as errors
from qsr.oracle.steps import StepTheory, check_steps
from qsr.oracle.steps.model import KINDS

# Under pytest's importlib mode, test folders are not on the import path.

NUMBER = 500


@pytest.fixture(scope="module")
def theories() -> dict[str, StepTheory]:
    return {name: StepTheory.open(theory) for name, theory in errors.THEORIES.items()}


def test_planted_errors_are_named_at_their_step(theories: dict[str, StepTheory]) -> None:
    sets = list(errors.THEORIES)
    found: Counter[bool] = Counter()
    for seed in range(NUMBER):
        chain = errors.planted(random.Random(seed), sets[seed % 4], KINDS[seed // 4 % 4])
        report = check_steps(chain.story, chain.question, chain.text, theories[chain.property_set])
        error = report.first_error
        found[error is not None and (error.number, error.kind) == (chain.number, chain.kind)] += 1
    assert found[True] >= 0.95 * NUMBER, found


def test_nothing_is_found_in_clean_paths(theories: dict[str, StepTheory]) -> None:
    sets = list(errors.THEORIES)
    for seed in range(NUMBER):
        chain, _, _ = errors.clean(random.Random(10**6 + seed), sets[seed % 4])
        report = check_steps(chain.story, chain.question, chain.text, theories[chain.property_set])
        assert report.first_wrong is None, chain.text
        assert {step.verdict for step in report.steps} == {"entailed"}, chain.text
        assert not any(step.reason for step in report.steps), chain.text
        assert report.answer is not None
        assert report.answer.verdict == "entailed", chain.text
