"""Files of plans that somebody answered, and files of what the best plans are worth.

Both take the forms in which GRASP was published and recorded beside qsr's own: an answer may be known by its id, or, in the
recorded runs of the paper's baselines, by the index of its grid and its constraints, the file being the one of the same name; a
best plan may be a line of ``qsr eval grasp --out`` or a row with file, index, moves, limit, cost and optimum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeGuard

from qsr.datasets.forms.tables import values
from qsr.datasets.grasp.controls import identity, rules_of
from qsr.datasets.protocol import Item
from qsr.errors import DatasetError
from qsr.theories.gridworld import text as gridworld

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
    for number, row, error in values(file, parse_float=str):
        if error:
            raise DatasetError(f"{file}:{number}: {error}")
        if not isinstance(row, dict):
            raise DatasetError(f"{file}:{number}: expected a JSON object")
        yield number, row


def _key(row: Mapping[str, Any], file: Path) -> str | None:
    if isinstance(row.get("id"), str):
        return _bare(row["id"])
    known = _constrained(row, file.name, ("index", "movement_prompt", "energy_limit_prompt", "cost_of_step_prompt"))
    return None if known is None else known[0]


def _bare(identity: str) -> str:
    """Return an id as it is known here: by the name of the file alone."""
    return identity.rpartition("/")[2]


def _constrained(row: Mapping[str, Any], file: str, keys: Sequence[str]) -> tuple[str, dict[str, str]] | None:
    """Return the id and the rules of a row with the index of its grid, moves, limit and cost; None where it has none."""
    index, moves, limit, cost = (row.get(key) for key in keys)
    limit, paid = None if limit == _NO_LIMIT else limit, _fraction(cost)
    if paid is None or not (_whole(index) and _whole(moves) and (limit is None or _whole(limit))):
        return None
    rules = {"moves": str(moves), "carry": "none" if limit is None else str(limit), "cost": str(paid)}
    return identity(file, index, rules), rules


def _answer(row: Mapping[str, Any]) -> Answered | None:
    given = row.get("answer")
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return tuple(given)
    # Lines of predictions have null where no plan was found: an answer without a plan.
    return given if isinstance(given, str) else "" if "answer" in row and given is None else None


def _fraction(value: object) -> Fraction | None:
    """Return a number of JSON as the fraction that its digits say; decimals were read as text."""
    if isinstance(value, bool) or not isinstance(value, (int, str)) or not _AMOUNT.fullmatch(str(value)):
        return None
    return Fraction(value)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


class Optima:
    """What the best plans are worth, with the rules they are best under, by item; only what is proved counts."""

    def __init__(self, found: Mapping[str, tuple[Fraction, Mapping[str, str]]]) -> None:
        self._found = found

    def of(self, item: Item) -> Fraction | None:
        """Return what the best plan is worth; None where the file does not say, or says it of the grid under other rules."""
        energy, rules = self._found.get(_bare(item.id), (None, {}))
        own = rules_of(item)
        return energy if all(_number(own[key]) == _number(value) for key, value in rules.items()) else None

    @classmethod
    def read(cls, files: Sequence[str]) -> Optima:
        """Read files of best plans; raise DatasetError with the line for a row of another kind, and for a file without any."""
        found: dict[str, tuple[Fraction, Mapping[str, str]]] = {}
        for file in map(Path, files):
            number = 0
            for number, row in _lines(file):
                entry = _best(row)
                if entry is None:
                    raise DatasetError(
                        f"{file}:{number}: expected a line of `qsr eval grasp --out`, or file, index, moves, limit, cost, optimum"
                    )
                key, energy, rules = entry
                if energy is not None:
                    found[key] = energy, rules
            if not number:
                raise DatasetError(f"{file}: no best plan in it")
        return cls(found)


def _number(value: str) -> Fraction | None:
    """Return the number of a rule; None for no limit."""
    return None if value == "none" else Fraction(value)


def _best(row: Mapping[str, Any]) -> tuple[str, Fraction | None, Mapping[str, str]] | None:
    """Return the id, what the best plan is worth (None where that is not proved) and the rules; None for another row."""
    if isinstance(row.get("file"), str):
        known = _constrained(row, f"{row['file'].removesuffix('.jsonl')}.jsonl", ("index", "moves", "limit", "cost"))
        energy = _fraction(row.get("optimum"))
        return None if known is None or energy is None else (known[0], energy, known[1])
    rules = row.get("rules", {})
    if "proved" not in row or not isinstance(row.get("id"), str) or not isinstance(rules, dict):
        return None
    if not all(key in gridworld.RULES and (value == "none" or _fraction(value) is not None) for key, value in rules.items()):
        return None
    return _bare(row["id"]), _fraction(row.get("energy")) if row["proved"] is True else None, rules
