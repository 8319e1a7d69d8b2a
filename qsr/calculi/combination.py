"""Combined calculi: the same entities related in several ways at once, and what each relation says about the others.

A combined label has one label per calculus. The calculi are not independent: a proper part is smaller than the whole, and
its box lies inside of the box of the whole. A combination holds for each pair of calculi which base relations of the
one go with which of the other. Joint closure (bipath consistency [1]_) takes turns: it closes the network of each calculus, and
intersects every label with what the labels of the same pair in the other calculi allow.

Joint closure is sound. What it decides depends on the combination, and each that comes with qsr says so with the reference.

References
----------
.. [1] Gerevini and Renz (2002), Combining topological and size information for spatial reasoning, Artificial
   Intelligence 137, 1-42.
.. [2] Woelfl and Westphal (2009), On combinations of binary qualitative constraint calculi, IJCAI-09, 967-973.
.. [3] Li and Cohn (2012), Reasoning with topological and directional spatial information, Computational Intelligence
   28(4), 579-616.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import and_
from pathlib import Path
from typing import Final

from qsr.calculi.calculus import Calculus, Decision, Mask, bits
from qsr.calculi.documents import NotBeside, file_beside, text_of
from qsr.calculi.files import load
from qsr.calculi.formats.lines import Line, lines, written
from qsr.errors import ParseError, QsrError, UnknownName

__all__ = ["Combination", "load_combination", "names", "parse", "write"]

_FOLDER: Final = files("qsr.calculi") / "combinations"


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """Several calculi about the same entities.

    Parameters
    ----------
    name, title
        What it is called and what it is about.
    parts
        The calculi, two or more.
    refinements
        ``refinements[i, j][r]``: mask of the base relations of part j that go with base relation r of part i. Where a pair is
        missing, every relation goes with every other.
    decides, undecided
        Results on what joint closure decides, and on what it does not; ``networks`` says in words which networks.

    Examples
    --------
    >>> both = load_combination("rcc8-size")
    >>> rcc8, size = both.parts
    >>> labels = [rcc8.mask({"TPP", "EC"}), size.mask({"=", ">"})]
    >>> [part.names(label) for part, label in zip(both.parts, both.refine(labels))]
    [('EC',), ('=', '>')]
    """

    name: str
    title: str
    parts: tuple[Calculus, ...]
    refinements: Mapping[tuple[int, int], tuple[Mask, ...]]
    decides: tuple[Decision, ...] = ()
    undecided: tuple[Decision, ...] = ()

    def allowed(self, source: int, mask: Mask, target: int) -> Mask:
        """Return the label of part `target` that goes with a label of part `source` on the same pair of entities."""
        if (rows := self.refinements.get((source, target))) is None:
            return self.parts[target].universal
        found = 0
        for place in bits(mask):
            found |= rows[place]
        return found

    def refine(self, labels: Sequence[Mask]) -> list[Mask]:
        """Return the labels of one pair of entities, one per part, without what the other parts rule out.

        They are the greatest labels inside of the given ones that leave each other as they are.
        """
        found = list(labels)
        changed = True
        while changed:
            changed = False
            for source, target in self.refinements:
                kept = found[target] & self.allowed(source, found[source], target)
                if kept != found[target]:
                    found[target], changed = kept, True
        return found


def names() -> list[str]:
    """Return the names of the combinations that come with qsr, sorted."""
    return sorted(entry.name.removesuffix(".combination") for entry in _FOLDER.iterdir() if entry.name.endswith(".combination"))


def load_combination(name: str | Path) -> Combination:
    """Return a combination by its name, or read it from a ``.combination`` file.

    Parameters
    ----------
    name
        A name that `names` lists, or the path of a file: a `Path`, or text that ends in ``.combination``.

    Raises
    ------
    UnknownName
        Where text is neither a known name nor such a path.
    ParseError
        Where the file breaks the format, with the line.
    OSError
        Where the file cannot be opened.
    """
    if isinstance(name, Path) or name.endswith(".combination"):
        path = Path(name)
        return parse(text_of(path), path.stem, str(path))
    if name not in names():
        raise UnknownName("combination of calculi", name, names())
    return _built_in(name)


@cache
def _built_in(name: str) -> Combination:
    about = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    plain = parse((_FOLDER / f"{name}.combination").read_text(encoding="utf-8"), name, f"{name}.combination")
    decides, undecided = (
        tuple(Decision(entry["networks"], entry["reference"]) for entry in about.get(key, [])) for key in ("decides", "undecided")
    )
    return Combination(name, about["title"], plain.parts, plain.refinements, decides, undecided)


def parse(text: str, name: str = "combination", file: str | None = None) -> Combination:
    """Read a combination from the text of a file in GQR's format; raise ParseError as `load_combination` does.

    The text begins with ``combine`` and the names of the calculi. Blocks follow: ``refine i j``, a line ``R :: ( S1 S2 )`` per
    relation R of calculus i and ``.`` at the end; a relation that a block leaves out allows everything. A line
    ``calculus_size`` with a number may end the file. What i says of j is also read as what j says of i.
    """
    parts: tuple[Calculus, ...] = ()
    blocks: dict[tuple[int, int], list[Mask]] = {}
    block: tuple[int, int] | None = None
    last: Line | None = None
    for line in lines(text, file):
        last = line
        word, *rest = line.content.split()
        if not parts:
            parts = _parts(line, word, rest)
        elif block is not None and word == ".":
            block = None
        elif block is not None:
            _read_entry(line, parts, block, blocks[block])
        elif word == "refine":
            block = _pair(line, rest, parts)
            if block in blocks:
                line.fail(f"refine {block[0]} {block[1]} stands twice")
            source, target = (parts[place] for place in block)
            blocks[block] = [target.universal] * len(source.relations)
        elif word != "calculus_size" or len(rest) != 1 or not rest[0].isdecimal():
            line.fail("expected 'refine i j', or 'calculus_size' and a number")
    if not parts:
        raise ParseError("expected 'combine' and the names of the calculi", file=file)
    if block is not None and last is not None:
        last.fail(f"the block refine {block[0]} {block[1]} has no end; expected '.' on a line of its own")
    return Combination(name, name, parts, _both_ways(parts, blocks))


def _parts(line: Line, word: str, rest: list[str]) -> tuple[Calculus, ...]:
    if word != "combine" or len(rest) < 2:
        line.fail("expected 'combine' and the names of two calculi or more")
    try:
        return tuple(load(str(file_beside(line.file or "", each)) if each.endswith(".toml") else each) for each in rest)
    except (QsrError, NotBeside) as error:
        line.fail(str(error))
    except OSError as error:
        line.fail(f"{error.filename}: {error.strerror}")


def _pair(line: Line, rest: list[str], parts: tuple[Calculus, ...]) -> tuple[int, int]:
    if len(rest) != 2 or not all(each.isdecimal() and int(each) < len(parts) for each in rest) or int(rest[0]) == int(rest[1]):
        line.fail(f"expected 'refine i j' with two different numbers below {len(parts)}")
    return int(rest[0]), int(rest[1])


def _read_entry(line: Line, parts: tuple[Calculus, ...], block: tuple[int, int], rows: list[Mask]) -> None:
    relation, separator, label = line.content.partition(" :: ")
    if not separator:
        line.fail("expected 'R :: ( S1 S2 )', or '.' at the end of the block")
    source = line.mask(parts[block[0]], relation.strip())
    target = line.mask(parts[block[1]], label.strip())
    if source.bit_count() != 1:
        line.fail("expected one relation before '::'")
    rows[bits(source)[0]] &= target


def _both_ways(
    parts: tuple[Calculus, ...], blocks: Mapping[tuple[int, int], list[Mask]]
) -> dict[tuple[int, int], tuple[Mask, ...]]:
    """Return the refinements of each block and the other way round; two blocks about the same calculi both count."""
    found: dict[tuple[int, int], tuple[Mask, ...]] = {}
    for (source, target), rows in blocks.items():
        others = range(len(parts[target].relations))
        back = [sum(1 << one for one, mask in enumerate(rows) if mask >> other & 1) for other in others]
        for way, masks in (((source, target), rows), ((target, source), back)):
            found[way] = tuple(map(and_, masks, found.get(way, masks)))
    return dict(sorted(found.items()))


def write(combination: Combination) -> str:
    """Return the text of a file in GQR's format: each pair of calculi once, and the number of base relations in all."""
    said = [f"combine {' '.join(part.name for part in combination.parts)}"]
    for (source, target), rows in sorted(combination.refinements.items()):
        if source < target:
            relations, other = combination.parts[source].relations, combination.parts[target]
            entries = (f"{name} :: {written(other, mask)}" for name, mask in zip(relations, rows, strict=True))
            said += ["", f"refine {source} {target}", *entries, "."]
    said += ["", f"calculus_size {sum(len(part.relations) for part in combination.parts)}"]
    return "\n".join(said) + "\n"
