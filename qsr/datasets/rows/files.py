"""Files of rows: JSON lines, tables, and comma- or tab-separated records, all made into the same five entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.csv_rows import SEPARATORS, csv_rows, edited_csv
from qsr.datasets.forms.json_rows import loose
from qsr.datasets.forms.row_files import edited_rows, file_rows
from qsr.datasets.protocol import BadRow, Row
from qsr.datasets.rows.form import COLUMNS

__all__ = ["rewrite", "rows"]

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SEPARATOR: Final = "|"
_ENDS: Final = tuple(".!?。！？")
_SHOWN: Final = 12


def rows(path: Path, columns: Mapping[str, str]) -> Iterator[Row | BadRow]:
    """Yield the rows of a file with `COLUMNS` as keys of the payload: texts, a list of texts, and the answer as it stands.

    The id is the row's own, `<path>:<line>` for one without. `columns` says what the file calls them.
    """
    seen: set[str] = set()
    separated = path.suffix in SEPARATORS
    for row in csv_rows(path) if separated else file_rows(path):
        content = row.payload if isinstance(row, Row) else {}
        found = _checked(content, columns, loosely=separated) if isinstance(row, Row) else row.error
        if isinstance(found, dict) and (identity := found["id"]) is not None:
            if identity in seen:
                found = f"{columns['id']}: {identity[:80]!r} stands twice in the file"
            seen.add(identity)
        if isinstance(found, str):
            yield BadRow(row.id, row.file, row.line, found)
        else:
            yield Row(found["id"] or row.id, row.file, row.line, found)


def rewrite(path: Path, target: Path, edits: Mapping[int, Callable[[Any], Any]]) -> None:
    """Copy a file with the rows of some lines changed; see `qsr.datasets.forms.row_files.edited_rows`."""
    (edited_csv if path.suffix in SEPARATORS else edited_rows)(path, target, edits)


def _checked(content: Any, columns: Mapping[str, str], *, loosely: bool) -> dict[str, Any] | str:
    """Return a row by `COLUMNS`, or what is wrong with it as data; `loosely` takes lists that are written as one text."""
    if not isinstance(content, dict):
        return "expected an object with a story and a question"
    found = {name: content.get(column) for name, column in columns.items()}
    if "+" in (several := columns["options"]) and several not in content:
        found["options"] = {
            name: content[name] for name in map(str.strip, several.split("+")) if content.get(name) is not None
        } or None
    if loosely:
        found = {name: value if name in ("id", "question") else loose(value) for name, value in found.items()}
        if isinstance(found["options"], str):
            found["options"] = found["options"].split(_SEPARATOR)
    for name in ("story", "question"):
        if found[name] is None:
            there = ", ".join(map(str, list(content)[:_SHOWN]))
            return f"no column {columns[name]!r}, which is the {name}; there are {there}: --columns {name}=NAME says which"
    identity = found["id"]
    if isinstance(identity, (int, float)) and not isinstance(identity, bool):
        found["id"] = identity = str(identity)
    if identity is not None and (not isinstance(identity, str) or not identity.strip()):
        return f"{columns['id']}: expected a text or a number"
    story = found["story"]
    if isinstance(story, (list, tuple)) and all(isinstance(one, str) for one in story):
        sentences = [one.strip() for one in story if one.strip()]
        found["story"] = story = "\n".join(one if one.endswith(_ENDS) else f"{one}." for one in sentences)
    for name, value, or_list in (("story", story, " or a list of sentences"), ("question", found["question"], "")):
        if not isinstance(value, str) or not value.strip():
            return f"{columns[name]}: expected a text{or_list}"
    problem = _options(found, columns["options"])
    return problem or {name: found[name] for name in COLUMNS}


def _options(found: dict[str, Any], column: str) -> str:
    """Make the options of a row a list of texts, and a letter that they bring themselves one of theirs; return what is wrong."""
    options = found["options"]
    if options is None or options == []:
        found["options"] = None
        return ""
    if isinstance(options, (dict, list, tuple)) and len(options) > len(_LETTERS):
        return f"{column}: more than {len(_LETTERS)} options"
    if isinstance(options, dict):
        named = list(options)
        if isinstance(found["answer"], str) and found["answer"] in named:
            found["answer"] = _LETTERS[named.index(found["answer"])]
        elif isinstance(found["answer"], list) and all(isinstance(one, str) and one in named for one in found["answer"]):
            found["answer"] = [_LETTERS[named.index(one)] for one in found["answer"]]
        options = list(options.values())
    if not isinstance(options, (list, tuple)):
        return f"{column}: expected a list of texts"
    texts = [str(one) if isinstance(one, (int, float)) and not isinstance(one, bool) else one for one in options]
    if not all(isinstance(one, str) and one.strip() for one in texts):
        return f"{column}: expected a list of texts, none of them empty"
    found["options"] = [" ".join(one.split()) for one in texts]
    return f"{column}: two options are the same" if len(set(found["options"])) < len(texts) else ""
