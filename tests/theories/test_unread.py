"""What is certain of a part of a text holds of the whole, whatever sentence is left out.

``python tests/theories/test_unread.py 10000 [SEED]`` tries so many pairs of a story and sentences that are left out, and counts.
"""

import random
import sys
from collections import Counter
from functools import lru_cache

import pytest

import qsr
from qsr import api, theories
from qsr.errors import ParseError, QsrError
from qsr.language.unread import may_turn_round
from qsr.theories.protocol import Monotone

THINGS = ["cup", "pen", "jug", "tray", "lamp"]
PLACES = ["hall", "park", "town", "river"]
PEOPLE = ["Ann", "Bob", "Cleo", "Dan"]
SIDES = ["left of", "right of", "above", "below", "behind", "north of", "south of", "west of"]
TOPOLOGY = ["in", "outside", "near", "far from", "touching"]
BOOKS = "There are three books: a red book, a blue book and a white book."
BOOK = ["red book", "blue book", "white book"]


def _pair(random_: random.Random, names: list[str]) -> list[str]:
    return [f"the {name}" if name.islower() else name for name in random_.sample(names, 2)]


def _clause(random_: random.Random, world: str) -> str:
    if world == "orders":
        one, other = _pair(random_, random_.choice([PEOPLE, BOOK]))
        return f"{one} is {random_.choice(['older', 'younger', 'cheaper'])} than {other}"
    if world == "places" and random_.random() < 0.6:
        one, other = _pair(random_, PLACES + THINGS)
        said = random_.choice([*TOPOLOGY, "in", "in"])
        return f"{one} overlaps {other}" if random_.random() < 0.15 else f"{one} is {said} {other}"
    one, other = _pair(random_, THINGS if random_.random() < 0.8 else BOOK)
    amount = random_.choice(["", "", "", "", "2 units ", "directly "])
    side = random_.choice(SIDES[: random_.choice([4, 8])])
    return f"{one} is {amount}{side} {other}"


def _sentence(random_: random.Random, world: str) -> str:
    one, other = _clause(random_, world), _clause(random_, world)
    rank = random_.choice(["the second from the left", "the leftmost", "the oldest", "the second-oldest"])
    kinds = [
        *([one] * 9),
        one.replace(" is ", " is not ", 1),
        f"either {one} or {other}",
        f"if {one}, {other}",
        f"{one} and {other}",
        f"the {random_.choice(BOOK)} is {rank}",
        f"it is {random_.choice(SIDES)} the {random_.choice(THINGS)}",
        f"the {random_.choice(THINGS)} is a {random_.choice(['point', 'region'])}",
        f"there is a red {random_.choice(THINGS)} {random_.choice(['above', 'left of'])} the {random_.choice(PLACES)}",
    ]
    return random_.choice(kinds)


def _question(random_: random.Random, world: str) -> str:
    clause = _clause(random_, world)
    one, other = _pair(random_, {"orders": PEOPLE, "places": PLACES + THINGS, "sides": THINGS}[world])
    subject, _, rest = clause.partition(" is ")
    asked = f"Is {subject} {rest}?" if rest else f"Where is {one} relative to {other}?"
    return random_.choice(
        [
            f"Where is {one} relative to {other}?",
            f"Where is {one} relative to {other}?",
            asked,
            asked,
            asked.replace("Is ", "Could ", 1).replace(rest, f"be {rest}") if rest else asked,
            f"Which thing is {rest}?" if rest else asked,
            f"How many things are {rest}?" if rest else asked,
            f"If {_clause(random_, world)}, {asked[0].lower()}{asked[1:]}" if rest else asked,
            f"Is there a lamp {rest}?" if rest else asked,
            "Which book is the leftmost?",
        ]
    )


def _written(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:]}."


def _missed(sentence: str) -> str:
    return f"Quaintly, {sentence}."


@lru_cache(maxsize=8)
def _whole(text: str) -> qsr.Story | None:
    try:
        return qsr.parse(text)
    except ParseError:
        return None


