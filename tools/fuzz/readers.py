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

from qsr import datasets, theories
from qsr.calculi import load
from qsr.calculi.files import parse as parse_calculus
from qsr.calculi.formats import gqr, qualreas
from qsr.calculi.scenes import geojson
from qsr.datasets.protocol import AnyAnswer, BadRow, Item, Row
from qsr.errors import ParseError, QsrError
from qsr.generate.name_files import read_names
from qsr.generate.ranges import read_range
from qsr.language import english, gridworld, roomspace, story_files
from qsr.language import spartun as spartun_english
from qsr.language.gridworld.prompts import read_templates
from qsr.language.headings import reader as headings
from qsr.language.seating import chinese
from qsr.language.seating import english as english_seats
from qsr.oracle.answer_files.raw_answers import read_raw
from qsr.oracle.plans.answers import Optima, read_plan_answers
from qsr.oracle.scores.consistency import read_groups
from qsr.oracle.steps import StepTheory, check_steps

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


def _lines(*rows: object) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


# ---------------------------------------------------------------- stories and questions


def _story(data: bytes) -> None:
    story_files.parse_story(_text(data), file="a.story")
    story_files.parse_story(_text(data), lenient=True)


def _under(theory: str) -> Callable[[bytes], None]:
    return lambda data: _only(story_files.parse_story(f"theory: {theory}\n{_text(data)}", file="a.story"))


def _only(_: object) -> None:
    return None


@cache
def _told() -> Any:
    return english.parse_story("The red cup is left of the pen. The pen is above the box. Ann is behind the box.")


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


_ENGLISH: Final = (
    "The cup is left of the pen. The pen is above the box.\n? Where is the cup relative to the box?\n",
    'theory: exact, objects: extended, relations: complete\n# a comment\nA is 2 units to the upper-left of B. "Tom\'s hat" '
    "is behind B, and it is inside C.\n? Is A above B?\n",
    "The stove and the sink are side by side with the sink on the right. The lamp hangs above the sink and to the right of it.",
    "X is at X's 3 o'clock. Y is not left of X. All in all, Y and X are parallel, and X is over Y.",
)
_ROOM: Final = (
    "Imagine a square-shaped loft, bordered by four walls. This room contains a collection of furniture, including a harp, an "
    "anvil, and a kayak. The harp is placed to the north of the anvil, at a short distance. The anvil is placed to the "
    "north-east of the kayak, at a far distance.\n? Where is the harp positioned in relation to the kayak?\n",
    "This room contains a collection of furniture, including a harp, an anvil, and a kayak. Imagine yourself at the southern "
    "wall's door, looking inwards. From this perspective, the harp is in front of the anvil, at a short distance.",
)
_SEATS: Final = (
    "Anna, Ben, Cleo, Dan, Eve and Finn sit around a round table, all facing the centre.\nAnna sits second to the left of Ben. "
    "Cleo is opposite Anna. Dan sits next to Cleo, and Eve does not sit next to Ben.\n? Who sits opposite Ben?\n"
    "? () sits two places clockwise from Dan. A) Anna B) Ben C) Finn D) None of the above\n",
    "甲一、乙二、丙三、丁四、戊五、己六六个人围坐在圆桌边吃饭，人人面朝桌子中心，座位间隔相等。已知：乙二在甲一左边数起第1个位置，"
    "丙三在乙二左边数起第1个位置。\n? ()在甲一左边数起第2个位置。 A) 丙三 B) 丁四\n",
)
_GRID: Final = (
    "    0   1   2\n  +---+---+---+\n 0|   | E |   |\n  +---+---+---+\n 1| 3 | A | O |\n  +---+---+---+\n",
    "theory: gridworld, moves: 8, carry: 2, cost: 0.1, steps: 20\n    0\n  +---+\n 0| A |\n  +---+\n",
)
_PLANS: Final = (
    "I go up and take it.\nAnswer: ['UP', 'TAKE', 'DOWN', 'DROP']",
    "1. UP\n2. TAKE\n3-4. DOWN, LEFT\n```\n[up, take, down, drop] (then stop)\n```\nFinal plan: UP x2, [DROP]",
)
_HEADINGS: Final = (
    "丁丁、朵朵两人面对面站立，丁丁站在奶奶的左手边，朵朵站在奶奶的右手边。奶奶面朝北站着。\n---\n丁丁、朵朵面朝()。\n---\n东，西\n西，东",
    "小兰面朝东站着。小兰向左转90度。\n---\n小兰面朝()。\n---\n南\n北",
    "小兰先向东走100米，再向北走3.5公里。\n---\n小兰在出发点的()方向。\n---\n东北\n西南",
)
_PROBLEMS: Final = tuple(text.replace("\n? ", "\n---\n", 1).replace(" A) ", "\n---\n").replace(" B) ", "\n") for text in _SEATS)
_SPARTUN: Final = (
    "Two boxes, named one and two exist. Box one contains a small red star. Box one covers a large blue circle. The small red "
    "star is to the left of the large blue circle. Box one is disconnected from box two.\n---\nWhere is the small red star "
    "regarding the large blue circle?",
    "A box named AAA contains a red square and two blue circles. It covers a box called BBB with a star.\n---\n"
    "Are all red squares inside AAA?",
)
_CHAINS: Final = (
    "Step 1: It is given that A is left of B.\nStep 2: It is given that C is above B.\nStep 3: From step 1 and 2, it can be "
    "inferred that A is below and left of C. So the answer is: left.",
    "A is at (0, 0) and B is at (1, 0). Since C is above B, C is at (1, 1). This means that A is to the lower left of C.",
)

