"""inspect-ai: a task per data set, and a scorer that judges answers by their text.

``inspect eval qsr/stepgame -T files=valid.jsonl --model ...`` finds the tasks through the entry point; from Python they are the
functions of this package, such as ``qsr.adapters.inspect_ai.stepgame(files="valid.jsonl")``. `qsr.adapters.inspect_ai.tasks` says
what their arguments mean, `qsr.adapters.inspect_ai.scoring` what the scores say. The library is imported when a task, the
scorer or the metric is first asked for.
"""

from __future__ import annotations

from typing import Any

from qsr import datasets
from qsr.adapters.inspect_ai.scoring import Scoring
from qsr.adapters.inspect_ai.tasks import registered as _registered

__all__ = ["registered"]


def __getattr__(name: str) -> Any:
    # The library's decorators may run only once it is there, so what they decorate is looked up.
    known = (*datasets.names(), *Scoring._fields)
    if name == "registered":
        return sorted(_registered())
    if name not in known:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; there are {', '.join(known)}")
    return _registered()[name]
