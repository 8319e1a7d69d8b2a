"""Random arrangements with all their worlds, for `worlds_compared.py`: a few things in every weak order on every axis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from qsr.logic import And, Atom, Count, Formula, Not, Or, Relation
from qsr.story import Question, Statement, Story, Witness
from qsr.theories.arrangement.theory import Arrangement
from worlds_drawn import Draw, Item, atoms_of, formula, is_true

NAMES = ("jay", "quail", "finch", "owl", "wren", "rook")
#: Direction -> its axis, and whether the head has the smaller number there.
SIDES = {
    "left": ("x", True), "right": ("x", False), "below": ("y", True), "above": ("y", False), "behind": ("z", True),
    "in front": ("z", False),
}  # fmt: skip
HIGH = "altitude"
#: Worlds of one item.
MOST = 6000

#: A world: axis -> thing -> its place.
Orders = dict[str, dict[int, int]]


@cache
def weak(things: int) -> tuple[tuple[int, ...], ...]:
    """Return the weak orders of so many things as their places, without gaps."""
    return tuple(at for at in product(range(things), repeat=things) if set(at) == set(range(max(at, default=-1) + 1)))


def parts(atom: Atom) -> list[tuple[str, str, int, int]]:
    """Return what an atom says, as kind, axis, head and tail: all of it holds where it does."""
    name, args = atom.relation.name, atom.args
    match atom.relation.parameters:
        case (str(axis),) if name in ("before", "next before", "same"):
            return [(name, axis, *args)]
        case (str(axis),) if name == "after":
            return [("before", axis, *args[::-1])]
        case (str(word),) if name == "named":
            return [("before", f"{word} ({args[0]}, {args[1]})", *args)]
        case (str(word), "mutual"):
            one, other = sorted(args)
            return [("before", f"{word} ({one}, {other})", one, other)]
    if len(args) == 3:
        axis = {"nearer": "distance from", "sooner": "way along"}[name]
        return [("before", f"{axis} ({args[2]})", *args[:2])]
    told = []
    for one in str(atom.relation).split("+"):
        axis, first = SIDES[one]
        told.append(("before", axis, *(args if first else args[::-1])))
    return told


def true(formula: Formula[Atom], world: Orders) -> bool:
    """Tell whether a formula holds in a world."""
    return is_true(formula, lambda atom: all(_holds(*part, world) for part in parts(atom)))


def _holds(kind: str, axis: str, head: int, tail: int, world: Orders) -> bool:
    at = world[axis]
    if kind == "same":
        return at[head] == at[tail]
    between = (place for place in at.values() if at[head] < place < at[tail])
    return at[head] < at[tail] and (kind == "before" or not list(between))


def things_on(said: Iterable[Formula[Atom]]) -> dict[str, set[int]]:
    """Return the things that formulas put on each axis; what is on the upward one may be higher than others, too."""
    on: dict[str, set[int]] = {}
    for one in said:
        for atom in atoms_of(one):
            for _, axis, *pair in parts(atom):
                on.setdefault(axis, set()).update(pair)
    if HIGH in on:
        on[HIGH] |= on.get("y", set())
    return on


def all_worlds(said: Iterable[Formula[Atom]]) -> Iterator[Orders]:
    """Yield the worlds of the things that formulas speak of; what is above something is higher where one speaks of that."""
    axes = [(axis, sorted(things)) for axis, things in things_on(said).items()]
    for places in product(*(weak(len(things)) for _, things in axes)):
        world = {axis: dict(zip(things, at, strict=True)) for (axis, things), at in zip(axes, places, strict=True)}
        up, high = world.get("y", {}), world.get(HIGH, {})
        if not high or all(up[a] >= up[b] or high[a] < high[b] for a, b in permutations(up, 2)):
            yield world


def size(said: Iterable[Formula[Atom]]) -> int:
    """Return how many worlds there are at most."""
    found = 1
    for things in things_on(said).values():
        found *= len(weak(len(things))) if len(things) < 7 else MOST
    return found


def key(world: Orders) -> tuple[Any, ...]:
    """Return a world as it can be compared: places are ranks."""
    return tuple(sorted((axis, tuple(sorted(at.items()))) for axis, at in world.items()))


# ---------------------------------------------------------------- drawing


def _draws(pick: Random, things: int) -> Draw:
    """Return what draws an atom, over a few relations."""
    axes = pick.sample(("age", "rank", "x", "y", "z", "price, not "), pick.randint(1, 2))
    kinds: list[Callable[[], Relation]] = [
        lambda: Relation(pick.choice(("before", "next before", "same", "after")), pick.choice(axes)) for _ in range(3)
    ]
    if pick.random() < 0.4:
        own = [side for side, (axis, _) in SIDES.items() if axis in axes or pick.random() < 0.2]
        kinds += [lambda: Relation.of(pick.choice(own))] if own else []
    if pick.random() < 0.1:
        kinds.append(lambda: Relation.of(pick.choice(("above+left", "below+right"))))
    if pick.random() < 0.2:
        kinds.append(lambda: Relation("named", "along", *pick.choice(((), ("mutual",)))))
    if pick.random() < 0.2:
        kinds.append(lambda: Relation.of(pick.choice(("nearer", "sooner"))))
    if pick.random() < 0.15:
        kinds += [lambda: Relation("before", HIGH), lambda: Relation.of(pick.choice(("above", "below")))]

    def atom() -> Atom:
        relation = pick.choice(kinds)()
        if relation in ("nearer", "sooner"):
            return Atom(relation, (*pick.sample(range(things), 2), 0))
        pair = pick.sample(range(things), 2) if pick.random() < 0.97 else [pick.randrange(things)] * 2
        return Atom(relation, tuple(pair))

    return atom


def _same(one: int, other: int) -> Atom:
    return Atom(Relation("same", "x"), (one, other))


def _attributes(pick: Random) -> tuple[list[Formula[Atom]], Draw]:
    """Return that there are so many places with one thing of each kind, and what draws an atom about them."""
    places = pick.choice((2, 2, 3))
    kinds = [list(range(first, first + places)) for first in range(0, (4 if places == 2 else 6), places)]
    said: list[Formula[Atom]] = [And(tuple(Not(_same(*pair)) for kind in kinds for pair in combinations(kind, 2)))]
    for one in [one for kind in kinds[1:] for one in kind]:
        if pick.random() < 0.8:
            said.append(Or(tuple(_same(one, other) for other in kinds[0])))
    every = [one for kind in kinds for one in kind]

    def atom() -> Atom:
        one, other = pick.sample(every, 2)
        return pick.choice(
            (_same(one, other), Atom(Relation("next before", "x"), (one, other)), Atom(Relation("left"), (one, other)))
        )

    return said, atom


def _question(pick: Random, story: Story, atom: Draw, things: int) -> Question:
    form = pick.choice(("yes_no", "yes_no", "relation", "options", "which", "how_many"))
    supposed = formula(pick, atom, 1) if pick.random() < 0.3 else None
    mood = pick.choice(("must", "could", "necessary"))
    if form == "yes_no" and pick.random() < 0.3:
        one = next(found for found in iter(atom, None) if len(found.args) == 2)
        marks = (("negated", True),) if pick.random() < 0.3 else ()
        return Question(0, form, one.args, (str(one.relation),), properties=marks, mood=mood)
    if form == "yes_no":
        return Question(0, form, (), formulas=(formula(pick, atom, 2),), hypothesis=supposed, mood=mood)
    if form == "relation":
        args = tuple(pick.sample(range(things), 2))
        own = {str(one.relation) for one in (atom() for _ in range(9)) if len(one.args) == 2}
        names = tuple(sorted(own)) if pick.random() < 0.5 or not story.statements else ()
        return Question(0, form, args, names, hypothesis=supposed)
    if form == "options":
        given: list[Formula[Atom] | None] = [formula(pick, atom, 1) for _ in range(pick.randint(2, 4))]
        if pick.random() < 0.3:
            given.append(None)
        names = tuple("ABCDE"[: len(given)])
        return Question(
            0, form, (), names, formulas=tuple(given), hypothesis=supposed, mood=pick.choice(("must", "could", "cannot"))
        )
    parts_ = tuple(formula(pick, atom, 1) for _ in range(things))
    names = NAMES[:things] if form == "which" else ()
    mood = pick.choice(("must", "could")) if form == "which" else "must"
    return Question(0, form, (), names, formulas=parts_, hypothesis=supposed, mood=mood)


def claims_of(story: Story, question: Question) -> dict[str, Formula[Atom]]:
    if question.form == "how_many":
        given = tuple(one for one in question.formulas if one is not None)
        return {str(many): Count(given, many, many) for many in range(len(given) + 1)}
    if question.form == "yes_no":
        said = question.formulas[0] if question.formulas else Atom(Relation.of(question.candidates[0]), question.args)
        return {"yes": Not(said) if dict(question.properties).get("negated") else said}  # type: ignore[dict-item]
    if question.form == "relation":
        names = question.candidates or Arrangement({}).labels(story, question)
        return {name: Atom(Relation.of(name), question.args) for name in names}
    return {name: one for name, one in zip(question.candidates, question.formulas, strict=True) if one is not None}


def drawn(pick: Random) -> Item:
    """Return a random arrangement and a question, with few enough worlds to try them all."""
    while True:
        things, said = pick.randint(2, 4), list[Formula[Atom]]()
        if pick.random() < 0.2:
            said, atom = _attributes(pick)
            things = 1 + max(one for other in said for atom_ in atoms_of(other) for one in atom_.args)
        else:
            atom = _draws(pick, things)
        said += [formula(pick, atom, 2) for _ in range(pick.randint(0, 4))]
        text = "".join(f"Sentence {number}. " for number in range(len(said)))
        spans = [(text.index(f"Sentence {number}."), text.index(f"Sentence {number}.") + 11) for number in range(len(said))]
        statements = tuple(Statement.says(number, one, spans[number]) for number, one in enumerate(said))
        story = Story(NAMES[:things], statements, text=text)
        question = _question(pick, story, atom, things)
        claims = claims_of(story, question)
        whole = [*said, *claims.values(), *([question.hypothesis] if question.hypothesis else [])]
        if claims and size(whole) <= MOST:
            return _item(story, question, claims, said, whole)


def _item(
    story: Story, question: Question, claims: dict[str, Formula[Atom]], said: list[Formula[Atom]], whole: list[Formula[Atom]]
) -> Item:
    worlds = list(all_worlds(whole))
    number = {key(world): index for index, world in enumerate(worlds)}

    def mask(one: Formula[Atom]) -> int:
        found = 0
        for index, world in enumerate(worlds):
            found |= true(one, world) << index
        return found

    masks, supposed = [mask(one) for one in said], -1 if question.hypothesis is None else mask(question.hypothesis)

    def kept(ids: Sequence[int]) -> list[int]:
        left = (1 << len(worlds)) - 1 & supposed
        for one in ids:
            left &= masks[one]
        return [index for index in range(len(worlds)) if left >> index & 1]

    def holds(one: Formula[Atom]) -> Callable[[int], bool]:
        own = mask(one)
        return lambda index: bool(own >> index & 1)

    def shown(witness: Witness) -> tuple[Any, ...]:
        return key({axis: {thing: at - 1 for thing, at in on.items()} for axis, on in witness.axes().items()})  # type: ignore[attr-defined]

    def is_world(witness: Witness, ids: Sequence[int], truth: Callable[[Any], bool]) -> bool:
        index = number.get(shown(witness))
        return index is not None and index in kept(ids) and truth(index)

    every = {key(world) for world in all_worlds(said) if all(true(one, world) for one in said)} if size(said) <= 600 else None
    return Item("arrangement", story, question, {name: holds(one) for name, one in claims.items()}, kept, every, shown, is_world)
