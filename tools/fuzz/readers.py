"""Every reader of qsr as a function of bytes, with seeds of its own: what the fuzzers of this folder and of ``tests/fuzz`` run.

A reader keeps its promise where it returns, or raises a `qsr.errors.QsrError` (or the built-in that its documentation names)
whose message can be shown and whose place lies in the text. A row of a data set keeps it where it becomes an item or a `BadRow`
with a line and a reason. Everything else is a fault, and comes out of `Reader.read` as the exception that it is.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import seeds

from qsr import datasets, stories, theories
from qsr.calculi import load
from qsr.calculi.files import parse as parse_calculus
from qsr.calculi.formats import gqr, qualreas
from qsr.calculi.scenes import geojson
from qsr.datasets.grasp import plans
from qsr.datasets.grasp.answers import Optima, read_plan_answers
from qsr.datasets.grasp.prompts import read_templates
from qsr.datasets.protocol import AnyAnswer, BadRow, Item, Row
from qsr.datasets.space2024.answer_files import read_raw
from qsr.datasets.spartun import english as spartun_english
from qsr.errors import ParseError, QsrError
from qsr.generate.name_files import read_names
from qsr.generate.ranges import read_range
from qsr.language import english
from qsr.oracle.scores.consistency import read_groups
from qsr.oracle.steps import StepTheory, check_steps
from qsr.theories.headings.text import reader as headings
from qsr.theories.room import text as roomspace
from qsr.theories.seating.text import chinese
from qsr.theories.seating.text import english as english_seats

__all__ = ["READERS", "Reader"]


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader under test: `parse` takes a whole input, `seeds` are small valid ones, `raises` what its documentation names."""

    name: str
    parse: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    raises: tuple[type[Exception], ...] = ()

    def read(self, data: bytes) -> QsrError | None:
        """Read an input; return the error that says what is wrong with it, None where it was read."""
        try:
            self.parse(data)
        except QsrError as error:
            _shown(error)
            return error
        except self.raises:
            return None
        return None


def _shown(error: QsrError) -> None:
    """Fail for an error that cannot be shown, or that points outside of its text."""
    message = str(error)
    if not message.strip():
        raise AssertionError(f"{type(error).__name__} without a message")
    if isinstance(error, ParseError):
        if not error.message.strip():
            raise AssertionError("a ParseError that does not say what is wrong")
        if error.line < 1 or error.column < 1 or error.start > len(error.text):
            raise AssertionError(f"a ParseError outside of its text: {error.line}:{error.column}")
        if len(message) > 2_000 + len(error.message):
            raise AssertionError(f"a message of {len(message)} characters")
    if len(message) > 4_000:
        raise AssertionError(f"a message of {len(message)} characters: {message[:200]}")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape" if data[:1] == b"\xff" else "replace")


@cache
def _folder() -> Path:
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="qsr-fuzz-", dir=memory if memory.is_dir() and os.access(memory, os.W_OK) else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _file(data: bytes, suffix: str) -> Path:
    path = _folder() / f"input{suffix}"
    path.write_bytes(data)
    return path


# ---------------------------------------------------------------- stories and questions


def _story(data: bytes) -> None:
    stories.parse_story(_text(data), file="a.story")
    stories.parse_story(_text(data), lenient=True)


def _under(theory: str) -> Callable[[bytes], None]:
    return lambda data: _only(stories.parse_story(f"theory: {theory}\n{_text(data)}", file="a.story"))


def _only(_: object) -> None:
    return None


@cache
def _told() -> Any:
    return stories.parse_story("The red cup is left of the pen. The pen is above the box. Ann is behind the box.")


def _question(data: bytes) -> None:
    english.ask(_told(), _text(data))


def _options(text: str) -> tuple[str, str, dict[str, str]]:
    """Return a problem's text, its question and its options: parts that a line of dashes tells apart."""
    body, _, rest = text.partition("\n---\n")
    question, _, listed = rest.partition("\n---\n")
    return body, question, {letter: one for letter, one in zip("ABCDEFGH", listed.split("\n"), strict=False) if one.strip()}


def _problem(read: Callable[..., object]) -> Callable[[bytes], None]:
    return lambda data: _only(read(*_options(_text(data)), file="a.story"))


