"""The parts that a report is made of, before any markup: what stands where, and nothing of how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from qsr.story import Witness

__all__ = ["Block", "Case", "Figure", "Heading", "Items", "Notes", "Page", "Paragraph", "Table"]


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section; 2 is the level below the page's own title.

    Where a page can fold its sections, it shows those that are `opened`, and of the others their titles.
    """

    text: str
    level: int = 2
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running words; those that `lead` say what matters most, and `fine` print how it was found."""

    text: str
    lead: bool = False
    fine: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """A list of short entries."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below a head; the first cell of a row names it, and all others are numbers where `numeric` is set.

    A `folded` table is long and of interest to few. A line break in a cell is one on the page.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: bool = True
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture as SVG with its caption. The numbers in it stand in a table too, so that a page may do without."""

    caption: str
    svg: str


@dataclass(frozen=True, slots=True)
class Case:
    """One item laid out: its story as pieces that are marked or not, what is to be said of it, and a drawing.

    `facts` are pairs of a term and what it says, `evidence` the words of the text, `drawing` a model of it. The columns of a
    story that is to stand `as_typed` have to be below each other.
    """

    title: str
    story: tuple[tuple[str, bool], ...]
    facts: tuple[tuple[str, str], ...]
    evidence: tuple[str, ...] = ()
    drawing: Witness | None = None
    drawing_caption: str = ""
    as_typed: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list to filter, sort and search: a row for each item, of `count` that there are.

    A row is data as JSON takes it: id, groups, story, question, options, label, right, and said, which has for each of the
    `models` None or what it answered: right, wrong, undecided or not readable; what was read; the kind of error; the reason; the
    reply; and the first wrong step.
    """

    models: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    count: int


Block: TypeAlias = Heading | Paragraph | Notes | Table | Figure | Case | Items


@dataclass(frozen=True, slots=True)
class Page:
    """A report: its title and its blocks, in order."""

    title: str
    blocks: tuple[Block, ...]
