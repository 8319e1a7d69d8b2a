"""The benchmarks run on rows they make up themselves, and what they measure is right answers."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "stepgame.py"


def test_made_up_stories_are_answered_right(tmp_path: Path) -> None:
    specification = importlib.util.spec_from_file_location("stepgame_benchmark", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    benchmark = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(benchmark)
    for k in (1, 10):
        file = tmp_path / f"qa{k}_made.json"
        file.write_text(json.dumps(benchmark.made_up(k, 60, seed=3)), encoding="utf-8")
        result = benchmark.passes([file])
        assert result["cold"][str(file)][:2] == [60, 60]
        assert all(rate > 0 for rate in result["references"][str(file)])
    (tmp_path / "qa1_torn.json").write_text('{"0": {"story": ["X hums."], "question": "?", "label": "left"}}', encoding="utf-8")
    with pytest.raises(SystemExit):
        benchmark.passes([tmp_path / "qa1_torn.json"])
