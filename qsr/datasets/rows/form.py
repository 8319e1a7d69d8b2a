"""How the rows of a file are meant: what its columns are called, its settings, its theory, and the form of its answers.

All of that is said by options of the reader, or stands in `presets.toml` under the name of a published set.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from qsr import theories
from qsr.datasets.protocol import SWITCH, Options
from qsr.errors import DatasetError, ParseError, UnknownName

__all__ = ["ABOUT", "COLUMNS", "OPTIONS", "Form", "form_of", "presets", "table"]

#: The columns of rows, by the names that they have unless ``--columns`` says otherwise.
COLUMNS: Final = ("id", "story", "question", "options", "answer")
#: Name of an option -> its values; any text where there are none.
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "columns": (),
    "settings": (),
    "answers": (),
    "preset": (),
    "theory": (),
    "lenient": SWITCH,
}
ABOUT: Final = {
    "columns": "what the file calls id, story, question, options and answer, such as story=passage,answer=label; options that "
    "stand in columns of their own are options=A+B+C",
    "settings": "what a first line of each story would say, such as 'relations: complete; objects: points'",
    "answers": "one: the thing that holds; set: all that does",
    "preset": f"what a published set needs: {', '.join(tomllib.loads((files(__package__) / 'presets.toml').read_text('utf-8')))}",
    "lenient": "answer as far as the sentences that are understood vouch for it",
}
_ANSWERS: Final = ("one", "set")


@dataclass(frozen=True, slots=True)
class Form:
    """What the options say.

    Parameters
    ----------
    columns
        For each of `COLUMNS` what the file calls it; of options in columns of their own, all names with a plus between them.
    settings
        What a first line of each story would say, as pairs; a theory among them reads the story and answers it.
    several
        Whether an answer is a set.
    lenient
        Whether a story of which sentences are not understood is answered as far as those that are vouch for it.
    """

    columns: Mapping[str, str]
    settings: tuple[tuple[str, str], ...]
    several: bool
    lenient: bool = False


@cache
def table(name: str) -> Mapping[str, Any]:
    """Return a table beside this module."""
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


def presets() -> list[str]:
    """Return the names of all presets."""
    return list(table("presets"))


def form_of(options: Options) -> Form:
    """Return what options of the reader say; raise DatasetError or UnknownName where they say nothing that there is."""
    return _form(tuple(sorted((name, value) for name, value in options.items() if name in OPTIONS)))


@cache
def _form(options: tuple[tuple[str, str], ...]) -> Form:
    given = dict(options)
    preset = given.pop("preset", None)
    if preset is not None and preset not in presets():
        raise UnknownName("preset", preset, presets())
    said = {**(table("presets")[preset] if preset else {}), **given}
    settings = {**_settings("theory", said.get("theory", "")), **_settings("settings", said.get("settings", ""))}
    answers = said.get("answers", theories.trait(settings.get("theory"), "answers_are", _ANSWERS[0]))
    if answers not in _ANSWERS:
        raise DatasetError(f"--answers: expected {' or '.join(_ANSWERS)}, not {answers[:40]!r}")
    # A theory comes first, as in the first line of a story.
    first = [(key, value) for key, value in settings.items() if key == "theory"]
    rest = [(key, value) for key, value in settings.items() if key != "theory"]
    return Form(_columns(said.get("columns", "")), (*first, *rest), answers == "set", said.get("lenient") == "yes")


def _settings(option: str, text: str) -> dict[str, str]:
    try:
        found = theories.parse_settings(text.replace(";", ",")) if text.strip() else {}
    except ParseError as error:
        raise DatasetError(f"--{option}: {error.message}") from error
    if (name := found.get("theory", theories.GENERAL)) not in theories.names():
        raise UnknownName("theory", name, theories.names())
    return found


def _columns(text: str) -> dict[str, str]:
    columns = {name: name for name in COLUMNS}
    for piece in filter(str.strip, text.split(",")):
        name, _, column = (part.strip() for part in piece.partition("="))
        if name not in columns or not column:
            expected = ", ".join(f"{one}=NAME" for one in COLUMNS)
            raise DatasetError(f"--columns: expected some of {expected}, not {piece.strip()[:40]!r}")
        columns[name] = column
    return columns
