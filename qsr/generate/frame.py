"""What generators share: requests as typed fields, draws until one fits, and tables.

A generator is a subclass of `Frame`, and its options are the fields of a subclass of `Wanted`. What it draws, writes and
verifies is its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from qsr.generate.protocol import ImpossibleRequest, Line, Option, Report, Request, chosen

__all__ = ["Frame", "Table", "Wanted", "canary", "first_fitting", "option", "tabled"]

#: Group -> column -> number.
Table: TypeAlias = dict[str, dict[str, float | None]]


def option(
    about: str,
    read: Callable[[str], Any] | None = str,
    default: Any = None,
    *,
    name: str = "",
    several: bool = False,
    choices: tuple[str, ...] = (),
) -> Any:
    """Return a field of `Wanted` that holds the value of an option, named like the field where `name` is empty; see `Option`."""
    return field(metadata={"option": Option(name, about, read, default, several, choices)})


@dataclass(frozen=True)
class Wanted:
    """A request that has been checked; the fields of a subclass that are an `option` are the generator's options."""

    seed: int
    splits: tuple[tuple[str, int], ...]

    @classmethod
    def named(cls) -> dict[str, Option]:
        """Return the options by the fields that hold them, in order."""
        found = {one.name: one.metadata["option"] for one in fields(cls) if one.metadata}
        return {name: replace(one, name=one.name or name.replace("_", "-")) for name, one in found.items()}

    @classmethod
    def of(cls, request: Request) -> Self:
        """Return the request with its defaults; raise ImpossibleRequest for what cannot be met."""
        named = cls.named()
        given = chosen(request, tuple(named.values()))
        found = cls(request.seed, request.parts, **{name: given[one.name] for name, one in named.items()})
        found.check(request)
        return found

    def check(self, request: Request) -> None:
        """Raise ImpossibleRequest where the options do not go together."""


AnyWanted = TypeVar("AnyWanted", bound=Wanted)
T = TypeVar("T")


class Frame(ABC, Generic[AnyWanted]):
    """A generator; see `qsr.generate.protocol.Generator`."""

    name: ClassVar[str]
    #: What its requests become.
    wanted: type[AnyWanted]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that it takes beside seed, count and splits."""
        return tuple(self.wanted.named().values())

    def generate(self, request: Request, report: Report | None = None) -> Iterator[tuple[str, Line]]:
        """Check the request, then return an iterator over lines, each with its split; see `qsr.generate.protocol.Generator`."""
        return self.lines(self.wanted.of(request), Report() if report is None else report)

    @abstractmethod
    def lines(self, asked: AnyWanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield verified lines, each with its split."""


def first_fitting(most: int, report: Report, draw: Callable[[int], T | str], otherwise: str) -> T:
    """Return the first of at most so many draws that fits; of the others `draw` returns the reason, which is counted.

    Raise ImpossibleRequest, with `otherwise`, where none fits.
    """
    for attempt in range(most):
        found = draw(attempt)
        if not isinstance(found, str):
            return found
        report.rejected[found] += 1
    raise ImpossibleRequest(otherwise)


def tabled(
    entries: Iterable[tuple[str, T]],
    columns: Callable[[list[T]], Mapping[str, float | None]],
    rank: Callable[[str], Any] | None = None,
) -> Table:
    """Return the columns of each group, groups in order of `rank`; an entry is its group and what is counted there."""
    groups: dict[str, list[T]] = {}
    for group, one in entries:
        groups.setdefault(group, []).append(one)
    return {group: dict(columns(groups[group])) for group in sorted(groups, key=rank)}


def canary(code: str) -> str:
    """Return what marks generated data, so that a collection of texts for training can leave them out."""
    return f"qsr generated evaluation item; keep out of training corpora; canary {code}"
