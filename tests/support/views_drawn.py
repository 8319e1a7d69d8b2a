"""Random stories of points in a plane and of where a third one is for who stands at one and looks at another.

Told is what is so of points that were drawn, or its mirror image now and then, so that stories are consistent and not. What a
sample of other points shows to be possible is found by trying them; nothing of the program is used for that.

    python tests/support/views_drawn.py [--count N] [--seed S] [--samples N]

Prints what was compared as JSON, and a line for each disagreement; the exit code is 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

from qsr import theories
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.logic import Atom, Formula, Not, Or, Relation, evaluated
from qsr.story import Question, Statement, Story
from qsr.theories.arrangement.checker import ArrangementChecker
from qsr.theories.protocol import Limits

NAMES = ("well", "oak", "barn", "mill", "pond", "gate")
SIDES = ("left", "right", "ahead", "back")
Points = list[tuple[int, int]]


def is_so(atom: Atom, points: Points) -> bool:
    """Tell whether an atom is true of points, by whole numbers."""
    (hx, hy), *others = (points[one] for one in atom.args)
    if len(others) == 1:
        ((x, y),) = others
        return {"left": hx < x, "right": hx > x, "above": hy > y, "below": hy < y}[str(atom.relation)]
    (sx, sy), (ex, ey) = others
    left = (ex - sx) * (hy - sy) - (hx - sx) * (ey - sy)
    ahead = (ex - sx) * (hx - sx) + (ey - sy) * (hy - sy)
    return {"left": left > 0, "right": left < 0, "ahead": ahead > 0, "back": ahead < 0}[str(atom.relation.parameters[0])]


def _atom(pick: Random, size: int, sides: tuple[str, ...], *, compass: bool) -> Atom:
    if compass and pick.random() < 0.3:
        return Atom(Relation(pick.choice(("left", "right", "above", "below"))), tuple(pick.sample(range(size), 2)))
    return Atom(Relation("turn", pick.choice(sides)), tuple(pick.sample(range(size), 3)))


def drawn(pick: Random, largest: int = 6) -> Story:
    """Return a story of four points or more with a yes/no question."""
    size = pick.randint(4, largest)
    points = [(pick.randint(-6, 6), pick.randint(-6, 6)) for _ in range(size)]
    sides = pick.choice((SIDES[:2], SIDES[:2], SIDES))
    compass, lies = pick.random() < 0.4, pick.random() < 0.3
    said: list[Formula[Atom]] = []
    for _ in range(pick.randint(3, 9)):
        atom = _atom(pick, size, sides, compass=compass)
        one: Formula[Atom] = atom
        so = is_so(atom, points) != (lies and pick.random() < 0.3)
        if pick.random() < 0.15:
            other = _atom(pick, size, sides, compass=compass)
            one, so = Or((atom, other)), is_so(atom, points) or is_so(other, points)
        said.append(one if so else Not(one))
    asked = _atom(pick, size, sides, compass=compass)
    statements = tuple(Statement.says(number, one, (10 * number, 10 * number + 9)) for number, one in enumerate(said))
    text = "".join(f"Step {number:4}. " for number in range(len(said)))
    return Story(NAMES[:size], statements, (Question(0, "yes_no", (), formulas=(asked,)),), text=text)


def sampled(story: Story, pick: Random, samples: int) -> set[str]:
    """Return which of yes and no some points show that keep every statement."""
    found = set()
    (asked,) = story.questions[0].formulas
    for _ in range(samples):
        wide = pick.choice((2, 5, 30))
        points = [(pick.randint(-wide, wide), pick.randint(-wide, wide)) for _ in story.entities]
        true = partial(is_so, points=points)
        if all(evaluated(one.formula, true) for one in story.statements):
            found.add("yes" if is_so(asked, points) else "no")  # type: ignore[arg-type]
    return found


def differences(story: Story, pick: Random, samples: int, seen: Counter[str]) -> Iterator[str]:
    """Yield what is wrong with the answers of both backends, and count what was compared."""
    theory, (question,) = theories.get("arrangement"), story.questions
    limits = Limits(seconds=20)
    answers = {name: theory.open(name, limits).answer(story, question) for name in theory.backends}
    one, other = ((found.status, found.possible) for found in answers.values())
    if "unknown" in (one[0], other[0]):
        seen["undecided"] += 1
        return
    if one != other:
        yield f"clingo says {one}, z3 {other}"
    seen[one[0]] += 1
    if missing := sampled(story, pick, samples) - one[1]:
        yield f"points show {sorted(missing)}, which is called impossible"
    session = theory.open(None, limits)
    for label in sorted(one[1]):
        try:
            witness = session.witness(story, question, label)
        except LimitReached:
            seen["witnesses cut short"] += 1
            continue
        except UnsupportedQuestion:
            seen["possible, and no fractions found"] += 1
            continue
        seen["witnesses"] += 1
        if witness is None or theory.violated(story, witness):
            yield f"the witness of {label} is none: {witness}"
            continue
        at = witness.axes()  # type: ignore[attr-defined]
        points = [(at["x"].get(thing, 0), at["y"].get(thing, 0)) for thing in range(len(story.entities))]
        (asked,) = question.formulas
        if is_so(asked, points) != (label == "yes"):  # type: ignore[arg-type]
            yield f"the witness of {label} shows the opposite"
    for label in {"yes", "no"} - one[1]:
        seen["refutations"] += 1
        try:
            core = session.core(story, question, label)
        except LimitReached:
            seen["refutations whose core was cut short"] += 1
            continue
        if core is None:
            yield f"{label} is excluded without a core"
            continue
        checker = ArrangementChecker(story, question, {}, ["clingo"], 20)
        seen[f"refutations {_by_signs(checker, core.statements, label)}"] += 1


def _by_signs(checker: ArrangementChecker, statements: tuple[int, ...], label: str) -> str:
    from qsr.theories.checking import Unchecked

    try:
        checker.prepare()
        return "contradicted" if checker.admits(statements, label) else "confirmed by signs"
    except Unchecked:
        return "by one solver only"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=400)
    chosen = parser.parse_args()
    began, faults, seen = time.perf_counter(), 0, Counter[str]()
    for number in range(chosen.count):
        pick = Random(f"views {chosen.seed} {number}")
        for fault in differences(drawn(pick), pick, chosen.samples, seen):
            faults += 1
            print(f"{number} of seed {chosen.seed}: {fault}", flush=True)
    print(json.dumps({"seconds": round(time.perf_counter() - began, 1), "disagreements": faults, **dict(sorted(seen.items()))}))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
