"""What a generator is: options that it declares, a request, and lines that were verified before they are handed out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from qsr.errors import QsrError

__all__ = ["GenerationError", "Generator", "ImpossibleRequest", "Line", "Option", "Report", "Request", "chosen"]

#: One generated line: plain data, ready for JSON.
Line: TypeAlias = dict[str, Any]


class ImpossibleRequest(QsrError, ValueError):
    """A request that no item can meet, such as more hops than there are entities; known before anything is written."""


class GenerationError(QsrError, RuntimeError):
    """A finished item that its own verification refutes: a fault of the generator, never passed over in silence."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a generator.

    Parameters
    ----------
    name
        As written behind ``--``; the key in `Request.options`.
    about
        One line of help.
    read
        Turns one argument into its value; raises ValueError, with what was expected, for an argument that is none. None for a
        switch, whose value is True where it is given.
    default
        The value where the option is not given.
    several
        Takes one argument or more; the value is then a tuple.
    """

    name: str
    about: str
    read: Callable[[str], Any] | None = str
    default: Any = None
    several: bool = False
    choices: tuple[str, ...] = ()


@dataclass(slots=True)
class Report:
    """What happened on the way: draws that were thrown away, and rows of a source that gave no item, by reason.

    `tables` is what a generator has counted over its items, by what they were grouped, group and column.
    """

    rejected: Counter[str] = field(default_factory=Counter)
    passed_over: Counter[str] = field(default_factory=Counter)
    tables: dict[str, dict[str, dict[str, float | None]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """What to generate: the seed, the number of items and the generator's options, those left out having their defaults."""

    seed: int = 0
    count: int = 10
    options: Mapping[str, Any] = field(default_factory=dict)
    splits: tuple[tuple[str, int], ...] = ()

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """The splits with their numbers of items; one without a name where there are none."""
        return self.splits or (("", self.count),)


def chosen(request: Request, options: Sequence[Option]) -> dict[str, Any]:
    """Return the value of each option, defaults filled in; raise ImpossibleRequest for an unknown option or choice, or split.

    >>> chosen(Request(options={"view": "north"}), [Option("view", "", choices=("north", "topdown")), Option("n", "", default=3)])
    {'view': 'north', 'n': 3}
    """
    names = [option.name for option in options]
    unknown = sorted(request.options.keys() - set(names))
    if unknown:
        raise ImpossibleRequest(f"unknown option {unknown[0]!r}; one of: {', '.join(names)}")
    given = {option.name: request.options.get(option.name, option.default) for option in options}
    for option in options:
        if option.choices and given[option.name] is not None and given[option.name] not in option.choices:
            raise ImpossibleRequest(f"{option.name}: expected one of {', '.join(option.choices)}")
    if len(dict(request.splits)) < len(request.splits):
        raise ImpossibleRequest("two splits have the same name")
    return given


@runtime_checkable
class Generator(Protocol):
    """Makes items of one benchmark."""

    @property
    def name(self) -> str:
        """The name under which the registry knows it."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that it takes beside seed, count and splits."""

    def generate(self, request: Request, report: Report | None = None) -> Iterator[tuple[str, Line]]:
        """Check the request, then return an iterator over the lines, each with the name of its split (empty without splits).

        Equal requests give equal lines. Raise ImpossibleRequest, before any line, where the request cannot be met, and
        GenerationError where a finished item does not pass its verification.
        """
