"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from qsr.datasets.sparp.generator.names import names
from qsr.generate import frame
from qsr.generate.frame import option
from qsr.generate.protocol import ImpossibleRequest, Request
from qsr.generate.ranges import Range, read_range
from qsr.settings import PROPERTY_SETS
from qsr.wording import counted

__all__ = ["FORMS", "Wanted", "sizes"]

#: rows: the published fields; prompts: messages up to the question; chat: messages with the answer.
FORMS: Final = ("rows", "prompts", "chat")
QUANTITIES: Final = ("unit", "stated")
#: Hops where none are asked for: what StepGame and SpaRTUN have.
_HOPS: Final[dict[str, Range]] = {"PS1": (1, 5)}
_MOST_FURTHER: Final = 3


def read_count(text: str) -> int:
    """Read a whole number, 0 included."""
    if not text.isdecimal():
        raise ValueError(f"expected a whole number, not {text[:20]!r}")
    return int(text)


@dataclass(frozen=True)
class Wanted(frame.Wanted):
    """A request that has been checked. `hops` is None where the paths of a source may have any length."""

    property_set: str = option("one of the paper's property sets (default: PS2)", default="PS2", choices=tuple(PROPERTY_SETS))
    hops: Range | None = option("length of the path, a number or a range (default: 1-5 for PS1, else 1-10)", read_range)
    entities: Range | None = option(
        "entities in a context, a number or a range (default: one more than hops, and up to 3 further ones)", read_range
    )
    source: str | None = option(
        "letters, objects, or a file with one name a line (default: letters; for PS1 objects)", name="names"
    )
    quantities: str = option("PS2: one unit a step, or distances in the text (default: unit)", default="unit", choices=QUANTITIES)
    files: tuple[str, ...] = option(
        "contexts and questions of these StepGame files, for PS1 SpaRTUN files, in place of new ones",
        default=(),
        several=True,
        name="from",
    )
    balance: str | None = option("as many items of each number of hops as can be", choices=("hops",))
    instruction: bool = option("put the instruction of the property set into each row", None, default=False)
    few_shot: int = option("worked examples before each question of a prompt or chat (default: 0)", read_count, default=0)
    form: str = option(
        "rows, prompts (messages up to the question) or chat (with the answer)", default="rows", choices=FORMS, name="format"
    )

    @property
    def lengths(self) -> range:
        """The numbers of hops that are drawn."""
        first, last = self.hops or _HOPS.get(self.property_set, (1, 10))
        return range(first, last + 1)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names that are drawn."""
        return names(self.source or ("objects" if self.property_set == "PS1" else "letters"))

    @property
    def measured(self) -> bool:
        """Whether distances are stated."""
        return self.quantities == "stated"

    def check(self, request: Request) -> None:
        """Raise ImpossibleRequest for what cannot be met."""
        longest, most = self.lengths[-1], len(self.names)
        path = f"a path of {counted(longest, 'hop')} needs {longest + 1} entities"
        if self.entities is not None and longest + 1 > self.entities[1]:
            raise ImpossibleRequest(f"{path}; --entities allows {self.entities[1]}")
        if longest + 1 > most:
            raise ImpossibleRequest(f"{path}, and there are {most} names")
        if self.entities is not None and self.entities[1] > most:
            raise ImpossibleRequest(f"{self.entities[1]} entities were asked for, and there are {most} names")
        if self.measured and self.property_set != "PS2":
            raise ImpossibleRequest(f"--quantities stated belongs to PS2: relations of {self.property_set} have no distances")
        if self.files and (self.entities is not None or self.measured):
            raise ImpossibleRequest("--entities and --quantities are for new contexts; with --from the text is the files' own")
        if self.few_shot and self.form == "rows":
            raise ImpossibleRequest("--few-shot needs --format prompts or chat")
        if self.instruction and self.form != "rows":
            raise ImpossibleRequest("--instruction is for rows; prompts and chats always begin with the instruction")


def sizes(found: Wanted, hops: int) -> Range:
    """Return how many entities, at least and at most, a context with a path of so many hops has."""
    first, last = found.entities or (hops + 1, hops + 1 + _MOST_FURTHER)
    return max(first, hops + 1), min(last, len(found.names))
