"""The files of RoomSpace: cases, the published Text/ and Logic/ folders, and the columns of the published configurations.

Whatever the form, a row becomes one payload an item: `text` and `question`, or for Logic/ `facts` and `query` in place of a text;
`setting`, `grid` ("9x9", None where nothing says) and `gold`, a list of relations, ``"Yes"``, ``"No"`` or None. `stated` are the
facts that a text was made from; they serve to report where the two differ, and nothing else. `place` are the keys under which
the label stands in the row (None where it has none), `spelling` the names that it uses: ``"codes"``, or the words of a view.
`forms` are further columns with the same answer.

The cases file has a row per setting; a row of Text/ or Logic/ stands for all eight settings, and so do the columns
``question_{td,nf}_{setting}_{yn,fr}`` of the configurations. Only cases were at hand: the other forms follow the published
description and generator, and are unverified on published data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from qsr.datasets.forms.json_rows import json_file
from qsr.datasets.forms.row_files import SUFFIXES, Lists, file_rows
from qsr.datasets.protocol import BadRow, Options, Row
from qsr.errors import DatasetError
from qsr.theories.room.text import VIEWS

__all__ = ["SETTINGS", "lists_of", "payloads"]

#: Setting -> its name in the published files, where it stands behind "facts_" and "solver_fr_", and the parts of its text.
SETTINGS: Final[dict[str, tuple[str, str, str]]] = {
    "Layout": ("layout", "object_room", ""),
    "TPP": ("layout_tpp", "object_room_tpp", ""),
    "O2": ("o2", "object", "objects_{view}"),
    "O2+D2": ("o2_d2", "object", "objects_{view}_d2"),
    "O2+D3": ("o2_d3", "object", "objects_{view}_d3"),
    "O2+Layout": ("layout_o2", "object_room", "objects_{view}"),
    "O2+D2+Layout": ("layout_o2_d2", "object_room", "objects_{view}_d2"),
    "O2+D3+Layout": ("layout_o2_d3", "object_room", "objects_{view}_d3"),
}
#: A view's name in the published files, where "sd" is the southern door, and in the columns.
_FILE_VIEW: Final = {"topdown": "td", "north": "sd"}
_COLUMN_VIEW: Final = {"topdown": "td", "north": "nf"}
_COLUMN: Final = re.compile(r"question_(td|nf)_(.+)_(yn|fr)")
_AREA: Final = re.compile(r"_d(\d+)")
#: A column holds the story and its question.
_QUESTION: Final = re.compile(r"(?:Where is|Could)\b[^?]*\?")


def payloads(path: Path, options: Options) -> Iterator[Row | BadRow]:
    """Yield a row per item of a `.jsonl` or `.json` file, or of a table; raise DatasetError for a file that is none of them."""
    logic = _facts_beside(path)
    seen: set[str] = set()
    for row in file_rows(path, lists_of(path)):
        if isinstance(row, BadRow):
            yield row
            continue
        for one in _items(row, options, logic):
            if one.id in seen:
                yield BadRow(one.id, one.file, one.line, "the id stands twice in the file")
            else:
                seen.add(one.id)
                yield one


# ---------------------------------------------------------------- files


def lists_of(path: Path) -> Lists | None:
    """Return what finds the rooms of a `.json` file, None for other forms; raise DatasetError for a file of none of them."""
    if path.suffix not in (*SUFFIXES, ".json"):
        raise DatasetError(f"{path}: a RoomSpace file ends in .json, .jsonl, .csv, .tsv or .parquet")
    return _rooms_of if path.suffix == ".json" else None


def _rooms_of(path: Path, document: Any) -> list[list[Any]]:
    if not isinstance(document, list):
        raise DatasetError(f"{path}: expected a list of rooms")
    return [document]


def _facts_beside(path: Path) -> Mapping[object, Mapping[str, Any]]:
    """Return the rows of the Logic/ file that goes with a Text/ file, by their `example_id`; none where there is no such file."""
    beside = path.parent.parent / "Logic" / path.name
    if path.parent.name != "Text" or not beside.is_file():
        return {}
    rows = [row for row in _rooms_of(beside, json_file(beside))[0] if isinstance(row, Mapping)]
    return {row["example_id"]: row for row in rows if isinstance(row.get("example_id"), (str, int))}


# ---------------------------------------------------------------- rows


def _items(row: Row, options: Options, logic: Mapping[object, Mapping[str, Any]]) -> Iterator[Row | BadRow]:
    content = row.payload
    if not isinstance(content, Mapping):
        yield BadRow(row.id, row.file, row.line, "expected an object")
    elif "story_topdown" in content or "story_north" in content:
        name = content.get("id")
        identity = name if isinstance(name, str) and name else row.id
        yield Row(identity, row.file, row.line, _case(content, options))
    elif isinstance(content.get("descriptions"), Mapping):
        yield from _rooms(row, lambda setting: _described(content, setting, options, logic))
    elif any(isinstance(key, str) and key.startswith("facts_") for key in content):
        yield from _rooms(row, lambda setting: _symbolic(content, setting, options))
    elif any(isinstance(key, str) and _COLUMN.fullmatch(key) for key in content):
        yield from _rooms(row, lambda setting: _column(content, setting, options))
    else:
        known = "story_topdown or story_north, descriptions, facts_..., or question_..."
        yield BadRow(row.id, row.file, row.line, f"no row of RoomSpace: expected {known}")


def _case(content: Mapping[str, Any], options: Options) -> dict[str, Any]:
    view, form, mode = (options[key] for key in ("view", "question", "mode"))
    asked = "question_fr" if form == "fr" else "question_yn" if view == "topdown" else "question_yn_north_raw"
    key = ("consistent" if form == "fr" else "answer_yn") if _published(options) else None
    if mode == "paper" and key is None:
        key = "consistent_paper_semantics"
    # A checker that ran out of its time has recorded no answer.
    gold = content.get(key) if key == "consistent_paper_semantics" or (key and content.get("decided", True)) else None
    forms = (f"answer_fr_{one}" for one in VIEWS) if key == "consistent" and gold is not None else ()
    sides = content.get("grid")
    grid = "x".join(map(str, sides)) if isinstance(sides, list) else sides
    return {
        "text": content.get(f"story_{view}"),
        "question": content.get(asked),
        "setting": content.get("setting"),
        "grid": grid,
        "gold": gold,
        "place": (key,) if gold is not None else None,
        "spelling": "codes",
        "forms": {name: content[name] for name in forms if content.get(name) is not None},
        "stated": content.get("facts"),
    }


def _published(options: Options) -> bool:
    """Tell whether a published label, which the checker made, counts under the options."""
    return options["mode"] == "code" or options["gold"] == "published"


def _rooms(row: Row, payload: Callable[[str], dict[str, Any] | None]) -> Iterator[Row | BadRow]:
    """Yield an item per setting that a room of the published files has."""
    name = row.payload.get("example_id", row.payload.get("id"))
    identity = f"{row.file}:{name}" if isinstance(name, (str, int)) else row.id
    found = {setting: payload(setting) for setting in SETTINGS}
    if not any(found.values()):
        yield BadRow(identity, row.file, row.line, "the row has no question of this form and view in any setting")
    for setting, content in found.items():
        if content is not None:
            yield Row(f"{identity}:{setting}", row.file, row.line, {**content, "setting": setting, "grid": _grid_of(row.file)})


def _grid_of(file: str) -> str | None:
    """Return the grid that a file's name speaks of, `n5_m4_d144.json`, by its number of cells."""
    found = _AREA.findall(Path(file).stem)
    side = math.isqrt(int(found[-1])) if found else 0
    return f"{side}x{side}" if found and side * side == int(found[-1]) else None