# ---------------------------------------------------------------- data sets


def _dataset(name: str, suffix: str, answers: Iterable[Any], **options: str) -> Callable[[bytes], None]:
    """Return a reader of a file of a data set: every row becomes an item, and every item takes every answer."""
    dataset = datasets.get(name)
    given = datasets.choose(name, options)
    tried = tuple(answers)

    def parse(data: bytes) -> None:
        path = _file(data, suffix)
        for row in datasets.rows(dataset, path, given):
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


_STEPGAME_ROW: Final = {
    "story": ["A is left of B.", "B is above C."],
    "question": "What is the relation of the agent A to the agent C?",
}
_ROOM_CASE: Final = {
    "id": "chain",
    "setting": "O2+D2",
    "grid": [9, 9],
    "story_topdown": _ROOM[0].partition("\n?")[0],
    "question_fr": "Where is the harp positioned in relation to the kayak?",
    "question_yn": "Could the harp be placed to the north of the kayak?",
    "facts": [["harp", "INR", "room"], ["harp", "N", "anvil"], ["harp", "CL2", "anvil"]],
    "consistent": ["NE"],
    "consistent_paper_semantics": ["NE"],
    "answer_yn": "No",
}
_SPACE_ROW: Final = {
    "qid": "4-own-s-1",
    "text": _SEATS[1].partition("\n?")[0],
    "question": "()在甲一左边数起第2个位置。",
    "option": {"A": "丙三", "B": "丁四", "C": "戊五", "D": "以上选项都不是"},
    "answer": ["A"],
}
_SPACE_HEADINGS: Final = {
    "qid": "4-own-m-2",
    "text": "小兰面朝东站着。小兰向左转90度。",
    "question": "小兰面朝()。",
    "option": {"A": "南", "B": "北", "C": 3.0, "D": "以上选项都不是"},
}
_SPARP_ROW: Final = {
    "context": "A is to the left of B. B is above C.",
    "question": "What is the relation of the A to the C?",
    "targets": ["left", "above"],
    "target_choices": ["left", "right", "above", "below", "overlapping"],
    "target_scores": [1, 0, 1, 0, 0],
    "reasoning": "Step 1: It is given that A is to the left of B.",
    "source_data": "StepGame",
    "context_id": "c1",
    "question_id": "q1",
    "num_hop": 2,
    "spatial_types": ["PS2"],
}
_SPARTUN_FILE: Final = {
    "name": "own",
    "data": [
        {
            "identifier": "s-1",
            "story": [_SPARTUN[0].partition("\n")[0]],
            "objects_info": {
                "0": {"type": "box", "name": "one", "full_name": "box one"},
                "0x0": {"type": "star", "size": 10, "color": "Black", "full_name": "small red star"},
            },
            "questions": [
                {"q_id": 0, "q_type": "FR", "question": _SPARTUN[0].partition("---\n")[2], "answer": ["LEFT"]},
                {"q_id": 1, "q_type": "YN", "question": "Is the small red star inside box one?", "answer": ["Yes"]},
            ],
        }
    ],
}
_GRASP_ROWS: Final = (
    {"index": 0, "energy": "upDown", "obstacle": "block", "start_position": "inner", "grid": _GRID[0]},
    {"index": 1, "rows": 2, "columns": 3, "start": [0, 0], "energy": [[0, 1], [1, 2, 5]], "obstacles": [[1, 1]]},
)
_SENTENCES: Final = "the nurse is on the ferry\tthe ferry is on the river\tthe nurse is on the river"
_TSV: Final = f"id\tlang\tpremise1\tpremise2\tconclusion\tholds\na1\ten\t{_SENTENCES}\tyes\n".encode()
_DIRECTION_ANSWERS: Final = ("left", "The answer is: A is above and to the left of C.")
_JSON: Final = {
    "stepgame": _lines(_STEPGAME_ROW | {"label": "upper-left", "answer": "left", "k": 2}),
    "roomspace": _lines(_ROOM_CASE),
    "space2024": _lines(_SPACE_ROW, _SPACE_HEADINGS),
    "sparp": _lines(_SPARP_ROW),
    "spartun": json.dumps(_SPARTUN_FILE).encode(),
    "grasp": _lines(*_GRASP_ROWS),
}
_BABI: Final = b"1 The red square is to the left of the pink box.\n2 Is the pink box above the red square?\tno\t1\n"
_PATHS: Final = b"1 The garden is west of the hallway.\n2 How do you go from the hallway to the garden?\tw\t1\n"


