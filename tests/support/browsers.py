"""The browser that tests of pages use, Debian's Chromium; without it, or without playwright, they are passed over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def _opened() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    if _CHROMIUM is None:
        pytest.skip("no Chromium here")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=_CHROMIUM, args=_FLAGS)
        yield opened
        opened.close()


#: One browser for the tests of a module.
browser = pytest.fixture(scope="module", name="browser")(_opened)
