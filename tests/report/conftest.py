"""A page read back as a browser would: its tables, its words, and whatever is not well formed."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final

import pytest

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
        self.words.append(data)
        if self.open and self.open[-1] == "caption":
            self._caption += data
        elif self.open and self.open[-1] in ("td", "th"):
            self._rows[-1][-1] += data
        elif self.open and self.open[-1] == "mark":
            self.marked[-1] += data

    @property
    def text(self) -> str:
        return "".join(self.words)

    def column(self, caption: str, place: int = 1) -> dict[str, str]:
        """A column of a table, by the names of its rows."""
        return {row[0]: row[place] for row in self.tables[caption] if row[0]}


def closed_in_itself(page: str) -> Reader:
    """Nothing on the page comes from elsewhere or runs; return it as it was read."""
    reader = Reader(page)
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "foreignobject", "use"}
    for _, name, value in reader.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "action", "srcset")
        assert name != "href" or value.startswith("#part-")
    assert "@import" not in page
    assert "url(" not in page
    return reader


@pytest.fixture(scope="session")
def read() -> Callable[[str], Reader]:
    """Reads a page, which must be well formed and closed in itself."""
    return closed_in_itself
