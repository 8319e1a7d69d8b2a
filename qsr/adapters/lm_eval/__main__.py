"""``python -m qsr.adapters.lm_eval``: the folder to give to ``lm_eval run --include_path``."""

from __future__ import annotations

from qsr.adapters.lm_eval import include_path

if __name__ == "__main__":
    print(include_path())
