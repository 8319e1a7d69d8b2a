"""Files of rows and of text, each test with a folder of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(name: str, content: object) -> Path:
        path = tmp_path / name
        text = content if isinstance(content, str) else "".join(json.dumps(row) + "\n" for row in content)  # type: ignore[attr-defined]
        path.write_text(text, encoding="utf-8")
        return path

    return written
