"""RoomSpace's labels in the forms of its files: read as codes, and written into a copy of a file.

A label is a list of relations or a text with commas, in codes ("NE") or in the words of a view ("north-east", "front-right"),
or "Yes" or "No". A new label takes the form of the old one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.row_files import edited_rows
from qsr.datasets.protocol import BadRow, Row
from qsr.datasets.roomspace.files import lists_of
from qsr.errors import DatasetError
from qsr.story import Value
from qsr.theories.room.text import DIRECTIONS, VIEWS, answer_word

__all__ = ["CODES", "codes_of", "rewrite"]

#: Answers in either vocabulary, and the codes themselves -> code.
CODES: Final = {answer_word(code, view): code for view in VIEWS for code in DIRECTIONS} | {code: code for code in DIRECTIONS}
#: Name of a spelling -> code -> how the code is written.
_SPELLINGS: Final = {
    "codes": {code: code for code in DIRECTIONS},
    **{view: {code: answer_word(code, view) for code in DIRECTIONS} for view in VIEWS},
}
#: How many relations are consistent -> the status of a case; `multiple` above.
_STATUS: Final = ("no", "single")


def codes_of(label: list[str] | str) -> frozenset[str]:
    """Return the codes of a label; raise KeyError for a word that is none of RoomSpace's.

    >>> sorted(codes_of("north, front-right"))
    ['N', 'NE']
    """
    return frozenset(CODES[word] for word in _words(label))


def _words(label: list[str] | str) -> list[str]:
    words = label if isinstance(label, list) else [word for word in re.split(r"\s*[,;]\s*", label.strip("[] ")) if word]
    return [word.strip("'\" ") for word in words]


def rewrite(
    path: Path,
    target: Path,
    labels: Mapping[str, Value | None],
    rows: Iterable[Row | BadRow],
    asked: Callable[[Row], str],
) -> None:
    """Copy a file with other labels, every other row as it was.

    In a file of cases the words and the status beside a changed set change with it, and an item without a new label is left out;
    in a row that stands for several items such an item loses its label.

    Parameters
    ----------
    path, target
        The file, and where the copy goes.
    labels
        Id -> new label, or None for an item that has none.
    rows
        The rows that the file was read as.
    asked
        Returns the one relation that the row of a yes/no question asks for.

    Raises
    ------
    DatasetError
        Before anything is written, for an id that the file does not have, or that has no label to change.
    """
    changes: defaultdict[int, list[tuple[Row, Value | None]]] = defaultdict(list)
    left = set(labels)
    for row in rows:
        if isinstance(row, Row) and row.id in labels:
            if row.payload["place"] is None:
                raise DatasetError(f"{row.file}:{row.line}: {row.id!r} has no label to change")
            changes[row.line].append((row, labels[row.id]))
            left.discard(row.id)
    if left:
        raise DatasetError(f"{path}: has no item {min(left)!r}")
    edits = {number: partial(_changed, some, asked) for number, some in changes.items()}
    edited_rows(path, target, edits, lists_of(path))


# ---------------------------------------------------------------- one row


def _changed(changes: Sequence[tuple[Row, Value | None]], asked: Callable[[Row], str], content: dict[str, Any]) -> Any:
    """Return a row with other labels, or None where it is one item that has none."""
    for row, label in changes:
        *outer, key = row.payload["place"]
        holder = content[outer[0]] if outer else content
        if label is None and "forms" in row.payload:
            return None
        if label is None:
            # Two views share the label of a text without directions.
            holder.pop(key, None)
        elif isinstance(label, str):
            holder[key] = _yes_or_no(label, holder[key], row, asked)
        else:
            codes = codes_of(list(_listed(label)))
            holder[key] = _spelled(codes, holder[key], row.payload["spelling"])
            for name, old in row.payload.get("forms", {}).items():
                content[name] = _spelled(codes, old, name.removeprefix("answer_fr_"))
            if row.payload.get("forms") and content.get("status") in ("no", "single", "multiple"):
                content["status"] = _STATUS[len(codes)] if len(codes) < len(_STATUS) else "multiple"
    return content


def _listed(label: Value) -> Iterable[str]:
    return label if isinstance(label, frozenset) else ()


def _yes_or_no(label: str, old: Any, row: Row, asked: Callable[[Row], str]) -> Any:
    """Return a label of a yes/no question, in a list the presence of the one relation that is asked for."""
    if not isinstance(old, list):
        return label.lower() if isinstance(old, str) and old.strip().islower() else label
    others = codes_of(old) - {asked(row)}
    return _spelled(others | {asked(row)} if label == "Yes" else others, old, row.payload["spelling"])


def _spelled(codes: frozenset[str], old: Any, spelling: str) -> list[str] | str:
    """Return a label in the form of the old one, in the spelling named where the old words do not show theirs."""
    words = _words(old) if isinstance(old, (list, str)) else []
    shown = [name for name, table in _SPELLINGS.items() if words and set(words) <= set(table.values())]
    table = _SPELLINGS[spelling if spelling in shown or not shown else shown[0]]
    listed = [table[code] for code in DIRECTIONS if code in codes]
    if not isinstance(old, str):
        return listed
    quote = next((mark for mark in ("'", '"') if mark in old), "")
    joined = ", ".join(f"{quote}{word}{quote}" for word in listed)
    return f"[{joined}]" if old.lstrip().startswith("[") else joined
