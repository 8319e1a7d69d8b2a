"""Points of view in the plane: who stands at one point and looks at another has a third on the left or right of that line.

Left of the line from A to B is the open half plane on that side of it. That is the least that "on the left" says, so that what
contradicts itself here does so however "on the left" is taken. A story is told so where it says nothing else than how points with
names lie: by the compass, by being at one place, and by what is left and right for those who stand at one and face another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from qsr.language import kinds
from qsr.language.prose.viewers import facing
from qsr.language.prose.views import VIEW, raw
from qsr.language.words import head_of
from qsr.logic import And, Atom, Formula, Relation
from qsr.relations import AXES, DIRECTIONS, parts
from qsr.story import Statement, Story

__all__ = ["in_plane"]

#: The head is on this side of the line from the second thing to the third.
TURN: Final = "turn"
_SIDES: Final = ("left", "right")


def in_plane(story: Story) -> Story | None:
    """Return a story whose points of view are sides of lines; None where it says anything else than how points lie."""
    viewers = () if story.referents is None else story.referents.viewers
    lines: dict[int, tuple[int, int]] = {}
    for viewer in viewers:
        slots = {name: {one for slot, one in viewer.slots if slot == name} for name, _ in viewer.slots}
        if slots.keys() == {"at", "face"} and all(len(some) == 1 for some in slots.values()):
            lines[viewer.entity] = (*slots["at"], *slots["face"])
    exact = dict(story.settings).get("relations") == "complete"
    said: list[Statement] = []
    for one in raw(story.statements):
        if one.compound is None and one.relation in facing() and one.args[0] in lines:
            continue
        meant = _meant(one, lines, exact=exact)
        if not meant or not all(_is_point(story.entities[thing]) for atom in meant for thing in atom.args):
            return None
        whole: Formula[Atom] = meant[0] if len(meant) == 1 else And(tuple(meant))
        said.append(Statement.says(len(said), whole, one.span))
    settings = tuple(pair for pair in story.settings if pair[0] != "relations")
    return replace(story, statements=tuple(said), settings=settings) if any(lines) and said else None


def _meant(one: Statement, lines: dict[int, tuple[int, int]], *, exact: bool) -> list[Atom]:
    """Return what a statement says of points, all of it; nothing where it says anything else."""
    given = {name for name, value in one.properties if value}
    if one.compound is not None or not given <= {"compass", "everyday", "relations"}:
        return []
    if one.relation.name == VIEW:
        head, landmark, viewer = one.args
        side = str(one.relation.parameters[0])
        known = side in _SIDES and landmark == viewer and viewer in lines
        return [Atom(Relation(TURN, side), (head, *lines[viewer]))] if known else []
    if one.relation == "overlapping":
        return list(_same(AXES[:2], one.args))
    labels = parts(one.relation)
    if not set(labels) <= set(one.property("compass", ())):
        return []
    other = (
        {AXES[DIRECTIONS[label][0]] for label in labels}.symmetric_difference(AXES[:2]) if exact or "relations" in given else ()
    )
    return [*(Atom(Relation(label), one.args) for label in labels), *_same(sorted(other), one.args)]


def _same(axes: Sequence[str], pair: tuple[int, ...]) -> Iterator[Atom]:
    return (Atom(Relation("same", axis), pair) for axis in axes)


def _is_point(name: str) -> bool:
    """Tell whether nothing is known of a thing but its name, so that it may be a point."""
    return name[0].isupper() and not kinds.kinds(head_of(name))