def _described(
    content: Mapping[str, Any], setting: str, options: Options, logic: Mapping[object, Mapping[str, Any]]
) -> dict[str, Any] | None:
    said: Mapping[str, Any] = content["descriptions"]
    name, furniture, relations = SETTINGS[setting]
    view = _FILE_VIEW[options["view"]]
    parts = ["room", furniture, *([relations.format(view=view)] if relations else [])]
    key = "question_fr" if options["question"] == "fr" else "question_yn_uni" + ("_sd" if view == "sd" else "")
    if not all(isinstance(said.get(part), str) for part in (*parts, key)):
        return None
    # The keys of the plan end in _td only where a text has no distances; without directions both views have one key.
    stem = "solver_fr_" if options["question"] == "fr" else "answer_yn_uni_"
    labels = (f"{stem}{name}_{view}", f"{stem}{name}", f"{stem}{name}_td") if _published(options) else ()
    place = next((one for one in labels if one in said), None)
    return {
        "text": " ".join(said[part] for part in parts),
        "question": said[key],
        "gold": said[place] if place else None,
        "place": ("descriptions", place) if place else None,
        "spelling": VIEWS[1] if place and place.endswith("_sd") else VIEWS[0],
        "stated": logic.get(content.get("example_id"), {}).get(f"facts_{name}"),
    }


def _symbolic(content: Mapping[str, Any], setting: str, options: Options) -> dict[str, Any] | None:
    name = SETTINGS[setting][0]
    query = content.get("query_o2" if options["question"] == "fr" else "query_o2_yn")
    if f"facts_{name}" not in content or not query:
        return None
    place = f"solver_fr_{name}"
    labelled = _published(options) and content.get(place) is not None
    return {
        "facts": content[f"facts_{name}"],
        "query": query,
        "gold": content[place] if labelled else None,
        "place": (place,) if labelled else None,
        "spelling": "codes",
    }


def _column(content: Mapping[str, Any], setting: str, options: Options) -> dict[str, Any] | None:
    """Return what the column of a setting asks: the story, with the question behind it."""
    kind = (_COLUMN_VIEW[options["view"]], options["question"])
    columns = (_COLUMN.fullmatch(key) for key in content if isinstance(key, str))
    key = next((one[0] for one in columns if one and (one[1], one[3]) == kind and _setting(one[2]) == setting), "")
    asked = content.get(key)
    if not isinstance(asked, str):
        return None
    question = next(reversed([*_QUESTION.finditer(asked)]), None)
    place = key.replace("question", "answer", 1)
    gold = content.get(place) if _published(options) else None
    return {
        "text": asked[: question.start()].strip() if question else asked,
        "question": question.group() if question else "",
        "gold": gold,
        "place": (place,) if gold is not None else None,
        "spelling": options["view"],
    }


def _setting(name: str) -> str | None:
    """Return the setting that a column names, whatever joins its parts and in whatever order they stand.

    >>> _setting("layout_o2_d2"), _setting("O2+D2+Layout"), _setting("layout_tpp")
    ('O2+D2+Layout', 'O2+D2+Layout', 'TPP')
    """
    parts = frozenset(re.split(r"[_+\- ]+", name.lower()))
    same = (frozenset(known.lower().split("+")) | ({"layout"} if known == "TPP" else set()) for known in SETTINGS)
    return next((known for known, wanted in zip(SETTINGS, same, strict=True) if parts in (wanted, {known.lower()})), None)
