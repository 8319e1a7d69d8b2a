"""What a person meets in a terminal: help, examples, suggestions, texts in quotation marks, completion, settings, colours."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qsr import cli, datasets
from qsr.cli.parser import examples
from qsr.cli.settings import SETTABLE

CHECKOUT = Path(__file__).resolve().parents[2]
#: What the examples of help read, beside the stories of `examples/`.
FILES = {
    "items.jsonl": '{"id": "1", "story": "A is left of B.", "question": "Is B right of A?", "answer": "yes"}\n',
    "answers.jsonl": '{"id": "1", "answer": "Yes."}\n',
    "others.jsonl": '{"id": "1", "answer": "No."}\n',
    "mine.csv": "passage,question,label\nThe cup is left of the pen.,Is the pen right of the cup?,yes\n",
    "game.jsonl": '{"story": ["P is below Q."], "question": "Where is Q relative to P?", "label": "above"}\n',
    "game_answers.csv": "id,answer\ngame.jsonl:1,Q is above P.\n",
    "towns.csp": "1 #towns\n 0 1 ( N NE )\n.\n",
}
TEXT = "The cup is left of the pen. Is the pen right of the cup?"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    monkeypatch.chdir(tmp_path)
    for name in ("QSR_CONFIG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    for story in (CHECKOUT / "examples").glob("*.story"):
        shutil.copy(story, tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def carried_out(*words: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.main(words)
        printed = capsysbinary.readouterr()
        return code, printed.out.decode(), printed.err.decode()

    return carried_out


def test_help_shows_examples_and_each_of_them_works(run: Run) -> None:
    """Those that serve until they are stopped, and those that speak to a shell, are only shown."""
    assert set(cli._COMMANDS) < set(examples())
    for name, lines in examples().items():
        shown = run(*([] if name == "qsr" else name.split()), "--help")[1]
        for typed, about in lines:
            assert f"  {about}\n    $ {typed}\n" in shown
            left, _, right = typed.rpartition("| ")
            words = shlex.split(right)
            if words[0] != "qsr" or words[1] in ("serve", "mcp", "completion"):
                continue
            stdin = Path(shlex.split(left)[1]).read_text(encoding="utf-8") if left else ""
            code, _, err = run(*words[1:], stdin=stdin)
            assert code == (1 if words[1] == "repair" else 0), (typed, err)


def test_help_of_a_data_set_says_what_its_options_are_about(run: Run) -> None:
    for name in datasets.names():
        shown = " ".join(run("eval", name, "--help")[1].split())
        for option in datasets.get(name).options:
            assert not re.search(rf"--{option} (\S+ )?of {name}", shown), (name, option)


def test_without_a_command_there_is_help(run: Run) -> None:
    assert run()[:2] == (0, run("--help")[1])
    assert run("help", "solve")[1] == run("solve", "--help")[1]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sovle desk.story", "solve"),
        ("solve desk.story --theroy exact", "--theory"),
        ("solve desk.story --theory exat", "exact"),
        ("eval stepgam game.jsonl", "stepgame"),
        ("eval stepgame game.jsonl --readng literal", "--reading"),
        ("eval stepgame game.jsonl --reading litteral", "literal"),
        ("generate roomspac", "roomspace"),
        ("network towns.csp consistent --calculus rcc88", "rcc8"),
    ],
)
def test_what_was_meant_is_asked(run: Run, typed: str, meant: str) -> None:
    code, out, err = run(*typed.split())
    assert (code, out) == (2, "")
    assert f"did you mean {meant}" in err


def test_a_text_is_solved_read_explained_and_mended(run: Run) -> None:
    assert run("solve", TEXT)[:2] == run("solve", "-", stdin=TEXT)[:2]
    for command in ("explain", "read", "repair"):
        assert run(command, TEXT)[0] == 0
    assert run("solve", "The cup is lef of the pen")[2].startswith("<text>:1:12: ")
    # A file goes before a text, and what looks like the name of one is not taken for a text.
    Path("my desk").write_text(TEXT, encoding="utf-8")
    assert "yes" in run("solve", "my desk")[1]
    assert run("solve", "my other desk.story") == (3, "", "my other desk.story: no such file\n")
    assert "a text goes in quotation marks" in run("solve", "The", "cup")[2]


def test_colours_are_for_terminals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("solve", TEXT)[1]
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("solve", TEXT)[1]
    assert "\x1b[32myes\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert "\x1b[1moptions:\x1b[0m" in run("solve", "--help")[1]
    # A style in a name is not one of ours.
    hostile = run("read", '"cup \x1b[31m" is left of the pen.')
    assert "\x1b[31m" not in hostile[1] + hostile[2]
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("solve", TEXT)[1] == plain


def completed(line: str, folder: Path) -> list[str]:
    """Return what a shell is told to offer at the end of a line."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(folder / "told"),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    subprocess.run([sys.executable, "-m", "qsr.cli"], env=environment, cwd=folder, check=True, capture_output=True)
    return (folder / "told").read_text(encoding="utf-8").replace("\013", " ").split()