def _dataset_readers() -> Iterable[Reader]:
    stepgame = json.dumps({"0": _STEPGAME_ROW | {"label": "upper-left"}, "1": _STEPGAME_ROW | {"label": "left"}}).encode()
    numbered = b"1 A is left of B.\n2 B is above C.\n3 What is the relation of the agent A to the agent C?\tupper-left\t1 2\n"
    yield Reader("stepgame .json", _dataset("stepgame", ".json", _DIRECTION_ANSWERS), (stepgame,))
    yield Reader("stepgame .jsonl", _dataset("stepgame", ".jsonl", ()), (_JSON["stepgame"],))
    yield Reader("stepgame .txt", _dataset("stepgame", ".txt", (), reading="convention"), (numbered,))
    yield Reader("babi", _dataset("babi", ".txt", ("yes", "west, then north")), (_BABI, _PATHS))
    yield Reader("spartun", _dataset("spartun", ".json", ("LEFT, PO", "Yes")), (_JSON["spartun"],))
    yield Reader("sparp", _dataset("sparp", ".jsonl", ("left and above",)), (_JSON["sparp"],))
    yield Reader("sparp .json", _dataset("sparp", ".json", ()), (json.dumps([_SPARP_ROW]).encode(),))
    yield Reader("roomspace", _dataset("roomspace", ".jsonl", ("north-east",)), (_JSON["roomspace"],))
    yield Reader("roomspace .json", _dataset("roomspace", ".json", ()), (json.dumps([_ROOM_CASE]).encode(),))
    columns = {"question_td_O2_fr": f"{_ROOM_CASE['story_topdown']} {_ROOM_CASE['question_fr']}", "answer_td_O2_fr": "north"}
    yield Reader("roomspace columns", _dataset("roomspace", ".jsonl", (), grid="9x9"), (_lines(columns),))
    yield Reader("space2024", _dataset("space2024", ".jsonl", ("A",)), (_JSON["space2024"],))
    yield Reader("grasp", _dataset("grasp", ".jsonl", ("UP, TAKE",), moves="8", carry="2", cost="0.3"), (_JSON["grasp"],))
    published = f"{_SENTENCES}\tyes\t{_SENTENCES}\tno\n".encode()
    pairs = b"id\tlabel\tpremises\thypothesis\n7\tentailment\t^Rome is in Italy || The inn is in Rome\tThe inn is in Italy\n"
    yield Reader("prepositions", _dataset("prepositions", ".tsv", ("yes",)), (_TSV, published, pairs))
    objects = _lines({"premise1": "the nurse is on the ferry", "premise2": "the ferry is at sea", "conclusion": "x", "id": "a"})
    yield Reader("prepositions .jsonl", _dataset("prepositions", ".jsonl", ()), (objects,))
    said = (
        b"The answer is: left and above",
        b'["left", "above"]',
        b"So A is to the upper left of C; not right. Final answer: left",
    )
    for name, suffix in (("stepgame", ".jsonl"), ("sparp", ".jsonl"), ("spartun", ".json")):
        yield Reader(f"{name} answers", _answers(name, suffix, _JSON[name]), (*said, b"Answer: LEFT, ABOVE"))
    rooms = (
        b"- front\n- front-right\n- right",
        b"The harp could be north or north-east of the kayak.",
        b'{"answer": ["N", "NE"]}',
    )
    yield Reader("roomspace answers", _answers("roomspace", ".jsonl", _JSON["roomspace"]), rooms)
    letters = ("答案：A".encode(), b"A, B", b'["A", "C"]', "综上所述，丙三符合，因此选AC。".encode(), b'{"answer": "A"}')
    yield Reader("space2024 answers", _answers("space2024", ".jsonl", _JSON["space2024"]), letters)
    yield Reader("grasp answers", _answers("grasp", ".jsonl", _JSON["grasp"]), tuple(plan.encode() for plan in _PLANS))
    yes = (b"Yes.", b"It depends: the nurse is on the river if the ferry is. So the answer is no", b"**Answer:** yes")
    yield Reader("prepositions answers", _answers("prepositions", ".tsv", _TSV), yes)
    yield Reader("babi answers", _answers("babi", ".txt", _PATHS), (b"go west", b"west, north", b"w,n"))


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


