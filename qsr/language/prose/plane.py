"""Points of view in the plane: who stands at one point and looks at another has a third on the left or right of that line.

Left of the line from A to B is the open half plane on that side of it. That is the least that "on the left" says, so that what
contradicts itself here does so however "on the left" is taken. A story is told so where it says nothing else than how points with
names lie: by the compass, by being at one place, and by what is left and right for those who stand at one and face another.

Where several stand at points and look at points, each has axes of his own (`qsr.language.prose.views`), and what is left on these
is left of his line: by that what one of them has on his left says something of what another one has on his (`shared`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from qsr.language import kinds
from qsr.language.prose.viewers import CLOCK, Viewer, facing, sides_of_viewer
from qsr.language.prose.views import BEARINGS, VIEW, Frames, raw
from qsr.language.words import head_of
from qsr.logic import And, Atom, Formula, If, Relation, leaves
from qsr.relations import AXES, DIRECTIONS, parts
from qsr.story import Question, Statement, Story

__all__ = ["in_plane", "shared"]

#: The head is on this side of the line from the second thing to the third.
TURN: Final = "turn"
#: In a plane of its own, which has no known north.
_APART: Final = "apart"
_SIDES: Final = ("left", "right")
#: Side of somebody in his own words -> where that is of his line.
_OF_LINE: Final = {"left": "left", "right": "right", "in front": "ahead", "behind": "back"}
#: Kinds of what is too large for one line to begin or end in it.
_WIDE: Final = frozenset({"place", "region", "road", "room", "water"})


def in_plane(story: Story) -> Story | None:
    """Return a story whose points of view are sides of lines; None where it says anything else than how points lie."""
    lines = _lines(() if story.referents is None else story.referents.viewers)
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


def shared(
    told: Sequence[Statement], viewers: Iterable[Viewer], frames: Frames, asked: Question, names: Sequence[str]
) -> Question:
    """Return a question that supposes that all who stand at points and look at points of the story see one plane.

    Nothing is added where only one of them is spoken of.
    """
    lines = {**_lines(viewers), **_lines(_told_of(told, names))}
    lines = {one: line for one, line in lines.items() if all(_WIDE.isdisjoint(kinds.kinds(head_of(names[at]))) for at in line)}
    every = (atom for one in told for atom in leaves(one.formula))
    views = [atom for atom in every if atom.relation.name == VIEW]
    seen = [atom for atom in views if atom.args[1] == atom.args[2] in lines]
    claimed = (atom for said in asked.formulas if said is not None for atom in leaves(said))
    in_question = {*asked.args, *(thing for atom in claimed for thing in atom.args)}
    viewed = list(dict.fromkeys((*(atom.args[2] for atom in seen), *(one for one in lines if one in in_question))))
    if len({lines[one] for one in viewed}) < 2:
        return asked
    things = {atom.args[0] for atom in seen} | {at for one in viewed for at in lines[one]} | in_question
    deep = any(atom.relation.parameters[0] in ("behind", "in front") for atom in seen)
    compass = any(one.property("compass") for one in told)
    laws: list[Formula[Atom]] = []
    for one in viewed:
        for thing in sorted(things - lines.keys()):
            for side in CLOCK if deep else _SIDES:
                meant = frames.meant(sides_of_viewer(side), one, one)
                seen_so = Atom(Relation.of(meant.relation), (one, thing) if meant.swapped else (thing, one))
                of_line = Atom(Relation(TURN, _OF_LINE[side], *(() if compass else (_APART,))), (thing, *lines[one]))
                laws += [If(seen_so, of_line), If(of_line, seen_so)]
    own = () if asked.hypothesis is None else (asked.hypothesis,)
    return replace(asked, hypothesis=And((*laws, *own)))


def _lines(viewers: Iterable[Viewer]) -> dict[int, tuple[int, int]]:
    """Return the points that viewers stand at and look at, of those who are known to do both."""
    found: dict[int, tuple[int, int]] = {}
    for viewer in viewers:
        slots = {name: {one for slot, one in viewer.slots if slot == name} for name, _ in viewer.slots}
        if slots.keys() == {"at", "face"} and all(len(some) == 1 for some in slots.values()):
            (at,), (face,) = slots["at"], slots["face"]
            found[viewer.entity] = at, face
    return found


def _told_of(told: Sequence[Statement], names: Sequence[str]) -> Iterator[Viewer]:
    """Yield whoever is told to be at something and to face something."""
    slots: dict[int, list[tuple[str, int]]] = {}
    for one in told:
        slot = "face" if one.relation in facing() else "at" if one.relation == "named:at" else ""
        if slot and one.compound is None and not one.property("negated") and names[one.args[1]] not in BEARINGS:
            slots.setdefault(one.args[0], []).append((slot, one.args[1]))
    return (Viewer(thing, "", tuple(own)) for thing, own in slots.items())


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