def _spartun(data: bytes) -> None:
    story, _, question = _text(data).partition("\n---\n")
    found = spartun_english.read([story])
    if question:
        spartun_english.ask(found, question)


@cache
def _steps() -> tuple[Any, StepTheory]:
    story = english.read(["A is left of B.", "C is above B.", "D is 2 units right of C."], ["Where is A relative to D?"])
    return story, StepTheory.open("paper-ps2")


def _chain(data: bytes) -> None:
    story, theory = _steps()
    check_steps(story, story.questions[0], _text(data), theory)


# ---------------------------------------------------------------- data sets


def _dataset(name: str, suffix: str, answers: Iterable[Any], **options: str) -> Callable[[bytes], None]:
    """Return a reader of a file of a data set: every row becomes an item, and every item takes every answer."""
    dataset = datasets.get(name)
    given = datasets.choose(name, options)
    tried = tuple(answers)

    def parse(data: bytes) -> None:
        path = _file(data, suffix)
        for row in datasets.raw_rows(dataset, path, given):
            item = dataset.item(row, given) if isinstance(row, Row) else row
            if isinstance(item, BadRow):
                _bad(item)
                continue
            _good(item)
            for answer in tried:
                dataset.extract(item, answer)

    return parse


def _bad(row: BadRow) -> None:
    if row.line < 1 or not row.error.strip() or not row.id or not row.file:
        raise AssertionError(f"a bad row that does not say where or why: {row}")
    if len(row.error) > 1_000:
        raise AssertionError(f"a bad row's reason of {len(row.error)} characters: {row.error[:200]}")


def _good(item: Item) -> None:
    if not item.id or item.question not in item.story.questions:
        raise AssertionError(f"an item whose question is not the story's: {item.id!r}")


def _answers(name: str, suffix: str, seed: bytes, **options: str) -> Callable[[bytes], None]:
    """Return a reader of a model's answers to the first item of a data set's seed: as text, and as JSON where it is that."""
    dataset = datasets.get(name)
    given = datasets.choose(name, options)

    @cache
    def item() -> Item:
        found = next(dataset.rows(_file(seed, f"-{name}{suffix}"), given))
        made = dataset.item(found, given) if isinstance(found, Row) else found
        if isinstance(made, BadRow):
            raise AssertionError(f"the seed of {name} is no item: {made.error}")
        return made

    def parse(data: bytes) -> None:
        text = _text(data)
        dataset.extract(item(), text)
        if isinstance(dataset, AnyAnswer):
            try:
                value = json.loads(text)
            except (ValueError, RecursionError):
                value = [text, {"answer": text}]
            dataset.read_answer(item(), value)

    return parse


