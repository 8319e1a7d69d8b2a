"""What a stranger gets wrong, a wrong file, a wrong option or a wrong question, ends with words and never with a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from qsr.cli import main

STORY = "The cup is left of the pen.\n\n? Where is the cup relative to the pen?\n"
ROW = '{"story": ["P is below Q."], "question": "What is the relation of the agent Q to the agent P?", "label": "above"}\n'
#: What a file of any name may hold that nobody meant; None is made by hand.
CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n \n\t\n",
    "binary": bytes(range(256)) * 8,
    "nul": b'The cup\x00 is left of the pen.\n{"a": "\x00"}\n',
    "utf-16": STORY.encode("utf-16"),
    "latin-1": "Der Hörsaal is left of the café.\n".encode("latin-1"),
    "truncated": b'{"id": "good.jsonl:1", "answer": "ab',
    "list": b'[1, [2], "x"]\n',
    "number": b"17\n",
    "null": b"null\n",
    "nested": b"[" * 100_000 + b"]" * 100_000 + b"\n",
    "object": b'{"colour": {"deep": [1, {"x": null}]}}\n',
    "types": b'{"id": [1], "story": 5, "question": {"a": 1}, "label": [], "answer": {"x": 2}, "qid": {}, "data": 7, "grid": 3}\n',
    "csv": b"id,answer\n1,left\n2,right\n",
    "html": b"<!DOCTYPE html><html><body>404 not found</body></html>\n",
    "python": b"import os\nprint('x')\n",
    "surrogate": b'{"id": "\\ud83d", "story": ["\\ud83d is above Q."], "question": "\\ud83d", "answer": "\\ud83d"}\n',
    "control": b"The \x1b[2J cup is left of the \x07 pen.\n? Where is the \x1b[2J cup relative to the \x07 pen?\n",
    "digits": b'{"id": ' + b"9" * 6000 + b', "answer": 1e999}\n',
    "zip": b"PK\x03\x04" + bytes(range(256)),
}
PLACES = ("missing", "folder", "device", "dangling", "loop", "through", "long", "socket", "unreadable")
FILES: dict[str, tuple[str, ...]] = {
    "solve @.story": (),
    "solve @.story --compare-domains": (),
    "explain @.story": (),
    "repair @.story": (),
    "verify @.json": (),
    "verify cert.json --story @.story": ("content",),
    "network @.csp --calculus rcc8 consistent": (),
    "network @.json --calculus rcc8 closure": (),
    "network good.csp --calculus @.spec closure": (),
    "network good.csp --calculus @.toml closure": (),
    "calculi @.toml": (),
    "calculi @.combination": (),
    "check stepgame good.jsonl --answers @.jsonl": (),
    "check stepgame good.jsonl --answers answers.jsonl --groups @.jsonl": ("empty", "blank"),
    "check grasp grid.jsonl --answers @.jsonl": (),
    "check grasp grid.jsonl --answers plans.jsonl --optimum @.jsonl": (),
    "check space2024 space.jsonl --answers @.jsonl": (),
    # A report about no answers says so.
    "report stepgame good.jsonl --answers @.jsonl --out r.html": ("empty", "blank", "surrogate"),
    "report stepgame good.jsonl --predictions @.jsonl --out r.html": ("empty", "blank"),
    "report stepgame good.jsonl --verdicts @.jsonl --out r.html": ("empty", "blank"),
    "generate sparp --count 1 --from @.jsonl": (),
    "generate sparp --count 1 --names @.txt": ("content",),
    "generate roomspace --count 1 --from @.json": (),
    "generate grasp --from @.jsonl": ("object", "types"),
    "eval babi @.txt": (),
    "eval spartun @.json": (),
    "eval sparp @.json": (),
    "eval roomspace @.json": (),
    "eval space2024 @.jsonl": (),
    "eval grasp @.jsonl": (),
    "eval prepositions @.tsv": (),
    "eval prepositions @.parquet": (),
    "eval stepgame @.json": (),
    "eval stepgame @.txt": (),
    # Text that is not understood is an item that is not answered.
    "eval stepgame @.jsonl": ("surrogate",),
    **{f"{verb} stepgame @.jsonl": () for verb in ("audit", "check")},
    "convert stepgame @.jsonl --out items.jsonl": ("surrogate",),
    "report stepgame @.jsonl --out r.md": (),
}
VALUES = ("", "-1", "0", "x", "1e400", "nan", "9" * 5000, "1.5", "--", "\x00", "\udcff", "é")
OPTIONS = {
    "solve good.story": ("--timeout", "--scenarios", "--theory", "--backend", "--compare-domains", "--nonsense"),
    "explain good.story": ("--timeout", "--theory", "--nonsense"),
    "repair good.story": ("--timeout", "--limit", "--theory"),
    "eval stepgame good.jsonl": (
        "--timeout",
        "--limit",
        "--workers",
        "--theory",
        "--backend",
        "--reading",
        "--engine",
        "--ray-address",
    ),
    "audit stepgame good.jsonl": ("--limit", "--timeout", "--theory"),
    "report stepgame good.jsonl --out r.html": ("--worst", "--workers", "--theory", "--optimum", "--answers"),
    "generate sparp --count 1": (
        "--hops",
        "--entities",
        "--property-set",
        "--splits",
        "--names",
        "--few-shot",
        "--balance",
        "--from",
    ),
    "generate roomspace --count 1": ("--grid", "--setting", "--from"),
    "generate space2024 --count 1": ("--layout", "--language"),
    "network good.csp --calculus rcc8 scenarios": ("--timeout", "--limit", "--nodes", "--engine"),
    "network good.csp consistent": ("--calculus",),
    "eval grasp grid.jsonl": ("--profile", "--moves", "--carry", "--cost", "--baseline"),
    "verify cert.json": ("--timeout", "--story"),
    "serve": ("--port", "--memory", "--workers"),
}
#: What some options take after all.
TAKEN = re.compile(
    r"--(timeout|carry|backend|cost) (1\.5|0|x|9+)?$|--(worst|few-shot|nodes) 0$|--grid |--moves |--(nodes|names|baseline) $"
    r"|--compare-domains --$"
)
USAGE = (
    "--nonsense",
    "solv good.story",
    "solve",
    "eval",
    "eval stepgame",
    "eval babi good.jsonl --reading literal",
    "eval no-such-set good.jsonl",
    "eval stepgame good.jsonl --resume",
    "eval stepgame good.jsonl --resume --report --out p.jsonl",
    "eval stepgame good.jsonl --ray-address auto",
    "check stepgame good.jsonl --steps --resume --out v.jsonl",
    "check grasp grid.jsonl",
    "check grasp grid.jsonl --answers plans.jsonl --steps",
    "audit grasp grid.jsonl",
    "report stepgame good.jsonl",
    "report stepgame good.jsonl --out r.txt",
    "report stepgame good.jsonl --rows --answers answers.jsonl --out r.md",
    "report stepgame good.jsonl --optimum none --out r.md",
    "convert stepgame good.jsonl",
    "generate",
    "generate stepgame",
    "generate sparp --splits train=2",
    "generate sparp --splits train=2 --count 2 --json",
    "network good.csp --calculus rcc8",
    "network good.csp closure",
    "network good.csp --calculus rcc9 closure",
    "network good.csp --calculus rcc8 closure --draw pictures",
    "network good.csp --calculus rcc8 core --engine z3",
    "calculi no-such",
    "repair good.story good.story --write m.story",
    "repair - --write m.story",
    "repair good.story --change --drop",
    "datasets x",
    "theories x",
)
QUESTIONS = (
    *("", "?", " ", "Where?", "Where is the zebra relative to the pen?", "Is the cup?", "Wo ist die Tasse?", "¿?", "A is 3"),
    *("x" * 100_000, "Where is the \x1b[2J relative to the pen?", "\ud83d", "SELECT 1", "((((((((", "\x00", "?" * 5_000),
    *("Where is the cup relative to the pen? And the mug?", "Where is the cup relative to the pen?" * 200),
)
#: What an output may be named, and what stands there.
OUTPUTS = ("nodir/x", "folder", "good.story", "good.jsonl", "notes.py", "/dev/full", "/proc/x", "good.story/x", "x" * 300, "")
WRITERS = (
    "solve good.story --draw @.svg",
    "solve good.story --certify @",
    "repair torn.story --write @",
    "eval stepgame good.jsonl --out @",
    "check stepgame good.jsonl --answers answers.jsonl --out @",
    "audit stepgame good.jsonl --out @",
    "convert stepgame good.jsonl --out @",
    "generate prepositions --count 1 --out @",
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strangers")
    for name, text in {
        "good.story": STORY,
        "torn.story": "A is left of B. B is left of A.\n",
        "good.jsonl": ROW,
        "answers.jsonl": '{"id": "good.jsonl:1", "answer": "above"}\n',
        "plans.jsonl": '{"id": "grid.jsonl-0-0-0-0", "answer": "UP"}\n',
        "good.csp": "1 #n\n 0 1 ( NTPP )\n.\n",
        "notes.py": "print(1)\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "folder").mkdir()
    assert main(["solve", str(folder / "good.story"), "--certify", str(folder / "cert.json")]) == 0
    assert main(["generate", "grasp", "--count", "1", "--out", str(folder / "grid.jsonl")]) == 0
    assert main(["generate", "space2024", "--count", "1", "--out", str(folder / "space.jsonl")]) == 0
    return folder


@pytest.fixture(autouse=True)
def _here(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command that fails in words: return its code, its output and its words."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert code in (0, 1, 2, 3, 4), arguments
        # Not the same beginning twice, as in "x.csp: x.csp: ...".
        assert not re.search(r"(?:^|\s)([^\s:][^:\n]{3,}): \1: ", err), err
        return code, out, err

    return run


def made(kind: str, suffix: str) -> str:
    """Return the name of a file, or of something else, that is wrong in one way."""
    name = f"bad-{kind}{suffix}"
    path = Path(name)
    if kind == "through":
        return f"good.story/{name}"
    if kind == "long":
        return f"{'x' * 300}{suffix}"
    if kind == "missing" or path.exists() or path.is_symlink():
        return name
    if kind == "folder":
        path.mkdir()
    elif kind in ("device", "dangling", "loop"):
        path.symlink_to({"device": "/dev/zero", "dangling": "nowhere", "loop": name}[kind])
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(name)
    elif kind == "unreadable":
        path.write_text("x", encoding="utf-8")
        path.chmod(0)
    else:
        path.write_bytes(CONTENTS[kind])
    return name


def file_kinds() -> Iterator[tuple[str, str]]:
    for command in FILES:
        for kind in (*CONTENTS, *PLACES):
            yield command, kind


def option_kinds() -> Iterator[list[str]]:
    for command, options in OPTIONS.items():
        for option in options:
            for value in VALUES:
                if not TAKEN.search(f"{option} {value}") and not (command == "serve" and f"{option} {value}" == "--port 0"):
                    yield [*command.split(), option, value]


@pytest.mark.parametrize("command", FILES)
def test_a_wrong_file_is_told(command: str, told: Callable[..., tuple[int, str, str]], room: Path) -> None:
    accepted = FILES[command]
    suffix = next(word for word in command.split() if word.startswith("@"))[1:]
    for kind in (*CONTENTS, *PLACES):
        name = made(kind, suffix)
        words = [name if word.startswith("@") else word for word in command.split()]
        code, out, err = told(*words, *(["--force"] if "--out" in words else []))
        if kind in accepted or (kind in CONTENTS and "content" in accepted) or (kind == "unreadable" and os.geteuid() == 0):
            continue
        assert code in (2, 3), (command, kind, code, out, err)
        assert err.strip(), (command, kind)
        assert out == "", (command, kind, out)
        assert Path(name).name[:40] in err or suffix in err, (command, kind, err)


@pytest.mark.parametrize(
    "words", list(option_kinds()), ids=lambda words: " ".join(words)[:60].encode("ascii", "replace").decode()
)
def test_a_wrong_value_of_an_option_is_told(words: list[str], told: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = told(*words)
    assert code in (2, 3), (code, out, err)
    assert err.strip()
    given = words[-1][:20].encode("utf-8", "backslashreplace").decode()
    assert words[-2] in err or "null character" in err or given in err, err


@pytest.mark.parametrize("command", USAGE)
def test_wrong_usage_is_told(command: str, told: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = told(*command.split())
    assert (code, out) == (2, "")
    assert err.strip()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: ascii(question[:30]))
@pytest.mark.parametrize("command", ["solve good.story", "explain good.story", "solve good.story --theory sound"])
def test_a_wrong_question_is_told(command: str, question: str, told: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = told(*command.split(), "--question", question)
    assert code in (2, 3)
    assert out == ""
    assert err.strip()
    assert len(err) < 5_000


@pytest.mark.parametrize("name", OUTPUTS, ids=lambda name: name[:20])
@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command.partition(" @")[0])
def test_an_output_that_cannot_be_written_is_told(
    command: str, name: str, told: Callable[..., tuple[int, str, str]], room: Path
) -> None:
    if "@.svg" in command and name in ("folder", "/dev/full"):
        command = command.replace("@.svg", "@")
    target = next(word for word in command.split() if word.startswith("@")).replace("@", name)
    if "@.svg" in command and name in ("good.story", "good.jsonl", "notes.py", ""):
        pytest.skip("a new file, as any other")
    before = {path: path.read_bytes() for path in room.iterdir() if path.is_file() and path.stat().st_size}
    code, _, err = told(*(target if word.startswith("@") else word for word in command.split()))
    assert code in ((0, 3) if name == "/dev/full" and command.startswith(("audit",)) else (3,)), err
    assert code == 0 or name[:40] in err or "a folder" in err
    assert "/dev/full" not in name or code == 0 or "No space left on device" in err
    assert {path: path.read_bytes() for path in before} == before
    assert not [path for path in room.iterdir() if ".qsr-" in path.name]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ('{"answer": "above"}\n', "to no item"),
        ('{"id": "good.jsonl:1"}\n', "expected an object with id and answer"),
        ('{"id": "good.jsonl:1", "answer": "a"}\n' * 2, "stands twice"),
        ('{"id": "other.jsonl:7", "answer": "above"}\n', "'other.jsonl:7'"),
        ('{"id": "good.jsonl:1", "answer": 3.5}\n', "a text, a whole number or a list of such"),
    ],
)
def test_wrong_answers_are_told(answers: str, words: str, told: Callable[..., tuple[int, str, str]]) -> None:
    Path("given.jsonl").write_text(answers, encoding="utf-8")
    code, out, err = told("check", "stepgame", "good.jsonl", "--answers", "given.jsonl")
    assert (code, out) == (3, "")
    assert "given.jsonl" in err
    assert words in err


class Failing(io.StringIO):
    """A standard output that takes nothing, for one reason."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str, /) -> NoReturn:
        raise self.error

    def flush(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (BrokenPipeError(32, "Broken pipe"), 0, ""),
        (OSError(28, "No space left on device"), 3, "qsr: standard output: No space left on device"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 4, "memory"),
    ],
)
def test_an_output_that_breaks_is_told(
    error: BaseException, code: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Once(Failing):
        def flush(self) -> None:
            if isinstance(self.error, OSError):
                raise self.error

    monkeypatch.setattr(sys, "stdout", Once(error))
    assert main(["datasets"]) == code
    assert words in capsys.readouterr().err


def test_closed_streams_are_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["solve", "-"]) == 3
    assert "standard input is closed" in capsys.readouterr().err
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["datasets"]) == 0
    sys.stdout.close()
    sys.stderr.close()


