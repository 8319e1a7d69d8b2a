"""A page read back as a browser would: its tables, its words, and whatever is not well formed."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest

from qsr.report import html

#: Elements that have no end tag.
_VOID: Final = frozenset({"meta", "link", "br", "hr", "img"})


class Reader(HTMLParser):
    """Reads a page; raises AssertionError where a tag is not closed in its turn."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.marked: list[str] = []
        self.scripts: list[str] = []
        self._rows: list[list[str]] = []
        self._caption = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in _VOID:
            self.open.append(tag)
        if tag == "table":
            self._rows, self._caption = [], ""
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._rows[-1].append("")
            assert tag == "td" or dict(attrs).get("scope") in ("row", "col")
        elif tag == "mark":
            self.marked.append("")
        elif tag == "script":
            self.scripts.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag
        if tag == "table":
            assert self._caption not in self.tables, self._caption
            self.tables[self._caption] = self._rows

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            return
        if self.open[-1:] == ["script"]:
            self.scripts[-1] += data
            return
        self.words.append(data)
        if self.open and self.open[-1] == "caption":
            self._caption += data
        elif self._rows and {"td", "th"} & set(self.open[-2:]):
            self._rows[-1][-1] += data.replace("\n", " ")
        elif self.open and self.open[-1] == "mark":
            self.marked[-1] += data

    @property
    def items(self) -> dict[str, Any]:
        """What the list of items shows."""
        data: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(self.scripts[0])))
        return data

    @property
    def text(self) -> str:
        return "".join(self.words)

    def column(self, caption: str, place: int = 1) -> dict[str, str]:
        """A column of a table, by the names of its rows."""
        return {row[0]: row[place] for row in self.tables[caption] if row[0]}


def closed_in_itself(page: str) -> Reader:
    """Nothing on the page comes from elsewhere, and nothing runs but its own script; return it as it was read."""
    reader = Reader(page)
    *data, script = reader.scripts
    assert script == (Path(html.__file__).with_name("page.js")).read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert (
        "meta",
        "content",
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
    ) in reader.attributes
    assert len(data) <= 1
    assert all(re.fullmatch("[A-Za-z0-9+/=]+", one) for one in data)
    assert not reader.tags & {"link", "img", "iframe", "object", "embed", "form", "base", "foreignobject", "use"}
    for _, name, _ in reader.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "action", "srcset")
        assert name != "href"
    assert "@import" not in page
    assert "url(" not in page
    return reader


@pytest.fixture(scope="session")
def read() -> Callable[[str], Reader]:
    """Reads a page, which must be well formed and closed in itself."""
    return closed_in_itself
