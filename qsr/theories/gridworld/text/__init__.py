"""Grid worlds as GRASP writes them: drawn grids, prompts, and the plans in what models answer."""

from __future__ import annotations

from qsr.theories.gridworld.text.plans import EXTRACTIONS, PlanReading, read_capitals, read_plan
from qsr.theories.gridworld.text.reader import RULES, ask, read, read_json, write

__all__ = ["EXTRACTIONS", "RULES", "PlanReading", "ask", "read", "read_capitals", "read_json", "read_plan", "write"]
