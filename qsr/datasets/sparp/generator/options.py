"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qsr.datasets.sparp.generator.names import names
from qsr.explain import PROPERTY_SETS
from qsr.generate.protocol import ImpossibleRequest, Option, Request, chosen
from qsr.generate.ranges import Range, read_range
from qsr.wording import counted

__all__ = ["FORMS", "OPTIONS", "Wanted", "sizes", "wanted"]

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


OPTIONS: Final = (
    Option("property-set", "one of the paper's property sets (default: PS2)", default="PS2", choices=PROPERTY_SETS),
    Option("hops", "length of the path, a number or a range (default: 1-5 for PS1, else 1-10)", read_range),
    Option(
        "entities",
        "entities in a context, a number or a range (default: one more than hops, and up to 3 further ones)",
        read_range,
    ),
    Option("names", "letters, objects, or a file with one name a line (default: letters; for PS1 objects)"),
    Option("quantities", "PS2: one unit a step, or distances in the text (default: unit)", default="unit", choices=QUANTITIES),
    Option("from", "contexts and questions of these StepGame files, for PS1 SpaRTUN files, in place of new ones", several=True),
    Option("balance", "as many items of each number of hops as can be", choices=("hops",)),
    Option("instruction", "put the instruction of the property set into each row", None, default=False),
    Option("few-shot", "worked examples before each question of a prompt or chat (default: 0)", read_count, default=0),
    Option("format", "rows, prompts (messages up to the question) or chat (with the answer)", default="rows", choices=FORMS),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that has been checked. `hops` is None where the paths of a source may have any length."""

    seed: int
    property_set: str
    hops: Range | None
    entities: Range | None
    names: tuple[str, ...]
    measured: bool
    files: tuple[str, ...]
    balanced: bool
    instruction: bool
    few_shot: int
    form: str
    splits: tuple[tuple[str, int], ...]

    @property
    def lengths(self) -> range:
        """The numbers of hops that are drawn."""
        first, last = self.hops or _HOPS.get(self.property_set, (1, 10))
        return range(first, last + 1)


def wanted(request: Request) -> Wanted:
    """Return the request with its defaults; raise ImpossibleRequest for what cannot be met."""
    given = chosen(request, OPTIONS)
    property_set = given["property-set"]
    found = Wanted(
        request.seed,
        property_set,
        given["hops"],
        given["entities"],
        names(given["names"] or ("objects" if property_set == "PS1" else "letters")),
        given["quantities"] == "stated",
        tuple(given["from"] or ()),
        given["balance"] == "hops",
        bool(given["instruction"]),
        given["few-shot"],
        given["format"],
        request.parts,
    )
    _check(found)
    return found


def _check(found: Wanted) -> None:
    longest = found.lengths[-1]
    if found.entities is not None and longest + 1 > found.entities[1]:
        path = f"a path of {counted(longest, 'hop')} needs {longest + 1} entities"
        raise ImpossibleRequest(f"{path}; --entities allows {found.entities[1]}")
    if longest + 1 > len(found.names):
        path = f"a path of {counted(longest, 'hop')} needs {longest + 1} entities"
        raise ImpossibleRequest(f"{path}, and there are {len(found.names)} names")
    if found.entities is not None and found.entities[1] > len(found.names):
        raise ImpossibleRequest(f"{found.entities[1]} entities were asked for, and there are {len(found.names)} names")
    if found.measured and found.property_set != "PS2":
        raise ImpossibleRequest(f"--quantities stated belongs to PS2: relations of {found.property_set} have no distances")
    if found.files and (found.entities is not None or found.measured):
        raise ImpossibleRequest("--entities and --quantities are for new contexts; with --from the text is the files' own")
    if found.few_shot and found.form == "rows":
        raise ImpossibleRequest("--few-shot needs --format prompts or chat")
    if found.instruction and found.form != "rows":
        raise ImpossibleRequest("--instruction is for rows; prompts and chats always begin with the instruction")


def sizes(found: Wanted, hops: int) -> Range:
    """Return how many entities, at least and at most, a context with a path of so many hops has."""
    first, last = found.entities or (hops + 1, hops + 1 + _MOST_FURTHER)
    return max(first, hops + 1), min(last, len(found.names))
