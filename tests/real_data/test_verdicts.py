"""The judge on published items: right and perturbed answers, where the files are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import qsr
from qsr import run
from qsr.datasets.protocol import Item, Reading
from qsr.datasets.spartun.dataset import LABELS as SPARTUN
from qsr.datasets.stepgame.dataset import LABELS as STEPGAME
from qsr.oracle.job import Job
from qsr.oracle.judge import Judge
from qsr.story import Plan, Value, Verdict
from qsr.theories.protocol import Limits

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not at ../shared/data")

CASES = [
    ("stepgame", "stepgame/json/noise/qa5_valid.json", 100),
    ("babi", "babi/qa17_positional-reasoning_test.txt", 100),
    ("babi", "babi/qa19_path-finding_test.txt", 100),
    ("spartun", "spartun/spartun_dev.json", 100),
    ("roomspace", "roomspace/cases.jsonl", 60),
    ("space2024", "space2024/dev_a.jsonl", 150),
    ("prepositions", "prepositions/en.tsv", 100),
    ("grasp", "grasp/grids/inner_random_block.jsonl", 16),
]


def others(item: Item, native: Value) -> list[Value]:
    """Answers that are not the text's own, whatever the form."""
    if isinstance(native, Plan):
        return [(*native.actions[:-1], "UP", "UP")]
    if item.question.form == "yes_no":
        found: list[Value] = ["yes", "no"] if native in ("yes", "no", "depends") else ["Yes", "No"]
    elif item.question.form == "path":
        found = ["n,n", "s,e", "w,n"]
    elif item.question.form == "options":
        found = [(letter,) for letter, _ in item.choices]
    elif isinstance(native, frozenset):
        found = [frozenset({label}) for label in item.label_set or SPARTUN]
        found = [one for one in found if not one & native]  # type: ignore[operator]
    else:
        found = list(STEPGAME)
    return [one for one in found if one != native][:3]


@pytest.mark.parametrize(("dataset", "name", "limit"), CASES, ids=[name for _, name, _ in CASES])
def test_what_eval_answers_is_sound_and_other_answers_are_not(dataset: str, name: str, limit: int) -> None:
    with Judge(Job(dataset=dataset, limits=Limits(seconds=20))) as judge:
        session = judge.theory.open(limits=Limits(seconds=20))
        right = wrong = 0
        for item in run.items(judge.job, [str(DATA / name)]):
            assert isinstance(item, Item)
            answer = session.answer(item.story, item.question)
            native = judge.dataset.native(item, answer)
            if native is None or answer.status == "unknown":
                continue
            right += 1
            if right > limit:
                break
            given: Any = native.actions if isinstance(native, Plan) else native
            assert judge.of_reading(item, Reading(given, "own")).sound is True, item.id
            for other in others(item, native):
                verdict = judge.of_reading(item, Reading(other, "own"))
                wrong += 1
                assert_refuted(judge, item, verdict)
        assert wrong > 10


def assert_refuted(judge: Judge, item: Item, verdict: Verdict) -> None:
    assert verdict.sound is (verdict.value in verdict.right), item.id
    if verdict.counterexample is not None:
        assert judge.theory.violated(item.story, verdict.counterexample) == (), item.id
    assert all(isinstance(words, str) and words for words in verdict.evidence)
    shown = bool(verdict.evidence) or verdict.counterexample is not None
    # Without evidence the reason says why: a closed world, or a limit.
    closed = judge.theory.name == "spartun" and "no sentence says so" in verdict.reason
    assert verdict.sound or shown or closed or "too many" in verdict.reason, (item.id, verdict.reason)
