"""Random walks in English: over a plane, with and without a known heading, a board and a map, round a ring, along passages.

Where a walk may end is found by plain arithmetic, by trying every heading and every length (in halves) that the text leaves open;
nothing of the program is used for that. Each question is answered by every backend of the theory that the text chooses.

    python tests/support/walks_drawn.py [--count N] [--seed S]

Prints what was compared as JSON, and a line for each disagreement; the exit code is 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

from qsr import theories
from qsr.errors import ParseError
from qsr.stories import ask, parse_story
from qsr.theories.protocol import Limits

POINTS = ("north", "east", "south", "west")
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
TURNS = {
    "turns right": 1,
    "turns left": 3,
    "turns round": 2,
    "makes a quarter turn to the right": 1,
    "turns 90 degrees to the left": 3,
}
PLACES = ("gate", "well", "oak", "mill", "barn", "pond")
HUTS = ("Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Hazel")
ROOMS = ("hall", "kitchen", "study", "attic", "cellar", "pantry", "library")
#: What no other leg of a walk outweighs, in halves.
FAR = 120

#: All places where a walker may be, each with the quarter that he faces.
Ends = set[tuple[Fraction, Fraction, int]]


class Walk(NamedTuple):
    """A text, and questions with the answers that are so at some of its ends."""

    kind: str
    text: str
    asked: list[tuple[str, set[str]]]


def _told(number: int, unit: str) -> str:
    return f"{NUMBERS[number]} {unit}{'s' * (number > 1)}"


def length(pick: Random, unit: str, *, exact: bool) -> tuple[str, list[Fraction]]:
    """Return how far somebody goes, in words, and all that this may be."""
    one = pick.randint(1, 5)
    two = one + pick.randint(1, 3)
    # Several legs of the least length that is tried are shorter than any that has a number.
    half, tiny = Fraction(1, 2), Fraction(1, 8)
    kind = 0 if exact else pick.choice((0, 0, 0, 1, 2, 3, 4, 5))
    if kind == 0:
        return _told(one, unit), [Fraction(one)]
    if kind == 1:
        return f"{NUMBERS[one]} or {_told(two, unit)}", [Fraction(one), Fraction(two)]
    if kind == 2:
        return f"between {NUMBERS[one]} and {_told(two, unit)}", [one + half * step for step in range(2 * (two - one) + 1)]
    if kind == 3:
        return f"at least {_told(one, unit)}", [one + half * step for step in range(FAR)]
    if kind == 4:
        return f"at most {_told(one, unit)}", [tiny, *(half * step for step in range(1, 2 * one + 1))]
    return f"some {unit}s", [tiny, *(half * step for step in range(1, FAR))]


def _yes_no(found: Iterator[bool]) -> set[str]:
    return {"yes" if one else "no" for one in found}


def plane(pick: Random) -> Walk:
    """Return a walk over a plane from a gate, whose first heading is told or not."""
    headed = pick.random() < 0.7
    first = pick.randrange(4)
    told = [f"Eva stands at the gate. She faces {POINTS[first]}." if headed else "Eva stands at the gate."]
    # For each first heading: the numbers that each coordinate from each place may be, and where she looks.
    worlds = [(turn, {"gate": ({Fraction(0)}, {Fraction(0)})}) for turn in ([first] if headed else range(4))]
    left = list(PLACES[1:])
    open_ = 0
    for _ in range(pick.randint(1, 5)):
        if pick.random() < 0.4:
            turn = pick.choice(list(TURNS))
            told.append(f"She {turn}.")
            worlds = [((facing + TURNS[turn]) % 4, at) for facing, at in worlds]
            continue
        words, lengths = length(pick, "mile", exact=open_ > 1)
        open_ += len(lengths) > FAR // 4
        arrives = left.pop(0) if left and pick.random() < 0.3 else ""
        told.append(f"She walks {words} forward{f' to the {arrives}' if arrives else ''}.")
        moved = []
        for facing, at in worlds:
            across, up = WAYS[facing]
            now = {
                place: ({x + across * far for x in xs for far in (lengths if across else [0])},
                        {y + up * far for y in ys for far in (lengths if up else [0])})
                for place, (xs, ys) in at.items()
            }  # fmt: skip
            moved.append((facing, {**now, **({arrives: ({Fraction(0)}, {Fraction(0)})} if arrives else {})}))
        worlds = moved
    asked = []
    for place in pick.sample(sorted(worlds[0][1]), min(2, len(worlds[0][1]))):
        for point in pick.sample(range(4), 2):
            across, up = WAYS[point]
            spread = (across * x + up * y > 0 for _, at in worlds for x, y in _ends(at[place], across))
            asked.append((f"Is Eva {POINTS[point]} of the {place}?", _yes_no(spread)))
        asked.append((f"Is Eva at the {place}?", _yes_no(x == y == 0 for _, at in worlds for x, y in product(*at[place]))))
    if headed:
        asked.append(("Which way does Eva face?", {POINTS[worlds[0][0]]}))
    return Walk("plane", " ".join(told), asked)


def _ends(at: tuple[set[Fraction], set[Fraction]], across: int) -> Iterator[tuple[Fraction, Fraction]]:
    xs, ys = at
    return ((x, Fraction(0)) for x in xs) if across else ((Fraction(0), y) for y in ys)


def board(pick: Random) -> Walk:
    """Return a walk over a board, up and down it and to its sides."""
    ways = {"up": (0, 1), "to the right": (1, 0), "down": (0, -1), "to the left": (-1, 0)}
    told, x, y = ["A robot starts at the flag."], 0, 0
    for number in range(pick.randint(1, 4)):
        # Who moves left before anything else may do so as he looks.
        way, far = pick.choice(list(ways) if number else ["up", "down"]), pick.randint(1, 4)
        told.append(f"It moves {_told(far, 'tile')} {way}.")
        x, y = x + far * ways[way][0], y + far * ways[way][1]
    said = {"above": y > 0, "below": y < 0, "left of": x < 0, "right of": x > 0, "at": x == y == 0}
    return Walk("grid", " ".join(told), [(f"Is the robot {one} the flag?", _yes_no(iter([so]))) for one, so in said.items()])


def mapped(pick: Random) -> Walk:
    """Return a map that the text tells, and a walk from one of its places."""
    at, told = {"gate": (0, 0)}, []
    for place in PLACES[1 : pick.randint(3, 6)]:
        near, way, far = pick.choice(list(at)), pick.randrange(4), pick.randint(1, 3)
        where = (at[near][0] + far * WAYS[way][0], at[near][1] + far * WAYS[way][1])
        if where not in at.values():
            told.append(f"The {place} is {_told(far, 'mile')} due {POINTS[way]} of the {near}.")
            at[place] = where
    begin = pick.choice(list(at))
    x, y = at[begin]
    told.append(f"Eva starts at the {begin}.")
    for _ in range(pick.randint(1, 3)):
        way, far = pick.randrange(4), pick.randint(1, 3)
        told.append(f"She walks {_told(far, 'mile')} {POINTS[way]}.")
        x, y = x + far * WAYS[way][0], y + far * WAYS[way][1]
    asked = [(f"Is Eva at the {place}?", _yes_no(iter([(x, y) == there]))) for place, there in at.items()]
    place = pick.choice(list(at))
    asked += [(f"Is Eva north of the {place}?", _yes_no(iter([y > at[place][1]]))),
              (f"Is the {place} east of Eva?", _yes_no(iter([x < at[place][0]])))]  # fmt: skip
    return Walk("map", " ".join(told), asked)


def ring(pick: Random) -> Walk:
    """Return a walk round a ring of huts."""
    huts = list(HUTS[: pick.randint(4, 7)])
    pick.shuffle(huts)
    here = {pick.randrange(len(huts))}
    told = [f"The huts {', '.join(huts[:-1])} and {huts[-1]} stand in a ring, clockwise in this order.",
            f"Tom starts at {huts[min(here)]}."]  # fmt: skip
    for _ in range(pick.randint(1, 3)):
        many, turns = pick.randint(1, 4), pick.choice((1, -1))
        other = many + pick.randint(1, 2) if pick.random() < 0.3 else many
        words = _told(many, "hut") if many == other else f"{NUMBERS[many]} or {_told(other, 'hut')}"
        told.append(f"He goes {words} {'clockwise' if turns > 0 else 'anticlockwise'}.")
        here = {(one + turns * by) % len(huts) for one in here for by in {many, other}}
    asked = [(f"Is Tom at {hut}?", _yes_no(place == one for one in here)) for place, hut in enumerate(huts)]
    return Walk("ring", " ".join(told), asked)


def tree(pick: Random) -> Walk:
    """Return a walk through rooms with a door to the left and one to the right."""
    rooms = list(ROOMS)
    doors = {place: (2 * place + 1, 2 * place + 2) for place in range(3)}
    told = [f"From the {rooms[place]}, the left door leads to the {rooms[left]} and the right door leads to the {rooms[right]}."
            for place, (left, right) in doors.items()]  # fmt: skip
    here, path = 0, [0]
    told.append("Eva starts in the hall.")
    for _ in range(pick.randint(1, 4)):
        if here not in doors or (len(path) > 1 and pick.random() < 0.2):
            break
        side = pick.randrange(2)
        here = doors[here][side]
        path.append(here)
        told.append(f"She {pick.choice(('takes', 'goes through'))} the {('left', 'right')[side]} door.")
    asked = [(f"Is Eva in the {room}?", _yes_no(iter([place == here]))) for place, room in enumerate(rooms)]
    return Walk("tree", " ".join(told), asked)


KINDS: Sequence[Callable[[Random], Walk]] = (plane, plane, board, mapped, ring, tree)


def drawn(pick: Random, number: int) -> Walk:
    """Return a walk of the kind of a number."""
    return KINDS[number % len(KINDS)](pick)


def differences(walk: Walk, seen: Counter[str], most: int = 4) -> Iterator[str]:
    """Yield what is wrong with the answers of every backend, to `most` of the questions at most, and count what was compared."""
    seen[f"walks: {walk.kind}"] += 1
    try:
        told = parse_story(walk.text)
    except ParseError as error:
        yield f"{walk.text} is not read: {error.message}"
        return
    for question, truth in walk.asked[:most]:
        story = ask(told, question)
        theory = theories.get("auto")
        for backend in theories.get(theory.chosen(story)).backends or (None,):
            found = theory.open(backend, Limits(seconds=20)).answer(story, story.questions[0])
            seen["answers"] += 1
            possible = set(found.possible)
            if found.status not in ("determined", "ambiguous") or truth - possible:
                yield f"{walk.text} {question} {backend}: {found.status} {sorted(possible)}; true of some end: {sorted(truth)}"
            elif possible != truth:
                # Sound, and yet more is left open than there is.
                seen["left open though decided"] += 1
                yield f"{walk.text} {question} {backend}: left open, and it is {sorted(truth)}"
            else:
                seen["open answers" if len(truth) > 1 else "decided answers"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began, faults, seen = time.perf_counter(), 0, Counter[str]()
    for number in range(chosen.count):
        pick = Random(f"walks {chosen.seed} {number}")
        for fault in differences(drawn(pick, number), seen):
            faults += 1
            print(f"{number} of seed {chosen.seed}: {fault}", flush=True)
    print(json.dumps({"seconds": round(time.perf_counter() - began, 1), "disagreements": faults, **dict(sorted(seen.items()))}))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
