"""Stories for `certificates_forging.py`: random ones in general English, and those of the generators of qsr.

Each is made by one function from a source of chance, and comes with its kind and with further arguments for `certify`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from qsr import generate
from qsr.generate import Request
from qsr.story import Story
from qsr.theories.headings.text import reader as headings

__all__ = ["KINDS", "Source"]

Source = tuple[str, "str | Story", dict[str, Any]]
SIDES = ("left of", "right of", "above", "below")
DEPTH = ("behind", "in front of")
TOPOLOGY = ("inside", "outside", "partially overlapping with", "touching")
NAMES = "ABCDE"


def sentence(pick: random.Random, relation: str, pair: list[str], *, numbers: bool, denials: bool) -> str:
    head, tail = pair
    if numbers and relation in SIDES and pick.random() < 0.4:
        return f"{head} is {pick.randint(2, 5)} units {relation} {tail}."
    if denials and pick.random() < 0.2:
        return f"{head} is not {relation} {tail}."
    return f"{head} is {relation} {tail}."


def text_of(pick: random.Random, most: int, relations: tuple[str, ...], **said: bool) -> tuple[str, list[str]]:
    """Return a few sentences, and the names in them."""
    names = NAMES[: pick.randint(2, most)]
    pairs = [pick.sample(names, 2) for _ in range(pick.randint(1, len(names) + 1))]
    text = " ".join(sentence(pick, pick.choice(relations), pair, **said) for pair in pairs)
    return text, sorted({name for pair in pairs for name in pair})


def asked(pick: random.Random, known: list[str], relations: tuple[str, ...] = SIDES) -> str:
    head, tail = pick.sample(known, 2)
    return f"? Is {head} {pick.choice(relations)} {tail}?" if pick.random() < 0.4 else f"? Where is {head} relative to {tail}?"


def properties(pick: random.Random) -> tuple[str, str, str]:
    return (
        pick.choice(("points", "extended")),
        pick.choice(("incomplete", "complete")),
        "specified" if pick.random() < 0.4 else "unspecified",
    )


def exact(pick: random.Random) -> Source:
    objects, relations, quantities = properties(pick)
    words = (*SIDES, *(TOPOLOGY if objects == "extended" else ()))
    text, known = text_of(pick, 5, words, numbers=True, denials=relations == "incomplete")
    line = f"theory: exact, objects: {objects}, relations: {relations}, quantities: {quantities}"
    return f"exact, {objects}, {relations}, {quantities}", f"{line}\n{text}\n{asked(pick, known)}", {}


def in_space(pick: random.Random) -> Source:
    objects, relations, quantities = properties(pick)
    words = (*SIDES, *DEPTH, *DEPTH, *(TOPOLOGY if objects == "extended" else ()))
    text, known = text_of(pick, 4, words, numbers=True, denials=relations == "incomplete")
    line = f"theory: exact, objects: {objects}, relations: {relations}, quantities: {quantities}, dimensions: 3"
    return f"exact in space, {objects}", f"{line}\n{text}\n{asked(pick, known, (*SIDES, *DEPTH))}", {}


def mixed(pick: random.Random) -> Source:
    """Draw a story of points and regions: declared for the whole story, or said in a sentence; the rest is left to the settings.

    Sentences with "exactly" fix the other axes, distances stand in some, so that the properties differ within one story.
    """
    deep = pick.random() < 0.4
    names = NAMES[: pick.randint(2, 4)]
    kinds = {name: pick.choice(("a point", "a region", "")) for name in names}
    objects, relations, quantities = properties(pick)
    spoken = (*SIDES, *(DEPTH if deep else ()))
    said, known = [], set()
    for _ in range(pick.randint(1, len(names) + 1)):
        pair = pick.sample(names, 2)
        solid = any(kinds[name] == "a region" for name in pair)
        relation = pick.choice((*spoken, *(("inside", "outside", "touching") if solid and kinds[pair[1]] == "a region" else ())))
        if relation in spoken and pick.random() < 0.25:
            one = f"{pair[0]} is exactly {relation} {pair[1]}."
        else:
            one = sentence(pick, relation, pair, numbers=True, denials=True)
        free = next((name for name in pair if not kinds[name]), None)
        if free is not None and pick.random() < 0.5:
            one = f"Treating {free} as {pick.choice(('a point', 'a region'))}, {one}"
        said.append(one)
        known |= set(pair)
    declared = [f"{name} is {kinds[name]}." for name in sorted(known) if kinds[name]]
    settings = [("objects", objects), ("relations", relations), ("quantities", quantities)]
    line = ", ".join(("exact", *(f"{key}: {value}" for key, value in settings if pick.random() < 0.5)))
    text = f"theory: {line}\n{' '.join((*declared, *said))}\n{asked(pick, sorted(known), spoken)}"
    return f"points and regions mixed, {'three axes' if deep else 'two axes'}", text, {}


def sound(pick: random.Random) -> Source:
    words = (*SIDES, *TOPOLOGY, "near", "far from", "behind")
    text, known = text_of(pick, 4, words, numbers=False, denials=True)
    return "sound", f"theory: sound\n{text}\n{asked(pick, known)}", {}


def babi(pick: random.Random) -> Source:
    places = ["the office", "the kitchen", "the garden", "the hallway", "the bathroom", "the bedroom"][: pick.randint(3, 6)]
    free = [(x, y) for x in range(3) for y in range(2)]
    spots = dict(zip(places, pick.sample(free, len(places)), strict=True))
    said = []
    for head in places:
        for tail in places:
            step = (spots[head][0] - spots[tail][0], spots[head][1] - spots[tail][1])
            word = {(1, 0): "east", (-1, 0): "west", (0, 1): "north", (0, -1): "south"}.get(step)
            if word and head < tail:
                said.append(f"{head[0].upper()}{head[1:]} is {word} of {tail}.")
    if not said:
        return babi(pick)
    pick.shuffle(said)
    if pick.random() < 0.1:
        said.append(said[0].replace("east", "west") if "east" in said[0] else said[0].replace("north", "east"))
    known = [place for place in places if any(place in one.lower() for one in said)]
    head, tail = pick.sample(known, 2)
    question = f"? How do you go from {head} to {tail}?" if pick.random() < 0.5 else f"? Is {head} left of {tail}?"
    return "babi", f"theory: babi\n{' '.join(said)}\n{question}", {}


def headings_story(pick: random.Random) -> Source:
    turns = "".join(f"他向{pick.choice('左右')}转{pick.choice((90, 180))}度。" for _ in range(pick.randint(1, 2)))
    options = {"A": "东", "B": "西", "C": "南", "D": pick.choice(("北", "以上选项都不是。"))}
    begin = f"丁丁面朝{pick.choice('东西南北')}站着。"
    story = headings.read(begin + turns, "丁丁面朝()。", options)
    return "headings", story, {"theory": "headings", "options": options}


def orders(pick: random.Random) -> Source:
    """Draw a row of children, some of whose ages are told, under conditions."""
    names = ["Ann", "Bob", "Cleo", "Dan"][: pick.randint(3, 4)]
    words = ("left of", "right of", "next to", "not next to", "directly left of", "older than", "younger than", "not older than")

    def claim() -> str:
        one, other = pick.sample(names, 2)
        return f"{one} is {pick.choice(words)} {other}"

    said = [f"{claim()}." for _ in range(pick.randint(1, 3))]
    one, other = pick.sample(names, 2)
    said.append(f"If {one} is the leftmost, then {other} is {pick.choice(('not ', ''))}the rightmost.")
    said.append(f"{one} is {pick.choice(('next to', 'directly right of'))} {other}.")
    asked_ = pick.choice(
        (
            f"Is {claim().replace(' is ', ' ').replace('directly ', '')}?",
            f"Could {one} be the rightmost?",
            f"Must {other} be right of {one}?",
            "Who is the leftmost?",
            f"Which child could be the {pick.choice(('leftmost', 'rightmost'))}?",
            f"How many children are left of {one}?",
            f"If {one} is the rightmost, who is the leftmost?",
        )
    )
    count = {3: "three", 4: "four"}[len(names)]
    text = f"There are {count} children in a row: {', '.join(names[:-1])} and {names[-1]}. {' '.join(said)}"
    return "arrangement", f"{text}\n? {asked_}", {}


def changes(pick: random.Random) -> Source:
    """Draw what happens to a key and a cup in some rooms."""
    people, things, rooms = ("Ann", "Bob"), ("key", "cup"), ("hall", "attic", "cellar")

    def step() -> str:
        who, thing, room = pick.choice(people), pick.choice(things), pick.choice(rooms)
        ways = (f"{who} went to the {room}.", f"{who} took the {thing}.", f"{who} put the {thing} in the {room}.")
        either = f"{who} is either in the hall or in the attic."
        states = (f"The {thing} is in the {room}.", either, f"{who} is not in the {room}.")
        return pick.choice((*ways, *ways, *states))

    said = " ".join(step() for _ in range(pick.randint(2, 4)))
    who, thing, room = pick.choice(people), pick.choice(things), pick.choice(rooms)
    said += f" {who} took the {thing}. Then {who} went to the {room}."
    asked_ = pick.choice((f"Is the {thing} in the {pick.choice(rooms)}?", f"Where is the {thing}?", f"What does {who} have?"))
    return "change", f"{said}\n? {asked_}", {}


def grid(pick: random.Random) -> Source:
    rows, columns = pick.randint(2, 4), pick.randint(2, 4)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    pick.shuffle(cells)
    held = {cells[0]: "A"}
    for cell in cells[1 : 1 + pick.randint(1, 3)]:
        held[cell] = "E"
    if len(cells) > 6:
        held[cells[5]] = "O"
    ruler = "  " + "+---" * columns + "+"
    lines = ["    " + "   ".join(map(str, range(columns))), ruler]
    for row in range(rows):
        lines += [f"{row:2}|" + "|".join(f" {held.get((row, column), ' ')} " for column in range(columns)) + "|", ruler]
    rules = f"moves: {pick.choice((4, 8))}, carry: {pick.choice(('none', '1', '2'))}, cost: {pick.choice(('0', '0.3', '0.1'))}"
    return "gridworld", f"theory: gridworld, {rules}, steps: {pick.randint(6, 12)}\n" + "\n".join(lines) + "\n", {}


# ---------------------------------------------------------------- stories of the generators


def row_of(pick: random.Random, name: str, **options: Any) -> dict[str, Any]:
    """Return one of the rows that a generator makes from a seed."""
    made = generate.get(name).generate(Request(seed=pick.randrange(1 << 30), count=1, options=options))
    return pick.choice([row for _, row in made])


def sparp(own: str, line: str) -> Callable[[random.Random], Source]:
    def drawn(pick: random.Random) -> Source:
        row = row_of(pick, "sparp", **{"property-set": own})
        return f"sparp {own}", f"{line}\n{row['context']}\n? {row['question']}", {}

    return drawn


def room(mode: str) -> Callable[[random.Random], Source]:
    def drawn(pick: random.Random) -> Source:
        row = row_of(pick, "roomspace", n=(3, 4))
        question = row[pick.choice(("question_fr", "question_yn"))]
        size = "9x9" if mode == "real" else pick.choice(("9x9", "12x12", "9x6"))
        return f"room, mode {mode}", f"theory: room, mode: {mode}, grid: {size}\n{row['story_topdown']}\n? {question}", {}

    return drawn


def seating(language: str) -> Callable[[random.Random], Source]:
    def drawn(pick: random.Random) -> Source:
        row = row_of(pick, "space2024", language=language)
        options = " ".join(f"{letter}) {text}" for letter, text in row["option"].items())
        layout = row["generated"]["layout"].split()[0]
        return f"seating, {layout}, {language}", f"theory: seating\n{row['text']}\n? {row['question']} {options}", {}

    return drawn


def prepositions(pick: random.Random) -> Source:
    row = row_of(pick, "prepositions", language=pick.choice(("en", "ro")))
    text = f"theory: prepositions\n{row['premise1']}. {row['premise2']}.\n? {row['conclusion']}"
    return f"prepositions, {row['lang']}", text, {}


#: All kinds, each as often as it stands here.
KINDS: tuple[Callable[[random.Random], Source], ...] = (
    exact,
    mixed,
    sound,
    babi,
    headings_story,
    grid,
    sparp("PS1", "theory: sound"),
    room("code"),
    seating("zh"),
    prepositions,
    orders,
    changes,
    exact,
    mixed,
    in_space,
    sound,
    sparp("PS2", "theory: exact, objects: points, relations: complete, quantities: specified"),
    sparp("PS3", "theory: exact, objects: points, relations: complete"),
    sparp("PS4", "theory: exact, objects: extended, relations: complete"),
    room("paper"),
    room("real"),
    seating("en"),
)