def test_a_shell_completes_commands_options_names_and_files(tmp_path: Path) -> None:
    (tmp_path / "desk.story").touch()
    for line, offered in (
        ("qsr sol", {"solve"}),
        ("qsr solve --exp", {"--explain"}),
        ("qsr solve --theory paper-", {"paper-ps1", "paper-ps2", "paper-ps3", "paper-ps4"}),
        ("qsr solve de", {"desk.story"}),
        ("qsr eval stepg", {"stepgame"}),
        ("qsr eval stepgame --reading ", {"literal", "convention"}),
        ("qsr network --calculus rcc5", {"rcc5"}),
    ):
        assert set(completed(line, tmp_path)) == offered, line


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_reads_is_of_its_language(run: Run, shell: str) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "qsr" in out
    if found := shutil.which(shell):
        subprocess.run([found, "-n"], input=out.encode(), check=True)


def test_settings_are_shown_and_are_defaults_of_what_answers_people(run: Run, tmp_path: Path) -> None:
    assert "(not there)" in run("config")[1]
    (tmp_path / "home" / "qsr").mkdir(parents=True)
    (tmp_path / "home" / "qsr" / "config.toml").write_text('theory = "exact"\n[solve]\nexplain = true\n', encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.qsr]\ntheory = "sound"\n[tool.qsr.network]\ncalculus = "cd"\n', encoding="utf-8"
    )
    shown = run("config")[1]
    assert re.search(r"^solve +theory +sound +\S+pyproject.toml$", shown, re.MULTILINE)
    assert re.search(r"^solve +explain +True +\S+config.toml$", shown, re.MULTILINE)
    assert (
        run("solve", TEXT)[1]
        == run("solve", TEXT, "--theory", "sound", "--explain")[1]
        != run("solve", TEXT, "--theory", "exact")[1]
    )
    assert run("network", "towns.csp", "consistent")[0] == 0
    # What a story says of itself goes before a setting, and not before an argument.
    own, other = f"theory: exact\n{TEXT}", "sound, dimensions: 3"
    assert run("read", own)[1].count("theory    exact") == 1
    assert run("solve", own, "--theory", other)[1] == run("solve", TEXT, "--theory", other, "--explain")[1]


def test_settings_are_without_effect_on_results(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not set(SETTABLE) & {"eval", "check", "verify", "audit", "generate", "convert", "report"}
    assert run("solve", "kitchen.story", "--certify", "kitchen.json")[0] == 0
    commands = ("eval rows items.jsonl --json", "check rows items.jsonl --answers answers.jsonl", "verify kitchen.json")
    monkeypatch.setenv("QSR_CONFIG", "off")
    without = [re.sub(r'"seconds": .*', "", run(*command.split())[1]) for command in commands]
    monkeypatch.delenv("QSR_CONFIG")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.qsr]\ntheory = "paper-ps1"\nlenient = true\ntimeout = 0.001\n', encoding="utf-8"
    )
    assert [re.sub(r'"seconds": .*', "", run(*command.split())[1]) for command in commands] == without


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('theroy = "exact"', "did you mean theory?"),
        ('theory = "exat"', "did you mean exact?"),
        ("timeout = -1", "seconds above 0"),
        ("lenient = 3", "true or false"),
        ("theory = [1]", "a text or a number"),
        ("[slove]\nexplain = true", "did you mean solve?"),
        ("[solve]\nout = 3", "no setting of solve"),
        ("[eval]\nworkers = 3", "no command with settings"),
        ("explain", "not TOML"),
    ],
)
def test_a_wrong_setting_is_told_with_its_file(run: Run, written: str, told: str) -> None:
    Path("home/qsr").mkdir(parents=True)
    Path("home/qsr/config.toml").write_text(written, encoding="utf-8")
    for command in (("solve", TEXT), ("config",)):
        code, out, err = run(*command)
        assert (code, out) == (3, "")
        assert "config.toml" in err
        assert told in err
    assert run("solve", "--help")[0] == 0


def test_the_page_of_the_manual_has_every_command() -> None:
    page = (CHECKOUT / "docs" / "qsr.1").read_text(encoding="utf-8")
    listed = page.partition(".SH COMMANDS")[2].partition(".SH EXIT")[0]
    assert re.findall(r"^\.TP\n\.B (\w+)$", listed, re.MULTILINE) == list(cli._COMMANDS)
