"""lm-evaluation-harness: a task per data set, as files that the harness includes.

``python -m qsr.adapters.lm_eval`` prints the folder for ``--include_path``. The tasks are ``qsr_stepgame``, ``qsr_spartun`` and
so on; their files of data are named with ``--metadata``, and their scores come from `qsr.adapters.lm_eval.utils`.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["include_path"]


def include_path() -> Path:
    """Return the folder of the task files."""
    return Path(__file__).parent
