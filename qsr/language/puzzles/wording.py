"""What a sentence of a puzzle was understood to say, in words that are the same for all puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from qsr.language.puzzles.world import World
from qsr.logic import And, Atom, Count, Formula, If, Not, Or

__all__ = ["announcement", "sentence"]


def announcement(world: World, formula: Formula[Atom]) -> str:
    """Return who is put where: the things, the places of each axis, and what is said of numbers there.

    >>> from qsr.language.puzzles.world import Axis
    >>> world = World(("Ada", "Ben", "red", "blue"), (0, 1), (Axis("team", (2, 3)),))
    >>> announcement(world, And((world.laws(), world.many(2, 1, None))))
    'Things: Ada, Ben. Each has one team: red, blue. At least 1 of Ada, Ben: team red.'
    """
    said = [f"Things: {', '.join(world.entities[one] for one in world.things)}."]
    for axis in world.axes:
        names = ", ".join(world.entities[slot] for slot in axis.slots)
        if axis.name == "choice":
            said.append("Each is chosen or left out.")
            continue
        out = "" if axis.out is None else " or is left out"
        said.append(f"Each has one {axis.name}{out}: {names}{', in this order' if axis.ordered else ''}.")
        if axis.single:
            said.append(f"{'Each' if axis.full else 'No'} {axis.name} has {'exactly' if axis.full else 'more than'} one of them.")
    laws = world.laws()
    known = laws.parts if isinstance(laws, And) else ()
    parts = formula.parts if isinstance(formula, And) else ()
    return " ".join([*said, *(sentence(world, one) for one in parts if one not in known and one != laws)])


def sentence(world: World, formula: Formula[Atom]) -> str:
    """Return what a condition says.

    >>> from qsr.language.puzzles.world import Axis
    >>> world = World(("Ada", "Ben", "red", "blue"), (0, 1), (Axis("team", (2, 3)),))
    >>> sentence(world, If(world.at(0, 2), Not(world.at(1, 2))))
    "If Ada's team is red, then Ben's team is not red."
    """
    said = _Words(world).of(formula)
    return f"{said[0].upper()}{said[1:]}."


class _Words:
    def __init__(self, world: World) -> None:
        self._world, self._names = world, world.entities

    def of(self, formula: Formula[Atom]) -> str:
        """Return the clause of a formula."""
        if isinstance(formula, Atom):
            return self._atom(formula, denied=False)
        if isinstance(formula, Not):
            if isinstance(formula.part, Atom):
                return self._atom(formula.part, denied=True)
            return f"it is not so that {self._inner(formula.part)}"
        if isinstance(formula, If):
            return f"if {self._inner(formula.condition)}, then {self._inner(formula.consequence)}"
        if formula == And((self._world.laws(),)):
            return "that is so anyway"
        if isinstance(formula, Count):
            return self._count(formula)
        return self._steps(formula) or self._joined(formula)

    def _joined(self, formula: Formula[Atom]) -> str:
        parts = formula.parts if isinstance(formula, And | Or) else ()
        if isinstance(formula, Or):
            return f"{'either ' if len(parts) > 1 else ''}{' or '.join(map(self._inner, parts))}"
        return " and ".join(map(self._inner, parts))

    def _inner(self, formula: Formula[Atom]) -> str:
        said = self.of(formula)
        plain = isinstance(formula, Atom | Count) or (isinstance(formula, Not) and isinstance(formula.part, Atom))
        return said if plain or self._steps(formula) else f"({said})"

    def _atom(self, atom: Atom, *, denied: bool) -> str:
        one, other = atom.args
        name, world = str(atom.relation.parameters[0]), self._world
        axis = next(axis for axis in world.axes if axis.name == name)
        first, second, is_not = self._names[one], self._names[other], " not" if denied else ""
        if atom.relation.name != "same":
            return f"{first} is{is_not} {'directly ' if 'next' in atom.relation.name else ''}before {second} by {name}"
        if other == axis.out or name == "choice":
            return (
                f"{first} is {'left out' if (other == axis.out) != denied else 'chosen'}"
                if other in axis.everywhere
                else (f"{first} and {second} are{is_not} both chosen or both left out")
            )
        if other in axis.slots:
            return f"{first}'s {name} is{is_not} {second}"
        return f"{first} and {second} have {'different' if denied else 'the same'} {name}{'s' if denied else ''}"

    def _count(self, formula: Count[Atom]) -> str:
        low, high = formula.low, formula.high
        many = (
            f"exactly {low}"
            if low == high
            else f"at least {low}"
            if high is None
            else f"{low} to {high}"
            if low
            else f"at most {high}"
        )
        found = [one for one in formula.parts if isinstance(one, Atom) and one.relation.name == "same"]
        ends = {one.args[1] for one in found}
        if len(found) == len(formula.parts) and len(ends) == 1 and not ends & set(self._world.things):
            (slot,) = ends
            who = ", ".join(self._names[one.args[0]] for one in found)
            axis = self._world.axis(slot)
            place = self._names[slot] if axis.name == "choice" or slot == axis.out else f"{axis.name} {self._names[slot]}"
            return f"{many} of {who}: {place}"
        return f"{many} of these: {'; '.join(map(self._inner, formula.parts))}"

    def _steps(self, formula: Formula[Atom]) -> str:
        """Return how many places one thing comes before another, where a formula is nothing but the places they may have."""
        pairs = [self._pair(part) for part in formula.parts] if isinstance(formula, Or) else []
        if not pairs or None in pairs or len({pair[:2] for pair in pairs if pair}) > 1:
            return ""
        one, other, *_ = pairs[0] or (0, 0)
        axis = self._world.ordered()
        found = {pair[2:] for pair in pairs if pair}
        many = range(len(axis.slots))
        steps = sorted({second - first for first, second in found})
        if found != {pair for pair in product(many, many) if pair[1] - pair[0] in steps} or steps[0] < 1:
            return ""
        if steps != [*range(steps[0], steps[-1] + 1)] or (len(steps) > 1 and steps[-1] != many[-1]):
            return ""
        told = f"exactly {steps[0]}" if len(steps) == 1 and steps[0] != many[-1] else f"{steps[0]} or more"
        return f"{self._names[one]} is {told} before {self._names[other]} by {axis.name}"

    def _pair(self, part: Formula[Atom]) -> tuple[int, int, int, int] | None:
        atoms: Sequence[Formula[Atom]] = part.parts if isinstance(part, And) else ()
        axes = [axis for axis in self._world.axes if axis.ordered]
        if len(atoms) != 2 or not axes:
            return None
        slots = axes[0].slots
        found = [one.args for one in atoms if isinstance(one, Atom) and one.relation.name == "same" and one.args[1] in slots]
        if len(found) < 2:
            return None
        return found[0][0], found[1][0], slots.index(found[0][1]), slots.index(found[1][1])
