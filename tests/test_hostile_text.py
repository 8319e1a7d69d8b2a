"""Names and texts are data: whatever they look like, they change no answer, reach no solver and cost bounded time."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from qsr import api, datasets, stories, theories
from qsr.datasets.protocol import BadRow
from qsr.errors import ParseError, UnsupportedQuestion
from qsr.story import Question, Statement, Story

NAMES = [
    "x). :- not y(",
    "a. b. #external c.",
    "#script (lua) os.exit() #end.",
    "(assert false)",
    "(declare-const x Int)",
    "line\nbreak",
    "tab\tand\x1b[31mred",
    "\u202eleft-to-right\u202c",
    "名前 éü",
    "z" * 10_000,
    "",
    '"quoted"',
    "%*! doc *%",
    "0",
    "-1..5",
]
#: A grid world has one agent, and to prepositions the words of a name are the evidence: see the tests of these theories.
BACKENDS = [
    (name, backend)
    for name in theories.names()
    if name not in ("gridworld", "prepositions", "auto")
    for backend in theories.get(name).backends
]


#: Theories that do not speak of "left": what they say instead of it, and of a diagonal.
OWN_WORDS = {"room": ("W", "NW"), "seating": ("left", "left:1"), "change": ("inside", "inside")}
#: Theories whose stories say where they take place.
PLACES = {"seating": {"layout": "row 4 own"}}


@pytest.mark.parametrize(("theory", "backend"), BACKENDS)
def test_names_change_no_answer(theory: str, backend: str) -> None:
    """The same story under hostile names gets the same answer, on every backend of every theory."""
    left, diagonal = OWN_WORDS.get(theory, ("left", "above+left"))
    statements = (Statement(0, left, (0, 1)), Statement(1, left, (1, 2)), Statement(2, diagonal, (3, 0)))
    question = Question(0, "relation", (0, 2))
    plain = Story(("a", "b", "c", "d"), statements, (question,), "")
    session = theories.get(theory, PLACES.get(theory)).open(backend)
    expected = session.answer(plain, question)
    for start in range(0, len(NAMES) - 3, 3):
        hostile = replace(plain, entities=tuple(NAMES[start : start + 4]), text="\n".join(NAMES))
        answer = session.answer(hostile, question)
        assert (answer.status, answer.value, answer.possible, answer.entailed) == (
            expected.status,
            expected.value,
            expected.possible,
            expected.entailed,
        )
        if expected.status == "not_covered":
            with pytest.raises(UnsupportedQuestion):
                session.witness(hostile, question, left)
            continue
        witness, unnamed = (session.witness(story, question, left) for story in (hostile, plain))
        assert (witness is None) == (unnamed is None)
        assert witness is None or "<script" not in witness.svg()
    session.close()


@pytest.mark.parametrize("name", [name for name in NAMES if '"' not in name and name and "\n" not in name])
def test_a_quoted_name_goes_all_the_way(name: str) -> None:
    story = f'"{name}" is left of the cup. The cup is left of the pen.\n? Where is "{name}" relative to the pen?'
    assert api.solve(story).entailed == {"left"}
    assert api.why_not(story, None, "right") == [f'"{" ".join(name.split())}" is left of the cup.', "The cup is left of the pen."]


@pytest.mark.parametrize("name", NAMES)
def test_every_reader_takes_a_hostile_row(name: str, tmp_path: Path) -> None:
    """An item or a bad row with its place, never an exception."""
    sentence, question = f"{name} is to the left of B.", f"What is the relation of the agent {name} to the agent B?"
    row = {"story": [sentence], "question": question, "label": "left"}
    files = {
        "stepgame": [("rows.jsonl", json.dumps(row) + "\n"), ("rows.json", json.dumps({name: row}))],
        "babi": [("qa17.txt", f"1 {sentence}\n2 Is {name} to the left of B?\tyes\t1\n")],
    }
    files["stepgame"].append(("rows.txt", f"1 {sentence}\n2 {question}\tleft\t1\n"))
    for dataset, made in files.items():
        for file, text in made:
            path = tmp_path / file
            path.write_text(text, encoding="utf-8")
            found = list(datasets.read(dataset, path))
            assert found
            for item in found:
                if isinstance(item, BadRow):
                    assert item.error
                    assert item.line >= 1
                else:
                    session = theories.get(datasets.get(dataset).theory).open()
                    assert session.answer(item.story, item.question).status


def _chain(count: int) -> str:
    letters = ["".join("abcdefghij"[int(digit)] for digit in str(index)) for index in range(count + 1)]
    return " ".join(f"The e{one}x is left of the e{other}x." for one, other in pairwise(letters))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        _chain(26_000),
        "left of " * 130_000,
        '"' * 1_000_000,
        "The cup is left of the pen. " * 37_000,
        "The cup is left of " + "x" * 1_000_000 + ".",
        "is the of and not left " * 45_000,
        "((((((((((" * 100_000,
        "The cup is left of the pen and " * 33_000,
    ],
    ids=["chain", "no verb", "quotes", "one sentence again and again", "one word", "function words", "brackets", "no end"],
)
def test_a_megabyte_ends(text: str) -> None:
    """An answer or a ParseError, and not after minutes; the bound is generous, what it excludes is anything quadratic."""
    assert len(text) > 850_000
    began = time.perf_counter()
    with contextlib.suppress(ParseError):
        story = stories.parse_story(text)
        asked = Question(0, "relation", story.statements[0].args)
        assert "left" in api.session(story).answer(story, asked).entailed
    assert time.perf_counter() - began < 120
