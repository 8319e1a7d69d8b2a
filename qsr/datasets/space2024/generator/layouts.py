"""Which layouts a request means: kinds of `qsr.seats`, in sizes that hold so many names."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from qsr.seats import Layout

__all__ = ["KINDS", "Wish", "bearings", "layouts", "read_wishes"]

#: Kind -> the views that it has.
KINDS: Final = {"ring": ("inward", "outward"), "rows": ("own",), "row": ("own", "viewer"), "shelf": ("viewer",)}


class Wish(NamedTuple):
    """A kind of layout, with a view or any; or one layout of a certain size, with a compass or without."""

    kind: str
    view: str | None
    layout: Layout | None = None


def read_wishes(text: str) -> tuple[Wish, ...]:
    """Read kinds, views and layouts with commas between them; raise ValueError, with what was expected.

    >>> [wish.kind for wish in read_wishes("ring,row viewer,shelf 3x2")]
    ['ring', 'row', 'shelf']
    """
    return tuple(_wish(piece.strip()) for piece in text.split(","))


def _wish(text: str) -> Wish:
    kind, _, view = text.partition(" ")
    if kind in KINDS and (not view or view in KINDS[kind]):
        return Wish(kind, view or None)
    layout = Layout.parse(text)
    if layout is None:
        raise ValueError(
            f"expected a kind ({', '.join(KINDS)}), a kind and a view such as 'ring outward', or a layout such as 'shelf 3x2' or "
            f"'ring 6 inward from 0', not {text[:30]!r}"
        )
    return Wish(layout.kind, layout.view, layout)


def layouts(wish: Wish, names: int) -> tuple[Layout, ...]:
    """Return the layouts of a wish with a place for each of so many names and none over; none has a compass that was not named.

    >>> [str(layout) for layout in layouts(Wish("shelf", None), 12)]
    ['shelf 2x6 viewer', 'shelf 3x4 viewer', 'shelf 4x3 viewer', 'shelf 6x2 viewer']
    """
    if wish.layout is not None:
        return (wish.layout,) if wish.layout.places == names else ()
    counts: list[tuple[int, ...]] = [(names,)]
    if wish.kind == "rows":
        counts = [] if names % 2 or names < 4 else [(names // 2,)]
    elif wish.kind == "shelf":
        counts = [(layers, names // layers) for layers in range(2, names // 2 + 1) if names % layers == 0]
    views = KINDS[wish.kind] if wish.view is None else (wish.view,)
    return tuple(Layout(wish.kind, count, view) for view in views for count in counts)


def bearings(layout: Layout) -> tuple[Layout, ...]:
    """Return a layout with the compass in each way that has a name: a place of a ring, or a side, is due north or east."""
    if layout.kind != "ring":
        return tuple(replace(layout, bearing=Fraction(angle)) for angle in (0, 90, 180, 270))
    step = Fraction(360, layout.counts[0])
    # The numbering of the places may begin anywhere, so that bearings a step apart are the same.
    found = dict.fromkeys(Fraction(angle) % step for angle in (0, 90, 180, 270))
    return tuple(replace(layout, bearing=bearing) for bearing in found)
