"""Work that does not end well, for workers to do: they import it by its name."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from qsr.adapters.serve import answers


def perform(request: Mapping[str, Any]) -> dict[str, Any]:
    """Do what the story says, where it is one of these words; else answer it."""
    match request["story"]:
        case "sleep":
            time.sleep(600)
        case "eat":
            return {"eaten": len(bytearray(2 * 2**30))}
        case "die":
            os.abort()
        case "fail":
            raise ZeroDivisionError
    return answers.perform(request)