def _dataset_readers() -> Iterable[Reader]:
    stepgame = json.dumps(
        {"0": seeds.STEPGAME_ROW | {"label": "upper-left"}, "1": seeds.STEPGAME_ROW | {"label": "left"}}
    ).encode()
    numbered = b"1 A is left of B.\n2 B is above C.\n3 What is the relation of the agent A to the agent C?\tupper-left\t1 2\n"
    yield Reader("stepgame .json", _dataset("stepgame", ".json", seeds.DIRECTION_ANSWERS), (stepgame,))
    yield Reader("stepgame .jsonl", _dataset("stepgame", ".jsonl", ()), (seeds.JSON["stepgame"],))
    yield Reader("stepgame .txt", _dataset("stepgame", ".txt", (), reading="convention"), (numbered,))
    yield Reader("babi", _dataset("babi", ".txt", ("yes", "west, then north")), (seeds.BABI, seeds.PATHS))
    yield Reader("spartun", _dataset("spartun", ".json", ("LEFT, PO", "Yes")), (seeds.JSON["spartun"],))
    yield Reader("sparp", _dataset("sparp", ".jsonl", ("left and above",)), (seeds.JSON["sparp"],))
    yield Reader("sparp .json", _dataset("sparp", ".json", ()), (json.dumps([seeds.SPARP_ROW]).encode(),))
    yield Reader("roomspace", _dataset("roomspace", ".jsonl", ("north-east",)), (seeds.JSON["roomspace"],))
    yield Reader("roomspace .json", _dataset("roomspace", ".json", ()), (json.dumps([seeds.ROOM_CASE]).encode(),))
    columns = {
        "question_td_O2_fr": f"{seeds.ROOM_CASE['story_topdown']} {seeds.ROOM_CASE['question_fr']}",
        "answer_td_O2_fr": "north",
    }
    yield Reader("roomspace columns", _dataset("roomspace", ".jsonl", (), grid="9x9"), (seeds.lines(columns),))
    yield Reader("space2024", _dataset("space2024", ".jsonl", ("A",)), (seeds.JSON["space2024"],))
    yield Reader("grasp", _dataset("grasp", ".jsonl", ("UP, TAKE",), moves="8", carry="2", cost="0.3"), (seeds.JSON["grasp"],))
    published = f"{seeds.SENTENCES}\tyes\t{seeds.SENTENCES}\tno\n".encode()
    pairs = b"id\tlabel\tpremises\thypothesis\n7\tentailment\t^Rome is in Italy || The inn is in Rome\tThe inn is in Italy\n"
    yield Reader("prepositions", _dataset("prepositions", ".tsv", ("yes",)), (seeds.TSV, published, pairs))
    objects = seeds.lines(
        {"premise1": "the nurse is on the ferry", "premise2": "the ferry is at sea", "conclusion": "x", "id": "a"}
    )
    yield Reader("prepositions .jsonl", _dataset("prepositions", ".jsonl", ()), (objects,))
    said = (
        b"The answer is: left and above",
        b'["left", "above"]',
        b"So A is to the upper left of C; not right. Final answer: left",
    )
    for name, suffix in (("stepgame", ".jsonl"), ("sparp", ".jsonl"), ("spartun", ".json")):
        yield Reader(f"{name} answers", _answers(name, suffix, seeds.JSON[name]), (*said, b"Answer: LEFT, ABOVE"))
    rooms = (
        b"- front\n- front-right\n- right",
        b"The harp could be north or north-east of the kayak.",
        b'{"answer": ["N", "NE"]}',
    )
    yield Reader("roomspace answers", _answers("roomspace", ".jsonl", seeds.JSON["roomspace"]), rooms)
    letters = ("答案：A".encode(), b"A, B", b'["A", "C"]', "综上所述，丙三符合，因此选AC。".encode(), b'{"answer": "A"}')
    yield Reader("space2024 answers", _answers("space2024", ".jsonl", seeds.JSON["space2024"]), letters)
    yield Reader("grasp answers", _answers("grasp", ".jsonl", seeds.JSON["grasp"]), tuple(plan.encode() for plan in seeds.PLANS))
    yes = (b"Yes.", b"It depends: the nurse is on the river if the ferry is. So the answer is no", b"**Answer:** yes")
    yield Reader("prepositions answers", _answers("prepositions", ".tsv", seeds.TSV), yes)
    yield Reader("babi answers", _answers("babi", ".txt", seeds.PATHS), (b"go west", b"west, north", b"w,n"))


# ---------------------------------------------------------------- files of answers, networks, names


def _read_plans(data: bytes) -> None:
    read_plan_answers(str(_file(data, ".jsonl")))


def _optima(data: bytes) -> None:
    Optima.read([str(_file(data, ".jsonl"))])


def _networks(data: bytes) -> None:
    for _ in gqr.read_networks(_file(data, ".csp"), load("rcc8")):
        pass


def _spec(data: bytes) -> None:
    """Read a calculus of GQR: a spec, its converses and its compositions, which lines of dashes tell apart."""
    spec, _, rest = data.partition(b"\n---\n")
    converses, _, compositions = rest.partition(b"\n---\n")
    for suffix, part in ((".spec", spec), (".conv", converses), (".comp", compositions)):
        (_folder() / f"own{suffix}").write_bytes(part)
    gqr.read_calculus(_folder() / "own.spec")


def _toml(data: bytes) -> None:
    load(_file(data, ".toml"))


def _algebra(data: bytes) -> None:
    qualreas.parse_calculus(_text(data), "own.json")


def _qualreas_network(data: bytes) -> None:
    qualreas.parse_network(_text(data), load("rcc8"), "own.json")


def _geometries(data: bytes) -> None:
    geojson.read(_file(data, ".geojson"))
    geojson.read(_file(data, ".geojson"), "name")


def _name_file(data: bytes) -> None:
    read_names(str(_file(data, ".txt")), "--names: a file with a name a line", lambda known, name: name.casefold() not in known)


