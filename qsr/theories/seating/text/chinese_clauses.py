"""What one Chinese clause about seats says in a layout: claims about the signs that stand for its names.

The grammar gives relations whose sense may still depend on the layout, such as 同侧; `claims` settles them by the table
``layouts`` of `grammars/seating_chinese.toml`, and refuses a relation that the layout does not have.
"""

from __future__ import annotations

from functools import lru_cache

from qsr.errors import ParseError
from qsr.logic import Relation
from qsr.seats import COMPASS, Claim, Layout, joined, parts
from qsr.theories.seating.text.building import Mask
from qsr.theories.seating.text.chinese_phrases import Unsaid, stated
from qsr.theories.seating.text.chinese_words import table

__all__ = ["claims", "readable"]


def readable(clause: str) -> bool:
    """Tell whether a clause can be read, whatever the layout."""
    try:
        return bool(stated(clause))
    except ParseError:
        return False


def _settled(relation: str, layout: Layout) -> str:
    """Return a relation in the names of `qsr.seats`; raise Unsaid where the layout has none such."""
    return joined(*(_settled_part(part, layout) for part in parts(relation)))


def _settled_part(relation: Relation, layout: Layout) -> str:
    found: str = relation
    if relation.name == "?line":
        # Lines of a table are counted from its top.
        found = f"layer:{layout.counts[0] + 1 - int(relation.parameters[0])}" if layout.kind == "shelf" else ""
    elif relation.startswith("?column "):
        found = _column(relation.rpartition(" ")[2], layout)
    elif relation.startswith("?"):
        (name, _, hand), senses = relation.rpartition(" "), table()["layouts"]
        found = senses.get(relation, senses.get(name, {})).get(layout.kind, "").format(hand)
        if layout.kind == "ring" and relation in ("?back", "?front") and (relation == "?back") != (layout.view == "outward"):
            found = ""
    base = Relation.of(found).name
    base = "compass" if base.removeprefix("due ") in COMPASS else base
    if (
        not any(base in known for kinds, known in table()["relations"].items() if layout.kind in kinds.split())
        or (found.startswith("side:due ") and layout.kind == "ring")
        or found == "layer:0"
    ):
        raise Unsaid(f"this has no definite meaning in the layout {layout}")
    return found.replace("side:due ", "side:")


def _column(word: str, layout: Layout) -> str:
    """Return the column that is called left, right or the middle one; nothing where it is not the only such."""
    if layout.kind == "shelf":
        columns = layout.counts[1]
        if word == "middle":
            return f"column:{(columns + 1) // 2}" if columns % 2 else ""
        return f"{word}most" if columns == 2 else ""
    return "middle" if word == "middle" and layout.kind != "ring" and layout.counts[0] % 2 else ""


@lru_cache(maxsize=65536)
def claims(clause: str, layout: Layout) -> tuple[Claim, ...]:
    """Return the claims of a clause in which the names are signs; the arguments are the numbers of the signs.

    Raises
    ------
    ParseError
        With places in the clause, for what is not understood or has no meaning in the layout.
    """
    found = []
    for relation, args, denied in stated(clause):
        try:
            settled = _settled(relation, layout)
        except Unsaid as error:
            raise ParseError(str(error), clause, 0, len(clause)) from None
        found.append(Claim(settled, tuple(Mask.index(sign) or 0 for sign in args), denied))
    return tuple(found)
