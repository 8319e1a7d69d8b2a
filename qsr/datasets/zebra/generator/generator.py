"""Puzzles of the zebra kind: houses in a row, at each of them one person, one animal, one drink ..., and who is where.

The English is what the general reader reads: what is neither left nor right of a house is at it. Every puzzle is drawn with a
solution, made minimal in its clues by a plain encoding (numbers of houses), read back from its text, and solved by the theory.

References
----------
.. [1] "Who owns the zebra?", Life International 33, 17 December 1962: the puzzle that gives them their name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from qsr import stories, theories
from qsr.generate import frame
from qsr.generate.frame import Frame, canary, first_fitting, option, tabled
from qsr.generate.protocol import GenerationError, ImpossibleRequest, Line, Report, Request
from qsr.generate.ranges import Range, read_range
from qsr.solvers.clingo import AnswerSets, Fact

__all__ = ["PLAIN", "Puzzle", "Said", "Wanted", "Zebra", "drawn", "question_of", "text_of"]

_LEAST, _MOST = 4, 7
#: Draws for one puzzle after which no further one is hoped for.
_DRAWS: Final = 30
_CANARY: Final = canary("7f3a2d14-9c0b-4b1e-8a67-52d1c6f0e9b3")
_COLOURS: Final = ("red", "blue", "white", "green", "black", "grey", "brown")
#: Kind -> its things, as a sentence names them.
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "person": ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus"),
    "animal": ("the fox", "the cat", "the horse", "the owl", "the goat", "the snail", "the dog"),
    "drink": ("the tea", "the milk", "the juice", "the cocoa", "the coffee", "the cider", "the lemonade"),
    "instrument": ("the drum", "the flute", "the harp", "the piano", "the violin", "the guitar", "the trumpet"),
    "fruit": ("the apple", "the pear", "the plum", "the lemon", "the fig", "the cherry", "the peach"),
    "tool": ("the rope", "the ladder", "the hammer", "the axe", "the bucket", "the shovel", "the lamp"),
}
_HOUSE: Final = "house"
#: Solutions that are looked at.
_SOLUTIONS: Final = 5000
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")

#: What a clue says, of things by their numbers: those of one kind stand together, houses first.
Said: TypeAlias = tuple[str, tuple[int, ...]]

PLAIN: Final = """
#defined same/3. #defined next/3. #defined left/3. #defined beside/3. #defined either/5. #defined if/5. #defined number/3.
{ at(X,P) : P = 0..n-1 } = 1 :- thing(X,K).
:- thing(X,K), thing(Y,K), X < Y, at(X,P), at(Y,P).
before(X,Y) :- at(X,P), at(Y,Q), P < Q.
true(I) :- same(I,X,Y), at(X,P), at(Y,P).
true(I) :- left(I,X,Y), before(X,Y).
true(I) :- beside(I,X,Y), at(X,P), at(Y,Q), |P-Q| = 1.
true(I) :- next(I,X,Y), at(X,P), at(Y,P+1).
true(I) :- either(I,X,Y,Z), before(X,Z).
true(I) :- either(I,X,Y,Z), before(Y,Z).
true(I) :- if(I,X,Y,Z,W), before(Z,W).
true(I) :- if(I,X,Y,Z,W), not before(X,Y).
true(I) :- number(I,X,P), at(X,P).
{ on(I) : clue(I) }.
:- on(I), not true(I).
#show at/2.
"""


class Puzzle(NamedTuple):
    """How many places there are, the things of each kind as sentences name them, and the place of each thing."""

    places: int
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    at: tuple[int, ...]

    def kind(self, thing: int) -> int:
        """Return the number of a thing's kind; houses are the first."""
        return thing // self.places


@dataclass(frozen=True)
class Wanted(frame.Wanted):
    """A request that has been checked."""

    places: Range = option("houses, 4 to 7 or a range (default: 4-5)", read_range, (4, 5))
    attributes: Range = option("kinds of things, houses among them, 4 to 7 or a range (default: 4)", read_range, (4, 4))
    solutions: str = option("one, several, or mixed by turns (default: one)", default="one", choices=("one", "several", "mixed"))

    def check(self, request: Request) -> None:
        """Raise ImpossibleRequest for sizes that there are no words for."""
        for name, (least, most) in (("places", self.places), ("attributes", self.attributes)):
            if least < _LEAST or most > _MOST:
                raise ImpossibleRequest(f"{name}: expected {_LEAST} to {_MOST}, or a range within that")