def pairs(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Try so many stories that are read as a whole, each with some sentences left out: what was counted, and what contradicts."""
    random_, counts, wrong = random.Random(seed), Counter[str](), []
    # A sentence costs more to read for the first time than to answer, so that each is told in many stories.
    size = 10 + count // 10
    pools = {
        world: [[make(random_, world) for _ in range(size)] for make in (_sentence, _question)]
        for world in ("sides", "places", "orders")
    }
    while counts["pairs"] < count:
        sentences, questions = pools[random_.choice([*pools])]
        said = [random_.choice(sentences) for _ in range(random_.randint(2, 6))]
        first = [BOOKS] if random_.random() < 0.4 else []
        kept = [sentence for sentence in said if _whole(" ".join([*first, _written(sentence)])) or sentence.startswith("it ")]
        whole = _whole(" ".join([*first, *map(_written, kept)]))
        if whole is None or len(kept) < 2:
            continue
        for _ in range(4):
            left = set(random_.sample(range(len(kept)), random_.randint(1, (len(kept) + 1) // 2)))
            text = " ".join([*first, *(_missed(one) if at in left else _written(one) for at, one in enumerate(kept))])
            story = qsr.parse(text, lenient=True)
            assert len(story.untold) >= len(left)
            for question in random_.sample(questions, 10):
                try:
                    asked, full = api.ask(story, question), qsr.solve(whole, question)
                    break
                except QsrError:
                    continue
            else:
                continue
            counts["pairs"] += 1
            part = qsr.solve(*asked)
            labels = api.candidates(*asked)
            if part.status == "not_covered":
                counts["not covered"] += 1
                continue
            excluded = set(labels) - part.possible - part.undecided if part.status != "inconsistent" else set()
            counts[f"under {part.theory}"] += 1
            counts["with a certain label"] += bool(part.entailed or excluded)
            counts["certain labels"] += len(part.entailed) + len(excluded)
            counts["nothing left open"] += part.status == "determined"
            counts["contradictory parts"] += part.status == "inconsistent"
            if full.status in ("inconsistent", "not_covered"):
                counts[f"whole {full.status}"] += 1
                continue
            known = set(api.candidates(whole, question))
            broken = (part.entailed & known) - full.entailed or (excluded & full.possible)
            if broken or part.status == "inconsistent":
                wrong.append(f"{text}\n  {question} part {part}\n  whole {full}")
    return counts, wrong


def test_no_certain_answer_of_a_part_is_contradicted_by_the_whole() -> None:
    counts, wrong = pairs(60, 7)
    assert not wrong, wrong[0]
    assert counts["with a certain label"] > 5


def test_a_theory_claims_nothing_of_a_part_unless_it_says_so() -> None:
    assert {name for name in theories.names() if isinstance(theories.get(name), Monotone)} == {"arrangement", "exact", "sound"}
    answer = qsr.solve("theory: babi\nA is left of B. A sings loudly.", "Where is A relative to B?", lenient=True)
    assert (answer.status, answer.entailed) == ("unknown", frozenset())
    assert answer.undecided


@pytest.mark.parametrize(
    "sentence",
    [
        "Then Ann takes the cup.",
        "The cup was moved.",
        "The cup rolls away.",
        "The cup is now on the shelf.",
        "The cup is no longer there.",
        "The cup is back on the shelf.",
        "The cup has left the table.",
        "The cup has gone.",
        "Ann is on the stairs and takes the cup.",
        "Ann is on the stairs, carries the cup and is tired.",
        "The cup is about to fall.",
        "All of this is seen in a mirror.",
        "None of it is true.",
        "That is not so.",
        "Only one of these sentences is right.",
        "Left is right here.",
        "Imagine the cup is on the shelf.",
        "The map is upside down.",
        "The cup is a region.",
    ],
)
def test_beside_what_may_turn_others_round_nothing_is_certain(sentence: str) -> None:
    assert may_turn_round(sentence)
    answer = qsr.solve(f"The cup is left of the pen. {sentence}", "Is the cup left of the pen?", lenient=True)
    assert not answer.entailed or not qsr.parse(f"The cup is left of the pen. {sentence}", lenient=True).unread


@pytest.mark.parametrize(
    ("text", "question", "certain"),
    [
        # A thing that is said to overlap a place could be in it by a further sentence.
        ("The hut overlaps the park.", "Is the hut in the park?", set()),
        # A further book could stand between, or first.
        (
            "There are three books: a red book, a blue book and a white book. The red book is the second from the left. "
            "The white book is left of the red book.",
            "Is the blue book right of the red book?",
            set(),
        ),
        ("The lamp is right of the pen.", "Is there a lamp left of the pen?", set()),
        ("The cup is left of the pen.", "How many things are left of the pen?", set()),
        ("The cup is left of the pen.", "Which thing is left of the pen?", {"cup"}),
        # A further thing could be further left, or between.
        ("The blue book is right of the red book.", "Which book is the leftmost?", set()),
        ("The cup is left of the pen.", "Which thing is directly left of the pen?", set()),
        # Heights would put north on an axis of its own.
        ("The hut is north of the oak.", "Is the hut above the oak?", set()),
        ("The hut is north of the oak.", "Is the hut north of the oak?", {"yes"}),
        # Two points with nothing between them on either axis are in one place, two boxes are not.
        ("The hut is in the park. The park is left of the pond.", "Is the hut left of the pond?", {"yes"}),
    ],
)
def test_what_hangs_on_the_whole_text_is_not_certain(text: str, question: str, certain: set[str]) -> None:
    answer = qsr.solve(f"{text} The stool is nearly on the shelf.", question, lenient=True)
    assert answer.entailed == certain


def test_it_and_shorter_words_are_not_taken_across_a_sentence_that_is_not_read() -> None:
    story = qsr.parse("The red cup is there. A blue cup is nearly on the shelf. It is left of the pen.", lenient=True)
    assert len(story.unread) == 2
    story = qsr.parse(
        "The red cup is left of the tray. A blue cup is nearly on the shelf. The cup is above the pen.", lenient=True
    )
    assert [one.relation for one in story.statements] == ["left"]


if __name__ == "__main__":
    wanted, seed, total = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0, Counter[str]()
    while total["pairs"] < wanted:
        made, contradicted = pairs(min(500, wanted - total["pairs"]), seed)
        total, seed = total + made + Counter(contradicted=len(contradicted)), seed + 1
        print(dict(sorted(total.items())), *contradicted[:3], sep="\n", flush=True)
