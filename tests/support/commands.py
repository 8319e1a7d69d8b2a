"""The command line, run in this process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from qsr.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return what a command that does its work prints."""
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Return the JSON object that it prints."""
    found: dict[str, Any] = json.loads(run(capsys, *arguments, "--json"))
    return found
