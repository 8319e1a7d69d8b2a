"""Two solvers and plain enumeration agree, witnesses are worlds, cores are minimal; `worlds_compared.py` runs thousands."""

from __future__ import annotations

from collections import Counter

import pytest

from worlds_compared import run


@pytest.mark.parametrize(("kind", "first", "count"), [("arrangement", 0, 40), ("arrangement", 160, 20), ("change", 0, 30)])
def test_solvers_and_enumeration_agree(kind: str, first: int, count: int) -> None:
    seen = Counter[str]()
    for faults, counts in run(kind, range(first, first + count), seed=1):
        assert faults == []
        seen.update(counts)
    assert seen[f"{kind}: items"] == count
    assert seen[f"{kind}: witnesses"] > count < seen[f"{kind}: cores"]
    assert all(seen[f"{kind}: {status}"] for status in ("determined", "ambiguous", "inconsistent"))