class Zebra(Frame[Wanted]):
    """New puzzles as rows: id, story, question, answer; and what they were drawn from."""

    name = "zebra"
    wanted = Wanted

    def lines(self, asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield puzzles, each with its split."""
        held: list[tuple[str, int]] = []
        for index, split in enumerate(split for split, count in asked.splits for _ in range(count)):

            def draw(attempt: int, index: int = index) -> tuple[Puzzle, list[Said], bool] | str:
                return drawn(asked, index, Random(f"{asked.seed}/{index}/{attempt}"))

            puzzle, clues, is_open = first_fitting(_DRAWS, report, draw, f"{_DRAWS} draws gave no further puzzle")
            held.append((f"{puzzle.places} places, {len(puzzle.kinds)} attributes", len(clues)))
            pick = Random(f"{asked.seed}/{index}/question")
            yield split, _line(f"{split or 'zebra'}-{asked.seed}-{index}", puzzle, clues, is_open, pick)
        report.tables["puzzles"] = tabled(held, lambda counts: {"puzzles": len(counts), "clues": sum(counts) / len(counts)})


# ---------------------------------------------------------------- drawing


def drawn(asked: Wanted, index: int, pick: Random) -> tuple[Puzzle, list[Said], bool] | str:
    """Return a puzzle with clues of which none can be left out, and whether one was, so that several solutions are left."""
    places, many = pick.randint(*asked.places), pick.randint(*asked.attributes)
    kinds = (_HOUSE, *pick.sample(tuple(_KINDS), many - 1))
    names = [f"the {colour} house" for colour in pick.sample(_COLOURS, places)]
    at: list[int] = []
    for kind in kinds:
        names += [] if kind == _HOUSE else pick.sample(_KINDS[kind], places)
        at += pick.sample(range(places), places)
    puzzle = Puzzle(places, tuple(names), kinds, tuple(at))
    clues = _minimal(puzzle, _clues(puzzle, pick))
    is_open = asked.solutions == "several" or (asked.solutions == "mixed" and index % 2 == 1)
    if is_open:
        spare = [clue for clue in clues if clue[0] not in ("next", "beside")]
        if not spare:
            return "no clue can be left out"
        clues.remove(pick.choice(spare))
    return puzzle, clues, is_open


def _clues(puzzle: Puzzle, pick: Random) -> list[Said]:
    """Return clues that are true of a puzzle, those first that are to be left out first; the very first speaks of the row."""
    at, every = puzzle.at, range(len(puzzle.at))
    pairs = [(one, other) for one, other in permutations(every, 2) if puzzle.kind(one) != puzzle.kind(other)]
    houses = [(one, other) for one, other in permutations(range(puzzle.places), 2)]
    ordered = [pair for pair in pairs if at[pair[0]] < at[pair[1]]]
    beside = [pair for pair in houses if at[pair[0]] + 1 == at[pair[1]]]
    found: list[Said] = [("same", pair) for pair in pairs if at[pair[0]] == at[pair[1]] and pair[0] > pair[1]]
    found += [("left", pair) for pair in pick.sample(ordered, min(len(ordered), 2 * len(every)))]
    found += [("next", pair) for pair in beside] + [("beside", pair[:: pick.choice((1, -1))]) for pair in beside]
    found += [("number", (one, at[one])) for one in every if puzzle.kind(one)]
    for _ in range(len(every)):
        (one, other), (two, third) = pick.choice(ordered), pick.choice(pairs)
        if len({one, other, two, third}) == 4:
            found.append(("either", (*pick.sample((one, two), 2), other)))
            if at[two] >= at[third] or at[one] < at[other]:
                found.append(("if", (two, third, one, other)))
    first = ("beside", pick.choice(beside))
    weights = {"same": 1.0, "left": 0.5, "next": 0.4, "beside": 0.3, "number": 0.9, "either": 0.4, "if": 0.4}
    ranked = sorted(dict.fromkeys(found), key=lambda clue: pick.random() * weights[clue[0]])
    return [first, *(clue for clue in ranked if clue != first)]


def _minimal(puzzle: Puzzle, clues: Sequence[Said]) -> list[Said]:
    """Return clues with one solution, none of which but the first can be left out."""
    solver = _solver(puzzle, clues)
    kept = list(range(len(clues)))
    for one in range(1, len(clues)):
        fewer = [other for other in kept if other != one]
        if _is_unique(solver, puzzle, fewer):
            kept = fewer
    solver.close()
    return [clues[one] for one in kept]


def facts(puzzle: Puzzle, clues: Sequence[Said]) -> list[Fact]:
    """Return a puzzle and its clues as facts of the plain encoding."""
    found: list[Fact] = [("thing", (thing, puzzle.kind(thing))) for thing in range(len(puzzle.at))]
    for number, (name, args) in enumerate(clues):
        found += [("clue", (number,)), (name, (number, *args))]
    return found


def _solver(puzzle: Puzzle, clues: Sequence[Said]) -> AnswerSets:
    return AnswerSets(f"#const n={puzzle.places}.\n{PLAIN}", facts(puzzle, clues), options=("--models=0", "--project=project"))


def _is_unique(solver: AnswerSets, puzzle: Puzzle, kept: Sequence[int]) -> bool:
    at = [("at", (thing, place)) for thing in range(len(puzzle.at)) for place in range(puzzle.places)]
    return len([*islice(solver.sets([("on", (one,)) for one in kept], at), 2)]) == 1


# ---------------------------------------------------------------- words


def text_of(puzzle: Puzzle, clues: Sequence[Said]) -> str:
    """Return the story of a puzzle."""
    houses = [f"a {name.removeprefix('the ')}" for name in puzzle.names[: puzzle.places]]
    said = [f"There are {_NUMBERS[puzzle.places]} houses in a row: {_listed(houses)}."]
    for first in range(puzzle.places, len(puzzle.names), puzzle.places):
        things = _listed(puzzle.names[first : first + puzzle.places])
        many = f"Exactly {_NUMBERS[puzzle.places - 1]} of {things} are left or right of"
        said += [f"{many} {house}." for house in puzzle.names[: puzzle.places]]
    return " ".join((*said, *(_sentence(puzzle, clue) for clue in clues)))


def _sentence(puzzle: Puzzle, clue: Said) -> str:
    name, args = clue
    if name == "number":
        verb = "is" if args[1] == 1 else "are"
        many = f"Exactly {_NUMBERS[args[1]]}" if args[1] else "None"
        return f"{many} of the houses {verb} left of {puzzle.names[args[0]]}."
    one, other, *rest = (puzzle.names[thing] for thing in args)
    said = {
        "same": f"{one} is neither left nor right of {other}",
        "left": f"{one} is left of {other}",
        "next": f"{one} is directly left of {other}",
        "beside": f"{one} is next to {other}",
        "either": f"either {one} or {other} is left of {''.join(rest[:1])}",
        "if": f"if {one} is left of {other}, then {''.join(rest[:1])} is left of {''.join(rest[1:])}",
    }[name]
    return f"{said[0].upper()}{said[1:]}."


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _line(identity: str, puzzle: Puzzle, clues: list[Said], is_open: bool, pick: Random) -> Line:
    """Return a puzzle as a row, solved from its text by the theory that the text chooses, and by the plain encoding."""
    solutions = _solutions(puzzle, clues)
    question, answer = question_of(puzzle, solutions, is_open, pick)
    told = text_of(puzzle, clues)
    story = stories.ask(stories.whole_story(told), question)
    session = theories.get(theories.chosen(story)).open()
    found = session.answer(story, story.questions[-1]).value
    session.close()
    value = found if isinstance(found, str) else "".join(found if isinstance(found, (frozenset, tuple)) else ())
    if value != answer:
        raise GenerationError(f"the text says {value!r} and the plain encoding {answer!r}: {told} {question}")
    where = {name: place + 1 for name, place in zip(puzzle.names, puzzle.at, strict=True)}
    sizes = {"places": puzzle.places, "attributes": len(puzzle.kinds), "clues": len(clues), "solutions": len(solutions)}
    return {
        "id": identity,
        "story": told,
        "question": question,
        "answer": answer,
        "generated": {**sizes, "solution": where, "canary": _CANARY},
    }


def _solutions(puzzle: Puzzle, clues: Sequence[Said]) -> list[dict[int, int]]:
    solver = _solver(puzzle, clues)
    at = [("at", (thing, place)) for thing in range(len(puzzle.at)) for place in range(puzzle.places)]
    every = solver.sets([("on", (number,)) for number in range(len(clues))], at)
    found = [{thing: place for _, (thing, place) in one.held} for one in islice(every, _SOLUTIONS)]
    solver.close()
    return found


def question_of(puzzle: Puzzle, solutions: list[dict[int, int]], is_open: bool, pick: Random) -> tuple[str, str]:
    """Return a question, and the answer that holds in every solution."""
    things = range(puzzle.places, len(puzzle.at))
    one, other = pick.sample(things, 2)
    form = "yes or no" if is_open else pick.choice(("how many", "yes or no", "which"))
    if form == "how many":
        return f"How many of the houses are left of {puzzle.names[one]}?", str(puzzle.at[one])
    if form == "which":
        side, place = pick.choice((("leftmost", 0), ("rightmost", puzzle.places - 1)))
        return f"Which house is the {side}?", puzzle.names[puzzle.at.index(place)].removeprefix("the ")
    if is_open:
        # What is open is worth asking for: the first such pair, if there is one.
        pairs = [pair for pair in permutations(things, 2) if len({at[pair[0]] < at[pair[1]] for at in solutions}) > 1]
        one, other = pick.choice(pairs) if pairs and pick.random() < 0.5 else (one, other)
    so = {at[one] < at[other] for at in solutions}
    return f"Is {puzzle.names[one]} left of {puzzle.names[other]}?", "unknown" if len(so) > 1 else "yes" if True in so else "no"