_CSP: Final = b"3 #first\n 0 1 ( TPP NTPP )\n 1 3 ( DC )\n.\n# more\n1 #second\n.\n"
_SPEC: Final = b"comp_table_file own.comp\nconverse_file own.conv\nidentity = E\ncalculus_size 2\n---\nE :: E\nN :: N\n---\n" + (
    b"E : E :: ( E )\nE : N :: ( N )\nN : E :: ( N )\nN : N :: ( E N )\n"
)
_TOML: Final = b"""name = "same"
title = "Same or not"
reference = "own"
relations = ["E", "N"]
identity = "E"
[aliases]
equal = "E"
[converse]
E = "E"
N = "N"
[composition]
"E E" = "E"
"E N" = "N"
"N E" = "N"
"N N" = "*"
[[decides]]
networks = "atomic"
reference = "own"
"""
_PRODUCT: Final = b'name = "two"\ntitle = "t"\nreference = "r"\nproduct = ["point", "point"]\n'
_ALGEBRA: Final = {
    "Name": "same",
    "Relations": {"E": {"Converse": "E"}, "N": {"Converse": "N"}},
    "TransTable": {"E": {"E": "E", "N": "N"}, "N": {"E": "N", "N": "E|N"}},
}
_EDGES: Final = {
    "name": "n",
    "nodes": [["a", ["Region"]], "b"],
    "edges": [["a", "b", "TPP|PP"]],
    "abbreviations": {"PP": "TPP|NTPP"},
}
_SQUARE: Final = [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]
_FEATURES: Final = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "id": 1, "properties": {"name": "one"}, "geometry": {"type": "Polygon", "coordinates": _SQUARE}},
        {"type": "Feature", "id": "b", "properties": {"name": "p"}, "geometry": {"type": "Point", "coordinates": [0.5, 2]}},
    ],
}
_ANSWERS: Final = _lines(
    {"id": "a:1", "answer": "left"}, {"qid": "4-x", "answers": ["A", ["B"]]}, {"id": "b", "answer": 3, "sample": 1}
)
_GROUPS: Final = _lines({"ids": ["a", "b"]}, {"id": "c", "group": 1}, {"qid": "d", "generated": {"group": "1"}})
_PLAN_LINES: Final = _lines(
    {"id": "x.jsonl-0-0-0-0", "answer": ["UP", "TAKE"]},
    {"index": 1, "movement_prompt": 8, "energy_limit_prompt": 100, "cost_of_step_prompt": 0.3, "answer": "UP"},
)
_BEST: Final = _lines({"file": "x.jsonl", "index": 0, "moves": 8, "limit": 2, "cost": 0.3, "optimum": 1.4})