def _numbers(data: bytes) -> None:
    read_range(_text(data))


def _theory(data: bytes) -> None:
    settings = theories.parse_settings(_text(data))
    theories.get(settings.pop("theory", "exact"), settings)


def _other_readers() -> Iterable[Reader]:
    def encoded(*texts: str) -> tuple[bytes, ...]:
        return tuple(text.encode() for text in texts)

    questions = (
        "Where is the cup relative to the box?",
        "Is Ann above or behind the red cup?",
        "Which things are left of the pen?",
    )
    yield Reader("english", _story, encoded(*seeds.ENGLISH))
    yield Reader("question", _question, encoded(*questions))
    yield Reader(
        "theory", _theory, encoded("exact, objects: points, relations: complete", "room, mode: paper, grid: 12x9", "paper-ps2")
    )
    yield Reader("room", _under("room, grid: 9x9"), encoded(*seeds.ROOM))
    yield Reader("room reader", lambda data: _only(roomspace.read(_text(data))), encoded(*seeds.ROOM))
    yield Reader("seating", _under("seating"), encoded(*seeds.SEATS))
    yield Reader("seating chinese", _problem(chinese.read), encoded(seeds.PROBLEMS[1]))
    yield Reader("seating english", _problem(english_seats.read), encoded(seeds.PROBLEMS[0]))
    yield Reader("headings", _problem(headings.read), encoded(*seeds.HEADINGS))
    yield Reader("gridworld", _under("gridworld"), encoded(seeds.GRID[0]))
    yield Reader("gridworld rules", _story, encoded(seeds.GRID[1]))
    yield Reader(
        "plans",
        lambda data: _only((plans.read_plan(_text(data)), plans.read_capitals(_text(data)))),
        encoded(*seeds.PLANS),
    )
    yield Reader(
        "prepositions story",
        _under("prepositions"),
        encoded("John is in the crib. The crib is in the hall.\n? Is John in the hall?"),
    )
    yield Reader(
        "locatives story",
        _under("locatives"),
        encoded(
            "Ben has put Eve's ring into the box. The box isn't on top of the bed.\n? The ring is under the bed.\n",
            "Oslo is in Norway. Ben drove from Oslo to Rome, and then to Bari.\n? Ben was in Norway\n? Is Ben not in Rome?\n",
            "The inn is between the mill and the barn. Ann is to the left of the inn from Ben.\n? The barn is behind the inn.",
        ),
    )
    yield Reader("spartun english", _spartun, encoded(*seeds.SPARTUN))
    yield Reader("steps", _chain, encoded(*seeds.CHAINS))
    yield Reader("answers", lambda data: _only(read_raw(str(_file(data, ".jsonl")))), (seeds.ANSWERS,))
    yield Reader("groups", lambda data: _only(read_groups(str(_file(data, ".jsonl")))), (seeds.GROUPS,))
    yield Reader("plan answers", _read_plans, (seeds.PLAN_LINES,))
    yield Reader("best plans", _optima, (seeds.BEST,))
    yield Reader("networks .csp", _networks, (seeds.CSP,))
    yield Reader("calculus .spec", _spec, (seeds.SPEC,), (OSError,))
    yield Reader("calculus .toml", _toml, (seeds.TOML, seeds.PRODUCT))
    yield Reader("calculus text", lambda data: _only(parse_calculus(_text(data))), (seeds.TOML,))
    yield Reader("algebra .json", _algebra, (json.dumps(seeds.ALGEBRA).encode(),))
    yield Reader("network .json", _qualreas_network, (json.dumps(seeds.EDGES).encode(),))
    yield Reader("geojson", _geometries, (json.dumps(seeds.FEATURES).encode(),))
    yield Reader("name file", _name_file, (b"Ann\nBob Smith\n",))
    yield Reader("range", _numbers, (b"2-6", b"3"), (ValueError,))
    yield Reader(
        "prompt templates", lambda data: _only(read_templates(_file(data, ".json"))), (b'{"system": "Plan.", "user": "{grid}"}',)
    )


def _named(readers: Iterable[Reader]) -> Mapping[str, Reader]:
    return {reader.name: reader for reader in readers}


#: Every reader by its name.
READERS: Final[Mapping[str, Reader]] = _named([*_other_readers(), *_dataset_readers()])
