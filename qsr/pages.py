"""The parts that a report is made of, before any markup: what stands where, and nothing of how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qsr.story import Witness

__all__ = ["Block", "Case", "Figure", "Heading", "Notes", "Page", "Paragraph", "Table"]


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section; 2 is the level below the page's own title."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running words."""

    text: str


@dataclass(frozen=True, slots=True)
class Notes:
    """A list of short entries."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below a head; the first cell of a row names it, and all others are numbers where `numeric` is set.

    A `folded` table is long and of interest to few.
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


Block: TypeAlias = Heading | Paragraph | Notes | Table | Figure | Case


@dataclass(frozen=True, slots=True)
class Page:
    """A report: its title and its blocks, in order."""

    title: str
    blocks: tuple[Block, ...]