def _other_readers() -> Iterable[Reader]:
    def encoded(*texts: str) -> tuple[bytes, ...]:
        return tuple(text.encode() for text in texts)

    questions = (
        "Where is the cup relative to the box?",
        "Is Ann above or behind the red cup?",
        "Which things are left of the pen?",
    )
    yield Reader("english", _story, encoded(*_ENGLISH))
    yield Reader("question", _question, encoded(*questions))
    yield Reader(
        "theory", _theory, encoded("exact, objects: points, relations: complete", "room, mode: paper, grid: 12x9", "paper-ps2")
    )
    yield Reader("room", _under("room, grid: 9x9"), encoded(*_ROOM))
    yield Reader("room reader", lambda data: _only(roomspace.read(_text(data))), encoded(*_ROOM))
    yield Reader("seating", _under("seating"), encoded(*_SEATS))
    yield Reader("seating chinese", _problem(chinese.read), encoded(_PROBLEMS[1]))
    yield Reader("seating english", _problem(english_seats.read), encoded(_PROBLEMS[0]))
    yield Reader("headings", _problem(headings.read), encoded(*_HEADINGS))
    yield Reader("gridworld", _under("gridworld"), encoded(_GRID[0]))
    yield Reader("gridworld rules", _story, encoded(_GRID[1]))
    yield Reader(
        "plans", lambda data: _only((gridworld.read_plan(_text(data)), gridworld.read_capitals(_text(data)))), encoded(*_PLANS)
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
    yield Reader("spartun english", _spartun, encoded(*_SPARTUN))
    yield Reader("steps", _chain, encoded(*_CHAINS))
    yield Reader("answers", lambda data: _only(read_raw(str(_file(data, ".jsonl")))), (_ANSWERS,))
    yield Reader("groups", lambda data: _only(read_groups(str(_file(data, ".jsonl")))), (_GROUPS,))
    yield Reader("plan answers", _read_plans, (_PLAN_LINES,))
    yield Reader("best plans", _optima, (_BEST,))
    yield Reader("networks .csp", _networks, (_CSP,))
    yield Reader("calculus .spec", _spec, (_SPEC,), (OSError,))
    yield Reader("calculus .toml", _toml, (_TOML, _PRODUCT))
    yield Reader("calculus text", lambda data: _only(parse_calculus(_text(data))), (_TOML,))
    yield Reader("algebra .json", _algebra, (json.dumps(_ALGEBRA).encode(),))
    yield Reader("network .json", _qualreas_network, (json.dumps(_EDGES).encode(),))
    yield Reader("geojson", _geometries, (json.dumps(_FEATURES).encode(),))
    yield Reader("name file", _name_file, (b"Ann\nBob Smith\n",))
    yield Reader("range", _numbers, (b"2-6", b"3"), (ValueError,))
    yield Reader(
        "prompt templates", lambda data: _only(read_templates(_file(data, ".json"))), (b'{"system": "Plan.", "user": "{grid}"}',)
    )


def _named(readers: Iterable[Reader]) -> Mapping[str, Reader]:
    return {reader.name: reader for reader in readers}


#: Every reader by its name.
READERS: Final[Mapping[str, Reader]] = _named([*_other_readers(), *_dataset_readers()])
