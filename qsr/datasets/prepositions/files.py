"""Files of items about prepositions: with a header, as published, and SpaceNLI's; see `qsr.datasets.prepositions.dataset`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qsr.datasets.forms.lines import TOO_LONG, lines
from qsr.datasets.forms.row_files import file_rows
from qsr.datasets.protocol import BadRow, Item, Row
from qsr.errors import DatasetError

__all__ = ["LABELS", "PAIR_LABELS", "Entry", "entries", "is_pair"]

#: A label, in the words of any of the files, and whether the conclusion follows; ``???`` and an empty label say nothing.
LABELS: Final = {
    "yes": "yes",
    "no": "no",
    "da": "yes",
    "nu": "no",
    "entailment": "yes",
    "neutral": "no",
    "contradiction": "no",
}
#: Answer to a hypothesis -> the label of a pair; where neither is known it is neutral.
PAIR_LABELS: Final = {"yes": "entailment", "no": "contradiction"}
_UNLABELLED: Final = ("", "???")
_ITEM: Final = ("premise1", "premise2", "conclusion")
_PAIR: Final = ("premises", "hypothesis")
_PUBLISHED: Final = 8
#: What stands for the columns of files without header.
_ROWS, _OBJECTS = "published rows", "JSON objects"
_LANGUAGES: Final = ("en", "ro")


def is_pair(item: Item) -> bool:
    """Tell whether an item is one of premises and a hypothesis, with three labels."""
    return dict(item.story.settings).get("theory") == "locatives"


@dataclass(frozen=True, slots=True)
class Entry:
    """The text of one item; `row` is the line that it shares with the other item of a published row."""

    kind: str
    premises: tuple[str, ...]
    conclusion: str
    label: str
    row: int
    language: str = ""
    category: str = ""


def entries(path: Path) -> Iterator[Row | BadRow]:
    """Yield a row per item with an `Entry` as payload.

    Its id is the file with the item's own id, else with the line, and ``a`` or ``b`` behind it in a published row. A line that
    cannot be read is a bad row. Raise DatasetError where the first line is neither a header nor a published row nor an object.
    """
    name = str(path)
    seen: set[str] = set()
    for number, found in _found(path):
        if isinstance(found, str):
            yield BadRow(f"{name}:{number}", name, number, found)
            continue
        for key, entry in found:
            if key in seen:
                yield BadRow(f"{name}:{number}", name, number, f"the id {key[:40]!r} stands twice in the file")
                continue
            seen.add(key)
            yield Row(f"{name}:{key}", name, number, entry)


def _found(path: Path) -> Iterator[tuple[int, list[tuple[str, Entry]] | str]]:
    """Yield each line's number with its items, or with what is wrong with it."""
    # A file whose columns are apart by tabs need not have a header, and is read line by line.
    if path.suffix in (".csv", ".parquet"):
        for row in file_rows(path):
            yield row.line, row.error if isinstance(row, BadRow) else _columns(row.payload, row.line)
        return
    header = [_OBJECTS] if path.suffix == ".jsonl" else []
    with path.open("rb") as file:
        for number, raw in lines(file):
            if raw is None:
                yield number, TOO_LONG
                continue
            try:
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                yield number, f"not UTF-8 text: {error.reason}"
                continue
            if not line.strip():
                continue
            fields = [field.strip() for field in line.split("\t")]
            if not header:
                header = _header(fields, str(path), number)
                if header is fields:
                    continue
            if header == [_OBJECTS]:
                yield number, _object(line, number)
            else:
                yield number, _published(fields, number) if header == [_ROWS] else _named(header, fields, number)


def _header(fields: list[str], name: str, number: int) -> list[str]:
    """Return the columns, one name that says what the lines are where the first line is an item already."""
    if set(_ITEM) <= set(fields) or set(_PAIR) <= set(fields):
        return fields
    if len(fields) == _PUBLISHED:
        return [_ROWS]
    if fields[0].startswith("{"):
        return [_OBJECTS]
    raise DatasetError(
        f"{name}:{number}: expected a header with {', '.join(_ITEM)} or with {', '.join(_PAIR)}, or rows of {_PUBLISHED} columns"
    )


def _published(fields: Sequence[str], number: int) -> list[tuple[str, Entry]] | str:
    if len(fields) != _PUBLISHED:
        return f"expected {_PUBLISHED} columns, not {len(fields)}"
    found = []
    for letter, (first, second, conclusion, label) in (("a", fields[:4]), ("b", fields[4:])):
        entry = Entry("published", (first, second), conclusion, label.lower(), number)
        problem = _problem(entry)
        if problem:
            return problem
        found.append((f"{number}{letter}", entry))
    return found


def _named(header: Sequence[str], fields: Sequence[str], number: int) -> list[tuple[str, Entry]] | str:
    if len(fields) > len(header):
        return f"expected {len(header)} columns, not {len(fields)}"
    # Empty columns at the end of a line may have been cut off.
    return _item(dict(zip(header, (*fields, *("",) * (len(header) - len(fields))), strict=True)), number)


def _object(line: str, number: int) -> list[tuple[str, Entry]] | str:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    return _columns(row, number)


def _columns(row: object, number: int) -> list[tuple[str, Entry]] | str:
    if not isinstance(row, dict) or not any(all(isinstance(row.get(name), str) for name in kind) for kind in (_ITEM, _PAIR)):
        return f"expected an object with the texts {', '.join(_ITEM)} or {', '.join(_PAIR)}"
    return _item({key: value.strip() for key, value in row.items() if isinstance(value, str)}, number)


def _item(row: Mapping[str, str], number: int) -> list[tuple[str, Entry]] | str:
    key = row.get("id") or str(number)
    if set(_PAIR) <= row.keys():
        # A caret marks what the makers of the data were not sure to need.
        premises = tuple(piece.strip().removeprefix("^").strip() for piece in row["premises"].split("||"))
        label, category = row.get("label", "").lower(), row.get("category", "")
        entry = Entry("spacenli", premises, row["hypothesis"], label, number, "en", category)
    else:
        premises, label = (row["premise1"], row["premise2"]), row.get("holds", "").lower()
        entry = Entry("item", premises, row["conclusion"], label, number, row.get("lang", ""))
    problem = _problem(entry)
    return problem or [(key, entry)]


def _problem(entry: Entry) -> str:
    """Return what is wrong with an item as data, or an empty string."""
    if not all(entry.premises) or not entry.conclusion:
        return "a premise or the conclusion is empty"
    if entry.label not in LABELS and entry.label not in _UNLABELLED:
        return f"label: expected one of {', '.join(LABELS)}, not {entry.label[:20]!r}"
    if entry.language and entry.language not in _LANGUAGES:
        return f"lang: expected en or ro, not {entry.language[:20]!r}"
    return ""
