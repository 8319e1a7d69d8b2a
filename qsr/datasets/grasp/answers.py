"""Files of plans that somebody answered, and files of what the best plans are worth.

Both take the forms in which GRASP was published and recorded beside qsr's own: an answer may be known by its id, or, in the
recorded runs of the paper's baselines, by the index of its grid and its constraints, the file being the one of the same name; a
best plan may be a line of ``qsr eval grasp --out`` or a row with file, index, moves, limit, cost and optimum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeGuard

from qsr.datasets.forms.json_rows import json_values
from qsr.datasets.grasp.controls import identity, rules_of
from qsr.datasets.protocol import Item
from qsr.errors import DatasetError

__all__ = ["Answered", "Optima", "read_plan_answers"]

#: A model's text, or a list of actions.
Answered: TypeAlias = str | tuple[str, ...]
#: The recorded runs write 100 where there is no limit.
_NO_LIMIT: Final = 100
#: Amounts as files write them. A short exponent only: a fraction has all its digits in memory.
_AMOUNT: Final = re.compile(r"-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?")
_ANSWER: Final = "expected an object with id, or with index and constraints, and answer, which is a text or a list of texts"


def read_plan_answers(path: str) -> dict[str, Answered]:
    """Read the answers of a file, or of all ``.jsonl`` files of a folder, by id.

    Raise DatasetError with the line for what is no answer, and for an item that is answered twice.
    """
    found: dict[str, Answered] = {}
    files = sorted(Path(path).glob("*.jsonl")) if Path(path).is_dir() else [Path(path)]
    if not files:
        raise DatasetError(f"{path}: the folder has no .jsonl file")
    for file in files:
        for number, row in _lines(file):
            key, answer = _key(row, file), _answer(row)
            if key is None or answer is None:
                raise DatasetError(f"{file}:{number}: {_ANSWER}")
            if key in found:
                raise DatasetError(f"{file}:{number}: {key[:80]!r} is answered twice")
            found[key] = answer
    return found


def _lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, row, error in json_values(file, parse_float=str):
        if error:
            raise DatasetError(f"{file}:{number}: {error}")
        if not isinstance(row, dict):
            raise DatasetError(f"{file}:{number}: expected a JSON object")
        yield number, row


def _key(row: Mapping[str, Any], file: Path) -> str | None:
    if isinstance(row.get("id"), str):
        # Ids are known by the name of the file alone.
        return str(row["id"]).rpartition("/")[2]
    index, moves, limit = (row.get(key) for key in ("index", "movement_prompt", "energy_limit_prompt"))
    cost = _fraction(row.get("cost_of_step_prompt"))
    if cost is None or not (_whole(index) and _whole(moves) and _whole(limit)):
        return None
    return identity(file.name, index, _rules(moves, None if limit == _NO_LIMIT else limit, cost))


def _answer(row: Mapping[str, Any]) -> Answered | None:
    given = row.get("answer")
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return tuple(given)
    # Lines of predictions have null where no plan was found: an answer without a plan.
    return given if isinstance(given, str) else "" if "answer" in row and given is None else None


def _rules(moves: object, limit: object, cost: Fraction) -> dict[str, str]:
    return {"moves": str(moves), "carry": "none" if limit is None else str(limit), "cost": str(cost)}


def _fraction(value: object) -> Fraction | None:
    """Return a number of JSON as the fraction that its digits say; decimals were read as text."""
    if isinstance(value, bool) or not isinstance(value, (int, str)) or not _AMOUNT.fullmatch(str(value)):
        return None
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class _Best:
    energy: Fraction
    rules: tuple[tuple[str, Fraction | None], ...]


class Optima:
    """What the best plans are worth, by item; only what is proved counts."""

    def __init__(self, found: Mapping[str, _Best]) -> None:
        self._found = dict(found)

    def of(self, item: Item) -> Fraction | None:
        """Return what the best plan is worth; None where the file does not say, or says it of the grid under other rules."""
        best = self._found.get(item.id.rpartition("/")[2])
        if best is None or any(_number(rules_of(item)[key]) != value for key, value in best.rules):
            return None
        return best.energy

    @classmethod
    def read(cls, files: Sequence[str]) -> Optima:
        """Read files of best plans; raise DatasetError with the line for a row of another kind, and for a file without any."""
        found: dict[str, _Best] = {}
        for file in map(Path, files):
            number = 0
            for number, row in _lines(file):
                if "optimum" in row and "file" in row:
                    entry = _row(row)
                elif "proved" in row and isinstance(row.get("id"), str):
                    entry = _line(row)
                else:
                    entry = None
                if entry is None:
                    raise DatasetError(
                        f"{file}:{number}: expected a line of `qsr eval grasp --out`, or file, index, moves, limit, cost, optimum"
                    )
                key, energy, rules = entry
                if energy is not None:
                    found[key] = _Best(energy, tuple((name, _number(value)) for name, value in rules.items()))
            if not number:
                raise DatasetError(f"{file}: no best plan in it")
        return cls(found)


def _number(value: str) -> Fraction | None:
    """Return the number of a rule; None for no limit."""
    return None if value == "none" else Fraction(value)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _row(row: Mapping[str, Any]) -> tuple[str, Fraction | None, dict[str, str]] | None:
    cost, energy = _fraction(row.get("cost")), _fraction(row["optimum"])
    index, moves, limit, file = (row.get(key) for key in ("index", "moves", "limit", "file"))
    if cost is None or energy is None or not (_whole(index) and _whole(moves) and isinstance(file, str)):
        return None
    if limit is not None and not _whole(limit):
        return None
    rules = _rules(moves, limit, cost)
    return identity(f"{file.removesuffix('.jsonl')}.jsonl", index, rules), energy, rules


def _line(row: Mapping[str, Any]) -> tuple[str, Fraction | None, dict[str, str]] | None:
    rules = row.get("rules", {})
    energy = _fraction(row.get("energy")) if row["proved"] is True else None
    if not isinstance(rules, dict) or not all(value == "none" or _fraction(value) is not None for value in rules.values()):
        return None
    return str(row["id"]).rpartition("/")[2], energy, rules
