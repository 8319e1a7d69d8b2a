"""Grid worlds as GRASP draws them: read, and written."""

from __future__ import annotations

from qsr.theories.gridworld.text.reader import RULES, ask, read, read_json, write

__all__ = ["RULES", "ask", "read", "read_json", "write"]
