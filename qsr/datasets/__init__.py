"""Data sets: native files made into items with gold, and answers put into each benchmark's own form.

Examples
--------
>>> names()
['stepgame', 'babi', 'spartun', 'sparp', 'roomspace', 'space2024', 'grasp', 'prepositions', 'rows']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from qsr.datasets.forms.row_files import file_rows
from qsr.datasets.protocol import BadRow, Dataset, Divisible, Item, Options, Reading, Row
from qsr.errors import DatasetError, UnknownName
from qsr.inputs import STANDARD, check_input, readable, stored
from qsr.registry import Registry

if TYPE_CHECKING:
    from qsr.datasets.forms.parts import Part
    from qsr.datasets.hooks import View
    from qsr.story import Question

__all__ = [
    "BadRow",
    "Dataset",
    "Item",
    "Options",
    "Reading",
    "Row",
    "check",
    "choose",
    "divisible",
    "everyday",
    "get",
    "names",
    "raw_rows",
    "read",
    "view",
    "views",
]

_registry: Registry[Dataset] = Registry(
    "dataset",
    "qsr.datasets",
    {
        "stepgame": "qsr.datasets.stepgame.dataset:StepGame",
        "babi": "qsr.datasets.babi.dataset:Babi",
        "spartun": "qsr.datasets.spartun.dataset:Spartun",
        "sparp": "qsr.datasets.sparp.dataset:Sparp",
        "roomspace": "qsr.datasets.roomspace.dataset:RoomSpace",
        "space2024": "qsr.datasets.space2024.dataset:Space2024",
        "grasp": "qsr.datasets.grasp.dataset:Grasp",
        "prepositions": "qsr.datasets.prepositions.dataset:Prepositions",
        "rows": "qsr.datasets.rows.dataset:Rows",
    },
)

#: In whose words free questions are answered: those with options, and those under theories with labels of their own.
_everyday: Registry[Dataset] = Registry(
    "theory",
    "qsr.everyday",
    {
        "options": "qsr.datasets.space2024.dataset:Space2024",
        "gridworld": "qsr.datasets.grasp.dataset:Grasp",
        "prepositions": "qsr.datasets.prepositions.dataset:Prepositions",
        "room": "qsr.datasets.roomspace.dataset:RoomSpace",
    },
)
#: Views of a story file, by the option of `qsr solve` that gives them.
_views: Registry[View] = Registry("view", "qsr.dataset_views", {"compare-domains": "qsr.datasets.roomspace.domains:Domains"})


def names() -> list[str]:
    """Return the names of all data sets."""
    return _registry.names()


def get(name: str) -> Dataset:
    """Return a data set's reader; raise UnknownName for an unknown name."""
    return _registry.get(name)


def views() -> list[str]:
    """Return the names of all views of a story that data sets bring."""
    return _views.names()


def view(name: str) -> View:
    """Return a view; raise UnknownName for an unknown name."""
    return _views.get(name)


def everyday(theory: str, question: Question) -> Dataset | None:
    """Return the data set in whose words a free question under a theory is answered, None where there is none."""
    name = question.form if question.form == "options" else theory
    return _everyday.get(name) if name in _everyday.names() else None


def choose(name: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a reader, defaults filled in.

    Raise UnknownName for an option that the data set does not have or a value that the option does not take.

    >>> choose("stepgame", {})
    {'reading': 'literal'}
    """
    known = get(name).options
    for key, value in given.items():
        if key not in known:
            raise UnknownName(f"option of {name}", key, list(known))
        if known[key] and value not in known[key]:
            raise UnknownName(key, value, list(known[key]))
    defaults = {key: values[0] for key, values in known.items() if values}
    return defaults | dict(given)


def divisible(dataset: Dataset, file: str | Path) -> bool:
    """Tell whether parts of a file can be read by themselves."""
    return isinstance(dataset, Divisible) and Path(file).suffix in dataset.divisible


def raw_rows(dataset: Dataset, file: str | Path, options: Options, part: Part | None = None) -> Iterator[Row | BadRow]:
    """Stream the raw rows of a file, or of a part of one that is `divisible`; ids begin with the file's name exactly as given.

    Raise DatasetError where the file cannot be opened or is not of this benchmark.
    """
    given = str(file)
    with readable(given):
        path = stored(file)
        shown = str(path)
        found = dataset.rows(path, options) if part is None else file_rows(path, part=part)
        for row in _told(found, shown, given):
            if given == shown:
                yield row
                continue
            # pathlib drops "./" and doubled slashes, but an id that starts with the file starts with what the user typed.
            own = not row.id.startswith(shown)
            yield replace(row, id=row.id if own else given + row.id.removeprefix(shown), file=given)


def _told(rows: Iterator[Row | BadRow], shown: str, given: str) -> Iterator[Row | BadRow]:
    """Yield the rows; where standard input is at fault, tell it by that name, and not by that of the place where it is stored."""
    try:
        yield from rows
    except DatasetError as error:
        if given != STANDARD:
            raise
        raise DatasetError(str(error).replace(shown, "<stdin>")) from error


def check(files: Iterable[str | Path]) -> None:
    """Raise DatasetError for the first of some files that cannot be opened."""
    for file in files:
        with readable(str(file)):
            check_input(file)


def read(name: str, file: str | Path, **given: str) -> Iterator[Item | BadRow]:
    """Stream the items of a file.

    Parameters
    ----------
    name
        A data set's name, such as ``"stepgame"``.
    file
        The native file.
    given
        Options of the reader, such as ``reading="convention"``.

    Yields
    ------
    Item or BadRow
        A row that cannot be read is a `BadRow` with its place; it does not end the stream.

    Raises
    ------
    UnknownName
        For an unknown data set or option.
    DatasetError
        Where the file as a whole cannot be read.
    """
    dataset = get(name)
    options = choose(name, given)
    for row in raw_rows(dataset, file, options):
        yield row if isinstance(row, BadRow) else dataset.item(row, options)
