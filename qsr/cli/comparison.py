"""Where SpaRTUN's rules and the meaning of the relations disagree, as a command prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["comparison_lines"]


def comparison_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield a comparison as lines of text; none where nothing was compared."""
    if "not_compared" in result:
        yield f"  not compared: {result['not_compared']}"
    for difference in result.get("differences", ()):
        who = "only SpaRTUN's rules give" if difference["in_compat"] else "SpaRTUN's rules miss"
        yield f"  {who} {difference['label']!r}: {difference['why']}"
    if result.get("differences") == []:
        yield "  SpaRTUN's rules give exactly what the relations entail"
