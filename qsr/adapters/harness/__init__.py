"""What all harnesses that evaluate language models need: items as prompts, rows that travel with them, and verdicts as numbers.

`qsr.adapters.inspect_ai` and `qsr.adapters.lm_eval` only say the same in the words of their library.
"""

from __future__ import annotations

from qsr.adapters.harness.asked import Asked, asked, item_of
from qsr.adapters.harness.judgements import MODES, Judgement, judge_answer
from qsr.adapters.harness.prompts import prompt

__all__ = ["MODES", "Asked", "Judgement", "asked", "item_of", "judge_answer", "prompt"]
