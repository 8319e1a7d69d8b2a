"""The curve of answers by doubt: how many are no more doubtful, how many of these are right, and the baseline by word vectors."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from qsr.theories.prepositions.composition import FAR, Outcome, Pair
from scripts import script

ITEMS = """id\tlang\tpremise1\tpremise2\tconclusion\tholds
certain\ten\tthe cat is in the basket\tthe basket is in the kitchen\tthe cat is in the kitchen\tyes
mislabelled\ten\tthe tent is in the valley\tthe valley is in the kingdom\tthe tent is in the kingdom\tno
company\ten\tthe boy is with his aunt\this aunt is in the attic\tthe boy is in the attic\tyes
fails\tro\tvaporul este în port\tportul este în construcție\tvaporul este în construcție\tno
"""


@pytest.fixture(scope="module")
def calibration() -> ModuleType:
    return script("benchmarks/prepositions_calibration.py")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.tsv"
    path.write_text(ITEMS, encoding="utf-8")
    return path


def test_each_doubt_counts_the_answers_up_to_it(calibration: ModuleType) -> None:
    judged = calibration.Judged
    found = [judged((0, -9), True), judged((0, -9), False), judged((1, -2), True), judged(calibration._NONE, False)]
    assert list(calibration.curve(found)) == [((0, -9), 2, 1), ((1, -2), 3, 2)]
    assert list(calibration.curve([])) == []


def test_answers_to_items_are_judged_by_their_labels(calibration: ModuleType, file: Path) -> None:
    found = calibration.judged([str(file)])
    assert found == sorted(found)
    assert [one.doubt[0] for one in found] == [0, 0, 0, 1]
    assert sum(one.right for one in found) == 3
    assert found[-1].right


def test_the_nearest_known_item_gives_its_answer(calibration: ModuleType, file: Path, tmp_path: Path) -> None:
    # "basket" points one way and "valley" the other; words that no vector has do not count, and Romanian items are left out.
    vectors = {"basket": [1.0, 0.0], "valley": [0.0, 1.0], "aunt": [0.1, 0.9]}
    table = tmp_path / "vectors.json"
    table.write_text(json.dumps({"vectors": vectors}), encoding="utf-8")
    known = tmp_path / "known.tsv"
    known.write_text("\n".join(ITEMS.splitlines()[:3]) + "\n", encoding="utf-8")
    assert calibration.nearest([str(file)], [str(known)], table) == (2, 3)


def test_the_curve_is_printed_with_shares_of_all_items(
    calibration: ModuleType, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibration.main([str(file)]) == 0
    last = capsys.readouterr().out.splitlines()[-1].split()
    assert last[0] == "1"
    assert last[-7:-3] == ["100.0%", "4", "75.0%", "3"]


def pair(holds: bool, cost: int, one: str = "containment") -> Pair:
    return Pair(one, "containment", cost, holds, "located")


@pytest.mark.parametrize(
    ("winner", "rival", "doubt"),
    [
        (pair(True, 0), None, (0, -FAR)),
        (pair(False, 1), pair(True, 3), (0, -2)),
        (pair(True, 2, "company"), None, (1, 2 - FAR)),
        (pair(False, 0, "company"), None, (0, -FAR)),
        (pair(True, 1), pair(False, 2), (2, -1)),
    ],
)
def test_doubt_grows_with_what_speaks_otherwise(winner: Pair, rival: Pair | None, doubt: tuple[int, int]) -> None:
    assert Outcome("yes" if winner.holds else "no", winner, rival).doubt == doubt