def test_the_number_of_kinds() -> None:
    """Kinds of mistakes, not runs: a way to be wrong in one place of one command."""
    files, options = len(list(file_kinds())), len(list(option_kinds()))
    found = files + options + len(USAGE) + 3 * len(QUESTIONS) + len(OUTPUTS) * len(WRITERS) + 5 + 6
    print(f"{found} kinds of mistakes")
    assert found > 1_500


def test_numbers_of_things_are_told_in_the_right_number(told: Callable[..., tuple[int, str, str]]) -> None:
    out = told("verify", "cert.json")[1] + told("eval", "stepgame", "good.jsonl")[1] + told("audit", "stepgame", "good.jsonl")[1]
    assert not re.search(r"\b1 (?:\w+s|witnesse)\b(?<! was)(?<! is)", out), out
    Path("outside.story").write_text(
        "theory: spartun\nThe cup is left of the pen.\n? Is the cup left of the pen?\n", encoding="utf-8"
    )
    for theory in ("room", "gridworld", "prepositions", "babi"):
        assert "not covered: not covered" not in told("solve", "good.story", "--theory", theory)[1]


def test_json_says_nothing_where_there_is_nothing(told: Callable[..., tuple[int, str, str]]) -> None:
    Path("no.jsonl").write_text("", encoding="utf-8")
    assert told("eval", "stepgame", "no.jsonl", "--json")[:2] == (3, "")
    found: Any = json.loads(told("eval", "stepgame", "good.jsonl", "--json")[1])
    assert found["items"] == 1
